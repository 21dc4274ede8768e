//! Questions in SQL: loading them whole or as cards.

pub mod changes;
pub mod duplicates;
pub mod lists;
pub mod posts;
pub mod removals;
pub mod search;
pub mod similar;
pub mod tags;
pub mod votes;
pub mod words;
pub mod written;

use std::collections::HashMap;

use rusqlite::Row;

use crate::communities::store::VISIBLE;
use crate::db::{Read, Write};
use crate::error::{Error, Result};
use crate::id::Id;
use crate::questions::answers::Answer;
use crate::questions::comments::Comment;
use crate::questions::excerpt::excerpt;
use crate::questions::{Attribution, Question, QuestionCard};
use crate::web::JsonText;

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

/// How many answers a question has.
pub fn answer_count(read: &Read<'_>, question: Id) -> Result<u32> {
    read.value("SELECT answer_count FROM questions WHERE id = ?1", [question])
}

/// Whether a question takes no new answers.
pub fn is_closed(read: &Read<'_>, question: Id) -> Result<bool> {
    read.exists("SELECT 1 FROM questions WHERE id = ?1 AND closed_at IS NOT NULL", [question])
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

/// With the scope that a deleted question would come back to.
const QUESTION: &str =
    "SELECT q.id, q.title, p.text, a.name, p.created_at, q.view_count - q.imported_views, q.view_count, q.answer_count, p.score,
            q.community_id, q.accepted_answer_id, p.edited_at, q.closed_at, p.deleted_at, at.author, at.url, at.licence,
            coalesce(q.scope, (SELECT id FROM communities WHERE id = q.community_id AND visibility = 'private'), 0)
     FROM questions q JOIN posts p ON p.id = q.id JOIN authors a ON a.id = p.author_id LEFT JOIN attributions at ON at.id = q.id
     WHERE q.id = ?1";

/// One question whole. Whether somebody may read it is asked before.
pub fn one(read: &Read<'_>, id: Id) -> Result<Question> {
    let question = read.first(QUESTION, [id], |row| {
        let question = Question {
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
            edited_at: row.get(11)?,
            closed_at: row.get(12)?,
            deleted_at: row.get(13)?,
            attribution: attribution(row, 14)?,
            tags: Vec::new(),
            answers: Vec::new(),
            up_votes: Vec::new(),
            down_votes: Vec::new(),
            comments: Vec::new(),
        };
        Ok((question, row.get(17)?))
    })?;
    let (mut question, scope) = question.ok_or_else(|| missing("question"))?;
    question.tags = tags::of_question(read, id, scope)?;
    let sql = format!("{ANSWER} WHERE p.question_id = ?1 AND p.deleted_at IS NULL ORDER BY p.id");
    question.answers = read.all(&sql, [id], answer_from)?;
    let mut hanging = Hanging::on(read, id, None)?;
    (question.comments, (question.up_votes, question.down_votes)) = hanging.take(id);
    for answer in &mut question.answers {
        (answer.comments, (answer.up_votes, answer.down_votes)) = hanging.take(answer.id);
    }
    Ok(question)
}

/// The ids from which and to which one post, or all of a question's, are looked for.
fn range(post: Option<Id>) -> (i64, i64) {
    post.map_or((0, i64::MAX), |post| (post.as_i64(), post.as_i64()))
}

/// Comments and votes, by the post that they are on.
struct Hanging {
    comments: HashMap<Id, Vec<Comment>>,
    votes: HashMap<Id, votes::Names>,
}

impl Hanging {
    /// What hangs on one post of a question, or on all of them.
    fn on(read: &Read<'_>, question: Id, post: Option<Id>) -> Result<Self> {
        let (first, last) = range(post);
        let sql =
            format!("{COMMENT} WHERE c.question_id = ?1 AND c.post_id BETWEEN ?2 AND ?3 AND c.deleted_at IS NULL ORDER BY c.post_id, c.id");
        let mut comments: HashMap<Id, Vec<Comment>> = HashMap::new();
        for (post, comment) in read.all(&sql, (question, first, last), |row| Ok((row.get(9)?, comment_from(row)?)))? {
            comments.entry(post).or_default().push(comment);
        }
        Ok(Self { comments, votes: votes::names(read, question, post)? })
    }

    /// What hangs on one post.
    fn take(&mut self, post: Id) -> (Vec<Comment>, votes::Names) {
        (self.comments.remove(&post).unwrap_or_default(), self.votes.remove(&post).unwrap_or_default())
    }
}

/// One question whole, as JSON. Whether somebody may read it is asked before.
pub fn text_of(read: &Read<'_>, id: Id) -> Result<JsonText<Question>> {
    read.kept("question", id, || JsonText::of(&one(read, id)?)).map(JsonText::from)
}

/// Questions whole, in the order of the ids.
pub fn many(read: &Read<'_>, ids: &[Id]) -> Result<Vec<JsonText<Question>>> {
    ids.iter().map(|&id| text_of(read, id)).collect()
}

const ANSWER: &str =
    "SELECT p.id, p.text, a.name, p.created_at, p.score, p.edited_at, p.deleted_at, at.author, at.url, at.licence, p.question_id
                      FROM posts p JOIN authors a ON a.id = p.author_id LEFT JOIN attributions at ON at.id = p.id";

fn answer_from(row: &Row<'_>) -> rusqlite::Result<Answer> {
    Ok(Answer {
        id: row.get(0)?,
        text: row.get(1)?,
        ans_by: row.get(2)?,
        ans_date_time: row.get(3)?,
        score: row.get(4)?,
        edited_at: row.get(5)?,
        deleted_at: row.get(6)?,
        attribution: attribution(row, 7)?,
        up_votes: Vec::new(),
        down_votes: Vec::new(),
        comments: Vec::new(),
    })
}

/// One answer whole. Whether somebody may read it is asked before.
pub fn answer(read: &Read<'_>, id: Id) -> Result<Answer> {
    let answer = read.first(&format!("{ANSWER} WHERE p.id = ?1"), [id], |row| Ok((row.get(10)?, answer_from(row)?)))?;
    let (question, mut answer) = answer.ok_or_else(|| missing("answer"))?;
    (answer.comments, (answer.up_votes, answer.down_votes)) = Hanging::on(read, question, Some(id))?.take(id);
    Ok(answer)
}

const COMMENT: &str = "SELECT c.id, c.text, a.name, c.created_at, c.edited_at, c.deleted_at, at.author, at.url, at.licence, c.post_id
                       FROM comments c JOIN authors a ON a.id = c.author_id LEFT JOIN attributions at ON at.id = c.id";

fn comment_from(row: &Row<'_>) -> rusqlite::Result<Comment> {
    Ok(Comment {
        id: row.get(0)?,
        text: row.get(1)?,
        comment_by: row.get(2)?,
        comment_date_time: row.get(3)?,
        edited_at: row.get(4)?,
        deleted_at: row.get(5)?,
        attribution: attribution(row, 6)?,
    })
}

/// One comment. Whether somebody may read it is asked before.
pub fn comment(read: &Read<'_>, id: Id) -> Result<Comment> {
    read.first(&format!("{COMMENT} WHERE c.id = ?1"), [id], comment_from)?.ok_or_else(|| missing("comment"))
}

/// For what the same transaction has just found or written.
fn missing(what: &str) -> Error {
    Error::internal(format_args!("the {what} is not there"))
}

/// Questions as cards, in the order of the ids. Whether the viewer may read them is asked before.
pub fn cards(read: &Read<'_>, viewer: Id, ids: &[Id]) -> Result<Vec<JsonText<QuestionCard>>> {
    let stars = "SELECT 1 FROM stars WHERE user_id = ?1 AND question_id = ?2";
    let stars = read.each(stars, ids.iter().map(|id| (viewer, id)), |_| Ok(()))?;
    let cards = ids.iter().zip(stars).map(|(&id, stars)| {
        let (what, starred) = if stars.is_empty() { ("card", false) } else { ("starred card", true) };
        read.kept(what, id, || JsonText::of(&card(read, id, starred)?)).map(JsonText::from)
    });
    cards.collect()
}

/// A question as a card, for somebody who has starred it or has not.
fn card(read: &Read<'_>, id: Id, starred: bool) -> Result<QuestionCard> {
    let sql = "SELECT q.id, q.title, p.text, a.name, p.created_at, q.answer_count, q.view_count, p.score,
                      q.accepted_answer_id IS NOT NULL, q.closed_at IS NOT NULL, q.community_id, coalesce(q.scope, 0)
               FROM questions q JOIN posts p ON p.id = q.id JOIN authors a ON a.id = p.author_id WHERE q.id = ?1";
    let card = read.first(sql, [id], |row| {
        let (text, truncated) = excerpt(row.get_ref(2)?.as_str()?);
        let card = QuestionCard {
            id: row.get(0)?,
            title: row.get(1)?,
            text,
            truncated,
            tags: Vec::new(),
            asked_by: row.get(3)?,
            ask_date_time: row.get(4)?,
            answer_count: row.get(5)?,
            view_count: row.get(6)?,
            score: row.get(7)?,
            starred,
            accepted: row.get(8)?,
            closed: row.get(9)?,
            community_id: row.get(10)?,
        };
        Ok((card, row.get(11)?))
    })?;
    let (mut card, scope) = card.ok_or_else(|| missing("question"))?;
    card.tags = tags::of_question(read, id, scope)?;
    Ok(card)
}
