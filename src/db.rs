//! The database: one writer thread with group commit, a few readers, one outbox per transaction.
//!
//! A request is one snapshot ([`Db::read`]) or one transaction ([`Db::write`]). Both take a closure that runs on
//! a thread of its own and never waits for anything but SQLite. `write` answers only after COMMIT under
//! `synchronous=FULL`: what was answered survives a power cut. What the closure told to the outside with
//! [`Write::emit`] leaves after the COMMIT, in commit order; a rollback tells nothing.

pub mod ballast;
mod connection;
mod disk;
pub mod files;
mod kept;
mod reader;
mod rule;
pub mod schema;
mod transaction;
mod watch;
mod writer;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TrySendError};
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

pub use ballast::Ballast;
pub use connection::{add_functions, is_refused, open_to_read};
pub use files::FILE;
pub use rule::Rule;
pub use schema::newest as newest_schema;
#[cfg(test)]
pub use transaction::plans;
pub use transaction::{Deferred, Read, Write};

use connection::configure;
use kept::Keeper;
use reader::{ReadJob, Snapshot, out_of_time, read_loop};
use transaction::Deferrals;
use watch::Watch;
use writer::{Answer, Batch, WriteJob, write_loop};

use crate::clock::{Clock, Timestamp};
use crate::error::{Error, Result, Sentence};
use crate::id::Sequence;
use crate::live::{Hub, Outgoing};
use crate::metrics::Metrics;

/// 'Stoa' in ASCII: tells our files from other SQLite files.
pub const APPLICATION_ID: i32 = 0x5374_6f61;
/// How long a connection waits for another process.
const BUSY: Duration = Duration::from_secs(5);
/// Threads that read.
pub const READERS: usize = 4;
/// Jobs that may wait; one more is told that the site is busy.
pub const QUEUE: usize = 1_024;

/// The database of a running site. Stops when dropped, after the writes it accepted.
pub struct Db {
    reads: Option<Sender<ReadJob>>,
    writes: Option<Sender<WriteJob>>,
    publish: Option<Sender<Outgoing>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    watch: Arc<OnceLock<Watch>>,
    storage: Arc<Storage>,
}

/// How it stands with the disk.
#[derive(Default)]
struct Storage {
    commit_failed: AtomicBool,
    ballast: OnceLock<Ballast>,
}

impl Db {
    /// From now on queries that take longer than `slow_ms` milliseconds (0: none) are named in the log, and how long
    /// snapshots and batches of writes take is counted.
    pub fn watch(&self, slow_ms: u32, metrics: Metrics) {
        let slow = (slow_ms > 0).then(|| Duration::from_millis(slow_ms.into()));
        let _ = self.watch.set(Watch { slow, metrics });
    }

    /// Whether nothing could be stored since a COMMIT has failed.
    pub fn has_failed_to_commit(&self) -> bool {
        self.storage.commit_failed.load(Ordering::Relaxed)
    }

    /// From now on a full disk leaves room for what goes on then ([`Db::write_even_when_full`]), and everything else is refused
    /// until there is room again. Without it each write fails for itself.
    pub fn keep(&self, ballast: Ballast) {
        let _ = self.storage.ballast.set(ballast);
    }

    /// How many writes wait for the writer.
    pub fn waiting_writes(&self) -> usize {
        self.writes.as_ref().map_or(0, Sender::len)
    }

    /// How many reads wait for a reader.
    #[cfg(test)]
    pub fn waiting_reads(&self) -> usize {
        self.reads.as_ref().map_or(0, Sender::len)
    }

    /// Opens or creates `stoa.db` in `directory`, brings its schema up to date, and starts the threads. Who has something to
    /// lose makes a backup before.
    pub fn open(directory: &Path, clock: Clock, hub: Hub) -> Result<Self> {
        let path = directory.join(FILE);
        schema::migrate(&path)?;
        let writer = Connection::open(&path)?;
        Self::start(&path, writer, clock, hub, true)
    }

    /// Opens the database that another process is serving from `directory`, which must have the schema of this program: the
    /// migrations are left to whoever has the directory to himself. Nobody hears of what is told here.
    pub fn open_beside(directory: &Path, clock: Clock) -> Result<Self> {
        let path = directory.join(FILE);
        let writer = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        let theirs: i32 = writer.query_row("SELECT max(version) FROM refinery_schema_history", [], |row| row.get(0))?;
        let ours = newest_schema();
        if theirs != ours {
            return Err(Error::internal(format_args!("{} has schema {theirs}, this program makes {ours}", path.display())));
        }
        Self::start(&path, writer, clock, Hub::default(), false)
    }

