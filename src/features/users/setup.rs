//! Set-up of the first administrator: a site without one prints a one-time link at its start.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use subtle::ConstantTimeEq;

use super::identity::AdminAuthority;
use super::{session, store};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::platform::realtime::TokenHash;
use crate::platform::web::App;

/// The validity of a link.
const VALIDITY: Duration = Duration::from_secs(3600);

/// The set-up link of the running server, if there is one. Cheap to clone.
#[derive(Clone, Default)]
pub struct Setup(Arc<Mutex<Option<Link>>>);

struct Link {
    token: TokenHash,
    until: Timestamp,
}

impl Setup {
    /// Replaces the link and returns its token; `None` if the site has an administrator.
    pub async fn renew(&self, app: &App) -> Result<Option<String>> {
        if app.db.read(store::has_administrator).await? {
            return Ok(None);
        }
        let token = session::new_token();
        self.replace(Some(Link {
            token: session::hash(&token),
            until: app.clock.now().plus(VALIDITY),
        }));
        Ok(Some(token))
    }

    /// Returns the right to create the first administrator. Rejects a wrong or old token with 403.
    pub(super) fn authority(&self, token: &str, now: Timestamp) -> Result<AdminAuthority> {
        let link = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_valid =
            |link: &Link| now <= link.until && bool::from(link.token.ct_eq(&session::hash(token)));
        if link.as_ref().is_some_and(is_valid) {
            Ok(AdminAuthority::of_operator())
        } else {
            Err(Sentence::SetupOver.into())
        }
    }

    /// Removes the link after its use.
    pub(super) fn close(&self) {
        self.replace(None);
    }

    fn replace(&self, link: Option<Link>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = link;
    }
}
