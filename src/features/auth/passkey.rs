//! Passkeys (WebAuthn Level 3): checks what an authenticator has signed. The crate coset reads CBOR and the keys, and
//! ring checks the signatures; the order of the checks is that of the standard's sections 7.1 and 7.2.
//!
//! Nothing here knows an account. Attestation is not asked for: which make a key has does not matter.

use coset::cbor::Value;
use coset::iana::{
    Algorithm, Ec2KeyParameter, EllipticCurve, EnumI64, KeyType, OkpKeyParameter, RsaKeyParameter,
};
use coset::{
    AsCborValue, CborSerializable, CoseKey, Label, RegisteredLabel, RegisteredLabelWithPrivate,
};
use ring::signature::{self, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm};
use serde::Deserialize;
use serde::de::IgnoredAny;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::core::config::Config;

/// The algorithms of keys that a site offers, the preferred one first: EdDSA, ES256 and RS256.
pub const ALGORITHMS: [i64; 3] = [-8, -7, -257];
/// The longest id of a key.
const LONGEST_ID: usize = 1_023;
/// The longest COSE key that is stored.
const LONGEST_KEY: usize = 2_048;
/// The length of an RSA modulus: from 2,048 bits, which ring demands, to 4,096, which bounds the work of a check.
const RSA_BYTES: std::ops::RangeInclusive<usize> = 256..=512;

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const SYNCABLE: u8 = 0x08;
const SYNCED: u8 = 0x10;
const HAS_KEY: u8 = 0x40;
const HAS_EXTENSIONS: u8 = 0x80;

/// The site as authenticators know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelyingParty {
    /// The host.
    pub id: String,
    origin: String,
}

impl RelyingParty {
    /// Returns the site of a configuration, or why it can have no passkeys, as a sentence for its members.
    pub fn of(config: &Config) -> Result<Self, &'static str> {
        let id = config.passkey_host()?;
        Ok(Self {
            id: id.to_owned(),
            origin: config.server.base_url.origin().to_owned(),
        })
    }

    /// Returns the site of the examples in the standard.
    #[cfg(any(test, fuzzing))]
    pub fn example() -> Self {
        Self {
            id: "example.org".to_owned(),
            origin: "https://example.org".to_owned(),
        }
    }
}

/// Why a passkey is refused. Users see one sentence for all of it; the log says this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused(pub &'static str);

fn refuse<T>(why: &'static str) -> Result<T, Refused> {
    Err(Refused(why))
}

fn ensure(condition: bool, why: &'static str) -> Result<(), Refused> {
    if condition { Ok(()) } else { refuse(why) }
}

/// A key that an authenticator has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPasskey {
    pub credential_id: Vec<u8>,
    /// A COSE key.
    pub public_key: Vec<u8>,
    pub sign_count: u32,
    pub is_syncable: bool,
    pub is_synced: bool,
}

/// The use of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    pub sign_count: u32,
    pub is_synced: bool,
}

/// What the browser says about a ceremony. It may say more, now and then with a field that only reminds readers of that.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
    #[serde(default)]
    top_origin: Option<IgnoredAny>,
}

/// Returns the challenge that the client data of a new key contains.
pub fn challenge_of(client_data: &[u8]) -> Result<String, Refused> {
    parse_client_data(client_data).map(|data| data.challenge)
}

fn parse_client_data(client_data: &[u8]) -> Result<ClientData, Refused> {
    serde_json::from_slice(client_data).map_err(|_| Refused("the client data is not JSON"))
}

fn check_client_data(site: &RelyingParty, client_data: &[u8], kind: &str) -> Result<(), Refused> {
    let data = parse_client_data(client_data)?;
    ensure(data.kind == kind, "the client data is of another type")?;
    ensure(data.origin == site.origin, "another origin")?;
    ensure(
        !data.cross_origin && data.top_origin.is_none(),
        "the page was embedded in another one",
    )
}

