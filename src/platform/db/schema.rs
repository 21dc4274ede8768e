//! The schema of a database: its version, and the migrations to this program's version.

use std::fmt::Display;
use std::path::Path;
use std::time::{Duration, Instant};

use refinery::{Migration, Runner};
use refinery_core::traits::sync::{Migrate, Query, Transaction};
use rusqlite::Connection;
use serde::Serialize;

use super::connection::{configure, is_refused, open_to_read};
use super::durability;
use super::log_owner::foreign_log;
use crate::core::error::{Error, Result};

/// 'Stoa' in ASCII: identifies a SQLite file as a database of Stoa.
pub const APPLICATION_ID: i32 = 0x5374_6f61;
/// Before this version a checkpoint could corrupt a WAL database with several connections.
const OLDEST_SAFE_SQLITE: i32 = 3_051_003;

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// The migrations of this program in their order.
fn migrations() -> Vec<Migration> {
    let mut migrations = embedded::migrations::runner().get_migrations().clone();
    #[cfg(test)]
    migrations.extend(next_release::migrations());
    migrations.sort_by_key(Migration::version);
    migrations
}

/// A migration: a step from one schema to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    pub version: i32,
    pub name: String,
}

/// Returns the schema version of this program.
pub fn newest() -> i32 {
    migrations().last().map_or(0, Migration::version)
}

/// Returns the migrations after a version.
pub fn after(version: i32) -> Vec<Step> {
    migrations()
        .into_iter()
        .filter(|migration| migration.version() > version)
        .map(|migration| Step {
            version: migration.version(),
            name: migration.name().to_owned(),
        })
        .collect()
}

/// Returns the version of a database's schema, 0 if it has none yet. Fails with [`Error::NewerData`] or
/// [`Error::UnreleasedData`] if this program cannot work with the schema.
pub fn version(path: &Path) -> Result<i32> {
    let connection = open_to_read(path).map_err(|error| {
        if is_refused(&error) {
            error.into()
        } else {
            cannot_open(path, &error)
        }
    })?;
    checked(&connection, path)
}

/// Returns the error of a database that cannot be opened.
pub(super) fn cannot_open(path: &Path, error: &rusqlite::Error) -> Error {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    let message = format!("cannot open {}: {error}", path.display());
    match error.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => Error::Damaged(message),
        _ => Error::Internal(message),
    }
}

/// Returns the version of a database's schema. Fails if the file is not a database of Stoa, or if its migrations are not
/// those of this program.
fn checked(connection: &Connection, path: &Path) -> Result<i32> {
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| cannot_open(path, &error))?;
    if tables == 0 {
        return Ok(0);
    }
    let theirs: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if theirs != APPLICATION_ID {
        return Err(Error::internal(format_args!(
            "{} is not a database of Stoa",
            path.display()
        )));
    }
    known_version(connection, &path.display())
}

/// Returns the version of the schema of a database of Stoa, 0 if it has none yet. Fails with [`Error::UnreleasedData`] if
/// one of its migrations differs from the released one, and with [`Error::NewerData`] if it has more of them. `name` is what
/// the errors call the database.
pub fn known_version(connection: &Connection, name: &dyn Display) -> Result<i32> {
    if !connection.table_exists(None, "refinery_schema_history")? {
        return Ok(0);
    }
    let applied = connection
        .prepare("SELECT version, name, checksum FROM refinery_schema_history ORDER BY version")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<Vec<(i32, String, String)>>>()?;
    let known: Vec<(i32, String, String)> = migrations()
        .iter()
        .map(|migration| {
            let checksum = migration.checksum().to_string();
            (migration.version(), migration.name().to_owned(), checksum)
        })
        .collect();
    let version = applied.last().map_or(0, |(version, _, _)| *version);
    let newest = newest();
    let differs = |applied: &(i32, String, String)| applied.0 <= newest && !known.contains(applied);
    let is_missing = |known: &(i32, String, String)| known.0 <= version && !applied.contains(known);
    let is_newer = version > newest;
    if applied.iter().any(differs) || (!is_newer && known.iter().any(is_missing)) {
        return Err(Error::UnreleasedData(format!(
            "{name} was made by an unreleased build of Stoa and cannot be migrated: export it with that build \
             (stoa export json --with-secrets -o site.ndjson), then import the file with this one into an empty data \
             directory (stoa import json site.ndjson)"
        )));
    }
    if is_newer {
        return Err(Error::NewerData(format!(
            "{name} has schema {version}, but this program supports schemas up to {newest}"
        )));
    }
    Ok(version)
}

