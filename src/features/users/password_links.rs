//! Links with which users choose a new password after an administrator or the operator has reset their
//! sign-in, or which they got by mail ([`super::mail_addresses`]). Like for a session, the database stores only the hash of the random token.
//!
//! A user has at most one link of the first kind: a newer one replaces it. When an administrator loses the role or is
//! disabled or deleted, the open links that they created are deleted.

use std::time::Duration;

use super::admin_log::{self, AdminAction, Recorded};
use super::identity::{Account, AdminAuthority};
use super::model::{PasswordLink, SignInMethod};
use super::second_factor::Proof;
use super::{account, bots, mail_addresses, session, store};
use crate::core::error::{Result, Sentence};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;

/// The validity of a link.
const VALIDITY: Duration = Duration::from_secs(24 * 3600);

/// Returns the path of a link. Browsers do not send the part after `#`, so that no proxy logs the
/// token.
pub fn path(token: &str) -> String {
    format!("/reset#token={token}")
}

/// Resets the sign-in of an account: ends its sessions, removes its password, passkeys and second factor, and returns
/// a link with which its owner chooses another password. Removes the addresses of the account. The owner is told. Rejects a bot and the last administrator with 409.
pub fn create(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
) -> Result<Recorded<PasswordLink>> {
    bots::check_person(tx, account.id())?;
    account.check_replaceable(tx)?;
    let (token, expires_at) = (session::new_token(), tx.now.plus(VALIDITY));
    store::password_links::replace(tx, by, account, &session::hash(&token), expires_at)?;
    store::delete_password(tx, account)?;
    account::tell_reset(tx, by, account)?;
    account::end_sessions(tx, account, None)?;
    tx.without_event("the creator passes the link on");
    let recorded = admin_log::record(tx, by, AdminAction::ResetSignIn, &account.into(), "")?;
    Ok(recorded.with(PasswordLink {
        username: account.username().to_owned(),
        token,
        expires_at,
    }))
}

/// Returns the owner of the account to which an open link belongs. A link in a mail needs the code of the second factor
/// too; a reset by others has removed that. Rejects other tokens with 403, and disabled users too.
pub(super) fn owner(read: &Read<'_>, token: &TokenHash) -> Result<Account> {
    let owner = match store::password_links::owner(read, token)? {
        Some(owner) => Some(owner),
        None => mail_addresses::reset_link(read, token)?.map(|owner| (owner, false)),
    };
    let (account, is_disabled) = owner.ok_or(Sentence::PasswordLinkInvalid)?;
    if is_disabled {
        Err(Sentence::AccountDisabled.into())
    } else {
        Ok(account)
    }
}

/// Sets the password hash (a PHC string) of the owner of an open link, which this ends, and ends
/// all sessions of the owner. `proof` is that of their second factor.
pub(super) fn spend(
    tx: &mut Write<'_>,
    token: &TokenHash,
    password_hash: &str,
    proof: &Proof,
) -> Result<(Account, SignInMethod)> {
    let account = owner(tx, token)?;
    let method = proof.spend(tx, account.id())?;
    account::set_password(tx, &account, password_hash)?;
    Ok((account, method))
}
