//! Passkeys of accounts: what browsers get for `navigator.credentials`, and what becomes of their answers. The module
//! [`passkey`] checks the signatures.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::identity::Account;
use super::store::passkeys::{self as store, StoredPasskey};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::auth::challenge::{self, Challenges, Purpose};
use crate::features::auth::passkey::{self, ALGORITHMS, NewPasskey, Refused, RelyingParty, Use};
use crate::platform::db::Read;

const KEY: &str = "public-key";
/// The names of transports that are kept: a browser may send any.
const TRANSPORTS: [&str; 6] = ["ble", "hybrid", "internal", "nfc", "smart-card", "usb"];

fn base64(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns the user handle of an account, which authenticators keep. It does not name the user.
fn handle(user: Id) -> [u8; 8] {
    user.as_i64().to_be_bytes()
}

fn timeout() -> u32 {
    challenge::VALIDITY.as_millis() as u32
}

/// A passkey in the options of a call.
#[derive(Serialize, ToSchema)]
pub struct CredentialDescriptor {
    #[serde(rename = "type")]
    kind: &'static str,
    /// As base64url.
    id: String,
    transports: Vec<String>,
}

/// Returns the descriptors of a user's passkeys that work at the site.
fn descriptors(
    read: &Read<'_>,
    site: &RelyingParty,
    user: Id,
) -> Result<Vec<CredentialDescriptor>> {
    let found = store::descriptors(read, user, &site.id)?;
    let descriptors = found.into_iter().map(|found| CredentialDescriptor {
        kind: KEY,
        id: base64(&found.credential_id),
        transports: serde_json::from_str(&found.transports).unwrap_or_default(),
    });
    Ok(descriptors.collect())
}

#[derive(Serialize, ToSchema)]
struct Site {
    id: String,
    name: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Owner {
    /// As base64url.
    id: String,
    name: String,
    display_name: String,
}

#[derive(Serialize, ToSchema)]
struct KeyParameter {
    #[serde(rename = "type")]
    kind: &'static str,
    alg: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Selection {
    resident_key: &'static str,
    require_resident_key: bool,
    user_verification: &'static str,
}

/// What a browser needs to make a passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreationOptions {
    rp: Site,
    user: Owner,
    challenge: String,
    pub_key_cred_params: Vec<KeyParameter>,
    timeout: u32,
    exclude_credentials: Vec<CredentialDescriptor>,
    authenticator_selection: Selection,
    attestation: &'static str,
}

/// Returns the options of a new passkey. `title` is the name of the site.
pub(super) fn creation_options(
    read: &Read<'_>,
    site: &RelyingParty,
    title: &str,
    account: &Account,
    challenge: String,
) -> Result<CreationOptions> {
    Ok(CreationOptions {
        rp: Site {
            id: site.id.clone(),
            name: title.to_owned(),
        },
        user: Owner {
            id: base64(&handle(account.id())),
            name: account.username().to_owned(),
            display_name: account.username().to_owned(),
        },
        challenge,
        pub_key_cred_params: ALGORITHMS.map(|alg| KeyParameter { kind: KEY, alg }).into(),
        timeout: timeout(),
        exclude_credentials: descriptors(read, site, account.id())?,
        authenticator_selection: Selection {
            resident_key: "required",
            require_resident_key: true,
            user_verification: "required",
        },
        attestation: "none",
    })
}

/// What a browser needs to use a passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestOptions {
    challenge: String,
    rp_id: String,
    timeout: u32,
    user_verification: &'static str,
    /// Empty: any passkey of the site.
    allow_credentials: Vec<CredentialDescriptor>,
}

/// Returns the options of a use of a passkey: one of `owner`, or any.
pub(super) fn request_options(
    read: &Read<'_>,
    site: &RelyingParty,
    owner: Option<Id>,
    challenge: String,
) -> Result<RequestOptions> {
    Ok(RequestOptions {
        challenge,
        rp_id: site.id.clone(),
        timeout: timeout(),
        user_verification: "required",
        allow_credentials: match owner {
            Some(owner) => descriptors(read, site, owner)?,
            None => Vec::new(),
        },
    })
}

/// A passkey that a browser has made: `RegistrationResponseJSON` of WebAuthn. Further fields are ignored.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationResponse {
    raw_id: String,
    response: Attestation,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Attestation {
    #[serde(rename = "clientDataJSON")]
    client_data_json: String,
    attestation_object: String,
    #[serde(default)]
    transports: Vec<String>,
}

/// A use of a passkey: `AuthenticationResponseJSON` of WebAuthn. Further fields are ignored.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthenticationResponse {
    raw_id: String,
    response: Assertion,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Assertion {
    #[serde(rename = "clientDataJSON")]
    client_data_json: String,
    authenticator_data: String,
    signature: String,
    #[serde(default)]
    user_handle: Option<String>,
}

fn decode(text: &str) -> Result<Vec<u8>, Refused> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text);
    bytes.map_err(|_| Refused("a field is not base64url"))
}