/// Creates the database if necessary and migrates its schema: all steps or none. Returns the connection.
/// Rejects a file that is no database of Stoa, or a newer one.
pub fn migrate(path: &Path) -> Result<Connection> {
    if let Some(problem) = foreign_log(path) {
        return Err(Error::internal(format_args!(
            "{problem}; stoa doctor --fix moves the log aside and deletes nothing"
        )));
    }
    let mut connection = open(path)?;
    durability::rewrite_wal(&connection, path)?;
    if checked(&connection, path)? < newest() {
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        run(&mut connection, runner())?;
    }
    Ok(connection)
}

/// Creates the schema of this program in an empty database.
pub(super) fn create_in(connection: &mut Connection) -> Result<()> {
    run(connection, runner())
}

fn open(path: &Path) -> Result<Connection> {
    let version = rusqlite::ffi::SQLITE_VERSION_NUMBER;
    if version < OLDEST_SAFE_SQLITE {
        return Err(Error::internal(format_args!(
            "SQLite {version} can corrupt its files; at least {OLDEST_SAFE_SQLITE} is needed"
        )));
    }
    let connection = Connection::open(path).map_err(|error| cannot_open(path, &error))?;
    configure(&connection).map_err(|error| cannot_open(path, &error))?;
    Ok(connection)
}

fn runner() -> Runner {
    Runner::new(&migrations())
        .set_abort_divergent(true)
        .set_abort_missing(true)
        .set_grouped(true)
}

/// A connection that checks the database before each COMMIT.
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
        // A single statement creates refinery's own table.
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

/// Fails if a foreign key refers to no row or if SQLite finds damage.
fn check(connection: &Connection) -> Result<()> {
    if connection.prepare("PRAGMA foreign_key_check")?.exists([])? {
        return Err(Error::internal("rows would refer to nothing"));
    }
    let integrity: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if integrity == "ok" {
        Ok(())
    } else {
        Err(Error::internal(integrity))
    }
}

fn run(connection: &mut Connection, runner: Runner) -> Result<()> {
    // The pragma does nothing inside the runner's transaction, and with foreign keys on, a table
    // rebuild would delete child rows.
    connection.execute_batch("PRAGMA foreign_keys = OFF")?;
    runner
        .run(&mut Checked(connection))
        .map(drop)
        .map_err(|error| match error.kind() {
            refinery::error::Kind::Connection(_, cause) => cause
                .downcast_ref::<Error>()
                .cloned()
                .unwrap_or_else(|| Error::internal(cause)),
            _ => Error::internal(error),
        })
}

/// Runs the missing migrations of a private copy one by one, and returns their durations.
pub fn rehearse(path: &Path) -> Result<Vec<(Step, Duration)>> {
    let mut connection = open(path)?;
    let steps = after(checked(&connection, path)?);
    let taken = steps.into_iter().map(|step| {
        let began = Instant::now();
        run(
            &mut connection,
            runner().set_target(refinery::Target::Version(step.version)),
        )?;
        Ok((step, began.elapsed()))
    });
    taken.collect()
}

/// A release after this one. The schema of the first release is the oldest that there is, so that tests of migrations
/// take it for the older schema, and add migrations on top of it as a later release will.
#[cfg(test)]
pub mod next_release {
    use std::cell::RefCell;

    use super::Migration;

    thread_local! {
        static MIGRATIONS: RefCell<Vec<Migration>> = const { RefCell::new(Vec::new()) };
    }

