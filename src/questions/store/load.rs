//! Loads questions, answers and comments, complete or as cards.
//!
//! Nothing here checks access: the caller has looked up the ids with a visibility check. Held content is as its
//! author sees it.

use std::collections::HashMap;

use rusqlite::{Params, Row};

use super::voters::VoterNames;
use super::{states, tags, voters};
use crate::clock::Timestamp;
use crate::db::Read;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::json_text::JsonText;
use crate::mentions::store::{self as mentions, Names};
use crate::pictures::store as pictures;
use crate::questions::excerpt::excerpt;
use crate::questions::model::{
    Answer, Attribution, Comment, NewContent, NewQuestion, PostKind, Question, QuestionCard,
};
use crate::realtime::EVENT_SIZE;

/// The size in bytes from which on it takes long to render a question.
const LARGE: usize = 1024 * 1024;

fn attribution_from(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Attribution>> {
    let author: Option<String> = row.get(column)?;
    author
        .map(|author| {
            Ok(Attribution {
                author,
                url: row.get(column + 1)?,
                licence: row.get(column + 2)?,
            })
        })
        .transpose()
}

/// The last column is the scope; for a deleted question, the one that it has after it is restored.
const QUESTION: &str =
    "SELECT q.id, q.title, p.text, a.name, p.created_at, q.view_count - q.imported_views, q.view_count, q.answer_count, p.score,
            q.community_id, q.accepted_answer_id, p.edited_at, q.closed_at, p.deleted_at, at.author, at.url, at.licence,
            q.close_reason, q.close_note, q.locked_at, q.protected_at,
            coalesce(q.scope, (SELECT id FROM communities WHERE id = q.community_id AND visibility = 'private'), 0)
     FROM questions q JOIN posts p ON p.id = q.id JOIN authors a ON a.id = p.author_id LEFT JOIN attributions at ON at.id = q.id
     WHERE q.id = ?1";

/// Returns a complete question.
pub fn question(read: &Read<'_>, id: Id) -> Result<Question> {
    let (mut question, scope) = head(read, id)?;
    question.waiting = is_waiting(read, id, &mut question.deleted_at)?;
    question.tags = if question.waiting {
        tags::of_held(read, id)?
    } else {
        tags::of_question(read, id, scope)?
    };
    let sql = format!("{ANSWER} WHERE p.question_id = ?1 AND p.deleted_at IS NULL ORDER BY p.id");
    question.answers = read.all(&sql, [id], answer_from)?;
    let mut children = PostChildren::load(read, id, None)?;
    (question.comments, (question.up_votes, question.down_votes)) = children.take(id);
    for answer in &mut question.answers {
        (answer.comments, (answer.up_votes, answer.down_votes)) = children.take(answer.id);
    }
    // A merge may have brought answers that are older than the question.
    let (first, last) = (Id::from_i64(0), Id::from_i64(i64::MAX));
    let mut names = mentions::names(read, id, first, last)?;
    question.mentions = names.remove(&id).unwrap_or_default();
    name_in_comments(&mut names, &mut question.comments);
    for answer in &mut question.answers {
        name_in_answer(&mut names, answer);
    }
    question.pictures = pictures::sizes(read, id, first, last, None)?;
    Ok(question)
}

/// Adds the names in the texts of an answer and its comments.
fn name_in_answer(names: &mut Names, answer: &mut Answer) {
    answer.mentions = names.remove(&answer.id).unwrap_or_default();
    name_in_comments(names, &mut answer.comments);
}

fn name_in_comments(names: &mut Names, comments: &mut [Comment]) {
    for comment in comments {
        comment.mentions = names.remove(&comment.id).unwrap_or_default();
    }
}

/// Returns whether content waits for approval. To its author, it is not deleted then.
fn is_waiting(read: &Read<'_>, id: Id, deleted_at: &mut Option<Timestamp>) -> Result<bool> {
    let is_held = deleted_at.is_some() && states::is_held(read, id)?;
    if is_held {
        *deleted_at = None;
    }
    Ok(is_held)
}

/// Returns the content of a question, an answer or a comment as its author would write it.
pub fn content(read: &Read<'_>, kind: PostKind, id: Id) -> Result<NewContent> {
    Ok(match kind {
        PostKind::Question => {
            let (question, scope) = head(read, id)?;
            let tags = tags::of_question(read, id, scope)?;
            NewContent::Question(NewQuestion {
                title: question.title,
                text: question.text,
                tags: tags.into_iter().map(|tag| tag.name).collect(),
            })
        }
        PostKind::Answer => NewContent::Answer(super::content::text(read, kind, id)?),
        PostKind::Comment => NewContent::Comment(super::content::text(read, kind, id)?),
    })
}

/// Returns a question without its lists, and its scope.
pub fn head(read: &Read<'_>, id: Id) -> Result<(Question, i64)> {
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
            attribution: attribution_from(row, 14)?,
            close_reason: row.get(17)?,
            close_note: row.get(18)?,
            locked_at: row.get(19)?,
            protected_at: row.get(20)?,
            mentions: Vec::new(),
            pictures: Vec::new(),
            waiting: false,
            tags: Vec::new(),
            answers: Vec::new(),
            up_votes: Vec::new(),
            down_votes: Vec::new(),
            comments: Vec::new(),
        };
        Ok((question, row.get(21)?))
    })?;
    question.ok_or_else(|| missing("question"))
}

