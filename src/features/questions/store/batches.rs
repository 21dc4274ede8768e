//! SQL of batches of removals.

use rusqlite::Row;

use crate::core::clock::Day;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::questions::model::{ContentRemoval, RemovedContent, RemovedSpan};
use crate::features::questions::state::Action;
use crate::features::users::{SiteModerator, Subordinate};
use crate::platform::db::{Read, Write};

/// A batch that is not done.
pub struct PendingBatch {
    pub id: Id,
    /// What its steps do: remove or restore.
    pub action: Action,
    /// Who asked for it.
    pub by: Id,
    pub reason: String,
}

/// Adds a batch of what a member has written up to now, and returns its id.
pub fn insert(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    member: &Subordinate,
    chosen: RemovedContent,
    reason: &str,
    entry: Id,
) -> Result<Id> {
    tx.without_event("the steps tell the readers of each post");
    let id = tx.new_id();
    let since = match chosen.span {
        RemovedSpan::Day => Some(tx.now.millis() - Day::MILLIS),
        RemovedSpan::All => None,
    };
    let sql = "INSERT INTO removal_batches (id, user_id, created_by, created_at, reason, since, position, entry_id, with_messages, pending)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?4, ?7, ?8, 'remove')";
    let values = (
        id,
        member.id(),
        by.id(),
        tx.now,
        reason,
        since,
        entry,
        chosen.messages,
    );
    tx.execute(sql, values)?;
    Ok(id)
}

/// Returns whether a batch of a member is not done.
pub fn is_pending(read: &Read<'_>, member: &Subordinate) -> Result<bool> {
    let sql = "SELECT 1 FROM removal_batches WHERE user_id = ?1 AND pending IS NOT NULL";
    read.exists(sql, [member.id()])
}

/// Marks a batch of a member as undone, from the newest removal on. Returns whether there is one that is
/// not.
pub fn set_undone(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    member: &Subordinate,
    batch: Id,
) -> Result<bool> {
    tx.without_event("the steps tell the readers of each post");
    let sql = "UPDATE removal_batches SET undone_by = ?3, undone_at = ?4, pending = 'restore', position = ?5
               WHERE id = ?1 AND user_id = ?2 AND undone_at IS NULL";
    let values = (batch, member.id(), by.id(), tx.now, i64::MAX);
    Ok(tx.execute(sql, values)? > 0)
}

/// Returns the next batch with posts that are not done: the newest one that is undone, or else the oldest one.
/// What a batch removed may belong to what a later one removed.
pub fn next_pending(read: &Read<'_>) -> Result<Option<PendingBatch>> {
    let sql = "SELECT * FROM (SELECT id, TRUE, undone_by, reason FROM removal_batches WHERE pending = 'restore' ORDER BY id DESC LIMIT 1) UNION ALL
               SELECT * FROM (SELECT id, FALSE, created_by, reason FROM removal_batches WHERE pending = 'remove' ORDER BY id LIMIT 1)";
    read.first(sql, [], |row| {
        Ok(PendingBatch {
            id: row.get(0)?,
            action: match row.get(1)? {
                true => Action::Restore,
                false => Action::Remove,
            },
            by: row.get(2)?,
            reason: row.get(3)?,
        })
    })
}

/// Stores where the next step of a batch continues.
pub fn set_position(tx: &Write<'_>, batch: Id, position: i64) -> Result<()> {
    let sql = "UPDATE removal_batches SET position = ?2 WHERE id = ?1";
    tx.execute(sql, (batch, position)).map(drop)
}

/// Marks the posts of a batch as done. Messages may be left.
pub fn end_posts(tx: &Write<'_>, batch: Id) -> Result<()> {
    let sql = "UPDATE removal_batches SET pending = CASE WHEN with_messages = 1 AND undone_at IS NULL THEN 'messages' END, position = 0 WHERE id = ?1";
    tx.execute(sql, [batch]).map(drop)
}

/// Marks a batch as done.
pub fn end(tx: &Write<'_>, batch: Id) -> Result<()> {
    let sql = "UPDATE removal_batches SET pending = NULL WHERE id = ?1";
    tx.execute(sql, [batch]).map(drop)
}

/// A batch whose messages are not done.
pub struct MessageBatch {
    pub id: Id,
    pub author: Id,
    /// In milliseconds since 1970: the times between which the messages were sent.
    pub sent: (i64, i64),
    /// The last message that a step has looked at.
    pub after: i64,
}

/// Returns the oldest batch whose messages are not done.
pub fn next_messages(read: &Read<'_>) -> Result<Option<MessageBatch>> {
    let sql = "SELECT id, user_id, coalesce(since, 0), created_at, position FROM removal_batches WHERE pending = 'messages' ORDER BY id LIMIT 1";
    read.first(sql, [], |row| {
        Ok(MessageBatch {
            id: row.get(0)?,
            author: row.get(1)?,
            sent: (row.get(2)?, row.get(3)?),
            after: row.get(4)?,
        })
    })
}

