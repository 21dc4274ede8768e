//! What the doctor asks a database.

use std::path::Path;

use rusqlite::Connection;

use crate::db::{self, Read};
use crate::error::Result;
use crate::users::store::ADMINISTRATORS;

/// What SQLite finds wrong.
pub fn integrity(read: &Read<'_>, quick: bool) -> Result<Vec<String>> {
    let sql = if quick { "PRAGMA quick_check" } else { "PRAGMA integrity_check" };
    let mut problems: Vec<String> = read.all(sql, [], |row| row.get(0))?;
    problems.retain(|problem| problem != "ok");
    Ok(problems)
}

/// Which rows refer to nothing.
pub fn foreign_keys(read: &Read<'_>) -> Result<Vec<String>> {
    let sql =
        "SELECT concat(\"table\", ': ', count(*), ' refer to no row of ', parent) FROM pragma_foreign_key_check GROUP BY \"table\", parent";
    read.all(sql, [], |row| row.get(0))
}

/// The indexes of the search, and the views of what they should know.
const SEARCH: [(&str, &str); 2] = [("search", "search_public_documents"), ("search_private", "search_private_documents")];

/// In which index questions are missing or too many.
pub fn questions_indexed_wrong(read: &Read<'_>) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    for (index, documents) in SEARCH {
        let (known, right) = (format!("SELECT id FROM {index}_docsize"), format!("SELECT id FROM {documents}"));
        for (these, those, what) in [(&right, &known, "missing"), (&known, &right, "too many")] {
            let count: i64 = read.value(&format!("SELECT count(*) FROM ({these} EXCEPT {those})"), [])?;
            if count > 0 {
                wrong.push(format!("{index}: {count} questions {what}"));
            }
        }
    }
    Ok(wrong)
}

/// Which indexes do not agree with what they should know. Nobody else may be using the database: it is locked meanwhile.
pub fn words_indexed_wrong(database: &Path) -> Result<Vec<String>> {
    let connection = Connection::open(database)?;
    db::add_functions(&connection)?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let mut wrong = Vec::new();
    for (index, _) in SEARCH {
        if let Err(error) = connection.execute(&format!("INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)"), []) {
            wrong.push(format!("{index}: {error}"));
        }
    }
    connection.execute_batch("ROLLBACK")?;
    Ok(wrong)
}

/// How many can administer the site; nothing before there were administrators.
pub fn administrators(read: &Read<'_>) -> Result<Option<i64>> {
    if !read.exists("SELECT 1 FROM pragma_table_info('users') WHERE name = 'role'", [])? {
        return Ok(None);
    }
    read.value(&format!("SELECT count(*) FROM users WHERE {ADMINISTRATORS}"), []).map(Some)
}

/// The sizes of a database.
pub fn sizes(read: &Read<'_>) -> Result<[i64; 3]> {
    let value = |sql: &str| read.value(sql, []);
    Ok([value("PRAGMA page_size")?, value("PRAGMA page_count")?, value("PRAGMA freelist_count")?])
}

/// How many rows each table has, with those that hold the search indexes.
pub fn rows(read: &Read<'_>) -> Result<Vec<(String, i64)>> {
    let tables =
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite!_%' ESCAPE '!'";
    let tables: Vec<String> = read.all(&format!("{tables} ORDER BY name"), [], |row| row.get(0))?;
    tables.into_iter().map(|table| Ok((table.clone(), read.value(&format!("SELECT count(*) FROM \"{table}\""), [])?))).collect()
}

/// A connection beside others; what it does waits for them and they for it, for moments.
pub fn beside(data_dir: &Path) -> Result<Connection> {
    let connection = Connection::open_with_flags(data_dir.join(db::FILE), rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    db::add_functions(&connection)?;
    connection.busy_timeout(std::time::Duration::from_secs(30))?;
    Ok(connection)
}

/// Pages of an index that are merged in one transaction.
const MERGED: i64 = 500;

/// Merges what the search indexes have in pieces, in many short transactions, and moves the log into the database. Tells after
/// each step how many there were.
pub fn optimize(connection: &Connection, mut done: impl FnMut(u64)) -> Result<()> {
    let mut steps = 0;
    for (index, _) in SEARCH {
        // A negative number begins a merge of all pieces, positive ones go on with it.
        let mut pages = -MERGED;
        loop {
            let before = connection.total_changes();
            connection.execute(&format!("INSERT INTO {index} ({index}, rank) VALUES ('merge', ?1)"), [pages])?;
            pages = MERGED;
            steps += 1;
            done(steps);
            // So FTS5 says that there was nothing to do.
            if connection.total_changes() - before < 2 {
                break;
            }
        }
    }
    // SQLite collects no statistics: each query is written for the index that it should use, whatever is in the tables.
    connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
    Ok(())
}

/// Writes the whole database anew. Nobody else may be using it.
pub fn vacuum(connection: &Connection) -> Result<()> {
    connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")?;
    Ok(())
}
