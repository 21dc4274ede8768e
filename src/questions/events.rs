//! Live events about questions, and the functions that emit them.
//!
//! The audience of each event is everyone who may read the question.

use serde::Serialize;

use super::access::ReadablePost;
use super::model::{Answer, Question};
use super::store;
use crate::communities::access::Scope;
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::realtime::Event;

/// A question was asked or changed.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QuestionUpdate(pub Question);

impl Event for QuestionUpdate {
    const NAME: &'static str = "questionUpdate";
}

/// A question has new viewers. Emitted at most once a second per question.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ViewsUpdate(pub Question);

impl Event for ViewsUpdate {
    const NAME: &'static str = "viewsUpdate";
}

/// A question has a new answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AnswerUpdate {
    #[cfg_attr(test, ts(type = "string"))]
    pub qid: Id,
    pub answer: Answer,
    /// The number of answers to the question, including the new one.
    pub answer_count: u32,
}

impl Event for AnswerUpdate {
    const NAME: &'static str = "answerUpdate";
}

/// The comments of a question or an answer changed, or the votes or text of an answer: this is the
/// only prescribed event that replaces a whole answer.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CommentUpdate {
    Question {
        result: Box<Question>,
    },
    Answer {
        /// The question that the answer is to.
        #[cfg_attr(test, ts(type = "string"))]
        qid: Id,
        result: Box<Answer>,
    },
}

impl Event for CommentUpdate {
    const NAME: &'static str = "commentUpdate";
}

/// The votes on a question changed.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct VoteUpdate {
    #[cfg_attr(test, ts(type = "string"))]
    pub qid: Id,
    pub up_votes: Vec<String>,
    pub down_votes: Vec<String>,
    pub score: i32,
}

impl Event for VoteUpdate {
    const NAME: &'static str = "voteUpdate";
}

/// Emits the current state of a question and returns it.
pub fn emit_question(tx: &mut Write<'_>, on: &ReadablePost) -> Result<Question> {
    let question = store::load::question(tx, on.question())?;
    let audience = on.scope().audience(tx)?;
    tx.emit(QuestionUpdate(question.clone()), audience);
    Ok(question)
}

/// Emits the tombstone of a question to everyone who could read it before its deletion.
pub fn emit_deleted_question(tx: &mut Write<'_>, on: &ReadablePost) -> Result<()> {
    let tombstone = store::load::question(tx, on.question())?.into_tombstone();
    let audience = on.scope().audience(tx)?;
    tx.emit(QuestionUpdate(tombstone), audience);
    Ok(())
}

/// Emits a new answer.
pub fn emit_answer(tx: &mut Write<'_>, to: &ReadablePost, answer: &Answer) -> Result<()> {
    let audience = to.scope().audience(tx)?;
    let answer_count = store::posts::answer_count(tx, to.question())?;
    tx.emit(
        AnswerUpdate {
            qid: to.question(),
            answer: answer.clone(),
            answer_count,
        },
        audience,
    );
    Ok(())
}

/// Emits the current state of a question or an answer as a [`CommentUpdate`].
pub fn emit_post(tx: &mut Write<'_>, on: &ReadablePost) -> Result<()> {
    let update = if on.is_question() {
        CommentUpdate::Question {
            result: Box::new(store::load::question(tx, on.question())?),
        }
    } else {
        CommentUpdate::Answer {
            qid: on.question(),
            result: Box::new(store::load::answer(tx, on.post())?),
        }
    };
    let audience = on.scope().audience(tx)?;
    tx.emit(update, audience);
    Ok(())
}

/// Emits both questions of a duplicate link to everyone who may read both.
pub fn emit_duplicate_link(
    tx: &mut Write<'_>,
    copy: &ReadablePost,
    original: &ReadablePost,
) -> Result<()> {
    emit_shared(tx, copy.question(), copy.scope(), original.scope())?;
    emit_shared(tx, original.question(), copy.scope(), original.scope())
}

/// Emits the questions that are linked to a changed question, because each shows its title and
/// state, to everyone who may read both.
pub fn emit_linked_questions(tx: &mut Write<'_>, changed: &ReadablePost) -> Result<()> {
    let linked = store::duplicates::linked_to(tx, changed)?;
    linked
        .into_iter()
        .try_for_each(|(question, scope)| emit_shared(tx, question, scope, changed.scope()))
}

fn emit_shared(tx: &mut Write<'_>, question: Id, one: Scope, other: Scope) -> Result<()> {
    let audience = one.shared_audience(other, tx)?;
    tx.emit(
        QuestionUpdate(store::load::question(tx, question)?),
        audience,
    );
    Ok(())
}
