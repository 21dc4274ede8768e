//! Appeals: what a member says against an action that concerns them, once, within 30 days.
//!
//! An appeal is a case of the queue of the site; that of an action in a private community is also one of its
//! moderators if one of them took the action. Approving it undoes the action if it is a sanction or a removal; what else was done, a moderator
//! undoes by hand. The decision is in the log and told to the member.

use super::model::{Appeal, AppealedAction, SuspensionAppealState};
use super::sanction::UNDO;
use super::store::entries::{self, EntryRecord};
use super::store::{self, appeals};
use super::undo;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::cases::{self, Ask, CaseKind, NewCase};
use crate::features::users::admin_log::AdminAction;
use crate::features::users::{Account, Me, SiteModerator, Subordinate};
use crate::platform::db::{Read, Write};

/// Actions that do nothing against the member whom they concern, or decide an appeal.
const NOT_APPEALABLE: &[AdminAction] = &[
    AdminAction::CreateUser,
    AdminAction::Promote,
    AdminAction::AppointModerator,
    AdminAction::Enable,
    AdminAction::RestorePost,
    AdminAction::RestoreContent,
    AdminAction::LiftSanction,
    AdminAction::DecideAppeal,
    AdminAction::DecideFlag,
    AdminAction::UndoDecision,
    AdminAction::AskToOpen,
    AdminAction::OpenFlagged,
    AdminAction::Vouch,
];

/// Proof that an action concerns a member, and that they may appeal it.
pub struct AppealableEntry {
    record: EntryRecord,
    member: Id,
}

impl AppealableEntry {
    /// Finds an entry of the log. Rejects one that does not concern the member, one of their own, and one
    /// that cannot be appealed with 404, and one that is older than 30 days with 409.
    pub fn find(read: &Read<'_>, member: &Account, id: Id) -> Result<Self> {
        let of_others = |entry: &EntryRecord| {
            entry.concerns == Some(member.id())
                && entry.actor_id != Some(member.id())
                && !NOT_APPEALABLE.contains(&entry.action)
        };
        let record = entries::find(read, id)?
            .filter(of_others)
            .ok_or(Sentence::EntryNotFound)?;
        if read.now.since(record.logged_at) > UNDO {
            return Err(Sentence::AppealTooLate.into());
        }
        let member = member.id();
        Ok(Self { record, member })
    }

    /// Finds the entry of the suspension of a member. Rejects one who is not suspended with 409.
    pub fn of_suspension(read: &Read<'_>, member: &Account) -> Result<Self> {
        let suspension = store::suspension(read, member.id())?.ok_or(Sentence::NotSuspended)?;
        Self::find(read, member, suspension.log_id)
    }
}

/// Returns what became of the appeal of a member's suspension. Rejects one who is not suspended with 409.
pub fn of_suspension(read: &Read<'_>, member: &Account) -> Result<SuspensionAppealState> {
    let suspension = store::suspension(read, member.id())?.ok_or(Sentence::NotSuspended)?;
    let appeal = appeals::one(read, member, suspension.log_id)?;
    let may_appeal = appeal.is_none()
        && match AppealableEntry::find(read, member, suspension.log_id) {
            Ok(_) => true,
            Err(Error::Code(_)) => false,
            Err(error) => return Err(error),
        };
    Ok(SuspensionAppealState { appeal, may_appeal })
}

/// Adds an appeal to the queue. Rejects a second one of the same entry with 409.
pub fn add(
    tx: &mut Write<'_>,
    member: &Account,
    entry: &AppealableEntry,
    text: &str,
) -> Result<Appeal> {
    let id = entry.record.id;
    if !appeals::insert(tx, id, entry.member, text)? {
        return Err(Sentence::AppealedAlready.into());
    }
    let community = entries::deciding_community(tx, &entry.record)?;
    let case = NewCase {
        kind: CaseKind::Appeal,
        object: id,
        ask: Some(Ask::Appeal),
        author: Some(entry.member),
        community,
    };
    cases::open(tx, &case)?;
    appeals::one(tx, member, id)?.ok_or_else(|| Error::internal("the appeal is missing"))
}

/// Returns the action that an appeal is about, as a viewer may see it.
pub fn action(read: &Read<'_>, viewer: &Me, entry: Id) -> Result<Option<AppealedAction>> {
    let Some(record) = entries::find(read, entry)? else {
        return Ok(None);
    };
    let is_readable = entries::is_readable(read, viewer.id(), entry)?;
    let shown = |text: String| if is_readable { text } else { String::new() };
    Ok(Some(AppealedAction {
        action: record.action,
        target_kind: record.target_kind,
        target_id: record.target_id.filter(|_| is_readable),
        target: shown(record.target),
        actor: record.actor,
        logged_at: record.logged_at,
        reason: shown(record.detail),
        is_undone_by_approval: undo::is_possible(record.action),
    }))
}

/// Returns whether a user took the action that an appeal is about, and another one could decide it.
pub fn is_own_action(read: &Read<'_>, me: &Me, entry: Id) -> Result<bool> {
    let Some(record) = entries::find(read, entry)? else {
        return Ok(false);
    };
    if record.actor_id != Some(me.id()) {
        return Ok(false);
    }
    entries::has_other_decider(read, me, &record, undo::is_about_member(record.action))
}

/// Decides an appeal. Approving it undoes the action, if it is one that can be undone here and still has an
/// effect. `site`: the right of a moderator of the site, if the actor is one. Rejects with 403 who may not
/// sanction the member.
pub fn decide(
    tx: &mut Write<'_>,
    me: &Me,
    site: Option<&SiteModerator>,
    entry: Id,
    is_approved: bool,
) -> Result<()> {
    let record = entries::find(tx, entry)?.ok_or(Sentence::EntryNotFound)?;
    if undo::is_about_member(record.action) {
        let site = site.ok_or(Sentence::SiteModeratorsOnly)?;
        let member = record.concerns.ok_or(Sentence::EntryNotFound)?;
        let member = Subordinate::find_appellant(tx, site, &member.to_string())?;
        if is_approved {
            undo::for_member(tx, site, &member, &record)?;
        }
    } else if is_approved {
        undo::removal(tx, me, site, &record)?;
    }
    Ok(())
}

/// Deletes the appeals of a deleted account, and withdraws their cases.
pub fn purge_user(tx: &mut Write<'_>, account: &Account) -> Result<()> {
    for entry in appeals::purge_user(tx, account)? {
        cases::withdraw(tx, entry)?;
    }
    Ok(())
}