    /// Rebuilds a table that others refer to, moves its texts, and indexes them again.
    pub const REBUILD_POSTS: &str = "
        CREATE TABLE new_posts (
            id             INTEGER PRIMARY KEY,
            question_id    INTEGER REFERENCES questions(id),
            author_id      INTEGER NOT NULL REFERENCES users(id),
            text           TEXT    NOT NULL,
            score          INTEGER NOT NULL DEFAULT 0,
            imported_score INTEGER NOT NULL DEFAULT 0,
            created_at     INTEGER NOT NULL,
            edited_at      INTEGER,
            deleted_at     INTEGER,
            deleted_by     INTEGER REFERENCES users(id),
            nonce          TEXT,
            language       TEXT    NOT NULL DEFAULT 'en'
        ) STRICT;
        INSERT INTO new_posts (id, question_id, author_id, text, score, imported_score, created_at, edited_at, deleted_at, deleted_by, nonce)
        SELECT id, question_id, author_id, text, score, imported_score, created_at, edited_at, deleted_at, deleted_by, nonce FROM posts;
        DROP VIEW content;
        DROP VIEW earned_points;
        DROP VIEW waiting_edits;
        DROP TRIGGER queue_new_edit;
        DROP TRIGGER queue_changed_edit;
        DROP TRIGGER queue_edits_of_member;
        DROP TRIGGER queue_edits_of_question;
        DROP VIEW search_strong_documents;
        DROP VIEW search_documents;
        DROP TRIGGER count_authored_question;
        DROP TRIGGER move_authored_posts;
        DROP TRIGGER take_off_own_vote;
        DROP TRIGGER put_back_own_vote;
        DROP TRIGGER replace_own_vote;
        DROP TRIGGER leave_out_own_vote;
        DROP TRIGGER forget_own_vote;
        DROP TRIGGER change_own_vote;
        DROP TRIGGER earn_points_of_new_question;
        DROP TRIGGER take_off_points_of_hidden_posts;
        DROP TRIGGER earn_points_of_shown_posts;
        DROP TRIGGER move_points_of_acceptance;
        DROP TABLE posts;
        ALTER TABLE new_posts RENAME TO posts;
        CREATE INDEX posts_by_language ON posts(language, text);";

    /// Adds a table.
    pub const ADD_LANGUAGES: &str =
        "CREATE TABLE languages (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;";

    pub(super) fn migrations() -> Vec<Migration> {
        MIGRATIONS.with_borrow(Clone::clone)
    }

    /// Runs `f` as the next release, whose migrations are those of this one and two more. Only this thread is that release.
    pub fn run<T>(f: impl FnOnce() -> T) -> T {
        let next = super::newest() + 1;
        let added = [
            ("rebuild_posts", REBUILD_POSTS),
            ("languages", ADD_LANGUAGES),
        ];
        let added = added.iter().zip(next..).map(|((name, sql), version)| {
            Migration::unapplied(&format!("V{version:03}__{name}"), sql).expect("a migration")
        });
        MIGRATIONS.set(added.collect());
        let result = f();
        MIGRATIONS.set(Vec::new());
        result
    }