    /// Starts the threads. Who has the database to himself tidies it up at the end.
    fn start(path: &Path, writer: Connection, clock: Clock, hub: Hub, is_alone: bool) -> Result<Self> {
        configure(&writer)?;
        writer.wal_hook(Some(disk::checkpoint));
        writer.set_prepared_statement_cache_capacity(256);
        let highest = highest_id(&writer)?;

        let manager = SqliteConnectionManager::file(path)
            .with_flags(OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .with_init(|connection| {
                configure(connection)?;
                connection.execute_batch("PRAGMA query_only = ON")?;
                connection.set_prepared_statement_cache_capacity(256);
                connection.progress_handler(10_000, Some(out_of_time))
            });
        let pool = r2d2::Pool::builder().max_size(READERS as u32).test_on_check_out(false).build(manager).map_err(Error::internal)?;

        let (publish, outgoing) = crossbeam_channel::unbounded();
        let (writes, write_jobs) = crossbeam_channel::bounded(QUEUE);
        let (reads, read_jobs) = crossbeam_channel::bounded(QUEUE);
        let mut threads = Vec::new();
        let watch = Arc::new(OnceLock::new());
        let mut start = |name: &str, body: Box<dyn FnOnce() + Send>| {
            std::thread::Builder::new().name(name.to_owned()).spawn(body).map(|thread| threads.push(thread)).map_err(Error::internal)
        };
        start("publisher", Box::new(move || publish_loop(&outgoing, &hub)))?;
        let (write_clock, write_watch) = (clock.clone(), watch.clone());
        let storage = Arc::new(Storage::default());
        let write_storage = storage.clone();
        let sequence = Sequence::after(highest);
        let committed = publish.clone();
        let write = move || {
            write_loop(&writer, &sequence, &write_jobs, &write_clock, &committed, &write_watch, &write_storage);
            if is_alone && let Err(error) = writer.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").map_err(Error::from) {
                let is_full = disk::is_full(&error, &writer);
                tracing::warn!(%error, is_full, "the WAL was left as it is");
            }
        };
        start("writer", Box::new(write))?;
        let kept = Arc::default();
        for _ in 0..READERS {
            let keeper = Keeper::new(Arc::clone(&kept));
            let (connection, jobs, clock) = (pool.get().map_err(Error::internal)?, read_jobs.clone(), clock.clone());
            let watch = watch.clone();
            start("reader", Box::new(move || read_loop(&connection, &jobs, &clock, &watch, &keeper)))?;
        }
        Ok(Self { reads: Some(reads), writes: Some(writes), publish: Some(publish), threads: Mutex::new(threads), watch, storage })
    }

    /// Runs `f` on a snapshot. A read that computes for more than two seconds is interrupted.
    pub async fn read<T: Send + 'static>(&self, f: impl FnOnce(&Read<'_>) -> Result<T> + Send + 'static) -> Result<T> {
        self.queue_read(f)?.await.map_err(|_| Error::internal("a reader stopped"))?
    }

    /// Like [`Db::read`], for a thread that may wait.
    pub fn read_blocking<T: Send + 'static>(&self, f: impl FnOnce(&Read<'_>) -> Result<T> + Send + 'static) -> Result<T> {
        self.queue_read(f)?.blocking_recv().map_err(|_| Error::internal("a reader stopped"))?
    }

    fn queue_read<T: Send + 'static>(
        &self,
        f: impl FnOnce(&Read<'_>) -> Result<T> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T>>> {
        let (answer, answered) = oneshot::channel();
        enqueue(
            self.reads.as_ref(),
            Box::new(move |snapshot: Result<Read<'_>>| {
                // Nobody waits any more: a closed connection costs nothing.
                if !answer.is_closed() {
                    let _ = answer.send(snapshot.and_then(|read| guarded(|| f(&read))));
                }
            }),
        )?;
        Ok(answered)
    }

    /// Runs `f` in a transaction and answers after its COMMIT. An error from `f` undoes all it did.
    pub async fn write<T: Send + 'static>(&self, f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static) -> Result<T> {
        self.queue_write(false, f)?.await.map_err(|_| Error::internal("the writer stopped"))?
    }

    /// Like [`Db::write`], for what ends or removes something: it goes on when the disk is full.
    pub async fn write_even_when_full<T: Send + 'static>(&self, f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static) -> Result<T> {
        self.queue_write(true, f)?.await.map_err(|_| Error::internal("the writer stopped"))?
    }

    /// Sends `outgoing`, which changes nothing, after all that was left by transactions whose writes were answered.
    pub fn tell(&self, outgoing: Outgoing) {
        if let Some(publish) = &self.publish {
            let _ = publish.send(outgoing);
        }
    }

    /// Runs `f` in a transaction without waiting for it; that it failed is only logged. On a full disk it is left out.
    pub fn write_later(&self, f: impl FnOnce(&mut Write<'_>) -> Result<()> + Send + 'static) {
        let noting = |tx: &mut Write<'_>| f(tx).inspect_err(|error| tracing::warn!(%error, "a deferred write failed"));
        if let Err(error) = self.queue_write(false, noting) {
            tracing::warn!(%error, "a deferred write was dropped");
        }
    }

    /// Whether all threads are there.
    pub fn is_running(&self) -> bool {
        let threads = self.threads.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        threads.iter().all(|thread| !thread.is_finished())
    }

    /// Stores something that nobody reads. When it is stored, it no longer matters that a COMMIT has failed.
    pub async fn try_to_store(&self) -> Result<()> {
        self.write_even_when_full(|tx| {
            let version: i32 = tx.value("PRAGMA user_version", [])?;
            Ok(tx.connection.pragma_update(None, "user_version", version ^ 1)?)
        })
        .await?;
        self.storage.commit_failed.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// Like [`Db::write`], for a thread that may wait.
    pub fn write_blocking<T: Send + 'static>(&self, f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static) -> Result<T> {
        self.queue_write(false, f)?.blocking_recv().map_err(|_| Error::internal("the writer stopped"))?
    }

    fn queue_write<T: Send + 'static>(
        &self,
        even_when_full: bool,
        f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T>>> {
        let (answer, answered) = oneshot::channel();
        let run = Box::new(move |batch: Result<&mut Batch<'_>>| -> Answer {
            let done = batch.and_then(|batch| batch.run(f));
            Box::new(move |committed| {
                let told = match (done, committed) {
                    (Ok(value), Ok(())) => Ok(value),
                    // Why the write failed was found out for the whole batch.
                    (Ok(_) | Err(Error::WriteFailed(_)), Err(error)) | (Err(error), _) => Err(error),
                };
                let _ = answer.send(told);
            })
        });
        enqueue(self.writes.as_ref(), WriteJob { run, even_when_full })?;
        Ok(answered)
    }
}

