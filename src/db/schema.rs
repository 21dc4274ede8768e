//! The schema of a database: which it is, which it should be, and the way from one to the other.

use std::path::Path;
use std::time::{Duration, Instant};

use refinery::{Migration, Runner};
use refinery_core::traits::sync::{Migrate, Query, Transaction};
use rusqlite::Connection;
use serde::Serialize;

use super::{APPLICATION_ID, configure, disk, is_refused, open_to_read};
use crate::error::{Error, Result};

/// Before this version a checkpoint could corrupt a WAL database with several connections.
const OLDEST_SAFE_SQLITE: i32 = 3_051_003;

mod migrations {
    refinery::embed_migrations!("migrations");
}

/// One step from a schema to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    pub version: i32,
    pub name: String,
}

/// All steps that this program knows, the first one first.
fn steps() -> Vec<Step> {
    let runner = migrations::migrations::runner();
    let step = |migration: &Migration| Step { version: migration.version(), name: migration.name().to_owned() };
    let mut steps: Vec<Step> = runner.get_migrations().iter().map(step).collect();
    steps.sort_by_key(|step| step.version);
    steps
}

/// The version of the schema that this program makes.
pub fn newest() -> i32 {
    steps().last().map_or(0, |step| step.version)
}

/// The steps after a version.
pub fn after(version: i32) -> Vec<Step> {
    steps().into_iter().filter(|step| step.version > version).collect()
}

/// The version of a database's schema, 0 if it has none yet. [`Error::NewerData`] if this program does not know it.
pub fn version(path: &Path) -> Result<i32> {
    let connection = open_to_read(path).map_err(|error| if is_refused(&error) { error.into() } else { cannot_open(path, &error) })?;
    checked(&connection, path)
}

fn cannot_open(path: &Path, error: &rusqlite::Error) -> Error {
    Error::internal(format_args!("cannot open {}: {error}", path.display()))
}

/// The version of the schema of a database that is ours, and not newer than this program.
fn checked(connection: &Connection, path: &Path) -> Result<i32> {
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(|error| cannot_open(path, &error))?;
    if tables == 0 {
        return Ok(0);
    }
    let theirs: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if theirs != APPLICATION_ID {
        return Err(Error::internal(format_args!("{} is not a database of Stoa", path.display())));
    }
    let has_history = connection.table_exists(None, "refinery_schema_history")?;
    let version = "SELECT coalesce(max(version), 0) FROM refinery_schema_history";
    let version: i32 = if has_history { connection.query_row(version, [], |row| row.get(0))? } else { 0 };
    if version > newest() {
        let (path, newest) = (path.display(), newest());
        return Err(Error::NewerData(format!(
            "{path} has schema {version}, and this program knows {newest}: it takes one that knows {version}"
        )));
    }
    Ok(version)
}

/// Makes the database if need be and brings its schema up to date: all steps or none. Refuses a file that is not ours or is
/// newer than this program.
pub fn migrate(path: &Path) -> Result<()> {
    let mut connection = open(path)?;
    disk::store_again(&connection, path)?;
    if checked(&connection, path)? == newest() {
        return Ok(());
    }
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    run(&mut connection, runner())
}

fn open(path: &Path) -> Result<Connection> {
    let version = rusqlite::ffi::SQLITE_VERSION_NUMBER;
    if version < OLDEST_SAFE_SQLITE {
        return Err(Error::internal(format_args!("SQLite {version} can corrupt its files; at least {OLDEST_SAFE_SQLITE} is needed")));
    }
    let connection = Connection::open(path).map_err(|error| cannot_open(path, &error))?;
    configure(&connection).map_err(|error| cannot_open(path, &error))?;
    Ok(connection)
}

fn runner() -> Runner {
    migrations::migrations::runner().set_abort_divergent(true).set_abort_missing(true).set_grouped(true)
}

/// A connection that commits only what is in order.
struct Checked<'c>(&'c mut Connection);

