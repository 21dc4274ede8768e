//! Clearing the profile of a member: their biography and their picture.

use super::model::{Sanction, SanctionKind};
use super::store;
use crate::core::error::{Error, Result, Sentence};
use crate::features::profiles;
use crate::features::profiles::avatars;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget};
use crate::features::users::{Recorded, SiteModerator, Subordinate};
use crate::platform::db::{Read, Write};

/// Takes the biography and the picture of a member, and tells them. The log keeps the biography, and the sanction
/// the picture. Rejects a profile that has neither with 409.
pub fn clear(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    member: &Subordinate,
    reason: &str,
) -> Result<Recorded<Sanction>> {
    let biography = profiles::biography(tx, member.account())?;
    let picture = avatars::store::of_member(tx, member.account())?;
    if biography.is_empty() && picture.is_none() {
        return Err(Sentence::ProfileEmpty.into());
    }
    profiles::replace_biography(tx, member, "")?;
    avatars::replace(tx, member, None)?;
    let target = AdminTarget::from(member.account());
    let action = AdminAction::ClearProfile;
    let recorded = admin_log::record_replacement(tx, &**by, action, &target, &biography, reason)?;
    let kind = (SanctionKind::Clearing, None);
    let id = store::insert(tx, (&**by).into(), member, kind, reason, recorded.entry())?;
    store::set_picture(tx, id, picture)?;
    let found = store::one(tx, id)?.ok_or_else(|| Error::internal("the sanction is missing"))?;
    Ok(recorded.with(found))
}

/// Returns whether anything of a cleared profile can be restored: the member has no biography or no picture in place
/// of the one that was taken.
pub(super) fn can_restore(
    read: &Read<'_>,
    member: &Subordinate,
    clearing: &Sanction,
) -> Result<bool> {
    let cleared = store::cleared(read, clearing.id)?;
    let has_text =
        profiles::biography(read, member.account())?.is_empty() && !cleared.biography.is_empty();
    let has_picture =
        cleared.picture.is_some() && avatars::store::of_member(read, member.account())?.is_none();
    Ok(has_text || has_picture)
}

/// Gives back the biography and the picture that a clearing took, except what the member has replaced since.
pub(super) fn restore(tx: &mut Write<'_>, member: &Subordinate, clearing: &Sanction) -> Result<()> {
    let cleared = store::cleared(tx, clearing.id)?;
    let has_none = profiles::biography(tx, member.account())?.is_empty();
    if has_none && !cleared.biography.is_empty() {
        profiles::replace_biography(tx, member, &cleared.biography)?;
    }
    let has_none = avatars::store::of_member(tx, member.account())?.is_none();
    if has_none && cleared.picture.is_some() {
        avatars::replace(tx, member, cleared.picture)?;
    }
    Ok(())
}
