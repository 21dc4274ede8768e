//! The calls of sign-up.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use super::admission::{Admission, Admitted, SignupRequest};
use super::proof::SignupChallenge;
use super::{MAX_WAITING, SignedUp, SignupGuard, Signups, WaitingReply, emit_created};
use crate::core::config::Config;
use crate::core::error::{Result, Sentence};
use crate::core::fair_queue::Requester;
use crate::core::text;
use crate::features::auth::password::{self, Passwords};
use crate::features::users::store::waiting_accounts;
use crate::features::users::{Administrator, Credentials, NewSession};
use crate::platform::db::Write;
use crate::platform::settings::SettingKey;
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

async fn sign_up(
    call: RequestContext<Anyone>,
    Body(new): Body<NewUser>,
    passwords: Passwords,
    signup_guard: SignupGuard,
) -> Result<WithCookies<SignedUp>> {
    if call.app.config.auth.only_providers {
        call.read(|_, _| Ok(())).await?;
        return Err(Sentence::ProvidersOnly.into());
    }
    let credentials = Credentials {
        username: new.username,
        password: new.password,
    };
    let request = SignupRequest {
        username: &credentials.username,
        invitation: new.invitation,
        proof: new.proof.as_deref(),
    };
    let check = |config: &Config| {
        credentials.check_present()?;
        text::username(&credentials.username)?;
        password::check(config, &credentials.username, &credentials.password)
    };
    let admission = Admission::of(&call, &signup_guard, request, check).await?;
    let by = Requester::new(call.caller.address, &credentials.username);
    let hash = passwords.hash(by, credentials.password).await?;
    let new_session = NewSession::new(&call);
    let sign_up = move |tx: &mut Write<'_>, _: &Anyone| match admission.insert(tx, Some(&hash))? {
        Admitted::Waiting(_) => {
            let waiting = SignedUp::Waiting(WaitingReply::default());
            Ok((waiting, Vec::new()))
        }
        Admitted::User(user) => {
            let cookies = new_session.insert(tx, user.id)?;
            emit_created(tx, &user);
            Ok((SignedUp::User(user), cookies))
        }
    };
    let (signed_up, cookies) = call.write(sign_up).await?;
    Ok(WithCookies(signed_up, cookies))
}
