//! What a login through a provider needs at its end. The browser keeps it in a short-lived cookie, which only this
//! process can make: the server stores nothing for logins that never end.
//!
//! State, nonce and the verifier of PKCE follow from one random value, so that the answer of the provider counts only in
//! the browser in which the login began.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use cookie::{Cookie, SameSite};
use hmac::{Hmac, KeyInit, Mac};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::core::clock::Timestamp;
use crate::features::users::session;
use crate::platform::realtime::TokenHash;
use crate::platform::web::cookies;

/// How long a person may stay at the provider, and how long they may then take to choose a name.
pub const LIFETIME: Duration = Duration::from_secs(10 * 60);
/// The longest value of the cookie that is opened, in bytes.
const COOKIE_LENGTH: usize = 3_800;

/// Why someone goes to a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    LogIn,
    /// To add the identity to the account of the session.
    Link,
    /// To prove again who the account of the session is.
    Confirm,
}

/// A login whose person is at the provider.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Away {
    pub provider: String,
    pub purpose: Purpose,
    pub began_at: i64,
    /// The session that began it, unless its purpose is a login.
    session: Option<String>,
    seed: String,
}

impl Away {
    /// Begins a login.
    pub fn begin(
        provider: &str,
        purpose: Purpose,
        session: Option<&TokenHash>,
        now: Timestamp,
    ) -> Self {
        Self {
            provider: provider.to_owned(),
            purpose,
            began_at: now.millis(),
            session: session.map(|hash| BASE64_URL_SAFE_NO_PAD.encode(hash)),
            seed: session::new_token(),
        }
    }

    /// Returns the value that comes back with the code.
    pub fn state(&self) -> String {
        self.derived(b"state")
    }

    /// Returns the value that comes back in the ID token.
    pub fn nonce(&self) -> String {
        self.derived(b"nonce")
    }

    /// Returns the secret that proves to the provider who began the login.
    pub fn verifier(&self) -> String {
        self.derived(b"verifier")
    }

    /// Returns what the provider learns of the verifier at the beginning.
    pub fn challenge(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier().as_bytes()))
    }

    /// Returns whether an answer with this state is for this login.
    pub fn has_state(&self, state: &str) -> bool {
        bool::from(self.state().as_bytes().ct_eq(state.as_bytes()))
    }

    /// Returns whether this session began it.
    pub fn is_of(&self, session: &TokenHash) -> bool {
        let session = BASE64_URL_SAFE_NO_PAD.encode(session);
        self.session.as_deref() == Some(session.as_str())
    }

    fn derived(&self, label: &[u8]) -> String {
        let mut mac = mac(self.seed.as_bytes());
        mac.update(label);
        BASE64_URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }
}

/// Someone whom the provider knows and this site does not yet: they choose a name.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Naming {
    pub provider: String,
    pub subject: String,
    /// What the provider calls them.
    pub name: String,
    /// The session at the provider.
    pub sid: Option<String>,
    /// Those of their groups that the configuration names, if the provider says which they have.
    pub groups: Option<Vec<String>>,
    /// Whether they have just proved there who they are.
    pub is_confirmed: bool,
}

/// What the cookie can have.
pub trait Stage: Serialize + DeserializeOwned {
    const NAME: &'static str;
}

impl Stage for Away {
    const NAME: &'static str = "away";
}

impl Stage for Naming {
    const NAME: &'static str = "naming";
}

/// A value with the end of its validity and its signature.
#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    stage: String,
    until: i64,
    value: T,
}

/// The key of the cookies. It lives in memory, so that no login survives a restart.
pub struct Seal([u8; 32]);

impl Default for Seal {
    fn default() -> Self {
        Self(rand::random())
    }
}

