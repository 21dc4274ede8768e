//! Challenges that passkeys sign. The server stores none that it gives out: a challenge says itself until when it is
//! valid, and has a MAC under a key that the process makes at its start. Only those that were used are kept, until they
//! expire, so that each is used once. Nobody can fill the memory with challenges that they do not use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::core::clock::Timestamp;
use crate::platform::realtime::TokenHash;

/// The validity of a challenge.
pub const VALIDITY: Duration = Duration::from_secs(5 * 60);
const NONCE: usize = 16;
/// The nonce and the time at which the challenge expires.
const HEAD: usize = NONCE + 8;

/// What a challenge is for. One for another purpose or another session is refused.
#[derive(Clone, Copy)]
pub enum Purpose {
    LogIn,
    /// To add a passkey, in this session.
    Add(TokenHash),
    /// To confirm who uses this session.
    Confirm(TokenHash),
}

impl Purpose {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::LogIn => b"log in".to_vec(),
            Self::Add(session) => [&b"add"[..], session].concat(),
            Self::Confirm(session) => [&b"confirm"[..], session].concat(),
        }
    }
}

/// The challenges of the process. Cheap to clone.
#[derive(Clone)]
pub struct Challenges {
    key: Arc<[u8; 32]>,
    /// The nonces of those that were used, with the times at which they expire.
    used: Arc<Mutex<HashMap<[u8; NONCE], Timestamp>>>,
}

impl Default for Challenges {
    fn default() -> Self {
        Self {
            key: Arc::new(rand::random()),
            used: Arc::default(),
        }
    }
}

impl Challenges {
    /// Returns a new challenge, as base64url.
    pub fn issue(&self, purpose: &Purpose, now: Timestamp) -> String {
        let nonce: [u8; NONCE] = rand::random();
        let expires_at = now.plus(VALIDITY).millis().to_be_bytes();
        let head = [&nonce[..], &expires_at[..]].concat();
        let mac = self.mac(purpose, &head).finalize().into_bytes();
        BASE64_URL_SAFE_NO_PAD.encode([&head[..], &mac[..]].concat())
    }

    /// Uses up a challenge. Returns `false` if it is not one for this purpose, has expired or was used before.
    pub fn spend(&self, purpose: &Purpose, challenge: &str, now: Timestamp) -> bool {
        let Ok(bytes) = BASE64_URL_SAFE_NO_PAD.decode(challenge) else {
            return false;
        };
        let Some((head, mac)) = bytes.split_at_checked(HEAD) else {
            return false;
        };
        if self.mac(purpose, head).verify_slice(mac).is_err() {
            return false;
        }
        let (Some((nonce, _)), Some(expires_at)) =
            (head.split_first_chunk::<NONCE>(), head.last_chunk::<8>())
        else {
            return false;
        };
        let expires_at = Timestamp::from_millis(i64::from_be_bytes(*expires_at));
        if expires_at < now {
            return false;
        }
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.retain(|_, expires_at| *expires_at >= now);
        used.insert(*nonce, expires_at).is_none()
    }

    fn mac(&self, purpose: &Purpose, head: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key[..]).expect("a key of any length");
        mac.update(head);
        mac.update(&purpose.bytes());
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);

    #[test]
    fn a_challenge_is_used_once() {
        let challenges = Challenges::default();
        let challenge = challenges.issue(&Purpose::LogIn, NOW);
        assert!(challenges.spend(&Purpose::LogIn, &challenge, NOW));
        assert!(!challenges.spend(&Purpose::LogIn, &challenge, NOW));
        assert!(!challenges.spend(&Purpose::LogIn, "", NOW));
    }

    #[test]
    fn a_challenge_lasts_five_minutes() {
        let challenges = Challenges::default();
        let challenge = challenges.issue(&Purpose::LogIn, NOW);
        let end = NOW.plus(VALIDITY);
        assert!(!challenges.spend(
            &Purpose::LogIn,
            &challenge,
            end.plus(Duration::from_millis(1))
        ));
        assert!(challenges.spend(&Purpose::LogIn, &challenge, end));
        let next = challenges.issue(&Purpose::LogIn, end);
        let later = end.plus(Duration::from_secs(1));
        assert!(challenges.spend(&Purpose::LogIn, &next, later));
        // The first one has expired and is forgotten.
        assert_eq!(challenges.used.lock().unwrap().len(), 1);
    }

    #[test]
    fn a_challenge_is_for_one_purpose_one_session_and_one_process() {
        let challenges = Challenges::default();
        let (mine, theirs) = ([1; 32], [2; 32]);
        let purposes = [
            Purpose::LogIn,
            Purpose::Add(mine),
            Purpose::Add(theirs),
            Purpose::Confirm(mine),
            Purpose::Confirm(theirs),
        ];
        for (number, purpose) in purposes.iter().enumerate() {
            let challenge = challenges.issue(purpose, NOW);
            assert!(!Challenges::default().spend(purpose, &challenge, NOW));
            for (other, used_for) in purposes.iter().enumerate() {
                let is_accepted = challenges.spend(used_for, &challenge, NOW);
                assert_eq!(is_accepted, number == other, "{number} {other}");
            }
        }
    }

    #[test]
    fn no_byte_of_a_challenge_can_be_changed() {
        let challenges = Challenges::default();
        let challenge = challenges.issue(&Purpose::LogIn, NOW);
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(&challenge).unwrap();
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 1;
            let changed = BASE64_URL_SAFE_NO_PAD.encode(changed);
            assert!(!challenges.spend(&Purpose::LogIn, &changed, NOW), "{index}");
        }
        assert!(challenges.spend(&Purpose::LogIn, &challenge, NOW));
    }
}
