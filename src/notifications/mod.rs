//! Notifications: who is told of an answer or a comment, and what he has seen of that.
//!
//! One is as readable as what it tells of: gone when that is deleted or hidden from its recipient, back when it can be
//! read again. No event says so, because the recipient hears of each such change anyway: he wrote what was responded to,
//! so a `questionUpdate` or `commentUpdate` with his name in it, or a `communityUpdate`, is the time to fetch them again.

pub mod routes;
pub mod rules;
pub mod store;

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::{Audience, Event};
use crate::users::Me;
use crate::web::{Page, Paging};

/// What one user is told of.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    #[cfg_attr(test, ts(type = "string"))]
    pub question_id: Id,
    pub question_title: String,
    /// The answer, or the answer commented on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub answer_id: Option<Id>,
    pub update_type: UpdateType,
    pub update_by: String,
    /// Markdown: the first 1,000 characters of the answer or the comment as it is now.
    pub update_text: String,
    pub viewed: bool,
    #[cfg_attr(test, ts(type = "string"))]
    pub created_at: Timestamp,
}

/// What a notification tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum UpdateType {
    Answer,
    Comment,
}

/// What became of a user's notifications. He alone is told, and only while he may read what they tell of.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NotificationUpdate {
    /// With `cleared`, which is about all of them, the newest.
    pub notification: Notification,
    #[serde(rename = "type")]
    pub change: NotificationChange,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum NotificationChange {
    Created,
    Viewed,
    Cleared,
}

impl Event for NotificationUpdate {
    const NAME: &'static str = "notificationUpdate";
}

/// What was written in response to a post.
pub struct Response {
    /// The answer or the comment.
    pub id: Id,
    /// That answer, or the question or answer commented on.
    pub post: Id,
    pub question: Id,
}

impl Response {
    /// The post whose author it concerns.
    fn to(&self) -> Id {
        if self.id == self.post { self.question } else { self.post }
    }
}

/// Notifies the author of what the actor has just responded to, unless he did so himself or is deleted.
pub fn responded(tx: &mut Write<'_>, me: &Me, response: &Response) -> Result<()> {
    let Some(recipient) = store::insert(tx, me, response, response.to())? else { return Ok(()) };
    if let Some(notification) = store::one(tx, recipient, response.id)? {
        tx.emit(NotificationUpdate { notification, change: NotificationChange::Created }, Audience::Users(vec![recipient]));
    }
    Ok(())
}

/// Notes that the actor has seen one of his notifications.
pub fn view(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Notification> {
    let seen = store::one(tx, me.id, id)?.ok_or(Sentence::NotificationNotFound)?;
    if seen.viewed {
        return Ok(seen);
    }
    store::mark_viewed(tx, me, &seen)?;
    let notification = Notification { viewed: true, ..seen };
    let update = NotificationUpdate { notification: notification.clone(), change: NotificationChange::Viewed };
    tx.emit(update, Audience::Users(vec![me.id]));
    Ok(notification)
}

/// Notes that the actor has seen all the notifications that he may read, and returns the newest.
pub fn clear(tx: &mut Write<'_>, me: &Me) -> Result<Page<Notification>> {
    let cleared = store::mark_all_viewed(tx, me)?;
    let (page, _) = store::list(tx, me, &Paging::first())?;
    if cleared > 0
        && let Some(newest) = page.items.first()
    {
        let update = NotificationUpdate { notification: newest.clone(), change: NotificationChange::Cleared };
        tx.emit(update, Audience::Users(vec![me.id]));
    }
    Ok(page)
}
