//! Vouching: a moderator of the site gives a member level 1 at once, and can take it back.

use super::{levels, model::MemberTrust, store};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::{self, Recorded, SiteModerator};
use crate::platform::db::{Read, Write};

/// A member, as a moderator of the site may see how much they are trusted.
pub struct VisibleTrust {
    member: Id,
    trust: MemberTrust,
}

impl VisibleTrust {
    /// Finds a member by username or id. Rejects an unknown one with 404.
    pub fn find(read: &Read<'_>, _: &SiteModerator, user: &str) -> Result<Self> {
        let user = users::store::by_id_or_name(read, user)?.ok_or(Sentence::UserNotFound)?;
        let mut trust = store::view(read, user.id)?.ok_or(Sentence::UserNotFound)?;
        trust.level = levels::level(read, user.id)?.number();
        Ok(Self {
            member: user.id,
            trust,
        })
    }

    /// Returns what moderators see.
    pub fn into_view(self) -> MemberTrust {
        self.trust
    }
}

/// Vouches for a member. Rejects it with 409 if a moderator has done so already, and for staff.
pub fn vouch(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    member: &VisibleTrust,
    reason: &str,
) -> Result<Recorded<MemberTrust>> {
    let record = store::member(tx, member.member)?.ok_or(Sentence::UserNotFound)?;
    if record.is_staff {
        return Err(Sentence::VouchUnneeded.into());
    }
    if record.vouched_at.is_some() {
        return Err(Sentence::VouchedAlready.into());
    }
    store::vouch(tx, by, member.member)?;
    record_change(tx, by, AdminAction::Vouch, member, reason)
}

/// Takes back what a moderator has vouched. Rejects it with 409 if nobody has.
pub fn unvouch(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    member: &VisibleTrust,
    reason: &str,
) -> Result<Recorded<MemberTrust>> {
    if member.trust.vouched_at.is_none() {
        return Err(Sentence::VouchMissing.into());
    }
    store::unvouch(tx, member.member)?;
    record_change(tx, by, AdminAction::Unvouch, member, reason)
}

fn record_change(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    action: AdminAction,
    member: &VisibleTrust,
    reason: &str,
) -> Result<Recorded<MemberTrust>> {
    let (kind, name) = (AdminTargetKind::User, &member.trust.username);
    let target = AdminTarget::new(kind, Some(member.member), name).concerning(member.member);
    let recorded = admin_log::record(tx, &**by, action, &target, reason)?;
    let changed = VisibleTrust::find(tx, by, &member.member.to_string())?;
    Ok(recorded.with(changed.into_view()))
}
