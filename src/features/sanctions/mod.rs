//! Warnings, silences and suspensions of members, clearing of their profiles, the removal of everything that they have written, appeals,
//! and undoing what moderators did.
//!
//! A silenced member reads, but writes nothing that others can read: every route with which members write
//! states whether they may call it ([`WritePolicy`](crate::platform::web::WritePolicy)). A suspended member has no sessions
//! and cannot log in, and gets only mails about their account. Both end by themselves. Moderators of the site
//! sanction members, and administrators also moderators of the site; nobody sanctions themselves. Each
//! sanction is in the log and told to the member, who may appeal it once.

pub mod appeals;
pub mod invariants;
pub mod model;
pub mod profile;
pub mod routes;
mod sanction;
mod steps;
pub mod store;
pub mod undo;

mod appeal_routes;

use crate::core::error::Result;
use crate::features::users::Account;
use crate::platform::db::Write;

pub use sanction::{impose, lift};
pub use steps::STEPS;

/// Deletes the sanctions and appeals of a deleted account.
pub fn purge_user(tx: &mut Write<'_>, account: &Account) -> Result<()> {
    appeals::purge_user(tx, account)?;
    store::purge_user(tx, account)
}
