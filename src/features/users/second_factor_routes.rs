//! Routes of the caller's second factor, and of their password as far as other ways to sign in concern it.

use axum::http::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::confirmation::{count_failure, start_attempt};
use super::{Confirmed, Me, WaysIn, known_devices, second_factor, store};
use crate::core::clock::Timestamp;
use crate::core::config::Config;
use crate::core::error::{Result, Sentence};
use crate::features::auth::password::Passwords;
use crate::features::auth::totp;
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, RequestContext, Routes, register, schemas};

/// Adds the routes.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    let [for_setup, for_removal, for_state, for_devices] = [(); 4].map(|()| routes.app.clone());
    let [for_renewal, for_factor] = [(); 2].map(|()| passwords.clone());
    register! { routes.signed_in().sessions_only();
        /// Return how the caller can sign in: whether they have a password and a second factor
        get("/user/getSignIn", move |read: &Read<'_>, me: &Me, ()| state(read, me, &for_state.config));
        /// Ask for a code again at the next login of each of the caller's devices
        post(
            "/user/forgetDevices",
            Limit::Account.allows_silenced().critical(),
            move |tx: &mut Write<'_>, me: &Me, ()| {
                tx.without_event("devices are private");
                known_devices::forget_second_factor(tx, me)?;
                state(tx, me, &for_devices.config)
            },
        );
    }
    register! { routes.with_password(passwords);
        /// Begin a second factor: return a new secret for an authenticator app, which is not stored
        post(
            "/user/beginSecondFactor",
            Limit::Account.allows_silenced(),
            move |tx: &mut Write<'_>, me: &Confirmed<Me>, ()| {
                tx.without_event("nothing changes");
                begin(me, &for_setup.settings().config.site.title)
            },
        );
        /// Turn on the second factor with a code of the app; return the recovery codes, which are shown only now
        call(Method::POST, "/user/addSecondFactor", Limit::Account.allows_silenced(), add);
        /// Replace the recovery codes, with a code; return the new ones, which are shown only now
        call(
            Method::POST,
            "/user/renewRecoveryCodes",
            Limit::Account.allows_silenced(),
            move |call, body| renew(call, body, for_renewal.clone()),
        );
        /// Turn off the second factor, with a code or a recovery code
        call(
            Method::POST,
            "/user/removeSecondFactor",
            Limit::Account.allows_silenced(),
            move |call, body| remove(call, body, for_factor.clone()),
        );
        /// Remove the caller's password, unless it is their last way to sign in
        post(
            "/user/removePassword",
            Limit::Account.allows_silenced(),
            move |tx: &mut Write<'_>, me: &Confirmed<Me>, ()| {
                tx.without_event("no browser shows a password");
                store::delete_password(tx, me)?;
                WaysIn::of(tx, &for_removal.config, me)?.check()?;
                state(tx, me, &for_removal.config)
            },
        );
    }
}

/// How the caller can sign in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInState {
    pub has_password: bool,
    /// Whether the caller has a password and another way to sign in.
    pub can_remove_password: bool,
    /// Since when a login with the password needs a code. Absent: it needs none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_factor_since: Option<Timestamp>,
    /// The number of recovery codes that were not used yet.
    pub recovery_codes: u32,
    /// The number of devices that need no code at the moment.
    pub remembered_devices: u32,
    /// Whether the caller has a role that needs a second factor here, and this session has none: until then the
    /// role gives no rights.
    pub needs_second_factor: bool,
}

fn state(read: &Read<'_>, me: &Me, config: &Config) -> Result<Json<SignInState>> {
    let factor = store::second_factors::of(read, me.id())?;
    let has_password = store::password_hash(read, me)?.is_some();
    Ok(Json(SignInState {
        has_password,
        can_remove_password: has_password
            && WaysIn::of(read, config, me)?
                .without_password()
                .check()
                .is_ok(),
        second_factor_since: factor.map(|factor| factor.created_at),
        recovery_codes: store::second_factors::recovery_codes(read, me.id())?,
        remembered_devices: store::known_devices::remembered(read, me)?,
        needs_second_factor: me.lacks_second_factor(),
    }))
}

