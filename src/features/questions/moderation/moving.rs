//! Moving questions between communities.
//!
//! What belongs to a question moves with it: its answers and comments, their mentions, pictures and
//! notifications are read through the question, which alone has a scope. Its tags, its counters and its place
//! in the search index change.

use super::places::{CanMove, CanUndoMove};
use super::record::record;
use crate::core::error::Result;
use crate::features::cases;
use crate::features::communities::access::Scope;
use crate::features::questions::access::{ModeratedPost, ReadablePost};
use crate::features::questions::counters::{self, Affected};
use crate::features::questions::model::Question;
use crate::features::questions::store::moderation::moves;
use crate::features::questions::{events, store};
use crate::features::users::admin_log::AdminAction;
use crate::features::users::{Me, Recorded};
use crate::platform::db::Write;

/// Moves a question. Who could read it and no longer can sees it go.
pub fn apply(
    tx: &mut Write<'_>,
    me: &Me,
    movement: &CanMove,
    reason: &str,
) -> Result<Recorded<Question>> {
    let question = movement.question();
    let affected = affected(question, movement.scope());
    counters::track_change(tx, question.id(), affected, |tx| moves::apply(tx, movement))?;
    changed(tx, me, AdminAction::MoveQuestion, question, reason)
}

/// Undoes the latest move of a question.
pub fn undo(
    tx: &mut Write<'_>,
    me: &Me,
    undo: &CanUndoMove,
    reason: &str,
) -> Result<Recorded<Question>> {
    let question = undo.question();
    let affected = affected(question, undo.scope());
    counters::track_change(tx, question.id(), affected, |tx| moves::undo(tx, undo))?;
    changed(tx, me, AdminAction::UndoMove, question, reason)
}

/// The index has other places for other readers.
fn affected(question: &ModeratedPost, scope: Scope) -> Affected {
    if question.target().scope().value() == scope.value() {
        Affected::None
    } else {
        Affected::Thread
    }
}

fn changed(
    tx: &mut Write<'_>,
    me: &Me,
    action: AdminAction,
    before: &ModeratedPost,
    reason: &str,
) -> Result<Recorded<Question>> {
    let now = ReadablePost::find(tx, me, before.id())?;
    if now.scope() != before.target().scope() {
        events::emit_hidden_question(tx, before.target(), now.scope())?;
        events::emit_linked_questions(tx, before.target())?;
    }
    events::emit_linked_questions(tx, &now)?;
    events::emit_question(tx, &now)?;
    let moved = ModeratedPost::find_question(tx, me, before.id())?;
    cases::move_question(tx, moved.id(), before.community(), moved.community())?;
    let recorded = record(tx, me, action, &moved, reason)?;
    Ok(recorded.with(store::load::question(tx, before.id())?))
}