/// Returns whether a complete question is certainly too large for an event. Reads no text, and no
/// more rows than fit into an event.
pub fn exceeds_event(read: &Read<'_>, question: Id) -> Result<bool> {
    exceeds(read, question, EVENT_SIZE)
}

/// Returns whether it takes long to render a complete question.
pub fn is_large(read: &Read<'_>, question: Id) -> Result<bool> {
    match read.cached_size("question", question)? {
        Some(size) => Ok(size > LARGE),
        None => exceeds(read, question, LARGE),
    }
}

/// Returns whether a complete question is certainly larger than `size` bytes. Reads no text, and no
/// more rows than fit into them.
pub fn exceeds(read: &Read<'_>, question: Id, size: usize) -> Result<bool> {
    let sql = "SELECT octet_length(text) + 80 AS size FROM posts WHERE question_id = ?1 AND deleted_at IS NULL";
    let answers = total_size(read, sql, [question], size)?;
    Ok(answers > size || answers + texts_size(read, question, None, size)? > size)
}

/// Returns whether a complete answer is certainly too large for an event.
pub fn answer_exceeds_event(read: &Read<'_>, question: Id, answer: Id) -> Result<bool> {
    Ok(texts_size(read, question, Some(answer), EVENT_SIZE)? > EVENT_SIZE)
}

/// Returns the least size of the texts of an answer and its comments, or of a question and all
/// comments.
fn texts_size(read: &Read<'_>, question: Id, answer: Option<Id>, size: usize) -> Result<usize> {
    let text = "SELECT octet_length(text) AS size FROM posts WHERE id = ?1";
    let text = total_size(read, text, [answer.unwrap_or(question)], size)?;
    if text > size {
        return Ok(text);
    }
    let (first, last) = voters::post_range(answer);
    let comments = "SELECT octet_length(text) + 80 AS size FROM comments
                    WHERE question_id = ?1 AND post_id BETWEEN ?2 AND ?3 AND deleted_at IS NULL";
    Ok(text + total_size(read, comments, (question, first, last), size)?)
}

/// Returns the sum of the sizes of as many rows as fit into `size` bytes and one more. (As JSON, an
/// answer and a comment have at least 80 bytes without their text.)
fn total_size(read: &Read<'_>, sql: &str, params: impl Params, size: usize) -> Result<usize> {
    let rows = size / 80 + 1;
    let sql = format!("SELECT coalesce(sum(size), 0) FROM ({sql} LIMIT {rows})");
    let sum: i64 = read.value(&sql, params)?;
    Ok(usize::try_from(sum).unwrap_or(usize::MAX))
}

/// Comments and voters by post.
struct PostChildren {
    comments: HashMap<Id, Vec<Comment>>,
    votes: HashMap<Id, VoterNames>,
}

impl PostChildren {
    /// Loads the children of one post of a question, or of all its posts.
    fn load(read: &Read<'_>, question: Id, post: Option<Id>) -> Result<Self> {
        let (first, last) = voters::post_range(post);
        let sql = format!(
            "{COMMENT} WHERE c.question_id = ?1 AND c.post_id BETWEEN ?2 AND ?3 AND c.deleted_at IS NULL ORDER BY c.post_id, c.id"
        );
        let mut comments: HashMap<Id, Vec<Comment>> = HashMap::new();
        for (post, comment) in read.all(&sql, (question, first, last), |row| {
            Ok((row.get(9)?, comment_from(row)?))
        })? {
            comments.entry(post).or_default().push(comment);
        }
        Ok(Self {
            comments,
            votes: voters::names(read, question, post)?,
        })
    }

    /// Removes and returns the children of one post.
    fn take(&mut self, post: Id) -> (Vec<Comment>, VoterNames) {
        (
            self.comments.remove(&post).unwrap_or_default(),
            self.votes.remove(&post).unwrap_or_default(),
        )
    }
}

/// Returns a complete question as JSON.
pub fn question_json(read: &Read<'_>, id: Id) -> Result<JsonText<Question>> {
    read.cached("question", id, || JsonText::of(question(read, id)?))
        .map(JsonText::from)
}

