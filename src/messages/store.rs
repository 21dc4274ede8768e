//! Messages in SQL, and how far each user has read.

use rusqlite::Row;

use super::{Message, MessageKind, NewMessage, ReadState, Room};
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::{Account, Me};
use crate::web::{Page, Paging};

/// So many unread messages are counted; what is more is as much.
const COUNTED: i64 = 100;

const MESSAGE: &str =
    "SELECT m.id, m.chat_id, m.text, (SELECT name FROM authors WHERE id = m.author_id), m.created_at, m.nonce FROM messages m";

fn message_from(row: &Row<'_>) -> rusqlite::Result<Message> {
    let room = Room(row.get(1)?);
    Ok(Message {
        id: row.get(0)?,
        msg: row.get(2)?,
        msg_from: row.get(3)?,
        msg_date_time: row.get(4)?,
        kind: if room.is_global() { MessageKind::Global } else { MessageKind::Direct },
        nonce: row.get(5)?,
    })
}

/// Whether the actor takes part in a chat of few.
pub fn takes_part(read: &Read<'_>, me: &Me, room: &Room) -> Result<bool> {
    read.exists("SELECT 1 FROM participants WHERE chat_id = ?1 AND user_id = ?2", (room.id(), me.id))
}

/// Stores a message, unless the actor has sent one with its nonce to the room before.
pub fn insert(tx: &Write<'_>, me: &Me, room: &Room, new: &NewMessage) -> Result<Option<Message>> {
    let id = tx.new_id();
    let inserted = tx.execute(
        "INSERT INTO messages (id, chat_id, author_id, text, created_at, nonce) VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
        (id, room.id(), me.id, &new.text, tx.now, &new.nonce),
    )?;
    if inserted == 0 { Ok(None) } else { tx.first(&format!("{MESSAGE} WHERE m.id = ?1"), [id], message_from) }
}

/// The message that the actor has sent to the room with the same nonce.
pub fn by_nonce(read: &Read<'_>, me: &Me, room: &Room, new: &NewMessage) -> Result<Option<Message>> {
    let sql = format!("{MESSAGE} WHERE m.author_id = ?1 AND m.chat_id = ?2 AND m.nonce = ?3");
    read.first(&sql, (me.id, room.id(), &new.nonce), message_from)
}

/// Whether a message was written in the room.
pub fn has(read: &Read<'_>, room: &Room, message: Id) -> Result<bool> {
    read.exists("SELECT 1 FROM messages WHERE id = ?1 AND chat_id = ?2", (message, room.id()))
}

/// The newest messages of the room, the oldest of them first; the next page is that of older ones. Its cursor is the id of
/// the oldest: so a client can go on from any message that it knows.
pub fn list(read: &Read<'_>, room: &Room, paging: &Paging) -> Result<Page<Message>> {
    let before = match &paging.cursor {
        Some(id) => id.parse().map_err(|_| Sentence::InvalidCursor)?,
        None => Id::from_i64(i64::MAX),
    };
    let sql = format!("{MESSAGE} WHERE m.chat_id = ?1 AND m.id < ?2 ORDER BY m.id DESC LIMIT ?3");
    let messages = read.all(&sql, (room.id(), before, paging.limit as i64 + 1), message_from)?;
    let total = read.value("SELECT message_count FROM chats WHERE id = ?1", [room.id()])?;
    let mut page = Page::cut(messages, paging.limit, total, |oldest| oldest.id.to_string());
    page.items.reverse();
    Ok(page)
}

/// How far the actor has read in the room. What was there before he came to the site is not unread.
pub fn read_state(read: &Read<'_>, me: &Me, room: &Room) -> Result<ReadState> {
    let begin = if room.is_global() { me.id } else { room.id() };
    let noted = read.first("SELECT message_id FROM reads WHERE user_id = ?1 AND chat_id = ?2", (me.id, room.id()), |row| row.get(0))?;
    let read_up_to: Id = noted.unwrap_or(begin);
    let sql = "SELECT count(*) FROM (SELECT 1 FROM messages WHERE chat_id = ?1 AND id > ?2 LIMIT ?3)";
    Ok(ReadState { read_up_to, unread: read.value(sql, (room.id(), read_up_to, COUNTED))? })
}

/// Notes that the actor has read up to a message, unless he has read further already.
pub fn set_read(tx: &Write<'_>, me: &Me, room: &Room, message: Id) -> Result<()> {
    let sql = "INSERT INTO reads (user_id, chat_id, message_id) VALUES (?1, ?2, ?3)
               ON CONFLICT (user_id, chat_id) DO UPDATE SET message_id = max(message_id, excluded.message_id)";
    tx.execute(sql, (me.id, room.id(), message))?;
    Ok(())
}

/// Forgets what somebody has read. What he wrote stays.
pub fn forget_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute("DELETE FROM reads WHERE user_id = ?1", [account.id])?;
    Ok(())
}