impl Drop for Db {
    fn drop(&mut self) {
        self.reads.take();
        self.writes.take();
        self.publish.take();
        // The last owner may be a job that one of these threads is just running.
        let this = std::thread::current().id();
        for thread in self.threads.lock().unwrap_or_else(std::sync::PoisonError::into_inner).drain(..) {
            if thread.thread().id() != this {
                let _ = thread.join();
            }
        }
    }
}

/// The highest id that was given out, as far as what has it is still there.
pub(crate) fn highest_id(connection: &Connection) -> Result<i64> {
    let sql = "SELECT coalesce(max(id), 0) FROM (
                   SELECT max(id) AS id FROM users UNION ALL SELECT max(id) FROM sessions UNION ALL SELECT max(id) FROM posts
                   UNION ALL SELECT max(id) FROM comments UNION ALL SELECT max(id) FROM revisions UNION ALL SELECT max(id) FROM tags
                   UNION ALL SELECT max(id) FROM tag_totals
                   UNION ALL SELECT max(id) FROM comment_revisions UNION ALL SELECT max(id) FROM communities
                   UNION ALL SELECT max(id) FROM messages UNION ALL SELECT max(id) FROM chats
                   UNION ALL SELECT max(id) FROM games UNION ALL SELECT max(reached) FROM gamers
                   UNION ALL SELECT max(id) FROM removals UNION ALL SELECT max(id) FROM invitations)";
    Ok(connection.query_row(sql, [], |row| row.get(0))?)
}

fn enqueue<J>(queue: Option<&Sender<J>>, job: J) -> Result<()> {
    match queue.map(|queue| queue.try_send(job)) {
        Some(Ok(())) => Ok(()),
        Some(Err(TrySendError::Full(_))) => Err(Sentence::Busy.into()),
        Some(Err(TrySendError::Disconnected(_))) | None => Err(Error::internal("the database is closed")),
    }
}

/// A panic in one job is that job's error, not the end of its thread.
fn guarded<T>(f: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| Err(Error::Internal(panic_text(&*panic))))
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    format!("panic: {}", text.unwrap_or_default())
}

fn publish_loop(committed: &Receiver<Outgoing>, hub: &Hub) {
    for outgoing in committed {
        let sent = guarded(|| {
            hub.publish(outgoing);
            Ok(())
        });
        if let Err(error) = sent {
            tracing::error!(%error, "an event was not sent");
        }
    }
}

/// What `f` finds in the database of a directory, beside whoever has it open: nothing is migrated, and nothing can be changed
/// but what is temporary. It may take its time.
pub fn look<T>(directory: &Path, now: Timestamp, f: impl FnOnce(&Read<'_>) -> Result<T>) -> Result<T> {
    let connection = open_to_read(&directory.join(FILE))?;
    let _snapshot = Snapshot::begin(&connection)?;
    f(&Read { connection: &connection, now, keeper: None })
}
