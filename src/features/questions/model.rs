//! The types of this feature: what stores return, callers receive and events carry.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::string_enum::string_enum;
use crate::features::cases::CaseKind;
use crate::features::pictures::{PictureKind, PictureSize};
use crate::features::questions::moderation::close_reason::CloseReason;
use crate::features::search::model::SearchMatch;
use crate::features::trust::NewText;

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

string_enum! {
    /// Why content is kept from others, unless its author deleted it.
    RemovalKind {
        /// A moderator removed it.
        Removed = "removed",
        /// Reports hide it until a moderator decides.
        Hidden = "hidden",
        /// It waits for approval.
        Held = "held",
        /// It waited for approval until its author deleted it.
        Withdrawn = "withdrawn",
        /// A moderator did not approve it.
        Rejected = "rejected",
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

/// The result of an edit by a moderator.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditedPost {
    #[serde(rename = "_id")]
    pub id: Id,
    #[serde(rename = "type")]
    pub kind: PostKind,
    /// The question that it is or belongs to.
    pub qid: Id,
    /// Whether the content was not the same before.
    pub is_changed: bool,
}

/// The result of purging a version.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PurgedRevision {
    #[serde(rename = "_id")]
    pub id: Id,
    pub purged: bool,
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

/// A post or comment that only its author sees: it is deleted, removed or hidden, or waits for approval.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletedPost {
    #[serde(rename = "_id")]
    pub id: Id,
    #[serde(rename = "type")]
    pub kind: PostKind,
    /// The question that it is or belongs to.
    pub qid: Id,
    /// The title of that question.
    pub title: String,
    /// Markdown.
    pub text: String,
    pub deleted_at: Timestamp,
    /// Why others do not see it. Absent: its author deleted it and can restore it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<RemovalKind>,
    /// The tags of a question that waits for approval.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Why an administrator or a moderator removed or rejected it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removal_reason: Option<String>,
    /// Whether a moderator of the community removed it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_moderator: bool,
}

/// A post or comment that an administrator or a moderator removed, visible to administrators who may
/// read the question, and to moderators of its community if a moderator removed it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Removal {
    /// The id of the removed post or comment.
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
    pub author: String,
    pub removed_by: String,
    pub removed_at: Timestamp,
    pub reason: String,
    /// Whether it was removed by a moderator, so that moderators may restore it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_moderator: bool,
}

/// Which posts and comments of a member are removed at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RemovedSpan {
    /// Those of the last 24 hours.
    Day,
    All,
}

/// What of a member is removed at once.
#[derive(Clone, Copy, Debug)]
pub struct RemovedContent {
    pub span: RemovedSpan,
    /// Whether their messages in the global chat are removed too, which cannot be undone.
    pub messages: bool,
}

/// A removal of all posts and comments of a member, or of their last day. Shown to moderators of the site.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentRemoval {
    #[serde(rename = "_id")]
    pub id: Id,
    pub username: String,
    pub reason: String,
    pub removed_by: String,
    pub removed_at: Timestamp,
    pub span: RemovedSpan,
    /// The number of posts and comments that it has removed and that are not restored.
    pub count: u32,
    /// Whether it removes their messages in the global chat too, which are not restored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub with_messages: bool,
    /// Whether it, or its undoing, is not done yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_pending: bool,
    /// When it was undone, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone_at: Option<Timestamp>,
    /// The entry of the log of administration, which undoes it.
    pub log_id: Id,
}

/// The kind of a list above which questions are pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PinKind {
    /// All questions.
    Site,
    /// Those with a tag.
    Tag,
    /// Those of the question's community.
    Community,
}

/// A list above which a question is pinned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Pin {
    pub place: PinKind,
    /// The name of the tag, with the place `tag`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
}

/// What the caller may do with a question that they may read.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionPermissions {
    /// Whether they may answer it.
    pub may_answer: bool,
    /// Whether they may comment and vote there, and edit what they have written there.
    pub may_respond: bool,
    /// The posts there with open suggested edits that they see: those of their own posts, or if they are a moderator, of all
    /// posts, and their own suggestions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggested_edits: Vec<SuggestedEditCount>,
    /// What they may undo. Only for its moderators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undoable: Option<Undoable>,
}

/// How many open suggested edits of a post the caller sees.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SuggestedEditCount {
    /// The id of the question or the answer.
    #[serde(rename = "_id")]
    pub id: Id,
    pub count: u32,
    /// Whether one of them is the caller's.
    pub mine: bool,
}

/// The open suggested edits of a question or an answer that the caller sees, beside its current version.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedEdits {
    /// The id of the question or the answer.
    #[serde(rename = "_id")]
    pub id: Id,
    /// The current version. Suggesting and accepting name it, and are refused if it is another one by then.
    pub revision_id: Id,
    /// Only for questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Only for questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Markdown.
    pub text: String,
    /// Whether the caller accepts and declines them.
    pub may_decide: bool,
    /// All of them for who decides; for others, only their own. Oldest first.
    pub suggestions: Vec<SuggestedEdit>,
}

/// An open suggested edit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedEdit {
    #[serde(rename = "_id")]
    pub id: Id,
    pub suggested_by: String,
    pub suggested_at: Timestamp,
    /// Can be empty.
    pub reason: String,
    /// Only for questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Only for questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Markdown.
    pub text: String,
    /// Whether the post has another version than the one that was edited.
    pub is_outdated: bool,
    /// Whether the caller suggested it.
    pub mine: bool,
}

/// What a moderator may undo of what moderators have done with a question.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Undoable {
    /// The lists above which it is pinned and from which they may unpin it.
    pub pins: Vec<Pin>,
    /// Whether they may return it to where it was before its latest move.
    pub may_undo_move: bool,
    /// Whether they may return the answers that its merge has moved.
    pub may_undo_merge: bool,
}
