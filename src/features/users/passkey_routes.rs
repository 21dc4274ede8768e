//! Routes of passkeys.

use std::sync::Arc;

use axum::http::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{SignInMethod, User};
use super::new_session::NewSession;
use super::passkeys::{
    AuthenticationResponse, Ceremony, RegistrationResponse, creation_options, credential_id,
    request_options,
};
use super::store::passkeys::Passkey;
use super::{Confirmed, Me, WaysIn, known_devices, store};
use crate::core::config::Config;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text;
use crate::features::auth::challenge::{Challenges, Purpose};
use crate::features::auth::passkey::RelyingParty;
use crate::features::auth::password::Passwords;
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Anyone, App, Body, Json, Limit, Path, RequestContext, Routes, WithCookies, register, schemas,
};

/// Adds the routes.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    let challenges = Challenges::default();
    let app = routes.app.clone();
    let with = |challenges: &Challenges| (app.clone(), challenges.clone());
    let (begin_log_in, log_in_with, begin_add, add, begin_confirm, confirm_with) = (
        with(&challenges),
        with(&challenges),
        with(&challenges),
        with(&challenges),
        with(&challenges),
        with(&challenges),
    );
    register! { routes.anyone();
        /// Begin a login with a passkey: return what the browser needs
        call(
            Method::POST,
            "/user/beginPasskeyLogin",
            Limit::Request,
            move |call: RequestContext<Anyone>, (): ()| {
                let (app, challenges) = begin_log_in.clone();
                async move {
                    call.read(move |read, _| {
                        let site = relying_party(&app.config)?;
                        let challenge = challenges.issue(&Purpose::LogIn, read.now);
                        request_options(read, &site, None, challenge).map(Json)
                    })
                    .await
                }
            },
        );
        /// Log in with a passkey
        call(
            Method::POST,
            "/user/loginWithPasskey",
            Limit::Request,
            move |call, body| log_in(call, body, log_in_with.1.clone()),
        );
    }
    let (for_list, for_rename, for_remove) = (app.clone(), app.clone(), app.clone());
    register! { routes.signed_in().sessions_only();
        /// List the caller's passkeys, and whether this site can have some
        get("/user/getPasskeys", move |read: &Read<'_>, me: &Me, ()| list(read, me, &for_list));
        /// Rename a passkey of the caller
        patch(
            "/user/renamePasskey/{id}",
            Limit::Account.allows_silenced(),
            move |tx: &mut Write<'_>, me: &Me, (Path(id), Body(named)): (Path<Id>, Body<PasskeyName>)| {
                tx.without_event("passkeys are private");
                store::passkeys::rename(tx, me, id, &text::passkey_name(&named.name)?)?;
                list(tx, me, &for_rename)
            },
        );
        /// Begin to confirm with a passkey who uses this session: return what the browser needs
        get("/user/getConfirmation", move |read: &Read<'_>, me: &Me, ()| {
            let (app, challenges) = &begin_confirm;
            let site = relying_party(&app.config)?;
            let challenge = challenges.issue(&Purpose::Confirm(*me.session()), read.now);
            request_options(read, &site, Some(me.id()), challenge).map(Json)
        });
        /// Confirm with a passkey who uses this session, instead of the password: for ten minutes no call asks for it
        post(
            "/user/confirmWithPasskey",
            Limit::Account.allows_silenced(),
            move |tx: &mut Write<'_>, me: &Me, body| confirm(tx, me, body, &confirm_with),
        );
    }
    register! { routes.with_password(passwords);
        /// Begin a new passkey of the caller: return what the browser needs
        post(
            "/user/beginPasskey",
            Limit::Account.allows_silenced(),
            move |tx: &mut Write<'_>, me: &Confirmed<Me>, ()| {
                tx.without_event("nothing changes");
                let (app, challenges) = &begin_add;
                let site = relying_party(&app.config)?;
                let challenge = challenges.issue(&Purpose::Add(*me.session()), tx.now);
                let title = &app.settings().config.site.title;
                creation_options(tx, &site, title, me, challenge).map(Json)
            },
        );
        /// Add a passkey that the browser has made
        post(
            "/user/addPasskey",
            Limit::Account.allows_silenced(),
            move |tx: &mut Write<'_>, me: &Confirmed<Me>, body| add_passkey(tx, me, body, &add),
        );
        /// Remove a passkey of the caller, unless it is their last way to sign in
        delete(
            "/user/removePasskey/{id}",
            Limit::Account.allows_silenced(),
            move |tx: &mut Write<'_>, me: &Confirmed<Me>, Path(id): Path<Id>| {
                tx.without_event("passkeys are private");
                store::passkeys::delete(tx, me, id)?;
                WaysIn::of(tx, &for_remove.config, me)?.check()?;
                list(tx, me, &for_remove)
            },
        );
    }
}

/// Returns the site as authenticators know it. Rejects with 404 where it can have no passkeys.
fn relying_party(config: &Config) -> Result<RelyingParty> {
    RelyingParty::of(config).map_err(|_| Sentence::PasskeysUnavailable.into())
}

/// The passkeys of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Passkeys {
    passkeys: Vec<Passkey>,
    /// The host for which new ones are made. Absent: this site can have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    /// Why this site can have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    unavailable: Option<&'static str>,
}

