//! Closing questions with a reason.
//!
//! It is apart from the author's own closing: authors neither reopen what a moderator has closed, nor do
//! moderators reopen what its author has closed.

use super::record::record;
use crate::core::error::{Result, Sentence};
use crate::features::questions::access::ModeratedPost;
use crate::features::questions::model::Question;
use crate::features::questions::moderation::close_reason::CloseReason;
use crate::features::questions::store::moderation::{lookup, states};
use crate::features::questions::{events, store};
use crate::features::users::admin_log::AdminAction;
use crate::features::users::{Me, Recorded};
use crate::platform::db::Write;

/// Closes a question to new answers. `note` says what to do next. Rejects a closed question with 409.
pub fn close(
    tx: &mut Write<'_>,
    me: &Me,
    question: &ModeratedPost,
    reason: CloseReason,
    note: &str,
) -> Result<Recorded<Question>> {
    if store::posts::is_closed(tx, question.id())? {
        return Err(Sentence::QuestionClosed.into());
    }
    states::close(tx, question, reason, note)?;
    let detail = format!("{}: {note}", reason.word());
    changed(tx, me, AdminAction::CloseQuestion, question, &detail)
}

/// Reopens a question that a moderator has closed. Rejects any other with 409.
pub fn reopen(
    tx: &mut Write<'_>,
    me: &Me,
    question: &ModeratedPost,
    reason: &str,
) -> Result<Recorded<Question>> {
    if !lookup::is_closed(tx, question.id())? {
        return Err(Sentence::NotClosedByModerator.into());
    }
    states::reopen(tx, question)?;
    changed(tx, me, AdminAction::ReopenQuestion, question, reason)
}

fn changed(
    tx: &mut Write<'_>,
    me: &Me,
    action: AdminAction,
    question: &ModeratedPost,
    detail: &str,
) -> Result<Recorded<Question>> {
    let is_closed = action == AdminAction::CloseQuestion;
    events::tell_of_closing(tx, question.target(), is_closed)?;
    events::emit_linked_questions(tx, question.target())?;
    events::emit_question(tx, question.target())?;
    let recorded = record(tx, me, action, question, detail)?;
    Ok(recorded.with(store::load::question(tx, question.id())?))
}
