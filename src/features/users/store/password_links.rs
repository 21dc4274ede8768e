//! SQL of links with which users choose a new password.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::features::users::identity::{Account, AdminAuthority};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;

/// Adds a link for an account in place of an older one.
pub fn replace(
    tx: &Write<'_>,
    by: &AdminAuthority,
    account: &Account,
    token: &TokenHash,
    expires_at: Timestamp,
) -> Result<()> {
    let sql = "REPLACE INTO password_links (user_id, token_hash, created_by, expires_at) VALUES (?1, ?2, ?3, ?4)";
    let creator = by.administrator().map(|account| account.id());
    tx.execute(sql, (account.id(), token, creator, expires_at))?;
    Ok(())
}

/// Returns the account to which an open link belongs, and whether it is disabled.
pub fn owner(read: &Read<'_>, token: &TokenHash) -> Result<Option<(Account, bool)>> {
    let sql = "SELECT u.id, u.username, u.disabled_at IS NOT NULL FROM password_links l JOIN users u ON u.id = l.user_id
               WHERE l.token_hash = ?1 AND l.expires_at > ?2 AND u.deleted_at IS NULL";
    read.first(sql, (token, read.now), |row| {
        Ok((Account::new(row.get(0)?, row.get(1)?), row.get(2)?))
    })
}

/// Deletes the link of an account, if there is one.
pub fn delete_of(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM password_links WHERE user_id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}

/// Deletes the links that an account's owner created.
pub fn delete_created_by(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM password_links WHERE created_by = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}

/// Deletes expired links.
pub fn delete_expired(tx: &Write<'_>) -> Result<()> {
    let sql = "DELETE FROM password_links WHERE expires_at <= ?1";
    tx.execute(sql, [tx.now]).map(drop)
}
