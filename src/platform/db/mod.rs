//! The database: one writer thread with group commit, several reader threads, one outbox per
//! transaction.
//!
//! A request is one snapshot ([`Db::read`]) or one transaction ([`Db::write`]). Both take a closure
//! that runs on a database thread and waits for nothing but SQLite. `write` answers only after the
//! COMMIT under `synchronous=FULL`: an acknowledged write survives a power cut. The events of
//! [`Write::emit`] are published after the COMMIT, in commit order; a rollback publishes nothing. A job
//! logs in the span of its caller, so that its lines have the id of the request.

pub mod disk_reserve;
mod connection;
mod cost;
mod durability;
pub mod files;
mod instruments;
mod job;
mod cache;
mod reader;
mod row;
mod invariant;
pub mod schema;
pub mod schema_objects;
mod log_owner;
mod identity;
mod steps;
mod transaction;
pub mod storage_use;
mod write_queue;
mod query_metrics;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::{Connection, OpenFlags};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;
use tracing::Span;

pub use connection::{add_functions, is_refused, open_to_read, read_only_uri};
pub use cost::{Cost, Meter, Work};
pub use disk_reserve::DiskReserve;
pub use files::FILE;
pub use identity::created_at;
pub use invariant::Invariant;
pub use job::QUEUE_LENGTH;
pub use log_owner::{foreign_log, is_damaging};
pub use row::FromRow;
pub(crate) use row::from_row;
pub use schema::{APPLICATION_ID, newest as newest_schema};
pub use storage_use::{Room, StorageUse};
pub use transaction::{BatchTask, Read, SearchSetting, Steps, Write};
#[cfg(test)]
pub use transaction::{TableRecorder, count_queries, plans};

use cache::CacheHandle;
use connection::configure;
use durability::Storage;
use instruments::Instruments;
use job::{enqueue, guarded};
use query_metrics::QueryMetrics;
use reader::{ReadJob, Snapshot, is_over, read_loop, read_once};
use steps::StepRegistry;
use write_queue::{WriteQueue, write_queue};
use writer::{Batch, CommitCallback, WriteJob, write_loop};

use crate::core::clock::{Clock, Timestamp};
use crate::core::error::{Error, Result, Sentence};
use crate::core::fair_queue::Requester;
use crate::core::id::{Id, Sequence};
use crate::core::metrics::Metrics;
use crate::platform::realtime::{Hub, Outgoing};

/// The number of reader threads.
pub const READERS: usize = 4;

/// How long the readers' connections may take to open at the start. The pool tries again until then,
/// which does not help without free file descriptors.
const POOL_TIMEOUT: Duration = Duration::from_secs(5);

/// The database of a running site. On drop it stops after the writes that it has accepted.
pub struct Db {
    path: PathBuf,
    clock: Clock,
    reads: Option<Sender<ReadJob>>,
    writes: Option<WriteQueue<WriteJob>>,
    publish: Option<Sender<Outgoing>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    instruments: Arc<Instruments>,
    storage: Arc<Storage>,
    steps: Arc<StepRegistry>,
}

impl Db {
    /// Starts to log queries that take at least `slow_ms` milliseconds (0: none) and to record the
    /// durations of reads and write batches.
    pub fn observe(&self, slow_ms: u32, metrics: Metrics) {
        let slow = (slow_ms > 0).then(|| Duration::from_millis(slow_ms.into()));
        let _ = self.instruments.queries.set(QueryMetrics { slow, metrics });
    }

    /// Sets how searches compare words, once.
    pub fn search_as(&self, setting: SearchSetting) {
        let _ = self.instruments.search.set(setting);
    }

    /// Starts to measure the cost of all jobs, which makes them slower. Returns the meter.
    pub fn measure_costs(&self) -> &Meter {
        self.instruments.meter.get_or_init(Meter::default)
    }

    /// Returns whether the last COMMIT failed.
    pub fn has_failed_to_commit(&self) -> bool {
        self.storage.commit_failed.load(Ordering::Relaxed)
    }

    /// Returns a number that is another one when a write that changed something is answered, or after
    /// [`Db::note_foreign_change`].
    pub fn changes(&self) -> u64 {
        self.storage.changes.load(Ordering::Acquire)
    }

    /// Notes that another process has written.
    pub fn note_foreign_change(&self) {
        self.storage.changes.fetch_add(1, Ordering::Release);
    }

