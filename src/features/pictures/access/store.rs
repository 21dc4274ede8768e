//! Queries of pictures that check who may see them.

use rusqlite::Row;

use super::model::{
    MemberPictures, OwnPicture, PictureCounts, PictureRecord, PictureUse, UnusedPictures,
};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::communities::store::{TAG_QUESTIONS, VISIBLE};
use crate::features::pictures::PictureFile;
use crate::features::users::admin_log::{AdminAction, AdminTargetKind};
use crate::features::users::{Account, Me, OPENED, Viewer};
use crate::platform::db::Read;

/// The largest number of uses of a picture that a list looks at.
const MAX_LOOKED_AT: i64 = 100;
/// The largest number of uses of a picture that a list shows.
const MAX_SHOWN: usize = 5;

/// FROM and WHERE clauses: those uses `x` of pictures whose texts the viewer `?1` may read. An earlier version
/// may be read like the text itself. Nobody (0) reads no chat.
fn readable_among(uses: &str) -> String {
    format!(
        "FROM {uses} x LEFT JOIN messages m ON x.kind = 'message' AND m.id = x.content_id
         LEFT JOIN comments c ON x.kind = 'comment' AND c.id = x.content_id
         LEFT JOIN posts p ON x.kind IN ('question', 'answer', 'comment') AND p.id = coalesce(c.post_id, x.content_id)
         LEFT JOIN questions q ON q.id = coalesce(p.question_id, p.id)
         LEFT JOIN scoped_tags ON x.kind = 'tag' AND scoped_tags.tag_id = x.content_id AND scoped_tags.scope = 0
             AND scoped_tags.question_count > 0
         LEFT JOIN communities o ON x.kind = 'community' AND o.id = x.content_id
         LEFT JOIN users b ON x.kind = 'biography' AND b.id = x.content_id AND b.deleted_at IS NULL
         WHERE CASE x.kind
             WHEN 'message' THEN m.chat_id = 0 AND ?1 IS NOT 0 OR EXISTS (SELECT 1 FROM participants t WHERE t.chat_id = m.chat_id AND t.user_id = ?1 AND t.hidden_up_to < m.id)
             WHEN 'tag' THEN scoped_tags.tag_id IS NOT NULL AND {TAG_QUESTIONS} > 0
             WHEN 'community' THEN o.id IS NOT NULL
             WHEN 'biography' THEN b.id IS NOT NULL
             ELSE p.deleted_at IS NULL AND c.deleted_at IS NULL AND {VISIBLE} END"
    )
}

/// Returns a file of a picture, if the viewer may see it. A picture without a thumbnail is its own.
pub fn file(
    read: &Read<'_>,
    viewer: &Viewer,
    picture: Id,
    is_thumbnail: bool,
) -> Result<Option<PictureFile>> {
    let readable = readable_among("picture_uses");
    let sql = format!(
        "SELECT iif(?3, coalesce(i.thumbnail, i.file), i.file), i.type FROM pictures i
         WHERE i.id = ?2 AND (i.owner_id = ?1 OR EXISTS (SELECT 1 FROM avatars v WHERE v.picture_id = i.id)
           OR EXISTS (SELECT 1 {readable} AND x.picture_id = i.id))"
    );
    read.first(&sql, (viewer.id(), picture, is_thumbnail), |row| {
        Ok(PictureFile {
            hash: row.get(0)?,
            kind: row.get(1)?,
        })
    })
}

/// Returns whether every member may see a picture.
pub fn is_public(read: &Read<'_>, picture: Id) -> Result<bool> {
    let readable = readable_among("picture_uses");
    let sql = format!(
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM avatars v WHERE v.picture_id = ?2)
           OR EXISTS (SELECT 1 {readable} AND x.picture_id = ?2 AND x.is_current)"
    );
    read.exists(&sql, (None::<Id>, picture))
}

/// Returns a file of a picture, if the log says that the moderator has opened it within the last day.
pub fn opened_file(
    read: &Read<'_>,
    me: &Me,
    picture: Id,
    is_thumbnail: bool,
) -> Result<Option<PictureFile>> {
    let sql = "SELECT iif(?3, coalesce(i.thumbnail, i.file), i.file), i.type FROM pictures i
               WHERE i.id = ?2 AND EXISTS (SELECT 1 FROM admin_log g WHERE g.target_kind = ?4 AND g.target_id = i.id
                   AND g.id > ?6 AND g.actor_id = ?1 AND g.action = ?5)";
    let since = Id::at(read.now.minus(OPENED), 0);
    let (kind, action) = (AdminTargetKind::Picture, AdminAction::OpenFlagged);
    let parameters = (me.id(), picture, is_thumbnail, kind, action, since);
    read.first(sql, parameters, |row| {
        Ok(PictureFile {
            hash: row.get(0)?,
            kind: row.get(1)?,
        })
    })
}

