//! An OpenID Connect provider with faults. It signs with real keys.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::rsa::{KeyPair as RsaKeyPair, PublicKeyComponents};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair,
    KeyPair, RSA_PKCS1_SHA256, RSA_PKCS1_SHA384, RSA_PKCS1_SHA512, RSA_PSS_SHA256,
};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use crate::core::clock::Clock;

pub const CLIENT: &str = "stoa client";
pub const SECRET: &str = "s+e%c/r:et";

/// A key that signs tokens.
pub enum TestKey {
    Rsa(RsaKeyPair),
    P256(EcdsaKeyPair),
    P384(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

/// The one RSA key of the tests: `ring` makes none.
const RSA_KEY: &[u8] = include_bytes!("rsa-key.pkcs8");

impl TestKey {
    pub fn rsa() -> Self {
        Self::Rsa(RsaKeyPair::from_pkcs8(RSA_KEY).expect("a key"))
    }

    pub fn p256() -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let made = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        Self::P256(EcdsaKeyPair::from_pkcs8(algorithm, made.as_ref(), &random).expect("a key"))
    }

    pub fn p384() -> Self {
        let (algorithm, random) = (&ECDSA_P384_SHA384_FIXED_SIGNING, SystemRandom::new());
        let made = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        Self::P384(EcdsaKeyPair::from_pkcs8(algorithm, made.as_ref(), &random).expect("a key"))
    }

    pub fn ed25519() -> Self {
        let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
        Self::Ed25519(Ed25519KeyPair::from_pkcs8(made.as_ref()).expect("a key"))
    }

    /// Returns the public key as a provider publishes it.
    pub fn public(&self) -> Value {
        let point = |key: &EcdsaKeyPair, curve: &str| {
            let bytes = &key.public_key().as_ref()[1..];
            let (x, y) = bytes.split_at(bytes.len() / 2);
            json!({"kty": "EC", "crv": curve, "x": encoded(x), "y": encoded(y)})
        };
        match self {
            Self::Rsa(key) => {
                let public: PublicKeyComponents<Vec<u8>> = key.public().into();
                let [n, e] = [public.n, public.e].map(|number| encoded(&number));
                json!({"kty": "RSA", "n": n, "e": e})
            }
            Self::P256(key) => point(key, "P-256"),
            Self::P384(key) => point(key, "P-384"),
            Self::Ed25519(key) => {
                json!({"kty": "OKP", "crv": "Ed25519", "x": encoded(key.public_key().as_ref())})
            }
        }
    }

    /// Signs with an algorithm of this key.
    fn sign(&self, algorithm: &str, message: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match self {
            Self::Rsa(key) => {
                let padding: &dyn ring::signature::RsaEncoding = match algorithm {
                    "RS384" => &RSA_PKCS1_SHA384,
                    "RS512" => &RSA_PKCS1_SHA512,
                    "PS256" => &RSA_PSS_SHA256,
                    _ => &RSA_PKCS1_SHA256,
                };
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(padding, &random, message, &mut signature)
                    .expect("a signature");
                signature
            }
            Self::P256(key) | Self::P384(key) => {
                let signature = key.sign(&random, message).expect("a signature");
                signature.as_ref().to_vec()
            }
            Self::Ed25519(key) => key.sign(message).as_ref().to_vec(),
        }
    }

    /// Returns a signed token.
    pub fn token(&self, header: &Value, claims: &Value) -> String {
        let [header_part, claims] =
            [header, claims].map(|part| encoded(part.to_string().as_bytes()));
        let message = format!("{header_part}.{claims}");
        let algorithm = header["alg"].as_str().unwrap_or_default();
        let signature = encoded(&self.sign(algorithm, message.as_bytes()));
        format!("{message}.{signature}")
    }
}

pub fn encoded(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// How the provider answers requests to a path.
#[derive(Clone, Debug)]
pub enum Fault {
    Status(u16, &'static str),
    /// With 200 and a body of this length.
    Huge(usize),
    Redirect(String),
    /// Not at all.
    Silence,
}

/// A code that the provider has given out.
struct Code {
    nonce: String,
    challenge: String,
    redirect: String,
    claims: Map<String, Value>,
}

type ChangeClaims = Box<dyn Fn(&mut Map<String, Value>) + Send>;
type ChangeToken = Box<dyn Fn(String) -> String + Send>;

/// What a test can change.
pub struct State {
    /// The fields of the document that differ. `null` removes one.
    pub document: Value,
    pub key: TestKey,
    pub header: Value,
    /// The published keys; without them, the key that signs.
    pub keys: Option<Value>,
    pub claims: ChangeClaims,
    pub token: ChangeToken,
    /// What the provider says at userinfo beside the subject.
    pub userinfo: Value,
    pub faults: HashMap<&'static str, Fault>,
    codes: HashMap<String, Code>,
    /// The paths of all requests.
    pub requests: Vec<String>,
    pub clock: Clock,
}

impl Default for State {
    fn default() -> Self {
        Self {
            clock: Clock::system(),
            document: json!({}),
            key: TestKey::rsa(),
            header: json!({"alg": "RS256", "kid": "1"}),
            keys: None,
            claims: Box::new(|_| {}),
            token: Box::new(|token| token),
            userinfo: json!({}),
            faults: HashMap::new(),
            codes: HashMap::new(),
            requests: Vec::new(),
        }
    }
}

/// The provider. It stops with the test.
pub struct ProviderDouble {
    pub issuer: String,
    state: Arc<Mutex<State>>,
}

impl ProviderDouble {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let issuer = format!("http://{address}");
        let state = Arc::<Mutex<State>>::default();
        let (shared, own) = (state.clone(), issuer.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (shared, own) = (shared.clone(), own.clone());
                std::thread::spawn(move || {
                    // A client that gives up ends the conversation.
                    let _ = serve(stream, &own, &shared);
                });
            }
        });
        Self { issuer, state }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("the state")
    }

