//! Writing questions, answers and comments, with the counters that follow from them.

use super::tags;
use crate::communities::access::{Asking, Scope};
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::NewQuestion;
use crate::questions::access::{Own, Readable};
use crate::users::Me;

/// Stores a question. In a community it takes the proof that the actor may ask there.
pub fn insert_question(tx: &Write<'_>, me: &Me, new: &NewQuestion, community: Option<&Asking>, nonce: Option<&str>) -> Result<Id> {
    let id = tx.new_id();
    let scope = community.map_or(Scope::Everyone, |asking| asking.scope).value();
    let sql = "INSERT INTO posts (id, author_id, text, created_at, nonce) VALUES (?1, ?2, ?3, ?4, ?5)";
    tx.execute(sql, (id, me.id, &new.text, tx.now, nonce))?;
    tx.execute(
        "INSERT INTO questions (id, title, community_id, scope) VALUES (?1, ?2, ?3, ?4)",
        (id, &new.title, community.map(|asking| asking.community), scope),
    )?;
    tags::attach(tx, id, &new.tags)?;
    insert_revision(tx, me, id, Some((&new.title, &new.tags.join(" "))))?;
    Ok(id)
}

/// Stores an answer.
pub fn insert_answer(tx: &Write<'_>, me: &Me, to: &Readable, text: &str, nonce: Option<&str>) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO posts (id, question_id, author_id, text, created_at, nonce) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    tx.execute(sql, (id, to.question, me.id, text, tx.now, nonce))?;
    recount_answers(tx, to.question)?;
    insert_revision(tx, me, id, None)?;
    Ok(id)
}

/// The question that the actor has asked with a nonce, or the answer that he has given with it.
pub fn by_nonce(read: &Read<'_>, me: &Me, to: Option<&Readable>, nonce: Option<&str>) -> Result<Option<Id>> {
    let Some(nonce) = nonce else { return Ok(None) };
    let sql = "SELECT id FROM posts WHERE author_id = ?1 AND nonce = ?2 AND coalesce(question_id, 0) = coalesce(?3, 0)";
    read.first(sql, (me.id, nonce, to.map(|to| to.question)), |row| row.get(0))
}

/// The comment that the actor has written on a post with a nonce.
pub fn comment_by_nonce(read: &Read<'_>, me: &Me, on: &Readable, nonce: Option<&str>) -> Result<Option<Id>> {
    let Some(nonce) = nonce else { return Ok(None) };
    let sql = "SELECT id FROM comments WHERE author_id = ?1 AND nonce = ?2 AND post_id = ?3";
    read.first(sql, (me.id, nonce, on.post), |row| row.get(0))
}

/// Counts a question's answers anew.
pub(super) fn recount_answers(tx: &Write<'_>, question: Id) -> Result<()> {
    tx.execute(
        "UPDATE questions SET (answer_count, last_answer_id) =
             (SELECT count(*), coalesce(max(id), 0) FROM posts WHERE question_id = ?1 AND deleted_at IS NULL)
         WHERE id = ?1",
        [question],
    )?;
    Ok(())
}

/// Makes an answer the accepted one, or none.
pub fn accept(tx: &Write<'_>, asked: &Own, answer: Option<Id>) -> Result<()> {
    tx.execute("UPDATE questions SET accepted_answer_id = ?2, accepted_deleted_id = NULL WHERE id = ?1", (asked.id, answer))?;
    Ok(())
}

/// Where a question counts: in the totals of its scope, and in those of its tags there.
#[derive(PartialEq, Eq)]
pub struct Counted {
    scope: i64,
    is_unanswered: bool,
    /// A JSON array of their ids.
    tags: String,
}

/// Where a question counts as it is now; nowhere if it is deleted.
pub fn counted(read: &Read<'_>, question: Id) -> Result<Option<Counted>> {
    let sql = "SELECT scope, answer_count = 0, (SELECT json_group_array(tag_id) FROM question_tags WHERE question_id = questions.id)
               FROM questions WHERE id = ?1 AND scope IS NOT NULL";
    read.first(sql, [question], |row| Ok(Counted { scope: row.get(0)?, is_unanswered: row.get(1)?, tags: row.get(2)? }))
}

/// Counts a question where it counts now and not where it was counted. For most changes, such as one more answer, that is the same.
pub fn recount(tx: &Write<'_>, before: Option<&Counted>, now: Option<&Counted>) -> Result<()> {
    if before == now {
        return Ok(());
    }
    for (counted, by) in before.map(|before| (before, -1)).into_iter().chain(now.map(|now| (now, 1))) {
        tx.execute(
            "INSERT INTO question_totals (scope, questions, unanswered) VALUES (?1, ?2, ?2 * ?3)
             ON CONFLICT (scope) DO UPDATE SET questions = questions + excluded.questions, unanswered = unanswered + excluded.unanswered",
            (counted.scope, by, counted.is_unanswered),
        )?;
        tx.execute(
            "UPDATE tag_totals SET questions = questions + ?3 WHERE scope = ?1 AND tag_id IN (SELECT value FROM json_each(?2))",
            (counted.scope, &counted.tags, by),
        )?;
    }
    Ok(())
}

/// Stores that a post says from now on what it says.
pub(super) fn insert_revision(tx: &Write<'_>, me: &Me, post: Id, title_and_tags: Option<(&str, &str)>) -> Result<()> {
    let (title, tags) = title_and_tags.unzip();
    tx.execute(
        "INSERT INTO revisions (id, post_id, author_id, created_at, title, tags) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        (tx.new_id(), post, me.id, tx.now, title, tags),
    )?;
    Ok(())
}

/// Stores a comment on a question or an answer.
pub fn insert_comment(tx: &Write<'_>, me: &Me, on: &Readable, text: &str, nonce: Option<&str>) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO comments (question_id, post_id, id, author_id, text, created_at, nonce) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    tx.execute(sql, (on.question, on.post, id, me.id, text, tx.now, nonce))?;
    Ok(id)
}
