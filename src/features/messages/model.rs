//! The types of messages: what stores return and what goes on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
use crate::features::users::UserReference;
use crate::platform::realtime::{Event, Subject};

/// A message in the global chat or in a direct chat.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    #[serde(rename = "_id")]
    pub id: Id,
    /// Markdown. Clients render inline elements only: emphasis, code, links.
    pub msg: String,
    /// The author's username; `[deleted]` if the account is deleted.
    pub msg_from: String,
    pub msg_date_time: Timestamp,
    #[serde(rename = "type")]
    pub kind: MessageKind,
    /// The author of a direct message, unless the account is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<UserReference>,
    /// The idempotency key that the author's client chose, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// When the author last changed the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    /// The message of the same chat that this one replies to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<Quote>,
    /// The names of members in the text, without the `@`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<String>,
}

impl Message {
    /// Returns whether this message quotes one that is hidden from a participant.
    pub fn quotes_hidden(&self, hidden_up_to: Id) -> bool {
        self.reply_to
            .as_ref()
            .is_some_and(|quote| quote.id <= hidden_up_to)
    }

    /// Returns the message as a participant sees it from whom those up to `hidden_up_to` are hidden.
    pub fn without_hidden_quote(&self, hidden_up_to: Id) -> Self {
        let mut message = self.clone();
        if let Some(quote) = &mut message.reply_to
            && quote.id <= hidden_up_to
        {
            (quote.msg_from, quote.msg) = (None, None);
        }
        message
    }
}

/// The message that another one replies to. It has only its id if it was removed, or is hidden from the
/// viewer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The author's username; `[deleted]` if the account is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub msg_from: Option<String>,
    /// The first 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub msg: Option<String>,
}

/// The kind of chat that contains a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    Global,
    Direct,
}

/// How far a user has read in a chat.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadState {
    /// Messages with a greater id are unread.
    pub read_up_to: Id,
    /// The number of unread messages, at most 100.
    pub unread: u32,
}

/// A point of a chat.
#[derive(Clone, Copy, Debug)]
pub enum Point {
    Message(Id),
    /// The first message from this time on, or the newest one if there is none.
    Time(Timestamp),
    /// The place after a message, which may be removed meanwhile.
    After(Id),
}

/// The messages around a point of a chat.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessagesAround {
    /// Oldest first: at most 50 before the point, none with `after`, and at most 50 from the point on.
    pub messages: Vec<Message>,
    /// The message at the point. Absent with `after`, and in a chat without messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Id>,
    /// Whether there are messages before these.
    pub has_older: bool,
    /// Whether there are messages after these.
    pub has_newer: bool,
}

/// A message that a search in a chat has found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundMessage {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The author's username; `[deleted]` if the account is deleted.
    pub msg_from: String,
    pub msg_date_time: Timestamp,
    /// A part of the text, in parts that are alternately outside and inside the words of the search.
    pub passage: Vec<String>,
}

/// What one call of a search in a chat has found.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundMessages {
    /// Newest first, at most 50.
    pub messages: Vec<FoundMessage>,
    /// Where the search ended. Absent if it has read the whole chat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<SearchEnd>,
}

/// The oldest message that a search has read.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchEnd {
    /// The next call goes on before this id.
    pub before: Id,
    pub msg_date_time: Timestamp,
}

/// A message was written in the global chat. Sent to all signed-in users.
#[derive(Serialize, ToSchema)]
pub struct MessageUpdate {
    pub msg: Message,
}

impl Event for MessageUpdate {
    const NAME: &'static str = "messageUpdate";

    fn subject(&self) -> Subject {
        Subject::object(self.msg.id)
    }
}

/// A message of the global chat was removed. Sent to all signed-in users.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MessageRemoved {
    #[serde(rename = "_id")]
    pub id: Id,
}

impl Event for MessageRemoved {
    const NAME: &'static str = "messageRemoved";

    fn subject(&self) -> Subject {
        Subject::object(self.id)
    }
}

/// The author changed a message. Sent to everyone who may read it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageEdited {
    /// Absent for the global chat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<Id>,
    pub msg: Message,
}

impl Event for MessageEdited {
    const NAME: &'static str = "messageEdited";

    fn subject(&self) -> Subject {
        Subject::object(self.msg.id)
    }
}

/// The validated input for a new message.
pub struct NewMessage {
    text: String,
    nonce: Option<String>,
    reply_to: Option<Id>,
}

impl NewMessage {
    /// Rejects an invalid text or nonce with 400.
    pub fn new(text: &str, nonce: Option<String>, reply_to: Option<Id>) -> Result<Self> {
        Ok(Self {
            text: text::message(text)?,
            nonce: text::nonce(nonce)?,
            reply_to,
        })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the idempotency key that the author's client chose, if any.
    pub fn nonce(&self) -> Option<&str> {
        self.nonce.as_deref()
    }

    /// Returns the message that this one replies to, if any.
    pub fn reply_to(&self) -> Option<Id> {
        self.reply_to
    }
}
