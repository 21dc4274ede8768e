//! The types of suggested edits.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;

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
