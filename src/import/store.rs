//! The rows that an import writes.

use std::collections::HashSet;

use rusqlite::params;

use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;

/// The kinds of things whose origin is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    User,
    Post,
    Comment,
    Tag,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::User => "user",
            Kind::Post => "post",
            Kind::Comment => "comment",
            Kind::Tag => "tag",
        }
    }
}

/// What earlier imports from `source` made: its names there and ids here.
pub(super) fn remembered(tx: &Write<'_>, source: &str, kind: Kind) -> Result<Vec<(String, Id)>> {
    let sql = "SELECT source_id, local_id FROM imports WHERE source = ?1 AND kind = ?2";
    tx.all(sql, params![source, kind.name()], |row| Ok((row.get(0)?, row.get(1)?)))
}

pub(super) fn remember(tx: &Write<'_>, source: &str, kind: Kind, source_id: &str, id: Id) -> Result<()> {
    tx.execute(
        "INSERT INTO imports (source, kind, source_id, local_id) VALUES (?1, ?2, ?3, ?4)",
        params![source, kind.name(), source_id, id],
    )?;
    Ok(())
}

/// Whether a user, a post, a comment or a revision has this id: only for these an import makes ids out of their times.
pub(super) fn is_used(tx: &Write<'_>, id: Id) -> Result<bool> {
    tx.exists(
        "SELECT 1 FROM users WHERE id = ?1 UNION ALL SELECT 1 FROM posts WHERE id = ?1
         UNION ALL SELECT 1 FROM comments WHERE id = ?1 UNION ALL SELECT 1 FROM revisions WHERE id = ?1",
        [id],
    )
}

/// All usernames that were ever given out, folded.
pub(super) fn usernames(tx: &Write<'_>) -> Result<HashSet<String>> {
    Ok(tx.all("SELECT folded FROM users", [], |row| row.get(0))?.into_iter().collect())
}

pub(super) struct NewUser<'a> {
    pub id: Id,
    pub username: &'a str,
    pub folded: &'a str,
    pub display_name: &'a str,
    pub biography: &'a str,
    pub created_at: Timestamp,
}

/// Adds a user as whom nobody can log in.
pub(super) fn insert_user(tx: &Write<'_>, user: &NewUser<'_>) -> Result<()> {
    tx.execute(
        "INSERT INTO users (id, username, folded, display_name, biography, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![user.id, user.username, user.folded, user.display_name, user.biography, user.created_at],
    )?;
    Ok(())
}

pub(super) fn set_biography(tx: &Write<'_>, user: Id, biography: &str) -> Result<()> {
    tx.execute("UPDATE users SET biography = ?2 WHERE id = ?1", params![user, biography])?;
    Ok(())
}

pub(super) fn display_name(tx: &Write<'_>, user: Id) -> Result<String> {
    tx.value("SELECT coalesce(display_name, '') FROM users WHERE id = ?1", [user])
}

/// A tag that everyone may know.
pub(super) fn tag(tx: &Write<'_>, folded: &str) -> Result<Option<Id>> {
    tx.first("SELECT t.id FROM tags t JOIN tag_totals s ON s.tag_id = t.id AND s.scope = 0 WHERE t.folded = ?1", [folded], |row| row.get(0))
}

/// Adds a tag that everyone may know; without a description it gets the one that every new tag has.
pub(super) fn insert_tag(tx: &Write<'_>, name: &str, folded: &str, description: Option<&str>) -> Result<Id> {
    let id = tx.new_id();
    // A private community may use it already.
    tx.execute("INSERT INTO tags (id, folded) VALUES (?1, ?2) ON CONFLICT (folded) DO NOTHING", params![id, folded])?;
    let tag = tx.value("SELECT id FROM tags WHERE folded = ?1", [folded])?;
    tx.execute("INSERT INTO tag_totals (tag_id, scope, id, name) VALUES (?1, 0, ?2, ?3)", params![tag, id, name])?;
    if let Some(description) = description {
        tx.execute("UPDATE tag_totals SET description = ?2 WHERE tag_id = ?1 AND scope = 0", params![tag, description])?;
    }
    Ok(tag)
}

pub(super) struct NewPost<'a> {
    pub id: Id,
    /// None for a question.
    pub question: Option<Id>,
    pub author: Id,
    pub text: &'a str,
    pub score: i64,
    pub created_at: Timestamp,
    pub edited_at: Option<Timestamp>,
}

pub(super) fn insert_post(tx: &Write<'_>, post: &NewPost<'_>) -> Result<()> {
    tx.execute(
        "INSERT INTO posts (id, question_id, author_id, text, imported_score, created_at, edited_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![post.id, post.question, post.author, post.text, post.score, post.created_at, post.edited_at],
    )?;
    Ok(())
}

