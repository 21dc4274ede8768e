//! The part of a browser that subscribes to push messages and reads them (RFC 8291).
//!
//! The keys of a message are derived with HMAC alone, unlike in the site's code.
#![allow(
    deprecated,
    reason = "only ring's test generator can make the same private key twice"
)]

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::test::rand::FixedSliceRandom;
use serde_json::{Value, json};
use sha2::Sha256;

use super::double::Received;
use crate::features::push::DeviceKeys;
use crate::tests::Person;

/// A browser with a subscription.
pub struct Browser {
    private: [u8; 32],
    pub keys: DeviceKeys,
    pub endpoint: String,
}

impl Browser {
    /// Creates a browser of Firefox, whose address at the push service ends with `name`.
    pub fn new(name: &str) -> Self {
        Self::at(&format!(
            "https://updates.push.services.mozilla.com/wpush/v2/{name}"
        ))
    }

    pub fn at(endpoint: &str) -> Self {
        // The order of the curve begins with 32 set bits.
        let mut private: [u8; 32] = rand::random();
        private[0] &= 0x7f;
        Self::with(private, rand::random(), endpoint)
    }

    /// Creates a browser with these keys.
    pub fn with(private: [u8; 32], secret: [u8; 16], endpoint: &str) -> Self {
        let public = private_key(&private).compute_public_key();
        let public = public.expect("a public key");
        Self {
            private,
            keys: DeviceKeys {
                public: public.as_ref().try_into().expect("65 bytes"),
                secret,
            },
            endpoint: endpoint.to_owned(),
        }
    }

    /// Returns the subscription in the form of `PushSubscription.toJSON`.
    pub fn subscription(&self) -> Value {
        json!({
            "endpoint": self.endpoint,
            "expirationTime": null,
            "keys": {
                "p256dh": BASE64_URL_SAFE_NO_PAD.encode(self.keys.public),
                "auth": BASE64_URL_SAFE_NO_PAD.encode(self.keys.secret),
            },
        })
    }

    /// Makes it the device of a person's session.
    pub async fn subscribe(&self, person: &Person) -> Value {
        let added = person.post("/user/addPushDevice", self.subscription());
        added.await.ok()
    }

    /// Returns the payload of a message.
    #[track_caller]
    pub fn read(&self, message: &Received) -> Value {
        assert!(self.endpoint.ends_with(&message.path), "{}", message.path);
        serde_json::from_slice(&self.decrypt(&message.body)).expect("JSON")
    }

    /// Returns the text of a message.
    #[track_caller]
    pub fn decrypt(&self, body: &[u8]) -> Vec<u8> {
        assert!(body.len() <= 4_096, "{} bytes", body.len());
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!(size, 4_096_u32.to_be_bytes());
        assert_eq!(rest[0], 65);
        let (sender, record) = rest[1..].split_at(65);
        let receiver = private_key(&self.private);
        let peer = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = agree_ephemeral(receiver, &peer, <[u8]>::to_vec).expect("a point");
        let info = [b"WebPush: info\0", &self.keys.public[..], sender, &[1]].concat();
        let input = hmac(&hmac(&self.keys.secret, &shared), &info);
        let secret = hmac(salt, &input);
        let key = hmac(&secret, b"Content-Encoding: aes128gcm\0\x01");
        let nonce = hmac(&secret, b"Content-Encoding: nonce\0\x01");
        let key = UnboundKey::new(&AES_128_GCM, &key[..16]).expect("a key");
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).expect("a nonce");
        let mut record = record.to_vec();
        let text = LessSafeKey::new(key)
            .open_in_place(nonce, Aad::empty(), &mut record)
            .expect("a message for this browser");
        let (end, text) = text.split_last().expect("an end");
        assert_eq!(*end, 2, "the end of the last record");
        text.to_vec()
    }
}

fn private_key(bytes: &[u8]) -> EphemeralPrivateKey {
    let random = FixedSliceRandom { bytes };
    EphemeralPrivateKey::generate(&ECDH_P256, &random).expect("a private key")
}

fn hmac(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length");
    mac.update(text);
    mac.finalize().into_bytes().to_vec()
}
