//! Answers.

use serde::Serialize;
use utoipa::ToSchema;

use super::access::{Own, Readable};
use super::comments::Comment;
use super::{Attribution, Question, announce, change, store};
use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::Event;
use crate::notifications::{self, Response};
use crate::users::Me;

/// An answer with its comments.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    /// Markdown.
    pub text: String,
    pub ans_by: String,
    #[cfg_attr(test, ts(type = "string"))]
    pub ans_date_time: Timestamp,
    /// The oldest first.
    pub comments: Vec<Comment>,
    /// Usernames.
    pub up_votes: Vec<String>,
    /// Usernames.
    pub down_votes: Vec<String>,
    /// Upvotes minus downvotes, plus what an import brought along.
    pub score: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub edited_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub deleted_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub attribution: Option<Attribution>,
}

/// A question was answered. Whoever may read it is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AnswerUpdate {
    #[cfg_attr(test, ts(type = "string"))]
    pub qid: Id,
    pub answer: Answer,
    /// How many the question has now.
    pub answer_count: u32,
}

impl Event for AnswerUpdate {
    const NAME: &'static str = "answerUpdate";
}

/// Answers a question that the actor may read, unless it is closed, or he has answered it with the same nonce before.
pub fn answer(tx: &mut Write<'_>, me: &Me, to: &Readable, text: &str, nonce: Option<&str>) -> Result<Answer> {
    if let Some(answered) = store::posts::by_nonce(tx, me, Some(to), nonce)? {
        return store::answer(tx, Readable::find_answer(tx, me, answered)?.post);
    }
    if store::is_closed(tx, to.question)? {
        return Err(Sentence::QuestionClosed.into());
    }
    let id = change(tx, to.question, |tx| store::posts::insert_answer(tx, me, to, text, nonce))?;
    let answer = store::answer(tx, id)?;
    let audience = to.scope.audience(tx)?;
    let answer_count = store::answer_count(tx, to.question)?;
    tx.emit(AnswerUpdate { qid: to.question, answer: answer.clone(), answer_count }, audience);
    notifications::responded(tx, me, &Response { id, post: id, question: to.question })?;
    Ok(answer)
}

/// Makes one of the answers to a question the accepted one, or none. For its asker.
pub fn accept(tx: &mut Write<'_>, asked: &Own, answer: Option<&Readable>) -> Result<Question> {
    if answer.is_some_and(|answer| answer.question != asked.id) {
        return Err(Sentence::PostNotFound.into());
    }
    let answer = answer.map(|answer| answer.post);
    let question = store::one(tx, asked.id)?;
    if question.accepted_answer_id == answer {
        return Ok(question);
    }
    store::posts::accept(tx, asked, answer)?;
    announce(tx, &asked.on)
}