/// Makes a post a question that everyone may read.
pub(super) fn insert_question(tx: &Write<'_>, id: Id, title: &str, views: i64, tags: &[Id]) -> Result<()> {
    tx.execute("INSERT INTO questions (id, title, imported_views) VALUES (?1, ?2, ?3)", params![id, title, views])?;
    for (position, tag) in tags.iter().enumerate() {
        tx.execute("INSERT INTO question_tags (tag_id, question_id, position) VALUES (?1, ?2, ?3)", params![tag, id, position as i64])?;
    }
    Ok(())
}

pub(super) fn accept(tx: &Write<'_>, question: Id, answer: Id) -> Result<()> {
    tx.execute("UPDATE questions SET accepted_answer_id = ?2 WHERE id = ?1", params![question, answer])?;
    Ok(())
}

pub(super) fn insert_comment(tx: &Write<'_>, id: Id, post: Id, author: Id, text: &str, created_at: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO comments (question_id, post_id, id, author_id, text, created_at)
         VALUES ((SELECT coalesce(question_id, id) FROM posts WHERE id = ?2), ?2, ?1, ?3, ?4, ?5)",
        params![id, post, author, text, created_at],
    )?;
    Ok(())
}

/// Says whose work a post or comment is, where it comes from, and under which licence.
pub(super) fn attribute(tx: &Write<'_>, id: Id, author: &str, url: &str, licence: &str) -> Result<()> {
    tx.execute("INSERT INTO attributions (id, author, url, licence) VALUES (?1, ?2, ?3, ?4)", params![id, author, url, licence])?;
    Ok(())
}

/// What a post said at some time.
#[derive(Clone, Debug, Default)]
pub(super) struct Version {
    pub title: Option<String>,
    pub tags: Option<String>,
    pub text: Option<String>,
}

/// The version of a post just before the revision `id`.
pub(super) fn version_before(tx: &Write<'_>, post: Id, id: Id) -> Result<Version> {
    let sql = "SELECT title, tags, text FROM revisions WHERE post_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT 1";
    let version = tx.first(sql, params![post, id], |row| Ok(Version { title: row.get(0)?, tags: row.get(1)?, text: row.get(2)? }))?;
    Ok(version.unwrap_or_default())
}

pub(super) fn insert_revision(tx: &Write<'_>, id: Id, post: Id, author: Id, at: Timestamp, version: &Version) -> Result<()> {
    tx.execute(
        "INSERT INTO revisions (id, post_id, author_id, created_at, title, tags, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![id, post, author, at, version.title, version.tags, version.text],
    )?;
    Ok(())
}

/// Makes what a post says now its first revision, with the post's own id.
pub(super) fn insert_first_revision(tx: &Write<'_>, post: Id) -> Result<()> {
    tx.execute(
        "INSERT INTO revisions (id, post_id, author_id, created_at, title, tags)
         SELECT p.id, p.id, p.author_id, p.created_at, q.title,
                (SELECT group_concat(s.name, ' ' ORDER BY qt.position)
                 FROM question_tags qt JOIN tag_totals s ON s.tag_id = qt.tag_id AND s.scope = coalesce(q.scope, 0) WHERE qt.question_id = p.id)
         FROM posts p LEFT JOIN questions q ON q.id = p.id WHERE p.id = ?1",
        [post],
    )?;
    Ok(())
}

/// Makes the text of a revision the post's.
pub(super) fn take_text(tx: &Write<'_>, post: Id, revision: Id) -> Result<()> {
    tx.execute("UPDATE posts SET text = (SELECT text FROM revisions WHERE id = ?2) WHERE id = ?1", params![post, revision])?;
    Ok(())
}

/// Makes the post's text that of a revision and of those after it.
pub(super) fn give_text(tx: &Write<'_>, post: Id, revision: Id) -> Result<()> {
    let sql = "UPDATE revisions SET text = (SELECT text FROM posts WHERE id = ?1) WHERE post_id = ?1 AND id >= ?2";
    tx.execute(sql, params![post, revision])?;
    Ok(())
}

/// Takes from the newest revisions the texts that their posts have too.
pub(super) fn share_texts(tx: &Write<'_>) -> Result<()> {
    let sql = "UPDATE revisions SET text = NULL
               WHERE text = (SELECT p.text FROM posts p WHERE p.id = revisions.post_id)
                 AND id = (SELECT max(r.id) FROM revisions r WHERE r.post_id = revisions.post_id)";
    tx.execute(sql, [])?;
    Ok(())
}

/// Whether nobody and nothing is on the site.
pub(super) fn is_empty(tx: &Write<'_>) -> Result<bool> {
    Ok(!tx
        .exists("SELECT 1 FROM users UNION ALL SELECT 1 FROM communities UNION ALL SELECT 1 FROM tags UNION ALL SELECT 1 FROM posts", [])?)
}

/// Posts of which no version is kept.
pub(super) fn posts_without_revision(tx: &Write<'_>) -> Result<Vec<Id>> {
    tx.all("SELECT id FROM posts p WHERE NOT EXISTS (SELECT 1 FROM revisions r WHERE r.post_id = p.id)", [], |row| row.get(0))
}
