//! One socket: its connection, and whose it is.

use std::net::IpAddr;

use engineioxide::Str;

use crate::core::id::Id;

/// SHA-256 of a session's token. It identifies the session and does not grant access to it.
pub type TokenHash = [u8; 32];

/// Random id of a browser, from the cookie `stoa_visitor`. It grants no rights: it selects the
/// sockets that reconnect after a login.
pub type Visitor = String;

/// A socket as the hub sees it.
pub trait Connection: Send + Sync {
    /// Queues a Socket.IO packet. All sockets share its text. A connection whose queue is full
    /// closes itself, and its client reconnects and refetches; with `is_memory_short`, so does one
    /// that has not sent the packets before this one.
    fn send(&self, packet: Str, is_memory_short: bool);

    /// Closes the transport without a disconnect packet, so that a stock client reconnects by
    /// itself.
    fn close(&self);
}

/// The address, browser, session and user of a socket.
#[derive(Debug, Clone)]
pub struct Identity {
    pub address: IpAddr,
    pub visitor: Option<Visitor>,
    /// Whether the browser sent no id and got the present one in the reply to a websocket, whose cookies some clients do
    /// not store: the login of a client without an id finds it by its address.
    pub has_new_visitor: bool,
    /// The session of the user. Until it has been looked up: all sessions that the cookies of the
    /// handshake may stand for.
    pub sessions: Vec<TokenHash>,
    /// `None` until the session has been looked up. Until then the socket receives no events.
    pub user: Option<Id>,
}

impl Identity {
    /// Returns whether it has, or may have, one of these sessions.
    pub(super) fn has_any_of(&self, sessions: &[TokenHash]) -> bool {
        self.sessions
            .iter()
            .any(|session| sessions.contains(session))
    }
}
