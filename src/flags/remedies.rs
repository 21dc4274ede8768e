//! What upholding the report of a profile or a community does, if the moderator wants it.

use super::access::DecidedCase;
use super::store::objects;
use super::store::records::CaseRecord;
use crate::cases::CaseKind;
use crate::communities::access::CanArchive;
use crate::communities::membership;
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::sanctions::profile;
use crate::sanctions::undo::undo_clearing;
use crate::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::users::{SiteModerator, Subordinate};

/// Clears the profile of a member, or archives a community. Rejects with 403 who may not do it.
pub fn take(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    record: &CaseRecord,
    reason: &str,
) -> Result<()> {
    if record.kind == CaseKind::Community {
        return set_archived(tx, by, record, true, reason);
    }
    let member = Subordinate::find(tx, by, &record.object.to_string())?;
    profile::clear(tx, by, &member, reason).map(drop)
}

/// Gives back what [`take`] took: of a profile, what the member has not replaced since.
pub fn undo(tx: &mut Write<'_>, case: &DecidedCase) -> Result<()> {
    let record = case.case().record();
    let by = case.case().site().ok_or(Sentence::SiteModeratorsOnly)?;
    if record.kind == CaseKind::Community {
        return set_archived(tx, by, record, false, "");
    }
    let member = Subordinate::find(tx, by, &record.object.to_string())?;
    match record.decided_at {
        Some(at) => undo_clearing(tx, by, &member, at),
        None => Ok(()),
    }
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
