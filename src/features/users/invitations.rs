//! Invitations: links with which one person each can sign up when sign-up is by invitation. Like for
//! a session, the database stores only the hash of the random token.
//!
//! When a user loses the administrator role, their open invitations are deleted.

use std::time::Duration;

use super::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind, Recorded};
use super::identity::AdminAuthority;
use super::model::NewInvitation;
use super::{session, store};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text::{self, limits};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;

pub const DAY: Duration = Duration::from_secs(24 * 3600);
/// The default validity of an invitation.
pub const DEFAULT_VALIDITY: Duration = DAY.saturating_mul(7);
/// The limits of the validity.
const SHORTEST: Duration = Duration::from_secs(3600);
const LONGEST: Duration = DAY.saturating_mul(365);

/// Returns the path of an invitation's link. Browsers do not send the part after `#`, so that no
/// proxy logs the token.
pub fn path(token: &str) -> String {
    format!("/signup#invitation={token}")
}

/// Creates an invitation with a note and a validity. Rejects an invalid validity or note with 400.
pub fn create(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    note: &str,
    validity: Duration,
) -> Result<Recorded<NewInvitation>> {
    let created = insert(tx, by, note, validity)?;
    let target = target(Some(created.invitation.id), &created.invitation.note);
    let recorded = admin_log::record(tx, by, AdminAction::Invite, &target, "")?;
    Ok(recorded.with(created))
}

/// Creates an invitation for each note, with one entry in the log. Rejects no or too many notes, an
/// invalid one and an invalid validity with 400.
pub fn create_many(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    notes: &[String],
    validity: Duration,
) -> Result<Recorded<Vec<NewInvitation>>> {
    if !(1..=limits::INVITATIONS).contains(&notes.len()) {
        return Err(Sentence::InvitationCount.into());
    }
    let created: Result<Vec<_>> = notes
        .iter()
        .map(|note| insert(tx, by, note, validity))
        .collect();
    let (created, detail) = (created?, format!("{} invitations", notes.len()));
    let recorded = admin_log::record(tx, by, AdminAction::Invite, &target(None, ""), &detail)?;
    Ok(recorded.with(created))
}

fn insert(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    note: &str,
    validity: Duration,
) -> Result<NewInvitation> {
    if !(SHORTEST..=LONGEST).contains(&validity) {
        return Err(Sentence::InvitationLife.into());
    }
    let (note, token) = (text::invitation_note(note)?, session::new_token());
    let id =
        store::invitations::insert(tx, by, &session::hash(&token), &note, tx.now.plus(validity))?;
    tx.without_event("the creator passes the link on");
    let invitation = store::invitations::one(tx, by, id)?;
    Ok(NewInvitation { invitation, token })
}

fn target(id: Option<Id>, note: &str) -> AdminTarget {
    AdminTarget::new(AdminTargetKind::Invitation, id, note)
}

/// Returns the hash of a sign-up's token. Rejects a missing token with 403.
pub fn require_token(token: Option<&str>) -> Result<TokenHash> {
    let token = token
        .map(str::trim)
        .filter(|token| !token.is_empty())
        .ok_or(Sentence::SignupByInvitation)?;
    Ok(session::hash(token))
}

/// Rejects a token without an open invitation with 403.
pub fn check(read: &Read<'_>, token: &TokenHash) -> Result<()> {
    if store::invitations::is_open(read, token)? {
        Ok(())
    } else {
        Err(Sentence::InvitationInvalid.into())
    }
}

/// Marks an invitation as used by `user`, which the same transaction has created. If another sign-up
/// has used it, this one is rejected with 403 and its account is rolled back.
pub(crate) fn accept(tx: &Write<'_>, token: &TokenHash, user: Id) -> Result<()> {
    if store::invitations::accept(tx, token, user)? {
        Ok(())
    } else {
        Err(Sentence::InvitationInvalid.into())
    }
}

/// Deletes an unused invitation. Rejects any other id with 404.
pub fn revoke(tx: &mut Write<'_>, by: &AdminAuthority, id: Id) -> Result<Recorded> {
    tx.without_event("no browser shows invitations live");
    let note = store::invitations::revoke(tx, by, id)?.ok_or(Sentence::InvitationNotFound)?;
    let action = AdminAction::RevokeInvitation;
    admin_log::record(tx, by, action, &target(Some(id), &note), "")
}

/// Deletes all unused invitations and returns how many of them were open.
pub fn revoke_all(tx: &mut Write<'_>, by: &AdminAuthority) -> Result<Recorded<usize>> {
    tx.without_event("no browser shows invitations live");
    let count = store::invitations::revoke_all(tx, by)?;
    let (action, target) = (AdminAction::RevokeInvitation, AdminTarget::site());
    Ok(admin_log::record(tx, by, action, &target, "")?.with(count))
}
