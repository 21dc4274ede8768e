//! SQL of figures. Each statement reads the rows of a span of ids, and at most [`MOST`] of them.

use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::platform::db::Read;

/// The largest number of rows that are counted for one figure.
const MOST: i64 = 10_000;

/// Counts the sign-ups from `first` to before `end`, those of accounts included that are deleted since.
pub fn sign_ups(read: &Read<'_>, first: Id, end: Id) -> Result<u32> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM users WHERE id >= ?1 AND id < ?2 LIMIT ?3)";
    read.value(sql, (first, end, MOST))
}

/// Counts the questions and answers from `first` to before `end` that every member may read, and their authors.
pub fn posts(read: &Read<'_>, first: Id, end: Id) -> Result<(u32, u32)> {
    let sql = "SELECT count(*), count(DISTINCT author_id) FROM (
                   SELECT p.author_id FROM posts p CROSS JOIN questions q ON q.id = coalesce(p.question_id, p.id)
                   WHERE p.id >= ?1 AND p.id < ?2 AND p.deleted_at IS NULL AND q.scope = 0 LIMIT ?3)";
    let counts = read.first(sql, (first, end, MOST), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    counts.ok_or_else(|| Error::internal("a count without a row"))
}

/// Returns the questions from `first` to before `end` that every member may read, each with its first answer.
pub fn first_answers(read: &Read<'_>, first: Id, end: Id) -> Result<Vec<(Id, Option<Id>)>> {
    let sql = "SELECT q.id, (SELECT min(a.id) FROM posts a WHERE a.question_id = q.id AND a.deleted_at IS NULL)
               FROM questions q WHERE q.id >= ?1 AND q.id < ?2 AND q.scope = 0 LIMIT ?3";
    read.all(sql, (first, end, MOST), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}
