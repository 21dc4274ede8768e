//! A passkey device in software, for tests: it makes keys and signs like a browser with its authenticator, and lets a
//! test change what it says before it signs, and what it sends afterwards.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use coset::cbor::{Value as Cbor, ser::into_writer};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The flags: the user is present and verified.
pub const VERIFIED: u8 = 0x05;
const HAS_KEY: u8 = 0x40;

fn base64(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

enum Key {
    Es256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

impl Key {
    fn es256() -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random);
        Self::Es256(pair.expect("a key pair"))
    }

    fn ed25519() -> Self {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
        Self::Ed25519(Ed25519KeyPair::from_pkcs8(document.as_ref()).expect("a key pair"))
    }

    /// Returns the public key in COSE.
    fn cose(&self) -> Vec<u8> {
        let number = |number: i64| Cbor::from(number);
        let fields = match self {
            Self::Es256(pair) => {
                let point = pair.public_key().as_ref();
                vec![
                    (number(1), number(2)),
                    (number(3), number(-7)),
                    (number(-1), number(1)),
                    (number(-2), Cbor::Bytes(point[1..33].to_vec())),
                    (number(-3), Cbor::Bytes(point[33..].to_vec())),
                ]
            }
            Self::Ed25519(pair) => vec![
                (number(1), number(1)),
                (number(3), number(-8)),
                (number(-1), number(6)),
                (number(-2), Cbor::Bytes(pair.public_key().as_ref().to_vec())),
            ],
        };
        let mut bytes = Vec::new();
        into_writer(&Cbor::Map(fields), &mut bytes).expect("CBOR");
        bytes
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        match self {
            Self::Es256(pair) => {
                let signature = pair.sign(&SystemRandom::new(), message);
                signature.expect("a signature").as_ref().to_vec()
            }
            Self::Ed25519(pair) => pair.sign(message).as_ref().to_vec(),
        }
    }
}

/// A device with one key.
pub struct Authenticator {
    key: Key,
    id: Vec<u8>,
    /// What the browser puts into the client data.
    pub origin: String,
    /// The host whose hash the authenticator signs.
    pub host: String,
    pub flags: u8,
    pub sign_count: u32,
    user_handle: Option<String>,
}

impl Authenticator {
    fn new(key: Key, host: &str) -> Self {
        Self {
            key,
            id: rand::random::<[u8; 32]>().to_vec(),
            origin: format!("https://{host}"),
            host: host.to_owned(),
            flags: VERIFIED,
            sign_count: 0,
            user_handle: None,
        }
    }

    pub fn es256(host: &str) -> Self {
        Self::new(Key::es256(), host)
    }

    pub fn ed25519(host: &str) -> Self {
        Self::new(Key::ed25519(), host)
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Value {
        json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false})
    }

    fn authenticator_data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.host.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.sign_count.to_be_bytes());
        data
    }

    /// Makes a key for the options of `beginPasskey`. `change` changes the client data.
    pub fn create_with(&mut self, options: &Value, change: impl FnOnce(&mut Value)) -> Value {
        self.user_handle = options["user"]["id"].as_str().map(str::to_owned);
        let mut client_data = self.client_data("webauthn.create", &options["challenge"]);
        change(&mut client_data);
        let mut data = self.authenticator_data(self.flags | HAS_KEY);
        data.extend([0; 16]);
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(&self.id);
        data.extend(self.key.cose());
        let object = Cbor::Map(vec![
            (Cbor::from("fmt"), Cbor::from("none")),
            (Cbor::from("attStmt"), Cbor::Map(Vec::new())),
            (Cbor::from("authData"), Cbor::Bytes(data)),
        ]);
        let mut attestation = Vec::new();
        into_writer(&object, &mut attestation).expect("CBOR");
        json!({
            "id": base64(&self.id),
            "rawId": base64(&self.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {"credProps": {"rk": true}},
            "response": {
                "clientDataJSON": base64(client_data.to_string().as_bytes()),
                "attestationObject": base64(&attestation),
                "transports": ["internal", "hybrid", "pigeon"],
            },
        })
    }

    pub fn create(&mut self, options: &Value) -> Value {
        self.create_with(options, |_| ())
    }

    /// Signs the options of a login or a confirmation. `change` changes the client data before it is signed.
    pub fn sign_with(&mut self, options: &Value, change: impl FnOnce(&mut Value)) -> Value {
        let mut client_data = self.client_data("webauthn.get", &options["challenge"]);
        change(&mut client_data);
        let client_data = client_data.to_string();
        let data = self.authenticator_data(self.flags);
        let hash = Sha256::digest(client_data.as_bytes());
        let signature = self.key.sign(&[&data[..], &hash[..]].concat());
        json!({
            "id": base64(&self.id),
            "rawId": base64(&self.id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": base64(client_data.as_bytes()),
                "authenticatorData": base64(&data),
                "signature": base64(&signature),
                "userHandle": self.user_handle,
            },
        })
    }

    pub fn sign(&mut self, options: &Value) -> Value {
        self.sign_with(options, |_| ())
    }
}

/// Flips a bit of a base64url text.
pub fn flip(text: &Value, index: usize) -> Value {
    let text = text.as_str().expect("a text");
    let mut bytes = BASE64_URL_SAFE_NO_PAD.decode(text).expect("base64url");
    let index = index % bytes.len();
    bytes[index] ^= 1;
    json!(base64(&bytes))
}
