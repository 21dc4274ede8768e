//! What a job works with: a snapshot that it reads, or a transaction that it changes.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use rusqlite::types::FromSql;
use rusqlite::{CachedStatement, Connection, OptionalExtension, Params, Row};
use serde_json::value::RawValue;

use super::kept::Keeper;
use super::watch::timed;
use crate::clock::Timestamp;
use crate::error::Result;
use crate::id::{Id, Sequence};
use crate::live::{Audience, Event, Outgoing};

/// One snapshot of the database and the time at which it was taken.
pub struct Read<'a> {
    pub(super) connection: &'a Connection,
    pub now: Timestamp,
    /// A reader's way to what is kept between snapshots; a transaction keeps nothing.
    pub(super) keeper: Option<&'a Keeper>,
}

impl Read<'_> {
    /// What `make` makes of what is stored about `id`, or has made since the last COMMIT; `what` says which of all that can
    /// be made of it. It must be the same for every viewer: whether this one may see it is asked before.
    pub fn kept(&self, what: &'static str, id: Id, make: impl FnOnce() -> Result<Arc<RawValue>>) -> Result<Arc<RawValue>> {
        match self.keeper {
            Some(keeper) => keeper.get_or((what, id), || self.value("PRAGMA data_version", []), make),
            None => make(),
        }
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
pub trait Deferred: Sized + 'static {
    /// Does all work of this kind, with the rows as they will be committed.
    fn run<'w>(all: impl Iterator<Item = &'w Self>, tx: &Write<'_>) -> Result<()>;
}

/// What is deferred, a kind at a time.
pub(super) type Deferrals = RefCell<BTreeMap<TypeId, Deferral>>;

/// Deferred work of one kind.
#[derive(Clone)]
pub(super) struct Deferral {
    works: Works,
    run: fn(&Works, &Write<'_>) -> Result<()>,
}

/// By what it is about.
type Works = BTreeMap<Id, Rc<dyn Any>>;

impl Deferral {
    fn of<D: Deferred>() -> Self {
        Self { works: Works::new(), run: |works, tx| D::run(works.values().filter_map(|work| work.downcast_ref()), tx) }
    }

    pub fn run(&self, tx: &Write<'_>) -> Result<()> {
        (self.run)(&self.works, tx)
    }
}

/// A transaction: a snapshot that can be changed, with one time and an outbox.
pub struct Write<'a> {
    pub(super) read: Read<'a>,
    pub(super) ids: &'a Sequence,
    pub(super) deferrals: &'a Deferrals,
    pub(super) outbox: Vec<Outgoing>,
    pub(super) quiet: Option<&'static str>,
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
        let is_waiting = |deferral: &Deferral| deferral.works.contains_key(&id);
        if !self.deferrals.borrow().get(&TypeId::of::<D>()).is_some_and(is_waiting) {
            let work = Rc::new(work()?);
            self.deferrals.borrow_mut().entry(TypeId::of::<D>()).or_insert_with(Deferral::of::<D>).works.insert(id, work);
        }
        Ok(())
    }

    /// Drops all work of a kind that was put off, because something has just been done that makes it needless.
    pub fn forget_deferred<D: Deferred>(&self) {
        self.deferrals.borrow_mut().remove(&TypeId::of::<D>());
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
