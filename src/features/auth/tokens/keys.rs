//! The keys of a provider, and the token that one of them has signed.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::DecodingKey;
use serde_json::{Map, Value};

use super::signature::{KeyKind, algorithm, verify};
use super::{TOKEN_LENGTH, TokenError, quoted};

/// The largest number of keys of a provider that are kept.
const MOST_KEYS: usize = 100;
/// The largest number of keys that are tried for one token.
const TRIED_KEYS: usize = 10;

/// The keys with which a provider signs.
#[derive(Clone, Default)]
pub struct ProviderKeys(Vec<ProviderKey>);

#[derive(Clone)]
struct ProviderKey {
    id: Option<String>,
    /// The name of the only algorithm that it is for.
    algorithm: Option<String>,
    kind: KeyKind,
    key: DecodingKey,
}

impl ProviderKeys {
    /// Reads the document behind `jwks_uri`. Skips keys that are not for signatures or of another kind, and what
    /// they say beside that. Returns `None` if it is no list of keys.
    pub fn parse(document: &Value) -> Option<Self> {
        let keys = document.get("keys")?.as_array()?;
        let usable = keys.iter().filter_map(ProviderKey::parse);
        Some(Self(usable.take(MOST_KEYS).collect()))
    }

    /// Returns the number of usable keys.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the claims of a token that one of the keys has signed.
    ///
    /// A key is tried if it is of the algorithm's kind, is for no other algorithm, and has the id that the token
    /// names. If the token names none, or no key has an id, all others are tried too, up to [`TRIED_KEYS`].
    pub fn open(&self, token: &str) -> Result<Map<String, Value>, TokenError> {
        if token.len() > TOKEN_LENGTH {
            return Err(TokenError::refused("the token is too long"));
        }
        let malformed = || TokenError::refused("the token is not a signed JSON Web Token");
        let (message, signature) = token.rsplit_once('.').ok_or_else(malformed)?;
        let (header, payload) = message.split_once('.').ok_or_else(malformed)?;
        let header = object(header).ok_or_else(malformed)?;
        // Extensions that must be understood: there are none.
        if header.contains_key("crit") {
            return Err(TokenError::refused("the token has critical extensions"));
        }
        let name = header
            .get("alg")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let (algorithm, kind) = algorithm(name).ok_or_else(|| {
            TokenError::refused(format!(
                "the token is signed with the algorithm {}",
                quoted(name)
            ))
        })?;
        let id = header.get("kid").and_then(Value::as_str);
        let fitting: Vec<&ProviderKey> = self.0.iter().filter(|key| key.fits(kind, name)).collect();
        let named =
            |key: &&&ProviderKey| id.is_none() || key.id.is_none() || key.id.as_deref() == id;
        let tried = fitting.iter().filter(named).take(TRIED_KEYS);
        let has_signed = |key: &&ProviderKey| verify(signature, message, &key.key, algorithm);
        if !tried.copied().any(|key| has_signed(&key)) {
            let id = id.map_or(String::new(), |id| format!(" with the id {}", quoted(id)));
            return Err(TokenError::NoKey(format!(
                "no key of the provider{id} has signed the token ({name}; {} of {} keys fit)",
                fitting.len(),
                self.count()
            )));
        }
        object(payload).ok_or_else(malformed)
    }
}

impl ProviderKey {
    fn parse(key: &Value) -> Option<Self> {
        let text = |name: &str| key.get(name).and_then(Value::as_str);
        if text("use").is_some_and(|purpose| purpose != "sig") {
            return None;
        }
        let (kind, key) = match (text("kty")?, text("crv")) {
            ("RSA", _) => {
                let (n, e) = (number(text("n")?)?, number(text("e")?)?);
                (KeyKind::Rsa, DecodingKey::from_rsa_raw_components(&n, &e))
            }
            ("EC", Some("P-256")) => (KeyKind::P256, point(text("x")?, text("y")?, 32)?),
            ("EC", Some("P-384")) => (KeyKind::P384, point(text("x")?, text("y")?, 48)?),
            ("OKP", Some("Ed25519")) => (
                KeyKind::Ed25519,
                DecodingKey::from_ed_der(&decoded(text("x")?)?),
            ),
            _ => return None,
        };
        Some(Self {
            id: text("kid").map(str::to_owned),
            algorithm: text("alg").map(str::to_owned),
            kind,
            key,
        })
    }

    /// Returns whether the key can sign with the algorithm with this name.
    fn fits(&self, kind: KeyKind, name: &str) -> bool {
        let is_for = |own: &String| algorithm(own) == algorithm(name);
        self.kind == kind && self.algorithm.as_ref().is_none_or(is_for)
    }
}

/// Decodes the base64 of a key, with or without padding.
fn decoded(text: &str) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD
        .decode(text.trim_end_matches('='))
        .ok()
}

/// Decodes a number without the zeros before it.
fn number(text: &str) -> Option<Vec<u8>> {
    let bytes = decoded(text)?;
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    Some(bytes[zeros..].to_vec())
}

/// Returns the key of a point of a curve whose coordinates have `size` bytes.
fn point(x: &str, y: &str, size: usize) -> Option<DecodingKey> {
    let mut bytes = vec![4];
    for coordinate in [number(x)?, number(y)?] {
        bytes.resize(bytes.len() + size.checked_sub(coordinate.len())?, 0);
        bytes.extend(coordinate);
    }
    Some(DecodingKey::from_ec_der(&bytes))
}

/// Decodes a part of a token.
fn object(part: &str) -> Option<Map<String, Value>> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(part).ok()?;
    serde_json::from_slice(&bytes).ok()
}
