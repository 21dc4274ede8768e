//! Messages: the global chat, in which everybody takes part, and what it has in common with the chats of few (`chats`):
//! how messages are sent, listed and read. The global chat is the one with the id 0.
//!
//! What is unread is never counted up or down: it is what is newer than the place up to which one has read.

pub mod routes;
pub mod rules;
pub mod store;

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::live::{Audience, Event};
use crate::text;
use crate::users::Me;

pub use store::forget_user;

/// What somebody has written in the global chat or in one of few.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Message {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    /// Markdown, of which only what fits into a line is shown: emphasis, code, links.
    pub msg: String,
    /// A username; `[deleted]` when he is gone.
    pub msg_from: String,
    #[cfg_attr(test, ts(type = "string"))]
    pub msg_date_time: Timestamp,
    #[serde(rename = "type")]
    pub kind: MessageKind,
    /// How its author's client calls it, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub nonce: Option<String>,
}

/// Where a message was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    Global,
    Direct,
}

/// How far somebody has read in a chat.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadState {
    /// Messages with a greater id are unread.
    #[cfg_attr(test, ts(type = "string"))]
    pub read_up_to: Id,
    /// How many those are; 100 stands for 100 and more.
    pub unread: u32,
}

/// Somebody has written in the global chat. Everyone who is signed in is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MessageUpdate {
    pub msg: Message,
}

impl Event for MessageUpdate {
    const NAME: &'static str = "messageUpdate";
}

/// Proof that the actor takes part in a chat: he may read there and write.
pub struct Room(Id);

impl Room {
    /// The global chat.
    pub const GLOBAL: Self = Self(Id::from_i64(0));

    /// A chat of few; [`Sentence::ChatNotFound`] when the actor does not take part in one with this id.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let room = Self(id);
        if store::takes_part(read, me, &room)? { Ok(room) } else { Err(Sentence::ChatNotFound.into()) }
    }

    /// The id of the chat.
    pub fn id(&self) -> Id {
        self.0
    }

    fn is_global(&self) -> bool {
        self.0 == Self::GLOBAL.0
    }
}

/// A message to send.
pub struct NewMessage {
    text: String,
    nonce: Option<String>,
}

impl NewMessage {
    /// Checks what is to be said.
    pub fn new(text: &str, nonce: Option<String>) -> Result<Self> {
        Ok(Self { text: text::message(text)?, nonce: text::nonce(nonce)? })
    }
}

/// What became of a message.
pub struct Sent {
    pub message: Message,
    /// Not, if it was sent before with the same nonce.
    pub is_new: bool,
}

/// Stores a message. Who writes has read what was there before. The caller tells the others.
pub fn send(tx: &Write<'_>, me: &Me, room: &Room, new: &NewMessage) -> Result<Sent> {
    if let Some(message) = store::insert(tx, me, room, new)? {
        store::set_read(tx, me, room, message.id)?;
        return Ok(Sent { message, is_new: true });
    }
    let message = store::by_nonce(tx, me, room, new)?.ok_or_else(|| Error::internal("the message is not there"))?;
    Ok(Sent { message, is_new: false })
}

/// Stores a message in the global chat and tells everybody.
pub fn send_to_all(tx: &mut Write<'_>, me: &Me, new: &NewMessage) -> Result<Message> {
    let sent = send(tx, me, &Room::GLOBAL, new)?;
    if sent.is_new {
        tx.emit(MessageUpdate { msg: sent.message.clone() }, Audience::SignedIn);
    }
    Ok(sent.message)
}

/// Notes that the actor has read up to a message of the room, unless he has read further already.
pub fn mark_read(tx: &mut Write<'_>, me: &Me, room: &Room, message: Id) -> Result<ReadState> {
    if !store::has(tx, room, message)? {
        return Err(Sentence::MessageNotFound.into());
    }
    store::set_read(tx, me, room, message)?;
    tx.quietly("what one has read is nobody else's business");
    store::read_state(tx, me, room)
}
