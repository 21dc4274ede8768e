//! The types of what a reader may do with a question.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::suggested_edits::SuggestedEditCount;

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
