//! Queries of notifications. Each query checks the post, the comment and the question, because they
//! decide whether a notification is readable.

use rusqlite::Row;

use super::model::{Notification, Response, UpdateType};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};
use crate::platform::scopes::store::VISIBLE;

/// The maximum number of characters of the text in a notification.
const TEXT_LIMIT: usize = 1_000;
/// The maximum number of notifications that are counted, in total and unread.
const COUNT_LIMIT: i64 = 10_000;

/// FROM and WHERE clauses: the notifications `n` that the user `?1` may read.
fn readable() -> String {
    readable_among("notifications n")
}

/// SQL expression: the notifications of the user `?1` up to this id count as viewed.
const VIEWED_UP_TO: &str = "coalesce((SELECT up_to FROM pending_views WHERE recipient_id = ?1), 0)";

/// FROM and WHERE clauses: the readable notifications that are not marked as viewed. The index is
/// explicit because SQLite would scan all notifications of the user.
fn unmarked() -> String {
    readable_among("notifications n INDEXED BY notifications_unread") + " AND n.viewed_at IS NULL"
}

/// FROM and WHERE clauses: the readable notifications that do not count as viewed.
fn unread() -> String {
    format!("{} AND n.id > {VIEWED_UP_TO}", unmarked())
}

fn readable_among(notifications: &str) -> String {
    format!(
        "FROM {notifications} JOIN questions q ON q.id = n.question_id JOIN posts p ON p.id = n.post_id
         LEFT JOIN comments c ON c.question_id = n.question_id AND c.post_id = n.post_id AND c.id = n.id
         WHERE n.recipient_id = ?1 AND p.deleted_at IS NULL AND c.deleted_at IS NULL AND {VISIBLE}"
    )
}

/// The columns that [`notification_from`] reads.
fn columns() -> String {
    format!("{COLUMNS}, n.viewed_at IS NOT NULL OR n.id <= {VIEWED_UP_TO}")
}
const COLUMNS: &str = "n.id, n.question_id, q.title, n.post_id, c.id IS NOT NULL,
    (SELECT name FROM authors WHERE id = coalesce(c.author_id, p.author_id)), substr(coalesce(c.text, p.text), 1, ?2),
    coalesce(c.created_at, p.created_at), q.scope <> 0";

fn notification_from(row: &Row<'_>) -> rusqlite::Result<Notification> {
    let (question_id, post): (Id, Id) = (row.get(1)?, row.get(3)?);
    Ok(Notification {
        id: row.get(0)?,
        question_id,
        question_title: row.get(2)?,
        answer_id: (post != question_id).then_some(post),
        update_type: if row.get(4)? {
            UpdateType::Comment
        } else {
            UpdateType::Answer
        },
        update_by: row.get(5)?,
        update_text: row.get(6)?,
        created_at: row.get(7)?,
        is_private: row.get(8)?,
        viewed: row.get(9)?,
    })
}

/// Returns one of a user's notifications if they may read it.
pub fn one(read: &Read<'_>, recipient: Id, id: Id) -> Result<Option<Notification>> {
    let sql = format!("SELECT {} {} AND n.id = ?3", columns(), readable());
    read.first(&sql, (recipient, TEXT_LIMIT as i64, id), notification_from)
}

/// Returns the whole text of the answer or the comment of one of a user's notifications if they may read it.
pub fn whole_text(read: &Read<'_>, recipient: Id, id: Id) -> Result<Option<String>> {
    let sql = format!(
        "SELECT coalesce(c.text, p.text) {} AND n.id = ?2",
        readable()
    );
    read.first(&sql, (recipient, id), |row| row.get(0))
}

/// Returns a user's newest unread notifications after an id that they may read, newest first.
pub fn unread_after(
    read: &Read<'_>,
    recipient: Id,
    after: Id,
    limit: usize,
) -> Result<Vec<Notification>> {
    let sql = format!(
        "SELECT {} {} AND n.id > ?3 ORDER BY n.id DESC LIMIT ?4",
        columns(),
        unread()
    );
    let parameters = (recipient, TEXT_LIMIT as i64, after, limit as i64);
    read.all(&sql, parameters, notification_from)
}

/// Returns the actor's notifications, newest first, and the number of unread ones. The total and
/// the unread number are at most `COUNT_LIMIT`.
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<(Page<Notification>, i64)> {
    // Limited, because the check of each notification reads three other tables.
    let count = |clauses: String| {
        read.value(
            &format!("SELECT count(*) FROM (SELECT 1 {clauses} LIMIT ?2)"),
            (me.id(), COUNT_LIMIT),
        )
    };
    let (total, unread) = (count(readable())?, count(unread())?);
    let before = paging.position::<1>()?.map_or(i64::MAX, |[id]| id);
    let sql = format!(
        "SELECT {} {} AND n.id < ?3 ORDER BY n.id DESC LIMIT ?4",
        columns(),
        readable()
    );
    let notifications = read.all(
        &sql,
        (me.id(), TEXT_LIMIT as i64, before, paging.limit as i64 + 1),
        notification_from,
    )?;
    Ok((
        Page::cut(notifications, paging.limit, total, |last| {
            last.id.as_i64().to_string()
        }),
        unread,
    ))
}

