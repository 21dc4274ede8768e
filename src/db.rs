//! The database: one writer thread with group commit, a few readers, one outbox per transaction.
//!
//! A request is one snapshot ([`Db::read`]) or one transaction ([`Db::write`]). Both take a closure that runs on
//! a thread of its own and never waits for anything but SQLite. `write` answers only after COMMIT under
//! `synchronous=FULL`: what was answered survives a power cut. What the closure told to the outside with
//! [`Write::emit`] leaves after the COMMIT, in commit order; a rollback tells nothing.

mod ballast;
mod connection;
mod disk;
pub mod files;
mod rule;
pub mod schema;
mod writer;

use std::any::{Any, TypeId};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bytes::Bytes;
use crossbeam_channel::{Receiver, Sender, TrySendError};
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::types::FromSql;
use rusqlite::{CachedStatement, Connection, OpenFlags, OptionalExtension, Params, Row};
use tokio::sync::oneshot;

pub use ballast::Ballast;
pub use connection::add_functions;
pub use files::FILE;
pub use rule::Rule;
pub use schema::newest as newest_schema;

use connection::configure;
use writer::{Answer, Batch, WriteJob, write_loop};

use crate::clock::{Clock, Timestamp};
use crate::error::{Error, Result, Sentence};
use crate::id::{Id, Sequence};
use crate::live::{Audience, Event, Hub, Outgoing};
use crate::metrics::Metrics;

/// 'Stoa' in ASCII: tells our files from other SQLite files.
pub const APPLICATION_ID: i32 = 0x5374_6f61;
/// How long a connection waits for another process.
const BUSY: Duration = Duration::from_secs(5);
/// Threads that read.
pub const READERS: usize = 4;
/// Jobs that may wait; one more is told that the site is busy.
pub const QUEUE: usize = 1_024;
/// Bytes that each reader may keep of what it has made.
const KEPT: usize = 8 * 1024 * 1024;
/// How long one read may compute.
const READ_TIME: Duration = Duration::from_secs(2);

/// One snapshot of the database and the time at which it was taken.
pub struct Read<'a> {
    connection: &'a Connection,
    pub now: Timestamp,
    /// What this connection keeps between its snapshots; a transaction keeps nothing.
    kept: Option<&'a RefCell<Kept>>,
}

/// What one reader has made of the database as it is. It holds until anybody commits, in this process or another.
#[derive(Default)]
struct Kept {
    /// SQLite's `data_version` of the connection, which changes with every COMMIT of another one.
    version: i64,
    size: usize,
    made: HashMap<Id, Bytes>,
}

