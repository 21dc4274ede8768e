//! Known devices: browsers that have logged in to an account before.
//!
//! Failed logins of others delay neither them nor their owner. A device has a delay of its own, so
//! that a stolen cookie allows no more guesses. The cookie has a token for each of the last accounts
//! that have logged in with it. An account gets a new token, never one that the browser has sent:
//! another application on the same host may have planted that one.

use std::time::Duration;

use super::{session, store};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::auth::login_throttle::Attempt;
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;
use crate::platform::web::Caller;

pub use super::store::known_devices::{forget_all, forget_second_factor};

/// The largest number of accounts that a browser is known to.
const ACCOUNTS: usize = 4;
/// The largest number of tokens of a request that are tried: those of four cookies.
const TRIED: usize = 4 * ACCOUNTS;
/// Separates the tokens in the cookie. No token contains it.
const SEPARATOR: &str = ".";

/// Returns the tokens in the values of the device cookies of a request.
pub fn tokens(cookies: &[String]) -> Vec<String> {
    let tokens = cookies.iter().flat_map(|value| value.split(SEPARATOR));
    tokens
        .filter(|token| session::is_token(token))
        .take(TRIED)
        .map(str::to_owned)
        .collect()
}

/// Returns the caller's attempt to log in as `username`, whose account may not exist.
pub fn attempt(
    read: &Read<'_>,
    account: Option<Id>,
    username: &str,
    caller: &Caller,
) -> Result<Attempt> {
    if let Some(account) = account
        && let Some(device) = find(read, account, caller)?
    {
        return Ok(Attempt::of_known_device(account, &device, caller.address));
    }
    Ok(Attempt::new(username, caller.address))
}

/// Returns the caller's device if the account knows it.
pub fn find(read: &Read<'_>, account: Id, caller: &Caller) -> Result<Option<TokenHash>> {
    store::known_devices::find(read, account, &hashes(caller))
}

/// Returns whether an account knows devices, and the caller's is none of them.
pub fn is_new(read: &Read<'_>, account: Id, caller: &Caller) -> Result<bool> {
    Ok(find(read, account, caller)?.is_none() && store::known_devices::exist(read, account)?)
}

/// Returns whether the caller's device needs no code of the account's second factor.
pub fn is_remembered(read: &Read<'_>, account: Id, caller: &Caller) -> Result<bool> {
    match find(read, account, caller)? {
        Some(device) => store::known_devices::is_remembered(read, account, &device),
        None => Ok(false),
    }
}

/// Records a login of an account with the caller's device, which needs no code of the second factor for the time
/// `remembered`. Returns the value of the device cookie.
pub fn remember(
    tx: &Write<'_>,
    account: Id,
    caller: &Caller,
    remembered: Option<Duration>,
) -> Result<String> {
    let mut tokens = caller.devices.clone();
    let known = find(tx, account, caller)?;
    let token = tokens
        .extract_if(.., |token| Some(session::hash(token)) == known)
        .last()
        .unwrap_or_else(session::new_token);
    let device = session::hash(&token);
    store::known_devices::remember(tx, account, &device)?;
    if let Some(remembered) = remembered {
        let until = tx.now.plus(remembered);
        store::known_devices::remember_second_factor(tx, account, &device, until)?;
    }
    tokens.insert(0, token);
    tokens.truncate(ACCOUNTS);
    Ok(tokens.join(SEPARATOR))
}

fn hashes(caller: &Caller) -> Vec<TokenHash> {
    let tokens = caller.devices.iter();
    tokens.map(|token| session::hash(token)).collect()
}
