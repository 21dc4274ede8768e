//! The writer thread: runs waiting jobs in one transaction and answers them after its COMMIT.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;
use rusqlite::Connection;

use super::cost::Reading;
use super::disk_reserve::DiskReserve;
use super::durability::{self, Storage};
use super::instruments::Instruments;
use super::job::guarded;
use super::query_metrics::QueryMetrics;
use super::transaction::{BatchTasks, PendingTasks, Read, SearchSetting, Steps, Write};
use super::write_queue::WriteJobs;
use crate::core::clock::{Clock, Timestamp};
use crate::core::error::{Error, Result, Sentence};
use crate::core::fair_queue::Requester;
use crate::core::id::Sequence;
use crate::platform::realtime::Outgoing;

/// The largest number of jobs in a batch.
const BATCH_JOBS: usize = 64;
/// The time after which a batch takes no further job. Tests that need one batch hold its first job
/// until the others have been queued, which takes longer on a busy machine.
const BATCH_TIME: Duration = Duration::from_millis(if cfg!(test) { 10_000 } else { 10 });

/// The size of the texts with tasks after which a batch takes no further job: indexing them takes a few
/// hundredths of a second, for which all jobs of the batch wait.
const BATCH_BYTES: usize = 32 << 10;

/// A write job.
pub(super) struct WriteJob {
    pub run: Box<Run>,
    /// The size of the request that the job is for.
    pub bytes: usize,
    /// Whether the job also runs on a full disk.
    pub is_critical: bool,
}

/// The job's work in its batch. Gets the error if there is no batch for it.
type Run = dyn FnOnce(Result<&mut Batch<'_>>) -> CommitCallback + Send;
/// Called after the COMMIT with its result.
pub(super) type CommitCallback = Box<dyn FnOnce(Result<()>) + Send>;

/// The jobs of one transaction.
pub(super) struct Batch<'a> {
    connection: &'a Connection,
    ids: &'a Sequence,
    now: Timestamp,
    /// Whether a job has succeeded.
    is_begun: bool,
    /// Whether a successful job has changed rows.
    has_changed: bool,
    /// Why the whole transaction was rolled back before its COMMIT.
    rolled_back_by: Option<Error>,
    tasks: PendingTasks,
    /// Who has deferred tasks, and the size of their texts.
    deferred: Vec<(Requester, usize)>,
    outbox: Vec<Outgoing>,
    /// Whether a job failed because the disk is full.
    met_full_disk: bool,
}

/// Runs write jobs until the queue is closed. If the disk fails, the process ends before any job of
/// the batch is answered.
pub(super) fn write_loop(
    connection: &Connection,
    ids: &Sequence,
    jobs: &WriteJobs<WriteJob>,
    clock: &Clock,
    publish: &Sender<Outgoing>,
    instruments: &Instruments,
    storage: &Storage,
) {
    while let Some(first) = jobs.wait() {
        let mut batch = Batch {
            connection,
            ids,
            now: clock.now(),
            is_begun: false,
            has_changed: false,
            rolled_back_by: None,
            tasks: PendingTasks::default(),
            deferred: Vec::new(),
            outbox: Vec::new(),
            met_full_disk: false,
        };
        let began = Instant::now();
        let timer = QueryMetrics::begin(&instruments.queries);
        let metered = instruments
            .meter
            .get()
            .map(|meter| (meter, Reading::begin(connection)));
        if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
            (first.1.run)(Err(error.into()))(Ok(()));
            continue;
        }
        let has_room = storage
            .reserve
            .get()
            .is_none_or(DiskReserve::accepts_writes);
        let run = |(by, job): (Requester, WriteJob), batch: &mut Batch<'_>| {
            let (began, pending) = (Instant::now(), batch.pending());
            let callback = (job.run)(if has_room || job.is_critical {
                Ok(&mut *batch)
            } else {
                Err(Sentence::StorageFull.into())
            });
            jobs.charge(&by, began.elapsed());
            batch.note_deferred(by, pending, job.bytes);
            callback
        };
        let changes = connection.total_changes();
        let mut callbacks = vec![run(first, &mut batch)];
        while !connection.is_autocommit()
            && callbacks.len() < BATCH_JOBS
            && began.elapsed() < BATCH_TIME
            && batch.deferred_bytes() < BATCH_BYTES
        {
            let Some(job) = jobs.next() else { break };
            batch.now = clock.now();
            callbacks.push(run(job, &mut batch));
        }
        // SQLite rolls back a whole transaction on a full disk, for example.
        let committed = if connection.is_autocommit() {
            Err(batch
                .rolled_back_by
                .take()
                .unwrap_or(Sentence::StorageFull.into()))
        } else {
            batch
                .run_tasks(jobs)
                .and_then(|()| connection.execute_batch("COMMIT").map_err(Error::from))
        };
        // Ends the process if the disk failed, before an unstored write is acknowledged.
        let is_full = |error: &Error| durability::is_full(error, connection);
        let has_no_room = committed.as_ref().is_err_and(is_full)
            | durability::checkpoint_failure()
                .as_ref()
                .is_some_and(is_full);
        let committed = committed.map_err(|error| {
            if has_no_room {
                Sentence::StorageFull.into()
            } else {
                error
            }
        });
        if committed.is_err() || batch.has_changed {
            storage
                .commit_failed
                .store(committed.is_err(), Ordering::Relaxed);
        }
        if let Some(reserve) = storage
            .reserve
            .get()
            .filter(|_| has_no_room || batch.met_full_disk)
        {
            reserve.release();
        }
        if connection.total_changes() != changes {
            storage.changes.fetch_add(1, Ordering::Release);
        }
        match &committed {
            Ok(()) => batch
                .outbox
                .into_iter()
                .for_each(|outgoing| drop(publish.send(outgoing))),
            Err(error) => {
                tracing::error!(%error, jobs = callbacks.len(), "a commit failed");
                if !connection.is_autocommit() {
                    let _ = connection.execute_batch("ROLLBACK");
                }
            }
        }
        QueryMetrics::end(&instruments.queries, "write", timer);
        if let Some((meter, begun)) = metered {
            meter.add_writes(connection, &begun);
        }
        for callback in callbacks {
            callback(committed.clone());
        }
    }
}

