//! Loads questions, answers and comments, complete or as cards.
//!
//! Nothing here checks access: the caller has looked up the ids with a visibility check. Held content is as its
//! author sees it.

use std::collections::HashMap;

use rusqlite::Params;
use rusqlite::types::{FromSql, FromSqlResult, ValueRef};

use super::voters::VoterNames;
use super::{states, tags, voters};
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::json_text::JsonText;
use crate::core::text::PICTURE;
use crate::features::mentions::store::{self as mentions, Names};
use crate::features::pictures::store as pictures;
use crate::features::questions::excerpt::card_excerpt;
use crate::features::questions::model::{
    Answer, Attribution, Comment, NewContent, NewQuestion, PostKind, Question, QuestionCard,
};
use crate::features::questions::moderation::close_reason::CloseReason;
use crate::platform::db::{FromRow, Read, from_row};
use crate::platform::realtime::EVENT_SIZE;

/// The size in bytes from which on it takes long to render a question.
const LARGE: usize = 1024 * 1024;

/// Returns the credit of an imported row.
fn attribution(
    author: Option<String>,
    url: Option<String>,
    licence: Option<String>,
) -> Option<Attribution> {
    Some(Attribution {
        author: author?,
        url: url?,
        licence: licence?,
    })
}

from_row! {
    /// A question without its lists.
    struct QuestionRow {
        id: Id = "q.id",
        title: String = "q.title",
        text: String = "p.text",
        asked_by: String = "a.name",
        asked_by_reputation: Option<u32> = "a.reputation",
        asked_by_bot: bool = "a.is_bot",
        ask_date_time: Timestamp = "p.created_at",
        /// The number of users of this site who have seen it.
        viewers: u32 = "q.view_count - q.imported_views",
        view_count: u32 = "q.view_count",
        answer_count: u32 = "q.answer_count",
        score: i32 = "p.score",
        community_id: Option<Id> = "q.community_id",
        accepted_answer_id: Option<Id> = "q.accepted_answer_id",
        edited_at: Option<Timestamp> = "p.edited_at",
        closed_at: Option<Timestamp> = "q.closed_at",
        deleted_at: Option<Timestamp> = "p.deleted_at",
        source_author: Option<String> = "at.author",
        source_url: Option<String> = "at.url",
        licence: Option<String> = "at.licence",
        close_reason: Option<CloseReason> = "q.close_reason",
        close_note: Option<String> = "q.close_note",
        locked_at: Option<Timestamp> = "q.locked_at",
        protected_at: Option<Timestamp> = "q.protected_at",
        /// The scope; of a deleted question, the one that it has after it is restored.
        scope: i64 = "coalesce(q.scope, (SELECT id FROM communities WHERE id = q.community_id AND visibility = 'private'), 0)",
    }
}

/// Returns a complete question.
pub fn question(read: &Read<'_>, id: Id) -> Result<Question> {
    let (mut question, scope) = head(read, id)?;
    question.waiting = is_waiting(read, id, &mut question.deleted_at)?;
    question.tags = if question.waiting {
        tags::of_held(read, id)?
    } else {
        tags::of_question(read, id, scope)?
    };
    let sql = format!(
        "SELECT {} {ANSWERS} WHERE p.question_id = ?1 AND p.deleted_at IS NULL ORDER BY p.id",
        AnswerRow::COLUMNS
    );
    question.answers = read.all(&sql, [id], |row| Ok(AnswerRow::from_row(row)?.answer()))?;
    let mut children = PostChildren::load(read, id, None)?;
    (question.comments, (question.up_votes, question.down_votes)) = children.take(id);
    for answer in &mut question.answers {
        (answer.comments, (answer.up_votes, answer.down_votes)) = children.take(answer.id);
    }
    // A merge may have brought answers that are older than the question.
    let (first, last) = (Id::from_i64(0), Id::from_i64(i64::MAX));
    // Most questions name nobody and show no picture.
    if texts(&question).any(|text| text.contains('@')) {
        let mut names = mentions::names(read, id, first, last)?;
        question.mentions = names.remove(&id).unwrap_or_default();
        name_in_comments(&mut names, &mut question.comments);
        for answer in &mut question.answers {
            name_in_answer(&mut names, answer);
        }
    }
    if texts(&question).any(|text| text.contains(PICTURE)) {
        question.pictures = pictures::sizes(read, id, first, last, None)?;
    }
    Ok(question)
}

/// Returns the texts of a question, its answers and all comments.
fn texts(question: &Question) -> impl Iterator<Item = &str> {
    let answers = question.answers.iter();
    let of_answers = answers.flat_map(|answer| {
        std::iter::once(answer.text.as_str()).chain(comment_texts(&answer.comments))
    });
    std::iter::once(question.text.as_str())
        .chain(comment_texts(&question.comments))
        .chain(of_answers)
}