/// Checks a new key. `client_data` is JSON whose challenge the caller has to use up, `attestation` CBOR.
pub fn register(
    site: &RelyingParty,
    client_data: &[u8],
    attestation: &[u8],
) -> Result<NewPasskey, Refused> {
    check_client_data(site, client_data, "webauthn.create")?;
    let (format, statement, bytes) = attestation_parts(attestation)?;
    let mut data = AuthenticatorData::parse(&bytes)?;
    data.check(site)?;
    let Some((credential_id, key)) = data.key.take() else {
        return refuse("there is no key");
    };
    let public_key = PublicKey::of(&key)?;
    match format.as_str() {
        "none" => ensure(
            statement.is_empty(),
            "the statement of no attestation is not empty",
        )?,
        // What remains of an attestation by the key itself, which names no make.
        "packed" => check_self_attestation(&statement, &public_key, &bytes, client_data)?,
        _ => return refuse("an attestation that nobody asked for"),
    }
    let key = key
        .to_vec()
        .map_err(|_| Refused("the key is no COSE key"))?;
    ensure(key.len() <= LONGEST_KEY, "the key is too long")?;
    Ok(NewPasskey {
        credential_id,
        public_key: key,
        sign_count: data.sign_count,
        is_syncable: data.has(SYNCABLE),
        is_synced: data.has(SYNCED),
    })
}

/// Checks a signature with a stored key. `client_data` is JSON whose challenge the caller has to use up.
pub fn verify(
    site: &RelyingParty,
    public_key: &[u8],
    client_data: &[u8],
    authenticator_data: &[u8],
    signature: &[u8],
) -> Result<Use, Refused> {
    check_client_data(site, client_data, "webauthn.get")?;
    let data = AuthenticatorData::parse(authenticator_data)?;
    data.check(site)?;
    let key = CoseKey::from_slice(public_key).map_err(|_| Refused("the key is no COSE key"))?;
    PublicKey::of(&key)?.verify(&signed(authenticator_data, client_data), signature)?;
    Ok(Use {
        sign_count: data.sign_count,
        is_synced: data.has(SYNCED),
    })
}

/// Returns the bytes that an authenticator signs.
fn signed(authenticator_data: &[u8], client_data: &[u8]) -> Vec<u8> {
    [authenticator_data, &Sha256::digest(client_data)[..]].concat()
}

/// The fields of a CBOR map.
type Fields = Vec<(Value, Value)>;

/// Returns the format, the statement and the authenticator data of an attestation object.
fn attestation_parts(bytes: &[u8]) -> Result<(String, Fields, Vec<u8>), Refused> {
    let mut rest = bytes;
    let Ok(Value::Map(fields)) = coset::cbor::de::from_reader::<Value, _>(&mut rest) else {
        return refuse("the attestation is no CBOR map");
    };
    ensure(rest.is_empty(), "bytes after the attestation")?;
    let (mut format, mut statement, mut data) = (None, None, None);
    for (name, value) in fields {
        let is_first = match (name.as_text(), value) {
            (Some("fmt"), Value::Text(text)) => format.replace(text).is_none(),
            (Some("attStmt"), Value::Map(map)) => statement.replace(map).is_none(),
            (Some("authData"), Value::Bytes(bytes)) => data.replace(bytes).is_none(),
            _ => true,
        };
        ensure(is_first, "a field of the attestation is there twice")?;
    }
    match (format, statement, data) {
        (Some(format), Some(statement), Some(data)) => Ok((format, statement, data)),
        _ => refuse("a field of the attestation is missing"),
    }
}

fn check_self_attestation(
    statement: &[(Value, Value)],
    key: &PublicKey,
    authenticator_data: &[u8],
    client_data: &[u8],
) -> Result<(), Refused> {
    let field = |name: &str| {
        let mut fields = statement.iter();
        fields.find_map(|(field, value)| (field.as_text() == Some(name)).then_some(value))
    };
    let (Some(Value::Integer(algorithm)), Some(Value::Bytes(signature)), 2) =
        (field("alg"), field("sig"), statement.len())
    else {
        return refuse("an attestation that nobody asked for");
    };
    ensure(
        i128::from(*algorithm) == i128::from(key.algorithm()),
        "the attestation has another algorithm",
    )?;
    key.verify(&signed(authenticator_data, client_data), signature)
}

/// What an authenticator says.
struct AuthenticatorData {
    /// SHA-256 of the host.
    site: [u8; 32],
    flags: u8,
    sign_count: u32,
    /// The id of a new key, and the key.
    key: Option<(Vec<u8>, CoseKey)>,
}

