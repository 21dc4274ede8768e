//! Writing questions, answers and comments, with the counters that follow from them.

use super::tags;
use crate::communities::access::{Member, Scope};
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::questions::NewQuestion;
use crate::questions::access::{Own, Readable};
use crate::users::Me;

/// Stores a question. In a community it takes the proof that the asker is a member.
pub fn insert_question(tx: &Write<'_>, me: &Me, new: &NewQuestion, community: Option<&Member>) -> Result<Id> {
    let id = tx.new_id();
    let scope = community.map_or(Scope::Everyone, |member| member.scope).value();
    tx.execute("INSERT INTO posts (id, author_id, text, created_at) VALUES (?1, ?2, ?3, ?4)", (id, me.id, &new.text, tx.now))?;
    tx.execute(
        "INSERT INTO questions (id, title, community_id, scope) VALUES (?1, ?2, ?3, ?4)",
        (id, &new.title, community.map(|member| member.community), scope),
    )?;
    tags::attach(tx, id, &new.tags)?;
    insert_revision(tx, me, id, Some((&new.title, &new.tags.join(" "))), &new.text)?;
    Ok(id)
}

/// Stores an answer.
pub fn insert_answer(tx: &Write<'_>, me: &Me, to: &Readable, text: &str) -> Result<Id> {
    let id = tx.new_id();
    tx.execute(
        "INSERT INTO posts (id, question_id, author_id, text, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        (id, to.question, me.id, text, tx.now),
    )?;
    recount_answers(tx, to.question)?;
    insert_revision(tx, me, id, None, text)?;
    Ok(id)
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
    tx.execute("UPDATE questions SET accepted_answer_id = ?2 WHERE id = ?1", (asked.id, answer))?;
    Ok(())
}

/// Counts a question in the totals of its scope and of its tags.
pub fn count(tx: &Write<'_>, question: Id) -> Result<()> {
    add_to_totals(tx, question, 1)
}

/// Takes a question out of the totals as it is now, which must be as it was counted.
pub fn uncount(tx: &Write<'_>, question: Id) -> Result<()> {
    add_to_totals(tx, question, -1)
}

fn add_to_totals(tx: &Write<'_>, question: Id, by: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO question_totals (scope, questions, unanswered)
         SELECT scope, ?2, ?2 * (answer_count = 0) FROM questions WHERE id = ?1 AND scope IS NOT NULL
         ON CONFLICT (scope) DO UPDATE SET questions = questions + excluded.questions, unanswered = unanswered + excluded.unanswered",
        (question, by),
    )?;
    tags::add_to_totals(tx, question, by)
}

pub(super) fn insert_revision(tx: &Write<'_>, me: &Me, post: Id, title_and_tags: Option<(&str, &str)>, text: &str) -> Result<()> {
    let (title, tags) = title_and_tags.unzip();
    tx.execute(
        "INSERT INTO revisions (id, post_id, author_id, created_at, title, tags, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        (tx.new_id(), post, me.id, tx.now, title, tags, text),
    )?;
    Ok(())
}

/// Stores a comment on a question or an answer.
pub fn insert_comment(tx: &Write<'_>, me: &Me, on: &Readable, text: &str) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO comments (question_id, post_id, id, author_id, text, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    tx.execute(sql, (on.question, on.post, id, me.id, text, tx.now))?;
    Ok(id)
}
