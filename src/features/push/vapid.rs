//! The key pair with which the site names itself to push services (RFC 8292, VAPID).
//!
//! Browsers tie a subscription to the public key, so that only this site can use it. Another key pair
//! ends all subscriptions: it is stored in the database, and in its backups.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;
use sha2::Sha256;

use super::store;
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::platform::db::{Read, Write};

/// The validity of a signature. Push services refuse more than a day.
const VALIDITY: Duration = Duration::from_secs(12 * 3_600);

/// The key pair of the site.
pub struct SiteKey {
    pair: EcdsaKeyPair,
    stored: Vec<u8>,
}

impl SiteKey {
    /// Returns the key pair. A site that uses push has one from its first start on.
    pub fn find(read: &Read<'_>) -> Result<Option<Self>> {
        store::site_key(read)?.map(Self::parse).transpose()
    }

    /// Returns the stored key pair, or makes and stores one.
    pub fn find_or_make(tx: &mut Write<'_>) -> Result<Self> {
        tx.without_event("no page shows the key, and none depends on it before there is one");
        if let Some(found) = Self::find(tx)? {
            return Ok(found);
        }
        let random = SystemRandom::new();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)
            .map_err(Error::internal)?;
        store::insert_site_key(tx, made.as_ref())?;
        Self::parse(made.as_ref().to_owned())
    }

    fn parse(stored: Vec<u8>) -> Result<Self> {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, &stored, &SystemRandom::new())
            .map_err(|error| Error::internal(format_args!("the key of push: {error}")))?;
        Ok(Self { pair, stored })
    }

    /// Returns the public key, which browsers need to subscribe.
    pub fn public(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// Returns the value of the header `Authorization` for a push service. `contact` is an address at
    /// which its operators find those of this site.
    pub fn authorization(&self, origin: &str, contact: &str, now: Timestamp) -> Result<String> {
        let expiry = now.plus(VALIDITY).millis() / 1_000;
        let claims = json!({"aud": origin, "exp": expiry, "sub": contact});
        let part = |part: serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(part.to_string());
        let signed = format!(
            "{}.{}",
            part(json!({"typ": "JWT", "alg": "ES256"})),
            part(claims)
        );
        let signature = self
            .pair
            .sign(&SystemRandom::new(), signed.as_bytes())
            .map_err(Error::internal)?;
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }

    /// Returns the topic of a user's messages about a question or a chat: a newer one replaces an older one that
    /// the push service still has. It reveals neither the place nor that
    /// users have one in common.
    pub fn topic(&self, user: Id, place: Id) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.stored).expect("a key of any length");
        mac.update(format!("topic.{user}.{place}").as_bytes());
        BASE64_URL_SAFE_NO_PAD.encode(&mac.finalize().into_bytes()[..24])
    }
}
