//! Deletes the rows of pictures and files that nothing needs.

use std::time::Duration;

use super::{DELETED_AT_ONCE, delete};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::pictures::files::FileHash;
use crate::platform::db::{Read, Write};

/// How long a picture stays that no text shows.
const UNUSED_PICTURE: Duration = Duration::from_secs(30 * 24 * 3600);
/// How long a file stays that no picture has.
pub const UNUSED_FILE: Duration = Duration::from_secs(24 * 3600);

/// Deletes some rows that nothing needs. Returns whether there may be more.
pub fn step(tx: &Write<'_>) -> Result<bool> {
    let noticed = "UPDATE pictures SET unused_since = ?1 WHERE id IN
                   (SELECT id FROM pictures WHERE use_count = 0 AND unused_since IS NULL LIMIT ?2)";
    let noticed = tx.execute(noticed, (tx.now, DELETED_AT_ONCE))?;
    let unused = "SELECT id FROM pictures WHERE use_count = 0 AND unused_since <= ?1 LIMIT ?2";
    let before = tx.now.minus(UNUSED_PICTURE);
    let unused: Vec<Id> = tx.all(unused, (before, DELETED_AT_ONCE), |row| row.get(0))?;
    delete(tx, &unused)?;
    let files = "DELETE FROM media_files WHERE hash IN (SELECT hash FROM media_files f WHERE unused_since <= ?1
                   AND NOT EXISTS (SELECT 1 FROM pictures WHERE file = f.hash) AND NOT EXISTS (SELECT 1 FROM pictures WHERE thumbnail = f.hash) LIMIT ?2)";
    let files = tx.execute(files, (tx.now.minus(UNUSED_FILE), DELETED_AT_ONCE))?;
    let most = noticed.max(unused.len()).max(files);
    Ok(most as i64 == DELETED_AT_ONCE)
}

/// Returns whether there is a row for a file.
pub fn is_known(read: &Read<'_>, hash: &FileHash) -> Result<bool> {
    read.exists("SELECT 1 FROM media_files WHERE hash = ?1", [hash])
}