/// Returns complete questions in the order of the ids: at least one, and no more than fit into
/// `size` bytes of JSON.
pub fn questions(read: &Read<'_>, ids: &[Id], size: usize) -> Result<Vec<JsonText<Question>>> {
    let (mut questions, mut total) = (Vec::new(), 0);
    for &id in ids {
        // Rendering a question that does not fit costs as much as one that does.
        if !questions.is_empty() && exceeds(read, id, size - total)? {
            break;
        }
        let question = question_json(read, id)?;
        // With the comma after it.
        total += question.size() + 1;
        if total > size && !questions.is_empty() {
            break;
        }
        questions.push(question);
        if total >= size {
            break;
        }
    }
    Ok(questions)
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
        attribution: attribution_from(row, 7)?,
        mentions: Vec::new(),
        pictures: Vec::new(),
        waiting: false,
        up_votes: Vec::new(),
        down_votes: Vec::new(),
        comments: Vec::new(),
    })
}

/// Returns a complete answer.
pub fn answer(read: &Read<'_>, id: Id) -> Result<Answer> {
    let answer = read.first(&format!("{ANSWER} WHERE p.id = ?1"), [id], |row| {
        Ok((row.get(10)?, answer_from(row)?))
    })?;
    let (question, mut answer) = answer.ok_or_else(|| missing("answer"))?;
    answer.waiting = is_waiting(read, id, &mut answer.deleted_at)?;
    (answer.comments, (answer.up_votes, answer.down_votes)) =
        PostChildren::load(read, question, Some(id))?.take(id);
    let last = answer.comments.last().map_or(id, |comment| comment.id);
    name_in_answer(&mut mentions::names(read, question, id, last)?, &mut answer);
    answer.pictures = pictures::sizes(read, question, id, last, Some(id))?;
    Ok(answer)
}

const COMMENT: &str = "SELECT c.id, c.text, a.name, c.created_at, c.edited_at, c.deleted_at, at.author, at.url, at.licence, c.post_id, c.question_id
                       FROM comments c JOIN authors a ON a.id = c.author_id LEFT JOIN attributions at ON at.id = c.id";

fn comment_from(row: &Row<'_>) -> rusqlite::Result<Comment> {
    Ok(Comment {
        id: row.get(0)?,
        text: row.get(1)?,
        comment_by: row.get(2)?,
        comment_date_time: row.get(3)?,
        edited_at: row.get(4)?,
        deleted_at: row.get(5)?,
        attribution: attribution_from(row, 6)?,
        mentions: Vec::new(),
        pictures: Vec::new(),
        waiting: false,
    })
}

/// Returns a comment.
pub fn comment(read: &Read<'_>, id: Id) -> Result<Comment> {
    let comment = read.first(&format!("{COMMENT} WHERE c.id = ?1"), [id], |row| {
        Ok((row.get(10)?, comment_from(row)?))
    })?;
    let (question, mut comment) = comment.ok_or_else(|| missing("comment"))?;
    comment.waiting = is_waiting(read, id, &mut comment.deleted_at)?;
    comment.mentions = mentions::names(read, question, id, id)?
        .remove(&id)
        .unwrap_or_default();
    comment.pictures = pictures::sizes(read, question, id, id, None)?;
    Ok(comment)
}

/// The error for a row that the same transaction has just found or written.
fn missing(kind: &str) -> Error {
    Error::internal(format_args!("the {kind} is missing"))
}

/// Returns questions as cards, in the order of the ids.
pub fn cards(read: &Read<'_>, viewer: Id, ids: &[Id]) -> Result<Vec<JsonText<QuestionCard>>> {
    let stars = "SELECT 1 FROM stars WHERE user_id = ?1 AND question_id = ?2";
    let stars = read.each(stars, ids.iter().map(|id| (viewer, id)), |_| Ok(()))?;
    let cards = ids.iter().zip(stars).map(|(&id, stars)| {
        let (cache_key, starred) = if stars.is_empty() {
            ("card", false)
        } else {
            ("starred card", true)
        };
        read.cached(cache_key, id, || JsonText::of(card(read, id, starred)?))
            .map(JsonText::from)
    });
    cards.collect()
}

/// Returns a question as a card for viewers who have starred it, or for those who have not.
fn card(read: &Read<'_>, id: Id, starred: bool) -> Result<QuestionCard> {
    let sql = "SELECT q.id, q.title, p.text, a.name, p.created_at, q.answer_count, q.view_count, p.score,
                      q.accepted_answer_id IS NOT NULL, q.closed_at IS NOT NULL, q.community_id, c.name, coalesce(q.scope, 0)
               FROM questions q JOIN posts p ON p.id = q.id JOIN authors a ON a.id = p.author_id
               LEFT JOIN communities c ON c.id = q.community_id WHERE q.id = ?1";
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
            community_name: row.get(11)?,
            is_private: row.get::<_, i64>(12)? != 0,
            matched: None,
        };
        Ok((card, row.get(12)?))
    })?;
    let (mut card, scope) = card.ok_or_else(|| missing("question"))?;
    card.tags = tags::of_question(read, id, scope)?;
    Ok(card)
}
