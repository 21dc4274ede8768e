//! Sessions: a random token in a cookie, and its hash in the database.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use cookie::Cookie;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use super::identity::{Me, PublicReader};
use super::store;
use super::store::known_devices::LIFETIME as DEVICE_LIFETIME;
use super::store::sessions::ABSOLUTE_LIFETIME;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::outbox;
use crate::platform::realtime::{Hub, Outgoing, TokenHash};
use crate::platform::web::{Actor, App, Credential, Identity, Scope, cookies};

/// The use of a session is recorded at most this often.
const RECORD_USE: Duration = Duration::from_secs(5 * 60);
/// The use of an API token is recorded at most this often.
const RECORD_TOKEN_USE: Duration = Duration::from_secs(60);

impl Actor for Me {
    const SIGNED_IN: bool = true;
    type Change<T> = T;

    fn value<T>(change: T) -> T {
        change
    }

    fn authenticate(read: &Read<'_>, credential: &Credential) -> Result<Self> {
        match credential {
            Credential::Sessions(sessions) => {
                for session in sessions {
                    if let Some(me) = store::sessions::me(read, session)? {
                        return Ok(me);
                    }
                }
                Err(Sentence::NotSignedIn.into())
            }
            Credential::Token(token) => {
                let me = store::api_tokens::me(read, token)?;
                me.ok_or_else(|| Sentence::TokenRefused.into())
            }
        }
    }

    fn identity(&self) -> &dyn Identity {
        self
    }
}

impl Identity for Me {
    fn is(&self, name: &str) -> bool {
        name == self.username() || name == self.id().to_string()
    }

    fn name(&self) -> &str {
        self.username()
    }

    fn user(&self) -> Option<Id> {
        Some(self.id())
    }

    fn check_may_write(&self) -> Result<()> {
        match self.silenced_until() {
            Some(until) => Err(Error::with(Sentence::Silenced, until.to_minute())),
            None => Ok(()),
        }
    }

    fn token(&self) -> Option<Id> {
        self.api_token().map(|token| token.id)
    }

    fn is_bot(&self) -> bool {
        self.is_bot()
    }

    fn check_scope(&self, scope: Scope) -> Result<()> {
        if self.allows(scope) {
            Ok(())
        } else {
            Err(Error::with(Sentence::TokenScopeMissing, scope.word()))
        }
    }

    fn needs_use_recorded(&self) -> bool {
        let interval = match self.api_token() {
            Some(_) => RECORD_TOKEN_USE,
            None => RECORD_USE,
        };
        self.unrecorded_use() > interval
    }

    fn record_use(&self, tx: &mut Write<'_>) -> Result<()> {
        match self.api_token() {
            Some(token) => store::api_tokens::record_use(tx, token.id),
            None => store::sessions::record_use(tx, self.session()),
        }
    }
}

impl Actor for PublicReader {
    const SIGNED_IN: bool = true;
    const IS_PUBLIC: bool = true;
    type Change<T> = T;

    fn value<T>(change: T) -> T {
        change
    }

    fn authenticate(read: &Read<'_>, credential: &Credential) -> Result<Self> {
        Me::authenticate(read, credential).map(Self::Member)
    }

    fn nobody() -> Option<Self> {
        Some(Self::nobody())
    }

    fn identity(&self) -> &dyn Identity {
        match self {
            Self::Member(me) => me,
            Self::Nobody(_) => &Nobody,
        }
    }
}

/// The identity of a reader without a session, who has no name to claim.
struct Nobody;

impl Identity for Nobody {
    fn is(&self, _: &str) -> bool {
        false
    }

    fn user(&self) -> Option<Id> {
        None
    }
}

/// The interval between two searches for expired sessions.
const EXPIRE_INTERVAL: Duration = Duration::from_secs(10 * 60);

/// Ends expired sessions as long as `app` lives. They authenticate no request, but their sockets would
/// stay open.
pub fn expire_loop(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(EXPIRE_INTERVAL).await;
            let Some(app) = app.upgrade() else { break };
            if let Err(error) = app.db.write_critical(end_expired).await {
                tracing::warn!(%error, "cannot end expired sessions");
            }
        }
    });
}

