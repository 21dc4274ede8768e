//! Databases as files: copied, and looked at by somebody who trusts them in nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Result};

use crate::db;

/// How long a copy waits for a lock, which others hold for moments only.
const PATIENCE: Duration = Duration::from_secs(30);

/// Copies one snapshot of a database, which others may go on to read and write, into an empty file.
pub fn copy(database: &Path, to: &Path) -> Result<()> {
    let connection = if database.parent().is_some_and(db::files::is_writable) {
        Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?
    } else {
        db::open_to_read(database)?
    };
    connection.busy_timeout(PATIENCE)?;
    connection.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
    Ok(())
}

/// Moves what is in the log of a site's database into the database; whether that was possible.
pub fn empty_log(database: &Path) -> Result<bool> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if application != db::APPLICATION_ID {
        return Ok(false);
    }
    let is_busy: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    Ok(!is_busy)
}

/// What a database is.
pub struct Inspection {
    /// Whether it is one of a site.
    pub is_ours: bool,
    pub schema: i32,
    /// How many rows each table has, without those that hold the search indexes.
    pub rows: BTreeMap<String, i64>,
    /// What SQLite finds wrong with it.
    pub problems: Vec<String>,
}

/// Looks through a whole database, which nobody is writing to, without changing it.
pub fn inspect(database: &Path) -> Result<Inspection> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    db::add_functions(&connection)?;
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if application != db::APPLICATION_ID {
        return Ok(Inspection { is_ours: false, schema: 0, rows: BTreeMap::new(), problems: Vec::new() });
    }
    let texts = |sql: &str| connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>>>();
    let mut problems = texts("PRAGMA integrity_check")?;
    problems.retain(|problem| problem != "ok");
    problems.extend(texts("SELECT concat('a row of ', \"table\", ' refers to nothing') FROM pragma_foreign_key_check")?);
    let mut rows = BTreeMap::new();
    for table in
        texts("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")?
    {
        rows.insert(table.clone(), connection.query_row(&format!("SELECT count(*) FROM \"{table}\""), [], |row| row.get(0))?);
    }
    let schema = connection.query_row("SELECT coalesce(max(version), 0) FROM refinery_schema_history", [], |row| row.get(0))?;
    Ok(Inspection { is_ours: true, schema, rows, problems })
}
