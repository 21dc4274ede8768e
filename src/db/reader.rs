//! A reader thread: runs one read job after another, each on its own snapshot and with a time limit.

use std::cell::Cell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use rusqlite::Connection;

use super::cache::CacheHandle;
use super::query_metrics::QueryMetrics;
use super::transaction::Read;
use crate::clock::Clock;
use crate::error::Result;

/// The time limit of one read.
const TIME_LIMIT: Duration = Duration::from_secs(2);

thread_local! {
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// A read job. Gets the error if its snapshot could not begin.
pub(super) type ReadJob = Box<dyn FnOnce(Result<Read<'_>>) + Send>;

/// Runs read jobs until the queue is closed.
pub(super) fn read_loop(
    connection: &Connection,
    jobs: &Receiver<ReadJob>,
    clock: &Clock,
    query_metrics: &OnceLock<QueryMetrics>,
    cache: &CacheHandle,
) {
    for job in jobs {
        DEADLINE.set(Some(Instant::now() + TIME_LIMIT));
        let began = QueryMetrics::begin(query_metrics);
        cache.begin();
        match Snapshot::begin(connection) {
            Ok(_snapshot) => job(Ok(Read {
                connection,
                now: clock.now(),
                cache: Some(cache),
            })),
            Err(error) => job(Err(error.into())),
        }
        QueryMetrics::end(query_metrics, "read", began);
    }
}

/// Returns whether the read on this thread has reached its time limit. SQLite's progress handler.
pub(super) fn is_past_deadline() -> bool {
    DEADLINE
        .get()
        .is_some_and(|deadline| Instant::now() > deadline)
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
