//! Inserts the rows of a generated site.

use rusqlite::params;

use super::dataset::{Comment, Dataset, Post, Question};
use stoa::core::error::Result;
use stoa::core::id::Id;
use stoa::core::text::fold;
use stoa::platform::db::Write;

/// Sets the page cache of this connection to 256 MiB, because inserts go to random pages of the
/// indexes.
pub fn enlarge_cache(tx: &Write<'_>) -> Result<()> {
    tx.execute("PRAGMA cache_size = -262144", [])?;
    Ok(())
}

pub fn insert_user(tx: &Write<'_>, user: usize) -> Result<()> {
    let (id, name) = (Dataset::user_id(user), Dataset::username(user));
    let sql = "INSERT INTO users (id, username, name_key, created_at) VALUES (?1, ?2, ?3, ?4)";
    tx.execute(
        sql,
        params![id, name, fold(&name), Dataset::joined_at(user)],
    )?;
    Ok(())
}

pub fn insert_tag(tx: &Write<'_>, tag: usize) -> Result<()> {
    let (id, name) = (Dataset::tag_id(tag), Dataset::tag_name(tag));
    tx.execute(
        "INSERT INTO tags (id, name_key) VALUES (?1, ?2)",
        params![id, fold(&name)],
    )?;
    tx.execute(
        "INSERT INTO scoped_tags (tag_id, scope, id, name) VALUES (?1, 0, ?1, ?2)",
        params![id, name],
    )?;
    Ok(())
}

/// Inserts a question with its tags, views, revisions, answers, votes and comments.
///
/// Does not update the counters and the search index.
pub fn insert_question(tx: &Write<'_>, question: &Question) -> Result<()> {
    let id = question.post.id;
    insert_post(tx, None, &question.post)?;
    tx.execute(
        "INSERT INTO questions (id, title, imported_views) VALUES (?1, ?2, ?3)",
        params![id, question.title, question.imported_views],
    )?;
    insert_votes_and_comments(tx, id, &question.post)?;
    for (position, &tag) in question.tags.iter().enumerate() {
        let sql = "INSERT INTO question_tags (tag_id, question_id, position) VALUES (?1, ?2, ?3)";
        tx.execute(sql, params![Dataset::tag_id(tag), id, position as i64])?;
    }
    for &viewer in &question.viewers {
        tx.execute(
            "INSERT INTO question_views (question_id, user_id) VALUES (?1, ?2)",
            params![id, Dataset::user_id(viewer)],
        )?;
    }
    let tags: Vec<String> = question
        .tags
        .iter()
        .map(|&tag| Dataset::tag_name(tag))
        .collect();
    insert_revision(tx, &question.post, Some((&question.title, &tags.join(" "))))?;
    for answer in &question.answers {
        insert_post(tx, Some(id), answer)?;
        insert_votes_and_comments(tx, id, answer)?;
        insert_revision(tx, answer, None)?;
    }
    if let Some(answer) = question
        .accepted
        .and_then(|index| question.answers.get(index))
    {
        tx.execute(
            "UPDATE questions SET accepted_answer_id = ?2 WHERE id = ?1",
            params![id, answer.id],
        )?;
    }
    Ok(())
}

fn insert_post(tx: &Write<'_>, question: Option<Id>, post: &Post) -> Result<()> {
    tx.execute(
        "INSERT INTO posts (id, question_id, author_id, text, imported_score, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![post.id, question, Dataset::user_id(post.author), post.text, post.imported_score, post.created_at],
    )?;
    Ok(())
}

fn insert_votes_and_comments(tx: &Write<'_>, question: Id, post: &Post) -> Result<()> {
    for &(user, value) in &post.votes {
        let sql = "INSERT INTO votes (question_id, post_id, user_id, value, voted_at) VALUES (?1, ?2, ?3, ?4, ?5)";
        tx.execute(
            sql,
            params![
                question,
                post.id,
                Dataset::user_id(user),
                value,
                post.created_at
            ],
        )?;
    }
    post.comments
        .iter()
        .try_for_each(|comment| insert_comment(tx, question, post.id, comment))
}

/// Inserts the current text of a post as its first revision.
fn insert_revision(
    tx: &Write<'_>,
    post: &Post,
    title_and_tags: Option<(&str, &str)>,
) -> Result<()> {
    let (title, tags) = title_and_tags.unzip();
    tx.execute(
        "INSERT INTO revisions (id, post_id, author_id, created_at, title, tags) VALUES (?1, ?1, ?2, ?3, ?4, ?5)",
        params![post.id, Dataset::user_id(post.author), post.created_at, title, tags],
    )?;
    Ok(())
}

fn insert_comment(tx: &Write<'_>, question: Id, post: Id, comment: &Comment) -> Result<()> {
    tx.execute(
        "INSERT INTO comments (question_id, post_id, id, author_id, text, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![question, post, comment.id, Dataset::user_id(comment.author), comment.text, comment.created_at],
    )?;
    Ok(())
}
