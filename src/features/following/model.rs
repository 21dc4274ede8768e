//! The types of this feature.

use std::str::FromStr;

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::error::Sentence;
use crate::core::id::Id;
use crate::core::string_enum::string_enum;

/// What is new to the caller in a question that they have visited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct News {
    pub qid: Id,
    /// The number of answers by others since the visit: at most 100.
    pub new_answers: i64,
    /// The oldest of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_new_answer: Option<Id>,
    /// The newest answer, whether it is new or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_answer: Option<Id>,
}

/// The kind of object that a member watches or mutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FollowKind {
    Question,
    Tag,
    Community,
}

impl FollowKind {
    /// Returns the wire form, which is also stored.
    pub fn text(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Tag => "tag",
            Self::Community => "community",
        }
    }
}

impl FromStr for FollowKind {
    type Err = Sentence;

    /// Parses the wire form.
    fn from_str(text: &str) -> Result<Self, Sentence> {
        match text {
            "question" => Ok(Self::Question),
            "tag" => Ok(Self::Tag),
            "community" => Ok(Self::Community),
            _ => Err(Sentence::InvalidFollowKind),
        }
    }
}

/// Whether a member watches an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FollowState {
    /// The inbox has what is new in it.
    Watching,
    /// Not watched. What contains it decides.
    Normal,
    /// Not watched, even if what contains it is, and not among the questions for the member.
    Muted,
}

impl FollowState {
    /// Returns the wire form, which is also stored.
    pub fn text(self) -> &'static str {
        match self {
            Self::Watching => "watching",
            Self::Normal => "normal",
            Self::Muted => "muted",
        }
    }
}

impl FromStr for FollowState {
    type Err = Sentence;

    /// Parses the wire form.
    fn from_str(text: &str) -> Result<Self, Sentence> {
        match text {
            "watching" => Ok(Self::Watching),
            "normal" => Ok(Self::Normal),
            "muted" => Ok(Self::Muted),
            _ => Err(Sentence::InvalidFollowState),
        }
    }
}

/// The caller's state of an object.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FollowReply {
    pub kind: FollowKind,
    /// The id of the question or the community, or the name of the tag.
    pub object: String,
    pub state: FollowState,
    /// The number of watchers among those who may read the object, without its asker: at most 10,000.
    pub watchers: i64,
}

/// A question, a tag or a community that the caller watches or has muted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Follow {
    #[serde(flatten)]
    pub object: FollowedObject,
    pub state: FollowState,
}

/// A question, a tag or a community.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FollowedObject {
    pub kind: FollowKind,
    /// The id of the question or the community, or the name of the tag.
    pub object: String,
    /// The title or the name.
    pub name: String,
}

/// Something new in what the caller watches: a question, or answers to one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxItem {
    /// The new question, or the newest answer to the question.
    #[serde(rename = "_id")]
    pub id: Id,
    pub qid: Id,
    pub title: String,
    /// The number of new answers by others to a watched question: at most 20. 0 for a new question.
    pub new_answers: i64,
    /// The oldest of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_new_answer: Option<Id>,
    /// The author of the new question, or of the newest new answer.
    pub author: String,
    pub created_at: Timestamp,
    /// What the caller watches.
    pub reason: FollowedObject,
}

impl InboxItem {
    /// Returns what is new, with its author, as a mail or a message says it.
    pub fn what(&self) -> String {
        match self.new_answers {
            0 => format!("A question by {}", self.author),
            1 => format!("An answer by {}", self.author),
            number => format!("{number} answers, the last by {}", self.author),
        }
    }

    /// Returns the path of the question, at its first new answer.
    pub fn path(&self) -> String {
        match self.first_new_answer {
            Some(answer) => format!("/question/{}#{answer}", self.qid),
            None => format!("/question/{}", self.qid),
        }
    }
}

string_enum! {
    /// What the caller does with a search.
    SearchState {
        Removed = "removed",
        Saved = "saved",
        /// Saved, and new results appear in the inbox.
        Watched = "watched",
    }
}

/// A search that the caller has saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedSearch {
    pub text: String,
    /// The community that is searched. Without it, everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    /// Its name, if the caller may read what is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_name: Option<String>,
    pub state: SearchState,
}

/// New results of a search that the caller watches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchResult {
    pub text: String,
    /// The community that is searched. Without it, everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    /// Its name, if the caller may read what is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_name: Option<String>,
    pub found_at: Timestamp,
    /// The newest result.
    pub qid: Id,
    /// Its title.
    pub title: String,
}
