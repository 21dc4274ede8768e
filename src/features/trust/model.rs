//! The types of this feature.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;

/// How much a member is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TrustLevel {
    /// Level 0: nothing is known of them yet.
    New,
    /// Level 1: they have read for a while, and something that they wrote stands.
    Known,
    /// Level 2: they have written for weeks, and nearly everything stands.
    Trusted,
}

impl TrustLevel {
    /// Returns the level as a number from 0 to 2.
    pub fn number(self) -> u8 {
        self as u8
    }
}

/// A text that a member is about to post, or to which they edit an earlier one.
pub struct NewText<'t> {
    /// The question that an answer or a comment is on. `None`: the text is a question.
    pub question: Option<Id>,
    /// The question, answer or comment that is edited. `None`: it is new.
    pub edits: Option<Id>,
    /// The title of a question. Empty for an answer or a comment.
    pub title: &'t str,
    pub text: &'t str,
}

impl<'t> NewText<'t> {
    /// Returns a new answer to a question, or a new comment in it.
    pub fn on(question: Id, text: &'t str) -> Self {
        Self {
            question: Some(question),
            edits: None,
            title: "",
            text,
        }
    }
}

/// What makes a text look like spam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum HoldSignal {
    /// It is among the first posts of its author.
    First,
    /// A new member has linked something.
    Link,
    /// A new member has linked a domain that is new to this site.
    NewDomain,
    /// Another text is the same, or nearly.
    Copy,
    /// There is a phone number.
    Phone,
    /// An answer or a comment with a new domain shares nearly no words with its question.
    OffTopic,
    /// A question with a new domain is short.
    Brief,
    /// There are words of advertisements.
    Advertising,
    /// There is a blocked word.
    BlockedWord,
    /// There is a link to a blocked domain.
    BlockedDomain,
    /// The author uses a blocked network.
    BlockedNetwork,
}

/// The longest detail of a reason, in characters.
const DETAIL: usize = 100;

/// Why a text waits for approval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HoldReason {
    pub signal: HoldSignal,
    /// What was found, such as the domain: at most 100 characters. Empty: the signal says it all.
    pub detail: String,
}

impl HoldReason {
    /// Returns a reason with what was found, cut to 100 characters.
    pub fn new(signal: HoldSignal, detail: &str) -> Self {
        Self {
            signal,
            detail: detail.chars().take(DETAIL).collect(),
        }
    }

    /// Returns the reason that a text is among the first posts of its author.
    pub fn first() -> Self {
        Self {
            signal: HoldSignal::First,
            detail: String::new(),
        }
    }
}

/// How much a member is trusted, for moderators of the site.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberTrust {
    pub username: String,
    /// 0: new; 1: known; 2: trusted.
    pub level: u8,
    /// The moderator who has vouched for them. Absent: nobody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vouched_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vouched_at: Option<Timestamp>,
    /// When they last lost the trust in them, by a suspension.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_at: Option<Timestamp>,
}
