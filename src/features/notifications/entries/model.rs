//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::string_enum::string_enum;
use crate::platform::realtime::{Event, Subject};

string_enum! {
    /// What an entry says.
    EntryKind {
        /// A post of the member reached a number of votes.
        Votes = "votes",
        /// The asker accepted an answer of the member.
        Accepted = "accepted",
        /// Suggested edits of a post of the member are open.
        Suggested = "suggested",
        /// Another member edited an answer of the member that is a wiki.
        Edited = "edited",
        /// A suggested edit of the member was accepted or declined.
        Decided = "decided",
        /// A private community admitted the member.
        Admitted = "admitted",
    }
}

/// A number of votes that a post of the caller reached, an accepted answer of theirs, suggested edits of their post, an edit of
/// their wiki, a decision about an edit that they suggested, or a community that admitted them.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnEntry {
    #[serde(rename = "_id")]
    pub id: Id,
    pub kind: EntryKind,
    /// The question that the post is or belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qid: Option<Id>,
    /// The answer, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    /// The title of the question, or the name of the community.
    pub title: String,
    /// Markdown: the first 1,000 characters of the post. Empty for a community.
    pub text: String,
    /// The votes that the post reached, without those of its author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub votes: Option<i64>,
    /// The asker who accepted the answer, who made the newest suggestion or edit, or the author of the post who decided about one.
    /// Nothing says who voted or who admitted, or which moderator decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Of a decision: whether the suggested edit was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_accepted: Option<bool>,
    /// The sentence that came with the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub told_at: Timestamp,
    /// Whether the caller has not seen it.
    pub is_new: bool,
}

/// The inbox of the receiver changed: an entry is new, or entries were read in another tab or browser.
#[derive(Serialize, ToSchema)]
pub struct InboxUpdate {}

impl Event for InboxUpdate {
    const NAME: &'static str = "inboxUpdate";

    fn subject(&self) -> Subject {
        Subject::default()
    }
}
