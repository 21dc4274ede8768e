//! A socket of Engine.IO with its state.

use std::iter;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use engineioxide::{DisconnectReason, Socket};
use tokio::sync::mpsc;

use super::client_events::ClientEvent;
use crate::platform::realtime::TokenHash;

/// State of one socket.
#[derive(Default)]
pub struct State {
    /// Its key in the hub.
    pub key: OnceLock<u64>,
    /// Whether the client has sent CONNECT.
    pub is_connected: AtomicBool,
    /// Whether its transport has been dropped. Nothing more is sent.
    pub is_dropped: AtomicBool,
    /// The sessions of the cookies of its upgrade, if its handshake had none.
    pub upgrade_tokens: OnceLock<Vec<TokenHash>>,
    /// The session of its user, if it is signed in.
    pub session: OnceLock<TokenHash>,
    /// Messages received in the current time window.
    pub messages: AtomicU32,
    /// Queue of the client's events.
    pub events: OnceLock<mpsc::Sender<ClientEvent>>,
}

/// A socket of Engine.IO.
pub type Engine = Socket<State>;

/// Closes a socket without Engine.IO's close packet, after which some clients do not return: there is
/// no place for it in a full queue.
pub fn drop_transport(socket: &Engine) {
    if !socket.data.is_dropped.swap(true, Ordering::Relaxed) {
        let _full: Vec<_> = iter::from_fn(|| socket.reserve().ok()).collect();
        socket.close(DisconnectReason::TransportClose);
    }
}