    /// Does what a person does at the provider: comes with the location, and goes back with what this returns, the fields of
    /// the answer.
    pub fn consent(&self, location: &str, subject: &str, claims: Value) -> Value {
        let url = Url::parse(location).expect("an address");
        assert_eq!(url.path(), "/authorize");
        let sent: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!(sent["response_type"], "code");
        assert_eq!(sent["response_mode"], "query");
        assert_eq!(sent["client_id"], CLIENT);
        assert_eq!(sent["code_challenge_method"], "S256");
        assert!(sent["scope"].split(' ').any(|scope| scope == "openid"));
        let mut claims = claims.as_object().expect("claims").clone();
        claims.insert("sub".to_owned(), json!(subject));
        let code = format!("code {}", self.state().codes.len());
        let known = Code {
            nonce: sent["nonce"].clone(),
            challenge: sent["code_challenge"].clone(),
            redirect: sent["redirect_uri"].clone(),
            claims,
        };
        self.state().codes.insert(code.clone(), known);
        json!({"provider": "test", "state": sent["state"], "code": code})
    }

    /// Returns a signed notice of a logout.
    pub fn notice(&self, change: impl FnOnce(&mut Map<String, Value>)) -> String {
        let mut claims = usual_claims(&self.issuer, &self.state().clock);
        let event = json!({"http://schemas.openid.net/event/backchannel-logout": {}});
        claims.insert("events".to_owned(), event);
        claims.insert("jti".to_owned(), json!("1"));
        change(&mut claims);
        let state = self.state();
        state.key.token(&state.header, &Value::Object(claims))
    }
}

fn usual_claims(issuer: &str, clock: &Clock) -> Map<String, Value> {
    let now = clock.now().millis() / 1_000;
    let claims = json!({"iss": issuer, "aud": CLIENT, "iat": now, "exp": now + 120});
    claims.as_object().expect("claims").clone()
}

