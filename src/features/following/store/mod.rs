//! Queries of this feature.

pub mod follows;
pub mod inbox;
pub mod searches;
pub mod visits;

use crate::core::error::Result;
use crate::features::users::Account;
use crate::platform::db::Write;

/// Deletes some rows of a user. Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    follows::purge_user(tx, account)?;
    inbox::purge_user(tx, account)?;
    searches::purge_user(tx, account)?;
    visits::purge_user(tx, account)
}