impl AuthenticatorData {
    fn parse(bytes: &[u8]) -> Result<Self, Refused> {
        const SHORT: Refused = Refused("the authenticator data is too short");
        let (site, rest) = bytes.split_first_chunk::<32>().ok_or(SHORT)?;
        let ([flags], rest) = rest.split_first_chunk::<1>().ok_or(SHORT)?;
        let (sign_count, mut rest) = rest.split_first_chunk::<4>().ok_or(SHORT)?;
        let key = if flags & HAS_KEY != 0 {
            let (_make, after) = rest.split_first_chunk::<16>().ok_or(SHORT)?;
            let (length, after) = after.split_first_chunk::<2>().ok_or(SHORT)?;
            let length = usize::from(u16::from_be_bytes(*length));
            ensure(
                (1..=LONGEST_ID).contains(&length),
                "the id of the key is too long",
            )?;
            let (id, after) = after.split_at_checked(length).ok_or(SHORT)?;
            rest = after;
            let value = coset::cbor::de::from_reader::<Value, _>(&mut rest)
                .map_err(|_| Refused("the key is no CBOR"))?;
            let key =
                CoseKey::from_cbor_value(value).map_err(|_| Refused("the key is no COSE key"))?;
            Some((id.to_vec(), key))
        } else {
            None
        };
        if flags & HAS_EXTENSIONS != 0 {
            let extensions = coset::cbor::de::from_reader::<Value, _>(&mut rest);
            ensure(
                matches!(extensions, Ok(Value::Map(_))),
                "the extensions are no CBOR map",
            )?;
        }
        ensure(rest.is_empty(), "bytes after the authenticator data")?;
        Ok(Self {
            site: *site,
            flags: *flags,
            sign_count: u32::from_be_bytes(*sign_count),
            key,
        })
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Checks that the authenticator acted for this site and its verified user.
    fn check(&self, site: &RelyingParty) -> Result<(), Refused> {
        let is_ours = Sha256::digest(site.id.as_bytes())[..].ct_eq(&self.site);
        ensure(bool::from(is_ours), "another site")?;
        ensure(self.has(USER_PRESENT), "no user was present")?;
        ensure(self.has(USER_VERIFIED), "the user was not verified")?;
        ensure(
            self.has(SYNCABLE) || !self.has(SYNCED),
            "a key that cannot be copied was copied",
        )
    }
}

/// A key of one of the [`ALGORITHMS`].
enum PublicKey {
    /// An uncompressed point.
    Es256(Vec<u8>),
    Ed25519(Vec<u8>),
    Rs256(RsaPublicKeyComponents<Vec<u8>>),
}

impl PublicKey {
    fn of(key: &CoseKey) -> Result<Self, Refused> {
        let assigned = match (&key.kty, &key.alg) {
            (
                RegisteredLabel::Assigned(kind),
                Some(RegisteredLabelWithPrivate::Assigned(algorithm)),
            ) => Some((*kind, *algorithm)),
            _ => None,
        };
        match assigned {
            Some((KeyType::EC2, Algorithm::ES256)) => {
                check_curve(key, Ec2KeyParameter::Crv.to_i64(), EllipticCurve::P_256)?;
                let x = coordinate(key, Ec2KeyParameter::X.to_i64())?;
                let y = coordinate(key, Ec2KeyParameter::Y.to_i64())?;
                Ok(Self::Es256([&[4][..], x, y].concat()))
            }
            Some((KeyType::OKP, Algorithm::EdDSA)) => {
                check_curve(key, OkpKeyParameter::Crv.to_i64(), EllipticCurve::Ed25519)?;
                let x = coordinate(key, OkpKeyParameter::X.to_i64())?;
                Ok(Self::Ed25519(x.to_vec()))
            }
            Some((KeyType::RSA, Algorithm::RS256)) => {
                let n = bytes(key, RsaKeyParameter::N.to_i64())?;
                let e = bytes(key, RsaKeyParameter::E.to_i64())?;
                let is_fitting = RSA_BYTES.contains(&n.len()) && (1..=5).contains(&e.len());
                ensure(is_fitting, "a key of this length is not supported")?;
                let (n, e) = (n.to_vec(), e.to_vec());
                Ok(Self::Rs256(RsaPublicKeyComponents { n, e }))
            }
            _ => refuse("a key of this kind is not supported"),
        }
    }

    fn algorithm(&self) -> i64 {
        match self {
            Self::Es256(_) => Algorithm::ES256.to_i64(),
            Self::Ed25519(_) => Algorithm::EdDSA.to_i64(),
            Self::Rs256(_) => Algorithm::RS256.to_i64(),
        }
    }

    fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), Refused> {
        let with = |algorithm: &'static dyn VerificationAlgorithm, key: &[u8]| {
            UnparsedPublicKey::new(algorithm, key).verify(message, signature)
        };
        let verified = match self {
            Self::Es256(key) => with(&signature::ECDSA_P256_SHA256_ASN1, key),
            Self::Ed25519(key) => with(&signature::ED25519, key),
            Self::Rs256(key) => {
                key.verify(&signature::RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
        };
        verified.map_err(|_| Refused("the signature is wrong"))
    }
}

fn parameter(key: &CoseKey, label: i64) -> Option<&Value> {
    let mut parameters = key.params.iter();
    parameters.find_map(|(name, value)| (*name == Label::Int(label)).then_some(value))
}

fn check_curve(key: &CoseKey, label: i64, curve: EllipticCurve) -> Result<(), Refused> {
    let is_curve = parameter(key, label) == Some(&Value::from(curve.to_i64()));
    ensure(is_curve, "a key of this curve is not supported")
}

fn bytes(key: &CoseKey, label: i64) -> Result<&[u8], Refused> {
    let bytes = parameter(key, label).and_then(Value::as_bytes);
    bytes
        .map(Vec::as_slice)
        .ok_or(Refused("a part of the key is missing"))
}

fn coordinate(key: &CoseKey, label: i64) -> Result<&[u8], Refused> {
    let bytes = bytes(key, label)?;
    ensure(bytes.len() == 32, "a part of the key has a wrong length")?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of WebAuthn Level 3, section 16, that have an algorithm of ours, and one that has not.
    static VECTORS: &str = include_str!("passkey_vectors.json");

    #[derive(Deserialize)]
    struct Vector {
        name: String,
        challenge: String,
        created: String,
        attestation: String,
        credential: String,
        used: String,
        data: String,
        signature: String,
    }

    fn hex(text: &str) -> Vec<u8> {
        let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal digits");
        (0..text.len()).step_by(2).map(byte).collect()
    }

    fn vectors() -> Vec<Vector> {
        serde_json::from_str(VECTORS).expect("the vectors")
    }

    /// Returns the id and the key of a vector, whatever its flags and its attestation are.
    fn key_of(vector: &Vector) -> (Vec<u8>, Result<PublicKey, Refused>) {
        let (_, _, bytes) = attestation_parts(&hex(&vector.attestation)).expect("an attestation");
        let data = AuthenticatorData::parse(&bytes).expect("authenticator data");
        let (id, key) = data.key.expect("a key");
        (id, PublicKey::of(&key))
    }

    #[test]
    fn the_signatures_of_the_standard_are_verified() {
        let mut algorithms = Vec::new();
        for vector in vectors() {
            let (id, key) = key_of(&vector);
            assert_eq!(id, hex(&vector.credential), "{}", vector.name);
            let challenge = challenge_of(&hex(&vector.created)).unwrap();
            let base64 =
                base64::Engine::decode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, challenge);
            assert_eq!(base64.unwrap(), hex(&vector.challenge), "{}", vector.name);
            let Ok(key) = key else {
                assert_eq!(vector.name, "packed-ed448");
                continue;
            };
            algorithms.push(key.algorithm());
            let (data, used) = (hex(&vector.data), hex(&vector.used));
            let signature = hex(&vector.signature);
            assert_eq!(
                key.verify(&signed(&data, &used), &signature),
                Ok(()),
                "{}",
                vector.name
            );
            for index in 0..signature.len() {
                let mut changed = signature.clone();
                changed[index] ^= 1;
                let verified = key.verify(&signed(&data, &used), &changed);
                assert!(verified.is_err(), "{} {index}", vector.name);
            }
        }
        algorithms.sort_unstable();
        algorithms.dedup();
        assert_eq!(algorithms, [-257, -8, -7]);
    }

