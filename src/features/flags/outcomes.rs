//! What a decision does to the object of its case, and how that is undone.

use super::access::{DecidableCase, DecidedCase, VisibleCase};
use super::model::Decision;
use super::store::objects;
use super::store::records::CaseRecord;
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::features::cases::{Ask, CaseKind};
use crate::features::communities::access::CanArchive;
use crate::features::communities::membership;
use crate::features::messages;
use crate::features::pictures;
use crate::features::questions::model::RemovalKind;
use crate::features::questions::state::{self, Action, Transition};
use crate::features::questions::store::{removals, states};
use crate::features::sanctions::undo::undo_clearing;
use crate::features::sanctions::{appeals, profile};
use crate::features::signup;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::{Me, SiteModerator, Subordinate};
use crate::platform::db::{Read, Write};

/// What a decision does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It closes the case.
    Nothing,
    /// It changes the state of a post that waits, or that reports hide.
    Post(Action),
    /// It grants or refuses a sign-up.
    Signup { is_approved: bool },
    /// It grants or refuses an appeal.
    Appeal { is_approved: bool },
    /// It removes the object: of a profile what it says, of a community its use.
    Removal,
}

impl Outcome {
    /// Returns what a decision does. `remove`: whether the moderator removes the object too, which only an upheld
    /// report can, and with which a hidden object stays removed. Rejects a decision of another case with 400, and
    /// the removal of what cannot be removed with 409.
    pub fn of(
        read: &Read<'_>,
        me: &Me,
        case: &DecidableCase,
        decision: Decision,
        remove: bool,
    ) -> Result<Self> {
        let record = case.case().record();
        if decision.is_for_asking() != record.ask.is_some() {
            return Err(Sentence::FlagWrongDecision.into());
        }
        if remove && decision != Decision::Uphold {
            return Err(Sentence::FlagNotRemovable.into());
        }
        let is_approved = decision == Decision::Approve;
        match record.ask {
            Some(Ask::Held) if is_approved => Ok(Self::Post(Action::Approve)),
            Some(Ask::Held) => Ok(Self::Post(Action::Reject)),
            Some(Ask::Signup) => Ok(Self::Signup { is_approved }),
            Some(Ask::Appeal) => Ok(Self::Appeal { is_approved }),
            None if is_withheld(read, record, RemovalKind::Hidden)? => {
                Ok(Self::Post(match decision {
                    Decision::Uphold => Action::Confirm,
                    _ => Action::Release,
                }))
            }
            None if !remove => Ok(Self::Nothing),
            None if objects::can_remove(read, me, record)? => Ok(Self::Removal),
            None => Err(Sentence::FlagNotRemovable.into()),
        }
    }

    /// Returns whether the object is removed with the decision.
    pub fn removes(self) -> bool {
        matches!(self, Self::Removal | Self::Post(Action::Confirm))
    }

    /// Does it. `target`: the case in the log.
    pub fn carry_out(
        self,
        tx: &mut Write<'_>,
        me: &Me,
        case: &VisibleCase,
        target: &AdminTarget,
        reason: &str,
    ) -> Result<()> {
        let (site, id) = (case.site(), case.record().object);
        match self {
            Self::Nothing => Ok(()),
            Self::Post(action) => {
                let change = Transition::find_undecided(tx, me, site, id, action)?;
                state::apply(tx, me, &change, reason).map(drop)
            }
            Self::Signup { is_approved: true } => signup::approve(tx, &by(me)?, id).map(drop),
            Self::Signup { is_approved: false } => signup::set_rejected(tx, &by(me)?, id, true),
            Self::Appeal { is_approved } => appeals::decide(tx, me, site, id, is_approved),
            Self::Removal => remove(tx, me, case, target, reason),
        }
    }
}

fn by(me: &Me) -> Result<SiteModerator> {
    SiteModerator::find(me).ok_or_else(|| Sentence::SiteModeratorsOnly.into())
}

fn is_withheld(read: &Read<'_>, record: &CaseRecord, why: RemovalKind) -> Result<bool> {
    let state = states::withheld(read, record.object)?;
    Ok(state.is_some_and(|(kind, _)| kind == why))
}

