//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::string_enum::string_enum;
use crate::platform::realtime::{Event, Subject};

string_enum! {
    /// What a badge is for.
    Badge {
        /// Upvoted a post of another member.
        Voted = "voted",
        /// Accepted the answer of another member.
        Solved = "solved",
        /// Gave an answer that another member accepted.
        Helped = "helped",
        /// Edited a post after another member had commented on it.
        Improved = "improved",
        /// Described a tag.
        Explained = "explained",
    }
}

/// A badge of a user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AwardedBadge {
    #[serde(rename = "_id")]
    pub id: Id,
    pub badge: Badge,
    pub awarded_at: Timestamp,
}

/// Event: the receiver has been awarded a badge.
#[derive(Serialize, ToSchema)]
pub struct BadgeAwarded {
    pub badge: Badge,
}

impl Event for BadgeAwarded {
    const NAME: &'static str = "badgeAwarded";

    fn subject(&self) -> Subject {
        Subject::default()
    }
}
