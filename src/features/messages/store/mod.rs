//! Queries of messages and read positions.

pub mod around;
pub mod messages;
pub mod participants;
pub mod search;

use rusqlite::Row;

use super::access::{ChatAccess, OwnMessage, RemovableMessage, is_global};
use super::model::{Message, MessageKind, NewMessage, Quote, ReadState};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::mentions::store as mentions;
use crate::features::users::{Account, Me, UserReference};
use crate::platform::db::{FromRow, Read, Write, from_row};

/// The maximum number of unread messages that are counted.
const UNREAD_LIMIT: i64 = 100;

from_row! {
    /// A message `m` by `u`, and the message `q` by `qa` that it replies to.
    struct MessageRow {
        id: Id = "m.id",
        chat_id: Id = "m.chat_id",
        text: String = "m.text",
        msg_from: String = "CASE WHEN u.deleted_at IS NULL THEN u.username ELSE '[deleted]' END",
        author: Option<Id> = "CASE WHEN u.deleted_at IS NULL THEN u.id END",
        created_at: Timestamp = "m.created_at",
        nonce: Option<String> = "m.nonce",
        edited_at: Option<Timestamp> = "m.edited_at",
        reply_to: Option<Id> = "m.reply_to",
        quoted_from: Option<String> = "qa.name",
        quoted: Option<String> = "iif(length(q.text) > 200, substr(q.text, 1, 200) || '…', q.text)",
    }
}

/// The FROM clause of [`MessageRow`]. `?1` is the last message that is hidden from the viewer, which is not quoted.
const MESSAGES: &str = "FROM messages m JOIN users u ON u.id = m.author_id
    LEFT JOIN messages q ON q.id = m.reply_to AND q.chat_id = m.chat_id AND q.id > ?1 LEFT JOIN authors qa ON qa.id = q.author_id";

/// Selects messages.
fn select() -> String {
    format!("SELECT {} {MESSAGES}", MessageRow::COLUMNS)
}

fn message_from(row: &Row<'_>) -> rusqlite::Result<Message> {
    let row = MessageRow::from_row(row)?;
    let kind = if is_global(row.chat_id) {
        MessageKind::Global
    } else {
        MessageKind::Direct
    };
    let user = row
        .author
        .filter(|_| kind == MessageKind::Direct)
        .map(|id| UserReference {
            id,
            username: row.msg_from.clone(),
        });
    let (quoted_from, quoted) = (row.quoted_from, row.quoted);
    let reply_to = row.reply_to.map(|id| Quote {
        id,
        msg_from: quoted_from,
        msg: quoted,
    });
    Ok(Message {
        id: row.id,
        msg: row.text,
        msg_from: row.msg_from,
        msg_date_time: row.created_at,
        kind,
        user,
        nonce: row.nonce,
        edited_at: row.edited_at,
        reply_to,
        mentions: Vec::new(),
    })
}

/// Stores a message whose nonce the actor has not used in the chat.
pub fn insert(tx: &Write<'_>, me: &Me, chat: &ChatAccess, new: &NewMessage) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO messages (id, chat_id, author_id, text, created_at, nonce, reply_to) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let (text, nonce, reply_to) = (new.text(), new.nonce(), new.reply_to());
    tx.execute(sql, (id, chat.id(), me.id(), text, tx.now, nonce, reply_to))?;
    Ok(id)
}

/// Returns a message of a chat, if the actor may read it.
pub fn find(read: &Read<'_>, chat: &ChatAccess, id: Id) -> Result<Option<Message>> {
    let sql = format!(
        "{} WHERE m.id = ?2 AND m.chat_id = ?3 AND m.id > ?1",
        select()
    );
    let message = read.first(&sql, (chat.hidden().up_to, id, chat.id()), message_from)?;
    message
        .map(|message| with_names(read, chat, message))
        .transpose()
}

/// Adds the names in the text of a message.
fn with_names(read: &Read<'_>, chat: &ChatAccess, mut message: Message) -> Result<Message> {
    add_names(read, chat, std::slice::from_mut(&mut message))?;
    Ok(message)
}

/// Adds the names in the texts of successive messages.
fn add_names(read: &Read<'_>, chat: &ChatAccess, messages: &mut [Message]) -> Result<()> {
    let ids = messages.iter().map(|message| message.id);
    let (Some(from), Some(to)) = (ids.clone().min(), ids.max()) else {
        return Ok(());
    };
    let mut names = mentions::names(read, chat.id(), from, to)?;
    for message in messages {
        message.mentions = names.remove(&message.id).unwrap_or_default();
    }
    Ok(())
}

/// Changes the text of a message. Returns false if it was the same.
pub fn update(tx: &Write<'_>, message: &OwnMessage, text: &str) -> Result<bool> {
    let sql = "UPDATE messages SET text = ?2, edited_at = ?3 WHERE id = ?1 AND text <> ?2";
    Ok(tx.execute(sql, (message.id(), text, tx.now))? > 0)
}

/// Returns the message that the actor sent to the chat with the same nonce, if they chose one.
pub fn by_nonce(
    read: &Read<'_>,
    me: &Me,
    chat: &ChatAccess,
    new: &NewMessage,
) -> Result<Option<Message>> {
    let Some(nonce) = new.nonce() else {
        return Ok(None);
    };
    let sql = format!(
        "{} WHERE m.author_id = ?2 AND m.chat_id = ?3 AND m.nonce = ?4",
        select()
    );
    let parameters = (chat.hidden().up_to, me.id(), chat.id(), nonce);
    let message = read.first(&sql, parameters, message_from)?;
    message
        .map(|message| with_names(read, chat, message))
        .transpose()
}

