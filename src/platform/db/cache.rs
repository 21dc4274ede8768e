//! Cache of rendered JSON, shared by the reader threads and invalidated by every commit.

use std::cell::Cell;
use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;

use crate::core::error::Result;
use crate::core::id::Id;

/// The largest total size of the cached texts, in bytes.
const CAPACITY: usize = 32 * 1024 * 1024;

/// The cache. All entries come from one state of the database.
#[derive(Default)]
pub(super) struct ReadCache {
    /// The number of invalidations so far.
    epoch: u64,
    size: usize,
    entries: HashMap<Key, Arc<RawValue>>,
    searches: Searches,
}

/// The largest total size of the cached texts of searches, in bytes: other texts always have room.
const SEARCHES: usize = CAPACITY / 4;

/// The texts of searches, in two halves. Searches differ more than rows: when the newer half is full, the other one goes,
/// without what was read meanwhile.
#[derive(Default)]
struct Searches {
    newer: Half,
    older: Half,
}

#[derive(Default)]
struct Half {
    size: usize,
    entries: HashMap<Key, Arc<RawValue>>,
}

impl Searches {
    /// Returns a text, and what goes because it was read.
    fn get(&mut self, key: &Key) -> (Option<Arc<RawValue>>, Option<Half>) {
        if let Some(text) = self.newer.entries.get(key) {
            return (Some(text.clone()), None);
        }
        let Some((key, text)) = self.older.entries.remove_entry(key) else {
            return (None, None);
        };
        self.older.size -= size_of_search(&key, &text);
        let gone = self.put(key, &text);
        (Some(text), gone)
    }

    /// Adds a text. Returns what goes for it.
    fn put(&mut self, key: Key, text: &Arc<RawValue>) -> Option<Half> {
        let size = size_of_search(&key, text);
        if size > SEARCHES / 2 {
            return None;
        }
        let gone = (self.newer.size + size > SEARCHES / 2)
            .then(|| mem::replace(&mut self.older, mem::take(&mut self.newer)));
        if self.newer.entries.insert(key, text.clone()).is_none() {
            self.newer.size += size;
        }
        gone
    }
}

/// Returns the size of an entry of a search, in bytes.
fn size_of_search((_, _, search): &Key, text: &RawValue) -> usize {
    search.as_ref().map_or(0, |search| search.len()) + text.get().len()
}