    /// Returns how the database is damaged, as far as it is known: a query has met damage, or the
    /// schema is not the one of this program. `stoa doctor` finds the extent.
    pub fn damage(&self) -> Option<String> {
        self.storage.damage.get().cloned()
    }

    /// Starts to use a disk reserve: on a full disk only [`Db::write_critical`] is accepted, until
    /// there is room again. Without a reserve each write fails by itself.
    pub fn use_reserve(&self, reserve: DiskReserve) {
        let _ = self.storage.reserve.set(reserve);
    }

    /// Returns whether only critical writes are accepted, because the disk was full at the last write.
    pub fn is_read_only(&self) -> bool {
        self.storage
            .reserve
            .get()
            .is_some_and(DiskReserve::is_released)
    }

    /// Returns the room that the site takes, under a limit in megabytes (0: none), and has on its disk.
    pub fn storage_use(&self, read: &Read<'_>, limit_mb: u32) -> Result<StorageUse> {
        let directory = self.path.parent().unwrap_or(Path::new("."));
        let disk = files::disk_space(directory).ok().map(|(free, size)| {
            let reserve = self.storage.reserve.get();
            let free = reserve.and_then(DiskReserve::free).unwrap_or(free);
            (free, size)
        });
        StorageUse::of(read, limit_mb, disk)
    }

    /// Returns the room for new texts and pictures. Logs when it has become less.
    pub fn room(&self, read: &Read<'_>, limit_mb: u32) -> Result<Room> {
        let found = self.storage_use(read, limit_mb)?;
        let room = found.room();
        let before = self.storage.room.swap(room as u8, Ordering::Relaxed);
        if room as u8 > before {
            let (used, limit) = (found.used, found.limit.unwrap_or(0));
            let free = found.disk.map_or(0, |(free, _)| free);
            if room == Room::No {
                tracing::error!(
                    used,
                    limit,
                    free,
                    "no room is left: new texts and pictures are refused until limits.storage_mb is raised or the disk has room"
                );
            } else {
                tracing::warn!(
                    used,
                    limit,
                    free,
                    "little room is left for new texts and pictures"
                );
            }
        }
        Ok(room)
    }

    /// Returns the number of waiting writes.
    pub fn waiting_writes(&self) -> usize {
        self.writes.as_ref().map_or(0, WriteQueue::waiting)
    }

    /// Returns the number of waiting reads.
    #[cfg(test)]
    pub fn waiting_reads(&self) -> usize {
        self.reads.as_ref().map_or(0, Sender::len)
    }

    /// Opens or creates `stoa.db` in `directory`, migrates its schema and starts the threads. The
    /// caller makes a backup before a migration.
    pub fn open(directory: &Path, clock: Clock, hub: Hub) -> Result<Self> {
        let path = directory.join(FILE);
        let writer = schema::migrate(&path)?;
        Self::start(&path, writer, clock, hub, true)
    }

