//! The types of this feature: what stores return, callers receive and events carry.

mod moderation;
mod permissions;
mod suggested_edits;

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::features::cases::CaseKind;
use crate::features::pictures::{PictureKind, PictureSize};
use crate::features::questions::moderation::close_reason::CloseReason;
use crate::features::search::model::SearchMatch;
use crate::features::trust::NewText;

pub use moderation::{
    ContentRemoval, DeletedPost, EditedPost, PurgedRevision, Removal, RemovalKind, RemovedContent,
    RemovedSpan,
};
pub use permissions::{Pin, PinKind, QuestionPermissions, Undoable};
pub use suggested_edits::{SuggestedEdit, SuggestedEditCount, SuggestedEdits};

/// The kind of a piece of content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PostKind {
    Question,
    Answer,
    Comment,
}

impl PostKind {
    /// Returns the kind of its cases.
    pub fn case(self) -> CaseKind {
        match self {
            Self::Question => CaseKind::Question,
            Self::Answer => CaseKind::Answer,
            Self::Comment => CaseKind::Comment,
        }
    }

    /// Returns the kind of text that shows its pictures.
    pub fn picture(self) -> PictureKind {
        match self {
            Self::Question => PictureKind::Question,
            Self::Answer => PictureKind::Answer,
            Self::Comment => PictureKind::Comment,
        }
    }
}

/// The origin of an imported post or comment, in the form that its licence requires.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Attribution {
    pub author: String,
    pub url: String,
    pub licence: String,
}

/// A tag, spelled as in the scope of the question.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Tag {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub description: String,
}

/// A tag and the number of questions with it that the viewer may read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TagCount {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub description: String,
    pub qcnt: u32,
    /// The synonym that contains the text, if the name does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synonym: Option<String>,
}

/// The content of a new or edited question.
pub struct NewQuestion {
    pub title: String,
    pub text: String,
    pub tags: Vec<String>,
}

impl NewQuestion {
    /// Returns the text for what judges and remembers it. `edits`: the question that it changes.
    pub fn to_remember(&self, edits: Option<Id>) -> NewText<'_> {
        NewText {
            question: None,
            edits,
            title: &self.title,
            text: &self.text,
        }
    }
}

/// The content of a new or edited question, answer or comment.
pub enum NewContent {
    Question(NewQuestion),
    Answer(String),
    Comment(String),
}

impl NewContent {
    pub fn kind(&self) -> PostKind {
        match self {
            Self::Question(_) => PostKind::Question,
            Self::Answer(_) => PostKind::Answer,
            Self::Comment(_) => PostKind::Comment,
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Self::Question(question) => &question.text,
            Self::Answer(text) | Self::Comment(text) => text,
        }
    }

    /// Returns the content for what judges and remembers it. `question`: what an answer or a comment is on. `edits`:
    /// the content that it replaces.
    pub fn to_remember(&self, question: Id, edits: Option<Id>) -> NewText<'_> {
        match self {
            Self::Question(new) => new.to_remember(edits),
            Self::Answer(text) | Self::Comment(text) => NewText {
                edits,
                ..NewText::on(question, text)
            },
        }
    }
}

/// A question with its answers, comments and votes.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    /// Markdown.
    pub text: String,
    pub tags: Vec<Tag>,
    /// Oldest first.
    pub answers: Vec<Answer>,
    pub asked_by: String,
    /// As in `User`. Absent also for a deleted account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_by_reputation: Option<u32>,
    /// Whether a bot wrote it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asked_by_bot: bool,
    pub ask_date_time: Timestamp,
    /// One empty string per user of this site who has viewed the question: the number, not the
    /// names.
    pub views: Vec<&'static str>,
    /// Usernames.
    pub up_votes: Vec<String>,
    /// Usernames.
    pub down_votes: Vec<String>,
    pub comments: Vec<Comment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    /// Viewers on this site plus imported views.
    pub view_count: u32,
    pub answer_count: u32,
    /// Upvotes minus downvotes, plus the imported score.
    pub score: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_answer_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    /// When the question was closed to new answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_at: Option<Timestamp>,
    /// Since when only members of trust level 1 or higher answer it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protected_at: Option<Timestamp>,
    /// Why a moderator closed it. Absent if its author did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close_reason: Option<CloseReason>,
    /// What to do next, in the words of the moderator who closed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close_note: Option<String>,
    /// Since when only moderators may answer, comment, vote and edit there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locked_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<Attribution>,
    /// The names of members in the text, without the `@`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<String>,
    /// The sizes of the pictures in its text and in those of its answers and comments, at most 500.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<PictureSize>,
    /// Whether it waits for approval, so that only its author sees it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub waiting: bool,
}

impl Question {
    /// Returns the tombstone of a deleted question, which other users receive: its author and dates
    /// without its content.
    pub(super) fn into_tombstone(self) -> Self {
        Self {
            title: "[deleted]".to_owned(),
            text: String::new(),
            tags: Vec::new(),
            answers: Vec::new(),
            views: Vec::new(),
            up_votes: Vec::new(),
            down_votes: Vec::new(),
            comments: Vec::new(),
            community_id: None,
            asked_by_reputation: None,
            asked_by_bot: false,
            view_count: 0,
            score: 0,
            edited_at: None,
            protected_at: None,
            close_reason: None,
            close_note: None,
            locked_at: None,
            attribution: None,
            mentions: Vec::new(),
            pictures: Vec::new(),
            ..self
        }
    }
}

