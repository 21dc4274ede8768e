//! The encryption of messages for one device (RFC 8291, with the content encoding `aes128gcm` of
//! RFC 8188): only the browser that made the keys can read them.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SecureRandom;

/// The length of a public key: an uncompressed point of P-256.
pub const PUBLIC_KEY: usize = 65;
/// The length of a device's secret.
pub const SECRET: usize = 16;
const SALT: usize = 16;
/// The size of the only record, which all push services accept.
const RECORD: u32 = 4_096;
/// The head of a message: the salt, the size of a record, and the sender's public key with its length.
const HEAD: usize = SALT + 4 + 1 + PUBLIC_KEY;
/// Ends the text of the last record.
const END_OF_TEXT: u8 = 2;
/// The largest text, in bytes.
pub const MAX_TEXT: usize = RECORD as usize - HEAD - 1 - 16;

/// The keys of a device, from its browser.
#[derive(Clone, Debug)]
pub struct DeviceKeys {
    pub public: [u8; PUBLIC_KEY],
    pub secret: [u8; SECRET],
}

/// A length in bytes, for [`ring::hkdf`].
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Returns the body of a message with this text. Fails if the text is too long, or if the public key is
/// not a point of the curve.
pub fn encrypt(
    keys: &DeviceKeys,
    text: &[u8],
    random: &dyn SecureRandom,
) -> Result<Vec<u8>, Unspecified> {
    if text.len() > MAX_TEXT {
        return Err(Unspecified);
    }
    let private = EphemeralPrivateKey::generate(&ECDH_P256, random)?;
    let sender = private.compute_public_key()?;
    let mut salt = [0; SALT];
    random.fill(&mut salt)?;
    let receiver = UnparsedPublicKey::new(&ECDH_P256, &keys.public);
    let (key, nonce) = agree_ephemeral(private, &receiver, |shared| {
        content_keys(keys, shared, sender.as_ref(), &salt)
    })??;
    let mut record = text.to_vec();
    record.push(END_OF_TEXT);
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
    let mut body = Vec::with_capacity(HEAD + record.len());
    body.extend_from_slice(&salt);
    body.extend_from_slice(&RECORD.to_be_bytes());
    body.push(PUBLIC_KEY as u8);
    body.extend_from_slice(sender.as_ref());
    body.extend_from_slice(&record);
    Ok(body)
}

/// Derives the key and the nonce of a message from the shared secret of sender and device.
fn content_keys(
    keys: &DeviceKeys,
    shared: &[u8],
    sender: &[u8],
    salt: &[u8],
) -> Result<(LessSafeKey, Nonce), Unspecified> {
    let mut input = [0; 32];
    Salt::new(HKDF_SHA256, &keys.secret)
        .extract(shared)
        .expand(
            &[b"WebPush: info\0", &keys.public, sender],
            Length(input.len()),
        )?
        .fill(&mut input)?;
    let secret = Salt::new(HKDF_SHA256, salt).extract(&input);
    let key = UnboundKey::from(secret.expand(&[b"Content-Encoding: aes128gcm\0"], &AES_128_GCM)?);
    let mut nonce = [0; NONCE_LEN];
    secret
        .expand(&[b"Content-Encoding: nonce\0"], Length(NONCE_LEN))?
        .fill(&mut nonce)?;
    Ok((LessSafeKey::new(key), Nonce::assume_unique_for_key(nonce)))
}
