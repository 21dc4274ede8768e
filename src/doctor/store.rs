//! The doctor's queries.

use std::path::Path;

use rusqlite::Connection;

use crate::db::{self, Read};
use crate::error::Result;
use crate::users::store::ADMINISTRATORS;

/// Returns the problems that SQLite finds.
pub fn integrity(read: &Read<'_>, quick: bool) -> Result<Vec<String>> {
    let sql = if quick {
        "PRAGMA quick_check"
    } else {
        "PRAGMA integrity_check"
    };
    let mut problems: Vec<String> = read.all(sql, [], |row| row.get(0))?;
    problems.retain(|problem| problem != "ok");
    Ok(problems)
}

/// Returns the tables whose rows refer to missing rows.
pub fn foreign_keys(read: &Read<'_>) -> Result<Vec<String>> {
    let sql = "SELECT concat(\"table\", ': ', count(*), ' refer to a missing row of ', parent) FROM pragma_foreign_key_check GROUP BY \"table\", parent";
    read.all(sql, [], |row| row.get(0))
}

/// The search indexes.
const SEARCH: [&str; 2] = ["search_texts", "search_strong"];

/// Returns whether a rebuild of the search index is not finished.
pub fn is_rebuilding(read: &Read<'_>) -> Result<bool> {
    read.exists("SELECT 1 FROM search_rebuild", [])
}

/// Returns what is missing in the search index, words apart.
pub fn misindexed_posts(read: &Read<'_>) -> Result<Vec<String>> {
    let missing: i64 = read.value(
        "SELECT count(*) FROM posts p JOIN questions q ON q.id = coalesce(p.question_id, p.id)
         WHERE q.scope IS NOT NULL AND p.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM search_entries e WHERE e.post_id = p.id)
           AND NOT EXISTS (SELECT 1 FROM search_rebuild WHERE next_question <= q.id)
           AND NOT EXISTS (SELECT 1 FROM pending_indexing i WHERE i.post_id = p.id)",
        [],
    )?;
    Ok(if missing > 0 {
        vec![format!("{missing} posts missing")]
    } else {
        Vec::new()
    })
}

/// Returns the indexes whose words differ from their expected content. Locks the database
/// meanwhile, so no other process may use it.
pub fn misindexed_words(database: &Path) -> Result<Vec<String>> {
    let connection = Connection::open(database)?;
    db::add_functions(&connection)?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let mut wrong = Vec::new();
    for index in SEARCH {
        if let Err(error) = connection.execute(
            &format!("INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)"),
            [],
        ) {
            wrong.push(format!("{index}: {error}"));
        }
    }
    connection.execute_batch("ROLLBACK")?;
    Ok(wrong)
}

/// Counts the administrators. Returns `None` for a schema without administrators.
pub fn administrators(read: &Read<'_>) -> Result<Option<i64>> {
    if !read.exists(
        "SELECT 1 FROM pragma_table_info('users') WHERE name = 'role'",
        [],
    )? {
        return Ok(None);
    }
    read.value(
        &format!("SELECT count(*) FROM users WHERE {ADMINISTRATORS}"),
        [],
    )
    .map(Some)
}

/// Returns the page size, the number of pages and the number of free pages.
pub fn sizes(read: &Read<'_>) -> Result<[i64; 3]> {
    let value = |sql: &str| read.value(sql, []);
    Ok([
        value("PRAGMA page_size")?,
        value("PRAGMA page_count")?,
        value("PRAGMA freelist_count")?,
    ])
}

/// Counts the rows of each table, including the shadow tables of the search indexes.
pub fn rows(read: &Read<'_>) -> Result<Vec<(String, i64)>> {
    let tables = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite!_%' ESCAPE '!'";
    let tables: Vec<String> = read.all(&format!("{tables} ORDER BY name"), [], |row| row.get(0))?;
    tables
        .into_iter()
        .map(|table| {
            Ok((
                table.clone(),
                read.value(&format!("SELECT count(*) FROM \"{table}\""), [])?,
            ))
        })
        .collect()
}

/// Opens a connection for maintenance. Other connections may exist: both sides wait for locks, for
/// moments.
pub fn open(data_dir: &Path) -> Result<Connection> {
    let connection = Connection::open_with_flags(
        data_dir.join(db::FILE),
        rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE,
    )?;
    db::add_functions(&connection)?;
    connection.busy_timeout(std::time::Duration::from_secs(30))?;
    Ok(connection)
}

/// The number of pages of an index that one transaction merges.
const PAGES_PER_MERGE: i64 = 500;

/// Merges the segments of the search indexes in many short transactions, and checkpoints the
/// write-ahead log. Calls `progress` with the number of steps so far.
pub fn optimize(connection: &Connection, mut progress: impl FnMut(u64)) -> Result<()> {
    let mut steps = 0;
    for index in SEARCH {
        // FTS5: a negative number starts a merge of all segments, positive numbers continue it.
        let mut pages = -PAGES_PER_MERGE;
        loop {
            let before = connection.total_changes();
            connection.execute(
                &format!("INSERT INTO {index} ({index}, rank) VALUES ('merge', ?1)"),
                [pages],
            )?;
            pages = PAGES_PER_MERGE;
            steps += 1;
            progress(steps);
            // FTS5: fewer than two changes mean that nothing is left to merge.
            if connection.total_changes() - before < 2 {
                break;
            }
        }
    }
    // No ANALYZE: each query names the index that it should use, independent of the content.
    connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
    Ok(())
}

/// Rewrites the whole database. No other process may use it.
pub fn vacuum(connection: &Connection) -> Result<()> {
    connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")?;
    Ok(())
}
