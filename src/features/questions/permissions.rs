//! What the reader of a question may do with it, so that a client offers nothing that would be refused.
//!
//! Each answer is whether the look-up of the right succeeds that the call needs.

use super::access::{CanRespond, ModeratedPost, ReadablePost};
use super::model::{Pin, PinKind, QuestionPermissions, Undoable};
use super::moderation::merging::access::CanUndoMerge;
use super::moderation::places::{CanPin, CanUndoMove};
use super::moderation::protection;
use super::store;
use super::store::moderation::{lookup, merge_lookup, pins};
use crate::core::error::{Error, Result};
use crate::features::users::Me;
use crate::platform::db::Read;

/// Returns what the actor may do with a question.
pub fn of_question(
    read: &Read<'_>,
    me: &Me,
    question: &ReadablePost,
) -> Result<QuestionPermissions> {
    let may_respond = is_allowed(CanRespond::find(read, me, question))?;
    let may_answer = may_respond
        && !store::posts::is_closed(read, question.question())?
        && is_allowed(protection::check(read, me, question))?;
    let is_moderator = is_allowed(ModeratedPost::find(read, me, question.question()))?;
    let undoable = if is_moderator {
        Some(undoable(read, me, question)?)
    } else {
        None
    };
    Ok(QuestionPermissions {
        may_answer,
        may_respond,
        suggested_edits: store::suggested_edits::counts(read, me, question, is_moderator)?,
        undoable,
    })
}

/// Returns whether [`of_question`] may count what was written in the question: it was moved or merged, and the actor
/// moderates it.
pub fn is_slow(read: &Read<'_>, me: &Me, question: &ReadablePost) -> Result<bool> {
    let question = question.question();
    Ok((lookup::latest_move(read, question)?.is_some()
        || merge_lookup::latest(read, question)?.is_some())
        && is_allowed(ModeratedPost::find(read, me, question))?)
}

fn undoable(read: &Read<'_>, me: &Me, question: &ReadablePost) -> Result<Undoable> {
    let id = question.question();
    Ok(Undoable {
        pins: pins_of(read, me, question)?,
        may_undo_move: is_allowed(CanUndoMove::find(read, me, id))?,
        may_undo_merge: is_allowed(CanUndoMerge::find(read, me, id))?,
    })
}

/// Returns where a question is pinned and the actor may unpin it.
fn pins_of(read: &Read<'_>, me: &Me, question: &ReadablePost) -> Result<Vec<Pin>> {
    let id = question.question();
    if !pins::is_anywhere(read, id)? {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    let mut add = |pin: Result<CanPin>, place, tag| -> Result<()> {
        if let Some(pin) = allowed(pin)?
            && pins::exists(read, &pin)?
        {
            found.push(Pin { place, tag });
        }
        Ok(())
    };
    add(CanPin::for_site(read, me, id), PinKind::Site, None)?;
    for tag in store::tags::of_question(read, id, question.scope().value())? {
        let pin = CanPin::for_tag(read, me, id, &tag.name);
        add(pin, PinKind::Tag, Some(tag.name))?;
    }
    let pin = CanPin::for_community(read, me, id);
    add(pin, PinKind::Community, None)?;
    Ok(found)
}

/// Returns a right, unless the user would be told why they do not have it.
fn allowed<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Ok(right) => Ok(Some(right)),
        Err(Error::Code(_) | Error::With(..)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_allowed<T>(found: Result<T>) -> Result<bool> {
    Ok(allowed(found)?.is_some())
}
