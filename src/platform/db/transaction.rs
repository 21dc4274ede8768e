//! The two arguments of a job: [`Read`], a snapshot, and [`Write`], a transaction.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use rusqlite::types::FromSql;
use rusqlite::{CachedStatement, Connection, OptionalExtension, Params, Row};
use serde_json::value::RawValue;

use super::cache::CacheHandle;
use super::query_metrics::time_query;
use crate::core::clock::Timestamp;
use crate::core::config::Language;
use crate::core::error::Result;
use crate::core::id::{Id, Sequence};
use crate::platform::realtime::{Audience, Event, Outgoing};

/// How searches compare words: the settings of the section `search`.
#[derive(Clone, Copy, Debug)]
pub struct SearchSetting {
    /// Whether their meaning counts.
    pub meaning: bool,
    pub language: Language,
}

impl Default for SearchSetting {
    fn default() -> Self {
        Self {
            meaning: true,
            language: Language::English,
        }
    }
}

/// A snapshot of the database and its time.
pub struct Read<'a> {
    pub(super) connection: &'a Connection,
    pub now: Timestamp,
    pub search: SearchSetting,
    /// The cache of a reader thread; `None` in a transaction.
    pub(super) cache: Option<&'a CacheHandle>,
}

impl Read<'_> {
    /// Returns the cached text of the given kind about `id`, or renders it.
    ///
    /// The text must be the same for every viewer, and the caller has checked that this viewer may
    /// see it. Entries last until the next commit.
    pub fn cached(
        &self,
        kind: &'static str,
        id: Id,
        render: impl FnOnce() -> Result<Arc<RawValue>>,
    ) -> Result<Arc<RawValue>> {
        match self.cache {
            Some(cache) => cache.get_or((kind, id, None), || self.data_version(), render),
            None => render(),
        }
    }

    /// Does the same for a text that also depends on a search. `search` says for whom the search ran and all that its
    /// results depend on. These entries have a small part of the cache.
    pub fn cached_for(
        &self,
        kind: &'static str,
        id: Id,
        search: &Arc<str>,
        render: impl FnOnce() -> Result<Arc<RawValue>>,
    ) -> Result<Arc<RawValue>> {
        match self.cache {
            Some(cache) => {
                let key = (kind, id, Some(search.clone()));
                cache.get_or(key, || self.data_version(), render)
            }
            None => render(),
        }
    }

    fn data_version(&self) -> Result<i64> {
        self.value("PRAGMA data_version", [])
    }

    /// Returns the size in bytes of the cached text of the given kind about `id`, if there is one.
    pub fn cached_size(&self, kind: &'static str, id: Id) -> Result<Option<usize>> {
        let Some(cache) = self.cache else {
            return Ok(None);
        };
        let entry = cache.find(&(kind, id, None), || self.data_version())?;
        Ok(entry.map(|text| text.get().len()))
    }

    fn prepare(&self, sql: &str) -> rusqlite::Result<CachedStatement<'_>> {
        #[cfg(test)]
        PREPARED.with_borrow_mut(|prepared| prepared.push(sql.to_owned()));
        self.connection.prepare_cached(sql)
    }

    /// Returns all rows of a query.
    pub fn all<T>(
        &self,
        sql: &str,
        params: impl Params,
        row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let _timer = time_query(sql);
        let mut statement = self.prepare(sql)?;
        let rows = statement.query_map(params, row)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Calls `each` for every row of a query, so that they are never all in memory.
    pub fn for_each<T>(
        &self,
        sql: &str,
        params: impl Params,
        row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
        mut each: impl FnMut(T) -> Result<()>,
    ) -> Result<()> {
        let _timer = time_query(sql);
        let mut statement = self.prepare(sql)?;
        for found in statement.query_map(params, row)? {
            each(found?)?;
        }
        Ok(())
    }

    /// Returns the rows of a query for each of several parameters. For look-ups by key this takes
    /// about half the time of one query that joins a list of keys.
    pub fn each<P: Params, T>(
        &self,
        sql: &str,
        params: impl IntoIterator<Item = P>,
        mut row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<Vec<T>>> {
        let _timer = time_query(sql);
        let mut statement = self.prepare(sql)?;
        let rows = params
            .into_iter()
            .map(|params| statement.query_map(params, &mut row)?.collect());
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the first row of a query, if there is one.
    pub fn first<T>(
        &self,
        sql: &str,
        params: impl Params,
        row: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        let _timer = time_query(sql);
        Ok(self.prepare(sql)?.query_row(params, row).optional()?)
    }

    /// Returns the single value of a query that always has one, such as a count.
    pub fn value<T: FromSql>(&self, sql: &str, params: impl Params) -> Result<T> {
        let _timer = time_query(sql);
        Ok(self.prepare(sql)?.query_row(params, |row| row.get(0))?)
    }

    /// Returns whether a query has a row.
    pub fn exists(&self, sql: &str, params: impl Params) -> Result<bool> {
        let _timer = time_query(sql);
        Ok(self.prepare(sql)?.exists(params)?)
    }
}

/// A follow-up of changed rows that runs at the end of the batch, once for all jobs that need it and
/// outside of their savepoints.
///
/// The full-text index needs this: FTS5 flushes its pending words whenever a savepoint begins or
/// ends, so jobs that indexed in their savepoints would share nothing but the COMMIT.
///
/// The tasks that a job adds or cancels are undone with the job. If a task fails, the batch fails.
pub trait BatchTask: Sized + 'static {
    /// Returns the size of the texts that the task works on, as far as it is known in advance.
    fn bytes(&self) -> usize;

    /// Runs all tasks of this kind. Sees the rows as they will be committed.
    fn run<'w>(all: impl Iterator<Item = &'w Self>, tx: &Write<'_>) -> Result<()>;
}

/// The tasks of a batch by kind.
pub(super) type PendingTasks = RefCell<BTreeMap<TypeId, BatchTasks>>;

/// The tasks of one kind.
#[derive(Clone)]
pub(super) struct BatchTasks {
    tasks: TasksById,
    /// The sum of [`BatchTask::bytes`].
    pub bytes: usize,
    run: fn(&TasksById, &Write<'_>) -> Result<()>,
}

/// One task per row, by the row's id.
type TasksById = BTreeMap<Id, Rc<dyn Any>>;

impl BatchTasks {
    fn of<D: BatchTask>() -> Self {
        Self {
            tasks: TasksById::new(),
            bytes: 0,
            run: |tasks, tx| D::run(tasks.values().filter_map(|task| task.downcast_ref()), tx),
        }
    }

    pub fn run(&self, tx: &Write<'_>) -> Result<()> {
        (self.run)(&self.tasks, tx)
    }

    pub fn count(&self) -> usize {
        self.tasks.len()
    }
}

/// Work that is too much for one transaction. Its steps find in the rows what is left to do, so that it
/// continues after a restart: a site registers all steps when it starts.
pub struct Steps {
    /// What the steps do, for the log.
    pub work: &'static str,
    /// Does a part of the work. Returns whether there may be more.
    pub step: fn(&mut Write<'_>) -> Result<bool>,
}

/// A transaction: a snapshot that can be changed, with one timestamp and an outbox.
pub struct Write<'a> {
    pub(super) read: Read<'a>,
    pub(super) ids: &'a Sequence,
    pub(super) tasks: &'a PendingTasks,
    pub(super) outbox: Vec<Outgoing>,
    pub(super) steps: Vec<&'static Steps>,
    pub(super) no_event_reason: Option<&'static str>,
}

impl<'a> Deref for Write<'a> {
    type Target = Read<'a>;

    fn deref(&self) -> &Read<'a> {
        &self.read
    }
}

impl Write<'_> {
    /// Runs a statement and returns the number of rows it changed.
    pub fn execute(&self, sql: &str, params: impl Params) -> Result<usize> {
        let _timer = time_query(sql);
        Ok(self.read.connection.prepare_cached(sql)?.execute(params)?)
    }

    /// Adds a task about `id` to the end of the batch, unless there is one of its kind already.
    pub fn defer<D: BatchTask>(&self, id: Id, task: impl FnOnce() -> Result<D>) -> Result<()> {
        let is_pending = |pending: &BatchTasks| pending.tasks.contains_key(&id);
        if !self
            .tasks
            .borrow()
            .get(&TypeId::of::<D>())
            .is_some_and(is_pending)
        {
            let task = task()?;
            let mut pending = self.tasks.borrow_mut();
            let pending = pending
                .entry(TypeId::of::<D>())
                .or_insert_with(BatchTasks::of::<D>);
            pending.bytes += task.bytes();
            pending.tasks.insert(id, Rc::new(task));
        }
        Ok(())
    }

    /// Cancels all pending tasks of a kind, because a change has just made them unnecessary.
    pub fn cancel_deferred<D: BatchTask>(&self) {
        self.tasks.borrow_mut().remove(&TypeId::of::<D>());
    }

    /// Returns SQLite's `data_version`, which changes whenever another process commits. (In this
    /// process only the writer commits.)
    pub fn external_version(&self) -> Result<i64> {
        self.value("PRAGMA data_version", [])
    }

    /// Returns a new id, greater than all earlier ids.
    pub fn new_id(&self) -> Id {
        self.ids.next(self.now)
    }

    /// Sends an event to `audience` after the COMMIT, or [`Changed`](crate::platform::realtime::Changed) if
    /// it is too large.
    pub fn emit<E: Event>(&mut self, event: E, audience: Audience) {
        self.send(Outgoing::event(event, audience));
    }

    /// Sends an event to `audience` after the COMMIT, whatever its size.
    pub fn emit_in_full<E: Event>(&mut self, event: E, audience: Audience) {
        self.send(Outgoing::event_in_full(event, audience));
    }

    /// Sends `outgoing` after the COMMIT.
    pub fn send(&mut self, outgoing: Outgoing) {
        self.outbox.push(outgoing);
    }

    /// Registers steps that run after the COMMIT, as further jobs beside those of other callers, until they
    /// have nothing left to do. If the transaction or this job of it is rolled back, they do not run. They run
    /// only in the process of a running site, which runs those of other processes when it starts.
    pub fn continue_with(&mut self, steps: &'static Steps) {
        self.steps.push(steps);
    }

    /// States why this change has no event. In development builds a change without an event and
    /// without a reason panics.
    pub fn without_event(&mut self, reason: &'static str) {
        self.no_event_reason = Some(reason);
    }
}

