//! Answering questions, and accepting an answer.

use super::access::{OwnPost, ReadablePost};
use super::awards;
use super::counters::{self, Affected};
use super::model::{Answer, PostKind, Question};
use super::moderated::CanRespond;
use super::withheld::WithheldPost;
use super::{events, holding, protection, publishing, references, search, store};
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::pictures::PictureKind;
use crate::trust::{self, NewText, Posted};
use crate::users::Me;

/// Answers a question. Returns the existing answer if the actor has already given one with the same
/// nonce. It may have to wait for approval. Rejects an answer to a closed or a locked question with 409, and one
/// of a new member to a protected question.
pub fn answer(
    tx: &mut Write<'_>,
    me: &Me,
    to: &ReadablePost,
    text: &str,
    nonce: Option<&str>,
) -> Result<Answer> {
    if let Some(existing) = store::posts::by_nonce(tx, me, Some(to), nonce)? {
        if WithheldPost::find_held(tx, me, PostKind::Answer, existing)?.is_some() {
            return holding::answer(tx, existing);
        }
        let existing = ReadablePost::find_answer(tx, me, existing)?;
        return store::load::answer(tx, existing.post());
    }
    if store::posts::is_closed(tx, to.question())? {
        return Err(Sentence::QuestionClosed.into());
    }
    let allowed = CanRespond::find(tx, me, to)?;
    protection::check(tx, me, to)?;
    trust::limits::check_text(tx, me, Posted::Answer, text)?;
    let new = NewText::on(to.question(), text);
    let community = store::load::community(tx, to.question())?;
    if let Some(reasons) = holding::reasons(tx, me, community, &new)? {
        return holding::hold_answer(tx, me, &allowed, text, nonce, &reasons);
    }
    let id = counters::track_change(tx, to.question(), Affected::None, |tx| {
        store::posts::insert_answer(tx, me, &allowed, text, nonce, false)
    })?;
    search::index(tx, id)?;
    trust::remember(tx, me, id, to.scope(), &new, false)?;
    references::show_pictures(tx, me, PictureKind::Answer, to.question(), id, text)?;
    publishing::answer(tx, me, to, id, text)?;
    store::load::answer(tx, id)
}

/// Accepts an answer to the asker's question, or unaccepts the accepted one. Rejects an answer to
/// another question with 404.
pub fn accept(
    tx: &mut Write<'_>,
    question: &OwnPost,
    answer: Option<&ReadablePost>,
) -> Result<Question> {
    if answer.is_some_and(|answer| answer.question() != question.id()) {
        return Err(Sentence::PostNotFound.into());
    }
    let accepted = answer.map(ReadablePost::post);
    let current = store::load::question(tx, question.id())?;
    if current.accepted_answer_id == accepted {
        return Ok(current);
    }
    store::posts::accept(tx, question, accepted)?;
    if let Some(answer) = answer {
        awards::accepted(tx, question, answer)?;
    }
    events::emit_question(tx, question.target())?;
    store::load::question(tx, question.id())
}
