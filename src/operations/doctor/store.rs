//! The doctor's queries.

use std::collections::HashSet;
use std::path::Path;

use rusqlite::Connection;

use crate::core::error::{Error, Result};
use crate::core::tokenizer;
use crate::features::pictures::files::FileHash;
use crate::features::search::store::words::is_used;
use crate::features::users::store::ADMINISTRATORS;
use crate::operations::invariants::DERIVED_TABLES;
use crate::platform::db::{self, Read};

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
const SEARCH: [&str; 3] = ["search_texts", "search_strong", "search_trigrams"];

/// Returns whether a rebuild of the search index is not finished.
pub fn is_rebuilding(read: &Read<'_>) -> Result<bool> {
    read.exists("SELECT 1 FROM search_rebuild", [])
}

/// Returns what is wrong with the places of posts in the search index.
pub fn misindexed_posts(read: &Read<'_>) -> Result<Vec<String>> {
    const POSTS: &str = "FROM posts p JOIN questions q ON q.id = coalesce(p.question_id, p.id)";
    // A range is the first 44 bits less of an entry: see V007__search.sql.
    let checks = [
        (
            "posts missing",
            format!(
                "SELECT count(*) {POSTS}
                 WHERE q.scope IS NOT NULL AND p.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM search_entries e WHERE e.post_id = p.id)
                   AND NOT EXISTS (SELECT 1 FROM search_rebuild WHERE next_question <= q.id)
                   AND NOT EXISTS (SELECT 1 FROM pending_indexing i WHERE i.post_id = p.id)"
            ),
        ),
        (
            "posts in the range of other readers",
            format!(
                "SELECT count(*) {POSTS} JOIN search_entries e ON e.post_id = p.id LEFT JOIN search_ranges r ON r.id = e.entry >> 44
                 WHERE q.scope IS NOT NULL AND q.scope IS NOT r.scope"
            ),
        ),
        (
            "answers apart from their question",
            format!(
                "SELECT count(*) {POSTS} JOIN search_entries e ON e.post_id = p.id JOIN search_entries f ON f.post_id = q.id
                 WHERE p.question_id IS NULL AND e.entry & 4095 <> 0 OR p.question_id IS NOT NULL AND e.entry >> 12 < f.entry >> 12"
            ),
        ),
        (
            "posts with the meaning of another text",
            "SELECT count(*) FROM search_entries e LEFT JOIN search_documents d ON d.entry = e.entry
             WHERE e.vector IS NOT meaning(d.title, d.tags, d.text)"
                .to_owned(),
        ),
        (
            "posts that a rebuild has not reached",
            format!(
                "SELECT count(*) {POSTS} JOIN search_entries e ON e.post_id = p.id
                 WHERE EXISTS (SELECT 1 FROM search_rebuild WHERE next_question <= q.id)"
            ),
        ),
        (
            "ranges of public posts missing",
            "SELECT NOT EXISTS (SELECT 1 FROM search_ranges WHERE (id, scope) = (0, 0))".to_owned(),
        ),
        (
            "rebuilds at once",
            "SELECT iif(count(*) > 1, count(*), 0) FROM search_rebuild".to_owned(),
        ),
    ];
    let mut problems = Vec::new();
    for (what, sql) in checks {
        let count: i64 = read.value(&sql, [])?;
        if count > 0 {
            problems.push(format!("{count} {what}"));
        }
    }
    Ok(problems)
}

/// A text that words are stored from: the scope of its readers, and the text.
type ScopedText = (i64, String);

/// The texts of the visible posts.
const VISIBLE_TEXTS: &str = "
    SELECT q.scope, q.title FROM questions q WHERE q.scope IS NOT NULL
    UNION ALL SELECT q.scope, t.name_key FROM questions q JOIN question_tags qt ON qt.question_id = q.id JOIN tags t ON t.id = qt.tag_id WHERE q.scope IS NOT NULL
    UNION ALL SELECT q.scope, p.text FROM posts p JOIN questions q ON q.id = coalesce(p.question_id, p.id) WHERE q.scope IS NOT NULL AND p.deleted_at IS NULL";

/// The texts of earlier versions and of deleted posts, and those of moved questions where they were before. Their words
/// stay stored until a rebuild.
const EARLIER_TEXTS: &str = "
    SELECT coalesce((SELECT c.id FROM communities c WHERE c.id = q.community_id AND c.visibility IS NOT 'public'), 0),
           concat_ws(' ', q.title, p.text, r.title, r.tags, decompressed(r.compressed_text))
    FROM posts p JOIN questions q ON q.id = coalesce(p.question_id, p.id) LEFT JOIN revisions r ON r.post_id = p.id
    UNION ALL SELECT s.value, concat_ws(' ', q.title, p.text, r.title, r.tags, decompressed(r.compressed_text))
    FROM question_moves m JOIN json_each(m.left_scopes) s JOIN questions q ON q.id = m.question_id
    JOIN posts p ON p.id = q.id OR p.question_id = q.id LEFT JOIN revisions r ON r.post_id = p.id";

