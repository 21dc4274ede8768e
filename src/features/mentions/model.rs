//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::platform::realtime::{Event, Subject};

/// The kind of a text that names a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MentionKind {
    Question,
    Answer,
    Comment,
    Message,
    /// The description of a community.
    Community,
}

/// A text that names the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mention {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The kind of the text.
    pub kind: MentionKind,
    /// The question, the answer, the comment, the message or the community.
    pub content_id: Id,
    /// The question that it is or belongs to. Absent for a message and a community.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qid: Option<Id>,
    /// The title of that question, or the name of the community.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The answer that it is or comments on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_id: Option<Id>,
    /// The chat of a direct message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<Id>,
    /// The author.
    pub mentioned_by: String,
    /// Markdown: the first 1,000 characters.
    pub text: String,
    /// Whether the caller has an unread notification about the same text. Viewing it marks the mention as
    /// seen, and the other way round.
    pub notified: bool,
    /// Whether the text is in a private community or a chat.
    #[serde(skip)]
    pub is_private: bool,
    /// When the text first named the caller.
    pub created_at: Timestamp,
}

impl Mention {
    /// Returns the path of the page that shows the text.
    pub fn path(&self) -> String {
        let text = self.content_id;
        match (self.qid, self.chat_id) {
            _ if self.kind == MentionKind::Community => format!("/communities/{text}"),
            (Some(question), _) if question == text => format!("/question/{question}"),
            (Some(question), _) => format!("/question/{question}#{text}"),
            (None, Some(chat)) => format!("/messaging/direct-message?chat={chat}#{text}"),
            (None, None) => format!("/messaging#{text}"),
        }
    }
}

/// A text names a member. Sent to that member only, and only if they may read it. A notification about the
/// same text follows, so `notified` is not set yet.
#[derive(Serialize, ToSchema)]
pub struct MentionUpdate {
    pub mention: Mention,
}

impl Event for MentionUpdate {
    const NAME: &'static str = "mention";

    fn subject(&self) -> Subject {
        Subject::object(self.mention.id)
    }
}

/// A text that may name members.
pub struct Source<'t> {
    /// The question, the answer, the comment, the message or the community.
    pub id: Id,
    /// The question or the chat that it is in; a community is its own place.
    pub place: Id,
    /// The names in it.
    pub names: Vec<&'t str>,
}
