//! Tokens: which signatures and claims count.

use serde_json::{Map, Value, json};

use super::double::{CLIENT, TestKey, encoded};
use crate::core::clock::Timestamp;
use crate::features::auth::tokens::{Claims, Expected, LogoutNotice, ProviderKeys, TokenError};

const NOW: Timestamp = Timestamp::from_millis(1_795_219_200_000);
const SECONDS: i64 = NOW.millis() / 1_000;
const ISSUER: &str = "https://id.test";
const LOGOUT: &str = "http://schemas.openid.net/event/backchannel-logout";

fn claims() -> Value {
    json!({
        "iss": ISSUER, "aud": CLIENT, "sub": "1", "nonce": "n", "iat": SECONDS, "exp": SECONDS + 60, "auth_time": SECONDS,
        "updated_at": "yesterday", "acr": 0,
    })
}

fn keys(public: &[Value]) -> ProviderKeys {
    ProviderKeys::parse(&json!({"keys": public})).expect("keys")
}

fn check(all: Map<String, Value>) -> Result<Claims, TokenError> {
    let expected = Expected {
        issuer: ISSUER,
        client: CLIENT,
        now: NOW,
    };
    Claims::check(all, &expected, "n")
}

#[test]
fn every_algorithm_of_the_list_counts_with_its_key_and_no_other() {
    let all = [
        TestKey::rsa(),
        TestKey::p256(),
        TestKey::p384(),
        TestKey::ed25519(),
    ];
    let algorithms = [
        (0, "RS256"),
        (0, "RS384"),
        (0, "RS512"),
        (0, "PS256"),
        (1, "ES256"),
        (2, "ES384"),
        (3, "EdDSA"),
        (3, "Ed25519"),
    ];
    for (own, algorithm) in algorithms {
        let token = all[own].token(&json!({"alg": algorithm}), &claims());
        for (other, key) in all.iter().enumerate() {
            let opened = keys(&[key.public()]).open(&token);
            assert_eq!(
                opened.is_ok(),
                own == other,
                "{algorithm} {other}: {opened:?}"
            );
        }
        // The same signature under the name of another algorithm.
        for (_, name) in algorithms {
            let header = encoded(json!({"alg": name}).to_string().as_bytes());
            let (_, rest) = token.split_once('.').expect("parts");
            let renamed = format!("{header}.{rest}");
            let is_same = name == algorithm;
            assert_eq!(
                keys(&[all[own].public()]).open(&renamed).is_ok(),
                is_same,
                "{algorithm} {name}"
            );
        }
    }
}

#[test]
fn no_signature_a_shared_secret_and_unknown_extensions_are_refused() {
    let key = TestKey::rsa();
    let public = keys(&[key.public()]);
    for header in [
        json!({"alg": "none"}),
        json!({"alg": "None"}),
        json!({"alg": ""}),
        json!({"alg": "HS256"}),
        json!({"alg": "RS1"}),
        json!({"alg": 7}),
        json!({}),
        json!({"alg": "RS256", "crit": ["exp"]}),
        json!({"alg": "RS256", "crit": ["b64"], "b64": false}),
        json!([]),
    ] {
        let token = key.token(&header, &claims());
        let unsigned = token
            .rsplit_once('.')
            .map(|(message, _)| format!("{message}."));
        for token in [token.clone(), unsigned.expect("parts")] {
            let refused = public.open(&token).expect_err("refused");
            assert!(
                matches!(refused, TokenError::Refused(_)),
                "{header} {refused}"
            );
        }
    }
    // A key that the provider has published for a shared secret.
    let secret = json!({"kty": "oct", "k": encoded(b"secret"), "alg": "HS256"});
    assert_eq!(keys(&[secret, key.public()]).count(), 1);
}

