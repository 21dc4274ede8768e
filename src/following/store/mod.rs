//! Queries of this feature.

pub mod follows;
pub mod inbox;
pub mod visits;

use crate::db::Write;
use crate::error::Result;
use crate::users::Account;

/// Deletes some rows of a user. Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    follows::purge_user(tx, account)?;
    inbox::purge_user(tx, account)?;
    visits::purge_user(tx, account)
}
