//! Sessions: a random token in a cookie, its hash in the database.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use cookie::{Cookie, SameSite};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use super::account::Account;
use super::store;
use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::{Hub, Outgoing, TokenHash};
use crate::web::{Actor, App};

/// A session ends when it was not used for so long …
pub const IDLE: Duration = Duration::from_secs(14 * 24 * 3600);
/// … and when it is so old.
pub const ABSOLUTE: Duration = Duration::from_secs(30 * 24 * 3600);
/// Sessions of one user; a new one beyond that ends the oldest.
pub const PER_USER: usize = 20;
/// How often the use of a session is noted.
const NOTE_USE: Duration = Duration::from_secs(5 * 60);
/// So long after a login a password may be reset without giving the current one.
const FRESH: Duration = Duration::from_secs(10 * 60);

/// The signed-in user. Only [`Actor::authenticate`] makes one, inside the snapshot or transaction it is used in.
pub struct Me {
    account: Account,
    pub session: TokenHash,
    pub is_administrator: bool,
    signed_in_at: Timestamp,
    last_seen_at: Timestamp,
    now: Timestamp,
}

impl Me {
    pub(super) fn new(
        account: Account,
        session: TokenHash,
        is_administrator: bool,
        signed_in_at: Timestamp,
        last_seen_at: Timestamp,
        now: Timestamp,
    ) -> Self {
        Self { account, session, is_administrator, signed_in_at, last_seen_at, now }
    }

    /// Whether the login is recent enough for what a stolen session should not be able to do.
    pub fn is_fresh(&self) -> bool {
        self.now.since(self.signed_in_at) <= FRESH
    }
}

impl Deref for Me {
    type Target = Account;

    fn deref(&self) -> &Account {
        &self.account
    }
}

impl Actor for Me {
    const SIGNED_IN: bool = true;

    fn authenticate(read: &Read<'_>, token: Option<&TokenHash>) -> Result<Self> {
        let token = token.ok_or(Sentence::NotSignedIn)?;
        Ok(store::sessions::me(read, token)?.ok_or(Sentence::NotSignedIn)?)
    }

    fn is(&self, name: &str) -> bool {
        name == self.username || name == self.id.to_string()
    }

    fn user(&self) -> Option<Id> {
        Some(self.id)
    }

    fn is_due(&self) -> bool {
        self.now.since(self.last_seen_at) > NOTE_USE
    }

    fn note_use(&self, tx: &mut Write<'_>) -> Result<()> {
        store::sessions::note_use(tx, &self.session)
    }
}

/// How often expired sessions are looked for.
const SWEEP: Duration = Duration::from_secs(10 * 60);

/// Ends expired sessions as long as `app` lives. They open nothing any more, but their sockets would go on hearing.
pub fn sweep(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SWEEP).await;
            let Some(app) = app.upgrade() else { break };
            if let Err(error) = app.db.write_even_when_full(end_expired).await {
                tracing::warn!(%error, "expired sessions were not ended");
            }
        }
    });
}

/// Ends the sessions that have expired, and their sockets; and forgets invitations that are over for long enough.
pub fn end_expired(tx: &mut Write<'_>) -> Result<()> {
    store::invitations::forget(tx)?;
    let ended = store::sessions::delete_expired(tx)?;
    tx.send(Outgoing::SessionsEnded(ended));
    Ok(())
}

/// How often it is looked whether another process has changed something.
const LOOK: Duration = Duration::from_millis(500);

/// Follows what other processes do as long as `app` lives: `stoa session revoke`, say, beside this server.
pub fn follow(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        let mut seen = None;
        loop {
            tokio::time::sleep(LOOK).await;
            let Some(app) = app.upgrade() else { break };
            let hub = app.hub.clone();
            match app.db.write_even_when_full(move |tx| end_sockets_of_gone(tx, &hub, seen)).await {
                Ok(version) => seen = Some(version),
                Err(error) => tracing::warn!(%error, "what other processes have changed is not known"),
            }
        }
    });
}

/// Closes the sockets of sessions that are no more, if another process has committed something since the version `seen` of
/// the database. Returns its version now.
pub fn end_sockets_of_gone(tx: &mut Write<'_>, hub: &Hub, seen: Option<i64>) -> Result<i64> {
    let version = tx.version_elsewhere()?;
    if seen != Some(version) {
        let mut gone = Vec::new();
        for session in hub.sessions() {
            if store::sessions::me(tx, &session)?.is_none() {
                gone.push(session);
            }
        }
        tx.send(Outgoing::SessionsEnded(gone));
    }
    Ok(version)
}

/// A new token: the text for a cookie or a link.
pub fn new_token() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// What the database knows of a token.
pub fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// The value of the `XSRF-TOKEN` cookie that belongs to a session: only who holds the session can make it.
pub fn xsrf(token: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(token.as_bytes()).expect("a key of any length");
    mac.update(b"xsrf");
    BASE64_URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

/// Names of the cookies. Under https the session's name forbids it to be set from anywhere else.
pub fn cookie_name(https: bool) -> &'static str {
    if https { "__Host-stoa_session" } else { "stoa_session" }
}

/// The cookie that pages read and send back in the header `X-XSRF-TOKEN`.
pub const XSRF_COOKIE: &str = "XSRF-TOKEN";

/// The cookies of a login.
pub fn cookies(token: &str, https: bool) -> Vec<Cookie<'static>> {
    let cookie = |name, value, hidden| {
        Cookie::build((name, value))
            .path("/")
            .http_only(hidden)
            .same_site(SameSite::Strict)
            .secure(https)
            .max_age(cookie::time::Duration::seconds(ABSOLUTE.as_secs() as i64))
            .build()
    };
    vec![cookie(cookie_name(https), token.to_owned(), true), cookie(XSRF_COOKIE, xsrf(token), false)]
}

/// The cookies of a logout: the same, ending now.
pub fn no_cookies(https: bool) -> Vec<Cookie<'static>> {
    let mut cookies = cookies("", https);
    for cookie in &mut cookies {
        cookie.set_value("");
        cookie.set_max_age(cookie::time::Duration::ZERO);
    }
    cookies
}
