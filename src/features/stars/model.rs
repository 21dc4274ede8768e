//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;

/// Whether the caller has starred a question.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StarReply {
    pub qid: Id,
    pub starred: bool,
}

/// The caller's private note and reminder of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StarNote {
    pub qid: Id,
    /// Plain text. Empty without a note.
    pub note: String,
    /// The time of the reminder, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remind_at: Option<Timestamp>,
}

impl StarNote {
    /// Creates what a question has without a note and a reminder.
    pub fn empty(qid: Id) -> Self {
        Self {
            qid,
            note: String::new(),
            remind_at: None,
        }
    }

    /// Returns whether there is neither a note nor a reminder.
    pub fn is_empty(&self) -> bool {
        self.note.is_empty() && self.remind_at.is_none()
    }
}

/// A reminder that is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reminder {
    pub qid: Id,
    pub title: String,
    /// Plain text. Empty without a note.
    pub note: String,
    pub remind_at: Timestamp,
}

/// The caller's reminders.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reminders {
    /// Those that are due, the latest first: at most 20.
    pub due: Vec<Reminder>,
    /// The number of milliseconds after which the next one is due, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_due_ms: Option<i64>,
}
