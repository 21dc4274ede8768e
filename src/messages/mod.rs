//! Messages in the global chat, and what it shares with direct chats (`chats`): sending, listing
//! and marking as read. All signed-in users participate in the global chat, which has the id 0.
//!
//! No counter of unread messages is stored: unread are the messages after the user's read position.

mod access;
pub mod invariants;
mod model;
pub mod routes;
pub mod store;

use crate::db::Write;
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::realtime::Audience;
use crate::users::Me;

pub use access::ChatAccess;
pub use model::{Message, MessageKind, MessageUpdate, NewMessage, ReadState};
pub use store::purge_user;

/// The result of [`send`].
pub struct Sent {
    pub message: Message,
    /// False if the author sent a message with the same nonce before.
    pub is_new: bool,
}

/// Stores a message and marks the chat as read up to it. The caller emits the event.
pub fn send(tx: &Write<'_>, me: &Me, chat: &ChatAccess, new: &NewMessage) -> Result<Sent> {
    if let Some(message) = store::insert(tx, me, chat, new)? {
        store::set_read(tx, me, chat, message.id)?;
        return Ok(Sent {
            message,
            is_new: true,
        });
    }
    let message = store::by_nonce(tx, me, chat, new)?
        .ok_or_else(|| Error::internal("the message does not exist"))?;
    Ok(Sent {
        message,
        is_new: false,
    })
}

/// Stores a message in the global chat and emits the event.
pub fn send_to_all(tx: &mut Write<'_>, me: &Me, new: &NewMessage) -> Result<Message> {
    let sent = send(tx, me, &ChatAccess::global(me), new)?;
    if sent.is_new {
        tx.emit(
            MessageUpdate {
                msg: sent.message.clone(),
            },
            Audience::SignedIn,
        );
    }
    Ok(sent.message)
}

/// Marks a chat as read up to a message. Keeps a later read position. Rejects a message of another
/// chat with 404.
pub fn mark_read(tx: &mut Write<'_>, me: &Me, chat: &ChatAccess, message: Id) -> Result<ReadState> {
    if !store::contains(tx, chat, message)? {
        return Err(Sentence::MessageNotFound.into());
    }
    store::set_read(tx, me, chat, message)?;
    tx.without_event("a read position is private to its user");
    store::read_state(tx, me, chat)
}
