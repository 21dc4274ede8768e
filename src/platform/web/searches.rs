//! Searches: a newer search of the same account in the same slot replaces the older one, whether it
//! waits in the [read queue](super::ReadQueue) or runs.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::metrics::Metrics;

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
pub struct Searches {
    /// The newest search of each account and slot. Each is notified when a newer one replaces it.
    newest: Mutex<HashMap<Key, (Arrival, Arc<Notify>)>>,
    arrivals: AtomicU64,
    metrics: Metrics,
}

impl Searches {
    /// Creates the state without searches.
    pub fn new(metrics: Metrics) -> Self {
        Self {
            newest: Mutex::default(),
            arrivals: AtomicU64::default(),
            metrics,
        }
    }

    /// Returns the position of a search that arrives now, before its account is known.
    pub fn arrive(&self) -> Arrival {
        Arrival(self.arrivals.fetch_add(1, Ordering::Relaxed))
    }

    /// Begins a search and replaces the account's older one in this slot. Fails with 409 if a newer
    /// one is there already.
    pub fn begin(&self, arrival: Arrival, account: Id, slot: SearchSlot) -> Result<Search<'_>> {
        let key = (account, slot);
        let mut newest = self.newest();
        if newest.get(&key).is_some_and(|(other, _)| *other > arrival) {
            self.count("replaced");
            return Err(Sentence::SearchReplaced.into());
        }
        let replaced = Arc::new(Notify::new());
        let older = newest.insert(key, (arrival, replaced.clone()));
        if let Some((_, older)) = &older {
            older.notify_one();
        }
        Ok(Search {
            searches: self,
            key,
            arrival,
            replaced,
            has_replaced: older.is_some(),
        })
    }

    fn newest(&self) -> MutexGuard<'_, HashMap<Key, (Arrival, Arc<Notify>)>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a search that has ended.
    pub fn count(&self, result: &str) {
        self.metrics
            .count("stoa_searches_total", &[("result", result)]);
    }

    /// Returns the number of searches that wait or run.
    #[cfg(test)]
    pub fn count_begun(&self) -> usize {
        self.newest().len()
    }
}

/// A search that waits or runs, until drop.
pub struct Search<'s> {
    searches: &'s Searches,
    key: Key,
    arrival: Arrival,
    replaced: Arc<Notify>,
    /// Whether it has replaced an older one.
    pub has_replaced: bool,
}

impl Search<'_> {
    /// Runs `search`. Fails with 409 if a newer search replaces this one; the future is then dropped.
    pub async fn run<T>(self, search: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            biased;
            () = self.replaced.notified() => {
                self.searches.count("replaced");
                Err(Sentence::SearchReplaced.into())
            }
            result = search => {
                self.searches.count("finished");
                result
            }
        }
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        let mut newest = self.searches.newest();
        if newest
            .get(&self.key)
            .is_some_and(|(newest, _)| *newest == self.arrival)
        {
            newest.remove(&self.key);
        }
    }
}