impl Read<'_> {
    /// What `make` makes of what is stored about `id`, or has made since the last COMMIT. It must be the same for every viewer:
    /// whether this one may see it is asked before.
    pub fn kept(&self, id: Id, make: impl FnOnce() -> Result<Bytes>) -> Result<Bytes> {
        let Some(kept) = self.kept else { return make() };
        let version = self.value("PRAGMA data_version", [])?;
        let mut kept = kept.borrow_mut();
        if kept.version != version {
            *kept = Kept { version, ..Kept::default() };
        }
        if let Some(made) = kept.made.get(&id) {
            return Ok(made.clone());
        }
        let made = make()?;
        // What is read often comes early; when it is full, the rest is made anew each time, until the next COMMIT.
        if kept.size + made.len() <= KEPT {
            kept.size += made.len();
            kept.made.insert(id, made.clone());
        }
        Ok(made)
    }

    fn prepare(&self, sql: &str) -> rusqlite::Result<CachedStatement<'_>> {
        #[cfg(test)]
        PREPARED.with_borrow_mut(|prepared| prepared.push(sql.to_owned()));
        self.connection.prepare_cached(sql)
    }

    /// All rows of a query.
    pub fn all<T>(&self, sql: &str, params: impl Params, row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>) -> Result<Vec<T>> {
        let _timed = timed(sql);
        let mut statement = self.prepare(sql)?;
        let rows = statement.query_map(params, row)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The rows of a query for each of several parameters in turn. To look things up by their keys this takes about
    /// half the time of one query that joins a list of them.
    pub fn each<P: Params, T>(
        &self,
        sql: &str,
        params: impl IntoIterator<Item = P>,
        mut row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<Vec<T>>> {
        let _timed = timed(sql);
        let mut statement = self.prepare(sql)?;
        let rows = params.into_iter().map(|params| statement.query_map(params, &mut row)?.collect());
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The first row of a query, if there is one.
    pub fn first<T>(&self, sql: &str, params: impl Params, row: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>) -> Result<Option<T>> {
        let _timed = timed(sql);
        Ok(self.prepare(sql)?.query_row(params, row).optional()?)
    }

    /// The one value that a query always has, such as a count.
    pub fn value<T: FromSql>(&self, sql: &str, params: impl Params) -> Result<T> {
        let _timed = timed(sql);
        Ok(self.prepare(sql)?.query_row(params, |row| row.get(0))?)
    }

    /// Whether a query has a row.
    pub fn exists(&self, sql: &str, params: impl Params) -> Result<bool> {
        let _timed = timed(sql);
        Ok(self.prepare(sql)?.exists(params)?)
    }
}

/// What follows from changed rows and is put off to the end of the batch, where it is done once for all jobs that
/// asked for it, outside of their savepoints. The full-text index needs that: FTS5 writes out what it has gathered
/// whenever a savepoint begins or ends, and so would leave nothing of a batch but its COMMIT common to the jobs.
///
/// What a job has put off or dropped is undone with it. When the work itself fails, so does the whole batch.
pub trait Deferred: 'static {
    /// Does it, with the rows as they will be committed.
    fn run(&self, tx: &Write<'_>) -> Result<()>;
}

type Deferrals = RefCell<BTreeMap<(TypeId, Id), Rc<dyn Deferred>>>;

/// A transaction: a snapshot that can be changed, with one time and an outbox.
pub struct Write<'a> {
    read: Read<'a>,
    ids: &'a Sequence,
    deferrals: &'a Deferrals,
    outbox: Vec<Outgoing>,
    quiet: Option<&'static str>,
}

impl<'a> Deref for Write<'a> {
    type Target = Read<'a>;

    fn deref(&self) -> &Read<'a> {
        &self.read
    }
}

impl Write<'_> {
    /// Runs a statement and tells how many rows it changed.
    pub fn execute(&self, sql: &str, params: impl Params) -> Result<usize> {
        let _timed = timed(sql);
        Ok(self.read.connection.prepare_cached(sql)?.execute(params)?)
    }

    /// Puts work about `id` off to the end of the batch, unless some of its kind is waiting there already.
    pub fn defer<D: Deferred>(&self, id: Id, work: impl FnOnce() -> Result<D>) -> Result<()> {
        let key = (TypeId::of::<D>(), id);
        if !self.deferrals.borrow().contains_key(&key) {
            let work = Rc::new(work()?);
            self.deferrals.borrow_mut().insert(key, work);
        }
        Ok(())
    }

    /// Drops all work of a kind that was put off, because something has just been done that makes it needless.
    pub fn forget_deferred<D: Deferred>(&self) {
        self.deferrals.borrow_mut().retain(|(kind, _), _| *kind != TypeId::of::<D>());
    }

    /// Changes whenever another process has committed something: in this one, nobody but the writer does.
    pub fn version_elsewhere(&self) -> Result<i64> {
        self.value("PRAGMA data_version", [])
    }

    /// A new id, greater than every one before.
    pub fn new_id(&self) -> Id {
        self.ids.next(self.now)
    }

    /// Tells `audience` once this transaction is committed.
    pub fn emit<E: Event>(&mut self, event: E, audience: Audience) {
        self.send(Outgoing::event(event, audience));
    }

    /// Leaves `outgoing` for after the COMMIT.
    pub fn send(&mut self, outgoing: Outgoing) {
        self.outbox.push(outgoing);
    }

    /// Says why this change tells nobody. Without it, and without an event, a change is a bug that
    /// development builds refuse.
    pub fn quietly(&mut self, why: &'static str) {
        self.quiet = Some(why);
    }
}

