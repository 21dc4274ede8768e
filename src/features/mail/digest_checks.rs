//! Looks for what mails collect: what is new in what members watch, reminders, and digests.

use std::sync::Arc;
use std::time::Duration;

use super::digest::Missed;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::following::inbox;
use crate::features::stars::store::notes;
use crate::features::users::store::mail_addresses::recipient;
use crate::platform::db::Read;
use crate::platform::outbox::store::{MAX_REFUSALS, choices};
use crate::platform::outbox::{Channel, DeliveryKind, Look, digest_checks};
use crate::platform::web::App;

/// A member who has not used the site for this time gets no digests until they come back.
const ABSENCE: Duration = Duration::from_secs(90 * 24 * 3_600);

/// Does the looks that are due first. Returns whether there were any. Blocks.
pub fn step(app: &Arc<App>) -> Result<bool> {
    let is_due = |read: &Read<'_>| choices::is_look_due(read, Channel::Mail);
    if !app.db.read_blocking(is_due)? {
        return Ok(false);
    }
    let find = |read: &Read<'_>| digest_checks::find(read, Channel::Mail, has_news);
    let found = app.db.read_blocking(find)?;
    app.db.write_blocking(move |tx| {
        tx.without_event("the outbox is private");
        digest_checks::end(tx, Channel::Mail, &found)
    })?;
    Ok(true)
}

/// Returns whether a member is to be told something now.
fn has_news(read: &Read<'_>, look: &Look) -> Result<bool> {
    let Some(to) = recipient(read, look.user)? else {
        return Ok(false);
    };
    if to.is_suspended || to.addresses.address.is_none() || to.addresses.refusals >= MAX_REFUSALS {
        return Ok(false);
    }
    let since = Id::from_i64(look.told_up_to);
    Ok(match look.kind {
        DeliveryKind::Watched => !inbox::since(read, &to.account, since)?.is_empty(),
        DeliveryKind::Reminder => !notes::due(read, &to.account, look.told_up_to, 1)?.is_empty(),
        DeliveryKind::DailyDigest | DeliveryKind::WeeklyDigest => {
            let last_used = choices::settings(read, look.user)?.last_used_at;
            read.now.since(last_used) < ABSENCE
                && !Missed::since(read, &to.account, since)?.is_empty()
        }
        _ => false,
    })
}
