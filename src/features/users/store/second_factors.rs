//! SQL of second factors and their recovery codes.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::auth::totp;
use crate::features::users::identity::Account;
use crate::platform::db::{Read, Write};

/// A second factor.
pub struct SecondFactor {
    pub secret: [u8; totp::SECRET],
    /// The time step of the last accepted code.
    pub last_step: i64,
    pub created_at: Timestamp,
}

/// Returns the second factor of a user, if they have one.
pub fn of(read: &Read<'_>, user: Id) -> Result<Option<SecondFactor>> {
    let sql = "SELECT secret, last_step, created_at FROM second_factors WHERE user_id = ?1";
    read.first(sql, [user], |row| {
        Ok(SecondFactor {
            secret: row.get(0)?,
            last_step: row.get(1)?,
            created_at: row.get(2)?,
        })
    })
}

/// Adds a second factor, whose first code was of this time step.
pub fn insert(
    tx: &Write<'_>,
    account: &Account,
    secret: &[u8; totp::SECRET],
    step: i64,
) -> Result<()> {
    let sql = "INSERT INTO second_factors (user_id, secret, created_at, last_step) VALUES (?1, ?2, ?3, ?4)";
    tx.execute(sql, (account.id(), secret, tx.now, step))
        .map(drop)
}

/// Records an accepted code. Returns `false` if it or a later one was accepted before.
pub fn record_step(tx: &Write<'_>, user: Id, step: i64) -> Result<bool> {
    let sql = "UPDATE second_factors SET last_step = ?2 WHERE user_id = ?1 AND last_step < ?2";
    Ok(tx.execute(sql, (user, step))? > 0)
}

/// Replaces the recovery codes of an account by those with these hashes.
pub fn replace_recovery_codes(
    tx: &Write<'_>,
    account: &Account,
    hashes: &[[u8; 32]],
) -> Result<()> {
    delete_recovery_codes(tx, account)?;
    let sql = "INSERT INTO recovery_codes (user_id, code_hash) VALUES (?1, ?2)";
    for hash in hashes {
        tx.execute(sql, (account.id(), hash))?;
    }
    Ok(())
}

/// Returns whether a user has a recovery code that they have not used.
pub fn has_recovery_code(read: &Read<'_>, user: Id, hash: &[u8; 32]) -> Result<bool> {
    let sql = "SELECT 1 FROM recovery_codes WHERE user_id = ?1 AND code_hash = ?2";
    read.exists(sql, (user, hash))
}

/// Uses up a recovery code. Returns `false` if there is none.
pub fn spend_recovery_code(tx: &Write<'_>, user: Id, hash: &[u8; 32]) -> Result<bool> {
    let sql = "DELETE FROM recovery_codes WHERE user_id = ?1 AND code_hash = ?2";
    Ok(tx.execute(sql, (user, hash))? > 0)
}

/// Returns the number of recovery codes that a user has not used.
pub fn recovery_codes(read: &Read<'_>, user: Id) -> Result<u32> {
    let sql = "SELECT count(*) FROM recovery_codes WHERE user_id = ?1";
    read.value(sql, [user])
}

/// Deletes the second factor of an account and its recovery codes. Returns whether there was one.
pub fn delete_of(tx: &Write<'_>, account: &Account) -> Result<bool> {
    delete_recovery_codes(tx, account)?;
    let sql = "DELETE FROM second_factors WHERE user_id = ?1";
    Ok(tx.execute(sql, [account.id()])? > 0)
}

fn delete_recovery_codes(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM recovery_codes WHERE user_id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}

/// Notes whether administrators and site moderators need a second factor.
pub fn note_staff_policy(tx: &Write<'_>, is_needed: bool) -> Result<()> {
    if !is_needed {
        return tx.execute("DELETE FROM staff_second_factor", ()).map(drop);
    }
    let sql = "INSERT INTO staff_second_factor (id, since) VALUES (1, ?1) ON CONFLICT DO NOTHING";
    tx.execute(sql, [tx.now]).map(drop)
}
