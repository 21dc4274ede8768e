//! Badges: awarded once for a first act that helps others, to teach what helps. They give no right.
//!
//! They are about posts that everyone may read, so that none tells of anything private. The features
//! above award them in the transaction of the act. No later change takes one back.

pub mod invariants;
mod model;
pub mod routes;
pub mod store;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::realtime::Audience;
use crate::platform::settings;

pub use model::{AwardedBadge, Badge, BadgeAwarded};

/// Returns whether a user can still be awarded a badge, so that its condition is worth checking.
pub fn is_open(read: &Read<'_>, user: Id, badge: Badge) -> Result<bool> {
    Ok(!store::has(read, user, badge)? && settings::store::awards_badges(read)?)
}

/// Awards a badge and tells the user. Does nothing if they have it, if their account is deleted or if the
/// site awards none.
pub fn award(tx: &mut Write<'_>, user: Id, badge: Badge) -> Result<()> {
    if is_open(tx, user, badge)? && store::insert(tx, user, badge)? {
        tx.emit(BadgeAwarded { badge }, Audience::Users(vec![user]));
    }
    Ok(())
}
