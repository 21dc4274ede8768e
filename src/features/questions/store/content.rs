//! Finds questions, answers and comments, and those that their author no longer shows.

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::communities::access::Scope;
use crate::features::communities::store::{READERS, SCOPE, VISIBLE, VISIBLE_SCOPE};
use crate::features::questions::model::{DeletedPost, PostKind};
use crate::features::users::{Account, Me, Viewer};
use crate::platform::db::Read;

/// The author and the place of a question, an answer or a comment.
pub struct ContentRecord {
    pub kind: PostKind,
    pub author: Id,
    /// The question or answer itself; for a comment, the post that it is on.
    pub post: Id,
    pub question: Id,
    pub scope: Scope,
}

pub(super) fn content_record(row: &Row<'_>) -> rusqlite::Result<ContentRecord> {
    Ok(ContentRecord {
        kind: row.get(0)?,
        author: row.get(1)?,
        post: row.get(2)?,
        question: row.get(3)?,
        scope: row.get(4).map(Scope::from_value)?,
    })
}

impl FromSql for PostKind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "question" => Ok(Self::Question),
            "answer" => Ok(Self::Answer),
            "comment" => Ok(Self::Comment),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

/// Returns the table of a kind.
pub(super) fn table(kind: PostKind) -> &'static str {
    match kind {
        PostKind::Question | PostKind::Answer => "posts",
        PostKind::Comment => "comments",
    }
}

/// Returns the text of content.
pub fn text(read: &Read<'_>, kind: PostKind, id: Id) -> Result<String> {
    let sql = format!("SELECT text FROM {} WHERE id = ?1", table(kind));
    read.value(&sql, [id])
}

/// Returns whether a post is a wiki.
pub fn is_wiki(read: &Read<'_>, post: Id) -> Result<bool> {
    read.value("SELECT is_wiki FROM posts WHERE id = ?1", [post])
}

/// Returns the scope of a question, or nothing if it is absent or deleted.
pub fn scope(read: &Read<'_>, question: Id) -> Result<Option<Scope>> {
    let sql = format!("SELECT {READERS} FROM questions q WHERE q.id = ?1 AND q.scope IS NOT NULL");
    read.first(&sql, [question], |row| row.get(0).map(Scope::from_value))
}

/// Returns the scope of a question that the viewer may read, or nothing.
pub fn visible_scope(read: &Read<'_>, viewer: Id, question: Id) -> Result<Option<Scope>> {
    let sql = format!("SELECT {READERS} FROM questions q WHERE q.id = ?2 AND {VISIBLE}");
    read.first(&sql, (viewer, question), |row| {
        row.get(0).map(Scope::from_value)
    })
}

/// Returns the community of a question if the user moderates it, and may do so now.
pub fn moderated_community(read: &Read<'_>, me: &Me, question: Id) -> Result<Option<Id>> {
    if !me.may_moderate() {
        return Ok(None);
    }
    read.first(
        "SELECT q.community_id FROM questions q JOIN memberships m ON m.community_id = q.community_id
         WHERE q.id = ?2 AND m.user_id = ?1 AND m.role = 'moderator'",
        (me.id(), question),
        |row| row.get(0),
    )
}

/// Returns the community of a question, if it has one.
pub fn community(read: &Read<'_>, question: Id) -> Result<Option<Id>> {
    let sql = "SELECT community_id FROM questions WHERE id = ?1";
    let community = read.first(sql, [question], |row| row.get(0))?;
    Ok(community.flatten())
}

/// Returns the community of the question that a question, an answer or a comment belongs to, if it has one.
pub fn community_of(read: &Read<'_>, content: Id) -> Result<Option<Id>> {
    let sql = "SELECT community_id FROM questions WHERE id = coalesce(
                 (SELECT coalesce(question_id, id) FROM posts WHERE id = ?1), (SELECT question_id FROM comments WHERE id = ?1))";
    let community = read.first(sql, [content], |row| row.get(0))?;
    Ok(community.flatten())
}

/// Returns whether a user moderates a community, and may do so now.
pub fn moderates(read: &Read<'_>, me: &Me, community: Id) -> Result<bool> {
    let sql =
        "SELECT 1 FROM memberships WHERE community_id = ?1 AND user_id = ?2 AND role = 'moderator'";
    Ok(me.may_moderate() && read.exists(sql, (community, me.id()))?)
}

