//! Finds merged questions, and what a merge would move.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Read;

/// SQL condition: the question `m.question_id` is merged, unless a moderator has reopened it.
pub const IS_MERGED: &str = "m.undone_at IS NULL AND EXISTS (SELECT 1 FROM questions c WHERE c.id = m.question_id AND c.closed_at IS NOT NULL)";

/// The latest merge of a question.
pub struct MergeRecord {
    /// The question that has its answers.
    pub into: Id,
    pub merged_at: Timestamp,
}

/// Returns the latest merge of a question, unless it was undone.
pub fn latest(read: &Read<'_>, question: Id) -> Result<Option<MergeRecord>> {
    let sql = "SELECT into_id, merged_at FROM question_merges WHERE question_id = ?1 AND undone_at IS NULL";
    read.first(sql, [question], |row| {
        Ok(MergeRecord {
            into: row.get(0)?,
            merged_at: row.get(1)?,
        })
    })
}

/// Returns whether a question is merged. One that a moderator has reopened is not.
pub fn is_merged(read: &Read<'_>, question: Id) -> Result<bool> {
    let sql = format!("SELECT 1 FROM question_merges m WHERE m.question_id = ?1 AND {IS_MERGED}");
    read.exists(&sql, [question])
}

/// Returns whether other questions were merged into a question since a time.
pub fn has_others_since(read: &Read<'_>, question: Id, since: Timestamp) -> Result<bool> {
    let sql = "SELECT 1 FROM question_merges WHERE into_id = ?1 AND undone_at IS NULL AND merged_at >= ?2";
    read.exists(sql, (question, since))
}

/// Returns the oldest answers of a question, deleted ones too.
pub fn answers(read: &Read<'_>, question: Id, limit: usize) -> Result<Vec<Id>> {
    let sql = "SELECT id FROM posts WHERE question_id = ?1 ORDER BY id LIMIT ?2";
    read.all(sql, (question, limit as i64), |row| row.get(0))
}

/// Returns the answers that the merge of a question has moved and that are where it has moved them.
pub fn moved_answers(read: &Read<'_>, question: Id) -> Result<Vec<Id>> {
    let sql = "SELECT p.id FROM question_merges m CROSS JOIN json_each(m.answers) a CROSS JOIN posts p ON p.id = a.value
               WHERE m.question_id = ?1 AND p.question_id = m.into_id ORDER BY p.id";
    read.all(sql, [question], |row| row.get(0))
}

/// Returns the number of answers of a question, and of their comments and votes, up to a number, and the size
/// of their texts in bytes.
pub fn size(read: &Read<'_>, question: Id, answers: &[Id], up_to: i64) -> Result<(i64, i64)> {
    let sql = "SELECT count(*), coalesce(sum(bytes), 0) FROM (
                   SELECT octet_length(text) AS bytes FROM posts WHERE id IN (SELECT value FROM json_each(?2))
                   UNION ALL SELECT octet_length(text) FROM comments WHERE question_id = ?1 AND post_id IN (SELECT value FROM json_each(?2))
                   UNION ALL SELECT 0 FROM votes WHERE question_id = ?1 AND post_id IN (SELECT value FROM json_each(?2)) LIMIT ?3)";
    let parameters = (question, json(answers), up_to);
    let size = read.first(sql, parameters, |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(size.unwrap_or_default())
}

/// Returns the authors of answers that are not deleted, each with their first one.
pub fn authors(read: &Read<'_>, answers: &[Id]) -> Result<Vec<(Id, Id)>> {
    let sql = "SELECT author_id, min(id) FROM posts WHERE id IN (SELECT value FROM json_each(?1)) AND deleted_at IS NULL
               GROUP BY author_id ORDER BY min(id)";
    read.all(sql, [json(answers)], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns ids as a JSON array of numbers.
pub(super) fn json(ids: &[Id]) -> String {
    let ids: Vec<i64> = ids.iter().map(|id| id.as_i64()).collect();
    serde_json::json!(ids).to_string()
}
