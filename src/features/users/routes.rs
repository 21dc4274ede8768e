//! Routes of login, logout, sessions and profiles.

use axum::http::Method;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::account;
use super::given_password::{GivenCredentials, GivenPassword};
use super::model::{Role, Session, SignInMethod, User};
use super::new_session::NewSession;
use super::setup::Setup;
use super::{Confirmed, Me, PublicReader, session, store};
use super::{api_token_routes, passkey_routes, password_routes, second_factor_routes};
use super::{delivery_routes, mail_routes, preferences};
use crate::core::error::{Result, Sentence};
use crate::core::fair_queue::Requester;
use crate::core::id::Id;
use crate::core::paging::{LongPaging, Page};
use crate::core::text;
use crate::features::auth::password::{self, Passwords};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::Outgoing;
use crate::platform::settings::SettingKey;
use crate::platform::web::{
    Anyone, Body, Json, Limit, Pace, Path, Query, RequestContext, Routes, WithCookies, register,
    schemas,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes, passwords: &Passwords, setup: &Setup) {
    let [for_login, for_setup] = [(); 2].map(|()| passwords.clone());
    let setup = setup.clone();
    register! { routes.anyone();
        /// Log out: end this browser's session, if it has one
        call(Method::POST, "/user/logout", Limit::Request.critical(), log_out);
        /// Log in
        call(Method::POST, "/user/login", Limit::Request, move |call, body| log_in(call, body, for_login.clone()));
        /// Create the first administrator with the server's set-up link, and log in
        call(
            Method::POST,
            "/user/setup",
            Limit::SignUp,
            move |call, body| set_up(call, body, for_setup.clone(), setup.clone()),
        );
    }
    register! { routes.public();
        /// List users by name or by their posts; with `search`, those whose name contains it
        get_paced("/user/getUsers", |(Query(query), _): &(Query<UserSearch>, LongPaging)| query.pace(), list);
    }
    register! { routes.signed_in();
        /// Return the signed-in user
        get("/user/me", me);
    }
    register! { routes.signed_in().sessions_only();
        /// List the caller's sessions, newest first
        get("/user/getSessions", sessions);
    }
    register! { routes.with_password(passwords);
        /// End one of the caller's sessions
        call(Method::DELETE, "/user/endSession/{id}", Limit::Account.allows_silenced(), end_session);
        /// End all sessions of the caller except this one
        post("/user/endOtherSessions", Limit::Account.allows_silenced().critical(), end_other_sessions);
    }
    password_routes::routes(routes, passwords);
    passkey_routes::routes(routes, passwords);
    api_token_routes::routes(routes, passwords);
    second_factor_routes::routes(routes, passwords);
    preferences::routes::routes(routes);
    routes.of_feature(SettingKey::Mail, |routes| {
        mail_routes::routes(routes, passwords);
    });
    if routes.app.config.push.enabled {
        delivery_routes::routes(routes);
    } else {
        routes.of_feature(SettingKey::Mail, delivery_routes::routes);
    }
}

/// A name and a password.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct Credentials {
    #[schema(schema_with = schemas::username, required = true)]
    pub username: String,
    #[schema(schema_with = schemas::password, required = true)]
    pub password: String,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
struct LogIn {
    #[schema(schema_with = schemas::username, required = true)]
    username: String,
    #[schema(schema_with = schemas::password, required = true)]
    password: String,
    /// Of the authenticator app, or a recovery code, if the account needs one.
    #[schema(schema_with = schemas::code)]
    code: String,
    /// Whether this browser needs no code for 30 days.
    remember_device: bool,
}

