//! Removal of all accounts that signed up in a time span, with their posts, after a wave of spam.
//!
//! One call chooses the accounts; steps beside other writes do the rest. A removed account looks deleted,
//! and a batch removes its posts like those of a member whom a moderator removes everything of. For 30 days the removal can be undone.
//! Then the accounts are erased as those that an administrator deletes with their posts. Sessions, what
//! [`hide`](users::store::deletions::hide) deletes, and chat messages go at once and do not come back.

pub mod routes;

use std::time::Duration;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::cases;
use crate::features::chats;
use crate::features::questions::batches;
use crate::features::search;
use crate::features::signup;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget};
use crate::features::users::store::bulk_removals::{self as store, SignupSpan};
use crate::features::users::{self, Administrator, BulkRemoval, Recorded};
use crate::platform::db::{Steps, Write};

/// How long a removal can be undone, and how far back the sign-ups may be.
pub const LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// The largest number of users of one removal. Beyond it, the rest is left to the next call.
pub const MAX_USERS: usize = 10_000;
/// The number of accounts that one step marks as deleted or restores.
const ACCOUNTS_AT_ONCE: usize = 50;
/// The number of accounts whose messages one step deletes.
const CHATS_AT_ONCE: usize = 5;

impl SignupSpan {
    /// Rejects a time span with 400 that is empty, or not within the last [`LIFETIME`].
    pub fn checked(self, now: crate::core::clock::Timestamp) -> Result<Self> {
        if self.since <= self.until && self.until <= now && self.since >= now.minus(LIFETIME) {
            Ok(self)
        } else {
            Err(Sentence::SignupSpanInvalid.into())
        }
    }
}

/// Removes all accounts that signed up in a time span, except staff. Those that wait for approval are
/// rejected at once. Rejects a time span without accounts with 409.
pub fn remove(
    tx: &mut Write<'_>,
    by: &Administrator,
    span: SignupSpan,
    reason: &str,
) -> Result<Recorded<BulkRemoval>> {
    tx.without_event(
        "browsers learn of the accounts at their next request, and of the posts in the steps",
    );
    let users = store::choose(tx, span, MAX_USERS)?;
    let (id, waiting) = store::insert(tx, by, span, reason, users.len())?;
    for account in waiting {
        cases::store::delete_asking(tx, account)?;
    }
    cases::tell_staff(tx, None, None)?;
    let removed = store::one(tx, id)?;
    if removed.users + removed.waiting == 0 {
        return Err(Sentence::NoNewAccounts.into());
    }
    let recorded = record(tx, by, AdminAction::RemoveNewUsers, &removed, reason)?;
    store::insert_batches(tx, id, recorded.entry(), &users)?;
    tx.continue_with(&STEPS);
    Ok(recorded.with(store::one(tx, id)?))
}

/// Undoes a removal of the last 30 days.
pub fn undo(tx: &mut Write<'_>, by: &Administrator, id: Id) -> Result<Recorded<BulkRemoval>> {
    tx.without_event(
        "browsers learn of the accounts at their next request, and of the posts in the steps",
    );
    let removed = store::one(tx, id)?;
    if removed.undone_at.is_some() || tx.now.since(removed.removed_at) >= LIFETIME {
        return Err(Sentence::FlagUndoTooLate.into());
    }
    tx.continue_with(&STEPS);
    for account in store::undo(tx, by, id)? {
        signup::ask(tx, account)?;
    }
    let recorded = record(tx, by, AdminAction::UndoRemoval, &removed, "")?;
    Ok(recorded.with(store::one(tx, id)?))
}

fn record(
    tx: &mut Write<'_>,
    by: &Administrator,
    action: AdminAction,
    removed: &BulkRemoval,
    reason: &str,
) -> Result<Recorded> {
    let BulkRemoval {
        users,
        waiting,
        since,
        until,
        ..
    } = removed;
    let what = format!(
        "{users} users and {waiting} waiting accounts that signed up from {since} to {until}"
    );
    let detail = match reason {
        "" => what,
        reason => format!("{what}: {reason}"),
    };
    admin_log::record(tx, by.authority(), action, &AdminTarget::site(), &detail)
}

/// Removes and restores the accounts.
pub static STEPS: Steps = Steps {
    work: "removals of new accounts",
    step,
};

/// Does a part of what removals and their undoing have left to do. Returns whether there may be more.
pub fn step(tx: &mut Write<'_>) -> Result<bool> {
    tx.without_event("no browser shows the accounts live");
    let removed = store::pending(tx, "show", ACCOUNTS_AT_ONCE)?;
    for batch in &removed {
        users::store::deletions::show(tx, &batch.account)?;
        store::set_pending(tx, batch, "restore")?;
    }
    // Before others are hidden: an undone removal must not show again what a later one hides.
    if !removed.is_empty() {
        return Ok(true);
    }
    let chosen = store::pending(tx, "hide", ACCOUNTS_AT_ONCE)?;
    for batch in &chosen {
        // Its owner may have deleted it meanwhile.
        if users::store::account(tx, batch.account.id())?.is_some() {
            users::store::deletions::hide(tx, &batch.account, tx.now.plus(LIFETIME))?;
            users::account::end_sessions(tx, &batch.account, None)?;
        }
        store::set_pending(tx, batch, "chats")?;
    }
    if !chosen.is_empty() {
        return Ok(true);
    }
    let hidden = store::pending(tx, "chats", CHATS_AT_ONCE)?;
    for batch in &hidden {
        if chats::purge_author(tx, &batch.account)? {
            break;
        }
        store::set_pending(tx, batch, "remove")?;
    }
    Ok(!hidden.is_empty() || batches::step(tx)? || search::step(tx)?)
}
