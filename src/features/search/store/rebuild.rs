//! Makes the index again, in steps beside other writes.
//!
//! A rebuild goes through the questions in their order. The row of `search_rebuild` says how far it
//! is: changes of questions before that are indexed as ever, and those after it when their turn
//! comes. So it can stop at any step and be resumed.
//!
//! While nothing else writes, FTS5 does not merge what the steps add: merging all of it once at the end writes less
//! than merging again and again.

use super::{documents, entries, words};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Write;

/// How much a step indexes: it ends after the question with which one of these is reached.
#[derive(Clone, Copy)]
pub struct StepSize {
    questions: i64,
    bytes: i64,
    /// The number of segments of about the same size that FTS5 merges. 0: it merges none, until [`merge`] does.
    automerge: i64,
}

impl StepSize {
    /// Small, so that the WAL stays short and other writes do not wait.
    pub const BESIDE_WRITES: Self = Self {
        questions: 200,
        bytes: 1 << 20,
        automerge: AUTOMERGE,
    };
    /// Large, while nothing else writes: every step adds a segment to the index.
    pub const ALONE: Self = Self {
        questions: 10_000,
        bytes: 8 << 20,
        automerge: 0,
    };
}

/// FTS5's setting of the migration.
const AUTOMERGE: i64 = 16;
/// The number of pages that a step of a merge writes.
const PAGES_PER_MERGE: i64 = 4_000;

/// The indexes that a rebuild fills.
pub const INDEXES: [&str; 3] = ["search_texts", "search_strong", "search_trigrams"];

/// Empties the index and begins a rebuild.
pub fn begin(tx: &Write<'_>) -> Result<()> {
    for table in ["search_texts", "search_strong"] {
        tx.execute(
            &format!("INSERT INTO {table} ({table}) VALUES ('delete-all')"),
            [],
        )?;
    }
    tx.execute("DELETE FROM pending_indexing", [])?;
    tx.execute("DELETE FROM search_entries", [])?;
    tx.execute("DELETE FROM search_ranges", [])?;
    tx.execute("INSERT INTO search_ranges (id, scope) VALUES (0, 0)", [])?;
    words::clear(tx)?;
    tx.execute("DELETE FROM search_rebuild", [])?;
    tx.execute("INSERT INTO search_rebuild (next_question) VALUES (0)", [])?;
    Ok(())
}

/// Indexes the next questions. Returns whether there are more.
pub fn step(tx: &Write<'_>, size: StepSize) -> Result<bool> {
    let Some(boundary) = entries::boundary(tx)? else {
        return Ok(false);
    };
    set_automerge(tx, size.automerge)?;
    let sql = "SELECT q.id, (SELECT sum(octet_length(text)) FROM posts WHERE id = q.id OR question_id = q.id)
               FROM questions q WHERE q.id >= ?1 ORDER BY q.id LIMIT ?2";
    let next: Vec<(Id, i64)> = tx.all(sql, (boundary, size.questions), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    let mut bytes = 0;
    let questions: Vec<Id> = next
        .into_iter()
        .take_while(|(_, of_question)| {
            let is_within = bytes < size.bytes;
            bytes += of_question;
            is_within
        })
        .map(|(id, _)| id)
        .collect();
    let Some(last) = questions.last() else {
        if size.automerge > 0 {
            end(tx)?;
        }
        return Ok(false);
    };
    let mut posts = Vec::new();
    for question in &questions {
        posts.extend(documents::thread(tx, *question)?);
    }
    documents::insert(tx, &posts)?;
    tx.execute(
        "UPDATE search_rebuild SET next_question = ?1",
        [last.as_i64() + 1],
    )?;
    Ok(true)
}

/// Returns whether a rebuild has begun and not ended.
pub fn is_pending(tx: &Write<'_>) -> Result<bool> {
    Ok(entries::boundary(tx)?.is_some())
}

/// Merges segments of an index, at first or further. Returns whether there may be more to merge.
pub fn merge(tx: &Write<'_>, index: &str, is_first: bool) -> Result<bool> {
    // FTS5: a negative number starts a merge of all segments, positive numbers continue it.
    let pages = if is_first {
        -PAGES_PER_MERGE
    } else {
        PAGES_PER_MERGE
    };
    let changes = || tx.value::<i64>("SELECT total_changes()", []);
    let before = changes()?;
    tx.execute(
        &format!("INSERT INTO {index} ({index}, rank) VALUES ('merge', ?1)"),
        [pages],
    )?;
    // FTS5: fewer than two changes mean that nothing is left to merge.
    Ok(changes()? - before >= 2)
}

/// Ends a rebuild.
pub fn end(tx: &Write<'_>) -> Result<()> {
    set_automerge(tx, AUTOMERGE)?;
    tx.execute("DELETE FROM search_rebuild", [])?;
    Ok(())
}

/// Sets how many segments FTS5 merges, unless it is so: a rebuild can stop at any step.
fn set_automerge(tx: &Write<'_>, segments: i64) -> Result<()> {
    for index in INDEXES {
        let sql = format!("SELECT 1 FROM {index}_config WHERE k = 'automerge' AND v = ?1");
        if !tx.exists(&sql, [segments])? {
            let sql = format!("INSERT INTO {index} ({index}, rank) VALUES ('automerge', ?1)");
            tx.execute(&sql, [segments])?;
        }
    }
    Ok(())
}
