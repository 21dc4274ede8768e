//! Looks for what is collected: what is new in what members watch, reminders, and digests.
//!
//! Nothing is written for a member when something happens that they may want to know. Instead, a few of
//! them at a time are looked at, each again after a while, and only when no delivery is due.

use std::sync::Arc;
use std::time::Duration;

use super::digest::Missed;
use super::news::{due_reminders, new_items};
use crate::clock::Timestamp;
use crate::db::Read;
use crate::deliveries::choices::next_look;
use crate::deliveries::store::{MAX_REFUSALS, choices};
use crate::deliveries::{DeliveryKind, Look, enqueue_chosen};
use crate::error::Result;
use crate::id::Id;
use crate::users::store::mail_addresses::recipient;
use crate::web::App;

/// The number of looks in one step.
const AT_ONCE: usize = 5;
/// A member who has not used the site for this time gets no digests until they come back.
const ABSENCE: Duration = Duration::from_secs(90 * 24 * 3_600);

/// What a look has found.
struct Found {
    look: Look,
    /// Without it, the kind has no looks.
    next: Option<Timestamp>,
    has_news: bool,
}

/// Does the looks that are due first. Returns whether there were any. Blocks.
pub fn step(app: &Arc<App>) -> Result<bool> {
    if !app.db.read_blocking(choices::is_look_due)? {
        return Ok(false);
    }
    let found = app.db.read_blocking(look)?;
    app.db.write_blocking(move |tx| {
        tx.without_event("the outbox is private");
        for Found {
            look,
            next,
            has_news,
        } in &found
        {
            if choices::end_look(tx, look, *next)? && *has_news {
                let since = Id::from_i64(look.told_up_to);
                enqueue_chosen(tx, look.user, look.kind, since, None)?;
            }
        }
        Ok(())
    })?;
    Ok(true)
}

/// Does the looks in one snapshot.
fn look(read: &Read<'_>) -> Result<Vec<Found>> {
    let mut found = Vec::new();
    for look in choices::due_looks(read, AT_ONCE)? {
        let zone = choices::zone(read, look.user)?;
        let next = next_look(&zone, look.kind, read.now);
        // What cannot be read for one member must not keep the others waiting.
        let has_news = has_news(read, &look).unwrap_or_else(|error| {
            tracing::warn!(%error, user = %look.user, "cannot look for news");
            false
        });
        found.push(Found {
            look,
            next,
            has_news,
        });
    }
    Ok(found)
}

/// Returns whether a member is to be told something now.
fn has_news(read: &Read<'_>, look: &Look) -> Result<bool> {
    let Some(to) = recipient(read, look.user)? else {
        return Ok(false);
    };
    if to.addresses.address.is_none() || to.addresses.refusals >= MAX_REFUSALS {
        return Ok(false);
    }
    let since = look.told_up_to;
    Ok(match look.kind {
        DeliveryKind::Watched => !new_items(read, &to.account, since)?.is_empty(),
        DeliveryKind::Reminder => !due_reminders(read, &to.account, since)?.is_empty(),
        DeliveryKind::DailyDigest | DeliveryKind::WeeklyDigest => {
            let last_used = choices::settings(read, look.user)?.last_used_at;
            read.now.since(last_used) < ABSENCE
                && !Missed::since(read, &to.account, Id::from_i64(since))?.is_empty()
        }
        _ => false,
    })
}