fn list(read: &Read<'_>, me: &Me, app: &App) -> Result<Json<Passkeys>> {
    let site = RelyingParty::of(&app.config);
    Ok(Json(Passkeys {
        passkeys: store::passkeys::of(read, me)?,
        unavailable: site.as_ref().err().copied(),
        host: site.ok().map(|site| site.id),
    }))
}

#[derive(Deserialize, ToSchema)]
struct PasskeyName {
    #[serde(default)]
    #[schema(schema_with = schemas::passkey_name, required = true)]
    name: String,
}

#[derive(Deserialize, ToSchema)]
struct AddedPasskey {
    #[serde(default)]
    #[schema(schema_with = schemas::passkey_name, required = true)]
    name: String,
    credential: RegistrationResponse,
}

fn add_passkey(
    tx: &mut Write<'_>,
    me: &Confirmed<Me>,
    Body(added): Body<AddedPasskey>,
    (app, challenges): &(Arc<App>, Challenges),
) -> Result<Json<Passkeys>> {
    tx.without_event("passkeys are private");
    let name = text::passkey_name(&added.name)?;
    let site = relying_party(&app.config)?;
    let ceremony = Ceremony {
        site: &site,
        challenges,
        purpose: Purpose::Add(*me.session()),
        now: tx.now,
    };
    let (new, transports) = ceremony.register(&added.credential)?;
    store::passkeys::insert(tx, me, &site.id, &new, &transports, &name)?;
    // The authenticator has verified the user.
    store::sessions::record_passkey(tx, me)?;
    list(tx, me, app)
}

#[derive(Deserialize, ToSchema)]
struct UsedPasskey {
    credential: AuthenticationResponse,
}

/// The reply of a confirmation.
#[derive(Serialize, ToSchema)]
struct ConfirmedNow {}

fn confirm(
    tx: &mut Write<'_>,
    me: &Me,
    Body(used): Body<UsedPasskey>,
    (app, challenges): &(Arc<App>, Challenges),
) -> Result<Json<ConfirmedNow>> {
    let site = relying_party(&app.config)?;
    let ceremony = Ceremony {
        site: &site,
        challenges,
        purpose: Purpose::Confirm(*me.session()),
        now: tx.now,
    };
    let id = credential_id(&used.credential);
    let stored = store::passkeys::find(tx, &site.id, &id)?;
    let mine = stored.filter(|stored| stored.account.id() == me.id());
    let verified = ceremony.verify(&used.credential, mine.as_ref())?;
    let mine = mine.ok_or(Sentence::PasskeyRefused)?;
    store::passkeys::record_use(tx, mine.id, &verified)?;
    store::sessions::record_passkey(tx, me)?;
    Ok(Json(ConfirmedNow {}))
}

async fn log_in(
    call: RequestContext<Anyone>,
    Body(used): Body<UsedPasskey>,
    challenges: Challenges,
) -> Result<WithCookies<User>> {
    let (app, address) = (call.app.clone(), call.caller.address);
    let done = try_to_log_in(call, used.credential, &challenges).await;
    let result = match &done {
        Ok(WithCookies(user, _)) => {
            let name = &user.username;
            tracing::info!("login user={name:?} client_ip={address} by=passkey");
            "ok"
        }
        Err(error) if error.sentence() == Sentence::PasskeyRefused => {
            tracing::warn!("login failed user=\"\" client_ip={address} by=passkey");
            "failed"
        }
        Err(_) => "refused",
    };
    app.metrics
        .count("stoa_logins_total", &[("result", result)]);
    done
}

async fn try_to_log_in(
    call: RequestContext<Anyone>,
    used: AuthenticationResponse,
    challenges: &Challenges,
) -> Result<WithCookies<User>> {
    if call.app.config.auth.only_providers {
        call.read(|_, _| Ok(())).await?;
        return Err(Sentence::ProvidersOnly.into());
    }
    let site = relying_party(&call.app.config)?;
    let (host, id, caller) = (site.id.clone(), credential_id(&used), call.caller.clone());
    let (stored, attempt) = call
        .read(move |read, _| {
            let stored = store::passkeys::find(read, &host, &id)?;
            let (account, name) = match &stored {
                Some(stored) => (Some(stored.account.id()), stored.account.username()),
                None => (None, ""),
            };
            let attempt = known_devices::attempt(read, account, name, &caller)?;
            Ok((stored, attempt))
        })
        .await?;
    attempt.check_limit(&call.app)?;
    let ceremony = Ceremony {
        site: &site,
        challenges,
        purpose: Purpose::LogIn,
        now: call.app.clock.now(),
    };
    let verified = ceremony.verify(&used, stored.as_ref())?;
    let new_session = NewSession::new(&call).by(SignInMethod::Passkey);
    let id = credential_id(&used);
    let (user, cookies) = call
        .write(move |tx, _| {
            // Meanwhile the passkey may be removed, or the account deleted.
            let stored = store::passkeys::find(tx, &site.id, &id)?;
            let stored = stored.ok_or(Sentence::PasskeyRefused)?;
            if stored.is_disabled {
                return Err(Sentence::AccountDisabled.into());
            }
            store::passkeys::record_use(tx, stored.id, &verified)?;
            let account = stored.account;
            let cookies = new_session.insert(tx, account.id())?;
            let silenced_until = store::restrictions::silenced_until(tx, account.id())?;
            let user = store::as_oneself(tx, account.id(), silenced_until)?;
            Ok((user.ok_or(Sentence::PasskeyRefused)?, cookies))
        })
        .await?;
    Ok(WithCookies(user, cookies))
}
