//! Membership: creating, describing and joining communities, join requests, moderators, leaving, and ownership.

use super::access::{
    CanApprove, CanArchive, CanDescribe, CanJoin, CanLeave, CanReject, CanRequest, CanSetReading,
    FoundCommunity, Moderator, Owner, TargetMember,
};
use super::events::{AffectedViewers, emit_update};
use super::model::{CommunityChange, CommunityRole, DetailLevel, NewCommunity};
use super::store::{self, changes, roles};
use crate::core::config::Reading;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text;
use crate::features::mentions::{self, model::Source};
use crate::features::notifications::entries;
use crate::features::pictures::{self, PictureKind};
use crate::features::trust::spam;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::{Account, Me, bots};
use crate::platform::db::Write;

/// Creates a community with the actor as its owner and only member. Returns its id. Rejects a name and a description
/// with a blocked word or domain with 400.
pub fn create(tx: &mut Write<'_>, me: &Me, new: &NewCommunity) -> Result<Id> {
    spam::check_allowed(tx, me, &new.name)?;
    spam::check_allowed(tx, me, &new.description)?;
    let community = changes::insert(tx, me, new)?;
    record_names_and_pictures(tx, me, community, &new.description)?;
    emit_update(
        tx,
        community,
        CommunityChange::Created,
        AffectedViewers::Everyone,
    )?;
    Ok(community)
}

/// Records which pictures a description shows and whom it names, and tells them.
fn record_names_and_pictures(
    tx: &mut Write<'_>,
    me: &Me,
    community: Id,
    description: &str,
) -> Result<()> {
    let shown = pictures::Source {
        kind: PictureKind::Community,
        id: community,
        place: community,
        pictures: text::pictures(description),
    };
    pictures::update(tx, me, &shown)?;
    let source = Source {
        id: community,
        place: community,
        names: text::mentions(description),
    };
    mentions::update(tx, me, &source)
}

/// Replaces the description. Succeeds without changes if it is the same. Rejects one with a blocked word or domain with
/// 400.
pub fn describe(tx: &mut Write<'_>, me: &Me, right: &CanDescribe, description: &str) -> Result<()> {
    if !changes::set_description(tx, right, description)? {
        return Ok(());
    }
    spam::check_allowed(tx, me, description)?;
    record_names_and_pictures(tx, me, right.community(), description)?;
    emit_updated(tx, right.community(), AffectedViewers::Everyone)
}

fn emit_updated(tx: &mut Write<'_>, community: Id, affected: AffectedViewers) -> Result<()> {
    emit_update(tx, community, CommunityChange::Updated, affected)
}

/// Joins a public community.
pub fn join(tx: &mut Write<'_>, right: &CanJoin) -> Result<()> {
    changes::join(tx, right)?;
    emit_updated(tx, right.community(), AffectedViewers::Everyone)
}

/// Makes an account a member of the community with this name, as the operator has configured, and returns whether there
/// is one. Succeeds without changes if it is a member or the community is archived.
pub fn admit(tx: &mut Write<'_>, account: &Account, name: &str) -> Result<bool> {
    let Some((community, is_new)) = changes::admit(tx, account, name)? else {
        return Ok(false);
    };
    if is_new {
        emit_updated(tx, community, AffectedViewers::Everyone)?;
    }
    Ok(true)
}

/// Asks to join a private community.
pub fn request(tx: &mut Write<'_>, right: &CanRequest) -> Result<()> {
    changes::insert_request(tx, right)?;
    emit_updated(
        tx,
        right.community(),
        AffectedViewers::ModeratorsAnd(Some(right.user())),
    )
}

/// Approves a join request: the requester becomes a member.
pub fn approve(tx: &mut Write<'_>, right: &CanApprove) -> Result<()> {
    changes::approve_request(tx, right)?;
    entries::tell_admitted(tx, right.user(), right.community())?;
    emit_updated(tx, right.community(), AffectedViewers::Everyone)
}

/// Rejects a join request. The user can ask again.
pub fn reject(tx: &mut Write<'_>, right: &CanReject) -> Result<()> {
    changes::reject_request(tx, right)?;
    emit_updated(
        tx,
        right.community(),
        AffectedViewers::ModeratorsAnd(Some(right.user())),
    )
}

/// Makes a member a moderator. Succeeds without changes if they moderate the community. Rejects a bot with 409.
pub fn promote(tx: &mut Write<'_>, target: &TargetMember<Moderator>) -> Result<()> {
    if target.role() >= CommunityRole::Moderator {
        return Ok(());
    }
    bots::check_person(tx, target.user())?;
    changes::grant_moderator(tx, target)?;
    emit_updated(tx, target.community(), AffectedViewers::Insiders)
}

