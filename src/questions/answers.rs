//! Answers.

use serde::Serialize;
use utoipa::ToSchema;

use super::access::Readable;
use super::comments::Comment;
use super::{Attribution, search, store};
use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::live::Event;
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
    pub score: i32,
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

/// Answers a question that the actor may read.
pub fn answer(tx: &mut Write<'_>, me: &Me, to: &Readable, text: &str) -> Result<Answer> {
    let id = search::reindex(tx, to.question, |tx| store::posts::insert_answer(tx, me, to.question, text))?;
    let answer = store::answer(tx, id)?.ok_or_else(|| Error::internal("the new answer is not there"))?;
    let audience = to.scope.audience(tx)?;
    let answer_count = store::answer_count(tx, to.question)?;
    tx.emit(AnswerUpdate { qid: to.question, answer: answer.clone(), answer_count }, audience);
    Ok(answer)
}
