//! Changing and deleting what is there, and what it said before.

use super::posts::{insert_revision, recount_answers};
use super::tags;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::NewQuestion;
use crate::questions::access::{Deletable, Deleted, Own};
use crate::questions::revisions::Revision;
use crate::users::Me;
use crate::web::{Page, Paging};

/// Changes what a question says.
pub fn update_question(tx: &Write<'_>, me: &Me, own: &Own, new: &NewQuestion) -> Result<()> {
    update_text(tx, own, &new.text)?;
    tx.execute("UPDATE questions SET title = ?2 WHERE id = ?1", (own.id, &new.title))?;
    tx.execute("DELETE FROM question_tags WHERE question_id = ?1", [own.id])?;
    tags::attach(tx, own.id, &new.tags)?;
    insert_revision(tx, me, own.id, Some((&new.title, &new.tags.join(" "))))
}

/// Changes what an answer says.
pub fn update_answer(tx: &Write<'_>, me: &Me, own: &Own, text: &str) -> Result<()> {
    update_text(tx, own, text)?;
    insert_revision(tx, me, own.id, None)
}

/// Changes the text of a post, and leaves what it said so far to the revision that said so.
fn update_text(tx: &Write<'_>, own: &Own, text: &str) -> Result<()> {
    tx.execute("UPDATE revisions SET text = (SELECT text FROM posts WHERE id = ?1) WHERE post_id = ?1 AND text IS NULL", [own.id])?;
    tx.execute("UPDATE posts SET text = ?2, edited_at = ?3 WHERE id = ?1", (own.id, text, tx.now))?;
    Ok(())
}

/// Changes what a comment says.
pub fn update_comment(tx: &Write<'_>, own: &Own, text: &str) -> Result<()> {
    tx.execute(
        "INSERT INTO comment_revisions (id, comment_id, created_at, text) SELECT ?2, id, coalesce(edited_at, created_at), text FROM comments WHERE id = ?1",
        (own.id, tx.new_id()),
    )?;
    tx.execute("UPDATE comments SET text = ?2, edited_at = ?3 WHERE id = ?1", (own.id, text, tx.now))?;
    Ok(())
}

/// What a question or an answer says and has said, newest first.
pub fn revisions_of_post(read: &Read<'_>, post: Id, paging: &Paging) -> Result<Page<Revision>> {
    let total = read.value("SELECT count(*) FROM revisions WHERE post_id = ?1", [post])?;
    let sql = "SELECT r.id, a.name, r.created_at, r.title, r.tags, coalesce(r.text, p.text)
               FROM revisions r JOIN posts p ON p.id = r.post_id JOIN authors a ON a.id = r.author_id
               WHERE r.post_id = ?1 ORDER BY r.id DESC LIMIT ?2 OFFSET ?3";
    let revisions = read.all(sql, (post, paging.limit as i64 + 1, paging.skipped()?), |row| {
        let tags: Option<String> = row.get(4)?;
        Ok(Revision {
            id: row.get(0)?,
            edited_by: row.get(1)?,
            edit_date_time: row.get(2)?,
            title: row.get(3)?,
            tags: tags.map(|tags| tags.split_whitespace().map(str::to_owned).collect()),
            text: row.get(5)?,
        })
    })?;
    Page::numbered(revisions, paging, total)
}

/// What a comment says and has said, newest first.
pub fn revisions_of_comment(read: &Read<'_>, comment: Id, paging: &Paging) -> Result<Page<Revision>> {
    let before: i64 = read.value("SELECT count(*) FROM comment_revisions WHERE comment_id = ?1", [comment])?;
    let sql = "SELECT r.id, a.name, r.written_at, r.text
               FROM (SELECT id, id AS comment_id, coalesce(edited_at, created_at) AS written_at, text, 1 AS is_current FROM comments WHERE id = ?1
                     UNION ALL SELECT id, comment_id, created_at, text, 0 FROM comment_revisions WHERE comment_id = ?1) r
               JOIN comments c ON c.id = r.comment_id JOIN authors a ON a.id = c.author_id
               ORDER BY r.is_current DESC, r.id DESC LIMIT ?2 OFFSET ?3";
    let revisions = read.all(sql, (comment, paging.limit as i64 + 1, paging.skipped()?), |row| {
        let (id, edited_by, edit_date_time, text) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        Ok(Revision { id, edited_by, edit_date_time, title: None, tags: None, text })
    })?;
    Page::numbered(revisions, paging, before + 1)
}

/// Closes a question to new answers, or opens it again.
pub fn set_closed(tx: &Write<'_>, own: &Own, closed: bool) -> Result<()> {
    tx.execute("UPDATE questions SET closed_at = ?2 WHERE id = ?1", (own.id, closed.then_some(tx.now)))?;
    Ok(())
}

/// Deletes a question, so that nobody may read it. Without answers it comes back open.
pub fn delete_question(tx: &Write<'_>, question: &Deletable) -> Result<()> {
    delete_post(tx, question)?;
    tx.execute("UPDATE questions SET scope = NULL, closed_at = iif(answer_count = 0, NULL, closed_at) WHERE id = ?1", [question.id])?;
    Ok(())
}

/// Brings a deleted question back.
pub fn undelete_question(tx: &Write<'_>, deleted: &Deleted) -> Result<()> {
    undelete_post(tx, deleted)?;
    tx.execute("UPDATE questions SET scope = ?2 WHERE id = ?1", (deleted.id, deleted.on.scope.value()))?;
    Ok(())
}

/// Deletes an answer. It is no longer the accepted one either, until it is brought back.
pub fn delete_answer(tx: &Write<'_>, answer: &Deletable) -> Result<()> {
    delete_post(tx, answer)?;
    let sql = "UPDATE questions SET accepted_answer_id = NULL, accepted_deleted_id = ?2 WHERE id = ?1 AND accepted_answer_id = ?2";
    tx.execute(sql, (answer.on.question, answer.id))?;
    recount_answers(tx, answer.on.question)
}

/// Brings a deleted answer back.
pub fn undelete_answer(tx: &Write<'_>, deleted: &Deleted) -> Result<()> {
    undelete_post(tx, deleted)?;
    let sql = "UPDATE questions SET accepted_answer_id = ?2, accepted_deleted_id = NULL WHERE id = ?1 AND accepted_deleted_id = ?2";
    tx.execute(sql, (deleted.on.question, deleted.id))?;
    recount_answers(tx, deleted.on.question)
}

fn delete_post(tx: &Write<'_>, post: &Deletable) -> Result<()> {
    tx.execute("UPDATE posts SET deleted_at = ?2, deleted_by = ?3 WHERE id = ?1", (post.id, tx.now, post.by))?;
    Ok(())
}

fn undelete_post(tx: &Write<'_>, deleted: &Deleted) -> Result<()> {
    tx.execute("UPDATE posts SET deleted_at = NULL, deleted_by = NULL WHERE id = ?1", [deleted.id])?;
    Ok(())
}

/// Deletes a comment.
pub fn delete_comment(tx: &Write<'_>, comment: &Deletable) -> Result<()> {
    tx.execute("UPDATE comments SET deleted_at = ?2, deleted_by = ?3 WHERE id = ?1", (comment.id, tx.now, comment.by))?;
    Ok(())
}

/// Brings a deleted comment back.
pub fn undelete_comment(tx: &Write<'_>, deleted: &Deleted) -> Result<()> {
    tx.execute("UPDATE comments SET deleted_at = NULL, deleted_by = NULL WHERE id = ?1", [deleted.id])?;
    Ok(())
}