    /// Most examples have no verified user or an attestation.
    #[test]
    fn the_examples_of_the_standard_are_accepted_where_the_user_is_verified() {
        const UNVERIFIED: &str = "the user was not verified";
        const ATTESTED: &str = "an attestation that nobody asked for";
        const EMBEDDED: &str = "the page was embedded in another one";
        let expected = [
            ("none-es256", Some(UNVERIFIED), Some(UNVERIFIED)),
            ("packed-self-es256", None, Some(UNVERIFIED)),
            ("none-es256-crossOrigin", Some(EMBEDDED), Some(EMBEDDED)),
            ("none-es256-topOrigin", Some(EMBEDDED), Some(EMBEDDED)),
            ("none-es256-long-credential-id", Some(UNVERIFIED), None),
            ("packed-es256", Some(ATTESTED), None),
            ("packed-rs256", Some(ATTESTED), Some(UNVERIFIED)),
            ("packed-eddsa", Some(UNVERIFIED), Some(UNVERIFIED)),
            (
                "packed-ed448",
                Some(UNVERIFIED),
                Some("a key of this kind is not supported"),
            ),
            ("fido-u2f-es256", Some(UNVERIFIED), Some(UNVERIFIED)),
        ];
        let found: Vec<_> = vectors()
            .iter()
            .map(|vector| {
                let attestation = hex(&vector.attestation);
                let registered = register(
                    &RelyingParty::example(),
                    &hex(&vector.created),
                    &attestation,
                );
                let (_, _, bytes) = attestation_parts(&attestation).expect("an attestation");
                let key = AuthenticatorData::parse(&bytes).expect("data").key;
                let key = key.expect("a key").1.to_vec().expect("a COSE key");
                let (used, data) = (hex(&vector.used), hex(&vector.data));
                let verified = verify(
                    &RelyingParty::example(),
                    &key,
                    &used,
                    &data,
                    &hex(&vector.signature),
                );
                let why = |refused: Option<Refused>| refused.map(|Refused(why)| why);
                (
                    vector.name.clone(),
                    why(registered.err()),
                    why(verified.err()),
                )
            })
            .collect();
        let found: Vec<_> = found
            .iter()
            .map(|(name, registered, verified)| (name.as_str(), *registered, *verified))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_site_needs_https_and_a_name() {
        let site = |url: &str| {
            let mut config = Config::default();
            config.server.base_url = crate::core::config::BaseUrl::parse(url).expect("a URL");
            RelyingParty::of(&config).map(|site| (site.id, site.origin))
        };
        let named = |id: &str, origin: &str| Ok((id.to_owned(), origin.to_owned()));
        assert_eq!(
            site("https://Stoa.example:8443/qa"),
            named("stoa.example", "https://stoa.example:8443")
        );
        assert_eq!(
            site("http://localhost:4000"),
            named("localhost", "http://localhost:4000")
        );
        assert_eq!(
            site("http://app.localhost"),
            named("app.localhost", "http://app.localhost")
        );
        for url in [
            "",
            "http://stoa.example",
            "http://notlocalhost",
            "https://192.0.2.7",
            "http://127.0.0.1:4000",
            "https://[2001:db8::1]",
            "https://[2001:db8::1]:8443",
        ] {
            assert!(site(url).is_err(), "{url}");
        }
    }

    #[test]
    fn what_is_no_cbor_is_refused() {
        let vectors = vectors();
        let attestation = hex(&vectors[1].attestation);
        let created = hex(&vectors[1].created);
        assert!(register(&RelyingParty::example(), &created, &attestation).is_ok());
        for length in 0..attestation.len() {
            let cut = &attestation[..length];
            assert!(
                register(&RelyingParty::example(), &created, cut).is_err(),
                "{length}"
            );
        }
        let longer = [&attestation[..], &[0][..]].concat();
        assert!(register(&RelyingParty::example(), &created, &longer).is_err());
        // A map in a map, without an end; a text of 4 GiB.
        let deep = vec![0xa1; 100_000];
        let long = [&[0x7a, 0xff, 0xff, 0xff, 0xff][..], b"abc"].concat();
        for bytes in [deep, long, vec![0x9f; 100_000], vec![0xbf]] {
            assert!(register(&RelyingParty::example(), &created, &bytes).is_err());
        }
    }

    /// The self attestation signs all of it.
    #[test]
    fn no_byte_of_a_self_attestation_can_be_changed() {
        let vectors = vectors();
        let (attestation, created) = (hex(&vectors[1].attestation), hex(&vectors[1].created));
        for index in 0..attestation.len() {
            for bit in [1, 0x80] {
                let mut changed = attestation.clone();
                changed[index] ^= bit;
                assert!(
                    register(&RelyingParty::example(), &created, &changed).is_err(),
                    "byte {index}"
                );
            }
        }
        for index in 0..created.len() {
            let mut changed = created.clone();
            changed[index] ^= 1;
            let refused = register(&RelyingParty::example(), &changed, &attestation).is_err();
            assert!(refused, "byte {index} of the client data");
        }
    }
}