#[test]
fn every_byte_of_a_token_counts() {
    for (key, algorithm) in [(TestKey::rsa(), "RS256"), (TestKey::ed25519(), "EdDSA")] {
        let public = keys(&[key.public()]);
        let token = key.token(&json!({"alg": algorithm}), &claims());
        assert!(public.open(&token).is_ok());
        for at in 0..token.len() {
            let mut bytes = token.clone().into_bytes();
            bytes[at] = match bytes[at] {
                b'A' => b'B',
                _ => b'A',
            };
            let flipped = String::from_utf8(bytes).expect("text");
            assert!(public.open(&flipped).is_err(), "{algorithm} {at}");
            let shorter = format!("{}{}", &token[..at], &token[at + 1..]);
            assert!(public.open(&shorter).is_err(), "{algorithm} without {at}");
            assert!(public.open(&token[..at]).is_err(), "{algorithm} until {at}");
        }
        for other in [
            "",
            ".",
            "..",
            "...",
            "a.b.c",
            &format!("{token}."),
            &format!(".{token}"),
            &format!("{token}="),
        ] {
            assert!(public.open(other).is_err(), "{other}");
        }
    }
    let long = "a".repeat(64 * 1024 + 1);
    let refused = keys(&[]).open(&long).expect_err("refused");
    assert_eq!(refused.to_string(), "the token is too long");
}

#[test]
fn the_key_is_found_by_its_id_or_else_among_ten() {
    let (key, other) = (TestKey::p256(), TestKey::p256());
    let named = |key: &TestKey, id: Value| {
        let mut public = key.public();
        public["kid"] = id;
        public
    };
    let token = |header: Value| key.token(&header, &claims());
    let without_id = token(json!({"alg": "ES256"}));
    let with_id = token(json!({"alg": "ES256", "kid": "b"}));
    // oidc-provider-mock names the key and not in the token; others have two keys without names.
    for published in [
        vec![named(&other, json!("a")), named(&key, json!("b"))],
        vec![other.public(), key.public()],
    ] {
        assert!(keys(&published).open(&without_id).is_ok());
        assert!(keys(&published).open(&with_id).is_ok());
    }
    let misnamed = [named(&key, json!("a")), named(&other, json!("b"))];
    let refused = keys(&misnamed).open(&with_id).expect_err("another key");
    assert!(matches!(refused, TokenError::NoKey(_)));
    assert_eq!(
        refused.to_string(),
        "no key of the provider with the id \"b\" has signed the token (ES256; 2 of 2 keys fit)"
    );
    let mut many: Vec<Value> = (0..9).map(|_| other.public()).collect();
    many.push(key.public());
    assert!(keys(&many).open(&without_id).is_ok());
    many.insert(0, other.public());
    assert!(
        keys(&many).open(&without_id).is_err(),
        "the eleventh is not tried"
    );
}

#[test]
fn keys_of_real_providers_are_read() {
    let rsa = TestKey::rsa();
    let token = rsa.token(&json!({"alg": "RS256"}), &claims());
    let mut public = rsa.public();
    let padded = format!("{}==", public["n"].as_str().expect("n"));
    for (field, value, is_used) in [
        ("use", json!("sig"), true),
        ("use", json!("enc"), false),
        ("alg", json!("RS256"), true),
        ("alg", json!("RS512"), false),
        ("alg", json!("unknown"), false),
        ("x5c", json!(7), true),
        ("key_ops", json!("verify"), true),
        ("n", json!(padded), true),
        ("n", json!("AQAB"), false),
        ("e", json!(null), false),
    ] {
        let mut key = public.clone();
        key[field] = value.clone();
        assert_eq!(
            keys(&[key]).open(&token).is_ok(),
            is_used,
            "{field} {value}"
        );
    }
    // RFC 9864's name and the old one mean the same.
    let ed25519 = TestKey::ed25519();
    for (of_key, of_token) in [("Ed25519", "EdDSA"), ("EdDSA", "Ed25519")] {
        let mut key = ed25519.public();
        key["alg"] = json!(of_key);
        let token = ed25519.token(&json!({"alg": of_token}), &claims());
        assert!(keys(&[key]).open(&token).is_ok());
    }
    public["n"] = json!(encoded(&[0; 3]));
    assert!(ProviderKeys::parse(&json!({"keys": {}})).is_none());
    assert_eq!(
        keys(&[
            json!(7),
            json!({"kty": "RSA"}),
            json!({"kty": "EC", "crv": "P-521"})
        ])
        .count(),
        0
    );
}

