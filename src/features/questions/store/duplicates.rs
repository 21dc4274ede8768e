//! Stores links between duplicate questions.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::access::Scope;
use crate::features::communities::store::{READERS, VISIBLE};
use crate::features::questions::access::ReadablePost;
use crate::features::questions::model::{Duplicate, LinkedQuestion};
use crate::features::questions::store::moderation::merge_lookup::IS_MERGED;
use crate::features::users::{Me, Viewer};
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

/// SQL that is true for each link `d` that the user `?1` made, or that is on a question of theirs.
const IS_OWN: &str = "(d.linked_by = ?1 OR EXISTS (SELECT 1 FROM posts p WHERE p.id IN (d.question_id, d.original_id) AND p.author_id = ?1))";

/// Returns SQL that is true for each link `d` of a question that is merged into the other one, so that the link
/// leads to its answers.
fn is_merged() -> String {
    format!(
        "EXISTS (SELECT 1 FROM question_merges m WHERE m.question_id = d.question_id AND m.into_id = d.original_id AND {IS_MERGED})"
    )
}

/// SQL that is true for each link `d` of a question in a community that the user `?1` moderates.
const IS_MODERATED: &str =
    "EXISTS (SELECT 1 FROM questions z JOIN memberships k ON k.community_id = z.community_id
             WHERE z.id IN (d.question_id, d.original_id) AND k.user_id = ?1 AND k.role = 'moderator')";

/// A link.
pub struct Link {
    pub linked_by: Id,
    /// Whether the user made it or asked one of the questions.
    pub is_own: bool,
    /// Whether one question is merged into the other.
    pub is_merged: bool,
}

/// Returns a link, if there is one.
pub fn find(
    read: &Read<'_>,
    me: &Me,
    copy: &ReadablePost,
    original: &ReadablePost,
) -> Result<Option<Link>> {
    let sql = format!(
        "SELECT d.linked_by, {IS_OWN}, {} FROM duplicates d WHERE d.question_id = ?2 AND d.original_id = ?3",
        is_merged()
    );
    let questions = (me.id(), copy.question(), original.question());
    read.first(&sql, questions, |row| {
        Ok(Link {
            linked_by: row.get(0)?,
            is_own: row.get(1)?,
            is_merged: row.get(2)?,
        })
    })
}

/// Deletes the links that the member of a batch of removals made in its time, apart from those of merged
/// questions.
pub fn delete_of_batch(tx: &Write<'_>, batch: Id) -> Result<()> {
    let sql = format!(
        "DELETE FROM duplicates WHERE (question_id, original_id) IN (
             SELECT d.question_id, d.original_id FROM removal_batches b
             JOIN duplicates d ON d.linked_by = b.user_id AND d.linked_at BETWEEN coalesce(b.since, 0) AND b.created_at
             WHERE b.id = ?1 AND NOT {})",
        is_merged()
    );
    tx.execute(&sql, [batch]).map(drop)
}

/// Returns the linked questions that the viewer may read: originals before duplicates. Only moderators of the site see
/// who has linked merged questions.
pub fn list(
    read: &Read<'_>,
    viewer: &Viewer,
    moderates_site: bool,
    question: &ReadablePost,
) -> Result<Vec<LinkedQuestion>> {
    let is_merged = is_merged();
    let sql = format!(
        "SELECT q.id, q.title, q.answer_count, (SELECT score FROM posts WHERE id = q.id), q.accepted_answer_id IS NOT NULL, q.closed_at IS NOT NULL,
                iif(?3 OR NOT EXISTS (SELECT 1 FROM question_merges m WHERE m.question_id = d.question_id AND m.into_id = d.original_id AND m.is_linked AND {IS_MERGED}),
                    (SELECT name FROM authors WHERE id = d.linked_by), NULL), d.is_original,
                ({IS_OWN} OR ?3 OR {IS_MODERATED}) AND NOT {is_merged}
         FROM (SELECT original_id AS id, 1 AS is_original, question_id, original_id, linked_by, linked_at FROM duplicates WHERE question_id = ?2
               UNION ALL SELECT question_id, 0, question_id, original_id, linked_by, linked_at FROM duplicates WHERE original_id = ?2) d
         JOIN questions q ON q.id = d.id WHERE {VISIBLE} ORDER BY d.is_original DESC, d.linked_at, q.id"
    );
    let parameters = (viewer.id(), question.question(), moderates_site);
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
    let sql = format!(
        "SELECT q.id, {READERS}
         FROM (SELECT original_id AS id FROM duplicates WHERE question_id = ?1 UNION ALL SELECT question_id FROM duplicates WHERE original_id = ?1) d
         JOIN questions q ON q.id = d.id WHERE q.scope IS NOT NULL"
    );
    read.all(&sql, [question.question()], |row| {
        Ok((row.get(0)?, Scope::from_value(row.get(1)?)))
    })
}
