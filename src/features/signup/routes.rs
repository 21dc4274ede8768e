//! The calls of sign-up.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use super::proof::SignupChallenge;
use super::{MAX_WAITING, SignedUp, SignupGuard, Signups, WaitingReply};
use crate::core::config::Signup;
use crate::core::error::{Result, Sentence};
use crate::core::fair_queue::Requester;
use crate::core::network::signup_network;
use crate::core::text;
use crate::features::auth::password::{self, Passwords};
use crate::features::trust::spam;
use crate::features::users::store::{self, waiting_accounts};
use crate::features::users::{
    Administrator, Credentials, NewSession, UserChange, UserUpdate, invitations,
};
use crate::platform::db::Write;
use crate::platform::realtime::{Audience, TokenHash};
use crate::platform::settings::{SettingKey, SiteSettings};
use crate::platform::web::{
    Anyone, Body, Json, Limit, RequestContext, Routes, WithCookies, register, schemas,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes, passwords: &Passwords, signup_guard: &SignupGuard) {
    let passwords = passwords.clone();
    let [for_signup, for_challenge, for_state] = [(); 3].map(|()| signup_guard.clone());
    register! { routes.anyone();
        /// Return a task whose solution is the proof of work of a sign-up
        get_async("/user/getSignupChallenge", Limit::Request, move |call, ()| challenge(call, for_challenge.clone()));
        /// Sign up and log in; the account may wait for approval instead
        call(
            Method::POST,
            "/user/signup",
            Limit::Request,
            move |call, body| sign_up(call, body, passwords.clone(), for_signup.clone()),
        );
    }
    register! { routes.administrator();
        /// Return how many accounts wait for approval, and whether there is a wave of sign-ups
        get_async("/administration/getSignups", Limit::Request, move |call, ()| signups(call, for_state.clone()));
    }
}

async fn challenge(
    call: RequestContext<Anyone>,
    signup_guard: SignupGuard,
) -> Result<Json<SignupChallenge>> {
    call.read(|_, _| Ok(())).await?;
    Ok(Json(signup_guard.proofs().challenge(call.app.clock.now())))
}