#[test]
fn every_claim_that_matters_is_refused_when_it_is_missing_or_another() {
    let wrong = [
        ("iss", json!("https://id.test/")),
        ("iss", json!("https://ID.test")),
        ("iss", json!([ISSUER])),
        ("iss", json!(null)),
        ("aud", json!("other")),
        ("aud", json!(["other"])),
        ("aud", json!([])),
        ("aud", json!({"a": CLIENT})),
        ("azp", json!("other")),
        ("azp", json!(7)),
        ("sub", json!("")),
        ("sub", json!(1)),
        ("sub", json!("s".repeat(256))),
        ("sub", json!("a\u{0}")),
        ("nonce", json!("N")),
        ("nonce", json!("")),
        ("nonce", json!(["n"])),
        ("exp", json!(SECONDS - 60)),
        ("exp", json!("4000000000")),
        ("exp", json!(-1)),
        ("exp", json!(1e300)),
        ("iat", json!(SECONDS + 61)),
        ("iat", json!(SECONDS - 3_601)),
        ("iat", json!("1")),
        ("nbf", json!(SECONDS + 61)),
        ("nbf", json!("now")),
        ("sid", json!(7)),
        ("sid", json!("s".repeat(256))),
    ];
    let missing = ["iss", "aud", "sub", "nonce", "exp", "iat"].map(|field| (field, Value::Null));
    for (field, value) in wrong.into_iter().chain(missing) {
        let mut all = claims().as_object().expect("claims").clone();
        if value.is_null() {
            all.remove(field);
        } else {
            all.insert(field.to_owned(), value.clone());
        }
        let refused = check(all).expect_err(field).to_string();
        assert!(refused.contains(field), "{field} {value}: {refused}");
    }
    for (field, value) in [
        ("exp", json!(SECONDS - 59)),
        ("exp", json!(SECONDS as f64 + 0.5)),
        ("iat", json!(SECONDS + 60)),
        ("nbf", json!(SECONDS)),
        ("azp", json!(CLIENT)),
        ("aud", json!([CLIENT])),
        ("auth_time", json!(0)),
        ("auth_time", json!("never")),
        ("sid", json!("s")),
        ("email_verified", json!("true")),
    ] {
        let mut all = claims().as_object().expect("claims").clone();
        all.insert(field.to_owned(), value.clone());
        let checked = check(all).unwrap_or_else(|error| panic!("{field} {value}: {error}"));
        assert_eq!(checked.authenticated_at.is_some(), field != "auth_time");
    }
    let mut several = claims();
    several["aud"] = json!([CLIENT, "other"]);
    assert!(check(several.as_object().expect("claims").clone()).is_err());
    several["azp"] = json!(CLIENT);
    assert!(check(several.as_object().expect("claims").clone()).is_ok());
}

#[test]
fn a_logout_token_is_no_id_token_and_the_other_way_round() {
    let expected = Expected {
        issuer: ISSUER,
        client: CLIENT,
        now: NOW,
    };
    let notice = json!({
        "iss": ISSUER, "aud": CLIENT, "sid": "s", "iat": SECONDS, "exp": SECONDS + 60, "jti": "1", "events": {LOGOUT: {}},
    });
    let object = |value: &Value| value.as_object().expect("claims").clone();
    let taken = LogoutNotice::check(&object(&notice), &expected).expect("a notice");
    assert_eq!((taken.subject, taken.session.as_deref()), (None, Some("s")));
    assert!(check(object(&notice)).is_err());
    assert!(LogoutNotice::check(&object(&claims()), &expected).is_err());
    for (field, value) in [
        ("nonce", json!("n")),
        ("events", json!({})),
        ("events", json!({LOGOUT: true})),
        ("events", json!([LOGOUT])),
        ("sid", json!(7)),
        ("iss", json!("https://other.test")),
        ("aud", json!("other")),
        ("exp", json!(SECONDS - 60)),
    ] {
        let mut changed = notice.clone();
        changed[field] = value.clone();
        assert!(
            LogoutNotice::check(&object(&changed), &expected).is_err(),
            "{field} {value}"
        );
    }
    let mut of_nobody = object(&notice);
    of_nobody.remove("sid");
    assert!(LogoutNotice::check(&of_nobody, &expected).is_err());
}
