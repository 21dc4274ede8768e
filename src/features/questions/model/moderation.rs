//! The types of what moderators do, and of what others do not see.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PostKind;
use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::string_enum::string_enum;

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

/// Which posts and comments of a member are removed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RemovedSpan {
    /// Those of the last 24 hours.
    Day,
    All,
}

/// What of a member is removed together.
#[derive(Clone, Copy, Debug)]
pub struct RemovedContent {
    pub span: RemovedSpan,
    /// Whether their messages in the global chat are removed too, which cannot be undone.
    pub messages: bool,
}

/// A removal of all posts and comments of a member, or of their last day. Shown to site moderators.
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
    /// The entry of the admin log that undoes it.
    pub log_id: Id,
}
