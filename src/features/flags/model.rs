//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::string_enum::string_enum;
pub use crate::features::cases::Decision;
use crate::features::cases::{Ask, CaseKind};
use crate::features::sanctions::model::AppealedAction;
use crate::features::trust::HoldReason;
use crate::platform::realtime::{Event, Subject};

string_enum! {
    /// Why a member reports something. The last two need a text.
    FlagReason {
        Spam = "spam",
        Rude = "rude",
        Attention = "attention",
        Illegal = "illegal",
    }
}

/// What became of the earlier reports of a member.
#[derive(Default)]
pub struct Accuracy {
    /// Those that were right.
    pub upheld: i64,
    /// All that were decided; one that was an abuse counts twice.
    pub decided: i64,
}

/// A report of the caller.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyFlag {
    #[serde(rename = "_id")]
    pub id: Id,
    pub kind: CaseKind,
    pub object_id: Id,
    pub reason: FlagReason,
    /// What the caller wrote; it may be empty.
    pub text: String,
    pub created_at: Timestamp,
    /// Absent: not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Decision>,
    /// Whether the decision removed the object.
    pub removed: bool,
    /// Why it was decided so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Timestamp>,
    /// The title of the question, the name of the user or of the community, if the caller may read it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The question of a post or comment, if the caller may read it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qid: Option<Id>,
}

/// A report as moderators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueuedFlag {
    pub reason: FlagReason,
    pub text: String,
    pub created_at: Timestamp,
    /// Who reported. Only moderators of the site see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flagged_by: Option<String>,
    /// Present if a visitor without an account reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visitor: Option<VisitorReport>,
}

/// What only reports of visitors say.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitorReport {
    /// The path on this site that they have named.
    pub path: String,
    /// Where it is illegal.
    pub place: String,
    /// The visitor's name, if they have given one. Only moderators of the site see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the decision is mailed to the visitor, with its reason.
    pub gets_mail: bool,
}

/// What was reported, as far as the viewer may read it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlaggedContent {
    pub author: String,
    /// The title of the question; the name of a community.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Markdown, shortened to 1,000 characters unless the viewer has opened or claimed the case.
    pub text: String,
    /// Whether the text was shortened.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// The question of a post or comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qid: Option<Id>,
    /// Whether its author, or a removal, has deleted it.
    pub is_deleted: bool,
    /// The messages before and after an opened message of a private chat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub neighbours: Vec<NeighbouringMessage>,
}

/// A message beside a reported one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NeighbouringMessage {
    pub author: String,
    pub text: String,
    /// Whether it was written before the reported one.
    pub is_before: bool,
}

/// The reports of an object.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlagCase {
    #[serde(rename = "_id")]
    pub id: Id,
    pub kind: CaseKind,
    pub object_id: Id,
    /// What asks for a decision without a report. Absent: members have reported the object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// The newest 20 reports, oldest first.
    pub flags: Vec<QueuedFlag>,
    pub flag_count: u32,
    /// Whether a report says that it is illegal. Such cases come first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub illegal: bool,
    /// Absent: it is in a private community or chat. Two moderators of the site together can open it, if a
    /// member who reported it could see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<FlaggedContent>,
    /// Who has asked last, within a day, to open it. It opens for another moderator of the site, and then for
    /// this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_to_open: Option<String>,
    /// Whether the viewer reported it too, and therefore does not decide it.
    pub is_own_flag: bool,
    /// Whether the viewer took the action that is appealed, and another moderator decides it therefore.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_own_action: bool,
    /// The action that is appealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appeal: Option<AppealedAction>,
    /// The post or comment that the action was about. Absent: there is none, it is gone, or it is in a private
    /// community that the viewer is no member of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appealed: Option<FlaggedContent>,
    /// Whether a decision can remove it.
    pub can_remove: bool,
    /// Whether reports hide it until it is decided.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Why a held post waits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hold_reasons: Vec<HoldReason>,
    /// Changes when its author edits a held post. A decision names the one that the moderator read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<Id>,
    /// Who decides it at the moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_until: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Timestamp>,
    /// Whether the decision removed the object.
    pub removed: bool,
    /// Whether the viewer can undo the decision.
    pub can_undo: bool,
}

/// An open suggested edit of a question or an answer that the caller moderates.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingEdit {
    #[serde(rename = "_id")]
    pub id: Id,
    pub suggested_by: String,
    pub suggested_at: Timestamp,
    /// The question or the answer.
    pub post_id: Id,
    /// The question that it is or belongs to.
    pub qid: Id,
    /// The title of that question.
    pub title: String,
    /// Why, in the words of the member. Can be empty.
    pub reason: String,
}

/// The number of cases and suggested edits that wait for the caller: `999` stands for that many or more.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueueCount {
    pub count: u32,
}

/// A report of the caller was decided, or its decision undone.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlagUpdate {
    pub kind: CaseKind,
    pub object_id: Id,
    /// Absent: it is open again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Decision>,
}

impl Event for FlagUpdate {
    const NAME: &'static str = "flagUpdate";

    fn subject(&self) -> Subject {
        Subject::object(self.object_id)
    }
}

/// A validated report.
pub struct NewVisitorReport {
    /// On this site.
    pub path: String,
    /// Where it is illegal.
    pub place: String,
    /// Why.
    pub text: String,
    /// Empty: none is given.
    pub name: String,
    /// The address that gets a mail about the decision.
    pub mail: Option<String>,
}

/// What moderators of the site know of a member. It counts only what everyone can read, or could before it was
/// removed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberRecord {
    #[serde(rename = "_id")]
    pub id: Id,
    pub username: String,
    pub date_joined: Timestamp,
    pub is_administrator: bool,
    pub is_site_moderator: bool,
    /// Until when the member cannot log in, if they are suspended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspended_until: Option<Timestamp>,
    /// Until when the member can only read, if they are silenced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silenced_until: Option<Timestamp>,
    pub question_count: u32,
    pub answer_count: u32,
    /// The number of their questions and answers that moderators or reports hide.
    pub removed_posts: i64,
    pub removed_comments: i64,
    /// What was reported of theirs. Absent: it is the caller themselves, who does not learn of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<CaseCounts>,
    /// What became of their reports.
    pub reports: ReportCounts,
}

/// The numbers of reported objects of a member, by decision.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CaseCounts {
    pub open: i64,
    pub upheld: i64,
    pub declined: i64,
}

/// The numbers of decided reports of a member, by decision.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ReportCounts {
    pub upheld: i64,
    pub declined: i64,
    pub abuse: i64,
}
