//! Signatures: `ring` as the backend of `jsonwebtoken`, and the list of algorithms.
//!
//! `ring` is in the program already, below TLS. Both backends that `jsonwebtoken` brings would add a second
//! implementation of all algorithms.

use std::sync::Once;

use ::signature::{Error, Verifier};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, DecodingKeyKind, EncodingKey, crypto};
use ring::signature::{self, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey};

/// What kind of key signs with an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    Rsa,
    P256,
    P384,
    Ed25519,
}

/// The algorithms that a provider may sign with, by all their names. RFC 9864 has renamed the last one. Neither `none` nor
/// an algorithm with a shared secret is among them.
const ALGORITHMS: [(&str, Algorithm, KeyKind); 8] = [
    ("RS256", Algorithm::RS256, KeyKind::Rsa),
    ("RS384", Algorithm::RS384, KeyKind::Rsa),
    ("RS512", Algorithm::RS512, KeyKind::Rsa),
    ("PS256", Algorithm::PS256, KeyKind::Rsa),
    ("ES256", Algorithm::ES256, KeyKind::P256),
    ("ES384", Algorithm::ES384, KeyKind::P384),
    ("EdDSA", Algorithm::EdDSA, KeyKind::Ed25519),
    ("Ed25519", Algorithm::EdDSA, KeyKind::Ed25519),
];

/// Returns the algorithm with this name, and the kind of its keys.
pub fn algorithm(name: &str) -> Option<(Algorithm, KeyKind)> {
    let mut known = ALGORITHMS.iter();
    let (_, algorithm, kind) = known.find(|(known, ..)| *known == name)?;
    Some((*algorithm, *kind))
}

/// Returns whether a key has signed a message. `signature` is the third part of a token.
pub fn verify(signature: &str, message: &str, key: &DecodingKey, algorithm: Algorithm) -> bool {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Nothing else installs one.
        let _ = PROVIDER.install_default();
    });
    crypto::verify(signature, message.as_bytes(), key, algorithm).unwrap_or(false)
}

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: never_sign,
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

fn never_sign(_: &Algorithm, _: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    Err(ErrorKind::UnsupportedAlgorithm.into())
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    if algorithm.family() != key.family() || key.family() == AlgorithmFamily::Hmac {
        return Err(ErrorKind::InvalidKeyFormat.into());
    }
    Ok(Box::new(RingVerifier {
        algorithm: *algorithm,
        key: key.clone(),
    }))
}

struct RingVerifier {
    algorithm: Algorithm,
    key: DecodingKey,
}

impl Verifier<Vec<u8>> for RingVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        let verified = match (self.key.kind(), self.algorithm) {
            (DecodingKeyKind::RsaModulusExponent { n, e }, algorithm) => {
                let parameters = rsa_parameters(algorithm).ok_or_else(Error::new)?;
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            (DecodingKeyKind::SecretOrDer(key), Algorithm::ES256) => {
                UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_FIXED, key)
                    .verify(message, signature)
            }
            (DecodingKeyKind::SecretOrDer(key), Algorithm::ES384) => {
                UnparsedPublicKey::new(&signature::ECDSA_P384_SHA384_FIXED, key)
                    .verify(message, signature)
            }
            (DecodingKeyKind::SecretOrDer(key), Algorithm::EdDSA) => {
                UnparsedPublicKey::new(&signature::ED25519, key).verify(message, signature)
            }
            _ => return Err(Error::new()),
        };
        verified.map_err(|_| Error::new())
    }
}

impl JwtVerifier for RingVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

/// Returns how a signature with an RSA key of at least 2048 bits is checked.
fn rsa_parameters(algorithm: Algorithm) -> Option<&'static RsaParameters> {
    Some(match algorithm {
        Algorithm::RS256 => &signature::RSA_PKCS1_2048_8192_SHA256,
        Algorithm::RS384 => &signature::RSA_PKCS1_2048_8192_SHA384,
        Algorithm::RS512 => &signature::RSA_PKCS1_2048_8192_SHA512,
        Algorithm::PS256 => &signature::RSA_PSS_2048_8192_SHA256,
        _ => return None,
    })
}
