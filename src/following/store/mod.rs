//! Queries of this feature.

pub mod visits;

use crate::db::Write;
use crate::error::Result;
use crate::users::Account;

/// Deletes some rows of a user. Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    visits::purge_user(tx, account)
}