/// A question in a list: counts instead of arrays, and an excerpt of its text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionCard {
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    /// Markdown: at most the first 500 characters, cut between blocks where one ends in their second half, and up to 1,000
    /// characters of link reference definitions that they use.
    pub text: String,
    /// Whether the text was cut.
    pub truncated: bool,
    pub tags: Vec<Tag>,
    pub asked_by: String,
    /// As in `User`. Absent also for a deleted account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_by_reputation: Option<u32>,
    /// Whether a bot wrote it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asked_by_bot: bool,
    pub ask_date_time: Timestamp,
    pub answer_count: u32,
    pub view_count: u32,
    pub score: i32,
    /// Whether the viewer has starred the question.
    pub starred: bool,
    /// Whether one of its answers is accepted.
    pub accepted: bool,
    /// Whether it is closed to new answers.
    pub closed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_name: Option<String>,
    /// Whether only the members of its community may read it.
    pub is_private: bool,
    /// What matched, in the results of a search with words.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub matched: Option<SearchMatch>,
}

/// An answer with its comments and votes.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    #[serde(rename = "_id")]
    pub id: Id,
    /// Markdown.
    pub text: String,
    pub ans_by: String,
    /// As in `User`. Absent also for a deleted account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ans_by_reputation: Option<u32>,
    /// Whether a bot wrote it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ans_by_bot: bool,
    pub ans_date_time: Timestamp,
    /// Oldest first.
    pub comments: Vec<Comment>,
    /// Usernames.
    pub up_votes: Vec<String>,
    /// Usernames.
    pub down_votes: Vec<String>,
    /// Upvotes minus downvotes, plus the imported score.
    pub score: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    /// Whether it is a community wiki: every member who may answer there edits it, and its votes earn no reputation.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wiki: bool,
    /// Of a community wiki: who wrote the current text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_edited_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<Attribution>,
    /// The names of members in the text, without the `@`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<String>,
    /// The sizes of the pictures in its text and in those of its comments. Absent within a question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<PictureSize>,
    /// Whether it waits for approval, so that only its author sees it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub waiting: bool,
}

/// A comment on a question or an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    #[serde(rename = "_id")]
    pub id: Id,
    /// Markdown.
    pub text: String,
    pub comment_by: String,
    /// Whether a bot wrote it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub comment_by_bot: bool,
    pub comment_date_time: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<Attribution>,
    /// The names of members in the text, without the `@`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<String>,
    /// The sizes of the pictures in its text. Absent within a question or an answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<PictureSize>,
    /// Whether it waits for approval, so that only its author sees it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub waiting: bool,
}

/// A vote on a question or an answer, with its effect on the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    Up = 1,
    Down = -1,
}

/// The votes on a post after a vote.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoteReply {
    pub msg: &'static str,
    /// Usernames.
    pub up_votes: Vec<String>,
    /// Usernames.
    pub down_votes: Vec<String>,
}

/// One version of a question, an answer or a comment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Revision {
    #[serde(rename = "_id")]
    pub id: Id,
    pub edited_by: String,
    pub edit_date_time: Timestamp,
    /// Only for questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Only for questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Markdown.
    pub text: String,
    /// Whether the content was purged: the texts are empty.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub purged: bool,
    /// Whether the caller can purge it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub can_purge: bool,
}

/// The role of a question in a duplicate link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Duplicate {
    /// The question that was asked first.
    Original,
    /// The question that repeats it.
    Copy,
}

/// A question that is linked to another one as its original or its duplicate.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedQuestion {
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    pub answer_count: u32,
    pub score: i32,
    /// Whether one of its answers is accepted.
    pub accepted: bool,
    /// Whether it is closed to new answers.
    pub closed: bool,
    /// Who made the link. Absent: a moderator, by merging the questions, and the viewer does not moderate the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linked_by: Option<String>,
    /// The role of this question for the requested one.
    pub duplicate: Duplicate,
    /// Whether the viewer may remove the link.
    pub may_unlink: bool,
}

/// A question or an answer in the list of what its author wrote.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthoredPost {
    #[serde(rename = "_id")]
    pub id: Id,
    #[serde(rename = "type")]
    pub kind: PostKind,
    /// The question that it is or belongs to.
    pub qid: Id,
    /// The title of that question.
    pub title: String,
    /// Markdown: an excerpt.
    pub text: String,
    pub score: i32,
    /// The number of answers of the question.
    pub answer_count: u32,
    /// Whether it is accepted, or of a question, whether one of its answers is.
    pub accepted: bool,
    pub created_at: Timestamp,
}

/// A question to open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedQuestion {
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    pub answer_count: u32,
    /// Whether it has an accepted answer.
    pub accepted: bool,
    /// What matched, in which post.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub matched: Option<SearchMatch>,
}
