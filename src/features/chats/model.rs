//! The types of chats: what stores return and what goes on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::features::messages::Message;
use crate::platform::realtime::{Event, IfMissed, Subject};

/// A direct chat.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chat {
    #[serde(rename = "_id")]
    pub id: Id,
    /// Usernames in alphabetical order; `[deleted]` for a deleted account.
    pub participants: Vec<String>,
    /// The newest messages, oldest first: at most 100, or with `view=card` only the last one.
    pub messages: Vec<Message>,
    pub created_at: Timestamp,
    /// When the last message was written or the last participant was added.
    pub updated_at: Timestamp,
    /// In responses: messages with a greater id are unread by the viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_up_to: Option<Id>,
    /// In responses: the number of unread messages, at most 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unread: Option<u32>,
}

/// How many of the viewer's chats have unread messages.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct UnreadChats {
    /// At most 100.
    pub unread: u32,
}

/// A chat was created or changed. Sent to its participants.
#[derive(Serialize, ToSchema)]
pub struct ChatUpdate {
    pub chat: Chat,
    #[serde(rename = "type")]
    pub change: ChatChange,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ChatChange {
    Created,
    NewMessage,
    NewParticipant,
}

/// How far another participant has read in a chat.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadPosition {
    pub username: String,
    /// They have read the messages up to this id.
    pub read_up_to: Id,
}

/// Another participant has read further in a direct chat. Sent to those who may read the message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatRead {
    pub chat_id: Id,
    #[serde(flatten)]
    pub position: ReadPosition,
}

/// Who has a chat open. Sent to them, some time after a user has opened or closed it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatPresence {
    /// Absent for the global chat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<Id>,
    /// How many users they are.
    pub count: usize,
    /// All of them in a direct chat, and in the global chat at most 20.
    pub usernames: Vec<String>,
}

/// A user is writing in a chat. Sent to the others who have it open.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatTyping {
    /// Absent for the global chat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<Id>,
    pub username: String,
}

/// A participant has left a chat. Sent to all its participants, and to the one who left.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatLeft {
    pub chat_id: Id,
    pub username: String,
}

impl Event for ChatLeft {
    const NAME: &'static str = "chatLeft";

    fn subject(&self) -> Subject {
        Subject::object(self.chat_id)
    }
}

impl Event for ChatUpdate {
    const NAME: &'static str = "chatUpdate";

    fn subject(&self) -> Subject {
        Subject::object(self.chat.id)
    }
}

impl Event for ChatRead {
    const NAME: &'static str = "chatRead";

    fn subject(&self) -> Subject {
        Subject::object(self.chat_id)
    }
}

impl Event for ChatPresence {
    const NAME: &'static str = "chatPresence";
    const IF_MISSED: IfMissed = IfMissed::Ignore;

    fn subject(&self) -> Subject {
        self.chat_id.map_or_else(Subject::default, Subject::object)
    }
}

impl Event for ChatTyping {
    const NAME: &'static str = "chatTyping";
    const IF_MISSED: IfMissed = IfMissed::Ignore;

    fn subject(&self) -> Subject {
        self.chat_id.map_or_else(Subject::default, Subject::object)
    }
}
