//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;

/// A tag with its description.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagPage {
    pub name: String,
    /// The number of questions with the tag that the caller may read.
    pub question_count: i64,
    #[serde(flatten)]
    pub description: TagDescription,
    /// Whether the tag can be described. One that only private communities use cannot.
    pub can_edit: bool,
    /// Other names of the tag, by name.
    pub synonyms: Vec<String>,
    /// Up to 5 questions with the tag that the caller may read, best voted first.
    pub top_questions: Vec<TopQuestion>,
}

/// The synonyms of a tag.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TagSynonyms {
    /// The name of the main tag.
    pub name: String,
    /// Its synonyms, by name.
    pub synonyms: Vec<String>,
}

/// What deleting a tag changes.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagUse {
    pub name: String,
    /// Whether the tag is deleted. Then no question shows it.
    pub is_deleted: bool,
    /// The number of questions with the tag that the caller may read.
    pub question_count: i64,
    /// How many questions that everyone may read have no other tag.
    pub only_tag_count: i64,
}

/// A tag that was deleted or restored.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagState {
    pub name: String,
    pub is_deleted: bool,
}

/// The description of a tag.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagDescription {
    /// Markdown. Empty without a description.
    pub text: String,
    /// The current version of the description, which an edit is based on. Absent before the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision_id: Option<Id>,
    /// Who saved it. Absent before the first version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_by: Option<String>,
    /// When it was saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit_date_time: Option<Timestamp>,
}

/// One of the best voted questions of a tag.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TopQuestion {
    #[serde(rename = "_id")]
    pub id: Id,
    pub title: String,
    pub score: i32,
    pub answer_count: u32,
}
