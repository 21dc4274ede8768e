//! What administrators have removed.

use rusqlite::Row;

use super::written::{Written, kind, written};
use crate::communities::store::{SCOPE, VISIBLE_SCOPE};
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::access::{Deletable, Deleted};
use crate::questions::excerpt::excerpt;
use crate::questions::removal::Removal;
use crate::users::Administrator;
use crate::web::{Page, Paging};

/// Notes why something is removed.
pub fn insert(tx: &Write<'_>, by: &Administrator, what: &Deletable, reason: &str) -> Result<()> {
    let sql = "INSERT INTO removals (id, written_id, removed_by, removed_at, reason) VALUES (?1, ?2, ?3, ?4, ?5)";
    tx.execute(sql, (tx.new_id(), what.id, by.id, tx.now, reason))?;
    Ok(())
}

/// Notes that a removal is undone.
pub fn undo(tx: &Write<'_>, by: &Administrator, what: &Deleted) -> Result<()> {
    let sql = "UPDATE removals SET restored_by = ?2, restored_at = ?3 WHERE written_id = ?1 AND restored_at IS NULL";
    tx.execute(sql, (what.id, by.id, tx.now))?;
    Ok(())
}

/// What was removed and can be brought back to where the viewer `?1` may read it.
fn removed() -> String {
    format!(
        "(SELECT r.id AS removal_id, w.id, w.kind, w.author_id, w.post_id, w.question_id, w.text, q.title, r.removed_by, r.removed_at,
                 r.reason, {SCOPE} AS scope
          FROM removals r JOIN written w ON w.id = r.written_id
          JOIN questions q ON q.id = w.question_id LEFT JOIN communities c ON c.id = q.community_id
          WHERE r.restored_at IS NULL AND (w.kind = 'question' OR q.scope IS NOT NULL))
         WHERE {VISIBLE_SCOPE}"
    )
}

/// What has this id, if it was removed and can be brought back.
pub fn find(read: &Read<'_>, by: &Administrator, id: Id) -> Result<Option<Written>> {
    let sql = format!("SELECT kind, author_id, post_id, question_id, scope FROM {} AND id = ?2", removed());
    read.first(&sql, (by.id, id), written)
}

const REMOVAL: &str = "SELECT id, kind, question_id, title, text, (SELECT name FROM authors WHERE id = author_id),
                              (SELECT name FROM authors WHERE id = removed_by), removed_at, reason";

fn removal(row: &Row<'_>) -> rusqlite::Result<Removal> {
    Ok(Removal {
        id: row.get(0)?,
        kind: kind(row, 1)?,
        qid: row.get(2)?,
        title: row.get(3)?,
        text: excerpt(row.get_ref(4)?.as_str()?).0,
        author: row.get(5)?,
        removed_by: row.get(6)?,
        removed_at: row.get(7)?,
        reason: row.get(8)?,
    })
}

/// The removal of what has this id, if it is removed.
pub fn one(read: &Read<'_>, by: &Administrator, id: Id) -> Result<Option<Removal>> {
    read.first(&format!("{REMOVAL} FROM {} AND id = ?2", removed()), (by.id, id), removal)
}

/// What was removed and can be brought back, the latest first.
pub fn list(read: &Read<'_>, by: &Administrator, paging: &Paging) -> Result<Page<Removal>> {
    let from = format!("FROM {}", removed());
    let total = read.value(&format!("SELECT count(*) {from}"), [by.id])?;
    let sql = format!("{REMOVAL} {from} ORDER BY removal_id DESC LIMIT ?2 OFFSET ?3");
    let removals = read.all(&sql, (by.id, paging.limit as i64 + 1, paging.skipped()?), removal)?;
    Page::numbered(removals, paging, total)
}