/// Makes a moderator an ordinary member. Succeeds without changes for an ordinary member. Rejects
/// the owner with 409.
pub fn demote(tx: &mut Write<'_>, target: &TargetMember<Owner>) -> Result<()> {
    match target.role() {
        CommunityRole::Owner => Err(Sentence::OwnerIsModerator.into()),
        CommunityRole::Moderator => {
            changes::revoke_moderator(tx, target)?;
            emit_updated(tx, target.community(), AffectedViewers::Insiders)
        }
        CommunityRole::Outsider | CommunityRole::Requester | CommunityRole::Member => Ok(()),
    }
}

/// Removes a member from a community. They can join or ask again.
pub fn remove(tx: &mut Write<'_>, target: &TargetMember<Moderator>) -> Result<()> {
    changes::delete_member(tx, &CanLeave::removed(target)?)?;
    emit_updated(tx, target.community(), AffectedViewers::Everyone)
}

/// Leaves a community, or cancels the actor's join request. Succeeds without changes if they are
/// neither a member nor a requester.
pub fn leave(tx: &mut Write<'_>, me: &Me, found: &FoundCommunity) -> Result<()> {
    let right = CanLeave::voluntarily(found)?;
    if changes::delete_member(tx, &right)? {
        emit_updated(tx, right.community(), AffectedViewers::Everyone)
    } else if changes::cancel_request(tx, me, right.community())? {
        emit_updated(
            tx,
            right.community(),
            AffectedViewers::ModeratorsAnd(Some(me.id())),
        )
    } else {
        Ok(())
    }
}

/// Makes a member the owner and a moderator. The previous owner stays a moderator. Rejects a bot with 409.
pub fn transfer_ownership(tx: &mut Write<'_>, successor: &TargetMember<Owner>) -> Result<()> {
    if successor.role() == CommunityRole::Owner {
        return Ok(());
    }
    bots::check_person(tx, successor.user())?;
    changes::transfer_ownership(tx, successor)?;
    emit_updated(tx, successor.community(), AffectedViewers::Everyone)
}

/// Sets whether what is in a public community needs an account, also while everyone may read the site. The log has each
/// change. Succeeds without changes if it is so already.
pub fn set_reading(
    tx: &mut Write<'_>,
    me: &Me,
    right: &CanSetReading,
    needs_account: bool,
) -> Result<()> {
    if !changes::set_reading(tx, right, needs_account)? {
        return Ok(());
    }
    let community = right.community();
    let name = store::community(tx, community, DetailLevel::Outside)?.name;
    let target = AdminTarget::new(AdminTargetKind::Community, Some(community), &name);
    let (before, after) = match needs_account {
        true => (Reading::Everyone, Reading::Members),
        false => (Reading::Members, Reading::Everyone),
    };
    let action = AdminAction::SetReading;
    admin_log::record_replacement(tx, me, action, &target, before.word(), after.word())?;
    emit_updated(tx, community, AffectedViewers::Everyone)
}

/// Archives a community, which makes it read-only, or unarchives it.
pub fn set_archived(tx: &mut Write<'_>, right: &CanArchive, archived: bool) -> Result<()> {
    if changes::set_archived(tx, right, archived)? {
        emit_updated(tx, right.community(), AffectedViewers::Everyone)
    } else {
        Ok(())
    }
}

/// The largest number of communities that one step of a purge changes. Each change tells all members.
const PURGED_AT_ONCE: usize = 5;

/// Removes a deleted user from some of their communities and cancels some of their join requests.
/// Returns whether there may be more. A community that they own passes to the longest-standing
/// moderator, or else to the longest-standing member; a community without members is archived.
pub fn purge_user(tx: &mut Write<'_>, account: &Account) -> Result<bool> {
    let (joined, requested) = roles::joined_and_requested(tx, account.id(), PURGED_AT_ONCE)?;
    let is_full = joined.len().max(requested.len()) == PURGED_AT_ONCE;
    for community in joined {
        changes::purge_member(tx, account, community)?;
        emit_updated(tx, community, AffectedViewers::Everyone)?;
    }
    for community in requested {
        changes::cancel_request(tx, account, community)?;
        emit_updated(tx, community, AffectedViewers::ModeratorsAnd(None))?;
    }
    Ok(is_full)
}

/// Gives the membership in some communities of a merged account to another one, with the higher role and the
/// ownership. Returns whether there may be more.
pub fn merge_user(tx: &mut Write<'_>, account: &Account, into: &Account) -> Result<bool> {
    let (joined, _) = roles::joined_and_requested(tx, account.id(), PURGED_AT_ONCE)?;
    let is_full = joined.len() == PURGED_AT_ONCE;
    for community in joined {
        changes::move_member(tx, account, into, community)?;
        emit_updated(tx, community, AffectedViewers::Everyone)?;
    }
    Ok(is_full)
}
