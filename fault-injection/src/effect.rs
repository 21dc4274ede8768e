//! Effects of the load's requests and the ledger entries that record their outcome.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::json::list;

/// State change that one request asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "camelCase")]
pub enum Effect {
    /// Creates a user and, if acknowledged, the session with this token.
    User {
        name: String,
        token: String,
    },
    /// Opens or closes a session.
    Session {
        name: String,
        token: String,
        is_open: bool,
    },
    Question {
        title: String,
        text: String,
        user: String,
        tags: Vec<String>,
        community: Option<String>,
    },
    Answer {
        question: String,
        text: String,
        user: String,
    },
    /// Comments on the question or on one of its answers.
    Comment {
        question: String,
        post: String,
        text: String,
        user: String,
    },
    /// 1 for an upvote, -1 for a downvote, 0 for no vote.
    Vote {
        question: String,
        post: String,
        user: String,
        value: i64,
    },
    Star {
        question: String,
        user: String,
        is_present: bool,
    },
    /// Sends a message to a chat, or to the global chat if `chat` is `None`.
    Message {
        chat: Option<String>,
        text: String,
        user: String,
    },
    Community {
        name: String,
    },
    Member {
        community: String,
        user: String,
        is_present: bool,
    },
    Game {
        user: String,
    },
    Seat {
        game: String,
        user: String,
    },
    /// Makes `user` leave a running game, which `winner` wins by that.
    Forfeit {
        game: String,
        user: String,
        winner: String,
    },
}

impl Effect {
    /// Returns whether an acknowledging response must contain the ID of a created object.
    pub fn expects_id(&self) -> bool {
        match self {
            Self::Question { .. } | Self::Answer { .. } | Self::Comment { .. } => true,
            Self::Message { .. } | Self::Community { .. } | Self::Game { .. } => true,
            Self::User { .. } | Self::Session { .. } | Self::Vote { .. } | Self::Star { .. } => {
                false
            }
            Self::Member { .. } | Self::Seat { .. } | Self::Forfeit { .. } => false,
        }
    }

    /// Returns the ID of the created object from the server's response.
    pub fn created_id(&self, response: &Value) -> Option<String> {
        let id = match self {
            Self::Game { .. } => response.as_str(),
            // The response is the whole chat, which includes the new message.
            Self::Message {
                chat: Some(_),
                text: expected,
                ..
            } => list(response, "messages")
                .iter()
                .find(|message| message["msg"] == **expected)
                .and_then(|message| message["_id"].as_str()),
            _ => response["_id"].as_str(),
        };
        id.map(str::to_owned)
    }
}

/// Result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// The server answered with 200: the effect is durable.
    Acknowledged,
    /// The server answered that it did not apply the effect.
    Rejected,
    /// There was no response, or one that does not tell the outcome. The server must have applied
    /// the effect completely or not at all.
    Indeterminate,
}

/// One entry of the ledger.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LedgerEntry {
    pub outcome: Outcome,
    /// ID of the created object, if the response contains it.
    pub id: Option<String>,
    #[serde(flatten)]
    pub effect: Effect,
}
