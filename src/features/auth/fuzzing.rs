//! What authenticators and providers send, as functions of bytes, for the targets in `fuzz/`.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::passkey::{self, Refused, RelyingParty};
use super::tokens::{Claims, Expected, LogoutNotice, ProviderKeys};
use crate::core::clock::Timestamp;

/// The examples of WebAuthn Level 3, section 16.
static VECTORS: &str = include_str!("passkey_vectors.json");

const USED: &[u8] = br#"{"type":"webauthn.get","challenge":"","origin":"https://example.org"}"#;
/// The flags of a key whose user was present and verified.
const USED_BY_VERIFIED: u8 = 0x05;

/// Client data up to the first NUL, and after it an attestation, a key, or what an authenticator says.
pub fn passkey(bytes: &[u8]) {
    let (client_data, rest) = match bytes.iter().position(|byte| *byte == 0) {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (bytes, &[][..]),
    };
    let site = RelyingParty::example();
    let _ = passkey::challenge_of(client_data);
    if let Ok(new) = passkey::register(&site, client_data, rest) {
        let data = [
            &Sha256::digest(&site.id)[..],
            &[USED_BY_VERIFIED, 0, 0, 0, 0],
        ]
        .concat();
        let used = passkey::verify(&site, &new.public_key, USED, &data, rest);
        assert_eq!(
            used,
            Err(Refused("the signature is wrong")),
            "a stored key can be used"
        );
    }
    let _ = passkey::verify(&site, rest, client_data, rest, rest);
}

/// The examples of the standard: a new key, its use, and the key itself.
pub fn passkey_seeds() -> Vec<Vec<u8>> {
    let vectors: Vec<Value> = serde_json::from_str(VECTORS).expect("the vectors");
    let hex = |vector: &Value, name: &str| {
        let text = vector[name].as_str().expect("hexadecimal digits");
        let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).expect("a byte");
        (0..text.len()).step_by(2).map(byte).collect::<Vec<_>>()
    };
    let seeds = |vector: &Value| {
        [("created", "attestation"), ("used", "data")].map(|(client_data, rest)| {
            [&hex(vector, client_data)[..], &[0], &hex(vector, rest)].concat()
        })
    };
    vectors.iter().flat_map(seeds).collect()
}

/// Three lines: the keys of a provider, a token, and the claims of one.
pub fn token(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.splitn(3, '\n');
    let [keys, token, claims] = [(); 3].map(|()| lines.next().unwrap_or_default());
    let keys = serde_json::from_str(keys)
        .ok()
        .and_then(|keys| ProviderKeys::parse(&keys));
    let opened = keys.and_then(|keys| keys.open(token).ok());
    let claims = serde_json::from_str(claims).ok();
    let expected = Expected {
        issuer: "https://id.example",
        client: "stoa",
        now: Timestamp::from_millis(1_795_219_200_000),
    };
    for claims in opened.into_iter().chain(claims) {
        let _ = LogoutNotice::check(&claims, &expected);
        if let Ok(claims) = Claims::check(claims, &expected, "n") {
            assert!(!claims.subject.is_empty(), "a subject has a name");
        }
    }
}

/// The keys and the tokens of RFC 7515, appendix A.3, and RFC 8037, appendix A, with claims for this site.
pub const TOKENS: &[&str] = &[
    r#"{"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q
{"iss":"https://id.example","aud":["stoa","b"],"azp":"stoa","sub":"1","sid":"s","exp":1795219300,"iat":1795219200.5,"nbf":0,"nonce":"n","auth_time":9}"#,
    r#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k","use":"sig","alg":"EdDSA","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"},{"kty":"RSA","n":"AQAB","e":"AQAB"}]}
eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
{"iss":"https://id.example","aud":"stoa","sub":"1","exp":1795219300,"iat":1795219200,"jti":"j","events":{"http://schemas.openid.net/event/backchannel-logout":{}}}"#,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A seed that is refused at its first check would test nothing.
    #[test]
    fn the_seeds_are_accepted() {
        let site = RelyingParty::example();
        let used = passkey_seeds().into_iter().step_by(2).filter(|seed| {
            let at = seed.iter().position(|byte| *byte == 0).expect("two parts");
            passkey::register(&site, &seed[..at], &seed[at + 1..]).is_ok()
        });
        assert!(used.count() > 0);
        let lines: Vec<&str> = TOKENS[0].lines().collect();
        let keys = ProviderKeys::parse(&serde_json::from_str(lines[0]).expect("keys"));
        let claims = keys.expect("keys").open(lines[1]).expect("a signed token");
        assert_eq!(claims["iss"], "joe");
    }
}