/// Returns the newest notifications of the actor up to an id, newest first.
pub fn newest(
    read: &Read<'_>,
    me: &Account,
    up_to: i64,
    limit: usize,
) -> Result<Vec<Notification>> {
    let sql = format!(
        "SELECT {} {} AND n.id <= ?3 ORDER BY n.id DESC LIMIT ?4",
        columns(),
        readable()
    );
    let parameters = (me.id(), TEXT_LIMIT as i64, up_to, limit as i64);
    read.all(&sql, parameters, notification_from)
}

/// Counts the notifications of the actor, or the unread ones: at most `limit`.
pub fn count(read: &Read<'_>, me: &Account, unread_only: bool, limit: i64) -> Result<i64> {
    let clauses = if unread_only { unread() } else { readable() };
    let sql = format!("SELECT count(*) FROM (SELECT 1 {clauses} LIMIT ?2)");
    read.value(&sql, (me.id(), limit))
}

/// Calls `each` for all notifications of a user that they may read, newest first.
pub fn for_each(
    read: &Read<'_>,
    account: &Account,
    each: impl FnMut(Notification) -> Result<()>,
) -> Result<()> {
    read.for_each(
        &format!("SELECT {} {} ORDER BY n.id DESC", columns(), readable()),
        (account.id(), TEXT_LIMIT as i64),
        notification_from,
        each,
    )
}

/// Adds a notification for the author of the post that was responded to. Returns the recipient, or
/// `None` if the author responded themselves, is deleted or has this notification.
pub fn insert(tx: &Write<'_>, by: &Account, response: &Response) -> Result<Option<Id>> {
    let inserted = tx.all(
        "INSERT INTO notifications (recipient_id, id, post_id, question_id)
         SELECT u.id, ?2, ?3, ?4 FROM posts p JOIN users u ON u.id = p.author_id
         WHERE p.id = ?5 AND u.id <> ?1 AND u.deleted_at IS NULL
         ON CONFLICT DO NOTHING RETURNING recipient_id",
        (
            by.id(),
            response.id,
            response.post,
            response.question,
            response.responds_to(),
        ),
        |row| row.get(0),
    )?;
    Ok(inserted.into_iter().next())
}

/// Marks one of the actor's notifications as viewed.
pub fn mark_viewed(tx: &Write<'_>, me: &Me, id: Id) -> Result<()> {
    tx.execute(
        "UPDATE notifications SET viewed_at = ?3 WHERE recipient_id = ?1 AND id = ?2",
        (me.id(), id, tx.now),
    )?;
    Ok(())
}

/// The largest number of notifications that one transaction marks as viewed or deletes.
const STEP: usize = 500;

/// Makes the actor's readable notifications up to an id count as viewed, and marks the newest as such.
/// [`mark_more_viewed`] does the rest. Returns how many that marked, and whether there is a rest.
pub fn mark_all_viewed(tx: &Write<'_>, me: &Me, up_to: Id) -> Result<(usize, bool)> {
    mark_viewed_up_to(tx, me.id(), up_to.as_i64())
}

/// Marks some more notifications as viewed that count as such. Returns whether there may be more.
pub fn mark_more_viewed(tx: &Write<'_>) -> Result<bool> {
    let sql = "SELECT recipient_id, up_to FROM pending_views LIMIT 1";
    let next: Option<(Id, i64)> = tx.first(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let Some((recipient, up_to)) = next else {
        return Ok(false);
    };
    mark_viewed_up_to(tx, recipient, up_to)?;
    Ok(true)
}

fn mark_viewed_up_to(tx: &Write<'_>, recipient: Id, up_to: i64) -> Result<(usize, bool)> {
    // Unreadable notifications count too: finding the readable ones may take long.
    let sql = "SELECT count(*), coalesce(min(id), 0) FROM (
                   SELECT id FROM notifications n INDEXED BY notifications_unread
                   WHERE recipient_id = ?1 AND viewed_at IS NULL AND id <= ?2 ORDER BY id DESC LIMIT ?3)";
    let (found, oldest): (usize, i64) = tx
        .first(sql, (recipient, up_to, STEP as i64), |row| {
            Ok((row.get::<_, i64>(0)? as usize, row.get(1)?))
        })?
        .unwrap_or_default();
    let sql = format!(
        "UPDATE notifications SET viewed_at = ?2 WHERE recipient_id = ?1 AND id IN (SELECT n.id {} AND n.id BETWEEN ?3 AND ?4)",
        unmarked()
    );
    let marked = tx.execute(&sql, (recipient, tx.now, oldest, up_to))?;
    let has_rest = found == STEP;
    if has_rest {
        let sql = "INSERT INTO pending_views (recipient_id, up_to) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET up_to = ?2";
        tx.execute(sql, (recipient, oldest - 1))?;
    } else {
        tx.execute(
            "DELETE FROM pending_views WHERE recipient_id = ?1",
            [recipient],
        )?;
    }
    Ok((marked, has_rest))
}

/// Deletes some notifications of a user. Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    tx.execute(
        "DELETE FROM pending_views WHERE recipient_id = ?1",
        [account.id()],
    )?;
    let sql = "DELETE FROM notifications WHERE recipient_id = ?1
               AND id IN (SELECT id FROM notifications WHERE recipient_id = ?1 LIMIT ?2)";
    Ok(tx.execute(sql, (account.id(), STEP as i64))? == STEP)
}
