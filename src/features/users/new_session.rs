//! The session of a login.

use cookie::Cookie;

use super::model::SignInMethod;
use super::{appeal_proof, known_devices, second_factor, session, store};
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::user_agent;
use crate::platform::db::Write;
use crate::platform::outbox::{DeliveryKind, enqueue};
use crate::platform::realtime::{Outgoing, TokenHash};
use crate::platform::web::{Actor, Caller, RequestContext};

/// A session to be inserted.
pub struct NewSession {
    pub(super) token: String,
    caller: Caller,
    method: SignInMethod,
    remembers: bool,
}

impl NewSession {
    /// Creates a session for the browser of a call, whose user has signed in with their password.
    pub fn new<A: Actor>(call: &RequestContext<A>) -> Self {
        Self {
            token: session::new_token(),
            caller: call.caller.clone(),
            method: SignInMethod::Password,
            remembers: false,
        }
    }

    /// Returns the hash of its token, which names the session.
    pub fn hash(&self) -> TokenHash {
        session::hash(&self.token)
    }

    /// Says how the user has signed in.
    #[must_use]
    pub fn by(self, method: SignInMethod) -> Self {
        Self { method, ..self }
    }

    /// Says whether the browser needs no code of a second factor for 30 days.
    #[must_use]
    pub(super) fn remembering(self, remembers: bool) -> Self {
        Self { remembers, ..self }
    }

    /// Inserts the session and remembers the device; if the account knows others, its owner is notified of a new one.
    /// Ends the browser's previous session, whose sockets reconnect. Returns the cookies for the browser. Rejects a suspended user with 403, the end
    /// of the suspension, its reason and a proof for their appeal.
    pub fn insert(self, tx: &mut Write<'_>, user: Id) -> Result<Vec<Cookie<'static>>> {
        if let Some((until, reason)) = store::restrictions::suspension(tx, user)? {
            let detail = format!("{}. Reason: {reason}", until.to_minute());
            let proof = appeal_proof::issue(tx, user)?;
            return Err(Error::Suspended { detail, proof });
        }
        if known_devices::is_new(tx, user, &self.caller)? {
            tell_of_new_device(tx, user, &self.caller)?;
        }
        let remembered = self.remembers.then_some(second_factor::REMEMBERED);
        let devices = known_devices::remember(tx, user, &self.caller, remembered)?;
        let mut ended = store::sessions::insert(
            tx,
            user,
            &session::hash(&self.token),
            &self.caller.address.to_string(),
            &self.caller.user_agent,
            self.method,
        )?;
        for old in self.caller.credential.sessions() {
            store::sessions::delete(tx, old)?;
            ended.push(*old);
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

/// Notifies a user of a login with a device that their account does not know.
fn tell_of_new_device(tx: &mut Write<'_>, user: Id, caller: &Caller) -> Result<()> {
    let browser = user_agent::describe(&caller.user_agent);
    let device = format!("{browser}, {}", caller.address);
    let notice = store::notices::insert_about_device(tx, user, &device)?;
    enqueue(tx, user, DeliveryKind::NewDevice, notice, None)
}
