//! The SQL of feeds and sitemaps. Every query has the predicate of what the viewer may read.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::{TAG_QUESTIONS, VISIBLE, VISIBLE_SCOPE};
use crate::platform::db::{FromRow, Read, from_row};

from_row! {
    /// A question or an answer that a feed shows.
    pub struct Post {
        pub id: Id = "p.id",
        pub question: Id = "q.id",
        pub title: String = "q.title",
        pub scope: i64 = "q.scope",
        pub author: String = "a.name",
        pub created_at: Timestamp = "p.created_at",
        pub edited_at: Option<Timestamp> = "p.edited_at",
        pub source_author: Option<String> = "at.author",
        pub source_url: Option<String> = "at.url",
        pub licence: Option<String> = "at.licence",
        pub text: String = "p.text",
    }
}

/// Returns a question or an answer that the viewer may read.
pub fn post(read: &Read<'_>, viewer: Id, id: Id) -> Result<Option<Post>> {
    let sql = format!(
        "SELECT {} FROM posts p JOIN questions q ON q.id = coalesce(p.question_id, p.id) JOIN authors a ON a.id = p.author_id
         LEFT JOIN attributions at ON at.id = p.id WHERE p.id = ?2 AND p.deleted_at IS NULL AND {VISIBLE}",
        Post::COLUMNS
    );
    read.first(&sql, (viewer, id), Post::from_row)
}

/// Returns the newest answers of a question.
pub fn newest_answers(read: &Read<'_>, viewer: Id, question: Id, limit: usize) -> Result<Vec<Id>> {
    let sql = format!(
        "SELECT p.id FROM questions q JOIN posts p ON p.question_id = q.id
         WHERE q.id = ?2 AND p.deleted_at IS NULL AND {VISIBLE} ORDER BY p.id DESC LIMIT ?3"
    );
    read.all(&sql, (viewer, question, limit as i64), |row| row.get(0))
}

/// The largest number of posts of an author that are looked at: the viewer may read only few of them.
const POSTS_OF_AUTHOR: i64 = 1_000;

/// Returns the newest questions and answers of an author.
pub fn newest_of_author(read: &Read<'_>, viewer: Id, author: Id, limit: usize) -> Result<Vec<Id>> {
    let sql = format!(
        "SELECT p.id FROM (SELECT id, question_id, created_at, deleted_at FROM posts
                           WHERE author_id = ?2 ORDER BY created_at DESC, id DESC LIMIT {POSTS_OF_AUTHOR}) p
         CROSS JOIN questions q ON q.id = coalesce(p.question_id, p.id)
         WHERE p.deleted_at IS NULL AND {VISIBLE} ORDER BY p.created_at DESC, p.id DESC LIMIT ?3"
    );
    read.all(&sql, (viewer, author, limit as i64), |row| row.get(0))
}

/// Some of the questions, in the order of their ids.
#[derive(Default)]
pub struct Walk {
    /// The last one. Absent: there are no more.
    pub last: Option<Id>,
    /// The number of those that the viewer may read.
    pub visible: usize,
    /// When one of their pages last changed.
    pub changed_at: Option<Timestamp>,
}

/// A question that a sitemap lists.
pub struct Listed {
    pub title: String,
    /// When its page last changed. Absent: unknown.
    pub changed_at: Option<Timestamp>,
}

/// Walks over the next `rows` questions after an id, at most up to another one.
pub fn walk(read: &Read<'_>, viewer: Id, after: Id, up_to: Id, rows: usize) -> Result<Walk> {
    let sql = format!(
        "SELECT max(q.id), count(*) FILTER (WHERE {VISIBLE}), max(q.changed_at) FILTER (WHERE {VISIBLE})
         FROM (SELECT id, scope, community_id, changed_at FROM questions WHERE id > ?2 AND id <= ?3 ORDER BY id LIMIT ?4) q"
    );
    let walk = read.first(&sql, (viewer, after, up_to, rows as i64), |row| {
        Ok(Walk {
            last: row.get(0)?,
            visible: row.get::<_, u32>(1)? as usize,
            changed_at: row.get(2)?,
        })
    })?;
    Ok(walk.unwrap_or_default())
}

/// Returns the question that the viewer may read and that follows `skipped` others after an id.
pub fn question_after(
    read: &Read<'_>,
    viewer: Id,
    after: Id,
    skipped: usize,
) -> Result<Option<Id>> {
    let sql = format!(
        "SELECT q.id FROM questions q WHERE q.id > ?2 AND {VISIBLE} ORDER BY q.id LIMIT 1 OFFSET ?3"
    );
    read.first(&sql, (viewer, after, skipped as i64), |row| row.get(0))
}

/// Returns the next `rows` questions after an id, with nothing about those that the viewer may not read.
pub fn questions(
    read: &Read<'_>,
    viewer: Id,
    after: Id,
    rows: usize,
) -> Result<Vec<(Id, Option<Listed>)>> {
    let sql = format!(
        "SELECT q.id, iif({VISIBLE}, q.title, NULL), q.changed_at
         FROM (SELECT id, scope, community_id, title, changed_at FROM questions WHERE id > ?2 ORDER BY id LIMIT ?3) q"
    );
    read.all(&sql, (viewer, after, rows as i64), |row| {
        let (title, changed_at) = (row.get::<_, Option<String>>(1)?, row.get(2)?);
        let listed = title.map(|title| Listed { title, changed_at });
        Ok((row.get(0)?, listed))
    })
}

/// Returns the names of the next `rows` tags after an id, with their ids. These are the ids of the names in their
/// scope: those of the tags, and their order, would tell of an older use in a private community.
pub fn tags(read: &Read<'_>, viewer: Id, after: Id, rows: usize) -> Result<Vec<(Id, String)>> {
    let sql = format!(
        "SELECT id, name FROM scoped_tags WHERE id > ?2 AND question_count > 0 AND {VISIBLE_SCOPE} AND {TAG_QUESTIONS} > 0 ORDER BY id LIMIT ?3"
    );
    read.all(&sql, (viewer, after, rows as i64), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// Returns the next `rows` communities after an id whose content everyone may read.
pub fn communities(read: &Read<'_>, after: Id, rows: usize) -> Result<Vec<Id>> {
    let sql = "SELECT id FROM communities
               WHERE id > ?1 AND visibility = 'public' AND needs_account = 0 AND archived_at IS NULL ORDER BY id LIMIT ?2";
    read.all(sql, (after, rows as i64), |row| row.get(0))
}
