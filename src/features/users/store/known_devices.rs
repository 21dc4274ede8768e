//! SQL of known devices.

use std::time::Duration;

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::identity::Account;
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;

/// A device is forgotten after this time without a login.
pub const LIFETIME: Duration = Duration::from_secs(365 * 24 * 3600);
/// The largest number of devices of an account; a further one replaces the one that was used least
/// recently.
pub const PER_USER: usize = 16;

/// Returns the first of these devices that the account knows.
pub fn find(read: &Read<'_>, user: Id, devices: &[TokenHash]) -> Result<Option<TokenHash>> {
    let sql =
        "SELECT 1 FROM known_devices WHERE user_id = ?1 AND token_hash = ?2 AND last_used_at > ?3";
    for device in devices {
        if read.exists(sql, (user, device, read.now.minus(LIFETIME)))? {
            return Ok(Some(*device));
        }
    }
    Ok(None)
}

/// Records a login of an account with a device.
pub fn remember(tx: &Write<'_>, user: Id, device: &TokenHash) -> Result<()> {
    tx.execute(
        "INSERT INTO known_devices (user_id, token_hash, last_used_at) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET last_used_at = excluded.last_used_at",
        (user, device, tx.now),
    )?;
    let surplus = "DELETE FROM known_devices WHERE user_id = ?1 AND token_hash IN
        (SELECT token_hash FROM known_devices WHERE user_id = ?1 AND token_hash <> ?2
         ORDER BY last_used_at DESC LIMIT -1 OFFSET ?3)";
    tx.execute(surplus, (user, device, PER_USER as i64 - 1))?;
    Ok(())
}

/// Returns whether an account knows any device.
pub fn exist(read: &Read<'_>, user: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM known_devices WHERE user_id = ?1 AND last_used_at > ?2";
    read.exists(sql, (user, read.now.minus(LIFETIME)))
}

/// Lets a device log in without a code of the second factor until a time.
pub fn remember_second_factor(
    tx: &Write<'_>,
    user: Id,
    device: &TokenHash,
    until: Timestamp,
) -> Result<()> {
    let sql =
        "UPDATE known_devices SET second_factor_until = ?3 WHERE user_id = ?1 AND token_hash = ?2";
    tx.execute(sql, (user, device, until)).map(drop)
}

/// Returns whether a device may log in without a code of the second factor.
pub fn is_remembered(read: &Read<'_>, user: Id, device: &TokenHash) -> Result<bool> {
    let sql = "SELECT 1 FROM known_devices WHERE user_id = ?1 AND token_hash = ?2 AND second_factor_until > ?3";
    read.exists(sql, (user, device, read.now))
}

/// Returns how many devices of an account may do that.
pub fn remembered(read: &Read<'_>, account: &Account) -> Result<u32> {
    let sql = "SELECT count(*) FROM known_devices WHERE user_id = ?1 AND second_factor_until > ?2";
    read.value(sql, (account.id(), read.now))
}

/// Lets no device of an account do that any more.
pub fn forget_second_factor(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "UPDATE known_devices SET second_factor_until = NULL WHERE user_id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}

/// Forgets all devices of an account.
pub fn forget_all(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute(
        "DELETE FROM known_devices WHERE user_id = ?1",
        [account.id()],
    )?;
    Ok(())
}

/// Forgets devices that have not logged in for a long time.
pub fn forget_unused(tx: &Write<'_>) -> Result<()> {
    tx.execute(
        "DELETE FROM known_devices WHERE last_used_at <= ?1",
        [tx.now.minus(LIFETIME)],
    )?;
    Ok(())
}
