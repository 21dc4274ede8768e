//! Warnings, silences and suspensions of members, clearing of their profiles, the removal of everything that they have written, appeals,
//! and undoing what moderators did.
//!
//! A silenced member reads, but writes nothing that others can read: every route with which members write
//! states whether they may call it ([`Silenced`](crate::web::Silenced)). A suspended member has no sessions
//! and cannot log in, and gets only mails about their account. Both end by themselves. Moderators of the site
//! sanction members, and administrators also moderators of the site; nobody sanctions themselves. Each
//! sanction is in the log and told to the member, who may appeal it once.

pub mod appeals;
pub mod invariants;
pub mod model;
pub mod profile;
pub mod routes;
mod sanction;
pub mod store;
pub mod undo;

mod appeal_routes;

use crate::db::{Steps, Write};
use crate::error::Result;
use crate::messages;
use crate::questions::batches;
use crate::questions::store::batches as batch_store;
use crate::users::Account;

pub use sanction::{impose, lift};

/// Removes and restores what batches ask for.
pub static STEPS: Steps = Steps {
    work: "removal of everything of a member",
    step: |tx| Ok(batches::step(tx)? || remove_messages(tx)?),
};

/// Removes some messages of a batch from the global chat. Returns whether there may be more to do.
fn remove_messages(tx: &mut Write<'_>) -> Result<bool> {
    let Some(batch) = batch_store::next_messages(tx)? else {
        return Ok(false);
    };
    tx.without_event("the messages have events of their own");
    match messages::remove_sent(tx, batch.author, batch.sent, batch.after)? {
        Some(last) => batch_store::set_position(tx, batch.id, last)?,
        None => batch_store::end(tx, batch.id)?,
    }
    Ok(true)
}

/// Deletes the sanctions and appeals of a deleted account.
pub fn purge_user(tx: &mut Write<'_>, account: &Account) -> Result<()> {
    appeals::purge_user(tx, account)?;
    store::purge_user(tx, account)
}
