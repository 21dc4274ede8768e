//! Questions, answers and comments alike: finding who wrote them, and what their author has deleted.

use rusqlite::Row;

use crate::communities::access::Scope;
use crate::communities::store::{SCOPE, VISIBLE, VISIBLE_SCOPE};
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::access::{PostKind, Readable};
use crate::questions::deletion::DeletedPost;
use crate::users::Me;
use crate::web::{Page, Paging};

/// Something that somebody wrote.
pub struct Written {
    pub kind: PostKind,
    pub author: Id,
    /// The question or the answer that it is, or that it is a comment on.
    pub on: Readable,
}

pub(super) fn written(row: &Row<'_>) -> rusqlite::Result<Written> {
    let on = Readable { post: row.get(2)?, question: row.get(3)?, scope: Scope::from_value(row.get(4)?) };
    Ok(Written { kind: kind(row, 0)?, author: row.get(1)?, on })
}

pub(super) fn kind(row: &Row<'_>, column: usize) -> rusqlite::Result<PostKind> {
    Ok(match row.get_ref(column)?.as_str()? {
        "question" => PostKind::Question,
        "answer" => PostKind::Answer,
        _ => PostKind::Comment,
    })
}

/// What has this id, if the viewer may read it.
pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Option<Written>> {
    let sql = format!(
        "SELECT w.kind, w.author_id, w.post_id, q.id, q.scope FROM written w JOIN questions q ON q.id = w.question_id
         WHERE w.id = ?2 AND w.deleted_at IS NULL AND {VISIBLE}"
    );
    read.first(&sql, (me.id, id), written)
}

/// What the user wrote that is deleted, by himself or by an administrator with a reason, and that he may read when it is
/// back: a question comes back to where it was; an answer or a comment needs its question to be there, and a comment its post.
fn deleted_of_user() -> String {
    format!(
        "(SELECT w.id, w.kind, w.author_id, w.post_id, w.question_id, w.text, w.deleted_at, q.title, r.reason, {SCOPE} AS scope
          FROM written w JOIN questions q ON q.id = w.question_id LEFT JOIN communities c ON c.id = q.community_id
          LEFT JOIN removals r ON r.written_id = w.id AND r.restored_at IS NULL
          WHERE w.author_id = ?1 AND (w.deleted_by = ?1 OR r.id IS NOT NULL) AND w.deleted_at IS NOT NULL
            AND (w.kind = 'question' OR q.scope IS NOT NULL))
         WHERE {VISIBLE_SCOPE}"
    )
}

/// What has this id, if the user has deleted it and can bring it back.
pub fn find_deleted(read: &Read<'_>, me: &Me, id: Id) -> Result<Option<Written>> {
    let sql = format!("SELECT kind, author_id, post_id, question_id, scope FROM {} AND reason IS NULL AND id = ?2", deleted_of_user());
    read.first(&sql, (me.id, id), written)
}

/// What of the user's is deleted, the latest first: all of it, or that of one question.
pub fn deleted(read: &Read<'_>, me: &Me, question: Option<Id>, paging: &Paging) -> Result<Page<DeletedPost>> {
    let from = format!("FROM {} AND (?2 IS NULL OR question_id = ?2)", deleted_of_user());
    let total = read.value(&format!("SELECT count(*) {from}"), (me.id, question))?;
    let sql = format!(
        "SELECT id, kind, question_id, title, text, deleted_at, reason {from} ORDER BY deleted_at DESC, id DESC LIMIT ?3 OFFSET ?4"
    );
    let posts = read.all(&sql, (me.id, question, paging.limit as i64 + 1, paging.skipped()?), |row| {
        Ok(DeletedPost {
            id: row.get(0)?,
            kind: kind(row, 1)?,
            qid: row.get(2)?,
            title: row.get(3)?,
            text: row.get(4)?,
            deleted_at: row.get(5)?,
            removal_reason: row.get(6)?,
        })
    })?;
    Page::numbered(posts, paging, total)
}
