//! Removal of everything that a member has written, or of their last day, with one reason.
//!
//! The call that asks for it stores a batch. Steps beside other writes remove its posts and comments one by
//! one, the newest first, and go on after a restart. What the member writes after the call does not belong to
//! the batch: a member who must not go on is suspended in the same transaction. Undoing a batch restores what
//! it removed, in the opposite order, and nothing else. The removal of new accounts has a batch for each of them,
//! which comes to these steps when the account is hidden or shown again. The links between duplicates that the
//! member made, and their open suggested edits, go too, and, if so chosen, their messages in the global chat, which
//! `sanctions` removes. Nothing restores these.

use super::model::{ContentRemoval, RemovedContent};
use super::state::{self, Action, Transition};
use super::store::{batches, duplicates, suggested_edits};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget};
use crate::features::users::{LoggedActor, Recorded, SiteModerator, Subordinate};
use crate::platform::db::{Steps, Write};

/// The largest number of posts and comments of one step. Each change tells the readers of the post.
const AT_ONCE: usize = 5;

/// Starts to remove what a member has written, which `steps` do with [`step`]. Rejects a second batch of the
/// same member before the first one is done with 409.
pub fn start(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    member: &Subordinate,
    chosen: RemovedContent,
    reason: &str,
    steps: &'static Steps,
) -> Result<Recorded<ContentRemoval>> {
    if batches::is_pending(tx, member)? {
        return Err(Sentence::RemovalPending.into());
    }
    let target = AdminTarget::from(member.account());
    let recorded = admin_log::record(tx, &**by, AdminAction::RemoveContent, &target, reason)?;
    let batch = batches::insert(tx, by, member, chosen, reason, recorded.entry())?;
    suggested_edits::delete_open(tx, member.account())?;
    tx.continue_with(steps);
    Ok(recorded.with(found(tx, batch)?))
}

/// Starts to restore what a batch has removed, which `steps` do with [`step`]. Rejects an absent batch with
/// 404, and an undone one with 409.
pub fn undo(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    member: &Subordinate,
    batch: Id,
    steps: &'static Steps,
) -> Result<Recorded<ContentRemoval>> {
    if !batches::set_undone(tx, by, member, batch)? {
        return Err(Sentence::UndoImpossible.into());
    }
    tx.continue_with(steps);
    let target = AdminTarget::from(member.account());
    let recorded = admin_log::record(tx, &**by, AdminAction::RestoreContent, &target, "")?;
    Ok(recorded.with(found(tx, batch)?))
}

fn found(tx: &Write<'_>, batch: Id) -> Result<ContentRemoval> {
    batches::one(tx, batch)?.ok_or_else(|| Error::internal("the batch is missing"))
}

/// Removes or restores some posts of batches. Returns whether there may be more to do.
pub fn step(tx: &mut Write<'_>) -> Result<bool> {
    tx.without_event("the changes of posts have events of their own");
    for _ in 0..AT_ONCE {
        let Some(batch) = batches::next_pending(tx)? else {
            return Ok(false);
        };
        // Looked up one by one: deleting a post hides its comments.
        let next = match batch.action {
            Action::Restore => batches::last_removal(tx, batch.id)?,
            _ => batches::next_content(tx, batch.id)?,
        };
        let Some(next) = next else {
            if batch.action == Action::Remove {
                duplicates::delete_of_batch(tx, batch.id)?;
            }
            batches::end_posts(tx, batch.id)?;
            continue;
        };
        // Its question or its post may have been deleted meanwhile: then it stays removed.
        if let Some(change) = Transition::find_in_batch(tx, &batch, next.content)? {
            state::apply(tx, LoggedActor::Site, &change, &batch.reason)?;
        }
        batches::set_position(tx, batch.id, next.position)?;
    }
    Ok(true)
}