/// Returns the pictures of an account or of all, newest first, with their uses as far as the viewer may
/// read them.
pub fn list(
    read: &Read<'_>,
    viewer: &Me,
    owner: Option<&Account>,
    paging: &Paging,
) -> Result<Page<PictureRecord>> {
    let owner = owner.map(|account| account.id());
    let of_owner = match owner {
        Some(_) => "i.owner_id = ?1",
        None => "?1 IS NULL",
    };
    let total = format!("SELECT count(*) FROM pictures i WHERE {of_owner}");
    let total = read.value(&total, [owner])?;
    let before = paging.position::<1>()?.map_or(i64::MAX, |[id]| id);
    let sql = format!("{RECORD} WHERE {of_owner} AND i.id < ?2 ORDER BY i.id DESC LIMIT ?3");
    let parameters = (owner, before, paging.limit as i64 + 1);
    let records = read.all(&sql, parameters, record_from)?;
    let mut page = Page::cut(records, paging.limit, total, |last| {
        last.id.as_i64().to_string()
    });
    for record in &mut page.items {
        add_uses(read, viewer, record)?;
    }
    Ok(page)
}

/// Calls `each` for all pictures of an account, newest first.
pub fn for_each(
    read: &Read<'_>,
    owner: &Account,
    each: impl FnMut(OwnPicture) -> Result<()>,
) -> Result<()> {
    let sql =
        "SELECT id, width, height, bytes, type FROM pictures WHERE owner_id = ?1 ORDER BY id DESC";
    let picture = |row: &Row<'_>| {
        let id: Id = row.get(0)?;
        Ok(OwnPicture {
            id,
            width: row.get(1)?,
            height: row.get(2)?,
            bytes: row.get(3)?,
            kind: row.get(4)?,
            uploaded_at: id.time(),
        })
    };
    read.for_each(sql, [owner.id()], picture, each)
}

const RECORD: &str = "SELECT i.id, i.width, i.height, i.bytes, i.type, a.name FROM pictures i JOIN authors a ON a.id = i.owner_id";

fn record_from(row: &Row<'_>) -> rusqlite::Result<PictureRecord> {
    let id: Id = row.get(0)?;
    Ok(PictureRecord {
        id,
        owner: row.get(5)?,
        width: row.get(1)?,
        height: row.get(2)?,
        bytes: row.get(3)?,
        kind: row.get(4)?,
        uploaded_at: id.time(),
        uses: Vec::new(),
        use_count: 0,
    })
}

fn add_uses(read: &Read<'_>, viewer: &Me, record: &mut PictureRecord) -> Result<()> {
    let uses = format!(
        "(SELECT * FROM picture_uses WHERE picture_id = ?2 AND is_current LIMIT {MAX_LOOKED_AT})"
    );
    let sql = format!(
        "SELECT CASE v.object_id WHEN 0 THEN 'logo' WHEN -1 THEN 'cover' ELSE 'avatar' END, iif(v.object_id > 0, v.object_id, NULL), NULL, NULL, NULL, NULL, NULL, o.name FROM avatars v LEFT JOIN communities o ON o.id = v.object_id WHERE v.picture_id = ?2
         UNION ALL SELECT * FROM (
           SELECT x.kind, iif(x.kind = 'tag', NULL, x.content_id) AS content, q.id, q.title, iif(p.question_id IS NOT NULL, p.id, NULL),
                  nullif(m.chat_id, 0), scoped_tags.name AS tag, o.name {}
           ORDER BY content, tag)",
        readable_among(&uses)
    );
    let mut uses = read.all(&sql, (viewer.id(), record.id), |row| {
        Ok(PictureUse {
            kind: row.get(0)?,
            content_id: row.get(1)?,
            qid: row.get(2)?,
            title: row.get(3)?,
            answer_id: row.get(4)?,
            chat_id: row.get(5)?,
            tag: row.get(6)?,
            community: row.get(7)?,
        })
    })?;
    record.use_count = uses.len() as u32;
    uses.truncate(MAX_SHOWN);
    record.uses = uses;
    Ok(())
}

/// Returns how many pictures the site has, and how much they take.
pub fn counts(read: &Read<'_>) -> Result<PictureCounts> {
    let pair = |sql: &str| -> Result<(u32, u64)> {
        let counted = read.first(sql, [], |row| {
            Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs()))
        })?;
        Ok(counted.unwrap_or_default())
    };
    let (files, bytes) = pair("SELECT count(*), coalesce(sum(bytes), 0) FROM media_files")?;
    let (unused, unused_bytes) =
        pair("SELECT count(*), coalesce(sum(bytes), 0) FROM pictures WHERE use_count = 0")?;
    let largest = "SELECT a.name, count(*), sum(i.bytes) AS size FROM pictures i JOIN authors a ON a.id = i.owner_id
                   GROUP BY i.owner_id ORDER BY size DESC, i.owner_id LIMIT 10";
    Ok(PictureCounts {
        pictures: read.value("SELECT count(*) FROM pictures", [])?,
        bytes,
        files,
        unused: UnusedPictures {
            pictures: unused,
            bytes: unused_bytes,
        },
        largest: read.all(largest, [], |row| {
            Ok(MemberPictures {
                username: row.get(0)?,
                pictures: row.get(1)?,
                bytes: row.get::<_, i64>(2)?.unsigned_abs(),
            })
        })?,
    })
}