impl Transaction for Checked<'_> {
    type Error = Error;

    fn execute<'s, S: Iterator<Item = &'s str>>(&mut self, statements: S) -> Result<usize> {
        let transaction = self.0.transaction()?;
        let mut count = 0;
        for statement in statements {
            transaction.execute_batch(statement)?;
            count += 1;
        }
        // One alone makes the table in which the steps are noted.
        if count > 1 {
            check(&transaction)?;
        }
        transaction.commit()?;
        Ok(count)
    }
}

impl Query<Vec<Migration>> for Checked<'_> {
    fn query(&mut self, query: &str) -> Result<Vec<Migration>> {
        Ok(self.0.query(query)?)
    }
}

impl Migrate for Checked<'_> {}

/// Whether every row refers to something, and SQLite finds no damage.
fn check(connection: &Connection) -> Result<()> {
    if connection.prepare("PRAGMA foreign_key_check")?.exists([])? {
        return Err(Error::internal("rows would refer to nothing"));
    }
    let integrity: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if integrity == "ok" { Ok(()) } else { Err(Error::internal(integrity)) }
}

fn run(connection: &mut Connection, runner: Runner) -> Result<()> {
    // Inside the runner's transaction this would do nothing, and a table rebuild would delete child rows.
    connection.execute_batch("PRAGMA foreign_keys = OFF")?;
    runner.run(&mut Checked(connection)).map_err(Error::internal)?;
    Ok(())
}

/// Does all missing steps in a database that is nobody's, one by one, and says how long each took.
pub fn rehearse(path: &Path) -> Result<Vec<(Step, Duration)>> {
    let mut connection = open(path)?;
    let steps = after(checked(&connection, path)?);
    let taken = steps.into_iter().map(|step| {
        let began = Instant::now();
        run(&mut connection, runner().set_target(refinery::Target::Version(step.version)))?;
        Ok((step, began.elapsed()))
    });
    taken.collect()
}

