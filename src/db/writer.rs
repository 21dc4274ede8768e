//! The writer: gathers what waits into one transaction, and answers after its COMMIT.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};
use rusqlite::Connection;

use super::{Ballast, Deferrals, Read, Storage, Watch, Write, disk, guarded};
use crate::clock::{Clock, Timestamp};
use crate::error::{Error, Result, Sentence};
use crate::id::Sequence;
use crate::live::Outgoing;

/// Jobs and time that one COMMIT may gather.
const BATCH: usize = 64;
const BATCH_TIME: Duration = Duration::from_millis(10);

/// Something to write.
pub(super) struct WriteJob {
    pub run: Box<Run>,
    /// Whether it goes on when the disk is full.
    pub even_when_full: bool,
}

/// What a job does with its batch, or when there is none for it.
type Run = dyn FnOnce(Result<&mut Batch<'_>>) -> Answer + Send;
/// Called after COMMIT, with how that went.
pub(super) type Answer = Box<dyn FnOnce(Result<()>) + Send>;

/// What one COMMIT will contain.
pub(super) struct Batch<'a> {
    connection: &'a Connection,
    ids: &'a Sequence,
    now: Timestamp,
    /// Whether a job is part of it.
    is_begun: bool,
    /// Whether a job that is part of it has changed rows.
    has_changed: bool,
    /// Why the whole transaction was undone before its COMMIT.
    ended_by: Option<Error>,
    deferrals: Deferrals,
    outbox: Vec<Outgoing>,
    /// Whether a job found the disk full.
    met_full_disk: bool,
}

/// Does all writes, until nobody has any more. When the disk fails, so does the process, before anybody is answered.
pub(super) fn write_loop(
    connection: &Connection,
    ids: &Sequence,
    jobs: &Receiver<WriteJob>,
    clock: &Clock,
    publish: &Sender<Outgoing>,
    watch: &OnceLock<Watch>,
    storage: &Storage,
) {
    while let Ok(first) = jobs.recv() {
        let mut batch = Batch {
            connection,
            ids,
            now: clock.now(),
            is_begun: false,
            has_changed: false,
            ended_by: None,
            deferrals: Deferrals::default(),
            outbox: Vec::new(),
            met_full_disk: false,
        };
        let began = Instant::now();
        let noted = Watch::begin(watch);
        if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
            (first.run)(Err(error.into()))(Ok(()));
            continue;
        }
        let has_room = storage.ballast.get().is_none_or(Ballast::admits);
        let run = |job: WriteJob, batch: &mut Batch<'_>| {
            (job.run)(if has_room || job.even_when_full { Ok(batch) } else { Err(Sentence::StorageFull.into()) })
        };
        let mut answers = vec![run(first, &mut batch)];
        while !connection.is_autocommit() && answers.len() < BATCH && began.elapsed() < BATCH_TIME {
            let Ok(job) = jobs.try_recv() else { break };
            batch.now = clock.now();
            answers.push(run(job, &mut batch));
        }
        // SQLite gives up a whole transaction on a full disk, for instance; then nothing of this batch was done.
        let committed = if connection.is_autocommit() {
            Err(batch.ended_by.take().unwrap_or(Sentence::StorageFull.into()))
        } else {
            batch.finish().and_then(|()| connection.execute_batch("COMMIT").map_err(Error::from))
        };
        // Before anybody is answered: what the disk did not store may not be called done.
        let is_full = |error: &Error| disk::is_full(error, connection);
        let has_no_room = committed.as_ref().is_err_and(is_full) | disk::checkpoint_failure().as_ref().is_some_and(is_full);
        let committed = committed.map_err(|error| if has_no_room { Sentence::StorageFull.into() } else { error });
        if committed.is_err() || batch.has_changed {
            storage.commit_failed.store(committed.is_err(), Ordering::Relaxed);
        }
        if let Some(ballast) = storage.ballast.get().filter(|_| has_no_room || batch.met_full_disk) {
            ballast.give_up();
        }
        match &committed {
            Ok(()) => batch.outbox.into_iter().for_each(|outgoing| drop(publish.send(outgoing))),
            Err(error) => {
                tracing::error!(%error, jobs = answers.len(), "a commit failed");
                if !connection.is_autocommit() {
                    let _ = connection.execute_batch("ROLLBACK");
                }
            }
        }
        Watch::end(watch, "write", noted);
        for answer in answers {
            answer(committed.clone());
        }
    }
}

fn is_storage_full(error: &Error) -> bool {
    error.sentence() == Sentence::StorageFull
}

impl Batch<'_> {
    /// Runs one job so that its failure is nobody else's: in a savepoint of its own, unless the whole transaction is its own
    /// so far. In a savepoint each statement takes longer the more pages the job has changed, which an import would feel.
    pub fn run<T>(&mut self, f: impl FnOnce(&mut Write<'_>) -> Result<T>) -> Result<T> {
        if self.is_begun
            && let Err(error) = self.connection.prepare_cached("SAVEPOINT job").and_then(|mut savepoint| savepoint.execute([]))
        {
            return Err(self.end(error.into()));
        }
        let changes = self.connection.total_changes();
        let deferred_before = self.deferrals.borrow().clone();
        let mut write = self.transaction();
        let done = guarded(|| {
            let done = f(&mut write)?;
            if cfg!(debug_assertions) && self.connection.total_changes() != changes {
                assert!(
                    !write.outbox.is_empty() || write.quiet.is_some(),
                    "a transaction changed rows and told nobody: emit an event, or say why not with `quietly`"
                );
            }
            Ok(done)
        });
        let mut outbox = write.outbox;
        self.met_full_disk |= done.as_ref().is_err_and(is_storage_full);
        if self.connection.is_autocommit() {
            self.ended_by = done.as_ref().err().cloned();
        } else if let Err(error) = self.end_job(done.is_ok()) {
            return Err(self.end(error.into()));
        }
        if done.is_ok() {
            self.is_begun = true;
            self.has_changed |= self.connection.total_changes() != changes;
            self.outbox.append(&mut outbox);
        } else {
            self.deferrals.replace(deferred_before);
        }
        done
    }

    /// Undoes the whole transaction, unless SQLite has: half a job must not be committed with the others.
    fn end(&mut self, error: Error) -> Error {
        self.ended_by = Some(error.clone());
        if !self.connection.is_autocommit()
            && let Err(error) = self.connection.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "a transaction was not undone");
        }
        error
    }

    fn transaction(&self) -> Write<'_> {
        let read = Read { connection: self.connection, now: self.now, keeper: None };
        Write { read, ids: self.ids, deferrals: &self.deferrals, outbox: Vec::new(), quiet: None }
    }

    /// Does what the jobs have put off.
    fn finish(&self) -> Result<()> {
        let deferrals = self.deferrals.take();
        guarded(|| deferrals.values().try_for_each(|deferral| deferral.run(&self.transaction())))
    }

    fn end_job(&self, keep: bool) -> rusqlite::Result<()> {
        match (self.is_begun, keep) {
            (false, true) => Ok(()),
            (false, false) => self.connection.execute_batch("ROLLBACK; BEGIN IMMEDIATE"),
            (true, true) => self.connection.prepare_cached("RELEASE job")?.execute([]).map(drop),
            (true, false) => self.connection.execute_batch("ROLLBACK TO job; RELEASE job"),
        }
    }
}
