//! Comments on questions and on answers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::Readable;
use super::answers::Answer;
use super::{Attribution, Question, store};
use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::live::Event;
use crate::users::Me;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    /// Markdown.
    pub text: String,
    pub comment_by: String,
    #[cfg_attr(test, ts(type = "string"))]
    pub comment_date_time: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub attribution: Option<Attribution>,
}

/// What a comment is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CommentOn {
    Question,
    Answer,
}

/// A question or an answer got a comment. Whoever may read it is told, with the whole post.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CommentUpdate {
    Question {
        result: Box<Question>,
        #[serde(rename = "type")]
        #[cfg_attr(test, ts(type = "\"question\""))]
        on: &'static str,
    },
    Answer {
        /// The question that the answer is to.
        #[cfg_attr(test, ts(type = "string"))]
        qid: Id,
        result: Answer,
        #[serde(rename = "type")]
        #[cfg_attr(test, ts(type = "\"answer\""))]
        on: &'static str,
    },
}

impl Event for CommentUpdate {
    const NAME: &'static str = "commentUpdate";
}

/// Comments on a question that the actor may read.
pub fn on_question(tx: &mut Write<'_>, me: &Me, on: &Readable, text: &str) -> Result<Comment> {
    let comment = insert(tx, me, on.question, text)?;
    let question = store::one(tx, on.question)?.ok_or_else(|| Error::internal("the question is not there"))?;
    let audience = on.scope.audience(tx)?;
    tx.emit(CommentUpdate::Question { result: Box::new(question), on: "question" }, audience);
    Ok(comment)
}

/// Comments on an answer to a question that the actor may read.
pub fn on_answer(tx: &mut Write<'_>, me: &Me, on: &Readable, answer: Id, text: &str) -> Result<Comment> {
    let comment = insert(tx, me, answer, text)?;
    let answer = store::answer(tx, answer)?.ok_or_else(|| Error::internal("the answer is not there"))?;
    let audience = on.scope.audience(tx)?;
    tx.emit(CommentUpdate::Answer { qid: on.question, result: answer, on: "answer" }, audience);
    Ok(comment)
}

fn insert(tx: &Write<'_>, me: &Me, post: Id, text: &str) -> Result<Comment> {
    let id = store::posts::insert_comment(tx, me, post, text)?;
    store::comment(tx, id)?.ok_or_else(|| Error::internal("the new comment is not there"))
}
