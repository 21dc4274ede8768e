//! Stores what users have seen: one row per user and question that moves forward only.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::VISIBLE;
use crate::features::following::model::News;
use crate::features::questions::access::ReadablePost;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

const DAY: i64 = 24 * 60 * 60 * 1_000;
/// The time after which a visit expires, in milliseconds.
const LIFE: i64 = 90 * DAY;
/// The time within which a further visit that shows nothing new changes nothing, in milliseconds.
const RENEWAL: i64 = DAY;
/// The largest number of visits of a user.
const MAX_VISITS: i64 = 2_000;
/// The largest number of visits that a new one removes, of those that are too many and of those that
/// have expired.
const REMOVED_AT_ONCE: i64 = 10;
/// The largest number of new answers of a question that are looked at.
const MAX_NEW: i64 = 100;

/// Records that the actor has seen the answers to a question up to an id, or all of them. Never goes
/// back.
pub fn record(tx: &Write<'_>, me: &Me, on: &ReadablePost, up_to: Option<Id>) -> Result<()> {
    let key = (me.id(), on.question());
    let sql = "SELECT 1 FROM visits WHERE user_id = ?1 AND question_id = ?2";
    if !tx.exists(sql, key)? {
        make_room(tx, me)?;
    }
    let sql = "INSERT INTO visits (user_id, question_id, last_answer_id, renewed_at)
               SELECT ?1, id, min(?3, last_answer_id), ?4 FROM questions WHERE id = ?2
               ON CONFLICT DO UPDATE SET last_answer_id = max(last_answer_id, excluded.last_answer_id), renewed_at = ?4
               WHERE excluded.last_answer_id > last_answer_id OR renewed_at < ?4 - ?5";
    let up_to = up_to.map_or(i64::MAX, Id::as_i64);
    tx.execute(sql, (key.0, key.1, up_to, tx.now, RENEWAL))?;
    Ok(())
}

/// Removes some of the visits that a new one of the actor makes too many, and some expired ones of
/// any user: more than visits are added, so that neither accumulate.
fn make_room(tx: &Write<'_>, me: &Me) -> Result<()> {
    let sql = "DELETE FROM visits WHERE user_id = ?1 AND question_id IN (
                   SELECT question_id FROM visits WHERE user_id = ?1 ORDER BY renewed_at DESC LIMIT ?2 OFFSET ?3)";
    tx.execute(sql, (me.id(), REMOVED_AT_ONCE, MAX_VISITS - 1))?;
    let sql = "DELETE FROM visits WHERE (user_id, question_id) IN (
                   SELECT user_id, question_id FROM visits WHERE renewed_at < ?1 ORDER BY renewed_at LIMIT ?2)";
    tx.execute(sql, (expired_before(tx.now), REMOVED_AT_ONCE))?;
    Ok(())
}

/// Returns the time before which a visit has expired.
fn expired_before(now: Timestamp) -> i64 {
    now.millis() - LIFE
}

/// A visited question and how far it has been seen.
struct Visited {
    question: Id,
    last_answer: i64,
    seen: i64,
}

/// Returns what is new in those of the questions that the actor may read and has visited. Askers have
/// visited their question when they asked it.
pub fn news(read: &Read<'_>, me: &Me, questions: &[Id]) -> Result<Vec<News>> {
    let sql = format!(
        "SELECT id, last_answer_id, seen FROM (
             SELECT q.id, q.last_answer_id, coalesce(v.last_answer_id, iif(p.author_id = ?1 AND p.created_at >= ?3, 0, NULL)) AS seen
             FROM json_each(?2) CROSS JOIN questions q ON q.id = json_each.value CROSS JOIN posts p ON p.id = q.id
             LEFT JOIN visits v ON v.user_id = ?1 AND v.question_id = q.id AND v.renewed_at >= ?3 WHERE {VISIBLE})
         WHERE seen IS NOT NULL"
    );
    let ids: Vec<i64> = questions.iter().map(|id| id.as_i64()).collect();
    let ids = serde_json::json!(ids).to_string();
    let visited = read.all(&sql, (me.id(), ids, expired_before(read.now)), |row| {
        Ok(Visited {
            question: row.get(0)?,
            last_answer: row.get(1)?,
            seen: row.get(2)?,
        })
    })?;
    visited
        .into_iter()
        .map(|visited| news_of(read, me, &visited))
        .collect()
}

fn news_of(read: &Read<'_>, me: &Me, visited: &Visited) -> Result<News> {
    let Visited {
        question,
        last_answer,
        seen,
    } = *visited;
    // The inner limit bounds the answers that are looked at, also those of the actor and deleted ones.
    let sql = "SELECT count(*), min(id) FROM (
                   SELECT id, author_id, deleted_at FROM posts WHERE question_id = ?2 AND id > ?3 ORDER BY id LIMIT ?4)
               WHERE author_id <> ?1 AND deleted_at IS NULL";
    let found = if last_answer > seen {
        read.first(sql, (me.id(), question, seen, MAX_NEW), |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?
    } else {
        None
    };
    let (new_answers, first_new_answer) = found.unwrap_or_default();
    Ok(News {
        qid: question,
        new_answers,
        first_new_answer,
        last_answer: (last_answer > 0).then(|| Id::from_i64(last_answer)),
    })
}

/// The largest number of visits that one step of a purge deletes.
const PURGED_AT_ONCE: usize = 500;

/// Deletes some visits of a user. Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    let sql = "DELETE FROM visits WHERE user_id = ?1
               AND question_id IN (SELECT question_id FROM visits WHERE user_id = ?1 LIMIT ?2)";
    Ok(tx.execute(sql, (account.id(), PURGED_AT_ONCE as i64))? == PURGED_AT_ONCE)
}
