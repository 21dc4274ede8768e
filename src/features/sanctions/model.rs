//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::string_enum::string_enum;
use crate::features::users::admin_log::{AdminAction, AdminTargetKind};

string_enum! {
    /// What a sanction does.
    SanctionKind {
        /// Tells the member something.
        Warning = "warning",
        /// Keeps the member from writing.
        Silence = "silence",
        /// Keeps the member from logging in.
        Suspension = "suspension",
        /// Takes the biography and the picture of the member.
        Clearing = "clearing",
    }
}

/// A sanction to be imposed.
#[derive(Clone, Copy, Debug)]
pub enum NewSanction {
    Warning,
    SilenceUntil(Timestamp),
    SuspensionUntil(Timestamp),
}

impl NewSanction {
    /// Returns what the sanction does.
    pub fn kind(self) -> SanctionKind {
        match self {
            Self::Warning => SanctionKind::Warning,
            Self::SilenceUntil(_) => SanctionKind::Silence,
            Self::SuspensionUntil(_) => SanctionKind::Suspension,
        }
    }

    /// Returns when the sanction ends by itself. A warning has no end.
    pub fn ends_at(self) -> Option<Timestamp> {
        match self {
            Self::Warning => None,
            Self::SilenceUntil(end) | Self::SuspensionUntil(end) => Some(end),
        }
    }
}

/// A sanction of a member. Shown to moderators of the site.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Sanction {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The member.
    pub username: String,
    pub kind: SanctionKind,
    pub reason: String,
    /// Who imposed it. Absent: the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_by: Option<String>,
    pub created_at: Timestamp,
    /// When it ends by itself. Absent: a warning or a clearing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// When it was lifted, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifted_at: Option<Timestamp>,
    /// Who lifted it, unless it was the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifted_by: Option<String>,
    /// The entry of the log of administration, with which it is undone.
    pub log_id: Id,
}

/// A sanction of the caller, without the names of moderators.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSanction {
    /// The entry of the log, with which the caller may appeal it.
    pub log_id: Id,
    pub kind: SanctionKind,
    pub reason: String,
    pub created_at: Timestamp,
    /// When it ends by itself. Absent: a warning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// When it was lifted, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifted_at: Option<Timestamp>,
}

string_enum! {
    /// What became of an appeal.
    AppealOutcome {
        Approved = "approved",
        Rejected = "rejected",
    }
}

/// An appeal of the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Appeal {
    /// The entry of the log that they appeal.
    pub log_id: Id,
    pub text: String,
    pub created_at: Timestamp,
    /// Absent while it is not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<AppealOutcome>,
    /// What the moderator said about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What became of the appeal of a suspension.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuspensionAppealState {
    /// Absent if the suspended member has not appealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appeal: Option<Appeal>,
    /// Whether they may appeal it now.
    pub may_appeal: bool,
}

/// The action that an appeal is about, as those who decide it see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppealedAction {
    pub action: AdminAction,
    pub target_kind: AdminTargetKind,
    /// Absent: the target has none, or the viewer may not read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_id: Option<Id>,
    /// The name of the target. Empty if the viewer may not read it.
    pub target: String,
    /// Who took the action. Empty for the operator.
    pub actor: String,
    pub logged_at: Timestamp,
    /// The reason that the actor gave. Empty if the viewer may not read the target.
    pub reason: String,
    /// Whether approving the appeal undoes the action. Otherwise a moderator undoes it by hand.
    pub is_undone_by_approval: bool,
}

/// The reply of a call that undoes an action.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Undone {
    /// The entry whose action is undone.
    pub log_id: Id,
}
