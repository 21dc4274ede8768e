//! Stars in SQL. One row a user and question: a double click gives one star.

use crate::communities::store::VISIBLE;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::access::Readable;
use crate::users::{Account, Me};
use crate::web::{Page, Paging};

/// Gives a question a star; the one it has already stays as old as it is.
pub fn insert(tx: &Write<'_>, me: &Me, on: &Readable) -> Result<()> {
    let sql = "INSERT INTO stars (user_id, question_id, starred_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    tx.execute(sql, (me.id, on.question, tx.now))?;
    Ok(())
}

/// Takes it back, if there is one.
pub fn delete(tx: &Write<'_>, me: &Me, on: &Readable) -> Result<()> {
    tx.execute("DELETE FROM stars WHERE user_id = ?1 AND question_id = ?2", (me.id, on.question))?;
    Ok(())
}

/// Whether the actor has starred a question.
pub fn exists(read: &Read<'_>, me: &Me, on: &Readable) -> Result<bool> {
    read.exists("SELECT 1 FROM stars WHERE user_id = ?1 AND question_id = ?2", (me.id, on.question))
}

/// The questions that the actor has starred and may read, the last starred first.
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<Page<Id>> {
    let from = format!("FROM stars s JOIN questions q ON q.id = s.question_id WHERE s.user_id = ?1 AND {VISIBLE}");
    let total = read.value(&format!("SELECT count(*) {from}"), [me.id])?;
    let [before, before_id] = paging.position()?.unwrap_or([i64::MAX; 2]);
    let sql = format!(
        "SELECT s.question_id, s.starred_at {from} AND (s.starred_at, s.question_id) < (?2, ?3)
         ORDER BY s.starred_at DESC, s.question_id DESC LIMIT ?4"
    );
    let starred: Vec<(Id, i64)> =
        read.all(&sql, (me.id, before, before_id, paging.limit as i64 + 1), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(Page::cut(starred, paging.limit, total, |(id, at)| format!("{at}.{}", id.as_i64())).map(|(id, _)| id))
}

/// Forgets what somebody has starred.
pub fn forget_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute("DELETE FROM stars WHERE user_id = ?1", [account.id])?;
    Ok(())
}
