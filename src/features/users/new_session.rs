//! The session of a login.

use cookie::Cookie;

use super::{known_devices, session, store};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::platform::db::Write;
use crate::platform::realtime::{Outgoing, TokenHash};
use crate::platform::web::{Actor, Caller, RequestContext};

/// A session to be inserted.
pub struct NewSession {
    pub(super) token: String,
    caller: Caller,
}

impl NewSession {
    /// Creates a session for the browser of a call.
    pub fn new<A: Actor>(call: &RequestContext<A>) -> Self {
        Self {
            token: session::new_token(),
            caller: call.caller.clone(),
        }
    }

    /// Returns the hash of its token, which names the session.
    pub fn hash(&self) -> TokenHash {
        session::hash(&self.token)
    }

    /// Inserts the session and remembers the device. Ends the browser's previous session, whose
    /// sockets reconnect. Returns the cookies for the browser. Rejects a suspended user with 403, the end
    /// of the suspension and its reason.
    pub fn insert(self, tx: &mut Write<'_>, user: Id) -> Result<Vec<Cookie<'static>>> {
        if let Some((until, reason)) = store::restrictions::suspension(tx, user)? {
            let detail = format!("{}. Reason: {reason}", until.to_minute());
            return Err(Error::with(Sentence::AccountSuspended, detail));
        }
        let devices = known_devices::remember(tx, user, &self.caller)?;
        let mut ended = store::sessions::insert(
            tx,
            user,
            &session::hash(&self.token),
            &self.caller.address.to_string(),
            &self.caller.user_agent,
        )?;
        for old in self.caller.tokens {
            store::sessions::delete(tx, &old)?;
            ended.push(old);
        }
        tx.send(Outgoing::SignedIn {
            address: self.caller.visitor.is_none().then_some(self.caller.address),
            visitor: self.caller.visitor.unwrap_or_else(session::new_token),
            user,
            session: session::hash(&self.token),
            ended,
        });
        tx.without_event("a login concerns only one browser");
        Ok(session::cookies(&self.token, devices, self.caller.is_https))
    }
}
