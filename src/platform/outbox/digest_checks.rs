//! Looks for what is collected: what is new in what members watch, reminders, and digests.
//!
//! Nothing is written for a member when something happens that they may want to know. Instead, a few of
//! them at a time are looked at, each again after a while, and only when no delivery is due.

use super::choices::next_look;
use super::model::{Channel, Look};
use super::store::{choices, enqueue_chosen, enqueue_push};
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Read, Write};

/// The number of looks in one step.
const AT_ONCE: usize = 5;

/// What a look has found.
pub struct Found {
    look: Look,
    /// Without it, the kind has no looks.
    next: Option<Timestamp>,
    has_news: bool,
}

/// Does the looks for a channel that are due first, in one snapshot. `has_news` returns whether a member
/// is to be told something now.
pub fn find(
    read: &Read<'_>,
    channel: Channel,
    has_news: impl Fn(&Read<'_>, &Look) -> Result<bool>,
) -> Result<Vec<Found>> {
    let mut found = Vec::new();
    for look in choices::due_looks(read, channel, AT_ONCE)? {
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

/// Ends these looks, and adds a delivery for each member who is to be told something.
pub fn end(tx: &Write<'_>, channel: Channel, found: &[Found]) -> Result<()> {
    for Found {
        look,
        next,
        has_news,
    } in found
    {
        if choices::end_look(tx, channel, look, *next)? && *has_news {
            let since = Id::from_i64(look.told_up_to);
            match channel {
                Channel::Push => enqueue_push(tx, look.user, look.kind, since)?,
                Channel::Mail | Channel::Digest | Channel::FullText => {
                    enqueue_chosen(tx, look.user, look.kind, since, None)?;
                }
            }
        }
    }
    Ok(())
}