/// Finds content that the viewer may read.
pub fn find(read: &Read<'_>, viewer: &Viewer, id: Id) -> Result<Option<ContentRecord>> {
    let sql = format!(
        "SELECT w.kind, w.author_id, w.post_id, q.id, {READERS} FROM content w JOIN questions q ON q.id = w.question_id
         WHERE w.id = ?2 AND w.deleted_at IS NULL AND {VISIBLE}"
    );
    read.first(&sql, (viewer.id(), id), content_record)
}

/// Returns who wrote content, deleted or not.
pub fn author(read: &Read<'_>, id: Id) -> Result<Id> {
    let sql = "SELECT author_id FROM posts WHERE id = ?1 UNION ALL SELECT author_id FROM comments WHERE id = ?1";
    read.value(sql, [id])
}

/// Returns the names of those authors on the page of a question whom search engines may name.
pub fn listed_authors(read: &Read<'_>, question: Id) -> Result<Vec<String>> {
    let sql = "SELECT username FROM users WHERE is_indexed AND deleted_at IS NULL AND id IN (
                   SELECT author_id FROM posts WHERE id = ?1
                   UNION SELECT author_id FROM posts WHERE question_id = ?1 AND deleted_at IS NULL
                   UNION SELECT c.author_id FROM comments c JOIN posts p ON p.id = c.post_id
                         WHERE c.question_id = ?1 AND c.deleted_at IS NULL AND p.deleted_at IS NULL)
               ORDER BY name_key";
    read.all(sql, [question], |row| row.get(0))
}

/// Finds content of an account that is not deleted and that others can read.
pub fn next_of(read: &Read<'_>, account: &Account) -> Result<Option<Id>> {
    let sql = "SELECT w.id FROM content w JOIN questions q ON q.id = w.question_id
               WHERE w.author_id = ?1 AND w.deleted_at IS NULL AND q.scope IS NOT NULL LIMIT 1";
    read.first(sql, [account.id()], |row| row.get(0))
}

/// The deleted content of the user `?1` that they may read after it is restored. The user deleted
/// it, or it is removed, hidden or held. A question returns to its own scope; an answer needs its
/// question to be visible, and a comment its post.
fn deleted_by_author() -> String {
    format!(
        "(SELECT w.id, w.kind, w.author_id, w.post_id, w.question_id, w.text, w.deleted_at, q.title, r.kind AS state, r.reason, r.community_id IS NOT NULL AS by_moderator, {SCOPE} AS scope
          FROM content w JOIN questions q ON q.id = w.question_id LEFT JOIN communities c ON c.id = q.community_id
          LEFT JOIN removals r ON r.content_id = w.id AND r.restored_at IS NULL
          WHERE w.author_id = ?1 AND (w.deleted_by = ?1 OR r.id IS NOT NULL) AND w.deleted_at IS NOT NULL
            AND (w.kind = 'question' OR q.scope IS NOT NULL)) deleted
         WHERE {VISIBLE_SCOPE}"
    )
}

fn words(text: Option<String>) -> Vec<String> {
    let text = text.unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns the user's deleted content, most recently deleted first, optionally of one question.
pub fn list_deleted(
    read: &Read<'_>,
    me: &Me,
    question: Option<Id>,
    paging: &Paging,
) -> Result<Page<DeletedPost>> {
    let from = format!(
        "FROM {} AND (?2 IS NULL OR question_id = ?2)",
        deleted_by_author()
    );
    let total = read.value(&format!("SELECT count(*) {from}"), (me.id(), question))?;
    let sql = format!(
        "SELECT id, kind, question_id, title, text, deleted_at, nullif(state, 'withdrawn'), iif(state IN ('removed', 'rejected'), reason, NULL), by_moderator,
         iif(state = 'held' AND kind = 'question', (SELECT tags FROM revisions WHERE post_id = deleted.id AND compressed_text IS NULL), NULL) {from} ORDER BY deleted_at DESC, id DESC LIMIT ?3 OFFSET ?4"
    );
    let posts = read.all(
        &sql,
        (
            me.id(),
            question,
            paging.limit as i64 + 1,
            paging.skipped()?,
        ),
        |row| {
            Ok(DeletedPost {
                id: row.get(0)?,
                kind: row.get(1)?,
                qid: row.get(2)?,
                title: row.get(3)?,
                text: row.get(4)?,
                deleted_at: row.get(5)?,
                state: row.get(6)?,
                removal_reason: row.get(7)?,
                by_moderator: row.get(8)?,
                tags: words(row.get(9)?),
            })
        },
    )?;
    Page::numbered(posts, paging, total)
}