/// Deletes a message.
pub fn delete(tx: &Write<'_>, message: &RemovableMessage) -> Result<()> {
    tx.execute("DELETE FROM messages WHERE id = ?1", [message.id()])
        .map(drop)
}

/// The largest number of messages that one step of a purge deletes. Each of the global chat has an event.
const PURGED_MESSAGES: usize = 50;

/// Deletes some messages of an account. Returns each with its chat, and whether there may be more.
pub fn purge_author(tx: &Write<'_>, account: &Account) -> Result<(Vec<(Id, Id)>, bool)> {
    let sql = "DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE author_id = ?1 LIMIT ?2) RETURNING id, chat_id";
    let parameters = (account.id(), PURGED_MESSAGES as i64);
    let deleted = tx.all(sql, parameters, |row| Ok((row.get(0)?, row.get(1)?)))?;
    let is_full = deleted.len() == PURGED_MESSAGES;
    Ok((deleted, is_full))
}

/// Deletes some messages of an author in the global chat, the oldest first, and returns them.
pub fn remove_sent(
    tx: &Write<'_>,
    author: Id,
    (since, until): (i64, i64),
    after: i64,
) -> Result<Vec<Id>> {
    let sql = "DELETE FROM messages WHERE id IN (
                   SELECT id FROM messages WHERE author_id = ?1 AND id > ?4 AND chat_id = ?6 AND created_at BETWEEN ?2 AND ?3 ORDER BY id LIMIT ?5)
               RETURNING id";
    let limit = PURGED_MESSAGES as i64;
    let parameters = (author, since, until, after, limit, ChatAccess::GLOBAL);
    tx.all(sql, parameters, |row| row.get(0))
}

/// Returns whether a chat contains a message that the actor may read.
pub fn contains(read: &Read<'_>, chat: &ChatAccess, message: Id) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM messages WHERE id = ?1 AND chat_id = ?2 AND id > ?3",
        (message, chat.id(), chat.hidden().up_to),
    )
}

/// Returns the newest messages of a chat, oldest first. The next page contains older messages. The
/// cursor is a message id, so a client can continue from any message that it knows.
pub fn list(read: &Read<'_>, chat: &ChatAccess, paging: &Paging) -> Result<Page<Message>> {
    let before = match &paging.cursor {
        Some(id) => id.parse().map_err(|_| Sentence::InvalidCursor)?,
        None => Id::from_i64(i64::MAX),
    };
    let messages = newest_before(read, chat, before, paging.limit + 1)?;
    let total = read.value(
        "SELECT message_count - ?2 FROM chats WHERE id = ?1",
        (chat.id(), chat.hidden().count),
    )?;
    let mut page = Page::cut(messages, paging.limit, total, |oldest| {
        oldest.id.to_string()
    });
    page.items.reverse();
    Ok(page)
}

/// Returns the newest messages before an id, newest first.
fn newest_before(
    read: &Read<'_>,
    chat: &ChatAccess,
    before: Id,
    limit: usize,
) -> Result<Vec<Message>> {
    let sql = format!(
        "{} WHERE m.chat_id = ?2 AND m.id < ?3 AND m.id > ?1 ORDER BY m.id DESC LIMIT ?4",
        select()
    );
    let parameters = (chat.hidden().up_to, chat.id(), before, limit as i64);
    let mut messages = read.all(&sql, parameters, message_from)?;
    add_names(read, chat, &mut messages)?;
    Ok(messages)
}

/// Returns how far the actor has read in a chat. Messages of the global chat from before their
/// sign-up, and those of a direct chat from before they were added, are not unread.
pub fn read_state(read: &Read<'_>, me: &Me, chat: &ChatAccess) -> Result<ReadState> {
    let start = if chat.is_global() {
        me.id()
    } else {
        chat.id().max(chat.hidden().up_to)
    };
    let stored = read.first(
        "SELECT message_id FROM read_cursors WHERE user_id = ?1 AND chat_id = ?2",
        (me.id(), chat.id()),
        |row| row.get(0),
    )?;
    let read_up_to: Id = stored.unwrap_or(start);
    let sql =
        "SELECT count(*) FROM (SELECT 1 FROM messages WHERE chat_id = ?1 AND id > ?2 LIMIT ?3)";
    Ok(ReadState {
        read_up_to,
        unread: read.value(sql, (chat.id(), read_up_to, UNREAD_LIMIT))?,
    })
}

/// Moves the actor's read position to a message. Returns false if it is there or later.
pub fn set_read(tx: &Write<'_>, me: &Me, chat: &ChatAccess, message: Id) -> Result<bool> {
    let sql = "INSERT INTO read_cursors (user_id, chat_id, message_id) VALUES (?1, ?2, ?3)
               ON CONFLICT (user_id, chat_id) DO UPDATE SET message_id = excluded.message_id WHERE message_id < excluded.message_id";
    Ok(tx.execute(sql, (me.id(), chat.id(), message))? > 0)
}

/// The largest number of read positions that one step of a purge deletes.
const PURGED_AT_ONCE: usize = 500;

/// Deletes some read positions of a user. Returns whether there may be more. Their messages stay.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    let sql = "DELETE FROM read_cursors WHERE user_id = ?1
               AND chat_id IN (SELECT chat_id FROM read_cursors WHERE user_id = ?1 LIMIT ?2)";
    let deleted = tx.execute(sql, (account.id(), PURGED_AT_ONCE as i64))?;
    Ok(deleted == PURGED_AT_ONCE)
}
