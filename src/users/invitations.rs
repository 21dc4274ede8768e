//! Invitations: links by which one person each may sign up where that is by invitation. As of a session, the database has only
//! the hash of the random token in it.
//!
//! Who no longer administers the site has invited nobody: what is still open of his invitations goes with the role.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use super::account::{Account, Authority};
use super::{session, store};
use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::TokenHash;
use crate::text;

/// A day has 24 hours here.
pub const DAY: Duration = Duration::from_secs(24 * 3600);
/// How long an invitation is good for, if nobody says otherwise.
pub const LIFE: Duration = DAY.saturating_mul(7);
/// How short and how long that may be.
const SHORTEST: Duration = Duration::from_secs(3600);
const LONGEST: Duration = DAY.saturating_mul(365);
/// So long after its use or its end one can see what became of an invitation.
pub const KEPT: Duration = DAY.saturating_mul(30);

/// An invitation as those see it who run the site.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    /// Nobody, where it was made on the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub created_by: Option<String>,
    #[cfg_attr(test, ts(type = "string"))]
    pub created_at: Timestamp,
    #[cfg_attr(test, ts(type = "string"))]
    pub expires_at: Timestamp,
    /// For whom it is, as whoever made it calls him; it may be empty. Whoever signs up with it can read it among his data.
    pub note: String,
    /// Who has signed up with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub used_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub used_at: Option<Timestamp>,
}

/// An invitation that was just made. Its token is told this once and stored nowhere.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewInvitation {
    pub invitation: Invitation,
    /// What the link says: `/signup#invitation=` and this.
    pub token: String,
}

/// Where the link of an invitation leads, on the site. Browsers keep what is behind the # to themselves, so that no proxy's log has
/// the token.
pub fn path(token: &str) -> String {
    format!("/signup#invitation={token}")
}

/// Makes an invitation for whomever `note` names that is good for `life`. `creator` is the administrator who makes it, if it is one.
/// [`Sentence::InvitationLife`] when that is too short or too long, [`Sentence::NoteTooLong`].
pub fn create(tx: &mut Write<'_>, by: &Authority, creator: Option<&Account>, note: &str, life: Duration) -> Result<NewInvitation> {
    if !(SHORTEST..=LONGEST).contains(&life) {
        return Err(Sentence::InvitationLife.into());
    }
    let (note, token) = (text::invitation_note(note)?, session::new_token());
    let id = store::invitations::insert(tx, by, &session::hash(&token), creator, &note, tx.now.plus(life))?;
    tx.quietly("who is invited is told by whoever invites him");
    Ok(NewInvitation { invitation: store::invitations::one(tx, by, id)?, token })
}

/// The hash of the token that somebody wants to sign up with; [`Sentence::SignupByInvitation`] when he has none.
pub(super) fn presented(token: Option<&str>) -> Result<TokenHash> {
    let token = token.map(str::trim).filter(|token| !token.is_empty()).ok_or(Sentence::SignupByInvitation)?;
    Ok(session::hash(token))
}

/// Refuses what nobody can sign up with, whyever that is.
pub(super) fn check(read: &Read<'_>, token: &TokenHash) -> Result<()> {
    if store::invitations::is_open(read, token)? { Ok(()) } else { Err(Sentence::InvitationInvalid.into()) }
}

/// Notes that `user`, whom this transaction has made, has signed up with it. Nobody else can: who comes too late is refused with
/// [`Sentence::InvitationInvalid`], and his account is undone with the transaction.
pub(crate) fn accept(tx: &Write<'_>, token: &TokenHash, user: Id) -> Result<()> {
    if store::invitations::accept(tx, token, user)? { Ok(()) } else { Err(Sentence::InvitationInvalid.into()) }
}

/// Takes an invitation back that nobody has used; [`Sentence::InvitationNotFound`] for any other.
pub fn revoke(tx: &mut Write<'_>, by: &Authority, id: Id) -> Result<()> {
    tx.quietly("whoever was invited learns it when he comes");
    if store::invitations::revoke(tx, by, id)? { Ok(()) } else { Err(Sentence::InvitationNotFound.into()) }
}

/// Takes back all that nobody has used, and tells how many those were.
pub fn revoke_all(tx: &mut Write<'_>, by: &Authority) -> Result<usize> {
    tx.quietly("whoever was invited learns it when he comes");
    store::invitations::revoke_all(tx, by)
}
