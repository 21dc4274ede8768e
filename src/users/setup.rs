//! The first administrator: a site without one prints a link at its start, with which whoever reads it makes himself one.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use subtle::ConstantTimeEq;

use super::account::Authority;
use super::{session, store};
use crate::clock::Timestamp;
use crate::error::{Result, Sentence};
use crate::live::TokenHash;
use crate::web::App;

/// How long a link is good for.
const LIFE: Duration = Duration::from_secs(3600);

/// The link of this start of the server, if it has one. Cheap to clone.
#[derive(Clone, Default)]
pub struct Setup(Arc<Mutex<Option<Link>>>);

struct Link {
    token: TokenHash,
    until: Timestamp,
}

impl Setup {
    /// A new token for the link, in the place of the one before; none if the site has an administrator.
    pub async fn invite(&self, app: &App) -> Result<Option<String>> {
        if app.db.read(store::has_administrator).await? {
            return Ok(None);
        }
        let token = session::new_token();
        self.replace(Some(Link { token: session::hash(&token), until: app.clock.now().plus(LIFE) }));
        Ok(Some(token))
    }

    /// The right to make the first administrator, of whoever has the link; [`Sentence::SetupOver`] for anybody else.
    pub(super) fn authority(&self, token: &str, now: Timestamp) -> Result<Authority> {
        let link = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_good = |link: &Link| now <= link.until && bool::from(link.token.ct_eq(&session::hash(token)));
        if link.as_ref().is_some_and(is_good) { Ok(Authority::of_operator()) } else { Err(Sentence::SetupOver.into()) }
    }

    /// The link has done its work.
    pub(super) fn close(&self) {
        self.replace(None);
    }

    fn replace(&self, link: Option<Link>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = link;
    }
}
