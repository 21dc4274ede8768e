//! Actions that ask again who uses the session, by password or passkey: a stolen or forgotten session must not delete an
//! account, replace its password or grant rights to others.

use std::ops::Deref;

use super::account::Administrator;
use super::identity::Me;
use super::known_devices;
use super::store;
use crate::core::error::{Result, Sentence};
use crate::features::auth::login_throttle::{Attempt, RunningAttempt};
use crate::features::auth::password::{Passwords, Verdict};
use crate::platform::db::Read;
use crate::platform::web::{
    Actor, Credential, Identity, NeverSilenced, RequestContext, RouteGroup, Routes, TokenAccess,
};

/// An actor with a session.
pub trait SessionActor: Actor {
    /// Returns the session's user.
    fn me(&self) -> &Me;
}

impl SessionActor for Me {
    fn me(&self) -> &Me {
        self
    }
}

impl SessionActor for Administrator {
    fn me(&self) -> &Me {
        self
    }
}

/// An actor who has given their password or used a passkey within the last ten minutes. Only authentication makes
/// one; otherwise it fails with 403.
pub struct Confirmed<A>(A);

impl<A> Deref for Confirmed<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

impl<A: SessionActor> Actor for Confirmed<A> {
    const SIGNED_IN: bool = A::SIGNED_IN;
    const CONFIRMED: bool = true;
    const AUDITED: bool = A::AUDITED;
    const TOKENS: TokenAccess = TokenAccess::Never;
    type Change<T> = A::Change<T>;

    fn value<T>(change: A::Change<T>) -> T {
        A::value(change)
    }

    fn authenticate(read: &Read<'_>, credential: &Credential) -> Result<Self> {
        let actor = A::authenticate(read, credential)?;
        if actor.me().is_confirmed() {
            Ok(Self(actor))
        } else {
            Err(Sentence::CurrentPasswordRequired.into())
        }
    }

    fn identity(&self) -> &dyn Identity {
        self.0.identity()
    }
}

impl<A: SessionActor + NeverSilenced> NeverSilenced for Confirmed<A> {}

impl Routes {
    /// Adds routes that ask for the password of `A` unless they have confirmed recently who they are.
    pub fn with_password<A: SessionActor>(
        &mut self,
        passwords: &Passwords,
    ) -> RouteGroup<'_, Confirmed<A>> {
        let passwords = passwords.clone();
        self.confirmed(move |call: RequestContext<A>, password| {
            confirm(call, password, passwords.clone())
        })
    }
}

/// Checks the password of the session's user, which confirms who they are. Rejects a wrong one with 403;
/// it counts as a failed login. Costs no hash if the session is confirmed already.
async fn confirm<A: SessionActor>(
    call: RequestContext<A>,
    password: String,
    passwords: Passwords,
) -> Result<()> {
    let caller = call.caller.clone();
    let (username, is_recent, stored, attempt) = call
        .read(move |read, actor| {
            let me = actor.me();
            let stored = store::password_hash(read, me)?;
            let username = me.username();
            let attempt = known_devices::attempt(read, Some(me.id()), username, &caller)?;
            Ok((username.to_owned(), me.is_confirmed(), stored, attempt))
        })
        .await?;
    if is_recent {
        return Ok(());
    }
    // What follows concerns the user's own account.
    let call = call.for_actor::<Me>();
    let (verdict, _) =
        verify_password(&call, &attempt, &passwords, password, stored.clone()).await?;
    if verdict == Verdict::Wrong {
        let address = call.caller.address;
        tracing::warn!("password check failed user={username:?} client_ip={address}");
        return Err(Sentence::CurrentPasswordRequired.into());
    }
    call.write(move |tx, actor| {
        // Hashing takes time: meanwhile the account may have another password.
        if store::password_hash(tx, actor)? != stored {
            return Err(Sentence::CurrentPasswordRequired.into());
        }
        attempt.succeeded(tx)?;
        store::sessions::record_confirmation(tx, actor)
    })
    .await
}

/// Compares a password with the stored hash, unless the attempt has to wait (429). A wrong one counts as
/// a failed login. The attempt runs until the caller drops it.
pub(super) async fn verify_password<A: Actor<Change<()> = ()>>(
    call: &RequestContext<A>,
    attempt: &Attempt,
    passwords: &Passwords,
    password: String,
    stored: Option<String>,
) -> Result<(Verdict, Option<RunningAttempt>)> {
    let running = start_attempt(call, attempt, passwords).await?;
    let verdict = passwords
        .verify(attempt.requester(), password, stored)
        .await?;
    if verdict == Verdict::Wrong {
        count_failure(call, attempt).await?;
    }
    Ok((verdict, running))
}

/// Starts an attempt to give a password or a code, which counts as failed until it is dropped. Rejects it with 429 if
/// it has to wait. `None`: attempts are not limited.
pub(super) async fn start_attempt<A: Actor>(
    call: &RequestContext<A>,
    attempt: &Attempt,
    passwords: &Passwords,
) -> Result<Option<RunningAttempt>> {
    if !call.app.config.limits.enabled {
        return Ok(None);
    }
    let running = attempt.start(&passwords.attempts);
    call.read(move |read, _| running.check(read).map(|()| Some(running)))
        .await
}

/// Counts a wrong password or code.
pub(super) async fn count_failure<A: Actor<Change<()> = ()>>(
    call: &RequestContext<A>,
    attempt: &Attempt,
) -> Result<()> {
    if !call.app.config.limits.enabled {
        return Ok(());
    }
    let attempt = attempt.clone();
    call.write::<()>(move |tx, _| attempt.failed(tx)).await
}