/// What a step changes next.
pub struct NextContent {
    pub content: Id,
    /// Where the batch continues after it.
    pub position: i64,
}

fn next_from(row: &Row<'_>) -> rusqlite::Result<NextContent> {
    Ok(NextContent {
        content: row.get(0)?,
        position: row.get(1)?,
    })
}

/// Finds the newest content of a batch that others can read, wherever it is. Of those written at the same time,
/// comments come first and questions last: deleting a post hides what is on it.
pub fn next_content(read: &Read<'_>, batch: Id) -> Result<Option<NextContent>> {
    let sql = "SELECT w.id, w.created_at FROM (
                   SELECT * FROM (SELECT iif(p.question_id IS NULL, 'question', 'answer') AS kind, p.id, p.created_at
                                  FROM removal_batches b JOIN posts p ON p.author_id = b.user_id AND p.created_at BETWEEN coalesce(b.since, 0) AND b.position
                                  JOIN questions q ON q.id = coalesce(p.question_id, p.id)
                                  WHERE b.id = ?1 AND p.deleted_at IS NULL AND q.scope IS NOT NULL ORDER BY p.created_at DESC, p.question_id DESC LIMIT 1)
                   UNION ALL
                   SELECT * FROM (SELECT 'comment', c.id, c.created_at
                                  FROM removal_batches b JOIN comments c ON c.author_id = b.user_id AND c.created_at BETWEEN coalesce(b.since, 0) AND b.position
                                  JOIN posts p ON p.id = c.post_id JOIN questions q ON q.id = c.question_id
                                  WHERE b.id = ?1 AND c.deleted_at IS NULL AND p.deleted_at IS NULL AND q.scope IS NOT NULL
                                  ORDER BY c.created_at DESC LIMIT 1)) w
               ORDER BY w.created_at DESC, w.kind = 'comment' DESC LIMIT 1";
    read.first(sql, [batch], next_from)
}

/// Finds the newest active removal of a batch before its position.
pub fn last_removal(read: &Read<'_>, batch: Id) -> Result<Option<NextContent>> {
    let sql = "SELECT content_id, id FROM removals
               WHERE batch_id = ?1 AND restored_at IS NULL AND id < (SELECT position FROM removal_batches WHERE id = ?1) ORDER BY id DESC LIMIT 1";
    read.first(sql, [batch], next_from)
}

/// Selects a [`ContentRemoval`].
const BATCH: &str = "SELECT id, (SELECT username FROM users WHERE id = user_id), reason, (SELECT name FROM authors WHERE id = created_by), created_at,
                            since IS NULL, pending IS NOT NULL, undone_at, entry_id, with_messages,
                            (SELECT count(*) FROM removals r WHERE r.batch_id = removal_batches.id AND r.restored_at IS NULL)
                     FROM removal_batches";

fn batch(row: &Row<'_>) -> rusqlite::Result<ContentRemoval> {
    Ok(ContentRemoval {
        id: row.get(0)?,
        username: row.get(1)?,
        reason: row.get(2)?,
        removed_by: row.get(3)?,
        removed_at: row.get(4)?,
        span: if row.get(5)? {
            RemovedSpan::All
        } else {
            RemovedSpan::Day
        },
        is_pending: row.get(6)?,
        undone_at: row.get(7)?,
        log_id: row.get(8)?,
        with_messages: row.get(9)?,
        count: row.get(10)?,
    })
}

/// Returns a batch.
pub fn one(read: &Read<'_>, id: Id) -> Result<Option<ContentRemoval>> {
    read.first(&format!("{BATCH} WHERE id = ?1"), [id], batch)
}

/// Returns the batch that an entry of the log is about.
pub fn of_entry(read: &Read<'_>, entry: Id) -> Result<Option<Id>> {
    let sql = "SELECT id FROM removal_batches WHERE entry_id = ?1";
    read.first(sql, [entry], |row| row.get(0))
}

/// Returns the batches of a member, newest first.
pub fn list(
    read: &Read<'_>,
    _: &SiteModerator,
    member: Id,
    paging: &Paging,
) -> Result<Page<ContentRemoval>> {
    let total = read.value(
        "SELECT count(*) FROM removal_batches WHERE user_id = ?1",
        [member],
    )?;
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let sql = format!("{BATCH} WHERE user_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3");
    let found = read.all(&sql, (member, before, paging.limit as i64 + 1), batch)?;
    Ok(Page::cut(found, paging.limit, total, |batch| {
        batch.id.as_i64().to_string()
    }))
}