/// Compares the words that complete and correct searches with the posts: each post's words are stored
/// for its scope, and no other words are, except those of earlier versions. A word in the wrong scope
/// shows readers what they may not read.
pub fn misfiled_words(read: &Read<'_>) -> Result<Vec<String>> {
    type Key = (i64, String);
    if is_rebuilding(read)? || read.exists("SELECT 1 FROM pending_indexing", [])? {
        return Ok(Vec::new());
    }
    let words = |sql: &str| -> Result<HashSet<Key>> {
        let mut words = HashSet::new();
        let add = |(scope, text): ScopedText, words: &mut HashSet<Key>| {
            let found = tokenizer::words(&tokenizer::segmented(&text));
            words.extend(found.into_iter().map(|word| (scope, word)));
        };
        read.all(sql, [], |row| {
            add((row.get(0)?, row.get(1)?), &mut words);
            Ok(())
        })?;
        Ok(words)
    };
    let stored: HashSet<Key> = read
        .all("SELECT scope, word FROM search_words", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
        .into_iter()
        .collect();
    let visible = words(VISIBLE_TEXTS)?;
    let mut problems = Vec::new();
    let missing = visible.iter().filter(|word| !stored.contains(word)).count();
    let mut others: Vec<&Key> = stored.difference(&visible).collect();
    if !others.is_empty() {
        let earlier = words(EARLIER_TEXTS)?;
        others.retain(|word| !earlier.contains(*word));
        // The erasure of a text keeps a word whose stem another post has.
        let mut unused = Vec::new();
        for word in others {
            if !is_used(read, word.0, &word.1)? {
                unused.push(word);
            }
        }
        others = unused;
    }
    let corrections = "SELECT count(*) - count(DISTINCT (SELECT w.word || ' ' || w.scope FROM search_words w
                                                        WHERE w.word = c.word AND w.scope = c.scope)) FROM search_corrections c";
    let strays: i64 = read.value(corrections, [])?;
    for (count, what) in [
        (missing, "words of posts missing from the completions"),
        (
            others.len(),
            "completions that are words of no post of their readers",
        ),
        (
            usize::try_from(strays).unwrap_or(usize::MAX),
            "corrections that are no completions, or twice there",
        ),
    ] {
        if count > 0 {
            problems.push(format!("{count} {what}"));
        }
    }
    Ok(problems)
}

/// Returns the damage of rows, which no repair can undo. Damage of indexes and of derived tables is
/// not among it.
pub fn damaged_rows(read: &Read<'_>) -> Result<Vec<String>> {
    let indexes: HashSet<i64> = read
        .all(
            "SELECT rootpage FROM sqlite_schema WHERE type = 'index'",
            [],
            |row| row.get(0),
        )?
        .into_iter()
        .collect();
    // 'Tree 12 page 34: …' names the root page of a table or an index.
    let concerns_index = |problem: &str| {
        let root = problem
            .strip_prefix("Tree ")
            .and_then(|rest| rest.split(' ').next()?.parse().ok());
        problem.contains(" index ") || root.is_some_and(|root: i64| indexes.contains(&root))
    };
    let derived = |table: &str| {
        DERIVED_TABLES.iter().any(|name| {
            table
                .strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        })
    };
    let tables = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'";
    let tables: Vec<String> = read.all(tables, [], |row| row.get(0))?;
    let mut damaged = Vec::new();
    for table in tables.into_iter().filter(|table| !derived(table)) {
        let sql = format!("PRAGMA integrity_check(\"{table}\")");
        match read.all(&sql, [], |row| row.get::<_, String>(0)) {
            Ok(problems) => damaged.extend(
                problems
                    .into_iter()
                    .filter(|problem| problem != "ok" && !concerns_index(problem))
                    .map(|problem| format!("{table}: {problem}")),
            ),
            Err(error) => damaged.push(format!("{table}: {error}")),
        }
    }
    Ok(damaged)
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

/// Returns the files that pictures have, or had until lately.
pub fn media_files(read: &Read<'_>) -> Result<Vec<FileHash>> {
    let hashes: Vec<String> = read.all("SELECT hash FROM media_files", [], |row| row.get(0))?;
    let parsed = |hash: String| {
        hash.parse().map_err(|_| {
            Error::internal(format_args!(
                "the row of a file has no SHA-256, but {hash:?}"
            ))
        })
    };
    hashes.into_iter().map(parsed).collect()
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
