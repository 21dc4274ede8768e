//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::features::cases::{CaseKind, Decision};
use crate::features::users::admin_log::{AdminAction, AdminTargetKind};
use crate::features::users::badges::AwardedBadge;

/// The words of the actions that the public log shows: what moderators do to content and to members, but
/// nothing about reports, roles, sign-ins and settings.
pub const PUBLIC: &[&str] = &[
    "remove-post",
    "restore-post",
    "hide-post",
    "edit-post",
    "close-question",
    "reopen-question",
    "lock-question",
    "unlock-question",
    "protect-question",
    "unprotect-question",
    "pin-question",
    "unpin-question",
    "merge-question",
    "undo-merge",
    "move-question",
    "undo-move",
    "remove-message",
    "remove-picture",
    "remove-content",
    "restore-content",
    "warn",
    "silence",
    "suspend",
    "clear-profile",
    "lift-sanction",
    "disable",
    "enable",
    "archive-community",
    "unarchive-community",
    "set-reading",
    "add-synonym",
    "remove-synonym",
];

/// An action that concerns the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnLogEntry {
    #[serde(rename = "_id")]
    pub id: Id,
    pub logged_at: Timestamp,
    pub action: AdminAction,
    pub target_kind: AdminTargetKind,
    /// Absent: the target has no id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_id: Option<Id>,
    /// The target's name at that time, of what waited for approval its name now; of an answer or a comment, the title of
    /// its question.
    pub target: String,
    /// The question that the target is or belongs to, if the caller may read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qid: Option<Id>,
    /// Why, or what else the action says: at most the first 1,000 characters.
    pub reason: String,
    /// Whether it is a sanction that was lifted, or a removal that was undone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_undone: bool,
    /// Whether the caller has not marked it as seen.
    pub is_new: bool,
}

/// What the caller is told and has not marked as seen.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnNotices {
    /// The newest 20 actions that concern them, newest first.
    pub entries: Vec<OwnLogEntry>,
    /// The number of all of them.
    pub entry_count: u32,
    /// The badges that they have been awarded, the latest first.
    pub badges: Vec<AwardedBadge>,
    /// Their newest 20 reports that were decided, the last decided first.
    pub reports: Vec<DecidedReport>,
    /// The number of all of them, up to 999.
    pub report_count: u32,
}

/// A decided report of the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecidedReport {
    /// The place of the decision among what the caller is told.
    #[serde(rename = "_id")]
    pub id: Id,
    pub kind: CaseKind,
    pub outcome: Decision,
    /// Whether the decision removed the object.
    pub removed: bool,
    /// Why it was decided so.
    pub reason: String,
    pub decided_at: Timestamp,
}

/// An action of a moderator, without names.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicLogEntry {
    #[serde(rename = "_id")]
    pub id: Id,
    pub logged_at: Timestamp,
    pub action: AdminAction,
    pub target_kind: AdminTargetKind,
    /// The name of a tag or a community.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The question that the target is or belongs to, if the caller may read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qid: Option<Id>,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}