async fn signups(
    call: RequestContext<Administrator>,
    signup_guard: SignupGuard,
) -> Result<Json<Signups>> {
    let is_guarded = call.app.settings().has(SettingKey::WaveGuard);
    call.read(move |read, _| {
        Ok(Json(Signups {
            waiting: waiting_accounts::count(read, MAX_WAITING)?,
            wave: signup_guard.wave(read.now).filter(|_| is_guarded),
        }))
    })
    .await
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct NewUser {
    #[schema(schema_with = schemas::username, required = true)]
    username: String,
    #[schema(schema_with = schemas::password, required = true)]
    password: String,
    /// The token of an invitation's link. Required if sign-up is by invitation. Elsewhere it makes approval and proof
    /// unnecessary, and the sign-up does not count against the limit of the network.
    invitation: Option<String>,
    /// A challenge with its solution, if the site needs a proof of work.
    proof: Option<String>,
}

/// What a sign-up needs.
struct Needs {
    invitation: Option<TokenHash>,
    approval: bool,
    proof: bool,
}

impl Needs {
    /// Returns what a sign-up needs now, with or without an invitation. Rejects it with 403 where there is
    /// none.
    fn new(settings: &SiteSettings, is_wave: bool, invitation: Option<&str>) -> Result<Self> {
        let has_invitation = invitation.is_some_and(|token| !token.trim().is_empty());
        let approval = match settings.config.auth.signup {
            Signup::Closed => return Err(Sentence::SignupClosed.into()),
            Signup::Open => is_wave,
            Signup::Approval => true,
            Signup::Invite => false,
        };
        let is_invited = settings.config.auth.signup == Signup::Invite || has_invitation;
        let invitation = match is_invited {
            true => Some(invitations::require_token(invitation)?),
            false => None,
        };
        Ok(Self {
            approval: approval && !is_invited,
            proof: !is_invited && (is_wave || settings.has(SettingKey::SignupProof)),
            invitation,
        })
    }
}

/// Returns an invitation if it is valid. Where none is needed, a link of last year must stop no sign-up.
async fn without_invalid(
    call: &RequestContext<Anyone>,
    invitation: Option<String>,
) -> Result<Option<String>> {
    let Ok(token) = invitations::require_token(invitation.as_deref()) else {
        return Ok(None);
    };
    let checked = call.read(move |read, _| Ok(invitations::check(read, &token).is_ok()));
    let is_valid = checked.await?;
    Ok(invitation.filter(|_| is_valid))
}

async fn sign_up(
    call: RequestContext<Anyone>,
    Body(new): Body<NewUser>,
    passwords: Passwords,
    signup_guard: SignupGuard,
) -> Result<WithCookies<SignedUp>> {
    let settings = call.app.settings();
    let (now, address) = (call.app.clock.now(), call.caller.address);
    let is_guarded = settings.has(SettingKey::WaveGuard);
    let is_wave = is_guarded && signup_guard.wave(now).is_some();
    let mut invitation = new.invitation;
    if settings.config.auth.signup == Signup::Open && !is_wave {
        invitation = without_invalid(&call, invitation).await?;
    }
    let needs = Needs::new(&settings, is_wave, invitation.as_deref())?;
    if settings.blocks(address) {
        return Err(Sentence::SignupBlocked.into());
    }
    let credentials = Credentials {
        username: new.username,
        password: new.password,
    };
    credentials.check_present()?;
    text::username(&credentials.username)?;
    password::check(
        &settings.config,
        &credentials.username,
        &credentials.password,
    )?;
    if needs.invitation.is_none() {
        let counted = call.app.limiter.charge(Limit::SignUp, 1, None, address);
        counted.inspect_err(|_| call.app.metrics.count("stoa_rate_limited_total", &[]))?;
    }
    let (username, for_refresh) = (credentials.username.clone(), signup_guard.clone());
    // These checks precede the costly hash and count against [`Limit::Request`]. The invitation comes
    // first, so that only invited callers learn which names exist.
    call.read(move |read, _| {
        if is_guarded {
            for_refresh.refresh(read)?;
        }
        needs
            .invitation
            .iter()
            .try_for_each(|token| invitations::check(read, token))?;
        spam::check_username(read, &username)?;
        if store::has_lookalike(read, &username)? {
            Err(Sentence::UsernameTaken.into())
        } else {
            Ok(())
        }
    })
    .await?;
    if needs.proof {
        let accepted = signup_guard.proofs().accept(new.proof.as_deref(), now);
        accepted.inspect_err(|_| signup_guard.count_refused(address, now))?;
    }
    let by = Requester::new(address, &credentials.username);
    let hash = passwords.hash(by, credentials.password).await?;
    let new_session = NewSession::new(&call);
    let username = credentials.username;
    let sign_up = move |tx: &mut Write<'_>, _: &Anyone| {
        if is_guarded {
            signup_guard.count(tx, address)?;
        }
        if needs.approval {
            super::wait(tx, &username, &hash, &signup_network(address))?;
            return Ok((SignedUp::Waiting(WaitingReply::default()), Vec::new()));
        }
        let user = store::insert(tx, &username, &hash)?;
        needs
            .invitation
            .iter()
            .try_for_each(|token| invitations::accept(tx, token, user.id))?;
        let cookies = new_session.insert(tx, user.id)?;
        tx.emit(
            UserUpdate {
                user: user.clone(),
                change: UserChange::Created,
                former_username: None,
            },
            Audience::SignedIn,
        );
        Ok((SignedUp::User(user), cookies))
    };
    let (signed_up, cookies) = call.write(sign_up).await?;
    Ok(WithCookies(signed_up, cookies))
}
