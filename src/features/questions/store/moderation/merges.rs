//! Moves the answers of merged questions, and back.

use super::merge_lookup::json;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::questions::moderation::close_reason::CloseReason;
use crate::features::questions::moderation::merging::access::{CanMerge, CanUndoMerge};
use crate::features::questions::store::posts::recount_answers;
use crate::platform::db::Write;

/// Merges a question: moves its answers, closes it, and keeps what it was. `is_linked` says whether the merge
/// has linked it.
pub fn apply(tx: &Write<'_>, merge: &CanMerge, is_linked: bool, note: &str) -> Result<()> {
    let (question, into) = (merge.question().id(), merge.into().question());
    let sql = "INSERT INTO question_merges (question_id, into_id, merged_at, answers, accepted_answer_id, was, is_linked)
               SELECT id, ?2, ?3, ?4, coalesce(accepted_answer_id, deleted_accepted_answer_id),
                      CASE WHEN closed_at IS NULL THEN 'open' WHEN close_reason IS NULL THEN 'author' ELSE 'moderator' END, ?5
               FROM questions WHERE id = ?1
               ON CONFLICT (question_id) DO UPDATE SET into_id = excluded.into_id, merged_at = excluded.merged_at, answers = excluded.answers,
                   accepted_answer_id = excluded.accepted_answer_id, was = excluded.was, is_linked = excluded.is_linked, undone_at = NULL";
    let answers = json(merge.answers());
    tx.execute(sql, (question, into, tx.now, answers, is_linked))?;
    let sql = "UPDATE questions SET accepted_answer_id = NULL, deleted_accepted_answer_id = NULL WHERE id = ?1";
    tx.execute(sql, [question])?;
    let sql = "UPDATE questions SET closed_at = coalesce(closed_at, ?2), close_reason = ?3, close_note = ?4
               WHERE id = ?1 AND close_reason IS NULL";
    tx.execute(sql, (question, tx.now, CloseReason::Duplicate, note))?;
    Move {
        author_of: question,
        from: question,
        to: into,
        answers: merge.answers(),
    }
    .apply(tx)
}

/// Returns answers to a merged question, which is again what it was, unless that has changed since.
pub fn undo(tx: &Write<'_>, undo: &CanUndoMerge) -> Result<()> {
    let (question, into) = (undo.question().id(), undo.record().into);
    let sql = "UPDATE questions SET accepted_answer_id = iif(accepted_answer_id IN (SELECT value FROM json_each(?2)), NULL, accepted_answer_id),
                   deleted_accepted_answer_id = iif(deleted_accepted_answer_id IN (SELECT value FROM json_each(?2)), NULL, deleted_accepted_answer_id)
               WHERE id = ?1";
    tx.execute(sql, (into, json(undo.answers())))?;
    Move {
        author_of: question,
        from: into,
        to: question,
        answers: undo.answers(),
    }
    .apply(tx)?;
    let accept = "UPDATE questions SET accepted_answer_id = iif(a.deleted_at IS NULL, a.id, NULL), deleted_accepted_answer_id = iif(a.deleted_at IS NULL, NULL, a.id)
                  FROM question_merges m JOIN posts a ON a.id = m.accepted_answer_id AND a.question_id = m.question_id
                  WHERE questions.id = ?1 AND m.question_id = ?1 AND questions.accepted_answer_id IS NULL AND questions.deleted_accepted_answer_id IS NULL";
    tx.execute(accept, [question])?;
    let reopen = "UPDATE questions SET closed_at = iif(m.was = 'open', NULL, closed_at), close_reason = NULL, close_note = NULL
                  FROM question_merges m WHERE questions.id = ?1 AND m.question_id = ?1 AND m.was <> 'moderator'
                  AND close_reason IS NOT NULL AND closed_at <= m.merged_at";
    tx.execute(reopen, [question])?;
    let unlink = "DELETE FROM duplicates WHERE question_id = ?1 AND original_id = ?2
                  AND (SELECT is_linked FROM question_merges WHERE question_id = ?1)";
    tx.execute(unlink, (question, into))?;
    let sql = "UPDATE question_merges SET undone_at = ?2 WHERE question_id = ?1";
    tx.execute(sql, (question, tx.now))?;
    Ok(())
}

/// Answers that move from one question to another.
struct Move<'a> {
    /// The question whose author was told of the answers.
    author_of: Id,
    from: Id,
    to: Id,
    answers: &'a [Id],
}

impl Move<'_> {
    /// Moves the answers and what belongs to them. One loses its idempotency key if its author has used that in
    /// the other question too.
    fn apply(&self, tx: &Write<'_>) -> Result<()> {
        let (from, to, answers) = (self.from, self.to, json(self.answers));
        let posts = "UPDATE posts SET question_id = ?1, nonce = iif(EXISTS (SELECT 1 FROM posts o
                         WHERE o.author_id = posts.author_id AND o.nonce = posts.nonce AND o.question_id = ?1), NULL, nonce)
                     WHERE id IN (SELECT value FROM json_each(?2))";
        tx.execute(posts, (to, &answers))?;
        for children in ["comments", "votes"] {
            let sql = format!(
                "UPDATE {children} SET question_id = ?2 WHERE question_id = ?1 AND post_id IN (SELECT value FROM json_each(?3))"
            );
            tx.execute(&sql, (from, to, &answers))?;
        }
        for references in ["mentions", "picture_uses"] {
            let sql = format!(
                "UPDATE {references} SET place_id = ?2 WHERE place_id = ?1 AND content_id IN (
                     SELECT value FROM json_each(?3) UNION ALL
                     SELECT id FROM comments WHERE question_id = ?2 AND post_id IN (SELECT value FROM json_each(?3)))"
            );
            tx.execute(&sql, (from, to, &answers))?;
        }
        let notifications = "UPDATE notifications SET question_id = ?2 WHERE (recipient_id, id) IN (
                 SELECT q.author_id, a.value FROM posts q CROSS JOIN json_each(?3) a WHERE q.id = ?1
                 UNION ALL SELECT p.author_id, c.id FROM json_each(?3) a CROSS JOIN posts p ON p.id = a.value
                           CROSS JOIN comments c ON c.question_id = ?2 AND c.post_id = p.id)";
        tx.execute(notifications, (self.author_of, to, &answers))?;
        // Searches where the one question was may complete the words of the answers.
        let scopes = "INSERT INTO question_moves (question_id, id, moved_at, added_tags, is_undoable, left_scopes)
             SELECT ?2, ?3, ?4, '[]', 0, left_scopes FROM question_moves WHERE question_id = ?1
             ON CONFLICT (question_id) DO UPDATE SET left_scopes = (
                 SELECT json_group_array(value) FROM (SELECT value FROM json_each(question_moves.left_scopes) UNION SELECT value FROM json_each(excluded.left_scopes)))";
        tx.execute(scopes, (from, to, tx.new_id(), tx.now))?;
        recount_answers(tx, from)?;
        recount_answers(tx, to)
    }
}