fn comment_texts(comments: &[Comment]) -> impl Iterator<Item = &str> {
    comments.iter().map(|comment| comment.text.as_str())
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
    let sql = format!(
        "SELECT {} FROM questions q JOIN posts p ON p.id = q.id JOIN authors a ON a.id = p.author_id LEFT JOIN attributions at ON at.id = q.id
         WHERE q.id = ?1",
        QuestionRow::COLUMNS
    );
    let row = read.first(&sql, [id], QuestionRow::from_row)?;
    let row = row.ok_or_else(|| missing("question"))?;
    let question = Question {
        id: row.id,
        title: row.title,
        text: row.text,
        asked_by: row.asked_by,
        asked_by_reputation: row.asked_by_reputation,
        asked_by_bot: row.asked_by_bot,
        ask_date_time: row.ask_date_time,
        views: vec![""; row.viewers as usize],
        view_count: row.view_count,
        answer_count: row.answer_count,
        score: row.score,
        community_id: row.community_id,
        accepted_answer_id: row.accepted_answer_id,
        edited_at: row.edited_at,
        closed_at: row.closed_at,
        deleted_at: row.deleted_at,
        attribution: attribution(row.source_author, row.source_url, row.licence),
        close_reason: row.close_reason,
        close_note: row.close_note,
        locked_at: row.locked_at,
        protected_at: row.protected_at,
        mentions: Vec::new(),
        pictures: Vec::new(),
        waiting: false,
        tags: Vec::new(),
        answers: Vec::new(),
        up_votes: Vec::new(),
        down_votes: Vec::new(),
        comments: Vec::new(),
    };
    Ok((question, row.scope))
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
            "SELECT {} {COMMENTS} WHERE c.question_id = ?1 AND c.post_id BETWEEN ?2 AND ?3 AND c.deleted_at IS NULL ORDER BY c.post_id, c.id",
            CommentRow::COLUMNS
        );
        let mut comments: HashMap<Id, Vec<Comment>> = HashMap::new();
        for (post, comment) in read.all(&sql, (question, first, last), |row| {
            let row = CommentRow::from_row(row)?;
            Ok((row.post_id, row.comment()))
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

const ANSWERS: &str =
    "FROM posts p JOIN authors a ON a.id = p.author_id LEFT JOIN attributions at ON at.id = p.id";

from_row! {
    /// An answer without its lists.
    struct AnswerRow {
        id: Id = "p.id",
        question_id: Id = "p.question_id",
        text: String = "p.text",
        ans_by: String = "a.name",
        ans_by_reputation: Option<u32> = "a.reputation",
        ans_by_bot: bool = "a.is_bot",
        ans_date_time: Timestamp = "p.created_at",
        score: i32 = "p.score",
        edited_at: Option<Timestamp> = "p.edited_at",
        deleted_at: Option<Timestamp> = "p.deleted_at",
        is_wiki: bool = "p.is_wiki",
        last_edited_by: Option<String> = "iif(p.is_wiki, (SELECT e.name FROM revisions r JOIN authors e ON e.id = r.author_id WHERE r.post_id = p.id ORDER BY r.id DESC LIMIT 1), NULL)",
        source_author: Option<String> = "at.author",
        source_url: Option<String> = "at.url",
        licence: Option<String> = "at.licence",
    }
}

impl AnswerRow {
    fn answer(self) -> Answer {
        Answer {
            id: self.id,
            text: self.text,
            ans_by: self.ans_by,
            ans_by_reputation: self.ans_by_reputation,
            ans_by_bot: self.ans_by_bot,
            ans_date_time: self.ans_date_time,
            score: self.score,
            edited_at: self.edited_at,
            deleted_at: self.deleted_at,
            wiki: self.is_wiki,
            last_edited_by: self.last_edited_by,
            attribution: attribution(self.source_author, self.source_url, self.licence),
            mentions: Vec::new(),
            pictures: Vec::new(),
            waiting: false,
            up_votes: Vec::new(),
            down_votes: Vec::new(),
            comments: Vec::new(),
        }
    }
}

/// Returns a complete answer.
pub fn answer(read: &Read<'_>, id: Id) -> Result<Answer> {
    let sql = format!("SELECT {} {ANSWERS} WHERE p.id = ?1", AnswerRow::COLUMNS);
    let row = read.first(&sql, [id], AnswerRow::from_row)?;
    let row = row.ok_or_else(|| missing("answer"))?;
    let (question, mut answer) = (row.question_id, row.answer());
    answer.waiting = is_waiting(read, id, &mut answer.deleted_at)?;
    (answer.comments, (answer.up_votes, answer.down_votes)) =
        PostChildren::load(read, question, Some(id))?.take(id);
    let last = answer.comments.last().map_or(id, |comment| comment.id);
    name_in_answer(&mut mentions::names(read, question, id, last)?, &mut answer);
    answer.pictures = pictures::sizes(read, question, id, last, Some(id))?;
    Ok(answer)
}

const COMMENTS: &str = "FROM comments c JOIN authors a ON a.id = c.author_id LEFT JOIN attributions at ON at.id = c.id";

from_row! {
    struct CommentRow {
        id: Id = "c.id",
        post_id: Id = "c.post_id",
        question_id: Id = "c.question_id",
        text: String = "c.text",
        comment_by: String = "a.name",
        comment_by_bot: bool = "a.is_bot",
        comment_date_time: Timestamp = "c.created_at",
        edited_at: Option<Timestamp> = "c.edited_at",
        deleted_at: Option<Timestamp> = "c.deleted_at",
        source_author: Option<String> = "at.author",
        source_url: Option<String> = "at.url",
        licence: Option<String> = "at.licence",
    }
}

impl CommentRow {
    fn comment(self) -> Comment {
        Comment {
            id: self.id,
            text: self.text,
            comment_by: self.comment_by,
            comment_by_bot: self.comment_by_bot,
            comment_date_time: self.comment_date_time,
            edited_at: self.edited_at,
            deleted_at: self.deleted_at,
            attribution: attribution(self.source_author, self.source_url, self.licence),
            mentions: Vec::new(),
            pictures: Vec::new(),
            waiting: false,
        }
    }
}

/// Returns a comment.
pub fn comment(read: &Read<'_>, id: Id) -> Result<Comment> {
    let sql = format!("SELECT {} {COMMENTS} WHERE c.id = ?1", CommentRow::COLUMNS);
    let row = read.first(&sql, [id], CommentRow::from_row)?;
    let row = row.ok_or_else(|| missing("comment"))?;
    let (question, mut comment) = (row.question_id, row.comment());
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
    let starred = starred(read, viewer, ids)?;
    let cards = ids.iter().zip(starred);
    cards
        .map(|(&id, starred)| shared_card(read, id, starred))
        .collect()
}

/// Returns for each question whether the viewer has starred it.
pub fn starred(read: &Read<'_>, viewer: Id, ids: &[Id]) -> Result<Vec<bool>> {
    // Most members have starred nothing.
    if !read.exists("SELECT 1 FROM stars WHERE user_id = ?1", [viewer])? {
        return Ok(vec![false; ids.len()]);
    }
    let sql = "SELECT 1 FROM stars WHERE user_id = ?1 AND question_id = ?2";
    let stars = read.each(sql, ids.iter().map(|id| (viewer, id)), |_| Ok(()))?;
    Ok(stars.iter().map(|rows| !rows.is_empty()).collect())
}

/// Returns a question as a card for all viewers who have starred it, or for those who have not.
pub fn shared_card(read: &Read<'_>, id: Id, starred: bool) -> Result<JsonText<QuestionCard>> {
    let cache_key = if starred { "starred card" } else { "card" };
    read.cached(cache_key, id, || JsonText::of(card(read, id, starred)?))
        .map(JsonText::from)
}

/// The beginning of a text, read without a copy of the whole text.
struct Excerpt {
    text: String,
    is_truncated: bool,
}

impl FromSql for Excerpt {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let (text, is_truncated) = card_excerpt(value.as_str()?);
        Ok(Self { text, is_truncated })
    }
}

from_row! {
    /// A card without its tags.
    struct CardRow {
        id: Id = "q.id",
        title: String = "q.title",
        excerpt: Excerpt = "p.text",
        asked_by: String = "a.name",
        asked_by_reputation: Option<u32> = "a.reputation",
        asked_by_bot: bool = "a.is_bot",
        ask_date_time: Timestamp = "p.created_at",
        answer_count: u32 = "q.answer_count",
        view_count: u32 = "q.view_count",
        score: i32 = "p.score",
        accepted: bool = "q.accepted_answer_id IS NOT NULL",
        closed: bool = "q.closed_at IS NOT NULL",
        community_id: Option<Id> = "q.community_id",
        community_name: Option<String> = "c.name",
        scope: i64 = "coalesce(q.scope, 0)",
    }
}

/// Returns a question as a card for viewers who have starred it, or for those who have not.
fn card(read: &Read<'_>, id: Id, starred: bool) -> Result<QuestionCard> {
    let sql = format!(
        "SELECT {} FROM questions q JOIN posts p ON p.id = q.id JOIN authors a ON a.id = p.author_id
         LEFT JOIN communities c ON c.id = q.community_id WHERE q.id = ?1",
        CardRow::COLUMNS
    );
    let row = read.first(&sql, [id], CardRow::from_row)?;
    let row = row.ok_or_else(|| missing("question"))?;
    let tags = tags::of_question(read, id, row.scope)?;
    Ok(QuestionCard {
        id: row.id,
        title: row.title,
        text: row.excerpt.text,
        truncated: row.excerpt.is_truncated,
        tags,
        asked_by: row.asked_by,
        asked_by_reputation: row.asked_by_reputation,
        asked_by_bot: row.asked_by_bot,
        ask_date_time: row.ask_date_time,
        answer_count: row.answer_count,
        view_count: row.view_count,
        score: row.score,
        starred,
        accepted: row.accepted,
        closed: row.closed,
        community_id: row.community_id,
        community_name: row.community_name,
        is_private: row.scope != 0,
        matched: None,
    })
}