impl Credentials {
    /// Rejects an empty name or password with 400.
    pub fn check_present(&self) -> Result<()> {
        if self.username.is_empty() || self.password.is_empty() {
            Err(Sentence::CredentialsRequired.into())
        } else {
            Ok(())
        }
    }
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct FirstAdministrator {
    /// The token of the link that the server has printed.
    token: String,
    username: String,
    password: String,
}

async fn set_up(
    call: RequestContext<Anyone>,
    Body(first): Body<FirstAdministrator>,
    passwords: Passwords,
    setup: Setup,
) -> Result<WithCookies<User>> {
    let by = setup.authority(&first.token, call.app.clock.now())?;
    let credentials = Credentials {
        username: first.username,
        password: first.password,
    };
    credentials.check_present()?;
    text::operator_username(&credentials.username)?;
    password::check(
        &call.app.config,
        &credentials.username,
        &credentials.password,
    )?;
    let requester = Requester::new(call.caller.address, &credentials.username);
    let hash = passwords.hash(requester, credentials.password).await?;
    let new_session = NewSession::new(&call);
    let (user, cookies) = call
        .write(move |tx, _| {
            if store::has_administrator(tx)? {
                return Err(Sentence::SetupOver.into());
            }
            let role = Role::Administrator;
            let user = account::create(tx, &by, &credentials.username, &hash, role)?.into_value();
            let cookies = new_session.insert(tx, user.id)?;
            Ok((user, cookies))
        })
        .await?;
    setup.close();
    Ok(WithCookies(user, cookies))
}

async fn log_in(
    call: RequestContext<Anyone>,
    Body(login): Body<LogIn>,
    passwords: Passwords,
) -> Result<WithCookies<User>> {
    let (app, address) = (call.app.clone(), call.caller.address);
    let mut name = String::new();
    let done = try_to_log_in(call, login, passwords, &mut name).await;
    let result = match &done {
        Ok(_) => {
            tracing::info!("login user={name:?} client_ip={address}");
            "ok"
        }
        // The browser asks for the code.
        Err(error) if error.sentence() == Sentence::CodeRequired => "unfinished",
        Err(error)
            if [Sentence::InvalidCredentials, Sentence::CodeWrong].contains(&error.sentence()) =>
        {
            // Log watchers such as fail2ban match this line.
            tracing::warn!("login failed user={name:?} client_ip={address}");
            "failed"
        }
        Err(error) if error.sentence().status() == 400 => return done,
        Err(error) => {
            if let Some(left_out) = app.refused_logins.check() {
                let reason = error.text();
                tracing::warn!(
                    left_out,
                    "login refused user={name:?} client_ip={address} reason={reason:?}"
                );
            }
            "refused"
        }
    };
    app.metrics
        .count("stoa_logins_total", &[("result", result)]);
    done
}

/// Logs the caller in. Writes the username to `logged` if there is such an account: other names may be
/// passwords typed into the wrong field.
async fn try_to_log_in(
    call: RequestContext<Anyone>,
    login: LogIn,
    passwords: Passwords,
    logged: &mut String,
) -> Result<WithCookies<User>> {
    if call.app.config.auth.only_providers {
        call.read(|_, _| Ok(())).await?;
        return Err(Sentence::ProvidersOnly.into());
    }
    let (name, mut is_known) = (login.username.clone(), false);
    let credentials = GivenCredentials {
        username: login.username,
        password: login.password,
        code: login.code,
    };
    let checked = GivenPassword::check_known(&call, credentials, &passwords, &mut is_known).await;
    if is_known {
        *logged = name;
    }
    let given = checked?;
    let new_session = NewSession::new(&call);
    let (user, cookies) = call
        .write(move |tx, _| {
            let (account, method) = given.sign_in(tx)?;
            let new_session = new_session.by(method);
            let remembers = login.remember_device && method == SignInMethod::Code;
            let cookies = new_session
                .remembering(remembers)
                .insert(tx, account.id())?;
            let silenced_until = store::restrictions::silenced_until(tx, account.id())?;
            let user = store::as_oneself(tx, account.id(), silenced_until)?;
            Ok((user.ok_or(Sentence::InvalidCredentials)?, cookies))
        })
        .await?;
    Ok(WithCookies(user, cookies))
}

/// The reply of a logout.
#[derive(Serialize, ToSchema)]
struct LoggedOut {}

async fn log_out(call: RequestContext<Anyone>, (): ()) -> Result<WithCookies<LoggedOut>> {
    let tokens = call.caller.credential.sessions().to_vec();
    if !tokens.is_empty() {
        let visitor = call.caller.visitor.clone();
        call.write(move |tx, _| {
            for token in &tokens {
                store::sessions::delete(tx, token)?;
            }
            tx.send(Outgoing::SessionsEnded(tokens));
            if let Some(visitor) = visitor {
                tx.send(Outgoing::VisitorSignedOut(visitor));
            }
            Ok(())
        })
        .await?;
    }
    let cookies = session::expired_cookies(call.caller.is_https);
    Ok(WithCookies(LoggedOut {}, cookies))
}

fn me(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<User>> {
    let user = store::as_oneself(read, me.id(), me.silenced_until())?;
    Ok(Json(user.ok_or(Sentence::NotSignedIn)?))
}

#[derive(Deserialize, IntoParams)]
struct UserSearch {
    /// Only names that contain this text.
    #[serde(default)]
    search: String,
    /// name (the default), or mostPosts: those with the most public questions and answers first.
    #[serde(default)]
    #[param(schema_with = schemas::user_order)]
    order: String,
}

impl UserSearch {
    /// A search in the order of posts may walk past all users that it does not find.
    fn pace(&self) -> Pace {
        if self.order == "mostPosts" && !self.search.trim().is_empty() {
            Pace::Slow
        } else {
            Pace::Short
        }
    }
}

fn list(
    read: &Read<'_>,
    viewer: &PublicReader,
    (Query(query), LongPaging(paging)): (Query<UserSearch>, LongPaging),
) -> Result<Page<User>> {
    if query.pace() == Pace::Slow {
        viewer.member()?;
    }
    store::list(read, &query.search, query.order.parse()?, &paging)
}

fn sessions(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<Vec<Session>>> {
    store::sessions::mine(read, me).map(Json)
}

async fn end_session(
    call: RequestContext<Confirmed<Me>>,
    Path(id): Path<Id>,
) -> Result<WithCookies<Vec<Session>>> {
    let (left, is_own) = call
        .write(move |tx, me| {
            let ended = store::sessions::revoke(tx, me, id)?;
            tx.send(Outgoing::SessionsEnded(vec![ended]));
            Ok((store::sessions::mine(tx, me)?, ended == *me.session()))
        })
        .await?;
    // Ending the current session is a logout.
    let cookies = if is_own {
        session::expired_cookies(call.caller.is_https)
    } else {
        Vec::new()
    };
    Ok(WithCookies(left, cookies))
}

fn end_other_sessions(
    tx: &mut Write<'_>,
    me: &Confirmed<Me>,
    (): (),
) -> Result<Json<Vec<Session>>> {
    account::end_sessions(tx, me, Some(me.session()))?;
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
    use crate::core::clock::Clock;
    use crate::core::config::Config;
    use crate::core::metrics::Metrics;
    use crate::platform::db::Db;
    use crate::platform::realtime::Hub;
    use crate::platform::settings::LiveSettings;
    use crate::platform::web::{
        App, Caller, Credential, KnownSessions, Limiter, LogThrottle, ReadQueue,
    };

    /// The response time must not reveal which names exist.
    #[tokio::test]
    async fn every_rejected_login_costs_one_hash() {
        let (directory, hub, clock) = (
            tempfile::tempdir().unwrap(),
            Hub::default(),
            Clock::system(),
        );
        let db = Db::open(directory.path(), clock.clone(), hub.clone()).unwrap();
        let mut config = Config::default();
        config.limits.enabled = false;
        let (limiter, metrics) = (Limiter::new(&config), Metrics::new(false));
        let settings = LiveSettings::load(&config, &db).unwrap();
        let mut calls = Routes::new(Arc::new(App {
            config,
            clock,
            hub,
            db,
            settings,
            limiter,
            read_queue: ReadQueue::new(false),
            known_sessions: KnownSessions::default(),
            metrics,
            refused_logins: LogThrottle::default(),
        }));
        let notes = Arc::new(Mutex::new(Vec::new()));
        routes(
            &mut calls,
            &Passwords::recording(notes.clone()),
            &Setup::default(),
        );
        let app = calls.app.clone();
        let (_, router) = calls.finish();
        let hash = password::hash("colonnade at noon").unwrap();
        let people = move |tx: &mut Write<'_>| {
            tx.without_event("set-up of the test");
            for name in ["ann", "disabled", "deleted"] {
                store::insert(tx, name, &hash)?;
            }
            tx.execute(
                "UPDATE users SET disabled_at = 1 WHERE username = 'disabled'",
                [],
            )?;
            tx.execute(
                "UPDATE users SET deleted_at = 1, password_hash = NULL WHERE username = 'deleted'",
                [],
            )?;
            Ok(())
        };
        app.db.write(people).await.unwrap();

        let log_in = async |name: &str, secret: &str, device: &str| {
            let body = json!({"username": name, "password": secret}).to_string();
            let mut request = Request::post("/user/login")
                .header(header::CONTENT_TYPE, "application/json")
                .body(HttpBody::from(body))
                .unwrap();
            let address = [127, 0, 0, 1].into();
            request.extensions_mut().insert(Caller {
                address,
                credential: Credential::none(),
                devices: vec![device.to_owned()],
                visitor: None,
                flows: Vec::new(),
                is_new_visitor: false,
                user_agent: String::new(),
                is_https: false,
                host: String::new(),
            });
            let status = router
                .clone()
                .oneshot(request)
                .await
                .unwrap()
                .status()
                .as_u16();
            (status, std::mem::take(&mut *notes.lock().unwrap()))
        };
        let known = session::new_token();
        let device = session::hash(&known);
        app.db
            .write(move |tx| {
                tx.without_event("set-up of the test");
                let ann = store::by_name(tx, "ann")?.expect("a user").id;
                store::known_devices::remember(tx, ann, &device)
            })
            .await
            .unwrap();
        let accepted = log_in("ann", "colonnade at noon", "").await;
        assert_eq!((accepted.0, accepted.1.len()), (200, 1));
        for (name, secret) in [
            ("ann", "another one"),
            ("nobody", "another one"),
            ("nobody at all", "another one"),
            ("disabled", "another one"),
            ("deleted", "colonnade at noon"),
        ] {
            for device in ["", &known] {
                assert_eq!(
                    log_in(name, secret, device).await,
                    (401, accepted.1.clone()),
                    "{name} {device}"
                );
            }
        }
    }
}
