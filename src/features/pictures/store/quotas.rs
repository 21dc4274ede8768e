//! How much members have stored and uploaded.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Read, Write};

/// Returns the number of pictures of a member, and their size in bytes.
pub fn stored(read: &Read<'_>, owner: Id) -> Result<(u32, u64)> {
    let sql = "SELECT count(*), coalesce(sum(bytes), 0) FROM pictures WHERE owner_id = ?1";
    let stored = read.first(sql, [owner], |row| {
        Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs()))
    })?;
    Ok(stored.unwrap_or_default())
}

/// Returns the size of all files in bytes.
pub fn stored_by_all(read: &Read<'_>) -> Result<u64> {
    let bytes: i64 = read.value("SELECT bytes FROM media_counts", [])?;
    Ok(bytes.unsigned_abs())
}

/// Returns the number of files that a member has uploaded on a day, and their size in bytes.
pub fn uploaded(read: &Read<'_>, owner: Id, day: i64) -> Result<(u32, u64)> {
    let sql = "SELECT files, bytes FROM picture_quotas WHERE owner_id = ?1 AND day = ?2";
    let uploaded = read.first(sql, (owner, day), |row| {
        Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs()))
    })?;
    Ok(uploaded.unwrap_or_default())
}

/// Counts a file that a member has uploaded on a day.
pub fn charge(tx: &Write<'_>, owner: Id, day: i64, bytes: u64) -> Result<()> {
    add(tx, owner, day, 1, bytes)
}

/// Counts bytes of a file that is counted already.
pub fn charge_bytes(tx: &Write<'_>, owner: Id, day: i64, bytes: u64) -> Result<()> {
    add(tx, owner, day, 0, bytes)
}

fn add(tx: &Write<'_>, owner: Id, day: i64, files: u32, bytes: u64) -> Result<()> {
    let sql = "INSERT INTO picture_quotas (owner_id, day, files, bytes) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT DO UPDATE SET day = excluded.day, files = iif(day = excluded.day, files, 0) + excluded.files,
                   bytes = iif(day = excluded.day, bytes, 0) + excluded.bytes";
    tx.execute(sql, (owner, day, files, bytes.cast_signed()))?;
    Ok(())
}
