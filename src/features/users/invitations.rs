//! Invitations: links with which one person each can sign up when sign-up is by invitation. Like for
//! a session, the database stores only the hash of the random token.
//!
//! When a user loses the administrator role, their open invitations are deleted.

use std::time::Duration;

use super::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind, Recorded};
use super::identity::AdminAuthority;
use super::model::{MailedInvitation, MailingOutcome, NewInvitation};
use super::{session, store};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text::{self, limits};
use crate::platform::db::{Read, Write};
use crate::platform::outbox::{self, DeliveryKind, INVITATIONS_PER_DAY};
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

/// The note of an invitation that was mailed. The address is not stored with it.
const MAILED_NOTE: &str = "someone invited by e-mail";
/// The largest number of invitations that the site mails in a day.
const MAILED_PER_DAY: i64 = 300;

/// Mails an invitation to each address, in the name of an administrator: the creator, or for the operator the one with the
/// oldest account. The link is made when the mail is sent. Returns what became of each address. Rejects no or too
/// many addresses and an invalid validity with 400.
pub fn mail(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    addresses: &[String],
    validity: Duration,
) -> Result<Recorded<Vec<MailedInvitation>>> {
    if !(1..=limits::INVITED).contains(&addresses.len()) {
        return Err(Sentence::InvitedCount.into());
    }
    let oldest = match by.administrator() {
        Some(_) => None,
        None => store::invitations::oldest_administrator(tx, by)?,
    };
    let sender = by.administrator().or(oldest.as_ref());
    let sender = sender.ok_or(Sentence::UserNotFound)?.id();
    tx.without_event("the mails tell the invited people");
    let mut mailed = Vec::with_capacity(addresses.len());
    for address in addresses {
        let outcome = match text::mail_address(address) {
            Ok(valid) => mail_one(tx, by, sender, &valid, validity)?,
            Err(_) => MailingOutcome::Invalid,
        };
        let address = address.chars().take(limits::MAIL_ADDRESS).collect();
        mailed.push(MailedInvitation { address, outcome });
    }
    let sent = mailed
        .iter()
        .filter(|one| one.outcome == MailingOutcome::Sent);
    let detail = format!("{} invitations by e-mail", sent.count());
    let recorded = admin_log::record(tx, by, AdminAction::Invite, &target(None, ""), &detail)?;
    Ok(recorded.with(mailed))
}

fn mail_one(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    sender: Id,
    address: &str,
    validity: Duration,
) -> Result<MailingOutcome> {
    let mailed = outbox::store::mailed_invitations(tx, sender, address)?;
    if mailed.to_address > 0 {
        return Ok(MailingOutcome::Repeated);
    }
    if mailed.by_sender >= INVITATIONS_PER_DAY || mailed.by_all >= MAILED_PER_DAY {
        return Ok(MailingOutcome::TooMany);
    }
    let created = insert(tx, by, MAILED_NOTE, validity)?;
    let (kind, id) = (DeliveryKind::Invitation, created.invitation.id);
    outbox::enqueue(tx, sender, kind, id, Some(address))?;
    Ok(MailingOutcome::Sent)
}

/// Makes a new token for the mail of an open invitation, and returns it with the end of the invitation. A
/// token that an earlier attempt has sent ends.
pub fn renew(tx: &Write<'_>, id: Id) -> Result<Option<(String, Timestamp)>> {
    let token = session::new_token();
    let end = store::invitations::renew(tx, id, &session::hash(&token))?;
    Ok(end.map(|end| (token, end)))
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
