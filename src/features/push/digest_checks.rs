//! Looks for what push messages collect: what is new in what members watch, and reminders.

use super::store;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::following::inbox;
use crate::features::stars::store::notes;
use crate::features::users::store::mail_addresses::recipient;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::store::choices;
use crate::platform::outbox::{Channel, DeliveryKind, Look, digest_checks};
use crate::platform::web::App;

/// Does the looks that are due first. Returns whether there were any.
pub(super) async fn step(app: &App) -> Result<bool> {
    let is_due = |read: &Read<'_>| choices::is_look_due(read, Channel::Push);
    if !app.db.read(is_due).await? {
        return Ok(false);
    }
    let find = |read: &Read<'_>| digest_checks::find(read, Channel::Push, has_news);
    let found = app.db.read(find).await?;
    let end = move |tx: &mut Write<'_>| {
        tx.without_event("the outbox is private");
        digest_checks::end(tx, Channel::Push, &found)
    };
    app.db.write(end).await?;
    Ok(true)
}

/// Returns whether a member with a device that is told of the kind is to be told something now.
fn has_news(read: &Read<'_>, look: &Look) -> Result<bool> {
    let Some(to) = recipient(read, look.user)? else {
        return Ok(false);
    };
    if to.is_suspended || store::receivers(read, look.user, look.kind)?.is_empty() {
        return Ok(false);
    }
    Ok(match look.kind {
        DeliveryKind::Watched => {
            !inbox::since(read, &to.account, Id::from_i64(look.told_up_to))?.is_empty()
        }
        DeliveryKind::Reminder => !notes::due(read, &to.account, look.told_up_to, 1)?.is_empty(),
        _ => false,
    })
}