/// What an authenticator app needs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewSecondFactor {
    /// In base 32, in groups of four, to be typed into the app.
    secret: String,
    /// An `otpauth` address, which opens the app on a phone.
    url: String,
    /// The QR code of the address, as SVG.
    qr_code: String,
}

fn begin(me: &Me, title: &str) -> Result<Json<NewSecondFactor>> {
    let shown = totp::enrollment(&totp::new_secret(), title, me.username())?;
    Ok(Json(NewSecondFactor {
        secret: shown.text,
        url: shown.url,
        qr_code: shown.qr_code,
    }))
}

#[derive(Deserialize, ToSchema)]
struct AddedSecondFactor {
    /// As `beginSecondFactor` has returned it.
    #[serde(default)]
    #[schema(schema_with = schemas::code, required = true)]
    secret: String,
    #[serde(default)]
    #[schema(schema_with = schemas::code, required = true)]
    code: String,
}

/// Recovery codes. They are shown once and not stored.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

async fn add(
    call: RequestContext<Confirmed<Me>>,
    Body(added): Body<AddedSecondFactor>,
) -> Result<Json<RecoveryCodes>> {
    let codes = call
        .write(move |tx, me| {
            let secret = totp::parse_secret(&added.secret).ok_or(Sentence::CodeWrong)?;
            second_factor::add(tx, me, &secret, &added.code)
        })
        .await?;
    Ok(Json(RecoveryCodes {
        recovery_codes: codes,
    }))
}

#[derive(Deserialize, ToSchema)]
struct GivenCode {
    /// A code of the app, or a recovery code.
    #[serde(default)]
    #[schema(schema_with = schemas::code, required = true)]
    code: String,
}

async fn renew(
    call: RequestContext<Confirmed<Me>>,
    Body(given): Body<GivenCode>,
    passwords: Passwords,
) -> Result<Json<RecoveryCodes>> {
    let recovery_codes = with_code(
        &call,
        &passwords,
        given.code,
        second_factor::renew_recovery_codes,
    )
    .await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

async fn remove(
    call: RequestContext<Confirmed<Me>>,
    Body(given): Body<GivenCode>,
    passwords: Passwords,
) -> Result<Json<SignInState>> {
    let app = call.app.clone();
    let remove = move |tx: &mut Write<'_>, me: &Me| {
        tx.without_event("no browser shows the second factor of others");
        second_factor::remove(tx, me)?;
        state(tx, me, &app.config)
    };
    with_code(&call, &passwords, given.code, remove).await
}

/// Does something for the caller that needs a code. Rejects a wrong one with 403; it counts as a failed login.
async fn with_code<T: Send + 'static>(
    call: &RequestContext<Confirmed<Me>>,
    passwords: &Passwords,
    code: String,
    f: impl FnOnce(&mut Write<'_>, &Me) -> Result<T> + Send + 'static,
) -> Result<T> {
    let caller = call.caller.clone();
    let (attempt, has_factor) = call
        .read(move |read, me| {
            let attempt = known_devices::attempt(read, Some(me.id()), me.username(), &caller)?;
            let has_factor = store::second_factors::of(read, me.id())?.is_some();
            Ok((attempt, has_factor))
        })
        .await?;
    if !has_factor {
        return Err(Sentence::SecondFactorMissing.into());
    }
    if code.trim().is_empty() {
        return Err(Sentence::CodeWrong.into());
    }
    let running = start_attempt(call, &attempt, passwords).await?;
    let done = call
        .write(move |tx, me| {
            let proof = second_factor::check(tx, me.id(), &code, None)?;
            proof.spend(tx, me.id())?;
            f(tx, me)
        })
        .await;
    if let Err(error) = &done
        && error.sentence() == Sentence::CodeWrong
    {
        count_failure(call, &attempt).await?;
    }
    drop(running);
    done
}
