//! The search lane: searches take turns, so that they never hold the last two readers.
//!
//! At most [`SearchLane::PLACES`] searches run at once. The others wait in the order of their
//! arrival. A newer search of the same account in the same slot replaces the older one, whether it
//! waits or runs. A search whose client goes away leaves the lane, and its read is interrupted.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::db::READERS;
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::metrics::Metrics;

/// What a search is for. Searches of one account for different purposes do not replace each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchSlot {
    /// A list of results.
    Search,
    /// Similar questions, while the user writes one.
    Similar,
    /// Questions related to one that the user reads, which can be open in several tabs.
    Related(Id),
    /// Suggestions for a search field.
    Suggestions,
}

type Key = (Id, SearchSlot);

/// The position of a search in the order of arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival(u64);

/// The searches that wait or run.
pub struct SearchLane {
    places: Arc<Semaphore>,
    /// The newest search of each account and slot. Each is notified when a newer one replaces it.
    newest: Mutex<HashMap<Key, (Arrival, Arc<Notify>)>>,
    arrivals: AtomicU64,
    is_bounded: bool,
    metrics: Metrics,
}

impl SearchLane {
    /// The number of searches that run at once.
    pub const PLACES: usize = if READERS > 3 { READERS - 2 } else { 1 };
    /// The number of searches that wait or run at once. Further searches are rejected with 429.
    pub const CAPACITY: usize = Self::PLACES + 256;

    /// Creates an empty lane. If `is_bounded` is false, any number of searches may wait.
    pub fn new(is_bounded: bool, metrics: Metrics) -> Self {
        Self {
            places: Arc::new(Semaphore::new(Self::PLACES)),
            newest: Mutex::default(),
            arrivals: AtomicU64::default(),
            is_bounded,
            metrics,
        }
    }

    /// Returns the position of a search that arrives now, before its account is known.
    pub fn arrive(&self) -> Arrival {
        Arrival(self.arrivals.fetch_add(1, Ordering::Relaxed))
    }

    /// Enters the lane and replaces the account's older search in this slot.
    ///
    /// Fails with 409 if a newer one is there already, and with 429 if the lane is full and has no
    /// older one to replace.
    pub fn enter(&self, arrival: Arrival, account: Id, slot: SearchSlot) -> Result<Turn<'_>> {
        let key = (account, slot);
        let mut newest = self.newest();
        if newest.get(&key).is_some_and(|(other, _)| *other > arrival) {
            self.count("replaced");
            return Err(Sentence::SearchReplaced.into());
        }
        if self.is_bounded && newest.len() >= Self::CAPACITY && !newest.contains_key(&key) {
            self.count("refused");
            return Err(Error::RetryAfter(
                Sentence::SearchesTooMany,
                Duration::from_secs(1),
            ));
        }
        let replaced = Arc::new(Notify::new());
        if let Some((_, older)) = newest.insert(key, (arrival, replaced.clone())) {
            older.notify_one();
        }
        drop(newest);
        Ok(Turn {
            lane: self,
            key,
            arrival,
            replaced,
        })
    }

    fn newest(&self) -> MutexGuard<'_, HashMap<Key, (Arrival, Arc<Notify>)>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, result: &str) {
        self.metrics
            .count("stoa_searches_total", &[("result", result)]);
    }

    /// Returns the number of searches that wait or run.
    #[cfg(test)]
    pub fn entered(&self) -> usize {
        self.newest().len()
    }

    /// Returns the number of searches that run.
    #[cfg(test)]
    pub fn running(&self) -> usize {
        Self::PLACES - self.places.available_permits()
    }
}

/// A search in the lane. It leaves on drop.
pub struct Turn<'l> {
    lane: &'l SearchLane,
    key: Key,
    arrival: Arrival,
    replaced: Arc<Notify>,
}

impl Turn<'_> {
    /// Waits for a place and runs `search`, which holds the place as long as it needs it.
    ///
    /// Fails with 409 if a newer search replaces this one; the future of `search` is then dropped.
    pub async fn run<T, F: Future<Output = Result<T>>>(
        self,
        search: impl FnOnce(OwnedSemaphorePermit) -> F,
    ) -> Result<T> {
        let search = async {
            let place = self.lane.places.clone().acquire_owned().await;
            search(place.map_err(Error::internal)?).await
        };
        tokio::select! {
            biased;
            () = self.replaced.notified() => {
                self.lane.count("replaced");
                Err(Sentence::SearchReplaced.into())
            }
            result = search => {
                self.lane.count("finished");
                result
            }
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut newest = self.lane.newest();
        if newest
            .get(&self.key)
            .is_some_and(|(newest, _)| *newest == self.arrival)
        {
            newest.remove(&self.key);
        }
    }
}
