//! The types of notifications: what stores return and what goes on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::platform::realtime::{Event, Subject};

/// A notification of its recipient about an answer or a comment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// The id of the new answer or comment.
    #[serde(rename = "_id")]
    pub id: Id,
    pub question_id: Id,
    pub question_title: String,
    /// The new answer, or the answer that the new comment is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_id: Option<Id>,
    pub update_type: UpdateType,
    pub update_by: String,
    /// Markdown: the first 1,000 characters of the current text of the answer or the comment.
    pub update_text: String,
    pub viewed: bool,
    /// Whether the question is in a private community.
    #[serde(skip)]
    pub is_private: bool,
    pub created_at: Timestamp,
}

impl Notification {
    /// Returns the path of the page that shows the answer or the comment.
    pub fn path(&self) -> String {
        format!("/question/{}#{}", self.question_id, self.id)
    }
}

/// The kind of response that a notification is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum UpdateType {
    Answer,
    Comment,
}

/// The notifications of a user changed. Sent to that user only, and only for responses that they
/// may read.
#[derive(Serialize, ToSchema)]
pub struct NotificationUpdate {
    /// With `cleared`, which concerns all notifications, the newest one.
    pub notification: Notification,
    #[serde(rename = "type")]
    pub change: NotificationChange,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NotificationChange {
    Created,
    Viewed,
    Cleared,
}

impl Event for NotificationUpdate {
    const NAME: &'static str = "notificationUpdate";

    fn subject(&self) -> Subject {
        Subject::object(self.notification.id)
    }
}

/// A new answer or comment.
pub struct Response {
    /// The answer or the comment.
    pub id: Id,
    /// The answer itself, or the question or answer that the comment is on.
    pub post: Id,
    pub question: Id,
}

impl Response {
    /// Returns the post whose author is notified.
    pub fn responds_to(&self) -> Id {
        if self.id == self.post {
            self.question
        } else {
            self.post
        }
    }
}
