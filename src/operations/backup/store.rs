//! Copies and inspects database files without trusting their content.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Result};

use super::error::damaged;
use crate::core::clock::Clock;
use crate::core::error::Error;
use crate::features::pictures::files::FileHash;
use crate::operations::invariants::{DERIVED, DERIVED_TABLES, INDEXES};
use crate::platform::db::{self, Db};
use crate::platform::realtime::Hub;

/// How long a copy waits for a lock. Other connections hold locks for moments only.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

/// Copies a snapshot of a database into an empty file. Other connections may read and write
/// meanwhile.
pub fn copy(database: &Path, to: &Path) -> Result<()> {
    let connection = if database.parent().is_some_and(db::files::is_writable) {
        Connection::open_with_flags(
            database,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?
    } else {
        db::open_to_read(database)?
    };
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
    Ok(())
}

/// Merges the write-ahead log of a site's database into the database. Returns whether it succeeded.
pub fn merge_wal(database: &Path) -> Result<bool> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if application != db::APPLICATION_ID {
        return Ok(false);
    }
    let is_busy: bool =
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    Ok(!is_busy)
}

/// Copies the rows of a database into a new one in `directory`, and derives everything else from
/// them. This undoes damage of indexes, search indexes, triggers and constraints, but not of the rows:
/// then it fails. The schema must be the one of this program. The search index is left to
/// [`crate::features::search::finish_rebuild`], which a server runs beside its requests.
pub fn rebuild(damaged: &Path, directory: &Path) -> crate::core::error::Result<()> {
    let database = directory.join(db::FILE);
    db::schema::migrate(&database)?;
    copy_rows(damaged, &database)?;
    let db = Db::open(directory, Clock::system(), Hub::default())?;
    db.write_blocking(|tx| {
        tx.without_event("no server runs on a copy");
        for invariant in [DERIVED.concat(), INDEXES.concat()].concat() {
            invariant.repair(tx)?;
        }
        crate::features::search::rebuild(tx)
    })?;
    drop(db);
    // One file without a log beside it.
    Connection::open(&database)?
        .query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))
        .map_err(Error::from)
}

/// Replaces all rows of a database that are not derived with those of another one.
fn copy_rows(from: &Path, to: &Path) -> crate::core::error::Result<()> {
    let connection = Connection::open_with_flags(
        to,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_URI,
    )?;
    db::add_functions(&connection)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch("PRAGMA foreign_keys = OFF")?;
    connection.execute("ATTACH ?1 AS damaged", [db::read_only_uri(from)])?;
    connection.execute_batch("BEGIN")?;
    let texts = |sql: &str| {
        connection
            .prepare(sql)?
            .query_map([], |row| row.get(0))?
            .collect::<Result<Vec<String>>>()
    };
    // A trigger would derive from each row what is derived from all of them afterwards.
    let triggers = texts("SELECT name FROM main.sqlite_schema WHERE type = 'trigger'")?;
    let created = texts("SELECT sql FROM main.sqlite_schema WHERE type = 'trigger'")?;
    for trigger in triggers {
        connection.execute_batch(&format!("DROP TRIGGER main.\"{trigger}\""))?;
    }
    for table in source_tables(&connection)? {
        let columns = texts(&format!(
            "SELECT '\"' || name || '\"' FROM pragma_table_xinfo('{table}', 'main') WHERE hidden = 0"
        ))?
        .join(", ");
        // Without indexes, which may be damaged.
        connection.execute_batch(&format!(
            "DELETE FROM main.\"{table}\";
             INSERT INTO main.\"{table}\" ({columns}) SELECT {columns} FROM damaged.\"{table}\" NOT INDEXED"
        ))?;
    }
    for trigger in created {
        connection.execute_batch(&trigger)?;
    }
    Ok(connection.execute_batch("COMMIT; DETACH damaged")?)
}

/// Returns the names of the tables whose rows are not derived.
pub fn source_tables(connection: &Connection) -> Result<Vec<String>> {
    let sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
               AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT IN (SELECT value FROM json_each(?1))";
    connection
        .prepare(sql)?
        .query_map([serde_json::json!(DERIVED_TABLES).to_string()], |row| {
            row.get(0)
        })?
        .collect()
}

/// A file of pictures that a database names.
pub struct NamedFile {
    pub hash: FileHash,
    pub bytes: u64,
    /// Whether a picture has it.
    pub is_used: bool,
}

/// Returns the files of pictures that a database names, sorted by their hashes. An older schema has
/// none.
pub fn media_files(database: &Path) -> super::error::Result<Vec<NamedFile>> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let exists = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'media_files')";
    if !connection.query_row(exists, [], |row| row.get(0))? {
        return Ok(Vec::new());
    }
    let sql = "SELECT hash, bytes, unused_since IS NULL FROM media_files ORDER BY hash";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut files = Vec::new();
    while let Some(row) = rows.next()? {
        let hash: String = row.get(0)?;
        files.push(NamedFile {
            hash: hash
                .parse()
                .map_err(|_| damaged("its database names a file that is no SHA-256"))?,
            bytes: row.get::<_, i64>(1)?.unsigned_abs(),
            is_used: row.get(2)?,
        });
    }
    Ok(files)
}

/// The result of [`inspect`].
pub struct Inspection {
    /// Whether the database belongs to Stoa.
    pub is_ours: bool,
    pub schema: i32,
    /// Why its schema cannot be migrated, if a build from before the first release made it.
    pub unreleased: Option<Error>,
    /// The number of rows of each table, without the shadow tables of the search indexes.
    pub rows: BTreeMap<String, i64>,
    /// When the site was created.
    pub site: Option<String>,
    /// Damage and broken references that SQLite reports.
    pub problems: Vec<String>,
}

/// Checks a whole database without changing it. No other connection may write to it.
pub fn inspect(database: &Path) -> Result<Inspection> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    db::add_functions(&connection)?;
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if application != db::APPLICATION_ID {
        return Ok(Inspection {
            is_ours: false,
            schema: 0,
            unreleased: None,
            rows: BTreeMap::new(),
            site: None,
            problems: Vec::new(),
        });
    }
    let texts = |sql: &str| {
        connection
            .prepare(sql)?
            .query_map([], |row| row.get(0))?
            .collect::<Result<Vec<String>>>()
    };
    let mut problems = texts("PRAGMA integrity_check")?;
    problems.retain(|problem| problem != "ok");
    problems.extend(texts(
        "SELECT concat('a row of ', \"table\", ' has a broken reference') FROM pragma_foreign_key_check",
    )?);
    let mut rows = BTreeMap::new();
    for table in texts(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    )? {
        rows.insert(
            table.clone(),
            connection.query_row(&format!("SELECT count(*) FROM \"{table}\""), [], |row| {
                row.get(0)
            })?,
        );
    }
    let schema = connection.query_row(
        "SELECT coalesce(max(version), 0) FROM refinery_schema_history",
        [],
        |row| row.get(0),
    )?;
    let unreleased = match db::schema::known_version(&connection, &"the database") {
        Err(error @ Error::UnreleasedData(_)) => Some(error),
        _ => None,
    };
    Ok(Inspection {
        is_ours: true,
        schema,
        unreleased,
        site: db::created_at(&connection)?,
        rows,
        problems,
    })
}
