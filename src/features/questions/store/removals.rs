//! Lists content that moderators of the site and of communities removed.

use rusqlite::Row;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::communities::access::Moderator;
use crate::features::communities::store::{SCOPE, VISIBLE_SCOPE};
use crate::features::questions::excerpt::excerpt;
use crate::features::questions::model::Removal;
use crate::features::users::{Me, SiteModerator};
use crate::platform::db::Read;

/// The content whose removal `r` fulfills a condition and which the user `?1` may read after it is
/// restored. A comment needs its post to be there, and an answer its question.
fn removed(condition: &str) -> String {
    // What is hidden or held has a case, which decides it. Not by the view `content`: SQLite would collect all of it first.
    format!(
        "(SELECT r.id AS removal_id, r.content_id AS id,
                 CASE WHEN w.id IS NOT NULL THEN 'comment' WHEN p.question_id IS NULL THEN 'question' ELSE 'answer' END AS kind,
                 coalesce(w.author_id, p.author_id) AS author_id, q.id AS question_id,
                 coalesce(w.text, p.text) AS text, q.title, r.removed_by, r.removed_at, r.reason,
                 r.community_id IS NOT NULL AS by_moderator, {SCOPE} AS scope
          FROM removals r LEFT JOIN comments w ON w.id = r.content_id JOIN posts p ON p.id = coalesce(w.post_id, r.content_id)
          JOIN questions q ON q.id = coalesce(p.question_id, p.id) LEFT JOIN communities c ON c.id = q.community_id
          WHERE r.restored_at IS NULL AND r.kind IN ('removed', 'rejected') AND {condition} AND (w.id IS NULL OR p.deleted_at IS NULL)
            AND (r.content_id = q.id OR q.scope IS NOT NULL)) WHERE {VISIBLE_SCOPE}"
    )
}

/// Returns whether content is removed, wherever it is.
pub fn is_active(read: &Read<'_>, id: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM removals WHERE content_id = ?1 AND restored_at IS NULL";
    read.exists(sql, [id])
}

const REMOVAL: &str =
    "SELECT id, kind, question_id, title, text, (SELECT name FROM authors WHERE id = author_id),
                              (SELECT name FROM authors WHERE id = removed_by), removed_at, reason, by_moderator";

fn removal_from(row: &Row<'_>) -> rusqlite::Result<Removal> {
    Ok(Removal {
        id: row.get(0)?,
        kind: row.get(1)?,
        qid: row.get(2)?,
        title: row.get(3)?,
        text: excerpt(row.get_ref(4)?.as_str()?).0,
        author: row.get(5)?,
        removed_by: row.get(6)?,
        removed_at: row.get(7)?,
        reason: row.get(8)?,
        by_moderator: row.get(9)?,
    })
}

/// Returns the active removal of content.
pub fn one(read: &Read<'_>, by: &Me, id: Id) -> Result<Option<Removal>> {
    read.first(
        &format!("{REMOVAL} FROM {} AND id = ?2", removed("TRUE")),
        (by.id(), id),
        removal_from,
    )
}

/// Returns the active removals, newest first; with `post` only the one of this content.
pub fn list(
    read: &Read<'_>,
    by: &SiteModerator,
    post: Option<Id>,
    paging: &Paging,
) -> Result<Page<Removal>> {
    let condition = post.map_or("?2 IS NULL", |_| "r.content_id = ?2");
    list_where(read, by, condition, post, paging)
}

/// Returns the active removals by moderators of a community, newest first.
pub fn list_of_community(
    read: &Read<'_>,
    me: &Me,
    by: &Moderator,
    paging: &Paging,
) -> Result<Page<Removal>> {
    let condition = "r.community_id = ?2";
    list_where(read, me, condition, Some(by.community()), paging)
}

fn list_where(
    read: &Read<'_>,
    me: &Me,
    condition: &str,
    value: Option<Id>,
    paging: &Paging,
) -> Result<Page<Removal>> {
    let from = format!("FROM {}", removed(condition));
    let total = read.value(&format!("SELECT count(*) {from}"), (me.id(), value))?;
    let sql = format!("{REMOVAL} {from} ORDER BY removal_id DESC LIMIT ?3 OFFSET ?4");
    let (limit, skipped) = (paging.limit as i64 + 1, paging.skipped()?);
    let removals = read.all(&sql, (me.id(), value, limit, skipped), removal_from)?;
    Page::numbered(removals, paging, total)
}
