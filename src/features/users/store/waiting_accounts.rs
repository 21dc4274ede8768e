//! SQL of accounts that wait for approval.

use std::time::Duration;

use ipnet::IpNet;

use super::identities;
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text::{fold, lookalike_key};
use crate::platform::db::{Read, Write};

/// How long an account waits for a decision, and how long a rejection can be undone.
pub const LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);

/// An account that waits for approval.
#[derive(Clone, Debug)]
pub struct WaitingAccount {
    pub id: Id,
    pub username: String,
    pub network: String,
    pub created_at: Timestamp,
    /// The number of accounts that wait and came from the same network, this one included.
    pub neighbours: u32,
}

/// Returns whether a name, or one that looks like it, is reserved for an account that waits.
pub fn has_lookalike(read: &Read<'_>, username: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM waiting_accounts WHERE lookalike_key = ?1";
    read.exists(sql, [lookalike_key(username)])
}

/// Returns whether a name is reserved for an account that waits, ignoring case.
pub fn is_taken(read: &Read<'_>, username: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM waiting_accounts WHERE name_key = ?1";
    read.exists(sql, [fold(username)])
}

/// What a login needs to know of an account that waits for a decision or was rejected.
pub struct WaitingLogin {
    /// A PHC string. `None`: the account logs in through a provider.
    pub password_hash: Option<String>,
    /// Why it was rejected. `None`: it waits.
    pub rejection: Option<String>,
}

/// Returns what a login needs to know of an account that is no user.
pub fn login(read: &Read<'_>, username: &str) -> Result<Option<WaitingLogin>> {
    let sql = "SELECT password_hash, CASE WHEN rejected_at IS NOT NULL THEN coalesce(
                   (SELECT reason FROM cases WHERE object_id = w.id AND ask = 'signup' AND decision = 'reject' ORDER BY id DESC LIMIT 1), '') END
               FROM waiting_accounts w WHERE name_key = ?1";
    read.first(sql, [fold(username)], |row| {
        Ok(WaitingLogin {
            password_hash: row.get(0)?,
            rejection: row.get(1)?,
        })
    })
}

/// Counts the accounts that wait for a decision, at most `most`.
pub fn count(read: &Read<'_>, most: u32) -> Result<u32> {
    let sql =
        "SELECT count(*) FROM (SELECT 1 FROM waiting_accounts WHERE rejected_at IS NULL LIMIT ?1)";
    read.value(sql, [most])
}

/// Inserts an account and returns its id. The caller has checked that the name is free.
pub fn insert(
    tx: &Write<'_>,
    username: &str,
    password_hash: Option<&str>,
    network: &IpNet,
) -> Result<Id> {
    let id = tx.new_id();
    tx.execute(
        "INSERT INTO waiting_accounts (id, username, name_key, password_hash, network, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        (id, username, fold(username), password_hash, network.to_string(), tx.now),
    )?;
    Ok(id)
}

/// Returns an account that waits for a decision or was rejected.
pub fn find(read: &Read<'_>, id: Id) -> Result<Option<WaitingAccount>> {
    let sql = "SELECT id, username, network, created_at,
                      (SELECT count(*) FROM waiting_accounts o WHERE o.network = w.network AND o.rejected_at IS NULL)
               FROM waiting_accounts w WHERE id = ?1";
    read.first(sql, [id], |row| {
        Ok(WaitingAccount {
            id: row.get(0)?,
            username: row.get(1)?,
            network: row.get(2)?,
            created_at: row.get(3)?,
            neighbours: row.get(4)?,
        })
    })
}

/// Makes an account that waits a user, who joined when they signed up. Rejects any other id with 404.
pub fn admit(tx: &Write<'_>, id: Id) -> Result<()> {
    let sql = "INSERT INTO users (id, username, name_key, password_hash, created_at)
               SELECT id, username, name_key, password_hash, created_at FROM waiting_accounts WHERE id = ?1 AND rejected_at IS NULL";
    if tx.execute(sql, [id])? == 0 {
        return Err(Sentence::UserNotFound.into());
    }
    identities::admit(tx, id)?;
    tx.execute("DELETE FROM waiting_accounts WHERE id = ?1", [id])?;
    Ok(())
}

/// Rejects an account that waits, or lets a rejected one wait again. Rejects any other id with 404.
pub fn set_rejected(tx: &Write<'_>, id: Id, is_rejected: bool) -> Result<()> {
    let sql = "UPDATE waiting_accounts SET rejected_at = CASE WHEN ?2 THEN ?3 END WHERE id = ?1 AND (rejected_at IS NULL) = ?2";
    if tx.execute(sql, (id, is_rejected, tx.now))? == 0 {
        return Err(Sentence::UserNotFound.into());
    }
    Ok(())
}

/// Deletes the accounts for which [`LIFETIME`] is over. Returns those that had no decision.
pub fn delete_expired(tx: &Write<'_>) -> Result<Vec<Id>> {
    let before = tx.now.minus(LIFETIME);
    let rejected = "DELETE FROM waiting_accounts WHERE rejected_at <= ?1";
    tx.execute(rejected, [before])?;
    let waiting =
        "DELETE FROM waiting_accounts WHERE rejected_at IS NULL AND created_at <= ?1 RETURNING id";
    tx.all(waiting, [before], |row| row.get(0))
}

/// Counts the users and waiting accounts that signed up from `since` until `until`, `until` excluded.
pub fn signups_between(read: &Read<'_>, since: Timestamp, until: Timestamp) -> Result<u32> {
    let sql = "SELECT (SELECT count(*) FROM users WHERE id >= ?1 AND id < ?2
                              AND (password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = users.id)))
                    + (SELECT count(*) FROM waiting_accounts WHERE id >= ?1 AND id < ?2)";
    read.value(sql, (Id::at(since, 0), Id::at(until, 0)))
}
