//! Measures what jobs cost, for the cost budget (`stoa-bench cost`).
//!
//! Steps, rows and log bytes depend only on the database and the job; CPU time depends on the
//! machine too.

use std::cell::Cell;
use std::ffi::c_int;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::Connection;
use rustix::time::{ClockId, clock_gettime};

use super::reader::is_over;

/// The steps of SQLite's virtual machine that are counted at once.
const STEPS: u64 = 10;
/// The size of a page in the write-ahead log with its header, in bytes.
const LOG_PAGE: u64 = 4_096 + 24;

thread_local! {
    /// The steps on this thread.
    static STEPS_DONE: Cell<u64> = const { Cell::new(0) };
    /// The length of the log after this thread's last COMMIT, and all pages that it has written.
    static LOG: Cell<(c_int, u64)> = const { Cell::new((0, 0)) };
}

/// The work of one kind of thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Steps of SQLite's virtual machine.
    pub steps: u64,
    pub cpu: Duration,
}

/// What the jobs since the last [`Meter::take`] have cost: all reads together, and the largest of the
/// writes, because others write between two of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub reader: Work,
    pub writer: Work,
    /// Rows changed, those of triggers included.
    pub rows: u64,
    /// Bytes written to the write-ahead log.
    pub log_bytes: u64,
}

/// Collects the costs of jobs.
#[derive(Default)]
pub struct Meter(Mutex<Cost>);

impl Meter {
    /// Returns the costs since the last call.
    pub fn take(&self) -> Cost {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the cost of the reads since the last [`Meter::take`].
    pub fn reader(&self) -> Work {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).reader
    }

    /// Runs a read on its thread and adds its cost.
    pub(super) fn read<T>(&self, connection: &Connection, f: impl FnOnce() -> T) -> T {
        let begun = Reading::begin(connection);
        let done = f();
        let work = begun.work();
        let mut cost = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cost.reader.steps += work.steps;
        cost.reader.cpu += work.cpu;
        done
    }

    /// Records the cost of a batch of writes on its thread.
    pub(super) fn add_writes(&self, connection: &Connection, begun: &Reading) {
        let work = begun.work();
        let mut cost = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = connection.total_changes() - begun.changes;
        let log_bytes = (LOG.get().1 - begun.pages) * LOG_PAGE;
        cost.writer.steps = cost.writer.steps.max(work.steps);
        cost.writer.cpu = cost.writer.cpu.max(work.cpu);
        cost.rows = cost.rows.max(rows);
        cost.log_bytes = cost.log_bytes.max(log_bytes);
    }
}

/// The counters of a thread when a job began.
pub(super) struct Reading {
    steps: u64,
    cpu: Duration,
    changes: u64,
    pages: u64,
}

impl Reading {
    pub fn begin(connection: &Connection) -> Self {
        let counted = connection.progress_handler(
            STEPS as c_int,
            Some(|| {
                STEPS_DONE.set(STEPS_DONE.get() + STEPS);
                is_over()
            }),
        );
        if let Err(error) = counted {
            tracing::warn!(%error, "steps are not counted");
        }
        Self {
            steps: STEPS_DONE.get(),
            cpu: thread_cpu(),
            changes: connection.total_changes(),
            pages: LOG.get().1,
        }
    }

    fn work(&self) -> Work {
        Work {
            steps: STEPS_DONE.get() - self.steps,
            cpu: thread_cpu().saturating_sub(self.cpu),
        }
    }
}

/// Records the length of the log after a COMMIT. After a checkpoint the log begins again.
pub(super) fn record_log(pages: c_int) {
    let (before, written) = LOG.get();
    let new = if pages >= before {
        pages - before
    } else {
        pages
    };
    LOG.set((pages, written + u64::try_from(new).unwrap_or(0)));
}

fn thread_cpu() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime)
        .try_into()
        .unwrap_or_default()
}
