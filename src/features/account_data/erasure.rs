//! Erasure: 30 days after the deletion of an account, what its owner no longer shows to anyone is deleted for
//! good, in bounded steps: earlier versions of their texts, texts that were deleted, and their names in the log.
//! Until then moderators can decide about reports of these texts.
//!
//! Not erased: the name in the table of users, which nobody sees and nobody else can get; what others have
//! written about the owner; descriptions of tags; backups and the log file of the server.

use std::time::Duration;

use super::store::erasure as store;
use crate::core::error::Result;
use crate::features::pictures;
use crate::features::users::Account;
use crate::platform::db::Write;

/// The time between the deletion of an account and its erasure.
pub const ERASED_AFTER: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Plans the erasure of a deleted account, unless it is planned.
pub(super) fn plan(tx: &Write<'_>, account: &Account) -> Result<()> {
    store::plan(tx, account, tx.now.plus(ERASED_AFTER))
}

/// Erases some rows of an account whose day has come. Returns whether there may be more, of any account.
pub(crate) fn step(tx: &mut Write<'_>) -> Result<bool> {
    let Some(erasure) = store::next_due(tx)? else {
        return Ok(false);
    };
    let account = erasure.account();
    if !store::erase_some(tx, &erasure)? && !pictures::purge_user(tx, account)? {
        store::end(tx, account)?;
    }
    Ok(true)
}
