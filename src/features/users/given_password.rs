//! A name, a password and the code of a second factor, given without a session: to log in, or to appeal a suspension.

use super::confirmation::{count_failure, verify_password};
use super::identity::Account;
use super::model::SignInMethod;
use super::second_factor::{self, Proof};
use super::{known_devices, store};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::auth::login_throttle::Attempt;
use crate::features::auth::password::{Passwords, Verdict};
use crate::platform::db::Write;
use crate::platform::web::{Anyone, RequestContext};

/// What a caller without a session gives.
pub struct GivenCredentials {
    pub username: String,
    pub password: String,
    /// Empty: none.
    pub code: String,
}

/// Proof that a caller without a session has given the password of an account, and a code if it needs one.
pub struct GivenPassword {
    username: String,
    stored: Option<String>,
    /// A hash in place of the stored one.
    replacement: Option<String>,
    attempt: Attempt,
    proof: Proof,
}

impl GivenPassword {
    /// Checks a password, with the limits and the delays of a login. A wrong one and an unknown name are
    /// rejected alike, with 401, and an account that waits for approval, or was not approved, with 403. The right
    /// password without the code that the account needs is rejected with 401, and with a wrong one with 403.
    pub async fn check(
        call: &RequestContext<Anyone>,
        credentials: GivenCredentials,
        passwords: &Passwords,
    ) -> Result<Self> {
        Self::check_known(call, credentials, passwords, &mut false).await
    }

    /// Does the same, and writes to `is_known` whether there is such an account.
    pub(super) async fn check_known(
        call: &RequestContext<Anyone>,
        credentials: GivenCredentials,
        passwords: &Passwords,
        is_known: &mut bool,
    ) -> Result<Self> {
        let GivenCredentials {
            username,
            password,
            code,
        } = credentials;
        let (name, caller) = (username.clone(), call.caller.clone());
        let (record, attempt, waiting) = call
            .read(move |read, _| {
                let record = store::login_record(read, &name)?;
                let account = record.as_ref().map(|record| record.user);
                let attempt = known_devices::attempt(read, account, &name, &caller)?;
                let waiting = match &record {
                    Some(_) => None,
                    None => store::waiting_accounts::login(read, &name)?,
                };
                Ok((record, attempt, waiting))
            })
            .await?;
        *is_known = record.is_some() || waiting.is_some();
        let (waiting, refusal) = match waiting {
            Some(found) => {
                let refusal = found.rejection.map_or_else(
                    || Sentence::AccountWaits.into(),
                    |reason| Error::with(Sentence::AccountRejected, reason),
                );
                (found.password_hash, Some(refusal))
            }
            None => (None, None),
        };
        attempt.check_limit(&call.app)?;
        if username.is_empty() || password.is_empty() {
            return Err(Sentence::CredentialsRequired.into());
        }
        let account = record.as_ref().map(|record| record.user);
        let stored = record.and_then(|record| record.password_hash).or(waiting);
        let (verdict, running) =
            verify_password(call, &attempt, passwords, password.clone(), stored.clone()).await?;
        if verdict == Verdict::Wrong {
            return Err(Sentence::InvalidCredentials.into());
        }
        if let Some(refusal) = refusal {
            // Only callers with the right password learn it.
            call.write::<()>(move |tx, _| {
                tx.without_event("no browser shows failed logins");
                attempt.succeeded(tx)
            })
            .await?;
            return Err(refusal);
        }
        let proof = match account {
            Some(account) => Self::prove(call, account, code, &attempt).await?,
            None => Proof::NotNeeded,
        };
        drop(running);
        // A busy server replaces it at a later login.
        let replacement = match verdict {
            Verdict::RightUnprepared => passwords.hash(attempt.requester(), password).await.ok(),
            Verdict::Right | Verdict::Wrong => None,
        };
        Ok(Self {
            username,
            stored,
            replacement,
            attempt,
            proof,
        })
    }

    /// Checks the second factor of an account whose password was right. A wrong code counts as a failed login; without
    /// a code, the failures of others stay counted.
    async fn prove(
        call: &RequestContext<Anyone>,
        account: Id,
        code: String,
        attempt: &Attempt,
    ) -> Result<Proof> {
        let caller = call.caller.clone();
        let checked = call
            .read(move |read, _| second_factor::check(read, account, &code, Some(&caller)))
            .await;
        if let Err(error) = &checked
            && error.sentence() == Sentence::CodeWrong
        {
            count_failure(call, attempt).await?;
        }
        checked
    }

    /// Returns the account, and counts the attempt as a success. Rejects a disabled account with 403.
    pub fn account(&self, tx: &mut Write<'_>) -> Result<Account> {
        self.sign_in(tx).map(|(account, _)| account)
    }

    /// Does the same, and returns how its owner signed in.
    pub(super) fn sign_in(&self, tx: &mut Write<'_>) -> Result<(Account, SignInMethod)> {
        // Hashing takes time: meanwhile the account may be deleted or have another password.
        let record = store::login_record(tx, &self.username)?
            .filter(|record| record.password_hash == self.stored)
            .ok_or(Sentence::InvalidCredentials)?;
        // Only callers with the right password learn that the account is disabled.
        if record.is_disabled {
            return Err(Sentence::AccountDisabled.into());
        }
        let method = self.proof.spend(tx, record.user)?;
        self.attempt.succeeded(tx)?;
        let user = store::by_id(tx, record.user)?.ok_or(Sentence::InvalidCredentials)?;
        let account = Account::new(user.id, user.username);
        if let Some(hash) = &self.replacement {
            store::set_password_hash(tx, &account, hash)?;
        }
        Ok((account, method))
    }
}
