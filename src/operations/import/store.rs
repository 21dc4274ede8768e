//! The queries of imports.

use std::collections::HashSet;

use rusqlite::params;

use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::features::pictures::PictureKind;
use crate::platform::db::Write;

/// The kinds of rows whose origin is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    User,
    Post,
    Comment,
    Tag,
}

impl Kind {
    /// Returns the name in `external_ids`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::User => "user",
            Kind::Post => "post",
            Kind::Comment => "comment",
            Kind::Tag => "tag",
        }
    }
}

/// Returns the rows that earlier imports from `source` added: ids there, and ids on this site.
pub(super) fn external_ids(tx: &Write<'_>, source: &str, kind: Kind) -> Result<Vec<(String, Id)>> {
    let sql = "SELECT external_id, local_id FROM external_ids WHERE source = ?1 AND kind = ?2";
    tx.all(sql, params![source, kind.name()], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// Stores the origin of a row.
pub(super) fn insert_external_id(
    tx: &Write<'_>,
    source: &str,
    kind: Kind,
    external_id: &str,
    id: Id,
) -> Result<()> {
    tx.execute(
        "INSERT INTO external_ids (source, kind, external_id, local_id) VALUES (?1, ?2, ?3, ?4)",
        params![source, kind.name(), external_id, id],
    )?;
    Ok(())
}

/// Stores another id that a post had there, unless an earlier import brought what has it.
pub(super) fn insert_former_id(
    tx: &Write<'_>,
    source: &str,
    external_id: &str,
    id: Id,
) -> Result<()> {
    tx.execute(
        "INSERT OR IGNORE INTO external_ids (source, kind, external_id, local_id) VALUES (?1, ?2, ?3, ?4)",
        params![source, Kind::Post.name(), external_id, id],
    )?;
    Ok(())
}

/// Returns whether a user, a post, a comment, a revision or a picture has this id. For these, imports derive
/// ids from times.
pub(super) fn is_used(tx: &Write<'_>, id: Id) -> Result<bool> {
    tx.exists(
        "SELECT 1 FROM users WHERE id = ?1 UNION ALL SELECT 1 FROM posts WHERE id = ?1
         UNION ALL SELECT 1 FROM comments WHERE id = ?1 UNION ALL SELECT 1 FROM revisions WHERE id = ?1
         UNION ALL SELECT 1 FROM pictures WHERE id = ?1",
        [id],
    )
}

/// Returns all usernames, folded, including those of deleted users.
pub(super) fn usernames(tx: &Write<'_>) -> Result<HashSet<String>> {
    Ok(tx
        .all("SELECT name_key FROM users", [], |row| row.get(0))?
        .into_iter()
        .collect())
}

/// A user to insert.
pub(super) struct NewUser<'a> {
    pub id: Id,
    pub username: &'a str,
    pub name_key: &'a str,
    pub display_name: &'a str,
    pub biography: &'a str,
    pub created_at: Timestamp,
}

/// Inserts a user without a password, so that nobody can log in as them.
pub(super) fn insert_user(tx: &Write<'_>, user: &NewUser<'_>) -> Result<()> {
    tx.execute(
        "INSERT INTO users (id, username, name_key, display_name, biography, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![user.id, user.username, user.name_key, user.display_name, user.biography, user.created_at],
    )?;
    Ok(())
}

/// Sets the biography of a user.
pub(super) fn set_biography(tx: &Write<'_>, user: Id, biography: &str) -> Result<()> {
    tx.execute(
        "UPDATE users SET biography = ?2 WHERE id = ?1",
        params![user, biography],
    )?;
    Ok(())
}

/// Returns the display name of a user, or an empty text.
pub(super) fn display_name(tx: &Write<'_>, user: Id) -> Result<String> {
    tx.value(
        "SELECT coalesce(display_name, '') FROM users WHERE id = ?1",
        [user],
    )
}

/// Returns the id of a public tag.
pub(super) fn public_tag(tx: &Write<'_>, name_key: &str) -> Result<Option<Id>> {
    tx.first("SELECT t.id FROM tags t JOIN scoped_tags s ON s.tag_id = t.id AND s.scope = 0 WHERE t.name_key = ?1", [name_key], |row| row.get(0))
}

/// Inserts a public tag. Without a description, it gets the default one.
pub(super) fn insert_tag(
    tx: &Write<'_>,
    name: &str,
    name_key: &str,
    description: Option<&str>,
) -> Result<Id> {
    let id = tx.new_id();
    // A private community may use the tag already.
    tx.execute(
        "INSERT INTO tags (id, name_key) VALUES (?1, ?2) ON CONFLICT (name_key) DO NOTHING",
        params![id, name_key],
    )?;
    let tag = tx.value("SELECT id FROM tags WHERE name_key = ?1", [name_key])?;
    tx.execute(
        "INSERT INTO scoped_tags (tag_id, scope, id, name) VALUES (?1, 0, ?2, ?3)",
        params![tag, id, name],
    )?;
    if let Some(description) = description {
        tx.execute(
            "UPDATE scoped_tags SET description = ?2 WHERE tag_id = ?1 AND scope = 0",
            params![tag, description],
        )?;
    }
    Ok(tag)
}

/// Inserts another name of a tag. Returns `None` if there is such a tag or other name already.
pub(super) fn insert_synonym(
    tx: &Write<'_>,
    name: &str,
    name_key: &str,
    main: Id,
) -> Result<Option<Id>> {
    let sql = "INSERT INTO tags (id, name_key) VALUES (?1, ?2) ON CONFLICT (name_key) DO NOTHING";
    let id = tx.new_id();
    if tx.execute(sql, params![id, name_key])? == 0 {
        return Ok(None);
    }
    let sql =
        "INSERT INTO tag_synonyms (tag_id, main_id, name) SELECT ?1, coalesce(s.main_id, t.id), ?3
               FROM tags t LEFT JOIN tag_synonyms s ON s.tag_id = t.id WHERE t.id = ?2";
    tx.execute(sql, params![id, main, name])?;
    Ok(Some(id))
}

/// A post to insert.
pub(super) struct NewPost<'a> {
    pub id: Id,
    /// `None` for a question.
    pub question: Option<Id>,
    pub author: Id,
    pub text: &'a str,
    pub score: i64,
    pub created_at: Timestamp,
    pub edited_at: Option<Timestamp>,
}

