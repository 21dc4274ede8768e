//! Renaming: an administrator gives an account another name. The old name stays taken and leads to the
//! account on pages and in texts, but nobody logs in with it: an account has one name for logins, so that
//! guesses of its password cannot be spread over several, and a login tells nothing about old names.

use super::admin_log::{self, AdminAction, Recorded};
use super::identity::{Account, AdminAuthority};
use super::model::{User, UserChange, UserUpdate};
use super::store::{self, former_names};
use crate::core::error::{Error, Result, Sentence};
use crate::features::auth::login_throttle;
use crate::platform::db::{Read, Write};
use crate::platform::realtime::Audience;

/// The largest number of former names of an account, those of accounts merged into it included.
pub const FORMER_NAMES: usize = 20;

/// Returns a user by their name or a name that they had, ignoring case. Deleted users are not found.
pub fn find(read: &Read<'_>, username: &str) -> Result<Option<User>> {
    if let Some(user) = store::by_name(read, username)? {
        return Ok(Some(user));
    }
    match former_names::account(read, username)? {
        Some(id) => store::by_id(read, id),
        None => Ok(None),
    }
}

/// Rejects with 409 what would give an account more former names than [`FORMER_NAMES`].
pub fn check_former_names(read: &Read<'_>, account: &Account, added: usize) -> Result<()> {
    if former_names::count(read, account)? + added > FORMER_NAMES {
        return Err(Error::with(Sentence::FormerNamesTooMany, FORMER_NAMES));
    }
    Ok(())
}

/// Gives an account another name, whose form the caller has checked. Rejects a name with 409 that another
/// account has or had, or that looks like one. Emits `userUpdate` with the old name.
pub fn rename(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
    username: &str,
) -> Result<Recorded<User>> {
    if former_names::has_other_lookalike(tx, account, username)? {
        return Err(Sentence::UsernameTaken.into());
    }
    check_former_names(tx, account, 1)?;
    former_names::rename(tx, by, account, username)?;
    login_throttle::reset(tx, account.username())?;
    let user = store::by_id(tx, account.id())?.ok_or(Sentence::UserNotFound)?;
    tx.emit(
        UserUpdate {
            user: user.clone(),
            change: UserChange::Updated,
            former_username: Some(account.username().to_owned()),
        },
        Audience::SignedIn,
    );
    let (action, old) = (AdminAction::RenameUser, account.username());
    let recorded = admin_log::record_replacement(tx, by, action, &account.into(), old, username)?;
    Ok(recorded.with(user))
}
