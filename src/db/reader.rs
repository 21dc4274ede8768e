//! A reader: does one read after the other, each on a snapshot of its own and for a limited time.

use std::cell::Cell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use rusqlite::Connection;

use super::Read;
use super::kept::Keeper;
use super::watch::Watch;
use crate::clock::Clock;
use crate::error::Result;

/// How long one read may compute.
const READ_TIME: Duration = Duration::from_secs(2);

thread_local! {
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Something to read.
pub(super) type ReadJob = Box<dyn FnOnce(Result<Read<'_>>) + Send>;

/// Does all reads, until nobody has any more.
pub(super) fn read_loop(connection: &Connection, jobs: &Receiver<ReadJob>, clock: &Clock, watch: &OnceLock<Watch>, keeper: &Keeper) {
    for job in jobs {
        DEADLINE.set(Some(Instant::now() + READ_TIME));
        let began = Watch::begin(watch);
        keeper.begin();
        match Snapshot::begin(connection) {
            Ok(_snapshot) => job(Ok(Read { connection, now: clock.now(), keeper: Some(keeper) })),
            Err(error) => job(Err(error.into())),
        }
        Watch::end(watch, "read", began);
    }
}

/// Whether the read on this thread has taken its time: SQLite asks while it computes.
pub(super) fn out_of_time() -> bool {
    DEADLINE.get().is_some_and(|deadline| Instant::now() > deadline)
}

/// A read transaction. It ends when this is dropped, whatever happens in between. (rusqlite's own prepares both of
/// its statements anew every time.)
pub(super) struct Snapshot<'c>(&'c Connection);

impl<'c> Snapshot<'c> {
    pub fn begin(connection: &'c Connection) -> rusqlite::Result<Self> {
        connection.prepare_cached("BEGIN")?.execute([])?;
        Ok(Self(connection))
    }
}

impl Drop for Snapshot<'_> {
    fn drop(&mut self) {
        let ended = self.0.prepare_cached("ROLLBACK").and_then(|mut statement| statement.execute([]));
        if let Err(error) = ended {
            tracing::error!(%error, "a snapshot did not end");
        }
    }
}