/// Makes a database with an older schema.
#[cfg(test)]
pub fn older(path: &Path, version: i32) {
    let mut connection = open(path).expect("a database");
    connection.pragma_update(None, "application_id", APPLICATION_ID).expect("ours");
    run(&mut connection, runner().set_target(refinery::Target::Version(version))).expect("an older schema");
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    /// Whatever a kill leaves on the disk, in the middle of any step: the next start finds the old schema, and migrates it.
    #[test]
    fn a_killed_migration_leaves_the_old_schema() {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path().join(super::super::FILE);
        older(&path, 5);
        let mut connection = open(&path).expect("the database");
        // So that changes reach the disk before the COMMIT.
        connection.execute_batch("PRAGMA cache_size = 1").expect("a small cache");
        let (from, to) = (directory.path().to_owned(), TempDir::new().expect("a directory"));
        let copies = to.path().to_owned();
        let mut calls = 0;
        let copy = move || {
            calls += 1;
            if calls % 10 == 0 {
                let place = copies.join(calls.to_string());
                fs::create_dir(&place).expect("a directory");
                for entry in fs::read_dir(&from).expect("the directory").map(|entry| entry.expect("an entry")) {
                    // Without the memory that the processes share: a kill of the last one takes it away.
                    if !entry.file_name().to_string_lossy().ends_with("-shm") {
                        fs::copy(entry.path(), place.join(entry.file_name())).expect("a copy");
                    }
                }
            }
            false
        };
        connection.progress_handler(200, Some(copy)).expect("a handler");
        runner().run(&mut connection).expect("the migration");
        drop(connection);
        assert_eq!(version(&path).expect("a version"), newest());

        let killed: Vec<_> = fs::read_dir(to.path()).expect("copies").map(|entry| entry.expect("an entry").path()).collect();
        assert!(killed.len() > 3, "only {} kills", killed.len());
        for place in killed {
            let path = place.join(super::super::FILE);
            assert_eq!(version(&path).expect("a version"), 5, "{}", place.display());
            migrate(&path).expect("the migration");
            assert_eq!(version(&path).expect("a version"), newest());
        }
    }

    /// What a step leaves that is not in order is never committed.
    #[test]
    fn a_migration_that_leaves_rows_that_refer_to_nothing_leaves_the_old_schema() {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path().join(super::super::FILE);
        older(&path, 5);
        let connection = Connection::open(&path).expect("the database");
        connection.execute_batch("PRAGMA foreign_keys = OFF; INSERT INTO stars VALUES (1, 2, 3)").expect("a row");
        for refused in [migrate(&path), rehearse(&path).map(drop)] {
            let error = refused.expect_err("a row refers to nothing");
            assert!(error.to_string().contains("rows would refer to nothing"), "{error}");
            assert_eq!(version(&path).expect("a version"), 5);
        }
        connection.execute_batch("DELETE FROM stars").expect("no row");
        migrate(&path).expect("the migration");
        assert_eq!(version(&path).expect("a version"), newest());
    }

    /// V026: of a post's revisions, the newest has the post's text.
    #[test]
    fn a_text_that_was_stored_twice_is_stored_once() {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path().join(super::super::FILE);
        older(&path, 25);
        let connection = Connection::open(&path).expect("the database");
        let posts = "INSERT INTO users (id, username, folded, created_at) VALUES (1, 'ada', 'ada', 0);
            INSERT INTO posts (id, author_id, text, created_at) VALUES (2, 1, 'new', 0), (3, 1, 'same', 0), (4, 1, 'of an import', 0);
            INSERT INTO revisions (id, post_id, author_id, created_at, text)
            VALUES (5, 2, 1, 0, 'old'), (6, 3, 1, 0, 'same'), (7, 2, 1, 0, 'new'), (8, 3, 1, 0, 'same'), (9, 4, 1, 0, 'before it');";
        connection.execute_batch(posts).expect("rows");
        migrate(&path).expect("the migration");
        let stored: String = connection
            .query_row("SELECT group_concat(concat_ws(' ', id, post_id, text), ', ' ORDER BY id) FROM revisions", [], |row| row.get(0))
            .expect("revisions");
        assert_eq!(stored, "5 2 old, 6 3 same, 7 2, 8 3, 9 4 before it");
    }

    /// FTS5 merges what was indexed when there is much of it: a little with each COMMIT, or else one writes much of the index anew,
    /// and everybody who writes waits for it.
    #[test]
    fn no_commit_merges_much_of_the_index() {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path().join(super::super::FILE);
        migrate(&path).expect("a database");
        let connection = open(&path).expect("the database");
        for table in ["search", "search_private"] {
            let rows_of_each: Vec<u64> = (0..300_i64)
                .map(|number| {
                    let text: Vec<String> = (0..500).map(|word| format!("word{}", number * word % 20_011)).collect();
                    let before = connection.total_changes();
                    let sql = format!("INSERT INTO {table} (rowid, text) VALUES (?1, ?2)");
                    connection.execute(&sql, (number, text.join(" "))).expect("indexed");
                    connection.total_changes() - before
                })
                .collect();
            let (sum, most) = (rows_of_each.iter().sum::<u64>(), rows_of_each.iter().max().expect("some"));
            assert!(sum > 600, "{table}: only {sum} rows were written: this no longer counts what FTS5 writes");
            assert!(*most < 400, "{table}: a COMMIT wrote {most} rows; see V023__search_merges_in_steps.sql");
        }
    }

    #[test]
    fn what_is_foreign_or_newer_is_refused() {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path().join("a.db");
        migrate(&path).expect("a database");
        let connection = Connection::open(&path).expect("the database");
        let newer = "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'x', 'x', '0')";
        connection.execute(newer, []).expect("a newer schema");
        for refused in [version(&path).map(drop), migrate(&path), rehearse(&path).map(drop)] {
            let error = refused.expect_err("it is newer");
            assert!(matches!(&error, Error::NewerData(message) if message.contains("takes one that knows 9999")), "{error}");
        }
        connection.pragma_update(None, "application_id", 7).expect("foreign");
        assert!(matches!(migrate(&path), Err(Error::Internal(message)) if message.contains("not a database of Stoa")));
    }
}