/// Records the tables that statements read or write, through views and triggers too.
///
/// It relies on SQLite's authorizer, which is called when a statement is prepared.
#[cfg(test)]
pub struct TableRecorder(Arc<std::sync::Mutex<std::collections::BTreeSet<String>>>);

#[cfg(test)]
impl TableRecorder {
    /// Starts to record on the connection of a snapshot or a transaction.
    pub fn start(read: &Read<'_>) -> Result<Self> {
        use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
        let recorder = Self(Arc::default());
        let tables = Arc::clone(&recorder.0);
        read.connection.flush_prepared_statement_cache();
        read.connection
            .authorizer(Some(move |context: AuthContext<'_>| {
                if let AuthAction::Read { table_name, .. }
                | AuthAction::Insert { table_name }
                | AuthAction::Update { table_name, .. }
                | AuthAction::Delete { table_name } = context.action
                {
                    let mut tables = tables.lock().expect("no panic while recording");
                    tables.insert(table_name.to_owned());
                }
                Authorization::Allow
            }))?;
        Ok(recorder)
    }

    /// Records the tables of a statement without running it.
    pub fn prepare(&self, read: &Read<'_>, sql: &str) -> Result<()> {
        Ok(read.connection.prepare(sql).map(drop)?)
    }

    /// Stops to record and returns the names of the tables.
    pub fn finish(self, read: &Read<'_>) -> Result<std::collections::BTreeSet<String>> {
        use rusqlite::hooks::{AuthContext, Authorization};
        read.connection
            .authorizer(None::<fn(AuthContext<'_>) -> Authorization>)?;
        Ok(self.0.lock().expect("no panic while recording").clone())
    }
}

#[cfg(test)]
thread_local! {
    /// The queries of [`Read`] on this thread.
    static PREPARED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Returns the number of queries that `f` runs.
#[cfg(test)]
pub fn count_queries(f: impl FnOnce() -> Result<()>) -> Result<usize> {
    PREPARED.take();
    f()?;
    Ok(PREPARED.take().len())
}

/// Returns the queries that `f` runs, each with the lines of its query plan.
#[cfg(test)]
pub fn plans(
    read: &Read<'_>,
    f: impl FnOnce() -> Result<()>,
) -> Result<Vec<(String, Vec<String>)>> {
    PREPARED.take();
    f()?;
    let mut queries = PREPARED.take();
    queries.dedup();
    let plan = |sql: String| {
        let mut statement = read
            .connection
            .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
        let lines = statement
            .raw_query()
            .mapped(|row| row.get(3))
            .collect::<rusqlite::Result<_>>()?;
        Ok((sql, lines))
    };
    queries.into_iter().map(plan).collect()
}
