//! Edits and closes content, and lists its revisions.

use super::posts::{insert_revision, recount_answers};
use super::tags;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::pictures::MAX_VERSIONS;
use crate::features::questions::access::{EditDecider, EditablePost, OwnPost, PurgeablePost};
use crate::features::questions::model::{NewContent, PostKind, Revision};
use crate::features::users::Account;
use crate::platform::db::{Read, Write};

/// Updates the content of a question, an answer or a comment.
pub fn update(
    tx: &Write<'_>,
    editor: &Account,
    post: &EditablePost<'_>,
    new: &NewContent,
) -> Result<()> {
    match new {
        NewContent::Question(new) => {
            update_text(tx, post, &new.text)?;
            tx.execute(
                "UPDATE questions SET title = ?2 WHERE id = ?1",
                (post.id(), &new.title),
            )?;
            tags::replace(tx, post.id(), &new.tags)?;
            insert_revision(
                tx,
                editor,
                post.id(),
                Some((&new.title, &new.tags.join(" "))),
            )
        }
        NewContent::Answer(text) => {
            update_text(tx, post, text)?;
            insert_revision(tx, editor, post.id(), None)
        }
        NewContent::Comment(text) => update_comment(tx, editor, post, text),
    }
}

/// Updates the text of a post, and copies the previous text into the latest revision, which had
/// none.
fn update_text(tx: &Write<'_>, post: &EditablePost<'_>, text: &str) -> Result<()> {
    tx.execute("UPDATE revisions SET compressed_text = (SELECT compressed(text) FROM posts WHERE id = ?1) WHERE post_id = ?1 AND compressed_text IS NULL", [post.id()])?;
    tx.execute(
        "UPDATE posts SET text = ?2, edited_at = ?3 WHERE id = ?1",
        (post.id(), text, tx.now),
    )?;
    Ok(())
}

/// Updates the text of a comment. A moderator who is not its author is named with this version.
fn update_comment(
    tx: &Write<'_>,
    editor: &Account,
    post: &EditablePost<'_>,
    text: &str,
) -> Result<()> {
    tx.execute(
        "INSERT INTO comment_revisions (id, comment_id, created_at, text, author_id) SELECT ?2, id, coalesce(edited_at, created_at), text, edited_by FROM comments WHERE id = ?1",
        (post.id(), tx.new_id()),
    )?;
    let moderator = post.other_author().map(|_| editor.id());
    tx.execute(
        "UPDATE comments SET text = ?2, edited_at = ?3, edited_by = ?4 WHERE id = ?1",
        (post.id(), text, tx.now, moderator),
    )?;
    Ok(())
}

/// Returns the revisions of a question or an answer, newest first, and whether the caller can purge
/// them.
pub fn revisions_of_post(
    read: &Read<'_>,
    post: Id,
    can_purge: bool,
    paging: &Paging,
) -> Result<Page<Revision>> {
    let total = read.value("SELECT count(*) FROM revisions WHERE post_id = ?1", [post])?;
    let sql = "SELECT r.id, a.name, r.created_at, r.title, r.tags, coalesce(decompressed(r.compressed_text), p.text),
                      r.purged_at IS NOT NULL, r.compressed_text IS NOT NULL AND r.purged_at IS NULL
               FROM revisions r JOIN posts p ON p.id = r.post_id JOIN authors a ON a.id = r.author_id
               WHERE r.post_id = ?1 ORDER BY r.id DESC LIMIT ?2 OFFSET ?3";
    let revisions = read.all(
        sql,
        (post, paging.limit as i64 + 1, paging.skipped()?),
        |row| {
            let tags: Option<String> = row.get(4)?;
            Ok(Revision {
                id: row.get(0)?,
                edited_by: row.get(1)?,
                edit_date_time: row.get(2)?,
                title: row.get(3)?,
                tags: tags.map(|tags| tags.split_whitespace().map(str::to_owned).collect()),
                text: row.get(5)?,
                purged: row.get(6)?,
                can_purge: can_purge && row.get(7)?,
            })
        },
    )?;
    Page::numbered(revisions, paging, total)
}

