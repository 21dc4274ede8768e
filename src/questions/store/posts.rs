//! Writing questions, answers and comments, with the counters that follow from them.

use super::super::NewQuestion;
use super::tags;
use crate::communities::access::{Member, Scope};
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
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
    tx.execute(
        "INSERT INTO question_totals (scope, questions, unanswered) VALUES (?1, 1, 1)
         ON CONFLICT (scope) DO UPDATE SET questions = questions + 1, unanswered = unanswered + 1",
        [scope],
    )?;
    tags::count(tx, id)?;
    insert_revision(tx, me, id, Some((&new.title, &new.tags.join(" "))), &new.text)?;
    Ok(id)
}

/// Stores an answer to a question that the author may read.
pub fn insert_answer(tx: &Write<'_>, me: &Me, question: Id, text: &str) -> Result<Id> {
    let id = tx.new_id();
    tx.execute(
        "INSERT INTO posts (id, question_id, author_id, text, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        (id, question, me.id, text, tx.now),
    )?;
    tx.execute(
        "UPDATE question_totals SET unanswered = unanswered - 1
         WHERE scope = (SELECT scope FROM questions WHERE id = ?1 AND answer_count = 0)",
        [question],
    )?;
    tx.execute("UPDATE questions SET answer_count = answer_count + 1, last_answer_id = ?2 WHERE id = ?1", (question, id))?;
    insert_revision(tx, me, id, None, text)?;
    Ok(id)
}

fn insert_revision(tx: &Write<'_>, me: &Me, post: Id, title_and_tags: Option<(&str, &str)>, text: &str) -> Result<()> {
    let (title, tags) = title_and_tags.unzip();
    tx.execute(
        "INSERT INTO revisions (id, post_id, author_id, created_at, title, tags, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        (tx.new_id(), post, me.id, tx.now, title, tags, text),
    )?;
    Ok(())
}

/// Stores a comment on a post that the author may read.
pub fn insert_comment(tx: &Write<'_>, me: &Me, post: Id, text: &str) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO comments (id, post_id, author_id, text, created_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    tx.execute(sql, (id, post, me.id, text, tx.now))?;
    Ok(id)
}