/// The kind of text, the row that it renders, and for which search, if it depends on one.
pub(super) type Key = (&'static str, Id, Option<Arc<str>>);

/// One reader's access to the cache. A snapshot gets only entries of its own state.
///
/// SQLite gives a database state no name that two connections share. Its `data_version` only tells a
/// connection that another connection, of this process or another, has committed. A reader that
/// sees a new `data_version` therefore clears the cache and begins an epoch. If another reader began
/// an epoch after this reader prepared to take its snapshot, the order of the two snapshots is
/// unknown, and this reader bypasses the cache until its next snapshot.
///
/// All snapshots of an epoch therefore have the same state:
/// - The snapshot that begins an epoch is not older than any snapshot of an earlier epoch, because
///   those were taken before its reader prepared to take this one.
/// - A snapshot that joins an epoch is not older either. If it were newer, its reader, which took
///   part in an earlier epoch, would have seen a new `data_version`.
pub(super) struct CacheHandle {
    cache: Arc<Mutex<ReadCache>>,
    /// The `data_version` when this reader last joined an epoch.
    version: Cell<Option<i64>>,
    snapshot: Cell<SnapshotEpoch>,
}

/// The relation of the current snapshot to the cache's epochs.
#[derive(Clone, Copy)]
enum SnapshotEpoch {
    /// The snapshot began during this epoch; its `data_version` is not checked yet.
    Unchecked(u64),
    /// The snapshot has the state of this epoch. `None`: it bypasses the cache.
    Of(Option<u64>),
}

impl CacheHandle {
    pub fn new(cache: Arc<Mutex<ReadCache>>) -> Self {
        Self {
            cache,
            version: Cell::new(None),
            snapshot: Cell::new(SnapshotEpoch::Of(None)),
        }
    }

    /// Notes the current epoch. Call this before the snapshot begins.
    pub fn begin(&self) {
        self.snapshot
            .set(SnapshotEpoch::Unchecked(self.lock().epoch));
    }

    /// Returns the entry of `key`, or renders it from the snapshot and caches the result.
    ///
    /// `data_version` reads SQLite's `data_version` in the snapshot.
    pub fn get_or(
        &self,
        key: Key,
        data_version: impl FnOnce() -> Result<i64>,
        render: impl FnOnce() -> Result<Arc<RawValue>>,
    ) -> Result<Arc<RawValue>> {
        let Some(epoch) = self.epoch(data_version)? else {
            return render();
        };
        if let Some(entry) = self.get(epoch, &key) {
            return Ok(entry);
        }
        let text = render()?;
        self.put(epoch, key, &text);
        Ok(text)
    }

    /// Returns the entry of `key`, if there is one. `data_version` is as in [`CacheHandle::get_or`].
    pub fn find(
        &self,
        key: &Key,
        data_version: impl FnOnce() -> Result<i64>,
    ) -> Result<Option<Arc<RawValue>>> {
        let epoch = self.epoch(data_version)?;
        Ok(epoch.and_then(|epoch| self.get(epoch, key)))
    }

    /// Returns the epoch of the current snapshot, if it has one.
    fn epoch(&self, data_version: impl FnOnce() -> Result<i64>) -> Result<Option<u64>> {
        let noted = match self.snapshot.get() {
            SnapshotEpoch::Unchecked(epoch) => epoch,
            SnapshotEpoch::Of(epoch) => return Ok(epoch),
        };
        let version = Some(data_version()?);
        let epoch = if self.version.get() == version {
            Some(noted)
        } else {
            self.begin_epoch_after(noted)
        };
        if epoch.is_some() {
            self.version.set(version);
        }
        self.snapshot.set(SnapshotEpoch::Of(epoch));
        Ok(epoch)
    }

    /// Clears the cache and begins an epoch, unless another reader already did.
    fn begin_epoch_after(&self, epoch: u64) -> Option<u64> {
        let mut cache = self.lock();
        if cache.epoch != epoch {
            return None;
        }
        let epoch = epoch + 1;
        let old = mem::replace(
            &mut *cache,
            ReadCache {
                epoch,
                ..ReadCache::default()
            },
        );
        // Freeing the old entries takes time; release the lock first.
        drop(cache);
        drop(old);
        Some(epoch)
    }

    /// Returns an entry if `epoch` is still current.
    fn get(&self, epoch: u64, key: &Key) -> Option<Arc<RawValue>> {
        let mut cache = self.lock();
        if cache.epoch != epoch {
            None
        } else if key.2.is_some() {
            let (text, gone) = cache.searches.get(key);
            // Freeing takes time; release the lock first.
            drop(cache);
            drop(gone);
            text
        } else {
            cache.entries.get(key).cloned()
        }
    }

    /// Adds an entry if `epoch` is still current and there is room. Only texts of searches make room: other texts
    /// that are read often arrive early, and the next commit clears everything.
    fn put(&self, epoch: u64, key: Key, text: &Arc<RawValue>) {
        let mut cache = self.lock();
        if cache.epoch != epoch {
            return;
        }
        if key.2.is_some() {
            let gone = cache.searches.put(key, text);
            // Freeing takes time; release the lock first.
            drop(cache);
            drop(gone);
            return;
        }
        let size = cache.size + text.get().len();
        if size <= CAPACITY - SEARCHES && cache.entries.insert(key, text.clone()).is_none() {
            cache.size = size;
        }
    }

    fn lock(&self) -> MutexGuard<'_, ReadCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    const KEY: Key = ("state", Id::from_i64(1), None);

    #[test]
    fn searches_make_room_for_newer_ones_unless_they_are_repeated() {
        let text = RawValue::from_string(format!("\"{}\"", "x".repeat(1_000))).expect("JSON");
        let text: Arc<RawValue> = text.into();
        let key =
            |search: usize| -> Key { ("found", Id::from_i64(0), Some(search.to_string().into())) };
        let mut searches = Searches::default();
        searches.put(key(0), &text);
        for search in 1..=20_000 {
            searches.put(key(search), &text);
            if search % 1_000 == 0 {
                assert!(searches.get(&key(0)).0.is_some(), "{search}");
            }
            let kept = |half: &Half| {
                let sizes = half
                    .entries
                    .iter()
                    .map(|(key, text)| size_of_search(key, text));
                assert_eq!(half.size, sizes.sum::<usize>());
                half.size
            };
            if search % 500 == 0 {
                assert!(kept(&searches.newer) + kept(&searches.older) <= SEARCHES);
            }
        }
        assert!(searches.get(&key(1)).0.is_none());
        assert!(searches.get(&key(19_000)).0.is_some());
        let large = RawValue::from_string(format!("\"{}\"", "x".repeat(SEARCHES))).expect("JSON");
        searches.put(key(1), &large.into());
        assert!(searches.get(&key(1)).0.is_none());
    }

    /// A reader thread, which the test can interrupt between any two steps.
    struct Reader {
        handle: CacheHandle,
        step: Step,
    }

    enum Step {
        Idle,
        AboutToBegin,
        /// A snapshot of this state has begun.
        Reading(u64),
        /// The reader has rendered an entry that was not cached (epoch, state).
        Rendered(u64, u64),
    }

    #[test]
    fn no_reader_gets_an_entry_of_another_state() {
        let of_state = |state: u64| {
            RawValue::from_string(state.to_string())
                .map(Arc::from)
                .expect("JSON")
        };
        let mut hits = 0;
        for seed in 0..100 {
            let mut rng = StdRng::seed_from_u64(seed);
            let (cache, mut state) = (Arc::default(), 0);
            let mut readers = [(); 4].map(|()| Reader {
                handle: CacheHandle::new(Arc::clone(&cache)),
                step: Step::Idle,
            });
            for _ in 0..2_000 {
                state += u64::from(rng.random_ratio(1, 40));
                let reader = &mut readers[rng.random_range(0..4)];
                reader.step = match reader.step {
                    Step::Idle => {
                        reader.handle.begin();
                        Step::AboutToBegin
                    }
                    Step::AboutToBegin => Step::Reading(state),
                    Step::Reading(snapshot) => match reader
                        .handle
                        .epoch(|| Ok(snapshot as i64))
                        .expect("no reader fails")
                    {
                        Some(epoch) => match reader.handle.get(epoch, &KEY) {
                            Some(entry) => {
                                assert_eq!(
                                    entry.get(),
                                    snapshot.to_string(),
                                    "seed {seed}: the entry has another state"
                                );
                                hits += 1;
                                Step::Idle
                            }
                            None => Step::Rendered(epoch, snapshot),
                        },
                        None => Step::Idle,
                    },
                    Step::Rendered(epoch, snapshot) => {
                        reader.handle.put(epoch, KEY, &of_state(snapshot));
                        Step::Idle
                    }
                };
            }
        }
        assert!(
            hits > 10_000,
            "only {hits} hits: readers do not share their entries"
        );
    }
}
