//! Undoing what an entry of the log says: sanctions, and removals of posts.

use super::STEPS;
use super::model::Undone;
use super::sanction::{UNDO, lift, lift_any};
use super::store;
use super::store::entries::{self, EntryRecord};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::questions::batches;
use crate::features::questions::state::{self, Action};
use crate::features::questions::store::batches as batch_store;
use crate::features::users::admin_log::{AdminAction, AdminTarget};
use crate::features::users::{Me, Recorded, SiteModerator, Subordinate};
use crate::platform::db::Write;

/// Returns whether an action is one against a member: a sanction, the clearing of their profile, or the removal of all that they wrote.
pub fn is_about_member(action: AdminAction) -> bool {
    matches!(
        action,
        AdminAction::Warn
            | AdminAction::Silence
            | AdminAction::Suspend
            | AdminAction::ClearProfile
            | AdminAction::RemoveContent
    )
}

/// Returns whether actions of this kind can be undone here.
pub fn is_possible(action: AdminAction) -> bool {
    is_about_member(action) || action == AdminAction::RemovePost
}

/// Undoes the clearing of a member's profile at the time of a decision, if it is not undone.
pub fn undo_clearing(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    member: &Subordinate,
    at: Timestamp,
) -> Result<()> {
    match store::clearing_at(tx, member, at)? {
        Some(clearing) => lift_any(tx, &**by, member, &clearing).map(drop),
        None => Ok(()),
    }
}

/// Undoes the action of an entry. Rejects an absent or hidden entry with 404, an action against the actor
/// themselves, one of another kind and one that is undone with 409, and one that is older than 30 days, unless
/// it is a sanction in force.
pub fn undo(tx: &mut Write<'_>, by: &SiteModerator, id: Id) -> Result<Recorded<Undone>> {
    let entry = entries::find(tx, id)?.ok_or(Sentence::EntryNotFound)?;
    if !entries::is_readable(tx, by.id(), id)? {
        return Err(Sentence::EntryNotFound.into());
    }
    if entry.concerns == Some(by.id()) {
        return Err(Sentence::SanctionOwn.into());
    }
    if !is_possible(entry.action) {
        return Err(Sentence::UndoImpossible.into());
    }
    let ends_by_itself = matches!(entry.action, AdminAction::Silence | AdminAction::Suspend);
    if !ends_by_itself && tx.now.since(entry.logged_at) > UNDO {
        return Err(Sentence::UndoTooLate.into());
    }
    let recorded = match (entry.action, entry.target_id) {
        (AdminAction::RemovePost, Some(post)) => {
            if !entries::is_removal_active(tx, &entry)? {
                return Err(Sentence::UndoImpossible.into());
            }
            state::restore(tx, by, post)?.with(())
        }
        (AdminAction::RemoveContent, Some(member)) => {
            let member = Subordinate::find(tx, by, &member.to_string())?;
            let batch = batch_store::of_entry(tx, id)?.ok_or(Sentence::UndoImpossible)?;
            batches::undo(tx, by, &member, batch, &STEPS)?.with(())
        }
        (_, Some(member)) => {
            let member = Subordinate::find(tx, by, &member.to_string())?;
            let sanction = store::of_entry(tx, id)?.ok_or(Sentence::UndoImpossible)?;
            lift(tx, &**by, &member, &sanction)?
        }
        (_, None) => return Err(Sentence::UndoImpossible.into()),
    };
    Ok(recorded.with(Undone { log_id: id }))
}

/// Undoes an action against a member if it still has an effect. A sanction that is over is lifted too, so that
/// it does not count against them.
pub(super) fn for_member(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    member: &Subordinate,
    entry: &EntryRecord,
) -> Result<()> {
    if let Some(batch) = batch_store::of_entry(tx, entry.id)? {
        let found = batch_store::one(tx, batch)?;
        return match found.filter(|found| found.undone_at.is_none()) {
            Some(found) => batches::undo(tx, by, member, found.id, &STEPS).map(drop),
            None => Ok(()),
        };
    }
    let sanction = store::of_entry(tx, entry.id)?;
    match sanction.filter(|sanction| sanction.lifted_at.is_none()) {
        Some(sanction) => lift_any(tx, &**by, member, &sanction).map(drop),
        None => Ok(()),
    }
}

/// Restores what an entry says was removed, if it still is: also in a private community, which the log then
/// says was opened to a moderator of the site.
pub(super) fn removal(
    tx: &mut Write<'_>,
    me: &Me,
    site: Option<&SiteModerator>,
    entry: &EntryRecord,
) -> Result<()> {
    let (AdminAction::RemovePost, Some(post)) = (entry.action, entry.target_id) else {
        return Ok(());
    };
    if !entries::is_removal_active(tx, entry)? {
        return Ok(());
    }
    let target = AdminTarget::new(entry.target_kind, Some(post), "");
    state::decide_removal(tx, me, site, (post, Action::Restore), &target, "")
}
