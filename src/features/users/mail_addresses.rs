//! Addresses of users, and the links in mails that confirm one or lead to another password.
//!
//! An address counts once its owner has used the link that was sent to it; until then the account
//! keeps its former one. Programs that check mails open every link, so that opening one changes
//! nothing: the page behind it sends the token. The token is made when the mail is sent, and like for a
//! session only its hash is stored.
//!
//! An address leads to another password. What an intruder may have left is therefore removed: a new
//! password ends all links and the address that waits for one, and a reset sign-in removes the confirmed
//! address too.

use std::time::Duration;

use super::identity::{Account, AdminAuthority, Me};
use super::session;
use super::store::mail_addresses as store;
pub use super::store::mail_addresses::MailLinkKind;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::{Channel, DeliveryChoice, DeliveryKind, cancel, choices, enqueue};
use crate::platform::realtime::TokenHash;
use crate::platform::web::{Limit, Limiter};

/// The validity of a link, from the time when its mail is sent.
const VALIDITY: Duration = Duration::from_secs(3_600);

/// Counts a mail to an address of the caller's choice against the limit of the address.
pub fn charge_address(limiter: &Limiter, address: &str) -> Result<()> {
    let key = address.to_ascii_lowercase();
    limiter.charge_hash(Limit::MailAddress, &session::hash(&key))
}

/// Counts a mail to an address of the caller's choice against the limits of the address and its domain.
pub fn charge(limiter: &Limiter, address: &str) -> Result<()> {
    charge_address(limiter, address)?;
    charge_domain(limiter, address)
}

/// Counts a mail that will be sent to an address of the caller's choice against the limit of its domain.
fn charge_domain(limiter: &Limiter, address: &str) -> Result<()> {
    let key = address.to_ascii_lowercase();
    let domain = key.rsplit('@').next().unwrap_or_default();
    limiter.charge_hash(Limit::MailDomain, &session::hash(domain))
}

/// Lets an address of the caller wait for its link, which a mail brings. The present address stays
/// until then. The response does not depend on whether another account has the address.
pub fn request(tx: &mut Write<'_>, me: &Me, address: &str) -> Result<()> {
    tx.without_event("addresses are private");
    store::set_pending(tx, me, address)?;
    store::delete_links(tx, me, MailLinkKind::Verify)?;
    enqueue(
        tx,
        me.id(),
        DeliveryKind::VerifyAddress,
        tx.new_id(),
        Some(address),
    )
}

/// Makes the address to which an open link was sent the address of its account, and tells the former
/// address. Does nothing if it is already. `answers`: mails about answers are sent there from now on. Rejects other tokens
/// with 403, and the address of another account with 409.
pub fn verify(tx: &mut Write<'_>, token: &TokenHash, answers: bool) -> Result<String> {
    tx.without_event("addresses are private");
    let link = store::link(tx, MailLinkKind::Verify, token)?.ok_or(Sentence::MailLinkInvalid)?;
    let addresses = store::of(tx, link.account.id())?;
    if addresses.address.as_ref() == Some(&link.address) && addresses.pending.is_none() {
        return Ok(link.address);
    }
    if addresses.pending.as_ref() != Some(&link.address) {
        return Err(Sentence::MailLinkInvalid.into());
    }
    if store::is_taken(tx, &link.account, &link.address)? {
        return Err(Sentence::MailAddressTaken.into());
    }
    store::confirm_pending(tx, &link.account)?;
    if answers {
        let choice = DeliveryChoice {
            channel: Channel::Mail,
            kind: DeliveryKind::Answer,
        };
        choices::choose(tx, link.account.id(), choice, true)?;
    }
    tell_former_address(
        tx,
        &link.account,
        addresses.address.as_deref(),
        &link.address,
    )?;
    Ok(link.address)
}

/// Removes the caller's addresses, and tells the one that mails went to.
pub fn remove(tx: &mut Write<'_>, me: &Me) -> Result<()> {
    tx.without_event("addresses are private");
    let former = forget(tx, me)?;
    tell_former_address(tx, me, former.as_deref(), "")
}

/// Removes the addresses of an account whose sign-in was reset, because one may be an intruder's. Tells
/// the one that mails went to.
pub(super) fn reset(tx: &Write<'_>, _: &AdminAuthority, account: &Account) -> Result<()> {
    match forget(tx, account)? {
        Some(former) => {
            let kind = DeliveryKind::SignInReset;
            enqueue(tx, account.id(), kind, tx.new_id(), Some(&former))
        }
        None => Ok(()),
    }
}

/// Tells the address of an account that its second factor was reset.
pub(super) fn tell_second_factor_reset(
    tx: &Write<'_>,
    _: &AdminAuthority,
    account: &Account,
) -> Result<()> {
    let kind = DeliveryKind::SecondFactorReset;
    enqueue(tx, account.id(), kind, tx.new_id(), None)
}

/// Removes the addresses of an account. Returns the one that mails went to.
fn forget(tx: &Write<'_>, account: &Account) -> Result<Option<String>> {
    let former = store::of(tx, account.id())?.address;
    end_links(tx, account)?;
    store::delete_of(tx, account)?;
    Ok(former)
}

/// Ends the links in mails to an account's owner, also of mails that wait, and with them the address
/// that is not confirmed yet.
pub(super) fn end_links(tx: &Write<'_>, account: &Account) -> Result<()> {
    for kind in [DeliveryKind::VerifyAddress, DeliveryKind::ResetPassword] {
        cancel(tx, account.id(), Channel::Mail, kind)?;
    }
    store::delete_pending(tx, account)
}

fn tell_former_address(
    tx: &Write<'_>,
    account: &Account,
    former: Option<&str>,
    current: &str,
) -> Result<()> {
    match former {
        Some(former) if !former.eq_ignore_ascii_case(current) => {
            let kind = DeliveryKind::AddressChanged;
            enqueue(tx, account.id(), kind, tx.new_id(), Some(former))
        }
        _ => Ok(()),
    }
}

/// Sends a link to choose another password to an address, if an enabled account has it. The caller
/// must not learn whether one does.
pub fn request_reset(tx: &mut Write<'_>, limiter: &Limiter, address: &str) -> Result<()> {
    tx.without_event("the mail is the answer");
    match store::account_at(tx, address)? {
        // Unknown addresses do not use up the limit of a provider.
        Some(account) => {
            charge_domain(limiter, address)?;
            let kind = DeliveryKind::ResetPassword;
            enqueue(tx, account.id(), kind, tx.new_id(), None)
        }
        None => Ok(()),
    }
}

/// Creates a link for a mail that is being sent to an address of a user. Returns its token.
pub fn new_link(tx: &Write<'_>, user: Id, kind: MailLinkKind, address: &str) -> Result<String> {
    let token = session::new_token();
    let (hash, expires_at) = (session::hash(&token), tx.now.plus(VALIDITY));
    store::insert_link(tx, user, kind, address, &hash, expires_at)?;
    Ok(token)
}

/// Returns the owner of an open link to choose another password, if they are enabled. The link ends when the account gets
/// another address.
pub(super) fn reset_link(read: &Read<'_>, token: &TokenHash) -> Result<Option<Account>> {
    let Some(link) = store::link(read, MailLinkKind::Reset, token)? else {
        return Ok(None);
    };
    let current = store::of(read, link.account.id())?.address;
    Ok((current == Some(link.address)).then_some(link.account))
}
