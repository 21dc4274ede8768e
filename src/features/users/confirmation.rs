//! Actions that ask for the password again: a stolen or forgotten session must not delete an account,
//! replace its password or grant rights to others.

use std::ops::Deref;

use super::account::Administrator;
use super::identity::Me;
use super::known_devices;
use super::store;
use crate::core::error::{Result, Sentence};
use crate::features::auth::login_throttle::Attempt;
use crate::features::auth::password::{Passwords, Verdict};
use crate::platform::db::Read;
use crate::platform::realtime::TokenHash;
use crate::platform::web::{Actor, Identity, NeverSilenced, RequestContext, RouteGroup, Routes};

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

/// An actor who has given their password within the last ten minutes. Only authentication makes one;
/// without a recent password it fails with 403.
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
    type Change<T> = A::Change<T>;

    fn value<T>(change: A::Change<T>) -> T {
        A::value(change)
    }

    fn authenticate(read: &Read<'_>, tokens: &[TokenHash]) -> Result<Self> {
        let actor = A::authenticate(read, tokens)?;
        if actor.me().has_recent_password() {
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
    /// Adds routes that ask for the password of `A` unless it was given recently.
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

/// Checks the password of the session's user and makes it a recent one. Rejects a wrong one with 403;
/// it counts as a failed login. Costs no hash if the session has a recent password.
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
            Ok((
                username.to_owned(),
                me.has_recent_password(),
                stored,
                attempt,
            ))
        })
        .await?;
    if is_recent {
        return Ok(());
    }
    // What follows concerns the user's own account.
    let call = call.for_actor::<Me>();
    let verdict = verify_password(&call, &attempt, &passwords, password, stored.clone()).await?;
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
        store::sessions::record_password(tx, actor)
    })
    .await
}

/// Compares a password with the stored hash, unless the attempt has to wait (429). A wrong one counts as
/// a failed login.
pub(super) async fn verify_password<A: Actor<Change<()> = ()>>(
    call: &RequestContext<A>,
    attempt: &Attempt,
    passwords: &Passwords,
    password: String,
    stored: Option<String>,
) -> Result<Verdict> {
    if !call.app.config.limits.enabled {
        return passwords
            .verify(attempt.requester(), password, stored)
            .await;
    }
    let running = attempt.start(&passwords.attempts);
    let running = call
        .read(move |read, _| running.check(read).map(|()| running))
        .await?;
    let verdict = passwords
        .verify(attempt.requester(), password, stored)
        .await?;
    if verdict == Verdict::Wrong {
        let attempt = attempt.clone();
        call.write::<()>(move |tx, _| attempt.failed(tx)).await?;
    }
    drop(running);
    Ok(verdict)
}
