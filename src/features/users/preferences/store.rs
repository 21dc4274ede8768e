//! SQL of preferences.

use super::model::Preferences;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::features::users::Account;
use crate::platform::db::{Read, Write};

/// Returns the preferences of a user. What an import has brought and this version does not know is not chosen.
pub fn of(read: &Read<'_>, user: Id) -> Result<Preferences> {
    let stored: String = read.value("SELECT preferences FROM users WHERE id = ?1", [user])?;
    Ok(serde_json::from_str(&stored).unwrap_or_default())
}

/// Sets the preferences of an account.
pub fn set(tx: &Write<'_>, account: &Account, preferences: &Preferences) -> Result<()> {
    let stored = serde_json::to_string(preferences).map_err(Error::internal)?;
    let sql = "UPDATE users SET preferences = ?2 WHERE id = ?1";
    tx.execute(sql, (account.id(), stored)).map(drop)
}
