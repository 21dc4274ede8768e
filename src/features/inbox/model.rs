//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::core::string_enum::string_enum;
use crate::features::communities::{Opening, WaitingRequests};
use crate::features::flags::moderation_log::{DecidedReport, OwnLogEntry};
use crate::features::following::model::{InboxItem, SearchResult};
use crate::features::mentions::model::Mention;
use crate::features::notifications::Notification;
use crate::features::notifications::entries::OwnEntry;
use crate::features::stars::model::Reminder;
use crate::features::users::SecurityNotice;
use crate::features::users::badges::AwardedBadge;

string_enum! {
    /// Where an entry comes from.
    InboxKind {
        /// An answer or a comment to a post of the caller.
        Response = "response",
        /// A text that names the caller.
        Mention = "mention",
        /// Something new in what the caller watches.
        Watched = "watched",
        /// Votes for a post of the caller, an accepted answer, suggested edits of their posts or by them, edits of their wikis,
        /// or a community that admitted them.
        Own = "own",
        /// Requests to join a community that the caller moderates.
        Requests = "requests",
        /// A community of the caller, or the site, that everyone may read now.
        Opened = "opened",
        /// What moderators and administrators did to what is the caller's.
        Moderation = "moderation",
        /// A decided report of the caller.
        Report = "report",
        /// A badge of the caller.
        Badge = "badge",
        /// What another person did to the sign-in of the caller.
        Security = "security",
        /// A due reminder.
        Reminder = "reminder",
        /// New results of a search that the caller watches.
        Search = "search",
    }
}

impl InboxKind {
    /// All kinds.
    pub const ALL: &[Self] = &[
        Self::Response,
        Self::Mention,
        Self::Watched,
        Self::Own,
        Self::Requests,
        Self::Opened,
        Self::Moderation,
        Self::Report,
        Self::Badge,
        Self::Security,
        Self::Reminder,
        Self::Search,
    ];
}

string_enum! {
    /// A kind of entries that a member can mute.
    MutableKind {
        /// Votes for the caller's posts.
        Votes = "votes",
        /// Accepted answers of the caller.
        Accepted = "accepted",
        /// Suggested edits of the caller's posts.
        Suggested = "suggested",
        /// Edits of the caller's wikis by others.
        Edited = "edited",
        /// Decisions about edits that the caller suggested.
        Decided = "decided",
        /// Badges of the caller.
        Badge = "badge",
    }
}

/// An entry of the caller's inbox.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxEntry {
    /// The position in the order of time. Of entries of one kind, no two have the same.
    #[serde(rename = "_id")]
    pub id: Id,
    pub at: Timestamp,
    /// Whether the caller has not read it.
    pub is_new: bool,
    /// Whether the text of a response names the caller too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub names_you: bool,
    #[serde(flatten)]
    pub content: InboxContent,
}

/// What an entry is about.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", content = "item", rename_all = "lowercase")]
pub enum InboxContent {
    Response(Notification),
    Mention(Mention),
    Watched(InboxItem),
    Own(OwnEntry),
    Requests(WaitingRequests),
    Opened(Opening),
    Moderation(OwnLogEntry),
    Report(DecidedReport),
    Badge(AwardedBadge),
    Security(SecurityNotice),
    Reminder(Reminder),
    Search(SearchResult),
}

impl InboxContent {
    fn kind(&self) -> InboxKind {
        match self {
            Self::Response(_) => InboxKind::Response,
            Self::Mention(_) => InboxKind::Mention,
            Self::Watched(_) => InboxKind::Watched,
            Self::Own(_) => InboxKind::Own,
            Self::Requests(_) => InboxKind::Requests,
            Self::Opened(_) => InboxKind::Opened,
            Self::Moderation(_) => InboxKind::Moderation,
            Self::Report(_) => InboxKind::Report,
            Self::Badge(_) => InboxKind::Badge,
            Self::Security(_) => InboxKind::Security,
            Self::Reminder(_) => InboxKind::Reminder,
            Self::Search(_) => InboxKind::Search,
        }
    }
}

impl InboxEntry {
    /// Creates an entry at the time of an id.
    pub fn new(id: Id, is_new: bool, content: InboxContent) -> Self {
        Self {
            id,
            at: id.time(),
            is_new,
            names_you: false,
            content,
        }
    }

    /// Returns the place among all entries: the later, the higher.
    pub fn position(&self) -> [i64; 2] {
        [self.id.as_i64(), self.content.kind() as i64]
    }
}

/// How much in the caller's inbox is unread. Each number is at most 1,000.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InboxUnread {
    /// Answers and comments to the caller's posts.
    pub responses: i64,
    /// Texts that name the caller, without those that are counted as responses.
    pub mentions: i64,
    /// The direct chats with such texts.
    pub mentioning_chats: i64,
    /// Votes, accepted answers, suggested edits, edits of wikis, communities that admitted the caller, and requests to join.
    pub own: i64,
    /// What moderators did, decided reports, badges, security notices, new results of watched searches, and what everyone may
    /// read now.
    pub notices: i64,
    /// Due reminders.
    pub reminders: i64,
    /// Whether anything is new in what the caller watches.
    pub has_watched: bool,
    /// The number of milliseconds after which the next reminder is due, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_due_ms: Option<i64>,
}
