//! Queries of the inbox. Each reads one row, or the few answers of one question.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::VISIBLE;
use crate::features::following::model::FollowKind;
use crate::features::questions::store::follows::MUTED;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// The largest number of new answers to a question that are looked at.
const MAX_NEW: i64 = 20;

/// Returns the id up to which the actor has seen their inbox.
pub fn seen_up_to(read: &Read<'_>, me: &Account) -> Result<i64> {
    let sql = "SELECT seen_up_to FROM inboxes WHERE user_id = ?1";
    Ok(read.first(sql, [me.id()], |row| row.get(0))?.unwrap_or(0))
}

/// Records that the actor has seen their inbox up to an id. Never goes back.
pub fn mark_seen(tx: &Write<'_>, me: &Me, up_to: Id) -> Result<()> {
    let sql = "INSERT INTO inboxes (user_id, seen_up_to) VALUES (?1, ?2)
               ON CONFLICT DO UPDATE SET seen_up_to = excluded.seen_up_to WHERE excluded.seen_up_to > seen_up_to";
    tx.execute(sql, (me.id(), up_to))?;
    Ok(())
}

/// Returns the newest post of a watched object after `from` and before `before`: the newest question of
/// a tag and its synonyms or a community that the actor may read, or the newest answer to a question.
pub fn newest(
    read: &Read<'_>,
    me: &Account,
    kind: FollowKind,
    object: Id,
    (from, before): (i64, i64),
) -> Result<Option<i64>> {
    let sql = match kind {
        FollowKind::Question => {
            "SELECT last_answer_id FROM questions WHERE ?1 AND id = ?2 AND last_answer_id > ?3 AND last_answer_id < ?4".to_owned()
        }
        FollowKind::Tag => format!(
            "SELECT (SELECT qt.question_id FROM question_tags qt CROSS JOIN questions q ON q.id = qt.question_id
                     WHERE qt.tag_id = t.id AND qt.question_id > ?3 AND qt.question_id < ?4 AND {VISIBLE} ORDER BY qt.question_id DESC LIMIT 1) AS newest
             FROM (SELECT ?2 AS id UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = ?2) t ORDER BY newest DESC LIMIT 1"
        ),
        FollowKind::Community => format!(
            "SELECT q.id FROM questions q INDEXED BY questions_by_community
             WHERE q.community_id = ?2 AND q.id > ?3 AND q.id < ?4 AND {VISIBLE} ORDER BY q.id DESC LIMIT 1"
        ),
    };
    let newest = read.first(&sql, (me.id(), object, from, before), |row| row.get(0))?;
    Ok(newest.flatten())
}

/// A post in the inbox.
pub struct NewPost {
    pub question: Id,
    pub title: String,
    pub author: String,
    pub created_at: Timestamp,
    /// The number of new answers and the oldest of them, if the post is an answer.
    pub answers: Option<(i64, Id)>,
}

/// Returns a new question, unless it is of the actor or of a user whom they have blocked, it has told
/// them that it names them, they have opened it, they watch it, or it is muted.
pub fn question(read: &Read<'_>, me: &Account, question: Id) -> Result<Option<NewPost>> {
    let sql = format!(
        "SELECT q.title, a.name, p.created_at FROM posts p CROSS JOIN questions q ON q.id = p.id JOIN authors a ON a.id = p.author_id
         WHERE p.id = ?2 AND p.author_id <> ?1
           AND NOT EXISTS (SELECT 1 FROM blocks WHERE user_id = ?1 AND blocked_id = p.author_id)
           AND NOT EXISTS (SELECT 1 FROM mentions WHERE place_id = ?2 AND content_id = ?2 AND user_id = ?1 AND is_current AND state <> 'named')
           AND NOT EXISTS (SELECT 1 FROM question_views WHERE question_id = ?2 AND user_id = ?1)
           AND NOT EXISTS (SELECT 1 FROM follows WHERE user_id = ?1 AND kind = 'question' AND object_id = ?2)
           AND NOT {MUTED}"
    );
    read.first(&sql, (me.id(), question), |row| {
        Ok(NewPost {
            question,
            title: row.get(0)?,
            author: row.get(1)?,
            created_at: row.get(2)?,
            answers: None,
        })
    })
}

/// Returns the new answers to a watched question after the id `from` and after what the actor has seen
/// of the question, if there are any of users other than the actor and those whom they have blocked, and
/// that have not told them that they name them.
pub fn answers(read: &Read<'_>, me: &Account, question: Id, from: i64) -> Result<Option<NewPost>> {
    // The inner limit bounds the answers that are looked at, also those that do not count. With max(),
    // SQLite takes the other columns from the row with the largest value. With two of min() and max()
    // it does not, so the first is a query of its own.
    let sql = "WITH new AS MATERIALIZED (
                   SELECT id, author_id, created_at FROM (
                       SELECT id, author_id, created_at, deleted_at FROM posts WHERE question_id = ?2
                           AND id > max(?3, coalesce((SELECT last_answer_id FROM visits WHERE user_id = ?1 AND question_id = ?2), 0))
                       ORDER BY id LIMIT ?4) answers
                   WHERE author_id <> ?1 AND deleted_at IS NULL
                     AND NOT EXISTS (SELECT 1 FROM blocks WHERE user_id = ?1 AND blocked_id = author_id)
                     AND NOT EXISTS (SELECT 1 FROM mentions m WHERE m.place_id = ?2 AND m.content_id = answers.id AND m.user_id = ?1 AND m.is_current AND m.state <> 'named'))
               SELECT q.title, a.name, n.created_at, n.answers, (SELECT min(id) FROM new)
               FROM (SELECT count(*) AS answers, max(id), author_id, created_at FROM new) n
               JOIN questions q ON q.id = ?2 JOIN authors a ON a.id = n.author_id";
    read.first(sql, (me.id(), question, from, MAX_NEW), |row| {
        Ok(NewPost {
            question,
            title: row.get(0)?,
            author: row.get(1)?,
            created_at: row.get(2)?,
            answers: Some((row.get(3)?, row.get(4)?)),
        })
    })
}

/// Returns whether the actor watches the questions that they answer.
pub fn watches_answered(read: &Read<'_>, me: &Me) -> Result<bool> {
    let sql = "SELECT 1 FROM inboxes WHERE user_id = ?1 AND watches_answered";
    read.exists(sql, [me.id()])
}

/// Sets whether the actor watches the questions that they answer from now on.
pub fn set_watches_answered(tx: &Write<'_>, me: &Me, watches: bool) -> Result<()> {
    let sql = "INSERT INTO inboxes (user_id, watches_answered) VALUES (?1, ?2)
               ON CONFLICT DO UPDATE SET watches_answered = excluded.watches_answered";
    tx.execute(sql, (me.id(), watches))?;
    Ok(())
}

/// Returns the kinds of entries that the actor does not want to see, separated by spaces.
pub fn muted(read: &Read<'_>, me: &Account) -> Result<String> {
    let sql = "SELECT muted FROM inboxes WHERE user_id = ?1";
    Ok(read
        .first(sql, [me.id()], |row| row.get(0))?
        .unwrap_or_default())
}

/// Replaces them.
pub fn set_muted(tx: &Write<'_>, me: &Me, muted: &str) -> Result<()> {
    let sql = "INSERT INTO inboxes (user_id, muted) VALUES (?1, ?2)
               ON CONFLICT DO UPDATE SET muted = excluded.muted";
    tx.execute(sql, (me.id(), muted)).map(drop)
}

/// Deletes the inbox of a user.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM inboxes WHERE user_id = ?1";
    tx.execute(sql, [account.id()])?;
    Ok(())
}
