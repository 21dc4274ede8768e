//! Finds content that administrators removed.

use rusqlite::Row;

use super::content::{ContentRecord, content_record};
use crate::communities::store::{SCOPE, VISIBLE_SCOPE};
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::paging::{Page, Paging};
use crate::questions::excerpt::excerpt;
use crate::questions::model::Removal;
use crate::users::Administrator;

/// The removed content that the administrator `?1` may read after it is restored.
fn removed() -> String {
    format!(
        "(SELECT r.id AS removal_id, w.id, w.kind, w.author_id, w.post_id, w.question_id, w.text, q.title, r.removed_by, r.removed_at,
                 r.reason, {SCOPE} AS scope
          FROM removals r JOIN content w ON w.id = r.content_id
          JOIN questions q ON q.id = w.question_id LEFT JOIN communities c ON c.id = q.community_id
          WHERE r.restored_at IS NULL AND (w.kind = 'question' OR q.scope IS NOT NULL))
         WHERE {VISIBLE_SCOPE}"
    )
}

/// Finds content that is removed and can be restored.
pub fn find(read: &Read<'_>, by: &Administrator, id: Id) -> Result<Option<ContentRecord>> {
    let sql = format!(
        "SELECT kind, author_id, post_id, question_id, scope FROM {} AND id = ?2",
        removed()
    );
    read.first(&sql, (by.id(), id), content_record)
}

const REMOVAL: &str =
    "SELECT id, kind, question_id, title, text, (SELECT name FROM authors WHERE id = author_id),
                              (SELECT name FROM authors WHERE id = removed_by), removed_at, reason";

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
    })
}

/// Returns the active removal of content.
pub fn one(read: &Read<'_>, by: &Administrator, id: Id) -> Result<Option<Removal>> {
    read.first(
        &format!("{REMOVAL} FROM {} AND id = ?2", removed()),
        (by.id(), id),
        removal_from,
    )
}

/// Returns the active removals, newest first.
pub fn list(read: &Read<'_>, by: &Administrator, paging: &Paging) -> Result<Page<Removal>> {
    let from = format!("FROM {}", removed());
    let total = read.value(&format!("SELECT count(*) {from}"), [by.id()])?;
    let sql = format!("{REMOVAL} {from} ORDER BY removal_id DESC LIMIT ?2 OFFSET ?3");
    let removals = read.all(
        &sql,
        (by.id(), paging.limit as i64 + 1, paging.skipped()?),
        removal_from,
    )?;
    Page::numbered(removals, paging, total)
}
