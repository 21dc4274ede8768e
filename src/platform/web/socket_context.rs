//! The socket that an event of a client comes from.

use std::net::IpAddr;

use super::{Actor, App, Credential, Limit};
use crate::core::error::Result;
use crate::core::fair_queue::Requester;
use crate::platform::db::{Read, WriteOrigin};
use crate::platform::realtime::TokenHash;

/// The socket that an event comes from. Its session is not authenticated yet: each handler does that
/// again, like a request.
#[derive(Clone, Copy)]
pub struct SocketContext {
    /// The socket's key in the hub.
    pub key: u64,
    pub token: Option<TokenHash>,
    pub address: IpAddr,
}

impl SocketContext {
    /// Counts an event as a request, and against `limit`: of the socket's user, or of its address if it
    /// has none. Fails with 429 if one of them is exhausted. Call it before any work.
    pub fn check(&self, app: &App, limit: Limit) -> Result<()> {
        app.limiter
            .check(limit, app.hub.user_of(self.key), self.address)
    }

    /// Returns whose turn a write for the socket waits for.
    pub fn write_origin(&self, app: &App) -> WriteOrigin {
        let by = app.hub.user_of(self.key).map_or_else(
            || Requester::of_session(self.address),
            |user| Requester::new(self.address, &user.to_string()),
        );
        WriteOrigin {
            by,
            bytes: 0,
            is_critical: false,
        }
    }

    /// Counts an event as a request, authenticates its sender and reads.
    pub async fn read<A: Actor, T: Send + 'static>(
        &self,
        app: &App,
        f: impl FnOnce(&Read<'_>, &A) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.check(app, Limit::Request)?;
        let session = Credential::Sessions(self.token.into_iter().collect());
        app.db
            .read(move |read| f(read, &A::authenticate(read, &session)?))
            .await
    }
}
