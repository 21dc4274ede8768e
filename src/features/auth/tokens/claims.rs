//! What the claims of a token must say.

use serde_json::{Map, Value};
use subtle::ConstantTimeEq;

use super::{TokenError, quoted};
use crate::core::clock::Timestamp;

/// How far the clocks of the provider and of this site may differ, in seconds.
const GRACE: i64 = 60;
/// The oldest ID token that is accepted, in seconds: it was made for this login.
const OLDEST: i64 = 3_600;
/// The longest subject, and the longest id of a session at the provider, in bytes.
const ID_LENGTH: usize = 255;
/// The event of a notice that a session has ended at the provider.
const LOGOUT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// For whom and by whom a token must be.
pub struct Expected<'a> {
    /// Exactly as configured: a slash at the end is a difference.
    pub issuer: &'a str,
    pub client: &'a str,
    pub now: Timestamp,
}

/// The claims of an ID token that was made for this login.
#[derive(Clone, Debug)]
pub struct Claims {
    pub subject: String,
    /// The session at the provider, if it says which.
    pub session: Option<String>,
    /// When the person proved who they are, if the provider knows it. Some send 0.
    pub authenticated_at: Option<Timestamp>,
    /// All claims, for their names and groups.
    pub all: Map<String, Value>,
}

/// A notice that sessions have ended at the provider: one of them, or all of a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogoutNotice {
    pub subject: Option<String>,
    pub session: Option<String>,
    /// Sessions that began later are not meant.
    pub issued_at: Timestamp,
}

impl Claims {
    /// Checks the claims of a signed ID token.
    pub fn check(
        all: Map<String, Value>,
        expected: &Expected<'_>,
        nonce: &str,
    ) -> Result<Self, TokenError> {
        let issued_at = expected.check(&all)?;
        if issued_at < seconds(expected.now) - OLDEST {
            return Err(TokenError::refused("the ID token is old (iat)"));
        }
        let sent = all.get("nonce").and_then(Value::as_str).unwrap_or_default();
        if !bool::from(sent.as_bytes().ct_eq(nonce.as_bytes())) {
            return Err(TokenError::refused(
                "the ID token is for another login (nonce)",
            ));
        }
        let subject = id(&all, "sub")?
            .ok_or_else(|| TokenError::refused("the ID token has no subject (sub)"))?;
        let authenticated_at = all
            .get("auth_time")
            .and_then(whole)
            .filter(|time| *time > 0);
        Ok(Self {
            subject,
            session: id(&all, "sid")?,
            authenticated_at: authenticated_at.and_then(timestamp),
            all,
        })
    }
}

impl LogoutNotice {
    /// Checks the claims of a signed logout token.
    pub fn check(all: &Map<String, Value>, expected: &Expected<'_>) -> Result<Self, TokenError> {
        let issued_at = expected.check(all)?;
        let event = all.get("events").and_then(|events| events.get(LOGOUT));
        if !event.is_some_and(Value::is_object) {
            return Err(TokenError::refused("the token is no logout token (events)"));
        }
        if all.contains_key("nonce") {
            return Err(TokenError::refused("a logout token has no nonce"));
        }
        let notice = Self {
            subject: id(all, "sub")?,
            session: id(all, "sid")?,
            issued_at: timestamp(issued_at).unwrap_or(expected.now),
        };
        if notice.subject.is_none() && notice.session.is_none() {
            return Err(TokenError::refused(
                "the logout token names nobody (sub, sid)",
            ));
        }
        Ok(notice)
    }
}

impl Expected<'_> {
    /// Checks what all tokens say, and returns when the token was issued.
    fn check(&self, claims: &Map<String, Value>) -> Result<i64, TokenError> {
        let now = seconds(self.now);
        let issuer = claims
            .get("iss")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if issuer != self.issuer {
            return Err(TokenError::refused(format!(
                "the token is from the issuer {}, but {:?} is configured (iss)",
                quoted(issuer),
                self.issuer
            )));
        }
        let audiences: Vec<Option<&str>> = match claims.get("aud") {
            Some(Value::Array(several)) => several.iter().map(Value::as_str).collect(),
            Some(one) => vec![one.as_str()],
            None => Vec::new(),
        };
        if !audiences.contains(&Some(self.client)) {
            return Err(TokenError::refused("the token is for another client (aud)"));
        }
        let party = claims.get("azp");
        let is_ours = |party: &Value| party.as_str() == Some(self.client);
        if !party.map_or(audiences.len() == 1, is_ours) {
            return Err(TokenError::refused(
                "the token was made for another client (azp)",
            ));
        }
        let time = |name: &str| claims.get(name).and_then(whole);
        let expires =
            time("exp").ok_or_else(|| TokenError::refused("the token has no end (exp)"))?;
        if now >= expires.saturating_add(GRACE) {
            return Err(TokenError::refused(format!(
                "the token expired {} s ago (exp): compare the clocks",
                now.saturating_sub(expires)
            )));
        }
        let issued =
            time("iat").ok_or_else(|| TokenError::refused("the token has no time (iat)"))?;
        let begins = match claims.get("nbf") {
            Some(begin) => whole(begin)
                .ok_or_else(|| TokenError::refused("the token has no valid begin (nbf)"))?,
            None => issued,
        };
        if issued.max(begins) > now.saturating_add(GRACE) {
            return Err(TokenError::refused(format!(
                "the token is {} s from the future (iat, nbf): compare the clocks",
                issued.max(begins).saturating_sub(now)
            )));
        }
        Ok(issued)
    }
}

/// Returns an id, if there is one. Rejects one that is not a short text.
fn id(claims: &Map<String, Value>, name: &str) -> Result<Option<String>, TokenError> {
    match claims.get(name) {
        None => Ok(None),
        Some(Value::String(id)) if (1..=ID_LENGTH).contains(&id.len()) && !id.contains('\0') => {
            Ok(Some(id.clone()))
        }
        Some(_) => Err(TokenError::refused(format!(
            "the token has no valid {name}"
        ))),
    }
}

/// Returns a number of seconds. Some providers send fractions.
fn whole(number: &Value) -> Option<i64> {
    let seconds = number
        .as_i64()
        .or_else(|| number.as_f64().map(|seconds| seconds as i64))?;
    (0..1 << 40).contains(&seconds).then_some(seconds)
}

fn seconds(time: Timestamp) -> i64 {
    time.millis().div_euclid(1_000)
}

fn timestamp(seconds: i64) -> Option<Timestamp> {
    seconds.checked_mul(1_000).map(Timestamp::from_millis)
}
