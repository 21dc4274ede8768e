//! Merging a question into another one.
//!
//! The answers move with their comments and votes. The merged question keeps its text, its comments and its
//! address, is closed as a duplicate and links to the other one. Undoing returns the answers that have moved;
//! what was written since stays where it is.

pub mod access;
pub mod routes;

use self::access::{CanMerge, CanUndoMerge};
use super::record::{record, target};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::questions::access::{ModeratedPost, ReadablePost};
use crate::features::questions::counters::{self, Affected};
use crate::features::questions::model::{PostKind, Question};
use crate::features::questions::store::moderation::{merge_lookup, merges};
use crate::features::questions::{duplicates, events, store};
use crate::features::search;
use crate::features::users::admin_log::{self, AdminAction};
use crate::features::users::{Me, Recorded};
use crate::platform::db::Write;

/// Merges a question. Its readers see the reason. Rejects links as [`duplicates::link`] does.
pub fn apply(
    tx: &mut Write<'_>,
    me: &Me,
    merge: &CanMerge,
    reason: &str,
) -> Result<Recorded<Question>> {
    let question = merge.question();
    let (copy, original) = (question.target(), merge.into());
    let is_linked = duplicates::insert(tx, me, copy, original)?;
    let questions = [question.id(), original.question()];
    track(tx, questions, merge.answers(), |tx| {
        merges::apply(tx, merge, is_linked, reason)
    })?;
    emit(tx, question.target(), Some(original))?;
    tell_authors(tx, me, question, original, merge.answers(), reason)?;
    let recorded = record(tx, me, AdminAction::MergeQuestion, question, reason)?;
    Ok(recorded.with(store::load::question(tx, question.id())?))
}

/// Undoes the merge of a question.
pub fn undo(
    tx: &mut Write<'_>,
    me: &Me,
    undo: &CanUndoMerge,
    reason: &str,
) -> Result<Recorded<Question>> {
    let question = undo.question();
    let questions = [question.id(), undo.record().into];
    track(tx, questions, undo.answers(), |tx| merges::undo(tx, undo))?;
    emit(tx, question.target(), undo.into())?;
    let place = question.target();
    tell_authors(tx, me, question, place, undo.answers(), reason)?;
    let recorded = record(tx, me, AdminAction::UndoMerge, question, reason)?;
    Ok(recorded.with(store::load::question(tx, question.id())?))
}

/// Runs a change that moves answers between two questions, and updates what is derived from both.
fn track(
    tx: &mut Write<'_>,
    [one, other]: [Id; 2],
    answers: &[Id],
    change: impl FnOnce(&mut Write<'_>) -> Result<()>,
) -> Result<()> {
    search::reindex_answers(tx, answers)?;
    counters::track_change(tx, one, Affected::None, |tx| {
        counters::track_change(tx, other, Affected::None, change)
    })
}

/// Emits both questions, and those that are linked to them.
fn emit(tx: &mut Write<'_>, one: &ReadablePost, other: Option<&ReadablePost>) -> Result<()> {
    for question in [Some(one), other].into_iter().flatten() {
        events::emit_linked_questions(tx, question)?;
        events::emit_question(tx, question)?;
    }
    Ok(())
}

/// Tells each author of moved answers once, but not the author of the question, who is told of the merge, nor
/// those whose answers are deleted.
fn tell_authors(
    tx: &mut Write<'_>,
    me: &Me,
    question: &ModeratedPost,
    place: &ReadablePost,
    answers: &[Id],
    reason: &str,
) -> Result<()> {
    for (author, answer) in merge_lookup::authors(tx, answers)? {
        if author != question.author() && author != me.id() {
            let target = target(tx, PostKind::Answer, answer, place)?;
            admin_log::record(tx, me, AdminAction::MoveAnswer, &target, reason)?;
        }
    }
    Ok(())
}