fn remove(
    tx: &mut Write<'_>,
    me: &Me,
    case: &VisibleCase,
    target: &AdminTarget,
    reason: &str,
) -> Result<()> {
    let record = case.record();
    let id = record.object;
    let site = case.site().ok_or(Sentence::SiteModeratorsOnly);
    match record.kind {
        CaseKind::Picture => pictures::remove_reported(tx, site?, id, reason).map(drop),
        CaseKind::Community => set_archived(tx, site?, record, true, reason),
        CaseKind::User => {
            let member = Subordinate::find(tx, site?, &id.to_string())?;
            profile::clear(tx, site?, &member, reason).map(drop)
        }
        CaseKind::Message => messages::remove_for(tx, site?, id, reason).map(drop),
        _ => {
            let removal = (id, Action::Remove);
            state::decide_removal(tx, me, case.site(), removal, target, reason)
        }
    }
}

/// Undoes what the decision of a case did. An approved appeal stays approved: its action can be taken again. What was
/// restored or replaced since stays.
pub fn undo(tx: &mut Write<'_>, me: &Me, case: &DecidedCase, target: &AdminTarget) -> Result<()> {
    let (case, decision) = (case.case(), case.decision());
    let (record, site) = (case.record(), case.site());
    let (id, at) = (record.object, decided_at(record)?);
    let is_approved = decision == Some(Decision::Approve);
    match record.ask {
        Some(Ask::Held) => {
            let undo = match is_approved {
                true => Action::UndoApproval,
                false => Action::UndoRejection,
            };
            let change = Transition::find_decided(tx, me, site, id, (undo, at))?;
            return state::apply(tx, me, &change, "").map(drop);
        }
        Some(Ask::Signup) if is_approved => return Err(Sentence::ApprovalFinal.into()),
        Some(Ask::Signup) => return signup::set_rejected(tx, &by(me)?, id, false),
        Some(Ask::Appeal) if is_approved => return Err(Sentence::AppealFinal.into()),
        Some(Ask::Appeal) => return Ok(()),
        None => {}
    }
    if states::ended_at(tx, id, at)? == Some(RemovalKind::Hidden) {
        let undo = match record.removed {
            false => Action::UndoRelease,
            true if is_withheld(tx, record, RemovalKind::Removed)? => Action::UndoConfirmation,
            true => return Ok(()),
        };
        let change = Transition::find_decided(tx, me, site, id, (undo, at))?;
        return state::apply(tx, me, &change, "").map(drop);
    }
    match record.kind {
        _ if !record.removed => Ok(()),
        CaseKind::Community => {
            let site = site.ok_or(Sentence::SiteModeratorsOnly)?;
            set_archived(tx, site, record, false, "")
        }
        kind if !kind.is_post() => {
            let site = site.ok_or(Sentence::SiteModeratorsOnly)?;
            let member = Subordinate::find(tx, site, &id.to_string())?;
            undo_clearing(tx, site, &member, at)
        }
        _ if removals::is_active(tx, id)? => {
            let restoration = (id, Action::Restore);
            state::decide_removal(tx, me, site, restoration, target, "")
        }
        _ => Ok(()),
    }
}

fn decided_at(record: &CaseRecord) -> Result<Timestamp> {
    record
        .decided_at
        .ok_or_else(|| Sentence::FlagNotFound.into())
}

fn set_archived(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    record: &CaseRecord,
    archived: bool,
    reason: &str,
) -> Result<()> {
    let right = CanArchive::by_rank(tx, by, record.object)?;
    membership::set_archived(tx, &right, archived)?;
    let action = match archived {
        true => AdminAction::ArchiveCommunity,
        false => AdminAction::UnarchiveCommunity,
    };
    let kind = AdminTargetKind::Community;
    let name = objects::name_of_community(tx, record.object)?;
    let mut target = AdminTarget::new(kind, Some(record.object), &name);
    if let Some(owner) = record.author {
        target = target.concerning(owner);
    }
    admin_log::record(tx, &**by, action, &target, reason).map(drop)
}