/// Ends expired sessions and their sockets, deletes old links and deliveries, and forgets unused devices.
pub fn end_expired(tx: &mut Write<'_>) -> Result<()> {
    store::invitations::delete_old(tx)?;
    store::known_devices::forget_unused(tx)?;
    store::password_links::delete_expired(tx)?;
    store::mail_addresses::delete_expired_links(tx)?;
    outbox::store::clean(tx)?;
    let ended = store::sessions::delete_expired(tx)?;
    tx.send(Outgoing::SessionsEnded(ended));
    Ok(())
}

/// The interval between two checks for writes of other processes.
const EXTERNAL_CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// Ends the sockets of sessions that another process has deleted, such as `stoa session revoke`, and
/// reads the settings again that it may have changed, as long as `app` lives.
pub fn watch_external_writes(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        let mut seen = None;
        loop {
            tokio::time::sleep(EXTERNAL_CHECK_INTERVAL).await;
            let Some(app) = app.upgrade() else { break };
            let hub = app.hub.clone();
            match app
                .db
                .write_critical(move |tx| end_sockets_of_deleted_sessions(tx, &hub, seen))
                .await
            {
                Ok(version) if seen == Some(version) => {}
                Ok(version) => {
                    if seen.replace(version).is_some() {
                        app.hub.note_foreign_change();
                    }
                    app.db.note_foreign_change();
                    if let Err(error) = app.reload_settings().await {
                        tracing::warn!(%error, "cannot read the settings");
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot check for writes of other processes");
                }
            }
        }
    });
}

/// Closes the sockets of deleted sessions if another process has committed since the database version
/// `last_version`. Returns the current version.
pub fn end_sockets_of_deleted_sessions(
    tx: &mut Write<'_>,
    hub: &Hub,
    last_version: Option<i64>,
) -> Result<i64> {
    let version = tx.external_version()?;
    if last_version != Some(version) {
        let mut deleted = Vec::new();
        for session in hub.sessions() {
            if store::sessions::me(tx, &session)?.is_none() {
                deleted.push(session);
            }
        }
        tx.send(Outgoing::SessionsEnded(deleted));
    }
    Ok(version)
}

/// Returns a new random token for a cookie or a link.
pub fn new_token() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// Returns whether a text has the form of a token.
pub fn is_token(text: &str) -> bool {
    text.len() == 43 && BASE64_URL_SAFE_NO_PAD.decode(text).is_ok()
}

/// Returns the hash of a token, which the database stores.
pub fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// Returns the value of the `XSRF-TOKEN` cookie of a session. Only the holder of the session's token
/// can compute it.
pub fn xsrf(token: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(token.as_bytes()).expect("a key of any length");
    mac.update(b"xsrf");
    BASE64_URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

/// Returns the cookies of a login. `devices` is the value of the device cookie.
pub fn cookies(token: &str, devices: String, is_https: bool) -> Vec<Cookie<'static>> {
    let device = cookies::hidden(cookies::DEVICE, devices, is_https);
    let mut cookies = session_cookies(token.to_owned(), xsrf(token), ABSOLUTE_LIFETIME, is_https);
    cookies.push(device.max_age(in_seconds(DEVICE_LIFETIME)).build());
    cookies
}

/// Returns the cookies of a logout, which expire at once. The browser stays a known device.
pub fn expired_cookies(is_https: bool) -> Vec<Cookie<'static>> {
    session_cookies(String::new(), String::new(), Duration::ZERO, is_https)
}

fn session_cookies(
    token: String,
    xsrf: String,
    lifetime: Duration,
    is_https: bool,
) -> Vec<Cookie<'static>> {
    let cookies = [
        cookies::hidden(cookies::SESSION, token, is_https),
        cookies::build(cookies::XSRF, xsrf, is_https),
    ];
    let cookies = cookies.into_iter();
    cookies
        .map(|cookie| cookie.max_age(in_seconds(lifetime)).build())
        .collect()
}

fn in_seconds(duration: Duration) -> cookie::time::Duration {
    cookie::time::Duration::seconds(duration.as_secs() as i64)
}
