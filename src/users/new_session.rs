//! The session of a login.

use super::{session, store};
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::realtime::Outgoing;
use crate::web::{Actor, Caller, RequestContext};

/// A session to be inserted.
pub(super) struct NewSession {
    pub(super) token: String,
    caller: Caller,
}

impl NewSession {
    pub(super) fn new<A: Actor>(call: &RequestContext<A>) -> Self {
        Self {
            token: session::new_token(),
            caller: call.caller.clone(),
        }
    }

    /// Inserts the session. Ends the browser's previous session, whose sockets reconnect.
    pub(super) fn insert(self, tx: &mut Write<'_>, user: Id) -> Result<()> {
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
        if !ended.is_empty() {
            tx.send(Outgoing::SessionsEnded(ended));
        }
        if let Some(visitor) = self.caller.visitor {
            tx.send(Outgoing::VisitorSignedIn(visitor));
        }
        tx.without_event("a login concerns only one browser");
        Ok(())
    }
}