/// Inserts a post.
pub(super) fn insert_post(tx: &Write<'_>, post: &NewPost<'_>) -> Result<()> {
    tx.execute(
        "INSERT INTO posts (id, question_id, author_id, text, imported_score, created_at, edited_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![post.id, post.question, post.author, post.text, post.score, post.created_at, post.edited_at],
    )?;
    Ok(())
}

/// Inserts the question part of a post: public, with a title and tags.
pub(super) fn insert_question(
    tx: &Write<'_>,
    id: Id,
    title: &str,
    views: i64,
    closed_at: Option<Timestamp>,
    tags: &[Id],
) -> Result<()> {
    tx.execute(
        "INSERT INTO questions (id, title, imported_views, closed_at) VALUES (?1, ?2, ?3, ?4)",
        params![id, title, views, closed_at],
    )?;
    for (position, tag) in tags.iter().enumerate() {
        tx.execute(
            "INSERT INTO question_tags (tag_id, question_id, position) VALUES (?1, ?2, ?3)",
            params![tag, id, position as i64],
        )?;
    }
    Ok(())
}

/// Accepts an answer.
pub(super) fn accept(tx: &Write<'_>, question: Id, answer: Id) -> Result<()> {
    tx.execute(
        "UPDATE questions SET accepted_answer_id = ?2 WHERE id = ?1",
        params![question, answer],
    )?;
    Ok(())
}

/// Links two questions. Returns whether the link is new.
pub(super) fn link(tx: &Write<'_>, question: Id, linked: Id) -> Result<bool> {
    let sql = "INSERT INTO question_links (question_id, linked_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    Ok(tx.execute(sql, [question, linked])? > 0)
}

/// Returns whether a question is linked to its original.
pub(super) fn is_duplicate(tx: &Write<'_>, copy: Id, original: Id) -> Result<bool> {
    tx.exists(
        "SELECT 1 FROM duplicates WHERE question_id = ?1 AND original_id = ?2",
        [copy, original],
    )
}

/// Links a question to its original.
pub(super) fn link_duplicate(
    tx: &Write<'_>,
    copy: Id,
    original: Id,
    by: Id,
    at: Timestamp,
) -> Result<()> {
    tx.execute(
        "INSERT INTO duplicates (question_id, original_id, linked_by, linked_at) VALUES (?1, ?2, ?3, ?4)",
        params![copy, original, by, at],
    )?;
    Ok(())
}