    /// Opens a database that another process may be serving. Its schema must be this program's: only
    /// a process that owns the directory migrates. Events of this process reach no browser.
    pub fn open_shared(directory: &Path, clock: Clock) -> Result<Self> {
        let path = directory.join(FILE);
        let writer = Connection::open_with_flags(
            &path,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        let theirs = schema::known_version(&writer, &path.display())?;
        let ours = newest_schema();
        if theirs != ours {
            return Err(Error::internal(format_args!(
                "{} has schema {theirs}, but this program needs schema {ours}",
                path.display()
            )));
        }
        Self::start(&path, writer, clock, Hub::default(), false)
    }

    /// Starts the threads. A process that owns the directory (`is_exclusive`) truncates the WAL at
    /// the end.
    fn start(
        path: &Path,
        writer: Connection,
        clock: Clock,
        hub: Hub,
        is_exclusive: bool,
    ) -> Result<Self> {
        // Also after a migration, which turns foreign keys off.
        configure(&writer).map_err(|error| schema::cannot_open(path, &error))?;
        writer.wal_hook(Some(durability::checkpoint));
        writer.set_prepared_statement_cache_capacity(256);
        let highest = highest_id(&writer, latest_id(clock.now()))?;
        let storage = Arc::new(Storage::default());
        for difference in schema_objects::differences(&writer)? {
            storage.note_damage(&difference.problem);
        }

        let manager = SqliteConnectionManager::file(path)
            .with_flags(OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .with_init(|connection| {
                configure(connection)?;
                connection.execute_batch("PRAGMA query_only = ON")?;
                connection.set_prepared_statement_cache_capacity(256);
                connection.progress_handler(10_000, Some(is_over))
            });
        let cannot_connect =
            |error| Error::internal(format_args!("cannot open {}: {error}", path.display()));
        let pool = r2d2::Pool::builder()
            .max_size(READERS as u32)
            .connection_timeout(POOL_TIMEOUT)
            // The error of the pool says why.
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .test_on_check_out(false)
            .build(manager)
            .map_err(cannot_connect)?;

        let (publish, outgoing) = crossbeam_channel::unbounded();
        let (writes, write_jobs) = write_queue();
        let (reads, read_jobs) = crossbeam_channel::bounded(QUEUE_LENGTH);
        let mut threads = Vec::new();
        let instruments = Arc::new(Instruments::default());
        let mut start = |name: &str, body: Box<dyn FnOnce() + Send>| {
            std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(body)
                .map(|thread| threads.push(thread))
                .map_err(Error::internal)
        };
        start("publisher", Box::new(move || publish_loop(&outgoing, &hub)))?;
        let (write_clock, write_instruments) = (clock.clone(), instruments.clone());
        let write_storage = storage.clone();
        let sequence = Sequence::after(highest);
        let committed = publish.clone();
        let write = move || {
            write_loop(
                &writer,
                &sequence,
                &write_jobs,
                &write_clock,
                &committed,
                &write_instruments,
                &write_storage,
            );
            if is_exclusive
                && let Err(error) = writer
                    .execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
                    .map_err(Error::from)
            {
                let is_full = durability::is_full(&error, &writer);
                tracing::warn!(%error, is_full, "the last checkpoint failed");
            }
        };
        start("writer", Box::new(write))?;
        let cache = Arc::default();
        for _ in 0..READERS {
            let cache = CacheHandle::new(Arc::clone(&cache));
            let (connection, jobs, clock) = (
                pool.get().map_err(cannot_connect)?,
                read_jobs.clone(),
                clock.clone(),
            );
            let instruments = instruments.clone();
            start(
                "reader",
                Box::new(move || {
                    read_loop(
                        &connection,
                        &jobs,
                        &clock,
                        &instruments.queries,
                        &instruments.search,
                        &cache,
                    );
                }),
            )?;
        }
        Ok(Self {
            path: path.to_owned(),
            clock,
            reads: Some(reads),
            writes: Some(writes),
            publish: Some(publish),
            threads: Mutex::new(threads),
            instruments,
            storage,
            steps: Arc::default(),
        })
    }

    /// Runs `f` on a snapshot. A read that takes longer than two seconds is interrupted, and so is
    /// one whose future is dropped.
    pub async fn read<T: Send + 'static>(
        &self,
        f: impl FnOnce(&Read<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (answered, _caller) = self.queue_read(f)?;
        answered
            .await
            .map_err(|_| Error::internal("a reader stopped"))?
    }

    /// Does the same as [`Db::read`] on a thread and a connection of its own, for reads that may take up
    /// to a minute. The caller bounds their number.
    pub async fn read_aside<T: Send + 'static>(
        &self,
        f: impl FnOnce(&Read<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (path, clock, instruments) = (
            self.path.clone(),
            self.clock.clone(),
            self.instruments.clone(),
        );
        let caller = Arc::new(());
        let watched = Arc::downgrade(&caller);
        let span = Span::current();
        let run = move || {
            let _entered = span.enter();
            read_once(&path, clock.now(), watched, |read| {
                instruments.read(read, f)
            })
        };
        let done = tokio::task::spawn_blocking(run).await;
        done.map_err(Error::internal)?
    }

    /// Does the same as [`Db::read`] for a thread that may block.
    pub fn read_blocking<T: Send + 'static>(
        &self,
        f: impl FnOnce(&Read<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (answered, _caller) = self.queue_read(f)?;
        answered
            .blocking_recv()
            .map_err(|_| Error::internal("a reader stopped"))?
    }

    /// Queues `f`. The caller keeps the second value as long as it waits for the answer.
    fn queue_read<T: Send + 'static>(
        &self,
        f: impl FnOnce(&Read<'_>) -> Result<T> + Send + 'static,
    ) -> Result<(oneshot::Receiver<Result<T>>, Arc<()>)> {
        let (answer, answered) = oneshot::channel();
        let caller = Arc::new(());
        let (instruments, storage) = (self.instruments.clone(), self.storage.clone());
        let span = Span::current();
        let run = Box::new(move |snapshot: Result<Read<'_>>| {
            let _entered = span.enter();
            let done = snapshot.and_then(|read| instruments.read(&read, f));
            storage.note_error(&done);
            let _ = answer.send(done);
        });
        let job = ReadJob {
            run,
            caller: Arc::downgrade(&caller),
        };
        enqueue(self.reads.as_ref(), job)?;
        Ok((answered, caller))
    }

    /// Runs `f` for the site itself in a transaction and returns after its COMMIT. An error from `f` undoes
    /// its changes.
    pub async fn write<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.write_from(WriteOrigin::site(), f).await
    }

