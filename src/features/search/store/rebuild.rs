//! Makes the index again, in steps beside other writes.
//!
//! A rebuild goes through the questions in their order. The row of `search_rebuild` says how far it
//! is: changes of questions before that are indexed as ever, and those after it when their turn
//! comes. So it can stop at any step and be resumed.

use super::{documents, entries, words};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Write;

/// How much a step indexes: it ends after the question with which one of these is reached.
#[derive(Clone, Copy)]
pub struct StepSize {
    questions: i64,
    bytes: i64,
}

impl StepSize {
    /// Small, so that the WAL stays short and other writes do not wait.
    pub const BESIDE_WRITES: Self = Self {
        questions: 200,
        bytes: 1 << 20,
    };
    /// Large, while nothing else writes: every step adds a segment to the index, and the fewer there are, the less often
    /// FTS5 writes each of them again.
    pub const ALONE: Self = Self {
        questions: 10_000,
        bytes: 8 << 20,
    };
}

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
        tx.execute("DELETE FROM search_rebuild", [])?;
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
