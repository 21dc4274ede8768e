//! Protection: only members of trust level 1 or higher answer a protected question, and its asker.
//!
//! A moderator of the site who may read a question, or one of its community, protects it with a reason.

use super::record::record;
use crate::core::error::{Result, Sentence};
use crate::features::questions::access::{ModeratedPost, ReadablePost};
use crate::features::questions::model::Question;
use crate::features::questions::store::moderation::{lookup, states};
use crate::features::questions::{events, store};
use crate::features::trust::{self, TrustLevel};
use crate::features::users::admin_log::AdminAction;
use crate::features::users::{Me, Recorded};
use crate::platform::db::{Read, Write};

/// Protects a question, or ends its protection. Rejects it with 409 if there is nothing to change.
pub fn set(
    tx: &mut Write<'_>,
    me: &Me,
    question: &ModeratedPost,
    is_protected: bool,
    reason: &str,
) -> Result<Recorded<Question>> {
    let (action, unchanged) = if is_protected {
        let unchanged = Sentence::QuestionProtectedAlready;
        (AdminAction::ProtectQuestion, unchanged)
    } else {
        let unchanged = Sentence::QuestionNotProtected;
        (AdminAction::UnprotectQuestion, unchanged)
    };
    if lookup::is_protected(tx, question.id())? == is_protected {
        return Err(unchanged.into());
    }
    states::set_protected(tx, question, is_protected)?;
    events::emit_question(tx, question.target())?;
    let recorded = record(tx, me, action, question, reason)?;
    Ok(recorded.with(store::load::question(tx, question.id())?))
}

/// Rejects an answer of a new member to a protected question with 403, unless they asked it.
pub fn check(read: &Read<'_>, me: &Me, to: &ReadablePost) -> Result<()> {
    if lookup::is_protected(read, to.question())?
        && store::content::author(read, to.question())? != me.id()
        && trust::level(read, me.id())? == TrustLevel::New
    {
        return Err(Sentence::QuestionProtected.into());
    }
    Ok(())
}
