//! What this feature needs of what users follow. Following itself builds on it.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::questions::access::ReadablePost;
use crate::features::users::Account;
use crate::platform::db::{Read, Write};

/// The largest number of questions, tags and communities that a user watches or has muted.
pub const MAX_FOLLOWS: i64 = 1_000;

/// SQL condition: the user `?1` has muted the question `q`. The nearest state decides: that of the
/// question, of its tags and their synonyms, of its community. Of several tags, a muted one wins.
pub const MUTED: &str = "(coalesce(
    (SELECT state FROM follows WHERE user_id = ?1 AND kind = 'question' AND object_id = q.id),
    (SELECT min(f.state) FROM question_tags t CROSS JOIN main_tags m ON m.tag_id = t.tag_id CROSS JOIN follows f
         ON f.user_id = ?1 AND f.kind = 'tag' AND f.object_id IN (SELECT m.main_id UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = m.main_id)
     WHERE t.question_id = q.id),
    (SELECT state FROM follows WHERE user_id = ?1 AND kind = 'community' AND object_id = q.community_id)) IS 'muted')";

/// Returns whether a user has muted a question.
pub fn is_muted(read: &Read<'_>, user: Id, question: Id) -> Result<bool> {
    let sql = format!("SELECT 1 FROM questions q WHERE q.id = ?2 AND {MUTED}");
    read.exists(&sql, (user, question))
}

/// Watches a question for a user who has answered it, if they want this, did not ask it themselves, and
/// neither watch nor have muted it.
pub fn watch_answered(tx: &Write<'_>, by: &Account, question: &ReadablePost) -> Result<()> {
    let sql = "INSERT INTO follows (user_id, kind, object_id, state, scope, since)
               SELECT ?1, 'question', ?2, 'watching', ?3, ?4 FROM posts
               WHERE id = ?2 AND author_id <> ?1 AND EXISTS (SELECT 1 FROM inboxes WHERE user_id = ?1 AND watches_answered)
                   AND (SELECT count(*) FROM follows WHERE user_id = ?1) < ?5
               ON CONFLICT DO NOTHING";
    let scope = question.scope().value();
    tx.execute(
        sql,
        (by.id(), question.question(), scope, tx.now, MAX_FOLLOWS),
    )?;
    Ok(())
}
