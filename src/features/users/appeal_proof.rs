//! What a suspended member gets in place of a session, however they log in: for an hour they can appeal.
//!
//! A proof names the account and when it expires, and a key of the server signs both. All that it can do is to read the
//! state of the appeal of a suspension, and to write the one that is possible.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{Account, store};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::platform::db::Read;
use crate::platform::outbox::store::site_key;

const VALIDITY: Duration = Duration::from_secs(60 * 60);

/// Returns a proof that the caller owns an account: 64 characters.
pub(super) fn issue(read: &Read<'_>, user: Id) -> Result<String> {
    let expires_at = read.now.plus(VALIDITY);
    let mac = mac(read, user, expires_at)?.finalize().into_bytes();
    let (user, expires_at) = (
        user.as_i64().to_be_bytes(),
        expires_at.millis().to_be_bytes(),
    );
    Ok(BASE64_URL_SAFE_NO_PAD.encode([&user[..], &expires_at[..], &mac[..]].concat()))
}

/// Returns the account that a proof names. Rejects one that has expired or is none with 403, and that of a disabled
/// account too.
pub fn account(read: &Read<'_>, proof: &str) -> Result<Account> {
    let user = open(read, proof)?.ok_or(Sentence::AppealProofInvalid)?;
    let user = store::by_id(read, user)?.ok_or(Sentence::AppealProofInvalid)?;
    if store::login_record(read, &user.username)?.is_some_and(|record| record.is_disabled) {
        return Err(Sentence::AccountDisabled.into());
    }
    Ok(Account::new(user.id, user.username))
}

fn open(read: &Read<'_>, proof: &str) -> Result<Option<Id>> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(proof).unwrap_or_default();
    let Some((user, rest)) = bytes.split_first_chunk() else {
        return Ok(None);
    };
    let Some((expires_at, signature)) = rest.split_first_chunk() else {
        return Ok(None);
    };
    let user = Id::from_i64(i64::from_be_bytes(*user));
    let expires_at = Timestamp::from_millis(i64::from_be_bytes(*expires_at));
    let is_signed = mac(read, user, expires_at)?.verify_slice(signature).is_ok();
    Ok((is_signed && expires_at >= read.now).then_some(user))
}

fn mac(read: &Read<'_>, user: Id, expires_at: Timestamp) -> Result<Hmac<Sha256>> {
    // The text of a link that ends mails begins with another word.
    let key = site_key(read, "unsubscribe")?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key of any length");
    mac.update(format!("appeal.{user}.{}", expires_at.millis()).as_bytes());
    Ok(mac)
}
