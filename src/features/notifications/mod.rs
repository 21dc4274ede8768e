//! Notifications: they inform the author of a post about answers and comments.
//!
//! A notification is as readable as its answer or comment: it disappears when that is deleted or
//! hidden from the recipient, and comes back when it is readable again. No event announces this,
//! because the recipient wrote the post and receives another event about the same change: a
//! `questionUpdate` or `commentUpdate` that contains their name, or a `communityUpdate`. Clients
//! then refetch the notifications.

pub mod entries;
pub mod invariants;
mod model;
pub mod routes;
pub mod store;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::{Account, Me};
use crate::platform::db::{Steps, Write};
use crate::platform::outbox::{DeliveryKind, enqueue_chosen, enqueue_push};
use crate::platform::realtime::Audience;

pub use model::{Notification, NotificationChange, NotificationUpdate, Response, UpdateType};

/// Notifies the author of the post that a user responded to. Does nothing if the author is that user or
/// is deleted, or if they were notified of this response before.
pub fn notify_author(tx: &mut Write<'_>, by: &Account, response: &Response) -> Result<()> {
    let Some(recipient) = store::insert(tx, by, response)? else {
        return Ok(());
    };
    if let Some(notification) = store::one(tx, recipient, response.id)? {
        let kind = match notification.update_type {
            UpdateType::Answer => DeliveryKind::Answer,
            UpdateType::Comment => DeliveryKind::Comment,
        };
        let thread = Some(response.question);
        enqueue_chosen(tx, recipient, kind, response.id, thread)?;
        enqueue_push(tx, recipient, kind, response.id)?;
        tx.emit(
            NotificationUpdate {
                notification,
                change: NotificationChange::Created,
            },
            Audience::Users(vec![recipient]),
        );
    }
    Ok(())
}

/// Stores what counts as viewed.
pub static STEPS: Steps = Steps {
    work: "viewed notifications",
    step: |tx| {
        tx.without_event("the notifications count as viewed already");
        store::mark_more_viewed(tx)
    },
};

/// Marks one of the actor's notifications as viewed. Rejects an unknown or unreadable one with 404.
pub fn view(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Notification> {
    view_if_any(tx, me, id)?.ok_or(Sentence::NotificationNotFound.into())
}

/// Does the same if there is such a notification.
pub fn view_if_any(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Option<Notification>> {
    let Some(found) = store::one(tx, me.id(), id)? else {
        return Ok(None);
    };
    if found.viewed {
        return Ok(Some(found));
    }
    store::mark_viewed(tx, me, found.id)?;
    let notification = Notification {
        viewed: true,
        ..found
    };
    let update = NotificationUpdate {
        notification: notification.clone(),
        change: NotificationChange::Viewed,
    };
    tx.emit(update, Audience::Users(vec![me.id()]));
    Ok(Some(notification))
}

/// Makes all of the actor's readable notifications count as viewed. Returns the newest.
pub fn clear(tx: &mut Write<'_>, me: &Me) -> Result<Page<Notification>> {
    clear_up_to(tx, me, Id::from_i64(i64::MAX))?;
    let (page, _) = store::list(tx, me, &Paging::first())?;
    Ok(page)
}

/// Makes the actor's readable notifications up to an id count as viewed. If later ones are unread, no event says that all
/// are cleared.
pub fn clear_up_to(tx: &mut Write<'_>, me: &Me, up_to: Id) -> Result<()> {
    let (marked, has_rest) = store::mark_all_viewed(tx, me, up_to)?;
    if has_rest {
        tx.continue_with(&STEPS);
    }
    let newest = store::newest(tx, me, i64::MAX, 1)?.into_iter().next();
    if (marked > 0 || has_rest)
        && store::count(tx, me, true, 1)? == 0
        && let Some(newest) = newest
    {
        let update = NotificationUpdate {
            notification: newest,
            change: NotificationChange::Cleared,
        };
        tx.emit(update, Audience::Users(vec![me.id()]));
    }
    Ok(())
}
