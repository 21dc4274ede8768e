//! Finds content that others do not see without a moderator's removal: held and hidden content.

use rusqlite::Row;

use super::content::{ContentRecord, content_record};
use crate::clock::Timestamp;
use crate::communities::store::SCOPE;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::model::{PostKind, RemovalKind, Tag};
use crate::users::{Account, Me};

/// Content with an active removal, and what its proof needs to know.
pub struct WithheldRecord {
    pub content: ContentRecord,
    pub state: RemovalKind,
    /// The id of the removal, which changes when its author edits held content.
    pub version: Id,
    pub since: Timestamp,
    /// Whether the question or the post that it belongs to is there.
    pub has_place: bool,
}

/// Finds content that has an active removal of any kind, wherever it is.
pub fn find(read: &Read<'_>, id: Id) -> Result<Option<WithheldRecord>> {
    let sql = format!(
        "SELECT CASE WHEN w.id IS NOT NULL THEN 'comment' WHEN p.question_id IS NULL THEN 'question' ELSE 'answer' END,
                coalesce(w.author_id, p.author_id), p.id, q.id, {SCOPE}, r.kind, r.id, r.removed_at,
                (w.id IS NULL OR p.deleted_at IS NULL) AND (r.content_id = q.id OR q.scope IS NOT NULL)
         FROM removals r LEFT JOIN comments w ON w.id = r.content_id JOIN posts p ON p.id = coalesce(w.post_id, r.content_id)
         JOIN questions q ON q.id = coalesce(p.question_id, p.id) LEFT JOIN communities c ON c.id = q.community_id
         WHERE r.content_id = ?1 AND r.restored_at IS NULL"
    );
    read.first(&sql, [id], withheld_record)
}

fn withheld_record(row: &Row<'_>) -> rusqlite::Result<WithheldRecord> {
    Ok(WithheldRecord {
        content: content_record(row)?,
        state: row.get(5)?,
        version: row.get(6)?,
        since: row.get(7)?,
        has_place: row.get(8)?,
    })
}

/// Returns the state and the version of content with an active removal.
pub fn state(read: &Read<'_>, id: Id) -> Result<Option<(RemovalKind, Id)>> {
    let sql = "SELECT kind, id FROM removals WHERE content_id = ?1 AND restored_at IS NULL";
    read.first(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
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
pub fn waiting_of(read: &Read<'_>, author: &Account, limit: usize) -> Result<Vec<Id>> {
    let sql = "SELECT object_id FROM cases INDEXED BY cases_held
               WHERE author_id = ?1 AND decision IS NULL AND ask = 'held' LIMIT ?2";
    read.all(sql, (author.id(), limit as i64), |row| row.get(0))
}

/// Returns whether a decision at a time ended the hiding or the waiting of content.
pub fn ended_at(read: &Read<'_>, content: Id, at: Timestamp) -> Result<Option<RemovalKind>> {
    let sql = "SELECT kind FROM removals WHERE content_id = ?1 AND restored_at = ?2 AND kind IN ('hidden', 'held') ORDER BY id DESC LIMIT 1";
    read.first(sql, (content, at), |row| row.get(0))
}

/// Returns whether a user moderates a community.
pub fn moderates(read: &Read<'_>, me: &Me, community: Id) -> Result<bool> {
    let sql =
        "SELECT 1 FROM memberships WHERE community_id = ?1 AND user_id = ?2 AND role = 'moderator'";
    read.exists(sql, (community, me.id()))
}

/// Returns the text of content.
pub fn text(read: &Read<'_>, kind: PostKind, content: Id) -> Result<String> {
    let table = match kind {
        PostKind::Question | PostKind::Answer => "posts",
        PostKind::Comment => "comments",
    };
    read.value(
        &format!("SELECT text FROM {table} WHERE id = ?1"),
        [content],
    )
}

/// Returns the names of the tags of a question as its author wrote them last.
pub fn tag_names(read: &Read<'_>, question: Id) -> Result<Vec<String>> {
    let sql = "SELECT tags FROM revisions WHERE post_id = ?1 AND text IS NULL";
    let names: Option<String> = read.first(sql, [question], |row| row.get(0))?;
    let names = names.unwrap_or_default();
    Ok(names.split_whitespace().map(str::to_owned).collect())
}

/// Returns the tags of a held question. Some may have no spelling in a scope.
pub fn tags(read: &Read<'_>, question: Id) -> Result<Vec<Tag>> {
    let sql = "SELECT tag_id FROM question_tags WHERE question_id = ?1 ORDER BY position";
    let ids: Vec<Id> = read.all(sql, [question], |row| row.get(0))?;
    let names = tag_names(read, question)?;
    let tags = ids.into_iter().zip(names).map(|(id, name)| Tag {
        id,
        name,
        description: "user added tag".to_owned(),
    });
    Ok(tags.collect())
}
