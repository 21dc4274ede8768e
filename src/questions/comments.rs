//! Comments on questions and on answers.

use serde::Serialize;
use utoipa::ToSchema;

use super::access::Readable;
use super::answers::Answer;
use super::{Attribution, Question, store};
use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::live::Event;
use crate::notifications::{self, Response};
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
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub edited_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub deleted_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub attribution: Option<Attribution>,
}

/// A question's or an answer's comments have changed, or an answer's votes or text: of the events that clients know,
/// this is the one that puts a whole answer in the place of the old one. Whoever may read it is told.
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
        result: Box<Answer>,
        #[serde(rename = "type")]
        #[cfg_attr(test, ts(type = "\"answer\""))]
        on: &'static str,
    },
}

impl Event for CommentUpdate {
    const NAME: &'static str = "commentUpdate";
}

/// Comments on a question or an answer, unless the actor has done so with the same nonce before.
pub fn comment(tx: &mut Write<'_>, me: &Me, on: &Readable, text: &str, nonce: Option<&str>) -> Result<Comment> {
    if let Some(written) = store::posts::comment_by_nonce(tx, me, on, nonce)? {
        return store::comment(tx, written);
    }
    let id = store::posts::insert_comment(tx, me, on, text, nonce)?;
    announce(tx, on)?;
    notifications::responded(tx, me, &Response { id, post: on.post, question: on.question })?;
    store::comment(tx, id)
}

/// Tells whoever may read a question or an answer what it is now.
pub fn announce(tx: &mut Write<'_>, on: &Readable) -> Result<()> {
    let update = if on.post == on.question {
        CommentUpdate::Question { result: Box::new(store::one(tx, on.question)?), on: "question" }
    } else {
        CommentUpdate::Answer { qid: on.question, result: Box::new(store::answer(tx, on.post)?), on: "answer" }
    };
    let audience = on.scope.audience(tx)?;
    tx.emit(update, audience);
    Ok(())
}