    /// Does the same as [`Db::write`] for a requester: waiting writes take turns.
    pub async fn write_from<T: Send + 'static>(
        &self,
        origin: WriteOrigin,
        f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.queue_write(origin, f)?
            .await
            .map_err(|_| Error::internal("the writer stopped"))?
    }

    /// Does the same as [`Db::write`] for writes that end or remove something: they are accepted on a
    /// full disk too.
    pub async fn write_critical<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let origin = WriteOrigin {
            is_critical: true,
            ..WriteOrigin::site()
        };
        self.write_from(origin, f).await
    }

    /// Publishes `outgoing` without a transaction, after the events of all acknowledged writes.
    pub fn publish(&self, outgoing: Outgoing) {
        if let Some(publish) = &self.publish {
            let _ = publish.send(outgoing);
        }
    }

    /// Queues `f` as a transaction and returns at once. A failure is only logged; on a full disk `f`
    /// does not run.
    pub fn write_later(&self, f: impl FnOnce(&mut Write<'_>) -> Result<()> + Send + 'static) {
        let logged = |tx: &mut Write<'_>| {
            f(tx).inspect_err(|error| tracing::warn!(%error, "a deferred write failed"))
        };
        if let Err(error) = self.queue_write(WriteOrigin::site(), logged) {
            tracing::warn!(%error, "a deferred write was dropped");
        }
    }

    /// Registers steps outside of a transaction. See [`Write::continue_with`].
    pub fn continue_with(&self, steps: &'static Steps) {
        self.steps.register(steps);
    }

    /// Returns the steps that are registered from now on. Called once, by the task that runs them.
    pub fn registered_steps(&self) -> UnboundedReceiver<&'static Steps> {
        self.steps.receive()
    }

    /// Returns whether all database threads are running.
    pub fn is_running(&self) -> bool {
        let threads = self
            .threads
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        threads.iter().all(|thread| !thread.is_finished())
    }

    /// Writes to the database without changing content. If it succeeds, the site is ready again
    /// after a failed COMMIT.
    pub async fn probe_write(&self) -> Result<()> {
        self.write_critical(|tx| {
            let version: i32 = tx.value("PRAGMA user_version", [])?;
            Ok(tx
                .connection
                .pragma_update(None, "user_version", version ^ 1)?)
        })
        .await?;
        self.storage.commit_failed.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// Does the same as [`Db::write`] for a thread that may block.
    pub fn write_blocking<T: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.queue_write(WriteOrigin::site(), f)?
            .blocking_recv()
            .map_err(|_| Error::internal("the writer stopped"))?
    }

    fn queue_write<T: Send + 'static>(
        &self,
        origin: WriteOrigin,
        f: impl FnOnce(&mut Write<'_>) -> Result<T> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T>>> {
        let (answer, answered) = oneshot::channel();
        let (storage, steps) = (self.storage.clone(), self.steps.clone());
        let span = Span::current();
        let run = Box::new(move |batch: Result<&mut Batch<'_>>| -> CommitCallback {
            let entered = span.enter();
            let done = batch.and_then(|batch| batch.run(f));
            storage.note_error(&done);
            drop(entered);
            Box::new(move |committed| {
                let _entered = span.enter();
                storage.note_error(&committed);
                let result = match (done, committed) {
                    (Ok((value, registered)), Ok(())) => {
                        registered.into_iter().for_each(|each| steps.register(each));
                        Ok(value)
                    }
                    // The batch knows the reason of a failed write better than the job.
                    (Ok(_) | Err(Error::WriteFailed(_)), Err(error)) | (Err(error), _) => {
                        Err(error)
                    }
                };
                let _ = answer.send(result);
            })
        });
        let job = WriteJob {
            run,
            bytes: origin.bytes,
            is_critical: origin.is_critical,
        };
        let writes = self.writes.as_ref();
        let writes = writes.ok_or_else(|| Error::internal("the database is closed"))?;
        if let Some(displaced) = writes.push(origin.by, job)? {
            (displaced.run)(Err(Sentence::Busy.into()))(Ok(()));
        }
        Ok(answered)
    }
}