fn is_storage_full(error: &Error) -> bool {
    error.sentence() == Sentence::StorageFull
}

impl Batch<'_> {
    /// Runs one job isolated from the others: in its own savepoint, or directly in the transaction
    /// if it is the first. (In a savepoint a statement slows down with the number of pages that the
    /// job has changed, which would slow down imports.) Returns also the steps that it has registered.
    pub fn run<T>(
        &mut self,
        f: impl FnOnce(&mut Write<'_>) -> Result<T>,
    ) -> Result<(T, Vec<&'static Steps>)> {
        if self.is_begun
            && let Err(error) = self
                .connection
                .prepare_cached("SAVEPOINT job")
                .and_then(|mut savepoint| savepoint.execute([]))
        {
            return Err(self.roll_back(error.into()));
        }
        let changes = self.connection.total_changes();
        let tasks_before = self.tasks.borrow().clone();
        let mut write = self.transaction();
        let done = guarded(|| {
            let done = f(&mut write)?;
            if cfg!(debug_assertions) && self.connection.total_changes() != changes {
                assert!(
                    !write.outbox.is_empty() || write.no_event_reason.is_some(),
                    "a transaction changed rows without an event: emit one, or give the reason with `without_event`"
                );
            }
            Ok(done)
        });
        let Write {
            mut outbox, steps, ..
        } = write;
        self.met_full_disk |= done.as_ref().is_err_and(is_storage_full);
        if self.connection.is_autocommit() {
            self.rolled_back_by = done.as_ref().err().cloned();
        } else if let Err(error) = self.end_job(done.is_ok()) {
            return Err(self.roll_back(error.into()));
        }
        if done.is_ok() {
            self.is_begun = true;
            self.has_changed |= self.connection.total_changes() != changes;
            self.outbox.append(&mut outbox);
        } else {
            self.tasks.replace(tasks_before);
        }
        done.map(|value| (value, steps))
    }

    /// Rolls the whole transaction back, unless SQLite did: half a job must not be committed.
    fn roll_back(&mut self, error: Error) -> Error {
        self.rolled_back_by = Some(error.clone());
        if !self.connection.is_autocommit()
            && let Err(error) = self.connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "cannot roll a transaction back");
        }
        error
    }

    fn transaction(&self) -> Write<'_> {
        let read = Read {
            connection: self.connection,
            now: self.now,
            search: SearchSetting::default(),
            cache: None,
        };
        Write {
            read,
            ids: self.ids,
            tasks: &self.tasks,
            outbox: Vec::new(),
            steps: Vec::new(),
            no_event_reason: None,
        }
    }

    /// Returns the number of pending tasks and the size of their texts.
    fn pending(&self) -> (usize, usize) {
        let tasks = self.tasks.borrow();
        let count = tasks.values().map(BatchTasks::count).sum();
        (count, tasks.values().map(|tasks| tasks.bytes).sum())
    }

    /// Notes whether a job has added to the tasks that were pending before it. The texts of an edit are in
    /// its request.
    fn note_deferred(&mut self, by: Requester, before: (usize, usize), request_bytes: usize) {
        let (count, bytes) = self.pending();
        if count > before.0 {
            let bytes = bytes.saturating_sub(before.1) + request_bytes;
            self.deferred.push((by, bytes.max(1)));
        }
    }

    fn deferred_bytes(&self) -> usize {
        self.deferred.iter().map(|(_, bytes)| bytes).sum()
    }

    /// Runs the tasks that the jobs have deferred. Charges them for the time, by the size of their texts.
    fn run_tasks(&self, jobs: &WriteJobs<WriteJob>) -> Result<()> {
        let began = Instant::now();
        let tasks = self.tasks.take();
        let done = guarded(|| {
            tasks
                .values()
                .try_for_each(|tasks| tasks.run(&self.transaction()))
        });
        let (time, all) = (began.elapsed(), self.deferred_bytes());
        for (by, bytes) in &self.deferred {
            jobs.charge(by, time.mul_f64(*bytes as f64 / all as f64));
        }
        done
    }

    /// Ends a job's part of the transaction: keeps it or undoes it.
    fn end_job(&self, keep: bool) -> rusqlite::Result<()> {
        match (self.is_begun, keep) {
            (false, true) => Ok(()),
            (false, false) => self.connection.execute_batch("ROLLBACK; BEGIN IMMEDIATE"),
            (true, true) => self
                .connection
                .prepare_cached("RELEASE job")?
                .execute([])
                .map(drop),
            (true, false) => self
                .connection
                .execute_batch("ROLLBACK TO job; RELEASE job"),
        }
    }
}