/// Returns the revisions of a comment, newest first, and whether the caller can purge them.
pub fn revisions_of_comment(
    read: &Read<'_>,
    comment: Id,
    can_purge: bool,
    paging: &Paging,
) -> Result<Page<Revision>> {
    let earlier: i64 = read.value(
        "SELECT count(*) FROM comment_revisions WHERE comment_id = ?1",
        [comment],
    )?;
    let sql = "SELECT r.id, a.name, r.written_at, r.text, r.purged_at IS NOT NULL, NOT r.is_current AND r.purged_at IS NULL
               FROM (SELECT id, id AS comment_id, coalesce(edited_at, created_at) AS written_at, text, edited_by AS editor_id, NULL AS purged_at, 1 AS is_current FROM comments WHERE id = ?1
                     UNION ALL SELECT id, comment_id, created_at, text, author_id, purged_at, 0 FROM comment_revisions WHERE comment_id = ?1) r
               JOIN comments c ON c.id = r.comment_id JOIN authors a ON a.id = coalesce(r.editor_id, c.author_id)
               ORDER BY r.is_current DESC, r.id DESC LIMIT ?2 OFFSET ?3";
    let revisions = read.all(
        sql,
        (comment, paging.limit as i64 + 1, paging.skipped()?),
        |row| {
            let (id, edited_by, edit_date_time, text) =
                (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(Revision {
                id,
                edited_by,
                edit_date_time,
                title: None,
                tags: None,
                text,
                purged: row.get(4)?,
                can_purge: can_purge && row.get(5)?,
            })
        },
    )?;
    Page::numbered(revisions, paging, earlier + 1)
}

/// Empties an earlier version. Succeeds without changes if it is purged. Rejects the current version
/// with 409 and any other id with 404.
pub fn purge_revision(tx: &Write<'_>, post: &PurgeablePost, revision: Id) -> Result<()> {
    let (table, parent, current, text) = match post.kind() {
        PostKind::Question | PostKind::Answer => (
            "revisions",
            "post_id",
            "compressed_text IS NULL",
            "compressed_text = x''",
        ),
        PostKind::Comment => ("comment_revisions", "comment_id", "FALSE", "text = ''"),
    };
    let sql = format!("SELECT {current} FROM {table} WHERE id = ?1 AND {parent} = ?2");
    match tx.first(&sql, (revision, post.id()), |row| row.get(0))? {
        Some(false) => {}
        Some(true) => return Err(Sentence::RevisionCurrent.into()),
        // The current version of a comment has the id of the comment.
        None if post.kind() == PostKind::Comment && revision == post.id() => {
            return Err(Sentence::RevisionCurrent.into());
        }
        None => return Err(Sentence::PostNotFound.into()),
    }
    let others = match post.kind() {
        PostKind::Question => "title = '', tags = '', ",
        PostKind::Answer | PostKind::Comment => "",
    };
    let sql = format!(
        "UPDATE {table} SET {text}, {others}purged_at = ?2, purged_by = ?3 WHERE id = ?1 AND purged_at IS NULL"
    );
    tx.execute(&sql, (revision, tx.now, post.purged_by()))?;
    Ok(())
}

/// Returns the texts of the newest earlier versions that are not purged.
pub fn earlier_texts(read: &Read<'_>, post: &PurgeablePost) -> Result<Vec<String>> {
    let sql = match post.kind() {
        PostKind::Question | PostKind::Answer => {
            "SELECT decompressed(compressed_text) FROM revisions WHERE post_id = ?1 AND compressed_text <> x'' ORDER BY id DESC LIMIT ?2"
        }
        PostKind::Comment => {
            "SELECT text FROM comment_revisions WHERE comment_id = ?1 AND text <> '' ORDER BY id DESC LIMIT ?2"
        }
    };
    read.all(sql, (post.id(), MAX_VERSIONS), |row| row.get(0))
}

/// Notes that what the readers of a question see of it changes now.
pub fn note(tx: &Write<'_>, question: Id) -> Result<()> {
    let sql = "UPDATE questions SET changed_at = ?2 WHERE id = ?1";
    tx.execute(sql, (question, tx.now)).map(drop)
}

/// Notes the newest time in each question that readers see and that has no time of a change, as after an import.
pub fn note_missing(tx: &Write<'_>) -> Result<()> {
    let sql = "UPDATE questions SET changed_at = max(
                   (SELECT max(created_at, coalesce(edited_at, 0)) FROM posts WHERE id = questions.id),
                   coalesce((SELECT max(max(created_at, coalesce(edited_at, 0))) FROM posts WHERE question_id = questions.id AND deleted_at IS NULL), 0),
                   coalesce((SELECT max(max(created_at, coalesce(edited_at, 0))) FROM comments WHERE question_id = questions.id AND deleted_at IS NULL), 0))
               WHERE changed_at IS NULL AND scope IS NOT NULL";
    tx.execute(sql, []).map(drop)
}

/// Makes an answer a wiki, or ends that.
pub fn set_wiki(tx: &Write<'_>, answer: &EditDecider, is_wiki: bool) -> Result<()> {
    let sql = "UPDATE posts SET is_wiki = ?2 WHERE id = ?1";
    tx.execute(sql, (answer.target().post(), is_wiki)).map(drop)
}

/// Closes a question to new answers, or reopens it.
pub fn set_closed(tx: &Write<'_>, own: &OwnPost, closed: bool) -> Result<()> {
    tx.execute(
        "UPDATE questions SET closed_at = ?2 WHERE id = ?1",
        (own.id(), closed.then_some(tx.now)),
    )?;
    Ok(())
}

/// The largest number of hidden answers and comments that one step deletes.
const HIDDEN_AT_ONCE: i64 = 200;

/// Deletes some content of an account that is hidden with its question or its post. Returns whether there
/// may be more.
pub fn delete_hidden_of(tx: &Write<'_>, account: &Account) -> Result<bool> {
    let answers = "UPDATE posts SET deleted_at = ?2, deleted_by = ?1 WHERE id IN
                   (SELECT id FROM posts WHERE author_id = ?1 AND deleted_at IS NULL LIMIT ?3) RETURNING question_id";
    let parameters = (account.id(), tx.now, HIDDEN_AT_ONCE);
    let questions: Vec<Option<Id>> = tx.all(answers, parameters, |row| row.get(0))?;
    for question in questions.iter().flatten() {
        recount_answers(tx, *question)?;
    }
    let comments = "UPDATE comments SET deleted_at = ?2, deleted_by = ?1 WHERE id IN
                    (SELECT id FROM comments WHERE author_id = ?1 AND deleted_at IS NULL LIMIT ?3)";
    let deleted = tx.execute(comments, parameters)?;
    Ok(questions.len().max(deleted) as i64 == HIDDEN_AT_ONCE)
}
