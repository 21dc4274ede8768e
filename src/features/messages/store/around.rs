//! Queries of the messages around a point of a chat.

use super::{add_names, contains, message_from, newest_before, select};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::messages::access::ChatAccess;
use crate::features::messages::model::{Message, MessagesAround, Point};
use crate::platform::db::Read;

/// The largest number of messages before the point, and from the point on.
const EACH_SIDE: usize = 50;

/// Returns the messages around a point, oldest first. Rejects a message that is absent, in another chat
/// or hidden from the actor with 404.
pub fn around(read: &Read<'_>, chat: &ChatAccess, point: Point) -> Result<MessagesAround> {
    let (target, from) = match point {
        Point::Message(id) if contains(read, chat, id)? => (Some(id), id),
        Point::Message(_) => return Err(Sentence::MessageNotFound.into()),
        Point::Time(time) => match nearest(read, chat, Id::at(time, 0))? {
            Some(id) => (Some(id), id),
            None => return Ok(MessagesAround::default()),
        },
        Point::After(id) => (None, Id::from_i64(id.as_i64().saturating_add(1))),
    };
    // A client that continues has the messages before the point.
    let limit = if target.is_some() { EACH_SIDE } else { 0 };
    let mut messages = newest_before(read, chat, from, limit + 1)?;
    let has_older = messages.len() > limit;
    messages.truncate(limit);
    messages.reverse();
    let mut newer = oldest_from(read, chat, from, EACH_SIDE + 1)?;
    let has_newer = newer.len() > EACH_SIDE;
    newer.truncate(EACH_SIDE);
    messages.append(&mut newer);
    Ok(MessagesAround {
        messages,
        target,
        has_older,
        has_newer,
    })
}

/// Returns the first message from an id on, or the newest one if there is none.
fn nearest(read: &Read<'_>, chat: &ChatAccess, from: Id) -> Result<Option<Id>> {
    let first = "SELECT min(id) FROM messages WHERE chat_id = ?1 AND id > ?2 AND id >= ?3";
    let up_to = chat.hidden().up_to;
    if let Some(id) = read.value(first, (chat.id(), up_to, from))? {
        return Ok(Some(id));
    }
    let newest = "SELECT max(id) FROM messages WHERE chat_id = ?1 AND id > ?2";
    read.value(newest, (chat.id(), up_to))
}

/// Returns the oldest messages from an id on, oldest first.
fn oldest_from(read: &Read<'_>, chat: &ChatAccess, from: Id, limit: usize) -> Result<Vec<Message>> {
    let sql = format!(
        "{} WHERE m.chat_id = ?2 AND m.id >= ?3 AND m.id > ?1 ORDER BY m.id LIMIT ?4",
        select()
    );
    let parameters = (chat.hidden().up_to, chat.id(), from, limit as i64);
    let mut messages = read.all(&sql, parameters, message_from)?;
    add_names(read, chat, &mut messages)?;
    Ok(messages)
}
