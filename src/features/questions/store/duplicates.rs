//! Stores links between duplicate questions.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::access::Scope;
use crate::features::communities::store::VISIBLE;
use crate::features::questions::access::ReadablePost;
use crate::features::questions::model::{Duplicate, LinkedQuestion};
use crate::features::questions::store::moderation::merge_lookup::IS_MERGED;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};

/// Stores a link.
pub fn insert(tx: &Write<'_>, me: &Me, copy: &ReadablePost, original: &ReadablePost) -> Result<()> {
    let sql = "INSERT INTO duplicates (question_id, original_id, linked_by, linked_at) VALUES (?1, ?2, ?3, ?4)";
    tx.execute(sql, (copy.question(), original.question(), me.id(), tx.now))?;
    Ok(())
}

/// Deletes a link.
pub fn delete(tx: &Write<'_>, copy: &ReadablePost, original: &ReadablePost) -> Result<()> {
    tx.execute(
        "DELETE FROM duplicates WHERE question_id = ?1 AND original_id = ?2",
        (copy.question(), original.question()),
    )?;
    Ok(())
}

/// Returns whether `copy` is linked to `original`.
pub fn exists(read: &Read<'_>, copy: &ReadablePost, original: &ReadablePost) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM duplicates WHERE question_id = ?1 AND original_id = ?2",
        (copy.question(), original.question()),
    )
}

/// Returns the number of links of a question to questions that the viewer may read.
pub fn count(read: &Read<'_>, me: &Me, question: &ReadablePost) -> Result<i64> {
    let sql = format!(
        "SELECT count(*) FROM (SELECT original_id AS id FROM duplicates WHERE question_id = ?2
                               UNION ALL SELECT question_id FROM duplicates WHERE original_id = ?2) d
         JOIN questions q ON q.id = d.id WHERE {VISIBLE}"
    );
    read.value(&sql, (me.id(), question.question()))
}

/// Returns SQL that is true for each link `d` that the user `?1` made, or that is on a question of theirs. A
/// merged question leads to its answers.
fn may_unlink_condition() -> String {
    format!(
        "((d.linked_by = ?1 OR EXISTS (SELECT 1 FROM posts p WHERE p.id IN (d.question_id, d.original_id) AND p.author_id = ?1))
          AND NOT EXISTS (SELECT 1 FROM question_merges m WHERE m.question_id = d.question_id AND m.into_id = d.original_id AND {IS_MERGED}))"
    )
}

/// Returns whether the user may remove a link, or nothing if there is none.
pub fn may_unlink(
    read: &Read<'_>,
    me: &Me,
    copy: &ReadablePost,
    original: &ReadablePost,
) -> Result<Option<bool>> {
    let may_unlink = may_unlink_condition();
    let sql = format!(
        "SELECT {may_unlink} FROM duplicates d WHERE d.question_id = ?2 AND d.original_id = ?3"
    );
    read.first(
        &sql,
        (me.id(), copy.question(), original.question()),
        |row| row.get(0),
    )
}

/// Returns the linked questions that the viewer may read: originals before duplicates. Only moderators of the site see
/// who has linked merged questions.
pub fn list(read: &Read<'_>, me: &Me, question: &ReadablePost) -> Result<Vec<LinkedQuestion>> {
    let may_unlink = may_unlink_condition();
    let sql = format!(
        "SELECT q.id, q.title, q.answer_count, (SELECT score FROM posts WHERE id = q.id), q.accepted_answer_id IS NOT NULL, q.closed_at IS NOT NULL,
                iif(?3 OR NOT EXISTS (SELECT 1 FROM question_merges m WHERE m.question_id = d.question_id AND m.into_id = d.original_id AND m.is_linked AND {IS_MERGED}),
                    (SELECT name FROM authors WHERE id = d.linked_by), NULL), d.is_original, {may_unlink}
         FROM (SELECT original_id AS id, 1 AS is_original, question_id, original_id, linked_by, linked_at FROM duplicates WHERE question_id = ?2
               UNION ALL SELECT question_id, 0, question_id, original_id, linked_by, linked_at FROM duplicates WHERE original_id = ?2) d
         JOIN questions q ON q.id = d.id WHERE {VISIBLE} ORDER BY d.is_original DESC, d.linked_at, q.id"
    );
    let parameters = (me.id(), question.question(), me.moderates_site());
    read.all(&sql, parameters, |row| {
        Ok(LinkedQuestion {
            id: row.get(0)?,
            title: row.get(1)?,
            answer_count: row.get(2)?,
            score: row.get(3)?,
            accepted: row.get(4)?,
            closed: row.get(5)?,
            linked_by: row.get(6)?,
            duplicate: if row.get(7)? {
                Duplicate::Original
            } else {
                Duplicate::Copy
            },
            may_unlink: row.get(8)?,
        })
    })
}

/// Returns the linked questions that are not deleted, with their scopes.
pub fn linked_to(read: &Read<'_>, question: &ReadablePost) -> Result<Vec<(Id, Scope)>> {
    let sql = "SELECT q.id, q.scope
               FROM (SELECT original_id AS id FROM duplicates WHERE question_id = ?1 UNION ALL SELECT question_id FROM duplicates WHERE original_id = ?1) d
               JOIN questions q ON q.id = d.id WHERE q.scope IS NOT NULL";
    read.all(sql, [question.question()], |row| {
        Ok((row.get(0)?, Scope::from_value(row.get(1)?)))
    })
}
