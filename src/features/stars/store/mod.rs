//! Stores stars: one row per user and question, so that a double click gives one star.

pub mod notes;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::communities::store::VISIBLE;
use crate::features::questions::access::ReadablePost;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// Stars a question. An existing star keeps its time.
pub fn insert(tx: &Write<'_>, me: &Me, on: &ReadablePost) -> Result<()> {
    let sql = "INSERT INTO stars (user_id, question_id, starred_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    tx.execute(sql, (me.id(), on.question(), tx.now))?;
    Ok(())
}

/// Removes a star, if there is one.
pub fn delete(tx: &Write<'_>, me: &Me, on: &ReadablePost) -> Result<()> {
    tx.execute(
        "DELETE FROM stars WHERE user_id = ?1 AND question_id = ?2",
        (me.id(), on.question()),
    )?;
    Ok(())
}

/// Returns whether the actor has starred a question.
pub fn exists(read: &Read<'_>, me: &Me, on: &ReadablePost) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM stars WHERE user_id = ?1 AND question_id = ?2",
        (me.id(), on.question()),
    )
}

/// Returns the questions that the actor has starred and may read, most recently starred first.
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<Page<Id>> {
    let from = format!(
        "FROM stars s JOIN questions q ON q.id = s.question_id WHERE s.user_id = ?1 AND {VISIBLE}"
    );
    let total = read.value(&format!("SELECT count(*) {from}"), [me.id()])?;
    let [before, before_id] = paging.position()?.unwrap_or([i64::MAX; 2]);
    let sql = format!(
        "SELECT s.question_id, s.starred_at {from} AND (s.starred_at, s.question_id) < (?2, ?3)
         ORDER BY s.starred_at DESC, s.question_id DESC LIMIT ?4"
    );
    let starred: Vec<(Id, i64)> = read.all(
        &sql,
        (me.id(), before, before_id, paging.limit as i64 + 1),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(Page::cut(starred, paging.limit, total, |(id, starred_at)| {
        format!("{starred_at}.{}", id.as_i64())
    })
    .map(|(id, _)| id))
}

/// The largest number of stars that one step of a purge deletes.
const PURGED_AT_ONCE: usize = 500;

/// Deletes some stars of a user, and their notes. Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    notes::purge_user(tx, account)?;
    let sql = "DELETE FROM stars WHERE user_id = ?1
               AND question_id IN (SELECT question_id FROM stars WHERE user_id = ?1 LIMIT ?2)";
    let deleted = tx.execute(sql, (account.id(), PURGED_AT_ONCE as i64))?;
    Ok(deleted == PURGED_AT_ONCE)
}
