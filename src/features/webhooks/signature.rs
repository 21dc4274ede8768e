//! Signatures of messages (Standard Webhooks 1.0, symmetric).

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;

/// The key of signatures.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    pub fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// Returns the bytes as they are stored.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the text that the receiver is given.
    pub fn text(&self) -> String {
        format!("whsec_{}", BASE64_STANDARD.encode(self.0))
    }

    fn sign(&self, content: &[&[u8]]) -> Result<String> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).map_err(Error::internal)?;
        content.iter().for_each(|part| mac.update(part));
        let signature = BASE64_STANDARD.encode(mac.finalize().into_bytes());
        Ok(format!("v1,{signature}"))
    }
}

/// Returns the value of the header `webhook-signature`: a signature by each secret, separated by a space. The header
/// `webhook-id` has the id, and `webhook-timestamp` the time in seconds.
pub fn sign(secrets: &[Secret], id: Id, now: Timestamp, body: &[u8]) -> Result<String> {
    let head = format!("{id}.{}.", now.millis() / 1_000);
    let signatures: Result<Vec<String>> = secrets
        .iter()
        .map(|secret| secret.sign(&[head.as_bytes(), body]))
        .collect();
    Ok(signatures?.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with the package standardwebhooks 1.1.0 of PyPI.
    #[test]
    fn a_signature_is_that_of_the_reference_library() {
        let secret = Secret::new(std::array::from_fn(|index| index as u8));
        assert_eq!(
            secret.text(),
            "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
        );
        let id: Id = "38cmczm000001".parse().expect("an id");
        let now = Timestamp::from_millis(1_764_520_000_999);
        let body = r#"{"type":"test","é":"<>"}"#;
        assert_eq!(
            sign(&[secret.clone(), secret], id, now, body.as_bytes()).expect("a signature"),
            "v1,QLbd7DW/wIeJkamehOxR65JnyKZeEejY+RquzRzuFfg= v1,QLbd7DW/wIeJkamehOxR65JnyKZeEejY+RquzRzuFfg="
        );
    }
}
