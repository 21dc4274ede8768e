//! A reader thread: runs one read job after another, each on its own snapshot and with a time limit.

use std::cell::RefCell;
use std::path::Path;
use std::sync::{OnceLock, Weak};
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use rusqlite::Connection;

use super::cache::CacheHandle;
use super::connection::open_to_read;
use super::query_metrics::QueryMetrics;
use super::transaction::{Read, SearchSetting};
use crate::core::clock::{Clock, Timestamp};
use crate::core::error::Result;

/// The time limit of one read.
const TIME_LIMIT: Duration = Duration::from_secs(2);
/// The time limit of a read on a connection of its own. Meanwhile the write-ahead log grows.
const LONG_TIME_LIMIT: Duration = Duration::from_mins(1);

thread_local! {
    /// The deadline and the caller of the read on this thread.
    static CURRENT: RefCell<Option<(Instant, Weak<()>)>> = const { RefCell::new(None) };
}

/// Gets the error if its snapshot could not begin.
type RunRead = Box<dyn FnOnce(Result<Read<'_>>) + Send>;

/// A read job.
pub(super) struct ReadJob {
    pub run: RunRead,
    /// Gone when the caller no longer waits for the answer.
    pub caller: Weak<()>,
}

/// Runs read jobs until the queue is closed.
pub(super) fn read_loop(
    connection: &Connection,
    jobs: &Receiver<ReadJob>,
    clock: &Clock,
    query_metrics: &OnceLock<QueryMetrics>,
    search: &OnceLock<SearchSetting>,
    cache: &CacheHandle,
) {
    for ReadJob { run, caller } in jobs {
        if caller.strong_count() == 0 {
            continue;
        }
        let began = QueryMetrics::begin(query_metrics);
        cache.begin();
        match Snapshot::begin(connection) {
            Ok(_snapshot) => {
                // The statements that begin and end the snapshot are never interrupted.
                CURRENT.set(Some((Instant::now() + TIME_LIMIT, caller)));
                run(Ok(Read {
                    connection,
                    now: clock.now(),
                    search: search.get().copied().unwrap_or_default(),
                    cache: Some(cache),
                }));
                CURRENT.take();
            }
            Err(error) => run(Err(error.into())),
        }
        QueryMetrics::end(query_metrics, "read", began);
    }
}

/// Runs one long read on a connection of its own.
pub(super) fn read_once<T>(
    database: &Path,
    now: Timestamp,
    caller: Weak<()>,
    f: impl FnOnce(&Read<'_>) -> Result<T>,
) -> Result<T> {
    let connection = open_to_read(database)?;
    connection.progress_handler(10_000, Some(is_over))?;
    let _snapshot = Snapshot::begin(&connection)?;
    CURRENT.set(Some((Instant::now() + LONG_TIME_LIMIT, caller)));
    let done = f(&Read {
        connection: &connection,
        now,
        search: SearchSetting::default(),
        cache: None,
    });
    CURRENT.take();
    done
}

/// Returns whether the read on this thread has reached its time limit or lost its caller. SQLite's
/// progress handler.
pub(super) fn is_over() -> bool {
    CURRENT.with_borrow(|current| {
        current.as_ref().is_some_and(|(deadline, caller)| {
            caller.strong_count() == 0 || Instant::now() > *deadline
        })
    })
}

/// A read transaction, which ends on drop. (rusqlite's own type does not cache its two statements.)
pub(super) struct Snapshot<'c>(&'c Connection);

impl<'c> Snapshot<'c> {
    pub fn begin(connection: &'c Connection) -> rusqlite::Result<Self> {
        connection.prepare_cached("BEGIN")?.execute([])?;
        Ok(Self(connection))
    }
}

impl Drop for Snapshot<'_> {
    fn drop(&mut self) {
        let ended = self
            .0
            .prepare_cached("ROLLBACK")
            .and_then(|mut statement| statement.execute([]));
        if let Err(error) = ended {
            tracing::error!(%error, "a snapshot did not end");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_read_is_over_when_its_caller_is_gone() {
        let caller = Arc::new(());
        let deadline = Instant::now() + Duration::from_hours(1);
        CURRENT.set(Some((deadline, Arc::downgrade(&caller))));
        assert!(!is_over());
        drop(caller);
        assert!(is_over());
    }
}
