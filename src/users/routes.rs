//! Signing up, logging in and out, and the profile.

use axum::http::Method;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::account::{self, Role};
use super::attempts::Attempt;
use super::invitations;
use super::password::{self, Passwords};
use super::session::{self, Me};
use super::setup::Setup;
use super::{Session, User, UserChange, UserUpdate, store};
use crate::config::Signup;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::{Audience, Outgoing};
use crate::text;
use crate::web::{Anyone, Body, Call, Claim, Json, Limit, Page, Paging, Path, Query, Routes, Text, WithCookies, schemas};

/// Characters that the log gets of a name at which somebody failed to log in: no name is longer, but what is sent may be.
const LOGGED: usize = 64;

/// Adds the calls about users, and starts what ends the sockets of sessions that are over.
pub fn routes(routes: &mut Routes, passwords: &Passwords, setup: &Setup) {
    session::sweep(&routes.app);
    session::follow(&routes.app);
    let [for_signup, for_login, for_reset, for_setup] = [(); 4].map(|()| passwords.clone());
    let setup = setup.clone();
    routes.anyone().even_when_full().call(Method::POST, "/user/logout", "End this browser's session, if it has one", log_out);
    routes
        .anyone()
        .limit(Limit::LogIn)
        .call(Method::POST, "/user/login", "Log in", move |call, body| log_in(call, body, for_login.clone()))
        .limit(Limit::SignUp)
        .call(Method::POST, "/user/signup", "Sign up and log in", move |call, body| sign_up(call, body, for_signup.clone()))
        .call(Method::POST, "/user/setup", "Make the first administrator, with the server's link, and log in", move |call, body| {
            set_up(call, body, for_setup.clone(), setup.clone())
        });
    routes
        .signed_in()
        .get("/user/me", "Who is signed in", me)
        .get("/user/getUsers", "All users, or those whose name contains `search`, by name", list)
        .get("/user/getUser/{username}", "One user", by_name)
        .get("/user/getSessions", "Where one is logged in, newest first", sessions)
        .limit(Limit::Account)
        .patch("/user/updateBiography", "Change one's own biography", update_biography)
        .call(Method::PATCH, "/user/resetPassword", "Change one's own password; ends one's other sessions", move |call, body| {
            reset_password(call, body, for_reset.clone())
        })
        .call(Method::DELETE, "/user/endSession/{id}", "Log out in one place; the others are left", end_session)
        .even_when_full()
        .post("/user/endOtherSessions", "Log out everywhere else; this session is left", end_other_sessions);
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct Credentials {
    #[schema(schema_with = schemas::username, required = true)]
    username: String,
    #[schema(schema_with = schemas::password, required = true)]
    password: String,
}

impl Credentials {
    fn check_present(&self) -> Result<()> {
        if self.username.is_empty() || self.password.is_empty() { Err(Sentence::CredentialsRequired.into()) } else { Ok(()) }
    }
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct NewUser {
    #[schema(schema_with = schemas::username, required = true)]
    username: String,
    #[schema(schema_with = schemas::password, required = true)]
    password: String,
    /// The token of an invitation's link. Needed where sign-up is by invitation, and ignored elsewhere.
    invitation: Option<String>,
}

async fn sign_up(call: Call<Anyone>, Body(new): Body<NewUser>, passwords: Passwords) -> Result<WithCookies<User>> {
    let config = &call.app.config;
    let invitation = match config.auth.signup {
        Signup::Open => None,
        Signup::Invite => Some(invitations::presented(new.invitation.as_deref())?),
        Signup::Closed => return Err(Sentence::SignupClosed.into()),
    };
    let credentials = Credentials { username: new.username, password: new.password };
    credentials.check_present()?;
    text::username(&credentials.username)?;
    password::check(config, &credentials.username, &credentials.password)?;
    let username = credentials.username.clone();
    // Before the costly hash, and counted against the limit. Who is not invited learns nothing of names.
    call.read(move |read, _| {
        invitation.iter().try_for_each(|token| invitations::check(read, token))?;
        if store::by_name(read, &username)?.is_some() { Err(Sentence::UsernameTaken.into()) } else { Ok(()) }
    })
    .await?;
    let hash = passwords.hash(credentials.password).await?;
    let opening = Opening::new(&call);
    let token = opening.token.clone();
    let user = call
        .write(move |tx, _| {
            let user = store::insert(tx, &credentials.username, &hash)?;
            invitation.iter().try_for_each(|token| invitations::accept(tx, token, user.id))?;
            opening.open(tx, user.id)?;
            tx.emit(UserUpdate { user: user.clone(), change: UserChange::Created }, Audience::SignedIn);
            Ok(user)
        })
        .await?;
    Ok(WithCookies(user, session::cookies(&token, call.app.config.is_https())))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct FirstAdministrator {
    /// Of the link that the server has printed.
    token: String,
    username: String,
    password: String,
}

async fn set_up(
    call: Call<Anyone>,
    Body(first): Body<FirstAdministrator>,
    passwords: Passwords,
    setup: Setup,
) -> Result<WithCookies<User>> {
    let by = setup.authority(&first.token, call.app.clock.now())?;
    let credentials = Credentials { username: first.username, password: first.password };
    credentials.check_present()?;
    text::operators_username(&credentials.username)?;
    password::check(&call.app.config, &credentials.username, &credentials.password)?;
    let hash = passwords.hash(credentials.password).await?;
    let opening = Opening::new(&call);
    let token = opening.token.clone();
    let user = call
        .write(move |tx, _| {
            if store::has_administrator(tx)? {
                return Err(Sentence::SetupOver.into());
            }
            let user = account::create(tx, &by, &credentials.username, &hash, Role::Administrator)?;
            opening.open(tx, user.id)?;
            Ok(user)
        })
        .await?;
    setup.close();
    Ok(WithCookies(user, session::cookies(&token, call.app.config.is_https())))
}

async fn log_in(call: Call<Anyone>, Body(credentials): Body<Credentials>, passwords: Passwords) -> Result<WithCookies<User>> {
    credentials.check_present()?;
    let address = call.caller.address;
    let attempt = Attempt::new(&credentials.username, address);
    let username = credentials.username.clone();
    let stored = call.read(move |read, _| Ok(store::key(read, &username)?.and_then(|key| key.password_hash))).await?;
    if !is_password(&call, &attempt, &passwords, credentials.password, stored.clone()).await? {
        // One fixed line, for tools that watch the log.
        call.app.metrics.count("stoa_logins_total", &[("result", "failed")]);
        let username: String = credentials.username.chars().take(LOGGED).collect();
        tracing::warn!("login failed user={username:?} client_ip={address}");
        return Err(Sentence::InvalidCredentials.into());
    }
    let opening = Opening::new(&call);
    let token = opening.token.clone();
    let user = call
        .write(move |tx, _| {
            // The hash took a while: the account may be gone, or have another password by now.
            match store::key(tx, &credentials.username)? {
                Some(key) if key.password_hash == stored => {
                    // Said only to whoever has the password: others learn nothing of the account.
                    if key.is_disabled {
                        return Err(Sentence::AccountDisabled.into());
                    }
                    attempt.succeeded(tx)?;
                    opening.open(tx, key.user)?;
                    Ok(store::by_id(tx, key.user)?.ok_or(Sentence::InvalidCredentials)?)
                }
                _ => Err(Sentence::InvalidCredentials.into()),
            }
        })
        .await?;
    call.app.metrics.count("stoa_logins_total", &[("result", "ok")]);
    Ok(WithCookies(user, session::cookies(&token, call.app.config.is_https())))
}

/// Whether it is the stored password, as an attempt that counts as failed until it has succeeded.
async fn is_password<A>(
    call: &Call<A>,
    attempt: &Attempt,
    passwords: &Passwords,
    password: String,
    stored: Option<String>,
) -> Result<bool> {
    let (db, is_counted) = (&call.app.db, call.app.config.limits.enabled);
    if is_counted {
        let attempt = attempt.clone();
        db.write(move |tx| attempt.begin(tx)).await?;
    }
    let looked_at = passwords.verify(password, stored).await;
    if is_counted && looked_at.is_err() {
        let attempt = attempt.clone();
        db.write(move |tx| attempt.withdraw(tx)).await?;
    }
    looked_at
}

/// What a new session is made of.
struct Opening {
    token: String,
    caller: crate::web::Caller,
}

impl Opening {
    fn new(call: &Call<Anyone>) -> Self {
        Self { token: session::new_token(), caller: call.caller.clone() }
    }

    /// Opens the session; the browser's old one ends, and its sockets connect anew.
    fn open(self, tx: &mut Write<'_>, user: Id) -> Result<()> {
        let mut ended =
            store::sessions::insert(tx, user, &session::hash(&self.token), &self.caller.address.to_string(), &self.caller.user_agent)?;
        if let Some(old) = self.caller.token {
            store::sessions::delete(tx, &old)?;
            ended.push(old);
        }
        if !ended.is_empty() {
            tx.send(Outgoing::SessionsEnded(ended));
        }
        if let Some(visitor) = self.caller.visitor {
            tx.send(Outgoing::VisitorSignedIn(visitor));
        }
        tx.quietly("a login concerns only its own browser");
        Ok(())
    }
}

/// The answer of a logout.
#[derive(Serialize, ToSchema)]
struct LoggedOut {}

async fn log_out(call: Call<Anyone>, (): ()) -> Result<WithCookies<LoggedOut>> {
    let https = call.app.config.is_https();
    if let Some(token) = call.caller.token {
        let visitor = call.caller.visitor.clone();
        call.write(move |tx, _| {
            store::sessions::delete(tx, &token)?;
            tx.send(Outgoing::SessionsEnded(vec![token]));
            if let Some(visitor) = visitor {
                tx.send(Outgoing::VisitorSignedOut(visitor));
            }
            Ok(())
        })
        .await?;
    }
    Ok(WithCookies(LoggedOut {}, session::no_cookies(https)))
}

fn me(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<User>> {
    store::by_id(read, me.id)?.map(Json).ok_or_else(|| Sentence::NotSignedIn.into())
}

#[derive(Deserialize, IntoParams)]
struct UserSearch {
    /// Part of a name.
    #[serde(default)]
    search: String,
}

fn list(read: &Read<'_>, _: &Me, (Query(query), paging): (Query<UserSearch>, Paging)) -> Result<Page<User>> {
    store::list(read, &query.search, &paging)
}

fn by_name(read: &Read<'_>, _: &Me, Path(Text(username)): Path<Text>) -> Result<Json<User>> {
    store::by_name(read, &username)?.map(Json).ok_or_else(|| Sentence::UserNotFound.into())
}

#[derive(Deserialize, ToSchema)]
struct BiographyUpdate {
    #[serde(default, rename = "username")]
    _username: Claim,
    #[schema(schema_with = schemas::biography)]
    biography: String,
}

fn update_biography(tx: &mut Write<'_>, me: &Me, Body(update): Body<BiographyUpdate>) -> Result<Json<User>> {
    store::set_biography(tx, me, &text::biography(&update.biography)?)?;
    let user = store::by_id(tx, me.id)?.ok_or(Sentence::NotSignedIn)?;
    tx.emit(UserUpdate { user: user.clone(), change: UserChange::Updated }, Audience::SignedIn);
    Ok(Json(user))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasswordReset {
    #[serde(default, rename = "username")]
    _username: Claim,
    #[serde(default)]
    #[schema(schema_with = schemas::password, required = true)]
    password: String,
    /// Needed when the login is older than ten minutes.
    current_password: Option<String>,
}

async fn reset_password(call: Call<Me>, Body(reset): Body<PasswordReset>, passwords: Passwords) -> Result<Json<User>> {
    let (username, is_fresh, stored) = call
        .read(|read, me| {
            let stored = store::key(read, &me.username)?.and_then(|key| key.password_hash);
            Ok((me.username.clone(), me.is_fresh(), stored))
        })
        .await?;
    if reset.password.is_empty() {
        return Err(Sentence::NewPasswordRequired.into());
    }
    password::check(&call.app.config, &username, &reset.password)?;
    let attempt = Attempt::new(&username, call.caller.address);
    if !is_fresh {
        let current = reset.current_password.ok_or(Sentence::CurrentPasswordRequired)?;
        if !is_password(&call, &attempt, &passwords, current, stored).await? {
            return Err(Sentence::CurrentPasswordRequired.into());
        }
    }
    let hash = passwords.hash(reset.password).await?;
    call.write(move |tx, me| {
        if !is_fresh {
            attempt.succeeded(tx)?;
        }
        account::set_password(tx, me, &hash, Some(&me.session))?;
        store::by_id(tx, me.id)?.map(Json).ok_or_else(|| Sentence::NotSignedIn.into())
    })
    .await
}

fn sessions(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<Vec<Session>>> {
    store::sessions::mine(read, me).map(Json)
}

async fn end_session(call: Call<Me>, Path(id): Path<Id>) -> Result<WithCookies<Vec<Session>>> {
    let (left, is_own) = call
        .write(move |tx, me| {
            let ended = store::sessions::revoke(tx, me, id)?;
            tx.send(Outgoing::SessionsEnded(vec![ended]));
            Ok((store::sessions::mine(tx, me)?, ended == me.session))
        })
        .await?;
    // To end the one that asks is to log out.
    let cookies = if is_own { session::no_cookies(call.app.config.is_https()) } else { Vec::new() };
    Ok(WithCookies(left, cookies))
}

fn end_other_sessions(tx: &mut Write<'_>, me: &Me, (): ()) -> Result<Json<Vec<Session>>> {
    account::end_sessions(tx, me, Some(&me.session))?;
    store::sessions::mine(tx, me).map(Json)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use axum::body::Body as HttpBody;
    use axum::http::{Request, header};
    use serde_json::json;
    use tower::ServiceExt;

    use super::*;
    use crate::clock::Clock;
    use crate::config::Config;
    use crate::db::Db;
    use crate::live::Hub;
    use crate::metrics::Metrics;
    use crate::web::{App, Caller, Limiter};

    /// So that the time it takes does not tell who has an account.
    #[tokio::test]
    async fn a_refused_login_costs_one_hash_whoever_it_is() {
        let (directory, hub, clock) = (tempfile::tempdir().unwrap(), Hub::default(), Clock::system());
        let db = Db::open(directory.path(), clock.clone(), hub.clone()).unwrap();
        let (config, limiter, metrics) = (Config::default(), Limiter::new(false), Metrics::new(false));
        let mut calls = Routes::new(Arc::new(App { config, clock, hub, db, limiter, metrics }));
        let notes = Arc::new(Mutex::new(Vec::new()));
        routes(&mut calls, &Passwords::noting(notes.clone()), &Setup::default());
        let app = calls.app.clone();
        let (_, router) = calls.finish();
        let hash = password::hash("colonnade at noon").unwrap();
        let people = move |tx: &mut Write<'_>| {
            tx.quietly("they were always there");
            for name in ["ann", "disabled", "deleted"] {
                store::insert(tx, name, &hash)?;
            }
            tx.execute("UPDATE users SET disabled_at = 1 WHERE username = 'disabled'", [])?;
            tx.execute("UPDATE users SET deleted_at = 1, password_hash = NULL WHERE username = 'deleted'", [])?;
            Ok(())
        };
        app.db.write(people).await.unwrap();

        let log_in = async |name: &str, secret: &str| {
            let body = json!({"username": name, "password": secret}).to_string();
            let mut request =
                Request::post("/user/login").header(header::CONTENT_TYPE, "application/json").body(HttpBody::from(body)).unwrap();
            let address = [127, 0, 0, 1].into();
            request.extensions_mut().insert(Caller { address, token: None, visitor: None, user_agent: String::new() });
            let status = router.clone().oneshot(request).await.unwrap().status().as_u16();
            (status, std::mem::take(&mut *notes.lock().unwrap()))
        };
        let accepted = log_in("ann", "colonnade at noon").await;
        assert_eq!((accepted.0, accepted.1.len()), (200, 1));
        for (name, secret) in [
            ("ann", "another one"),
            ("nobody", "another one"),
            ("nobody at all", "another one"),
            ("disabled", "another one"),
            ("deleted", "colonnade at noon"),
        ] {
            assert_eq!(log_in(name, secret).await, (401, accepted.1.clone()), "{name}");
        }
    }
}
