//! What a search returns.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::id::Id;

/// What a search matched in a question: texts in parts; every second one is marked.
/// Joined, the parts are the text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchMatch {
    pub title: Vec<String>,
    /// The post that the passage is from: the question or an answer.
    pub post_id: Id,
    /// The author of the post.
    pub post_by: String,
    /// Markdown on one line. Empty if the words are only in the title or the tags.
    pub passage: Vec<String>,
}
