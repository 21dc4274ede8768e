//! The socket that an event of a client comes from.

use std::net::IpAddr;

use super::{Actor, App, Limit};
use crate::core::error::Result;
use crate::platform::db::Read;
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

    /// Counts an event as a request, authenticates its sender and reads.
    pub async fn read<A: Actor, T: Send + 'static>(
        &self,
        app: &App,
        f: impl FnOnce(&Read<'_>, &A) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.check(app, Limit::Request)?;
        let token = self.token;
        app.db
            .read(move |read| f(read, &A::authenticate(read, token.as_slice())?))
            .await
    }
}
