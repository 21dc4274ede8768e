//! The types of cases.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::id::Id;
use crate::core::string_enum::string_enum;
use crate::features::users::admin_log::AdminTargetKind;
use crate::platform::realtime::{Event, Subject};

string_enum! {
    /// What a case is about.
    CaseKind {
        Question = "question",
        Answer = "answer",
        Comment = "comment",
        Message = "message",
        /// A profile.
        User = "user",
        Community = "community",
        /// A user who has signed up and waits.
        Signup = "signup",
        /// An entry of the log about which a member appeals.
        Appeal = "appeal",
        Picture = "picture",
        /// An address that a visitor has reported, at which there is nothing.
        Address = "address",
    }
}

impl CaseKind {
    /// Returns the kind in the log of administration.
    pub fn target(self) -> AdminTargetKind {
        match self {
            Self::Question => AdminTargetKind::Question,
            Self::Answer => AdminTargetKind::Answer,
            Self::Comment => AdminTargetKind::Comment,
            Self::Message => AdminTargetKind::Message,
            Self::User | Self::Signup => AdminTargetKind::User,
            Self::Community => AdminTargetKind::Community,
            Self::Appeal => AdminTargetKind::Entry,
            Self::Picture => AdminTargetKind::Picture,
            Self::Address => AdminTargetKind::Address,
        }
    }

    /// Returns whether it is a question, an answer or a comment, which can be removed and restored.
    pub fn is_post(self) -> bool {
        matches!(self, Self::Question | Self::Answer | Self::Comment)
    }

    /// Returns whether the removal of an object of this kind can be undone.
    pub fn is_restorable(self) -> bool {
        self.is_post() || matches!(self, Self::User | Self::Community)
    }
}

string_enum! {
    /// What asks for a decision without a report.
    Ask {
        /// A post that others see when it is approved.
        Held = "held",
        /// A sign-up that awaits approval.
        Signup = "signup",
        /// A member disagrees with an action.
        Appeal = "appeal",
    }
}

string_enum! {
    /// How a case was decided.
    Decision {
        /// The report was right.
        Uphold = "uphold",
        /// The report was not right.
        Decline = "decline",
        /// The report was itself an abuse.
        Abuse = "abuse",
        /// What asks is granted.
        Approve = "approve",
        /// What asks is refused.
        Reject = "reject",
    }
}

impl Decision {
    /// Returns whether it decides what asks for a decision, and not reports.
    pub fn is_for_asking(self) -> bool {
        matches!(self, Self::Approve | Self::Reject)
    }
}

/// A case to be opened.
pub struct NewCase {
    pub kind: CaseKind,
    pub object: Id,
    /// What asks for a decision. `None`: members report the object.
    pub ask: Option<Ask>,
    /// Who wrote or owns the object, and therefore neither sees nor decides the case.
    pub author: Option<Id>,
    /// The community of a post or comment, whose moderators decide too.
    pub community: Option<Id>,
}

/// A queue has changed. Sent to those who may decide its cases.
#[derive(Serialize, ToSchema)]
pub struct QueueUpdate {}

impl Event for QueueUpdate {
    const NAME: &'static str = "queueUpdate";

    fn subject(&self) -> Subject {
        Subject::object(Id::from_i64(0))
    }
}
