//! Locking questions.

use super::record::record;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::questions::access::ModeratedPost;
use crate::questions::model::Question;
use crate::questions::store::moderation::{lookup, states};
use crate::questions::{events, store};
use crate::users::admin_log::AdminAction;
use crate::users::{Me, Recorded};

/// Locks a question, or unlocks it. Rejects one that is in this state with 409.
pub fn set_locked(
    tx: &mut Write<'_>,
    me: &Me,
    question: &ModeratedPost,
    is_locked: bool,
    reason: &str,
) -> Result<Recorded<Question>> {
    if lookup::is_locked(tx, question.id())? == is_locked {
        return Err(if is_locked {
            Sentence::QuestionLocked
        } else {
            Sentence::QuestionNotLocked
        }
        .into());
    }
    states::set_locked(tx, question, is_locked)?;
    events::emit_question(tx, question.target())?;
    let action = if is_locked {
        AdminAction::LockQuestion
    } else {
        AdminAction::UnlockQuestion
    };
    let recorded = record(tx, me, action, question, reason)?;
    Ok(recorded.with(store::load::question(tx, question.id())?))
}
