//! Trust in members: levels, limits of new members, and scores that hold suspected spam.
//!
//! A level follows from what a member has read and from what they wrote and others left standing. It is
//! computed when it is needed, and only staff see it. A moderator of the site can vouch for a member who
//! needs no time to be known, and a member whose account was disabled begins again.
//!
//! With the default settings no level limits or holds anything. Only a question that a moderator has
//! protected asks for one.

pub mod invariants;
mod levels;
pub mod limits;
pub mod model;
pub mod routes;
pub mod spam;
pub mod store;
mod vouching;

pub use levels::level;
pub use limits::Posted;
pub use model::{HoldReason, HoldSignal, NewText, TrustLevel};
pub use spam::{hold_reasons, remember, remember_approved};
pub use vouching::{unvouch, vouch};

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::Account;
use crate::platform::db::Write;

/// Takes the trust in a member away: only what they do and what is vouched from now on counts. The caller has
/// suspended them.
pub fn lose(tx: &Write<'_>, member: Id) -> Result<()> {
    store::lose(tx, member)
}

/// Gives the trust in a member back that they lost at a time. The caller has lifted their suspension of that
/// time; `earlier` is that of the suspension before it.
pub fn regain(
    tx: &Write<'_>,
    member: Id,
    lost_at: Timestamp,
    earlier: Option<Timestamp>,
) -> Result<()> {
    store::regain(tx, member, lost_at, earlier)
}

/// Forgets the trust in a deleted account. The signatures of its texts stay until they expire.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    store::purge_user(tx, account)
}
