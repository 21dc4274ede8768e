//! Deletes the rows of pictures and files that nothing needs.

use std::collections::HashSet;
use std::time::Duration;

use rusqlite::Row;

use super::{DELETED_AT_ONCE, delete};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
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
    let files = "DELETE FROM media_files WHERE hash IN (SELECT hash FROM media_files f WHERE unused_since <= ?1
                   AND NOT EXISTS (SELECT 1 FROM pictures WHERE file = f.hash) AND NOT EXISTS (SELECT 1 FROM pictures WHERE thumbnail = f.hash) LIMIT ?2)";
    let files = tx.execute(files, (tx.now.minus(UNUSED_FILE), DELETED_AT_ONCE))?;
    let most = noticed.max(files);
    Ok(most as i64 == DELETED_AT_ONCE)
}

/// The largest number of unused pictures that one turn looks at.
const LOOKED_AT_ONCE: i64 = 10_000;

/// Returns some pictures that no text has shown for 30 days.
pub fn unused(read: &Read<'_>) -> Result<HashSet<Id>> {
    let sql = "SELECT id FROM pictures WHERE use_count = 0 AND unused_since <= ?1 LIMIT ?2";
    let before = read.now.minus(UNUSED_PICTURE);
    let unused = read.all(sql, (before, LOOKED_AT_ONCE), |row| row.get(0))?;
    Ok(unused.into_iter().collect())
}

/// The tables and columns of what members and operators write, with the earlier versions.
const TEXTS: &[(&str, &str)] = &[
    ("posts", "text"),
    ("revisions", "decompressed(compressed_text)"),
    ("suggested_edits", "text"),
    ("comments", "text"),
    ("comment_revisions", "text"),
    ("messages", "text"),
    ("tag_revisions", "text"),
    ("communities", "description"),
    ("users", "biography"),
    ("star_notes", "note"),
    ("site_settings", "value"),
    ("admin_log", "detail"),
    ("admin_log", "before"),
];

/// Removes from `pictures` those whose address any text contains, even in code. Reads all texts.
pub fn retain_unmentioned(read: &Read<'_>, pictures: &mut HashSet<Id>) -> Result<()> {
    for (table, column) in TEXTS {
        let sql = format!("SELECT {column} FROM {table} WHERE instr({column}, '/media/') > 0");
        let written = |row: &Row<'_>| row.get::<_, String>(0);
        read.for_each(&sql, [], written, |written| {
            for picture in text::mentioned_pictures(&written) {
                pictures.remove(&picture);
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Deletes those of some unused pictures that no text mentions. The others are looked at again after 30 days.
pub fn settle(tx: &Write<'_>, unused: &[Id], unmentioned: &HashSet<Id>) -> Result<()> {
    let still = "UPDATE pictures SET unused_since = ?2 WHERE id = ?1 AND use_count = 0 AND unused_since <= ?3";
    for picture in unused {
        let before = tx.now.minus(UNUSED_PICTURE);
        let is_unused = tx.execute(still, (picture, tx.now, before))? > 0;
        if is_unused && unmentioned.contains(picture) {
            delete(tx, &[*picture])?;
        }
    }
    Ok(())
}

/// Returns whether there is a row for a file.
pub fn is_known(read: &Read<'_>, hash: &FileHash) -> Result<bool> {
    read.exists("SELECT 1 FROM media_files WHERE hash = ?1", [hash])
}