fn serve(mut stream: TcpStream, issuer: &str, state: &Mutex<State>) -> io::Result<()> {
    let (path, headers, body) = read(&stream)?;
    let plain = path.split('?').next().unwrap_or_default().to_owned();
    let fault = {
        let mut state = state.lock().expect("the state");
        state.requests.push(plain.clone());
        state.faults.get(plain.as_str()).cloned()
    };
    match fault {
        None => {}
        Some(Fault::Silence) => {
            std::thread::sleep(Duration::from_secs(60));
            return Ok(());
        }
        Some(Fault::Status(status, body)) => return write(&mut stream, status, "", body),
        Some(Fault::Huge(length)) => return write(&mut stream, 200, "", &"[".repeat(length)),
        Some(Fault::Redirect(to)) => {
            return write(&mut stream, 302, &format!("Location: {to}\r\n"), "");
        }
    }
    let mut state = state.lock().expect("the state");
    let (status, reply) = match plain.as_str() {
        "/.well-known/openid-configuration" => (200, document(issuer, &state.document)),
        "/keys" => (200, keys(&state)),
        "/token" => token(&mut state, issuer, &headers, &body),
        "/userinfo" => {
            let subject = headers
                .get("authorization")
                .map(String::as_str)
                .unwrap_or_default();
            let subject = subject
                .strip_prefix("Bearer access of ")
                .unwrap_or_default();
            let mut reply = state.userinfo.clone();
            if reply.get("sub").is_none() {
                reply["sub"] = json!(subject);
            }
            (200, reply)
        }
        _ => (404, json!({})),
    };
    write(&mut stream, status, "", &reply.to_string())
}

fn document(issuer: &str, changes: &Value) -> Value {
    let mut document = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize?tenant=1"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/keys"),
        "end_session_endpoint": format!("{issuer}/end"),
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "op_tos_uri": "",
    });
    for (field, value) in changes.as_object().expect("fields") {
        document[field] = value.clone();
    }
    document
}

fn keys(state: &State) -> Value {
    state.keys.clone().unwrap_or_else(|| {
        let mut key = state.key.public();
        key["kid"] = state.header["kid"].clone();
        json!({"keys": [key]})
    })
}

fn token(
    state: &mut State,
    issuer: &str,
    headers: &HashMap<String, String>,
    body: &str,
) -> (u16, Value) {
    let form: HashMap<String, String> = form_urlencoded::parse(body.as_bytes())
        .into_owned()
        .collect();
    let field = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    let in_header = headers.get("authorization").map(String::as_str);
    let encoded_pair = "Basic c3RvYStjbGllbnQ6cyUyQmUlMjVjJTJGciUzQWV0";
    let is_client = field("client_id") == CLIENT
        && (field("client_secret") == SECRET || in_header == Some(encoded_pair));
    if !is_client || field("grant_type") != "authorization_code" {
        return (401, json!({"error": "invalid_client"}));
    }
    // A code serves once.
    let Some(code) = state.codes.remove(field("code")) else {
        return (
            403,
            json!({"error": "invalid_code", "error_description": "<b>unknown</b>\n"}),
        );
    };
    let challenge = encoded(&Sha256::digest(field("code_verifier").as_bytes()));
    if challenge != code.challenge || field("redirect_uri") != code.redirect {
        return (400, json!({"error": "invalid_grant"}));
    }
    let access = format!(
        "access of {}",
        code.claims["sub"].as_str().unwrap_or_default()
    );
    let mut claims = usual_claims(issuer, &state.clock);
    claims.insert("nonce".to_owned(), json!(code.nonce));
    claims.extend(code.claims);
    (state.claims)(&mut claims);
    let token = state.key.token(&state.header, &Value::Object(claims));
    let token = (state.token)(token);
    (
        200,
        json!({"access_token": access, "id_token": token, "token_type": "Bearer", "expires_in": "60"}),
    )
}

fn read(stream: &TcpStream) -> io::Result<(String, HashMap<String, String>, String)> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    let length = headers
        .get("content-length")
        .and_then(|length| length.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    Ok((path, headers, String::from_utf8_lossy(&body).into_owned()))
}

fn write(stream: &mut TcpStream, status: u16, headers: &str, body: &str) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    stream.flush()
}