type ReadJob = Box<dyn FnOnce(Result<Read<'_>>) + Send>;

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

/// What is noted of the work of the threads.
struct Watch {
    slow: Option<Duration>,
    metrics: Metrics,
}

impl Watch {
    /// The time, if it is of use to anybody.
    fn begin(watch: &OnceLock<Watch>) -> Option<Instant> {
        let watch = watch.get()?;
        SLOW.set(watch.slow);
        watch.metrics.begin()
    }

    fn end(watch: &OnceLock<Watch>, kind: &str, began: Option<Instant>) {
        if let Some(watch) = watch.get() {
            watch.metrics.lasted("stoa_db_query_duration_seconds", &[("kind", kind)], began);
        }
    }
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
        let highest: i64 = writer.query_row(
            "SELECT coalesce(max(id), 0) FROM (
                 SELECT max(id) AS id FROM users UNION ALL SELECT max(id) FROM sessions UNION ALL SELECT max(id) FROM posts
                 UNION ALL SELECT max(id) FROM comments UNION ALL SELECT max(id) FROM revisions UNION ALL SELECT max(id) FROM tag_totals
                 UNION ALL SELECT max(id) FROM comment_revisions UNION ALL SELECT max(id) FROM communities
                 UNION ALL SELECT max(id) FROM messages UNION ALL SELECT max(id) FROM chats
                 UNION ALL SELECT max(id) FROM games UNION ALL SELECT max(reached) FROM gamers
                 UNION ALL SELECT max(id) FROM removals UNION ALL SELECT max(id) FROM invitations)",
            [],
            |row| row.get(0),
        )?;

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
        for _ in 0..READERS {
            let (connection, jobs, clock) = (pool.get().map_err(Error::internal)?, read_jobs.clone(), clock.clone());
            let watch = watch.clone();
            start("reader", Box::new(move || read_loop(&connection, &jobs, &clock, &watch)))?;
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

thread_local! {
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Longest time that a query on this thread may take unnoticed.
    static SLOW: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// A query under way; when it ends late, the log names it.
struct Timed<'s> {
    sql: &'s str,
    began: Option<(Instant, Duration)>,
}

fn timed(sql: &str) -> Timed<'_> {
    Timed { sql, began: SLOW.get().map(|slow| (Instant::now(), slow)) }
}

impl Drop for Timed<'_> {
    fn drop(&mut self) {
        if let Some((began, slow)) = self.began
            && began.elapsed() >= slow
        {
            let sql = self.sql.split_whitespace().collect::<Vec<_>>().join(" ");
            tracing::warn!(ms = began.elapsed().as_millis() as u64, sql, "slow query");
        }
    }
}

fn out_of_time() -> bool {
    DEADLINE.get().is_some_and(|deadline| Instant::now() > deadline)
}

fn read_loop(connection: &Connection, jobs: &Receiver<ReadJob>, clock: &Clock, watch: &OnceLock<Watch>) {
    let kept = RefCell::default();
    for job in jobs {
        DEADLINE.set(Some(Instant::now() + READ_TIME));
        let began = Watch::begin(watch);
        match Snapshot::begin(connection) {
            Ok(_snapshot) => job(Ok(Read { connection, now: clock.now(), kept: Some(&kept) })),
            Err(error) => job(Err(error.into())),
        }
        Watch::end(watch, "read", began);
    }
}

/// A read transaction. It ends when this is dropped, whatever happens in between. (rusqlite's own prepares both of
/// its statements anew every time.)
struct Snapshot<'c>(&'c Connection);

impl<'c> Snapshot<'c> {
    fn begin(connection: &'c Connection) -> rusqlite::Result<Self> {
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
    let path = directory.join(FILE);
    let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    add_functions(&connection)?;
    connection.busy_timeout(BUSY)?;
    let _snapshot = Snapshot::begin(&connection)?;
    f(&Read { connection: &connection, now, kept: None })
}

#[cfg(test)]
thread_local! {
    /// What [`Read`] was asked on this thread.
    static PREPARED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// The queries that `f` runs, each with the lines of its plan.
#[cfg(test)]
pub fn plans(read: &Read<'_>, f: impl FnOnce() -> Result<()>) -> Result<Vec<(String, Vec<String>)>> {
    PREPARED.take();
    f()?;
    let mut queries = PREPARED.take();
    queries.dedup();
    let plan = |sql: String| {
        let mut statement = read.connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
        let lines = statement.raw_query().mapped(|row| row.get(3)).collect::<rusqlite::Result<_>>()?;
        Ok((sql, lines))
    };
    queries.into_iter().map(plan).collect()
}
