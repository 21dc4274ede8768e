//! What the readers have made of the database as it is, for all of them: it holds until anybody commits.

use std::cell::Cell;
use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;

use crate::error::Result;
use crate::id::Id;

/// Bytes that may be kept.
const KEPT: usize = 32 * 1024 * 1024;

/// What is kept, all of it made of one state of the database.
#[derive(Default)]
pub(super) struct Kept {
    /// How often it was emptied.
    epoch: u64,
    size: usize,
    made: HashMap<Key, Arc<RawValue>>,
}

/// What it is, and of what.
type Key = (&'static str, Id);

/// One reader's way to what is kept, by which no snapshot gets or gives anything of another state than its own.
///
/// SQLite has no name for a state that would be the same on two connections; it only tells each, by its `data_version`, that
/// somebody has committed, in this process or another. So the reader that is told so empties what is kept, which begins an
/// epoch. But if another reader has done that since this one's snapshot was about to begin, nobody knows which of the two is
/// newer, and this one keeps nothing until its next snapshot.
///
/// So all snapshots of an epoch are of the same state. The one it was begun for is not older than any of an earlier epoch, for
/// they had been taken before it was about to begin; and one that joins it is not older either, and its reader, who had begun an
/// earlier epoch himself, would have been told of anything newer.
pub(super) struct Keeper {
    kept: Arc<Mutex<Kept>>,
    /// What `data_version` was when this reader last began an epoch.
    version: Cell<Option<i64>>,
    known: Cell<Known>,
}

/// What is known about the snapshot that is being read.
#[derive(Clone, Copy)]
enum Known {
    /// It began when this was the epoch.
    Begun(u64),
    /// It is of the state that is kept in this epoch, or of one that is kept nowhere.
    Of(Option<u64>),
}

impl Keeper {
    pub fn new(kept: Arc<Mutex<Kept>>) -> Self {
        Self { kept, version: Cell::new(None), known: Cell::new(Known::Of(None)) }
    }

    /// A snapshot is about to begin.
    pub fn begin(&self) {
        self.known.set(Known::Begun(self.kept().epoch));
    }

    /// What is kept under `key`, or else what `make` makes of the snapshot, of which SQLite says this `data_version`.
    pub fn get_or(
        &self,
        key: Key,
        data_version: impl FnOnce() -> Result<i64>,
        make: impl FnOnce() -> Result<Arc<RawValue>>,
    ) -> Result<Arc<RawValue>> {
        let Some(epoch) = self.epoch(data_version)? else { return make() };
        if let Some(made) = self.get(epoch, key) {
            return Ok(made);
        }
        let made = make()?;
        self.put(epoch, key, &made);
        Ok(made)
    }

    /// The epoch of the snapshot that is being read, if it has one.
    fn epoch(&self, data_version: impl FnOnce() -> Result<i64>) -> Result<Option<u64>> {
        let begun = match self.known.get() {
            Known::Begun(epoch) => epoch,
            Known::Of(epoch) => return Ok(epoch),
        };
        let version = Some(data_version()?);
        let epoch = if self.version.get() == version { Some(begun) } else { self.begin_epoch_after(begun) };
        if epoch.is_some() {
            self.version.set(version);
        }
        self.known.set(Known::Of(epoch));
        Ok(epoch)
    }

    /// Empties what is kept, unless somebody else has already.
    fn begin_epoch_after(&self, epoch: u64) -> Option<u64> {
        let mut kept = self.kept();
        if kept.epoch != epoch {
            return None;
        }
        let epoch = epoch + 1;
        let old = mem::replace(&mut *kept, Kept { epoch, ..Kept::default() });
        // Nobody need wait until all of it is freed.
        drop(kept);
        drop(old);
        Some(epoch)
    }

    /// What is kept in an epoch, if that lasts.
    fn get(&self, epoch: u64, key: Key) -> Option<Arc<RawValue>> {
        let kept = self.kept();
        kept.made.get(&key).filter(|_| kept.epoch == epoch).cloned()
    }

    /// Keeps something that was made in an epoch, if that lasts. What is read often comes early; when there is no more room, the
    /// rest is made anew each time, until the next COMMIT.
    fn put(&self, epoch: u64, key: Key, made: &Arc<RawValue>) {
        let mut kept = self.kept();
        let size = kept.size + made.get().len();
        if kept.epoch == epoch && size <= KEPT && kept.made.insert(key, made.clone()).is_none() {
            kept.size = size;
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    const KEY: Key = ("state", Id::from_i64(1));

    /// A reader as another thread would meet it, between any two steps.
    struct Reader {
        keeper: Keeper,
        step: Step,
    }

    enum Step {
        Idle,
        AboutToBegin,
        /// The snapshot of this state has begun.
        Reading(u64),
        /// What was not kept has been made of it.
        Made(u64, u64),
    }

    #[test]
    fn no_reader_gets_what_was_made_of_another_state() {
        let of_state = |state: u64| RawValue::from_string(state.to_string()).map(Arc::from).expect("JSON");
        let mut found = 0;
        for seed in 0..100 {
            let mut dice = StdRng::seed_from_u64(seed);
            let (kept, mut state) = (Arc::default(), 0);
            let mut readers = [(); 4].map(|()| Reader { keeper: Keeper::new(Arc::clone(&kept)), step: Step::Idle });
            for _ in 0..2_000 {
                state += u64::from(dice.random_ratio(1, 40));
                let reader = &mut readers[dice.random_range(0..4)];
                reader.step = match reader.step {
                    Step::Idle => {
                        reader.keeper.begin();
                        Step::AboutToBegin
                    }
                    Step::AboutToBegin => Step::Reading(state),
                    Step::Reading(snapshot) => match reader.keeper.epoch(|| Ok(snapshot as i64)).expect("no reader fails") {
                        Some(epoch) => match reader.keeper.get(epoch, KEY) {
                            Some(made) => {
                                assert_eq!(made.get(), snapshot.to_string(), "seed {seed}: what was kept is of another state");
                                found += 1;
                                Step::Idle
                            }
                            None => Step::Made(epoch, snapshot),
                        },
                        None => Step::Idle,
                    },
                    Step::Made(epoch, snapshot) => {
                        reader.keeper.put(epoch, KEY, &of_state(snapshot));
                        Step::Idle
                    }
                };
            }
        }
        assert!(found > 10_000, "only {found} were found: what one reader has made is of no use to the others");
    }
}