impl Seal {
    /// Returns the cookie of a stage.
    pub fn cookie<T: Stage>(&self, value: T, now: Timestamp, is_https: bool) -> Cookie<'static> {
        let sealed = Sealed {
            stage: T::NAME.to_owned(),
            until: now.plus(LIFETIME).millis(),
            value,
        };
        let json = serde_json::to_vec(&sealed).unwrap_or_default();
        let text = BASE64_URL_SAFE_NO_PAD.encode(json);
        let tag = BASE64_URL_SAFE_NO_PAD.encode(self.signed(&text).finalize().into_bytes());
        build(format!("{text}.{tag}"), LIFETIME, is_https)
    }

    /// Returns the valid values of a stage among those of the cookies of a request.
    pub fn open<T: Stage>(&self, cookies: &[String], now: Timestamp) -> impl Iterator<Item = T> {
        cookies.iter().filter_map(move |cookie| {
            let (text, tag) = cookie.split_once('.')?;
            if cookie.len() > COOKIE_LENGTH {
                return None;
            }
            let tag = BASE64_URL_SAFE_NO_PAD.decode(tag).ok()?;
            self.signed(text).verify_slice(&tag).ok()?;
            let json = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
            // The stage first: the value of another one has other fields.
            let sealed: Sealed<serde_json::Value> = serde_json::from_slice(&json).ok()?;
            let is_valid = sealed.stage == T::NAME && now.millis() < sealed.until;
            is_valid.then(|| serde_json::from_value(sealed.value).ok())?
        })
    }

    fn signed(&self, text: &str) -> Hmac<Sha256> {
        let mut mac = mac(&self.0);
        mac.update(text.as_bytes());
        mac
    }
}

fn mac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("a key of any length")
}

/// Returns the cookie that removes that of a login.
pub fn removed(is_https: bool) -> Cookie<'static> {
    build(String::new(), Duration::ZERO, is_https)
}

/// The browser comes from another site when it needs the cookie, so it is not `Strict`.
fn build(value: String, lifetime: Duration, is_https: bool) -> Cookie<'static> {
    let cookie = cookies::hidden(cookies::FLOW, value, is_https).same_site(SameSite::Lax);
    let seconds = cookie::time::Duration::seconds(lifetime.as_secs() as i64);
    cookie.max_age(seconds).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);

    fn value(cookie: &Cookie<'_>) -> Vec<String> {
        vec![cookie.value().to_owned()]
    }

    #[test]
    fn a_cookie_counts_for_its_stage_until_its_end_and_only_as_it_was_made() {
        let (seal, other) = (Seal::default(), Seal::default());
        let away = Away::begin("a", Purpose::LogIn, None, NOW);
        let cookie = seal.cookie(away.clone(), NOW, true);
        assert_eq!(cookie.name(), "__Host-stoa_flow");
        assert_eq!(cookie.same_site(), Some(SameSite::Lax));
        assert!(cookie.http_only() == Some(true) && cookie.secure() == Some(true));
        let opened = |seal: &Seal, cookies: &[String], now| seal.open::<Away>(cookies, now).count();
        let sent = value(&cookie);
        assert_eq!(opened(&seal, &sent, NOW), 1);
        assert_eq!(opened(&other, &sent, NOW), 0);
        assert_eq!(seal.open::<Naming>(&sent, NOW).count(), 0);
        assert_eq!(opened(&seal, &sent, NOW.plus(LIFETIME)), 0);
        let flipped: Vec<String> = (0..sent[0].len())
            .map(|at| {
                let mut bytes = sent[0].clone().into_bytes();
                bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
                String::from_utf8(bytes).expect("text")
            })
            .collect();
        // The last character of a hash has bits that mean nothing, which the decoder refuses.
        assert_eq!(opened(&seal, &flipped, NOW), 0);
        let back = seal.open::<Away>(&sent, NOW).next().expect("one");
        assert_eq!((back.state(), back.nonce()), (away.state(), away.nonce()));
    }

    #[test]
    fn state_nonce_and_verifier_differ_from_each_other_and_between_logins() {
        let [one, two] = [(); 2].map(|()| Away::begin("a", Purpose::LogIn, None, NOW));
        let mut all: Vec<String> = [&one, &two]
            .iter()
            .flat_map(|away| {
                [
                    away.state(),
                    away.nonce(),
                    away.verifier(),
                    away.challenge(),
                ]
            })
            .collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 8);
        assert!(one.has_state(&one.state()) && !one.has_state(&two.state()) && !one.has_state(""));
        // RFC 7636: 43 to 128 characters.
        assert_eq!(one.verifier().len(), 43);
    }

    #[test]
    fn the_largest_person_fits_into_a_cookie() {
        let naming = Naming {
            provider: "p".repeat(32),
            subject: "s".repeat(255),
            name: "n".repeat(100),
            sid: Some("i".repeat(255)),
            groups: Some(vec!["g".repeat(100); 10]),
            is_confirmed: true,
        };
        let cookie = Seal::default().cookie(naming, NOW, true);
        assert!(cookie.value().len() < COOKIE_LENGTH);
    }
}
