//! The socket that an event of a client comes from.

use std::net::IpAddr;

use crate::realtime::TokenHash;

/// The socket that an event comes from. Its session is not authenticated yet: each handler does that
/// again, like a request.
#[derive(Clone, Copy)]
pub struct SocketContext {
    /// The socket's key in the hub.
    pub key: u64,
    pub token: Option<TokenHash>,
    pub address: IpAddr,
}
