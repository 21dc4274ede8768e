//! SQL of passkeys.

use rusqlite::Row;
use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::auth::passkey::{NewPasskey, Use};
use crate::features::users::identity::{Account, Me};
use crate::platform::db::{Read, Write};

/// The largest number of passkeys of an account.
pub const PER_USER: u32 = 20;

/// A passkey as its owner sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Passkey {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Timestamp>,
    /// Whether it is copied to other devices of its owner, as by a password manager.
    pub is_synced: bool,
    /// The host for which it was made. It works for no other.
    pub host: String,
}

const PASSKEY: &str = "SELECT id, name, last_used_at, is_synced, rp_id FROM passkeys";

fn passkey(row: &Row<'_>) -> rusqlite::Result<Passkey> {
    let id: Id = row.get(0)?;
    Ok(Passkey {
        id,
        name: row.get(1)?,
        created_at: id.time(),
        last_used_at: row.get(2)?,
        is_synced: row.get(3)?,
        host: row.get(4)?,
    })
}

/// Returns the passkeys of an account, oldest first.
pub fn of(read: &Read<'_>, account: &Account) -> Result<Vec<Passkey>> {
    let sql = format!("{PASSKEY} WHERE user_id = ?1 ORDER BY id");
    read.all(&sql, [account.id()], passkey)
}

/// Returns how many passkeys a user has that work at a host.
pub fn count(read: &Read<'_>, user: Id, host: &str) -> Result<u32> {
    let sql = "SELECT count(*) FROM passkeys WHERE user_id = ?1 AND rp_id = ?2";
    read.value(sql, (user, host))
}

/// Returns the number of all passkeys that work at another host than this one, and those hosts.
pub fn orphaned(read: &Read<'_>, host: &str) -> Result<(u32, Vec<String>)> {
    let sql =
        "SELECT rp_id, count(*) FROM passkeys WHERE rp_id <> ?1 GROUP BY rp_id ORDER BY 2 DESC";
    let hosts: Vec<(String, u32)> = read.all(sql, [host], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let count = hosts.iter().map(|(_, count)| count).sum();
    Ok((count, hosts.into_iter().map(|(host, _)| host).collect()))
}

/// The id of a passkey and how browsers reach it.
pub struct Descriptor {
    pub credential_id: Vec<u8>,
    /// A JSON array.
    pub transports: String,
}

/// Returns the ids of a user's passkeys that work at a host.
pub fn descriptors(read: &Read<'_>, user: Id, host: &str) -> Result<Vec<Descriptor>> {
    let sql = "SELECT credential_id, transports FROM passkeys WHERE user_id = ?1 AND rp_id = ?2 ORDER BY id";
    read.all(sql, (user, host), |row| {
        Ok(Descriptor {
            credential_id: row.get(0)?,
            transports: row.get(1)?,
        })
    })
}

/// Adds a passkey of the caller. Rejects one too many, and one that is known already, with 409.
pub fn insert(
    tx: &Write<'_>,
    me: &Me,
    host: &str,
    new: &NewPasskey,
    transports: &str,
    name: &str,
) -> Result<()> {
    let sql = "SELECT count(*) FROM passkeys WHERE user_id = ?1";
    if tx.value::<u32>(sql, [me.id()])? >= PER_USER {
        return Err(Sentence::PasskeysTooMany.into());
    }
    let sql = "SELECT 1 FROM passkeys WHERE credential_id = ?1";
    if tx.exists(sql, [&new.credential_id])? {
        return Err(Sentence::PasskeyKnown.into());
    }
    let sql = "INSERT INTO passkeys (id, user_id, credential_id, rp_id, public_key, sign_count, transports, is_syncable, is_synced, name)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let row = (
        tx.new_id(),
        me.id(),
        &new.credential_id,
        host,
        &new.public_key,
        new.sign_count,
        transports,
        new.is_syncable,
        new.is_synced,
        name,
    );
    tx.execute(sql, row).map(drop)
}

/// A stored key.
pub struct StoredPasskey {
    pub id: Id,
    pub account: Account,
    pub is_disabled: bool,
    pub public_key: Vec<u8>,
    pub sign_count: u32,
}

/// Returns a passkey that works at a host, with its owner. Those of deleted users are not found.
pub fn find(read: &Read<'_>, host: &str, credential_id: &[u8]) -> Result<Option<StoredPasskey>> {
    let sql = "SELECT p.id, u.id, u.username, u.disabled_at IS NOT NULL, p.public_key, p.sign_count
               FROM passkeys p JOIN users u ON u.id = p.user_id
               WHERE p.credential_id = ?1 AND p.rp_id = ?2 AND u.deleted_at IS NULL";
    read.first(sql, (credential_id, host), |row| {
        Ok(StoredPasskey {
            id: row.get(0)?,
            account: Account::new(row.get(1)?, row.get(2)?),
            is_disabled: row.get(3)?,
            public_key: row.get(4)?,
            sign_count: row.get(5)?,
        })
    })
}

/// Records a use of a passkey.
pub fn record_use(tx: &Write<'_>, passkey: Id, used: &Use) -> Result<()> {
    let sql = "UPDATE passkeys SET last_used_at = ?2, sign_count = max(sign_count, ?3), is_synced = ?4 WHERE id = ?1";
    let row = (passkey, tx.now, used.sign_count, used.is_synced);
    tx.execute(sql, row).map(drop)
}

/// Renames a passkey of the caller. Rejects any other id with 404.
pub fn rename(tx: &Write<'_>, me: &Me, passkey: Id, name: &str) -> Result<()> {
    let sql = "UPDATE passkeys SET name = ?3 WHERE user_id = ?1 AND id = ?2";
    found(tx.execute(sql, (me.id(), passkey, name))?)
}

/// Deletes a passkey of the caller. Rejects any other id with 404.
pub fn delete(tx: &Write<'_>, me: &Me, passkey: Id) -> Result<()> {
    let sql = "DELETE FROM passkeys WHERE user_id = ?1 AND id = ?2";
    found(tx.execute(sql, (me.id(), passkey))?)
}

fn found(rows: usize) -> Result<()> {
    if rows > 0 {
        Ok(())
    } else {
        Err(Sentence::PasskeyNotFound.into())
    }
}

/// Deletes all passkeys of an account.
pub fn delete_of(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM passkeys WHERE user_id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}