    /// SQL that adds a user and so many questions, each with a star of theirs.
    pub fn fill(questions: usize) -> String {
        format!(
            "INSERT INTO users (id, username, name_key, created_at) VALUES (1, 'ada', 'ada', 0);
             CREATE TEMP TABLE n AS WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {questions}) SELECT n FROM s;
             INSERT INTO posts (id, author_id, created_at, text) SELECT n, 1, n, 'text ' || n FROM n;
             INSERT INTO questions (id, title) SELECT n, 'title ' || n FROM n;
             INSERT INTO stars (user_id, question_id, starred_at) SELECT 1, n, n FROM n;"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::*;

    /// A database with the schema of this release and some rows, in a directory of its own.
    fn filled(questions: usize) -> (TempDir, PathBuf) {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path().join(super::super::files::FILE);
        migrate(&path).expect("a database");
        open(&path)
            .and_then(|connection| Ok(connection.execute_batch(&next_release::fill(questions))?))
            .expect("rows");
        (directory, path)
    }

    fn rows(path: &Path, table: &str) -> i64 {
        let connection = open_to_read(path).expect("the database");
        let sql = format!("SELECT count(*) FROM {table}");
        connection
            .query_row(&sql, [], |row| row.get(0))
            .expect("a count")
    }

    /// Dropping a table with foreign keys on would delete or refuse what refers to it.
    #[test]
    fn a_migration_rebuilds_a_table_that_others_refer_to() {
        let (_directory, path) = filled(100);
        let older = newest();
        next_release::run(|| {
            let steps = rehearse_on_copy(&path);
            assert_eq!(steps, ["rebuild_posts", "languages"]);
            assert_eq!(version(&path).expect("a version"), older);
            migrate(&path).expect("the migration");
            assert_eq!(version(&path).expect("a version"), older + 2);
        });
        for table in ["posts", "questions", "stars"] {
            assert_eq!(rows(&path, table), 100, "{table}");
        }
        assert_eq!(rows(&path, "posts WHERE language = 'en'"), 100);
    }

    fn rehearse_on_copy(path: &Path) -> Vec<String> {
        let elsewhere = TempDir::new().expect("a directory");
        let copy = elsewhere.path().join(super::super::files::FILE);
        fs::copy(path, &copy).expect("a copy");
        let steps = rehearse(&copy).expect("the rehearsal");
        steps.into_iter().map(|(step, _)| step.name).collect()
    }

    /// After a kill at any moment, the next start finds the old schema and migrates it.
    #[test]
    fn a_killed_migration_leaves_the_old_schema() {
        let (directory, path) = filled(500);
        let older = newest();
        let mut connection = open(&path).expect("the database");
        // With a small cache, changes reach the disk before the COMMIT.
        connection
            .execute_batch("PRAGMA cache_size = 1; PRAGMA foreign_keys = OFF")
            .expect("a small cache");
        let (from, to) = (
            directory.path().to_owned(),
            TempDir::new().expect("a directory"),
        );
        let copies = to.path().to_owned();
        let mut calls = 0;
        let copy = move || {
            calls += 1;
            if calls % 10 == 0 {
                let place = copies.join(calls.to_string());
                fs::create_dir(&place).expect("a directory");
                for entry in fs::read_dir(&from)
                    .expect("the directory")
                    .map(|entry| entry.expect("an entry"))
                {
                    // A kill of the last process removes the shared memory.
                    if !entry.file_name().to_string_lossy().ends_with("-shm") {
                        fs::copy(entry.path(), place.join(entry.file_name())).expect("a copy");
                    }
                }
            }
            false
        };
        connection
            .progress_handler(200, Some(copy))
            .expect("a handler");
        next_release::run(|| {
            runner().run(&mut connection).expect("the migration");
            drop(connection);
            assert_eq!(version(&path).expect("a version"), newest());

            let killed: Vec<_> = fs::read_dir(to.path())
                .expect("copies")
                .map(|entry| entry.expect("an entry").path())
                .collect();
            assert!(killed.len() > 3, "only {} kills", killed.len());
            for place in killed {
                let path = place.join(super::super::files::FILE);
                let found = version(&path).expect("a version");
                assert_eq!(found, older, "{}", place.display());
                migrate(&path).expect("the migration");
                assert_eq!(version(&path).expect("a version"), newest());
                assert_eq!(rows(&path, "posts WHERE language = 'en'"), 500);
            }
        });
    }

    /// A migration that breaks a foreign key is never committed.
    #[test]
    fn a_migration_that_leaves_rows_that_refer_to_nothing_leaves_the_old_schema() {
        let (_directory, path) = filled(1);
        let older = newest();
        let connection = Connection::open(&path).expect("the database");
        connection
            .execute_batch("PRAGMA foreign_keys = OFF; INSERT INTO stars VALUES (1, 2, 3)")
            .expect("a row");
        next_release::run(|| {
            for refused in [migrate(&path).map(drop), rehearse(&path).map(drop)] {
                let error = refused.expect_err("a row refers to nothing");
                assert!(
                    error.to_string().contains("rows would refer to nothing"),
                    "{error}"
                );
                assert_eq!(version(&path).expect("a version"), older);
            }
            connection
                .execute_batch("DELETE FROM stars")
                .expect("no row");
            migrate(&path).expect("the migration");
            assert_eq!(version(&path).expect("a version"), newest());
        });
    }

    /// FTS5 merges index segments: a little with each COMMIT, or much with one COMMIT, for which all
    /// writers then wait.
    #[test]
    fn no_commit_merges_much_of_the_index() {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path().join(super::super::files::FILE);
        migrate(&path).expect("a database");
        let connection = open(&path).expect("the database");
        let rows_of_each: Vec<u64> = (0..300_i64)
            .map(|number| {
                let text: Vec<String> = (0..500)
                    .map(|word| format!("word{}", number * word % 20_011))
                    .collect();
                let before = connection.total_changes();
                let sql = "INSERT INTO search_texts (rowid, text) VALUES (?1, ?2)";
                connection
                    .execute(sql, (number, text.join(" ")))
                    .expect("indexed");
                connection.total_changes() - before
            })
            .collect();
        let (sum, most) = (
            rows_of_each.iter().sum::<u64>(),
            rows_of_each.iter().max().expect("some"),
        );
        assert!(
            sum > 600,
            "only {sum} rows were written: this no longer counts what FTS5 writes"
        );
        assert!(
            *most < 400,
            "a COMMIT wrote {most} rows; see V007__search.sql"
        );
    }

    #[test]
    fn what_is_foreign_or_newer_is_refused() {
        let directory = TempDir::new().expect("a directory");
        let path = directory.path().join("a.db");
        migrate(&path).expect("a database");
        let connection = Connection::open(&path).expect("the database");
        let newer = "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'x', 'x', '0')";
        connection.execute(newer, []).expect("a newer schema");
        for refused in [
            version(&path).map(drop),
            migrate(&path).map(drop),
            rehearse(&path).map(drop),
        ] {
            let error = refused.expect_err("it is newer");
            assert!(
                matches!(&error, Error::NewerData(message) if message.contains("has schema 9999")),
                "{error}"
            );
        }
        connection
            .pragma_update(None, "application_id", 7)
            .expect("foreign");
        assert!(
            matches!(migrate(&path), Err(Error::Internal(message)) if message.contains("not a database of Stoa"))
        );
    }

    /// A changed migration would make this program refuse the databases of all releases that have it.
    #[test]
    fn released_migrations_never_change() {
        const RELEASED: &[(i32, &str, u64)] = &[
            (1, "users", 8533521330551181867),
            (2, "sign_in", 9906933726140862529),
            (3, "communities", 12495131295107189053),
            (4, "questions", 73745549992518153),
            (5, "tags", 2916544468965124270),
            (6, "stars", 12238096951496837744),
            (7, "search", 3482850557770137928),
            (8, "chats", 317428995029285859),
            (9, "notifications", 10847104303417795605),
            (10, "following", 2978553066935361598),
            (11, "games", 3948279982714764453),
            (12, "imports", 2287824594017934732),
            (13, "pictures", 10204218855879955846),
            (14, "settings", 10520047788823159850),
            (15, "deliveries", 9240176133677029688),
            (16, "admin_log", 606562559415683553),
            (17, "sign_up", 17630511788010725538),
            (18, "moderation", 9431937768220653915),
            (19, "flags", 17357938614831920075),
            (20, "trust", 7126033348529349078),
            (21, "sign_in_methods", 13071478241041741708),
            (22, "providers", 233769149916595247),
            (23, "api_tokens", 12918414747205905829),
            (24, "webhooks", 16638313277189553180),
            (25, "incoming_hooks", 14829029751122260571),
        ];
        let migrations = migrations();
        let found: Vec<(i32, &str, u64)> = migrations
            .iter()
            .map(|migration| (migration.version(), migration.name(), migration.checksum()))
            .collect();
        assert!(
            found.starts_with(RELEASED),
            "add a migration instead of editing one: {found:?}"
        );
    }

    /// The builds before the first release had other migrations, whose numbers and names may be the same.
    #[test]
    fn what_an_unreleased_build_made_is_refused_unchanged() {
        let differences = [
            "UPDATE refinery_schema_history SET checksum = '7' WHERE version = 1",
            "UPDATE refinery_schema_history SET name = 'posts' WHERE version = 3",
            "DELETE FROM refinery_schema_history WHERE version = 2",
            "UPDATE refinery_schema_history SET checksum = '7' WHERE version = (SELECT max(version) FROM refinery_schema_history)",
            // The last of those builds had more migrations than this release.
            "UPDATE refinery_schema_history SET checksum = '7';
             INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (99, 'x', 'x', '7')",
        ];
        for difference in differences {
            let (_directory, path) = filled(1);
            let connection = Connection::open(&path).expect("the database");
            connection.execute_batch(difference).expect("a history");
            connection.close().expect("closed");
            let before = fs::read(&path).expect("the file");
            for refused in [
                version(&path).map(drop),
                migrate(&path).map(drop),
                rehearse(&path).map(drop),
                next_release::run(|| migrate(&path)).map(drop),
            ] {
                let error = refused.expect_err(difference);
                assert!(
                    matches!(&error, Error::UnreleasedData(message)
                        if message.contains("made by an unreleased build") && message.contains("stoa import json")),
                    "{difference}: {error}"
                );
            }
            assert_eq!(fs::read(&path).expect("the file"), before, "{difference}");
        }
    }
}