/// Inserts a comment.
pub(super) fn insert_comment(
    tx: &Write<'_>,
    id: Id,
    post: Id,
    author: Id,
    text: &str,
    created_at: Timestamp,
) -> Result<()> {
    tx.execute(
        "INSERT INTO comments (question_id, post_id, id, author_id, text, created_at)
         VALUES ((SELECT coalesce(question_id, id) FROM posts WHERE id = ?2), ?2, ?1, ?3, ?4, ?5)",
        params![id, post, author, text, created_at],
    )?;
    Ok(())
}

/// Stores the author, the source and the licence of a post or comment.
pub(super) fn attribute(
    tx: &Write<'_>,
    id: Id,
    author: &str,
    url: &str,
    licence: &str,
) -> Result<()> {
    tx.execute(
        "INSERT INTO attributions (id, author, url, licence) VALUES (?1, ?2, ?3, ?4)",
        params![id, author, url, licence],
    )?;
    Ok(())
}

/// A version of a post.
#[derive(Clone, Debug, Default)]
pub(super) struct Version {
    pub title: Option<String>,
    pub tags: Option<String>,
    pub text: Option<String>,
}

/// Returns the version of a post before the revision `id`.
pub(super) fn version_before(tx: &Write<'_>, post: Id, id: Id) -> Result<Version> {
    let sql = "SELECT title, tags, decompressed(compressed_text) FROM revisions WHERE post_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT 1";
    let version = tx.first(sql, params![post, id], |row| {
        Ok(Version {
            title: row.get(0)?,
            tags: row.get(1)?,
            text: row.get(2)?,
        })
    })?;
    Ok(version.unwrap_or_default())
}

/// Returns the text of a revision, which has one.
pub(super) fn revision_text(tx: &Write<'_>, revision: Id) -> Result<String> {
    tx.value(
        "SELECT decompressed(compressed_text) FROM revisions WHERE id = ?1",
        [revision],
    )
}

/// Inserts a revision.
pub(super) fn insert_revision(
    tx: &Write<'_>,
    id: Id,
    post: Id,
    author: Id,
    at: Timestamp,
    version: &Version,
) -> Result<()> {
    tx.execute(
        "INSERT INTO revisions (id, post_id, author_id, created_at, title, tags, compressed_text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, compressed(?7))",
        params![id, post, author, at, version.title, version.tags, version.text],
    )?;
    Ok(())
}

/// Inserts the current text of a post as its first revision, with the id of the post.
pub(super) fn insert_first_revision(tx: &Write<'_>, post: Id) -> Result<()> {
    tx.execute(
        "INSERT INTO revisions (id, post_id, author_id, created_at, title, tags)
         SELECT p.id, p.id, p.author_id, p.created_at, q.title,
                (SELECT group_concat(s.name, ' ' ORDER BY qt.position)
                 FROM question_tags qt JOIN scoped_tags s ON s.tag_id = qt.tag_id AND s.scope = coalesce(q.scope, 0) WHERE qt.question_id = p.id)
         FROM posts p LEFT JOIN questions q ON q.id = p.id WHERE p.id = ?1",
        [post],
    )?;
    Ok(())
}

/// Replaces the text of a post by the text of a revision.
pub(super) fn copy_text_from_revision(tx: &Write<'_>, post: Id, revision: Id) -> Result<()> {
    tx.execute(
        "UPDATE posts SET text = (SELECT decompressed(compressed_text) FROM revisions WHERE id = ?2) WHERE id = ?1",
        params![post, revision],
    )?;
    Ok(())
}

/// Replaces the text of a revision and of all later ones by the text of the post.
pub(super) fn copy_text_to_revisions(tx: &Write<'_>, post: Id, revision: Id) -> Result<()> {
    let sql = "UPDATE revisions SET compressed_text = (SELECT compressed(text) FROM posts WHERE id = ?1) WHERE post_id = ?1 AND id >= ?2";
    tx.execute(sql, params![post, revision])?;
    Ok(())
}

/// Removes the text of each newest revision that equals the text of its post, which readers then
/// use.
pub(super) fn deduplicate_texts(tx: &Write<'_>) -> Result<()> {
    let sql = "UPDATE revisions SET compressed_text = NULL
               WHERE decompressed(compressed_text) = (SELECT p.text FROM posts p WHERE p.id = revisions.post_id)
                 AND id = (SELECT max(r.id) FROM revisions r WHERE r.post_id = revisions.post_id)";
    tx.execute(sql, [])?;
    Ok(())
}

