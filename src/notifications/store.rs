//! Notifications in SQL. Whether one is there is asked anew each time, of the post, the comment and the question.

use rusqlite::Row;

use super::{Notification, Response, UpdateType};
use crate::communities::store::VISIBLE;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::users::{Account, Me};
use crate::web::{Page, Paging};

/// Characters of the text that a notification shows.
const TEXT: usize = 1_000;
/// So many notifications are counted, of all and of those that are unread; what is more is as much.
const COUNTED: i64 = 10_000;

/// The notifications `n` of the user `?1` that he may read now, as FROM and WHERE.
fn readable() -> String {
    readable_among("notifications n")
}

/// Those of them that he has not seen. SQLite would rather go through all of his.
fn unread() -> String {
    readable_among("notifications n INDEXED BY notifications_unread") + " AND n.viewed_at IS NULL"
}

fn readable_among(notifications: &str) -> String {
    format!(
        "FROM {notifications} JOIN questions q ON q.id = n.question_id JOIN posts p ON p.id = n.post_id
         LEFT JOIN comments c ON c.question_id = n.question_id AND c.post_id = n.post_id AND c.id = n.id
         WHERE n.recipient_id = ?1 AND p.deleted_at IS NULL AND c.deleted_at IS NULL AND {VISIBLE}"
    )
}

/// The columns that [`notification`] reads.
const COLUMNS: &str = "n.id, n.question_id, q.title, n.post_id, c.id IS NOT NULL,
    (SELECT name FROM authors WHERE id = coalesce(c.author_id, p.author_id)), substr(coalesce(c.text, p.text), 1, ?2),
    n.viewed_at IS NOT NULL, coalesce(c.created_at, p.created_at)";

fn notification(row: &Row<'_>) -> rusqlite::Result<Notification> {
    let (question_id, post): (Id, Id) = (row.get(1)?, row.get(3)?);
    Ok(Notification {
        id: row.get(0)?,
        question_id,
        question_title: row.get(2)?,
        answer_id: (post != question_id).then_some(post),
        update_type: if row.get(4)? { UpdateType::Comment } else { UpdateType::Answer },
        update_by: row.get(5)?,
        update_text: row.get(6)?,
        viewed: row.get(7)?,
        created_at: row.get(8)?,
    })
}

/// One of a user's notifications, if he may read it.
pub fn one(read: &Read<'_>, recipient: Id, id: Id) -> Result<Option<Notification>> {
    let sql = format!("SELECT {COLUMNS} {} AND n.id = ?3", readable());
    read.first(&sql, (recipient, TEXT as i64, id), notification)
}

/// The actor's notifications, newest first, and how many of them all he has not seen; both are counted up to [`COUNTED`].
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<(Page<Notification>, i64)> {
    // Whether each may be read is a look at three other tables.
    let count = |these: String| read.value(&format!("SELECT count(*) FROM (SELECT 1 {these} LIMIT ?2)"), (me.id, COUNTED));
    let (total, unread) = (count(readable())?, count(unread())?);
    let before = paging.position::<1>()?.map_or(i64::MAX, |[id]| id);
    let sql = format!("SELECT {COLUMNS} {} AND n.id < ?3 ORDER BY n.id DESC LIMIT ?4", readable());
    let notifications = read.all(&sql, (me.id, TEXT as i64, before, paging.limit as i64 + 1), notification)?;
    Ok((Page::cut(notifications, paging.limit, total, |last| last.id.as_i64().to_string()), unread))
}

/// All of the actor's notifications that he may read, newest first.
pub fn all(read: &Read<'_>, account: &Account) -> Result<Vec<Notification>> {
    read.all(&format!("SELECT {COLUMNS} {} ORDER BY n.id DESC", readable()), (account.id, TEXT as i64), notification)
}

/// Notifies the author of `to`, unless that is the actor or somebody deleted; returns whom.
pub fn insert(tx: &Write<'_>, me: &Me, response: &Response, to: Id) -> Result<Option<Id>> {
    let inserted = tx.all(
        "INSERT INTO notifications (recipient_id, id, post_id, question_id)
         SELECT u.id, ?2, ?3, ?4 FROM posts p JOIN users u ON u.id = p.author_id
         WHERE p.id = ?5 AND u.id <> ?1 AND u.deleted_at IS NULL
         ON CONFLICT DO NOTHING RETURNING recipient_id",
        (me.id, response.id, response.post, response.question, to),
        |row| row.get(0),
    )?;
    Ok(inserted.into_iter().next())
}

/// Marks one as seen, which the actor has just found.
pub fn mark_viewed(tx: &Write<'_>, me: &Me, seen: &Notification) -> Result<()> {
    tx.execute("UPDATE notifications SET viewed_at = ?3 WHERE recipient_id = ?1 AND id = ?2", (me.id, seen.id, tx.now))?;
    Ok(())
}

/// Marks all as seen that the actor may read now; tells how many had not been seen.
pub fn mark_all_viewed(tx: &Write<'_>, me: &Me) -> Result<usize> {
    let unread = unread();
    let sql = format!("UPDATE notifications SET viewed_at = ?2 WHERE recipient_id = ?1 AND id IN (SELECT n.id {unread})");
    tx.execute(&sql, (me.id, tx.now))
}

/// Forgets what somebody was told of.
pub fn forget_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute("DELETE FROM notifications WHERE recipient_id = ?1", [account.id])?;
    Ok(())
}
