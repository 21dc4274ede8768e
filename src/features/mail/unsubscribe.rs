//! Links that end mails of one kind (RFC 8058).
//!
//! A mail program follows the link by a POST request without a session and from any origin. The token
//! is the only authority: it names the user and the kind, and a key of the server signs both. It is
//! valid for ever, and all that it can do is to end these mails.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::{DeliveryKind, choices, store};

/// The path of the links, before the token. `server::security` lets requests of other origins use it.
pub const PATH: &str = "/mail/unsubscribe/";

/// Returns the path of a link.
pub fn path(token: &str) -> String {
    format!("{PATH}{token}")
}

/// Returns the token with which a user ends mails of a kind.
pub fn token(read: &Read<'_>, user: Id, kind: DeliveryKind) -> Result<String> {
    let claim = format!("{user}.{}", kind.name());
    let signature = BASE64_URL_SAFE_NO_PAD.encode(mac(read, &claim)?.finalize().into_bytes());
    Ok(format!("{claim}.{signature}"))
}

/// Ends the mails that a token names. Succeeds without changes if they have ended. Rejects other tokens
/// with 403.
pub fn unsubscribe(tx: &mut Write<'_>, token: &str) -> Result<DeliveryKind> {
    let invalid = Sentence::UnsubscribeLinkInvalid;
    let (claim, signature) = token.rsplit_once('.').ok_or(invalid)?;
    let signature = BASE64_URL_SAFE_NO_PAD
        .decode(signature)
        .map_err(|_| invalid)?;
    mac(tx, claim)?
        .verify_slice(&signature)
        .map_err(|_| invalid)?;
    let (user, kind) = claim.split_once('.').ok_or(invalid)?;
    let user: Id = user.parse().map_err(|_| invalid)?;
    let kind = DeliveryKind::named(kind).ok_or(invalid)?;
    tx.without_event("choices are private");
    choices::unsubscribe(tx, user, kind)?;
    Ok(kind)
}

fn mac(read: &Read<'_>, claim: &str) -> Result<Hmac<Sha256>> {
    let key = store::site_key(read, "unsubscribe")?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key of any length");
    mac.update(b"unsubscribe.mail.");
    mac.update(claim.as_bytes());
    Ok(mac)
}
