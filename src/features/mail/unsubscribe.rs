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

/// The path of the links, before the token. `server::security` lets requests of other origins use it. With it and the
/// token, the header with the address fits into a line of 78 characters: programs that pass mails on fold longer ones,
/// some of them within the address.
pub const PATH: &str = "/u/";

/// The size of the signature in bytes. It is tried online only, and ends mails of one kind.
const SIGNATURE: usize = 10;

/// Returns the path of a link.
pub fn path(token: &str) -> String {
    format!("{PATH}{token}")
}

/// Returns the token with which a user ends mails of a kind: 24 characters.
pub fn token(read: &Read<'_>, user: Id, kind: DeliveryKind) -> Result<String> {
    let mut token = user.as_i64().to_be_bytes().to_vec();
    let signature = mac(read, user, kind)?.finalize().into_bytes();
    token.extend(&signature[..SIGNATURE]);
    Ok(BASE64_URL_SAFE_NO_PAD.encode(token))
}

/// Ends the mails that a token names. Succeeds without changes if they have ended. Rejects other tokens
/// with 403.
pub fn unsubscribe(tx: &mut Write<'_>, token: &str) -> Result<DeliveryKind> {
    let invalid = Sentence::UnsubscribeLinkInvalid;
    let token = BASE64_URL_SAFE_NO_PAD.decode(token).map_err(|_| invalid)?;
    let (user, signature) = token.split_first_chunk().ok_or(invalid)?;
    let user = Id::from_i64(i64::from_be_bytes(*user));
    if signature.len() != SIGNATURE {
        return Err(invalid.into());
    }
    // The token has no room for the kind, which is the one that was signed.
    for &kind in DeliveryKind::ALL {
        let mac = mac(tx, user, kind)?;
        if mac.verify_truncated_left(signature).is_ok() {
            tx.without_event("choices are private");
            choices::unsubscribe(tx, user, kind)?;
            return Ok(kind);
        }
    }
    Err(invalid.into())
}

fn mac(read: &Read<'_>, user: Id, kind: DeliveryKind) -> Result<Hmac<Sha256>> {
    let key = store::site_key(read, "unsubscribe")?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key of any length");
    mac.update(format!("unsubscribe.mail.{user}.{}", kind.name()).as_bytes());
    Ok(mac)
}
