//! Locking questions.

use super::record::record;
use crate::core::error::{Result, Sentence};
use crate::features::questions::access::ModeratedPost;
use crate::features::questions::model::Question;
use crate::features::questions::store::moderation::{lookup, states};
use crate::features::questions::{events, store};
use crate::features::users::admin_log::AdminAction;
use crate::features::users::{Me, Recorded};
use crate::platform::db::Write;

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
