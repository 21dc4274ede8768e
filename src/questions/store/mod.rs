//! Questions in SQL: loading them whole or as cards.

pub mod lists;
pub mod posts;
pub mod search;
pub mod tags;
pub mod votes;

use std::collections::HashMap;

use rusqlite::Row;

use super::answers::Answer;
use super::comments::Comment;
use super::excerpt::{self, excerpt};
use super::tags::Tag;
use super::{Attribution, Question, QuestionCard};
use crate::communities::store::VISIBLE;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;

/// Ids as SQLite's `json_each` reads them.
fn json(ids: &[Id]) -> String {
    serde_json::json!(ids.iter().map(|id| id.as_i64()).collect::<Vec<_>>()).to_string()
}

fn attribution(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Attribution>> {
    let author: Option<String> = row.get(column)?;
    author.map(|author| Ok(Attribution { author, url: row.get(column + 1)?, licence: row.get(column + 2)? })).transpose()
}

/// Who may read a question, if it is there.
pub fn scope(read: &Read<'_>, question: Id) -> Result<Option<i64>> {
    read.first("SELECT scope FROM questions WHERE id = ?1 AND scope IS NOT NULL", [question], |row| row.get(0))
}

/// The same, if the viewer may read it.
pub fn visible_scope(read: &Read<'_>, viewer: Id, question: Id) -> Result<Option<i64>> {
    let sql = format!("SELECT q.scope FROM questions q WHERE q.id = ?2 AND {VISIBLE}");
    read.first(&sql, (viewer, question), |row| row.get(0))
}

/// The question of an answer that is not deleted. Whether somebody may read it is asked afterwards.
pub fn question_of_answer(read: &Read<'_>, answer: Id) -> Result<Option<Id>> {
    let sql = "SELECT question_id FROM posts WHERE id = ?1 AND question_id IS NOT NULL AND deleted_at IS NULL";
    read.first(sql, [answer], |row| row.get(0))
}

/// How many answers a question has.
pub fn answer_count(read: &Read<'_>, question: Id) -> Result<u32> {
    read.value("SELECT answer_count FROM questions WHERE id = ?1", [question])
}

/// The score of a question or an answer.
pub fn score(read: &Read<'_>, post: Id) -> Result<i32> {
    read.value("SELECT score FROM posts WHERE id = ?1", [post])
}

/// Whether this user's view of the question has been recorded.
pub fn has_viewed(read: &Read<'_>, question: Id, viewer: Id) -> Result<bool> {
    read.exists("SELECT 1 FROM views WHERE question_id = ?1 AND user_id = ?2", (question, viewer))
}

/// Records a view; tells whether it is the viewer's first.
pub fn insert_view(tx: &Write<'_>, question: Id, viewer: Id) -> Result<bool> {
    let first = tx.execute("INSERT INTO views (question_id, user_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING", (question, viewer))? > 0;
    if first {
        tx.execute("UPDATE questions SET view_count = view_count + 1 WHERE id = ?1", [question])?;
    }
    Ok(first)
}

/// One question whole. Whether somebody may read it is asked before.
pub fn one(read: &Read<'_>, id: Id) -> Result<Option<Question>> {
    Ok(many(read, &[id])?.pop())
}

/// Questions whole, in the order of the ids.
pub fn many(read: &Read<'_>, ids: &[Id]) -> Result<Vec<Question>> {
    let ids = json(ids);
    let sql = "SELECT q.id, q.title, p.text, a.name, p.created_at, q.view_count - q.imported_views, q.view_count, q.answer_count, p.score,
                      q.community_id, q.accepted_answer_id, at.author, at.url, at.licence
               FROM json_each(?1) wanted JOIN questions q ON q.id = wanted.value JOIN posts p ON p.id = q.id
               JOIN authors a ON a.id = p.author_id LEFT JOIN attributions at ON at.id = q.id ORDER BY wanted.key";
    let mut questions = read.all(sql, [&ids], |row| {
        Ok(Question {
            id: row.get(0)?,
            title: row.get(1)?,
            text: row.get(2)?,
            asked_by: row.get(3)?,
            ask_date_time: row.get(4)?,
            views: vec![""; row.get::<_, u32>(5)? as usize],
            view_count: row.get(6)?,
            answer_count: row.get(7)?,
            score: row.get(8)?,
            community_id: row.get(9)?,
            accepted_answer_id: row.get(10)?,
            attribution: attribution(row, 11)?,
            tags: Vec::new(),
            answers: Vec::new(),
            up_votes: Vec::new(),
            down_votes: Vec::new(),
            comments: Vec::new(),
        })
    })?;
    let (mut tags, mut votes, mut answers) = (tags::of_questions(read, &ids)?, votes::of_posts(read, &ids)?, answers_of(read, &ids)?);
    let mut comments = comments_of(read, &ids)?;
    for question in &mut questions {
        question.tags = tags.remove(&question.id).unwrap_or_default();
        (question.up_votes, question.down_votes) = votes.remove(&question.id).unwrap_or_default();
        question.comments = comments.remove(&question.id).unwrap_or_default();
        question.answers = answers.remove(&question.id).unwrap_or_default();
    }
    Ok(questions)
}

const ANSWER: &str = "SELECT p.id, p.text, a.name, p.created_at, p.score, at.author, at.url, at.licence, p.question_id
                      FROM posts p JOIN authors a ON a.id = p.author_id LEFT JOIN attributions at ON at.id = p.id";

fn answer_from(row: &Row<'_>) -> rusqlite::Result<Answer> {
    Ok(Answer {
        id: row.get(0)?,
        text: row.get(1)?,
        ans_by: row.get(2)?,
        ans_date_time: row.get(3)?,
        score: row.get(4)?,
        attribution: attribution(row, 5)?,
        comments: Vec::new(),
    })
}

fn answers_of(read: &Read<'_>, questions: &str) -> Result<HashMap<Id, Vec<Answer>>> {
    let sql =
        format!("{ANSWER} WHERE p.question_id IN (SELECT value FROM json_each(?1)) AND p.deleted_at IS NULL ORDER BY p.question_id, p.id");
    let mut answers = read.all(&sql, [questions], |row| Ok((row.get(8)?, answer_from(row)?)))?;
    let ids: Vec<Id> = answers.iter().map(|(_, answer)| answer.id).collect();
    let mut comments = if ids.is_empty() { HashMap::new() } else { comments_of(read, &json(&ids))? };
    for (_, answer) in &mut answers {
        answer.comments = comments.remove(&answer.id).unwrap_or_default();
    }
    Ok(group(answers))
}

/// One answer with its comments.
pub fn answer(read: &Read<'_>, id: Id) -> Result<Option<Answer>> {
    let Some(mut answer) = read.first(&format!("{ANSWER} WHERE p.id = ?1"), [id], answer_from)? else { return Ok(None) };
    answer.comments = comments_of(read, &json(&[id]))?.remove(&id).unwrap_or_default();
    Ok(Some(answer))
}

const COMMENT: &str = "SELECT c.id, c.text, a.name, c.created_at, at.author, at.url, at.licence, c.post_id
                       FROM comments c JOIN authors a ON a.id = c.author_id LEFT JOIN attributions at ON at.id = c.id";

fn comment_from(row: &Row<'_>) -> rusqlite::Result<Comment> {
    Ok(Comment {
        id: row.get(0)?,
        text: row.get(1)?,
        comment_by: row.get(2)?,
        comment_date_time: row.get(3)?,
        attribution: attribution(row, 4)?,
    })
}

fn comments_of(read: &Read<'_>, posts: &str) -> Result<HashMap<Id, Vec<Comment>>> {
    let sql = format!("{COMMENT} WHERE c.post_id IN (SELECT value FROM json_each(?1)) AND c.deleted_at IS NULL ORDER BY c.post_id, c.id");
    Ok(group(read.all(&sql, [posts], |row| Ok((row.get(7)?, comment_from(row)?)))?))
}

/// One comment. Whether somebody may read it is asked before.
pub fn comment(read: &Read<'_>, id: Id) -> Result<Option<Comment>> {
    read.first(&format!("{COMMENT} WHERE c.id = ?1"), [id], comment_from)
}

fn group<T>(rows: Vec<(Id, T)>) -> HashMap<Id, Vec<T>> {
    let mut groups: HashMap<Id, Vec<T>> = HashMap::new();
    for (id, row) in rows {
        groups.entry(id).or_default().push(row);
    }
    groups
}

/// Questions as cards, in the order of the ids.
pub fn cards(read: &Read<'_>, viewer: Id, ids: &[Id]) -> Result<Vec<QuestionCard>> {
    let ids = json(ids);
    let sql = "SELECT q.id, q.title, substr(p.text, 1, ?3), a.name, p.created_at, q.answer_count, q.view_count, p.score,
                      EXISTS (SELECT 1 FROM stars s WHERE s.user_id = ?2 AND s.question_id = q.id),
                      q.accepted_answer_id IS NOT NULL, q.community_id
               FROM json_each(?1) wanted JOIN questions q ON q.id = wanted.value JOIN posts p ON p.id = q.id
               JOIN authors a ON a.id = p.author_id ORDER BY wanted.key";
    let mut tags: HashMap<Id, Vec<Tag>> = tags::of_questions(read, &ids)?;
    read.all(sql, (&ids, viewer, excerpt::LENGTH as i64 + 1), |row| {
        let id: Id = row.get(0)?;
        let (text, truncated) = excerpt(row.get_ref(2)?.as_str()?);
        Ok(QuestionCard {
            id,
            title: row.get(1)?,
            text,
            truncated,
            tags: tags.remove(&id).unwrap_or_default(),
            asked_by: row.get(3)?,
            ask_date_time: row.get(4)?,
            answer_count: row.get(5)?,
            view_count: row.get(6)?,
            score: row.get(7)?,
            starred: row.get(8)?,
            accepted: row.get(9)?,
            community_id: row.get(10)?,
        })
    })
}
