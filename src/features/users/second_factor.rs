//! Second factors: codes of an authenticator app, which a login with the password needs too. A recovery code counts
//! as one. So does, for 30 days, a device whose user has chosen so when they gave a code.

use std::time::Duration;

use super::admin_log::{self, AdminAction, Recorded};
use super::identity::{Account, AdminAuthority, Me};
use super::known_devices;
use super::model::{NoticeKind, SignInMethod};
use super::store;
use super::store::second_factors;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::auth::{recovery_code, totp};
use crate::platform::db::{Read, Write};
use crate::platform::web::Caller;

/// How long a remembered device needs no code.
pub const REMEMBERED: Duration = Duration::from_secs(30 * 24 * 3_600);

/// What proves the second factor of a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// The account has no second factor.
    NotNeeded,
    RememberedDevice,
    /// The code of this time step.
    Code(i64),
    /// The recovery code with this hash.
    RecoveryCode([u8; 32]),
}

/// Returns what a login proves with the password and `code`. Rejects a missing code with 401, and a wrong one with 403.
/// The proof counts when it is [spent](Proof::spend).
pub(super) fn check(
    read: &Read<'_>,
    account: Id,
    code: &str,
    caller: Option<&Caller>,
) -> Result<Proof> {
    let Some(factor) = second_factors::of(read, account)? else {
        return Ok(Proof::NotNeeded);
    };
    if code.trim().is_empty() {
        return match caller {
            Some(caller) if known_devices::is_remembered(read, account, caller)? => {
                Ok(Proof::RememberedDevice)
            }
            _ => Err(Sentence::CodeRequired.into()),
        };
    }
    if totp::is_code(code) {
        let step = totp::step_of(&factor.secret, code, read.now)?;
        return step
            .filter(|step| *step > factor.last_step)
            .map(Proof::Code)
            .ok_or_else(|| Sentence::CodeWrong.into());
    }
    let hash = recovery_code::hash(code);
    if second_factors::has_recovery_code(read, account, &hash)? {
        Ok(Proof::RecoveryCode(hash))
    } else {
        Err(Sentence::CodeWrong.into())
    }
}

impl Proof {
    /// Uses up the proof in the transaction of the login: no code counts twice. Rejects one that was used meanwhile.
    pub fn spend(&self, tx: &mut Write<'_>, account: Id) -> Result<SignInMethod> {
        let is_valid = match self {
            // The check of a password takes time: meanwhile the account may have got a second factor.
            Self::NotNeeded => {
                if second_factors::of(tx, account)?.is_some() {
                    return Err(Sentence::CodeRequired.into());
                }
                return Ok(SignInMethod::Password);
            }
            Self::RememberedDevice => return Ok(SignInMethod::Password),
            Self::Code(step) => second_factors::record_step(tx, account, *step)?,
            Self::RecoveryCode(hash) => second_factors::spend_recovery_code(tx, account, hash)?,
        };
        if is_valid {
            Ok(SignInMethod::Code)
        } else {
            Err(Sentence::CodeWrong.into())
        }
    }
}

/// Turns on the second factor of the caller, whose app has shown `code`. Returns the recovery codes, which are not
/// stored. Rejects a second one with 409, and a wrong code with 403.
pub(super) fn add(
    tx: &mut Write<'_>,
    me: &Me,
    secret: &[u8; totp::SECRET],
    code: &str,
) -> Result<Vec<String>> {
    if second_factors::of(tx, me.id())?.is_some() {
        return Err(Sentence::SecondFactorExists.into());
    }
    let step = totp::step_of(secret, code, tx.now)?.ok_or(Sentence::CodeWrong)?;
    second_factors::insert(tx, me, secret, step)?;
    renew_recovery_codes(tx, me)
}

/// Replaces the recovery codes of the caller, and returns the new ones.
pub(super) fn renew_recovery_codes(tx: &mut Write<'_>, me: &Me) -> Result<Vec<String>> {
    tx.without_event("the reply has the codes");
    let codes: Vec<String> = (0..recovery_code::COUNT)
        .map(|_| recovery_code::generate())
        .collect();
    let hashes: Vec<[u8; 32]> = codes.iter().map(|code| recovery_code::hash(code)).collect();
    second_factors::replace_recovery_codes(tx, me, &hashes)?;
    Ok(codes)
}

/// Turns off the second factor of an account, if it has one. No device is remembered any more.
pub(super) fn remove(tx: &Write<'_>, account: &Account) -> Result<bool> {
    known_devices::forget_second_factor(tx, account)?;
    second_factors::delete_of(tx, account)
}

/// Notes whether the configuration demands a second factor of administrators and site moderators.
pub fn note_staff_policy(tx: &mut Write<'_>, is_needed: bool) -> Result<()> {
    tx.without_event("no browser shows the policy");
    second_factors::note_staff_policy(tx, is_needed)
}

/// Turns off the second factor of an account for its owner, who has lost it. The owner is notified. Rejects an account
/// without one with 409.
pub fn reset(tx: &mut Write<'_>, by: &AdminAuthority, account: &Account) -> Result<Recorded> {
    tx.without_event("no browser shows the second factor of others");
    if !remove(tx, account)? {
        return Err(Sentence::SecondFactorMissing.into());
    }
    store::notices::insert(tx, by, account, NoticeKind::SecondFactorReset)?;
    super::mail_addresses::tell_second_factor_reset(tx, by, account)?;
    admin_log::record(tx, by, AdminAction::ResetSecondFactor, &account.into(), "")
}
