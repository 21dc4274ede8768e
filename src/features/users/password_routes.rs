//! Routes of new passwords and of security notices.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use super::confirmation::{count_failure, start_attempt};
use super::model::{SecurityNotice, User};
use super::new_session::NewSession;
use super::second_factor::{self, Proof};
use super::{Confirmed, Me, account, known_devices, password_links, session, store};
use crate::core::error::{Result, Sentence};
use crate::core::fair_queue::Requester;
use crate::core::id::Id;
use crate::features::auth::password::{self, Passwords};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::TokenHash;
use crate::platform::web::{
    Anyone, Body, ClaimedIdentity, Json, Limit, Path, RequestContext, Routes, WithCookies,
    register, schemas,
};

/// Adds the routes.
pub(super) fn routes(routes: &mut Routes, passwords: &Passwords) {
    let [for_link, for_reset] = [(); 2].map(|()| passwords.clone());
    register! { routes.anyone();
        /// Choose a new password with the link of a reset sign-in, and log in
        call(
            Method::POST,
            "/user/usePasswordLink",
            Limit::LogIn,
            move |call, body| use_password_link(call, body, for_link.clone()),
        );
    }
    register! { routes.with_password(passwords);
        /// Change the caller's password; renews this session and ends all others
        call(
            Method::PATCH,
            "/user/resetPassword",
            Limit::Account.allows_silenced(),
            move |call, body| reset_password(call, body, for_reset.clone()),
        );
    }
    register! { routes.signed_in().sessions_only();
        /// List what others did to the caller's sign-in and the caller has not dismissed
        get("/user/getSecurityNotices", security_notices);
        /// Dismiss a security notice of the caller
        post("/user/dismissSecurityNotice/{id}", Limit::Account.allows_silenced(), dismiss_security_notice);
    }
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct LinkUse {
    /// The token of the link.
    token: String,
    #[schema(schema_with = schemas::password, required = true)]
    password: String,
    /// Of the authenticator app, or a recovery code, if the account needs one.
    #[schema(schema_with = schemas::code)]
    code: String,
}

async fn use_password_link(
    call: RequestContext<Anyone>,
    Body(link): Body<LinkUse>,
    passwords: Passwords,
) -> Result<WithCookies<User>> {
    let token = session::hash(link.token.trim());
    // The costly hash is only for callers with an open link.
    let username = call
        .read(move |read, _| Ok(password_links::owner(read, &token)?.username().to_owned()))
        .await?;
    if link.password.is_empty() {
        return Err(Sentence::NewPasswordRequired.into());
    }
    password::check(&call.app.settings().config, &username, &link.password)?;
    let proof = proof_of_link(&call, token, link.code, &passwords).await?;
    let by = Requester::new(call.caller.address, &username);
    let hash = passwords.hash(by, link.password).await?;
    let new_session = NewSession::new(&call);
    let (user, cookies) = call
        .write(move |tx, _| {
            let (account, method) = password_links::spend(tx, &token, &hash, &proof)?;
            let cookies = new_session.by(method).insert(tx, account.id())?;
            let user = store::by_id(tx, account.id())?.ok_or(Sentence::PasswordLinkInvalid)?;
            Ok((user, cookies))
        })
        .await?;
    call.app
        .metrics
        .count("stoa_logins_total", &[("result", "ok")]);
    let address = call.caller.address;
    tracing::info!("login user={username:?} client_ip={address}");
    Ok(WithCookies(user, cookies))
}

/// Checks the second factor of the owner of a link. A wrong code counts as a failed login.
async fn proof_of_link(
    call: &RequestContext<Anyone>,
    token: TokenHash,
    code: String,
    passwords: &Passwords,
) -> Result<Proof> {
    let caller = call.caller.clone();
    let attempt = call
        .read(move |read, _| {
            let owner = password_links::owner(read, &token)?;
            known_devices::attempt(read, Some(owner.id()), owner.username(), &caller)
        })
        .await?;
    let running = start_attempt(call, &attempt, passwords).await?;
    let checked = call
        .read(move |read, _| {
            let owner = password_links::owner(read, &token)?;
            second_factor::check(read, owner.id(), &code, None)
        })
        .await;
    if let Err(error) = &checked
        && error.sentence() == Sentence::CodeWrong
    {
        count_failure(call, &attempt).await?;
    }
    drop(running);
    checked
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordReset {
    #[serde(default, rename = "username")]
    _username: ClaimedIdentity,
    #[serde(default)]
    #[schema(schema_with = schemas::password, required = true)]
    password: String,
}

async fn reset_password(
    call: RequestContext<Confirmed<Me>>,
    Body(reset): Body<PasswordReset>,
    passwords: Passwords,
) -> Result<WithCookies<User>> {
    let username = call.read(|_, me| Ok(me.username().to_owned())).await?;
    if reset.password.is_empty() {
        return Err(Sentence::NewPasswordRequired.into());
    }
    password::check(&call.app.settings().config, &username, &reset.password)?;
    let by = Requester::new(call.caller.address, &username);
    let hash = passwords.hash(by, reset.password).await?;
    let new_session = NewSession::new(&call);
    let (user, cookies) = call
        .write(move |tx, me| {
            account::set_password(tx, me, &hash)?;
            let cookies = new_session.insert(tx, me.id())?;
            let user = store::by_id(tx, me.id())?.ok_or(Sentence::NotSignedIn)?;
            Ok((user, cookies))
        })
        .await?;
    Ok(WithCookies(user, cookies))
}

fn security_notices(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<Vec<SecurityNotice>>> {
    store::notices::open(read, me).map(Json)
}

fn dismiss_security_notice(
    tx: &mut Write<'_>,
    me: &Me,
    Path(id): Path<Id>,
) -> Result<Json<Vec<SecurityNotice>>> {
    tx.without_event("the reply has the notices that are left");
    store::notices::dismiss(tx, me, id)?;
    store::notices::open(tx, me).map(Json)
}