/// Logs why a passkey is refused, and returns the one sentence that users see.
fn sentence(Refused(why): Refused) -> Sentence {
    tracing::info!("passkey refused: {why}");
    Sentence::PasskeyRefused
}

/// The right to use a challenge for a purpose.
pub(super) struct Ceremony<'a> {
    pub site: &'a RelyingParty,
    pub challenges: &'a Challenges,
    pub purpose: Purpose,
    pub now: crate::core::clock::Timestamp,
}

impl Ceremony<'_> {
    fn spend(&self, client_data: &[u8]) -> Result<(), Refused> {
        let challenge = passkey::challenge_of(client_data)?;
        if self.challenges.spend(&self.purpose, &challenge, self.now) {
            Ok(())
        } else {
            Err(Refused("the challenge is unknown, used or expired"))
        }
    }

    /// Checks a new passkey, and returns it with its transports as JSON. Rejects it with 403.
    pub fn register(&self, made: &RegistrationResponse) -> Result<(NewPasskey, String)> {
        let registered = || {
            let client_data = decode(&made.response.client_data_json)?;
            let object = decode(&made.response.attestation_object)?;
            let new = passkey::register(self.site, &client_data, &object)?;
            if decode(&made.raw_id)? != new.credential_id {
                return Err(Refused("another id"));
            }
            self.spend(&client_data)?;
            Ok(new)
        };
        let new = registered().map_err(sentence)?;
        let sent = &made.response.transports;
        let known: Vec<&str> = TRANSPORTS
            .into_iter()
            .filter(|known| sent.iter().any(|sent| sent == known))
            .collect();
        Ok((new, serde_json::json!(known).to_string()))
    }

    /// Checks a use of a passkey. `stored` is the one with the id of the answer, if there is one. Rejects it with 403.
    pub fn verify(
        &self,
        used: &AuthenticationResponse,
        stored: Option<&StoredPasskey>,
    ) -> Result<Use> {
        let verified = || {
            let stored = stored.ok_or(Refused("an unknown passkey"))?;
            let response = &used.response;
            let client_data = decode(&response.client_data_json)?;
            let data = decode(&response.authenticator_data)?;
            let signature = decode(&response.signature)?;
            // Keys that are found without a name always have one; a security key that was asked for may leave it out.
            let owner = response.user_handle.as_deref().map(decode).transpose()?;
            let is_owners = match owner {
                Some(owner) => owner == handle(stored.account.id()),
                None => !matches!(self.purpose, Purpose::LogIn),
            };
            if !is_owners {
                return Err(Refused("the passkey of another user"));
            }
            let key = &stored.public_key;
            let used = passkey::verify(self.site, key, &client_data, &data, &signature)?;
            self.spend(&client_data)?;
            Ok(used)
        };
        let used = verified().map_err(sentence)?;
        if let Some(stored) = stored
            && used.sign_count <= stored.sign_count
            && stored.sign_count > 0
        {
            let user = stored.account.username();
            tracing::warn!(
                "the counter of a passkey went back, so it may have been copied user={user:?}"
            );
        }
        Ok(used)
    }
}

/// Returns the id of a used passkey, or an empty one.
pub(super) fn credential_id(used: &AuthenticationResponse) -> Vec<u8> {
    decode(&used.raw_id).unwrap_or_default()
}
