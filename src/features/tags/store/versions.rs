//! Stores and lists the versions of descriptions.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::pictures::{self, MAX_VERSIONS};
use crate::features::questions::model::Revision;
use crate::features::questions::store::tags;
use crate::features::tags::access::{PublicTag, PurgeableVersion, ReadableTag};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};

/// Stores a version of the description of a tag, and what lists show of it.
pub fn insert(
    tx: &Write<'_>,
    me: &Me,
    tag: &PublicTag,
    text: &str,
    summary: Option<&str>,
) -> Result<()> {
    tx.execute(
        "INSERT INTO tag_revisions (id, tag_id, author_id, created_at, text) VALUES (?1, ?2, ?3, ?4, ?5)",
        (tx.new_id(), tag.tag().id(), me.id(), tx.now, text),
    )?;
    tags::describe(tx, tag.tag().id(), summary)
}

/// Returns the versions of the description of a tag, newest first, and which of them the viewer can
/// purge. A tag that not everyone can find has none.
pub fn list(
    read: &Read<'_>,
    me: &Me,
    tag: &ReadableTag,
    paging: &Paging,
) -> Result<Page<Revision>> {
    let shown = tag.is_public().then(|| tag.id());
    let total = read.value(
        "SELECT count(*) FROM tag_revisions WHERE tag_id = ?1",
        [shown],
    )?;
    let sql = "SELECT r.id, a.name, r.created_at, r.text, r.purged_at IS NOT NULL, r.author_id,
                      r.id < (SELECT max(id) FROM tag_revisions WHERE tag_id = ?1)
               FROM tag_revisions r JOIN authors a ON a.id = r.author_id
               WHERE r.tag_id = ?1 ORDER BY r.id DESC LIMIT ?2 OFFSET ?3";
    let params = (shown, paging.limit as i64 + 1, paging.skipped()?);
    let versions = read.all(sql, params, |row| {
        let (purged, is_earlier): (bool, bool) = (row.get(4)?, row.get(6)?);
        Ok(Revision {
            id: row.get(0)?,
            edited_by: row.get(1)?,
            edit_date_time: row.get(2)?,
            title: None,
            tags: None,
            text: row.get(3)?,
            purged,
            can_purge: is_earlier && !purged && PurgeableVersion::is_allowed(me, row.get(5)?),
        })
    })?;
    Page::numbered(versions, paging, total)
}

/// Returns the texts of the newest earlier versions that are not purged, and of the current one.
pub fn earlier_texts(read: &Read<'_>, tag: &ReadableTag) -> Result<Vec<String>> {
    let sql =
        "SELECT text FROM tag_revisions WHERE tag_id = ?1 AND text <> '' ORDER BY id DESC LIMIT ?2";
    read.all(sql, (tag.id(), MAX_VERSIONS), |row| row.get(0))
}

/// Empties an earlier version. Succeeds without changes if it is purged.
pub fn purge(tx: &Write<'_>, me: &Me, version: &PurgeableVersion) -> Result<()> {
    let sql = "UPDATE tag_revisions SET text = '', purged_at = ?2, purged_by = ?3 WHERE id = ?1 AND purged_at IS NULL";
    tx.execute(sql, (version.id(), tx.now, me.id()))?;
    Ok(())
}

/// Swaps the descriptions of two tags, with their versions and pictures.
pub fn swap(tx: &Write<'_>, one: Id, other: Id) -> Result<()> {
    let sql = "UPDATE tag_revisions SET tag_id = iif(tag_id = ?1, ?2, ?1) WHERE tag_id IN (?1, ?2)";
    tx.execute(sql, (one, other))?;
    pictures::swap_tags(tx, one, other)
}