/// Returns the author of a post, and when they wrote it.
pub(super) fn author(tx: &Write<'_>, post: Id) -> Result<(Id, Timestamp)> {
    let sql = "SELECT author_id, created_at FROM posts WHERE id = ?1";
    let found = tx.first(sql, [post], |row| Ok((row.get(0)?, row.get(1)?)))?;
    found.ok_or_else(|| Error::internal(format_args!("there is no post {post}")))
}

/// Returns the current text of a post.
pub(super) fn text(tx: &Write<'_>, post: Id) -> Result<String> {
    tx.value("SELECT text FROM posts WHERE id = ?1", [post])
}

/// Records that a post shows a picture, or that only an earlier version of it does.
pub(super) fn insert_picture_use(
    tx: &Write<'_>,
    picture: Id,
    kind: PictureKind,
    post: Id,
    question: Id,
    is_current: bool,
) -> Result<()> {
    tx.execute(
        "INSERT INTO picture_uses (picture_id, kind, content_id, place_id, is_current) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![picture, kind, post, question, is_current],
    )?;
    Ok(())
}

/// Returns whether the site has no content, and no users other than its first administrator.
pub(super) fn is_empty(tx: &Write<'_>) -> Result<bool> {
    let sql = "SELECT 1 FROM communities UNION ALL SELECT 1 FROM tags UNION ALL SELECT 1 FROM posts UNION ALL SELECT 1 FROM messages
               UNION ALL SELECT 1 FROM chats WHERE id <> 0 UNION ALL SELECT 1 FROM games
               UNION ALL SELECT 1 FROM users WHERE role <> 'administrator'
               UNION ALL SELECT 1 FROM (SELECT 1 FROM users LIMIT 1 OFFSET 1)";
    Ok(!tx.exists(sql, [])?)
}

/// Sets the first administrator aside: frees their name, which the export may contain. Returns their
/// id and name, if the site has users.
pub(super) fn set_administrator_aside(tx: &Write<'_>) -> Result<Option<(Id, String)>> {
    let administrator = tx.first("SELECT id, name_key FROM users", [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    tx.execute("UPDATE users SET name_key = ''", [])?;
    Ok(administrator)
}

/// Gives an administrator that was set aside their name back.
pub(super) fn restore_administrator(tx: &Write<'_>, id: Id, name_key: &str) -> Result<()> {
    tx.execute(
        "UPDATE users SET name_key = ?2 WHERE id = ?1",
        params![id, name_key],
    )?;
    Ok(())
}

/// Returns the user with a name, and whether they are deleted.
pub(super) fn user_with_name(tx: &Write<'_>, name_key: &str) -> Result<Option<(Id, bool)>> {
    let sql = "SELECT id, deleted_at IS NOT NULL FROM users WHERE name_key = ?1";
    tx.first(sql, [name_key], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Replaces an administrator that was set aside by an imported user, who becomes an enabled
/// administrator. Without an imported password, they keep the one of the site.
pub(super) fn replace_administrator(tx: &Write<'_>, administrator: Id, by: Id) -> Result<()> {
    tx.execute(
        "UPDATE users SET role = 'administrator', disabled_at = NULL,
                password_hash = coalesce(password_hash, (SELECT a.password_hash FROM users a WHERE a.id = ?1))
         WHERE id = ?2",
        [administrator, by],
    )?;
    let references =
        "SELECT m.name, f.\"from\" FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
                      WHERE m.type = 'table' AND f.\"table\" = 'users'";
    let columns: Vec<(String, String)> =
        tx.all(references, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (table, column) in columns {
        let sql = format!("UPDATE OR IGNORE {table} SET {column} = ?2 WHERE {column} = ?1");
        tx.execute(&sql, [administrator, by])?;
        // The imported user has this row already.
        let sql = format!("DELETE FROM {table} WHERE {column} = ?1");
        tx.execute(&sql, [administrator])?;
    }
    // A trigger takes deleted users out of the counts and the index of names.
    tx.execute(
        "UPDATE users SET deleted_at = created_at WHERE id = ?1",
        [administrator],
    )?;
    tx.execute("DELETE FROM users WHERE id = ?1", [administrator])?;
    Ok(())
}

/// Calls `each` with each post without a revision.
pub(super) fn for_each_post_without_revision(
    tx: &Write<'_>,
    each: impl FnMut(Id) -> Result<()>,
) -> Result<()> {
    let sql = "SELECT id FROM posts p WHERE NOT EXISTS (SELECT 1 FROM revisions r WHERE r.post_id = p.id)";
    tx.for_each(sql, [], |row| row.get(0), each)
}
