//! SQL that finds and changes the states of questions, answers and comments.

use super::content::{ContentRecord, content_record};
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::access::Scope;
use crate::features::communities::store::{SCOPE, VISIBLE_SCOPE};
use crate::features::questions::model::RemovalKind;
use crate::features::questions::state::PostState;
use crate::features::users::Account;
use crate::platform::db::Read;

/// Content with its state, and what the proofs of its transitions need to know.
pub struct StateRecord {
    pub id: Id,
    /// The scope is the one that it has when others see it.
    pub content: ContentRecord,
    pub state: PostState,
    pub deleted_by: Option<Id>,
    /// Whether the question and the post that it belongs to are there.
    pub has_place: bool,
    /// The community as whose moderator a moderator removed it.
    pub moderated_in: Option<Id>,
    /// The batch that removed it.
    pub batch: Option<Id>,
}

/// Finds content in any state, wherever it is.
pub fn find(read: &Read<'_>, id: Id) -> Result<Option<StateRecord>> {
    // Not by the view `content`, which has no comments of deleted posts.
    let sql = format!(
        "SELECT CASE WHEN w.id IS NOT NULL THEN 'comment' WHEN p.question_id IS NULL THEN 'question' ELSE 'answer' END,
                coalesce(w.author_id, p.author_id), p.id, q.id, iif(c.needs_account = 1, -1, coalesce(q.scope, {SCOPE})),
                r.kind, iif(w.id IS NULL, p.deleted_at, w.deleted_at) IS NOT NULL, iif(w.id IS NULL, p.deleted_by, w.deleted_by),
                (w.id IS NULL OR p.deleted_at IS NULL) AND (i.id = q.id OR q.scope IS NOT NULL), r.community_id, r.batch_id
         FROM (SELECT ?1 AS id) i LEFT JOIN comments w ON w.id = i.id JOIN posts p ON p.id = coalesce(w.post_id, i.id)
         JOIN questions q ON q.id = coalesce(p.question_id, p.id) LEFT JOIN communities c ON c.id = q.community_id
         LEFT JOIN removals r ON r.content_id = i.id AND r.restored_at IS NULL"
    );
    read.first(&sql, [id], |row| {
        Ok(StateRecord {
            id,
            content: content_record(row)?,
            state: match (row.get(6)?, row.get(5)?) {
                (false, _) => PostState::Shown,
                (true, None) => PostState::Deleted,
                (true, Some(kind)) => PostState::Withheld(kind),
            },
            deleted_by: row.get(7)?,
            has_place: row.get(8)?,
            moderated_in: row.get(9)?,
            batch: row.get(10)?,
        })
    })
}

/// Returns whether a user may read a scope.
pub fn is_readable(read: &Read<'_>, user: &Account, scope: Scope) -> Result<bool> {
    let sql = format!("SELECT 1 FROM (SELECT ?2 AS scope) WHERE {VISIBLE_SCOPE}");
    read.exists(&sql, (user.id(), scope.value()))
}

/// Returns why content is kept from others, and what changes when its author edits it.
pub fn withheld(read: &Read<'_>, id: Id) -> Result<Option<(RemovalKind, Id)>> {
    let sql = "SELECT kind, id FROM removals WHERE content_id = ?1 AND restored_at IS NULL";
    read.first(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns since when a question is gone from a place that everyone may read, if it is and was shown there.
pub fn gone_at(read: &Read<'_>, question: Id) -> Result<Option<Timestamp>> {
    let sql = format!(
        "SELECT p.deleted_at FROM questions q JOIN posts p ON p.id = q.id LEFT JOIN communities c ON c.id = q.community_id
         WHERE q.id = ?1 AND p.deleted_at >= coalesce(c.opened_at, 0) AND coalesce(c.needs_account, 0) = 0 AND {SCOPE} = 0
           AND NOT EXISTS (SELECT 1 FROM removals r WHERE r.content_id = q.id AND r.restored_at IS NULL
                           AND r.kind IN ('held', 'withdrawn', 'rejected'))"
    );
    read.first(&sql, [question], |row| row.get(0))
}

/// Returns whether content waits for approval.
pub fn is_held(read: &Read<'_>, id: Id) -> Result<bool> {
    Ok(matches!(withheld(read, id)?, Some((RemovalKind::Held, _))))
}

/// Returns why held content waits, as its reasons were stored.
pub fn hold_reasons(read: &Read<'_>, id: Id) -> Result<String> {
    let sql = "SELECT reason FROM removals WHERE content_id = ?1 AND kind = 'held' ORDER BY id DESC LIMIT 1";
    Ok(read.first(sql, [id], |row| row.get(0))?.unwrap_or_default())
}

/// The number of the oldest questions and answers, and of the oldest comments, that are looked at.
const MAX_LOOKED_AT: i64 = 200;

/// Counts what a member wrote and no removal keeps from others, up to a number.
pub fn count_shown(read: &Read<'_>, author: &Account, up_to: i64) -> Result<i64> {
    let sql = "SELECT count(*) FROM (
                   SELECT 1 FROM (SELECT id FROM (SELECT id FROM posts WHERE author_id = ?1 ORDER BY created_at LIMIT ?3)
                                  UNION ALL SELECT id FROM (SELECT id FROM comments WHERE author_id = ?1 ORDER BY created_at LIMIT ?3)) w
                   WHERE NOT EXISTS (SELECT 1 FROM removals r WHERE r.content_id = w.id AND r.restored_at IS NULL) LIMIT ?2)";
    read.value(sql, (author.id(), up_to, MAX_LOOKED_AT))
}

/// Returns the content of a member that waits for approval.
pub fn waiting_of(read: &Read<'_>, author: Id, limit: usize) -> Result<Vec<Id>> {
    let sql = "SELECT object_id FROM cases INDEXED BY cases_held
               WHERE author_id = ?1 AND decision IS NULL AND ask = 'held' LIMIT ?2";
    read.all(sql, (author, limit as i64), |row| row.get(0))
}

/// Returns whether a decision at a time ended the hiding or the waiting of content.
pub fn ended_at(read: &Read<'_>, content: Id, at: Timestamp) -> Result<Option<RemovalKind>> {
    let sql = "SELECT kind FROM removals WHERE content_id = ?1 AND restored_at = ?2 AND kind IN ('hidden', 'held') ORDER BY id DESC LIMIT 1";
    read.first(sql, (content, at), |row| row.get(0))
}
