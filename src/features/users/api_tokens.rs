//! API tokens: what programs send instead of a session, in the header `Authorization`.
//!
//! A token is `stoa_`, 36 random letters and digits, and six more that are its checksum: a wrong copy is refused
//! without a look into the database. It is shown once; the database has its hash.

use rand::RngExt;
use rand::distr::Alphanumeric;

use super::admin_log::{self, AdminAction, AdminTarget, Recorded};
use super::identity::{Account, AdminAuthority};
use super::model::NewApiToken;
use super::session;
use super::store::api_tokens::{self as store, ApiToken};
use super::store::bots;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::platform::db::Write;
use crate::platform::realtime::TokenHash;
use crate::platform::web::{Scope, Scopes};

const PREFIX: &str = "stoa_";
const RANDOM: usize = 36;
const CHECKSUM: usize = 6;
/// Adds a token to an account. Returns its text, which nobody can find out later. Who gives the scope `admin` must
/// have checked that they may. Rejects one too many with 409. `session`: where the owner creates it.
pub(super) fn insert(
    tx: &Write<'_>,
    account: &Account,
    new: &NewApiToken,
    session: Option<&TokenHash>,
) -> Result<(String, ApiToken)> {
    let text = generate();
    let token = store::insert(tx, account, new, &session::hash(&text), session)?;
    Ok((text, token))
}

/// Adds a token to an account in the name of an administrator, whose session it is, or of the operator. Returns its text.
/// Rejects other scopes than `read` and `write` for a bot with 400.
pub fn create(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
    new: &NewApiToken,
    session: Option<&TokenHash>,
) -> Result<Recorded<(String, ApiToken)>> {
    let is_of_members = ![Scope::Moderate, Scope::Admin]
        .map(|scope| new.scopes().has(scope))
        .contains(&true);
    if !is_of_members && bots::is_bot(tx, account.id())? {
        return Err(Sentence::BotScopes.into());
    }
    let created = insert(tx, account, new, session)?;
    let (action, target) = (AdminAction::AddToken, AdminTarget::from(account));
    let recorded = admin_log::record(tx, by, action, &target, &new.describe())?;
    Ok(recorded.with(created))
}

/// Revokes a token of any account in the name of the operator. Rejects an unknown one with 404.
pub fn revoke(tx: &mut Write<'_>, by: &AdminAuthority, token: Id) -> Result<Recorded> {
    let (account, name) = store::find(tx, by, token)?.ok_or(Sentence::TokenNotFound)?;
    store::delete(tx, &account, token)?;
    let action = AdminAction::RevokeToken;
    admin_log::record(tx, by, action, &(&account).into(), &name)
}

/// Revokes a token of a bot. Rejects an unknown one, and one of a person, with 404.
pub fn revoke_of_bot(tx: &mut Write<'_>, by: &AdminAuthority, token: Id) -> Result<Recorded> {
    match store::find(tx, by, token)? {
        Some((account, _)) if bots::is_bot(tx, account.id())? => revoke(tx, by, token),
        _ => Err(Sentence::TokenNotFound.into()),
    }
}

/// Revokes all tokens of an account in the name of the operator. Returns their number.
pub fn revoke_all(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
) -> Result<Recorded<usize>> {
    let count = store::delete_of(tx, account)?;
    let action = AdminAction::RevokeToken;
    let recorded = admin_log::record(tx, by, action, &account.into(), "all")?;
    Ok(recorded.with(count))
}

/// Returns the hash of a token. Rejects a text that cannot be one with 401.
pub fn hash(token: &[u8]) -> Result<TokenHash> {
    match std::str::from_utf8(token) {
        Ok(token) if is_well_formed(token) => Ok(session::hash(token)),
        _ => Err(Sentence::TokenRefused.into()),
    }
}

fn generate() -> String {
    let random = rand::rng().sample_iter(Alphanumeric).take(RANDOM);
    let random: String = random.map(char::from).collect();
    let checksum = checksum(&random);
    format!("{PREFIX}{random}{checksum}")
}

fn is_well_formed(token: &str) -> bool {
    let Some((random, sum)) = token
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.split_at_checked(RANDOM))
    else {
        return false;
    };
    random.bytes().all(|byte| byte.is_ascii_alphanumeric()) && checksum(random) == sum
}

/// Returns the CRC-32 of a text in base 62.
fn checksum(text: &str) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut crc = flate2::Crc::new();
    crc.update(text.as_bytes());
    let mut rest = crc.sum() as usize;
    let mut digits = [b'0'; CHECKSUM];
    for digit in digits.iter_mut().rev() {
        *digit = DIGITS[rest % DIGITS.len()];
        rest /= DIGITS.len();
    }
    digits.into_iter().map(char::from).collect()
}

/// Returns the scopes that only an administrator may give.
pub(super) fn needs_administrator(scopes: Scopes) -> bool {
    scopes.has(Scope::Admin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_well_formed_and_no_wrong_copy_of_it_is() {
        let token = generate();
        assert_eq!(token.len(), 47);
        assert!(is_well_formed(&token));
        assert_ne!(token, generate());
        for at in 0..token.len() {
            let mut wrong = token.clone().into_bytes();
            wrong[at] = if wrong[at] == b'a' { b'b' } else { b'a' };
            let wrong = String::from_utf8(wrong).unwrap();
            assert!(!is_well_formed(&wrong), "{wrong} instead of {token}");
        }
        for wrong in [
            &token[..46],
            &format!("{token}0"),
            "",
            "stoa_",
            &format!("stoa_{}", "é".repeat(21)),
        ] {
            assert!(!is_well_formed(wrong), "{wrong}");
        }
    }

    /// Programs outside may check tokens too, for instance to find leaked ones.
    #[test]
    fn the_checksum_stays_the_same() {
        assert_eq!(checksum("123456789"), "3jZRME");
    }
}