/// Where a write comes from.
pub struct WriteOrigin {
    /// Whose turn the write waits for.
    pub by: Requester,
    /// The size of the request in bytes.
    pub bytes: usize,
    /// Whether the write is accepted on a full disk too, because it ends or removes something.
    pub is_critical: bool,
}

impl WriteOrigin {
    fn site() -> Self {
        Self {
            by: Requester::site(),
            bytes: 0,
            is_critical: false,
        }
    }
}

impl Drop for Db {
    fn drop(&mut self) {
        self.reads.take();
        self.writes.take();
        self.publish.take();
        // The last owner may be a job that runs on one of these threads.
        let this = std::thread::current().id();
        for thread in self
            .threads
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .drain(..)
        {
            if thread.thread().id() != this {
                let _ = thread.join();
            }
        }
    }
}

/// A time before that of any right clock: that of this program.
const WRITTEN: Timestamp = Timestamp::from_millis(1_793_491_200_000);
/// How far the clock may have been ahead for new ids to follow those of that time.
const MAX_AHEAD: Duration = Duration::from_hours(31 * 24);

/// Returns the highest id that new ids have to follow. Those beyond were made with a wrong clock; if new ids followed
/// them, all would have a wrong time.
fn latest_id(now: Timestamp) -> Id {
    Id::at(now.max(WRITTEN).plus(MAX_AHEAD), u64::MAX)
}

/// Returns when the newest row was made, by the clock of that time.
pub fn newest_time(read: &Read<'_>) -> Result<Timestamp> {
    highest_id(read.connection, Id::from_i64(i64::MAX)).map(|id| Id::from_i64(id).time())
}

/// Returns the highest id of all rows that is not above `latest`.
pub(crate) fn highest_id(connection: &Connection, latest: Id) -> Result<i64> {
    const COLUMNS: [(&str, &str); 39] = [
        ("users", "id"),
        ("sessions", "id"),
        ("passkeys", "id"),
        ("api_tokens", "id"),
        ("webhooks", "id"),
        ("webhook_deliveries", "id"),
        ("posts", "id"),
        ("comments", "id"),
        ("revisions", "id"),
        ("tags", "id"),
        ("tag_revisions", "id"),
        ("scoped_tags", "id"),
        ("comment_revisions", "id"),
        ("suggested_edits", "id"),
        ("communities", "id"),
        ("messages", "id"),
        ("chats", "id"),
        ("games", "id"),
        ("player_stats", "wins_reached_id"),
        ("removals", "id"),
        ("invitations", "id"),
        ("security_notices", "id"),
        ("admin_log", "id"),
        ("deliveries", "id"),
        ("mentions", "id"),
        ("push_devices", "id"),
        ("pictures", "id"),
        ("question_moves", "id"),
        ("cases", "id"),
        ("flags", "id"),
        ("visitor_reports", "id"),
        ("badges", "id"),
        ("inbox_entries", "id"),
        ("saved_searches", "id"),
        ("waiting_accounts", "id"),
        ("bulk_removals", "id"),
        ("identities", "id"),
        ("sanctions", "id"),
        ("removal_batches", "id"),
    ];
    let of_table = |(table, column): &(&str, &str)| {
        format!("SELECT max({column}) AS id FROM {table} WHERE {column} <= ?1")
    };
    let all: Vec<String> = COLUMNS.iter().map(of_table).collect();
    let sql = format!(
        "SELECT coalesce(max(id), 0) FROM ({})",
        all.join(" UNION ALL ")
    );
    Ok(connection.query_row(&sql, [latest], |row| row.get(0))?)
}

fn publish_loop(committed: &Receiver<Outgoing>, hub: &Hub) {
    for outgoing in committed {
        let sent = guarded(|| {
            hub.publish(outgoing);
            Ok(())
        });
        if let Err(error) = sent {
            tracing::error!(%error, "cannot publish an event");
        }
    }
}

/// Runs `f` on a read-only snapshot of a directory's database, also while another process serves it.
/// Does not migrate and has no time limit.
pub fn inspect<T>(
    directory: &Path,
    now: Timestamp,
    f: impl FnOnce(&Read<'_>) -> Result<T>,
) -> Result<T> {
    let connection = open_to_read(&directory.join(FILE))?;
    let _snapshot = Snapshot::begin(&connection)?;
    f(&Read {
        connection: &connection,
        now,
        search: SearchSetting::default(),
        cache: None,
    })
}
