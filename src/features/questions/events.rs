//! Live events about questions, and the functions that emit them.
//!
//! The audience of each event is everyone who may read the question. A question or an answer that is
//! too large for an event is not loaded for it: neither the transaction nor the outbox holds it.
//!
//! What emits a change of a question's page also notes its time, but for votes and views.

use serde::Serialize;
use utoipa::ToSchema;

use super::access::ReadablePost;
use super::model::{Answer, Question};
use super::store;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::access::Scope;
use crate::features::users::Account;
use crate::platform::db::Write;
use crate::platform::outbox::{self, Happened, SiteEvent};
use crate::platform::realtime::{Audience, Changed, Event, IfMissed, Subject};

/// A question was asked or changed.
#[derive(Serialize, ToSchema)]
pub struct QuestionUpdate(pub Question);

impl Event for QuestionUpdate {
    const NAME: &'static str = "questionUpdate";
    const IS_PUBLIC: bool = true;

    fn subject(&self) -> Subject {
        Subject::question(self.0.id)
    }
}

/// A question has new viewers. Emitted at most once a second per question.
#[derive(Serialize, ToSchema)]
pub struct ViewsUpdate(pub Question);

impl Event for ViewsUpdate {
    const NAME: &'static str = "viewsUpdate";
    const IS_PUBLIC: bool = true;
    const IF_MISSED: IfMissed = IfMissed::Resend;

    fn subject(&self) -> Subject {
        Subject::question(self.0.id)
    }
}

/// A question has a new answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerUpdate {
    pub qid: Id,
    pub answer: Answer,
    /// The number of answers to the question, including the new one.
    pub answer_count: u32,
}

impl Event for AnswerUpdate {
    const NAME: &'static str = "answerUpdate";
    const IS_PUBLIC: bool = true;

    fn subject(&self) -> Subject {
        Subject::answer(self.qid, self.answer.id)
    }
}

/// The comments of a question or an answer changed, or the votes or text of an answer: this is the
/// only prescribed event that replaces a whole answer.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum CommentUpdate {
    Question {
        result: Box<Question>,
    },
    Answer {
        /// The question that the answer is to.
        qid: Id,
        result: Box<Answer>,
    },
}

impl Event for CommentUpdate {
    const NAME: &'static str = "commentUpdate";
    const IS_PUBLIC: bool = true;

    fn subject(&self) -> Subject {
        match self {
            Self::Question { result } => Subject::question(result.id),
            Self::Answer { qid, result } => Subject::answer(*qid, result.id),
        }
    }
}

/// The votes on a question changed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VoteUpdate {
    pub qid: Id,
    pub up_votes: Vec<String>,
    pub down_votes: Vec<String>,
    pub score: i32,
}

impl Event for VoteUpdate {
    const NAME: &'static str = "voteUpdate";
    const IS_PUBLIC: bool = true;

    fn subject(&self) -> Subject {
        Subject::question(self.qid)
    }
}

/// Adds the messages of webhooks about something that happened to a post or to a comment in its question. `by`: whom
/// they name.
pub fn tell_webhooks(
    tx: &Write<'_>,
    event: SiteEvent,
    by: Option<&Account>,
    on: &ReadablePost,
    object: Id,
) -> Result<()> {
    let happened = Happened {
        event,
        by: by.map(|account| account.id()),
        object,
        question: on.question(),
        is_public: on.scope() == Scope::Everyone,
    };
    outbox::tell_webhooks(tx, &happened)
}

/// Adds the messages of webhooks about a question that was closed or reopened. They do not name who did it.
pub fn tell_of_closing(tx: &Write<'_>, on: &ReadablePost, is_closed: bool) -> Result<()> {
    let event = if is_closed {
        SiteEvent::QuestionClosed
    } else {
        SiteEvent::QuestionReopened
    };
    tell_webhooks(tx, event, None, on, on.question())
}

/// Emits a new question in full.
pub fn emit_new_question(tx: &mut Write<'_>, new: &ReadablePost) -> Result<()> {
    store::changes::note(tx, new.question())?;
    let question = store::load::question(tx, new.question())?;
    let audience = new.scope().audience(tx)?;
    tx.emit_in_full(QuestionUpdate(question), audience);
    Ok(())
}

/// Emits the current state of a question.
pub fn emit_question(tx: &mut Write<'_>, on: &ReadablePost) -> Result<()> {
    store::changes::note(tx, on.question())?;
    let audience = on.scope().audience(tx)?;
    emit_state(tx, on.question(), audience, QuestionUpdate)
}

/// Emits the number of views of a question.
pub fn emit_views(tx: &mut Write<'_>, question: Id, scope: Scope) -> Result<()> {
    let audience = scope.audience(tx)?;
    emit_state(tx, question, audience, ViewsUpdate)
}

/// Emits an event with a whole question, or [`Changed`] without loading it if it is too large.
fn emit_state<E: Event>(
    tx: &mut Write<'_>,
    question: Id,
    audience: Audience,
    event: impl FnOnce(Question) -> E,
) -> Result<()> {
    if store::load::exceeds_event(tx, question)? {
        tx.emit(Changed::of::<E>(Subject::question(question)), audience);
    } else {
        tx.emit(event(store::load::question(tx, question)?), audience);
    }
    Ok(())
}

/// Emits the tombstone of a question to everyone who could read it before its deletion.
pub fn emit_deleted_question(tx: &mut Write<'_>, on: &ReadablePost) -> Result<()> {
    let tombstone = store::load::head(tx, on.question())?.0.into_tombstone();
    let audience = on.scope().audience(tx)?;
    tx.emit(QuestionUpdate(tombstone), audience);
    Ok(())
}

/// Emits the tombstone of a question to everyone who could read it before and no longer can in its new scope.
pub fn emit_hidden_question(tx: &mut Write<'_>, before: &ReadablePost, now: Scope) -> Result<()> {
    let mut tombstone = store::load::head(tx, before.question())?.0.into_tombstone();
    tombstone.deleted_at = Some(tx.now);
    let audience = before.scope().audience_without(now, tx)?;
    tx.emit(QuestionUpdate(tombstone), audience);
    Ok(())
}

/// Emits a new answer in full.
pub fn emit_answer(tx: &mut Write<'_>, to: &ReadablePost, answer: &Answer) -> Result<()> {
    store::changes::note(tx, to.question())?;
    let audience = to.scope().audience(tx)?;
    let answer_count = store::posts::answer_count(tx, to.question())?;
    tx.emit_in_full(
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
    store::changes::note(tx, on.question())?;
    emit_votes(tx, on)
}

/// Emits the current state of a question or an answer as a [`CommentUpdate`] after a vote.
pub fn emit_votes(tx: &mut Write<'_>, on: &ReadablePost) -> Result<()> {
    let (qid, answer) = (on.question(), on.post());
    let audience = on.scope().audience(tx)?;
    if on.is_question() {
        return emit_state(tx, qid, audience, |question| CommentUpdate::Question {
            result: Box::new(question),
        });
    }
    if store::load::answer_exceeds_event(tx, qid, answer)? {
        let subject = Subject::answer(qid, answer);
        tx.emit(Changed::of::<CommentUpdate>(subject), audience);
    } else {
        let result = Box::new(store::load::answer(tx, answer)?);
        tx.emit(CommentUpdate::Answer { qid, result }, audience);
    }
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
    emit_state(tx, question, audience, QuestionUpdate)
}
