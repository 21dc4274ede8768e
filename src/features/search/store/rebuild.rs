//! Makes the index again, in steps beside other writes.
//!
//! A rebuild goes through the questions in their order. The row of `search_rebuild` says how far it
//! is: changes of questions before that are indexed as ever, and those after it when their turn
//! comes. So it can stop at any step and be resumed.

use super::{documents, entries, words};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Write;

/// The largest number of questions in a step.
const STEP_QUESTIONS: i64 = 200;
/// A step ends after the question with which its texts reach this size, so that the WAL stays short
/// and other writes do not wait.
const STEP_BYTES: i64 = 1 << 20;

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
pub fn step(tx: &Write<'_>) -> Result<bool> {
    let Some(boundary) = entries::boundary(tx)? else {
        return Ok(false);
    };
    let sql = "SELECT q.id, (SELECT sum(octet_length(text)) FROM posts WHERE id = q.id OR question_id = q.id)
               FROM questions q WHERE q.id >= ?1 ORDER BY q.id LIMIT ?2";
    let next: Vec<(Id, i64)> = tx.all(sql, (boundary, STEP_QUESTIONS), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    let mut bytes = 0;
    let questions: Vec<Id> = next
        .into_iter()
        .take_while(|(_, size)| {
            let is_within = bytes < STEP_BYTES;
            bytes += size;
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
