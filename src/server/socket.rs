//! The live connection: Socket.IO 5 in text form on engineioxide's Engine.IO 4.
//!
//! Engine.IO (polling, upgrade to websocket, heartbeats, limits) is the library's. Socket.IO's own part is small,
//! and ours, because socketioxide cannot close one transport so that a stock client connects again: its
//! `disconnect` sends a packet after which clients stay away. Protocol: <https://socket.io/docs/v4/socket-io-protocol/>.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use bytes::Bytes;
use engineioxide::config::EngineIoConfig;
use engineioxide::handler::EngineIoHandler;
use engineioxide::{DisconnectReason, Socket, Str};
use serde_json::Value;
use tokio::sync::mpsc;

use super::received::{self, Received, Speaker};
use crate::error::Sentence;
use crate::live::{Connection, Identity};
use crate::users::{Me, session};
use crate::web::{Actor, App, Caller, network};

/// Largest message, in bytes.
const MESSAGE_SIZE: usize = 64 * 1024;
/// Packets that may wait for a slow client; with one more it is closed.
const QUEUE: usize = 256;
/// The library's default would cost 128 KiB for each idle socket.
const READ_BUFFER: usize = 4 * 1024;
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// Messages that a client may send within [`FLOOD_WINDOW`].
const FLOOD: u32 = 200;
const FLOOD_WINDOW: Duration = Duration::from_secs(10);
const SOCKETS: usize = 8_000;
/// Sockets of one session, or of one browser without a session.
const SOCKETS_OF_BROWSER: usize = 32;
/// Of one address, unless it is this machine: browsers are made up as fast as cookies are thrown away.
const SOCKETS_OF_ADDRESS: usize = 256;

pub fn config() -> EngineIoConfig {
    EngineIoConfig::builder()
        .req_path("/socket.io")
        .ping_interval(Duration::from_secs(25))
        .ping_timeout(Duration::from_secs(20))
        .max_buffer_size(QUEUE)
        .max_payload(MESSAGE_SIZE as u64)
        .ws_read_buffer_size(READ_BUFFER)
        .ws_max_message_size(MESSAGE_SIZE)
        .ws_max_frame_size(MESSAGE_SIZE)
        .build()
}

/// Brings sockets and the hub together.
pub struct Sockets {
    app: Weak<App>,
}

/// What is remembered of one socket.
#[derive(Default)]
pub struct State {
    /// Its key in the hub.
    key: OnceLock<u64>,
    is_connected: AtomicBool,
    messages: AtomicU32,
    /// Where what its client says waits for its turn.
    received: OnceLock<mpsc::Sender<Received>>,
}

type Engine = Socket<State>;

impl Sockets {
    pub fn new(app: &Arc<App>) -> Self {
        Self { app: Arc::downgrade(app) }
    }
}

impl fmt::Debug for Sockets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sockets")
    }
}

struct Live {
    socket: Arc<Engine>,
    /// The hub publishes from a thread of its own, and closing a socket spawns a task.
    runtime: tokio::runtime::Handle,
}

impl Connection for Live {
    fn send(&self, packet: Str) {
        if self.socket.emit(packet).is_err() {
            self.close();
        }
    }

    fn close(&self) {
        let _runtime = self.runtime.enter();
        self.socket.close(DisconnectReason::TransportClose);
    }
}

impl EngineIoHandler for Sockets {
    type Data = State;

    fn on_connect(self: Arc<Self>, socket: Arc<Engine>) {
        let (Some(app), Some(caller)) = (self.app.upgrade(), socket.req_parts.extensions.get::<Caller>()) else {
            return socket.close(DisconnectReason::ClosingServer);
        };
        let address = network(caller.address);
        let identity = Identity { address, visitor: caller.visitor.clone(), session: caller.token, user: None };
        let same_browser = |other: &Identity| match identity.session {
            Some(_) => other.session == identity.session,
            None => other.visitor == identity.visitor,
        };
        let same_address = |other: &Identity| other.address == address && !address.is_loopback();
        if app.hub.count(|_| true) >= SOCKETS
            || app.hub.count(same_browser) >= SOCKETS_OF_BROWSER
            || app.hub.count(same_address) >= SOCKETS_OF_ADDRESS
        {
            return socket.close(DisconnectReason::TransportClose);
        }
        let runtime = tokio::runtime::Handle::current();
        let key = app.hub.join(identity, Arc::new(Live { socket: socket.clone(), runtime }));
        let _ = socket.data.key.set(key);
        // It may have ended since it joined, before its end could know the key.
        if socket.is_closed() {
            app.hub.leave(key);
        }
        tokio::spawn(watch(Arc::downgrade(&socket)));
    }

    fn on_disconnect(&self, socket: Arc<Engine>, _: DisconnectReason) {
        if let (Some(app), Some(&key)) = (self.app.upgrade(), socket.data.key.get()) {
            received::gone(&app, &app.hub.leave(key));
        }
    }

    fn on_message(self: &Arc<Self>, message: Str, socket: Arc<Engine>) {
        if socket.data.messages.fetch_add(1, Ordering::Relaxed) >= FLOOD {
            return socket.close(DisconnectReason::TransportClose);
        }
        match Packet::parse(&message) {
            Some(Packet::Connect) => {
                let sockets = self.clone();
                tokio::spawn(async move { sockets.connect(&socket).await });
            }
            Some(Packet::ConnectElsewhere(namespace)) => {
                let _ = socket.emit(format!(r#"4{namespace},{{"message":"Invalid namespace"}}"#));
            }
            Some(Packet::Event(event)) if socket.data.is_connected.load(Ordering::Acquire) => {
                let waiting = socket.data.received.get_or_init(|| {
                    // As many as a client may say before it is closed.
                    let (waiting, events) = mpsc::channel(FLOOD as usize);
                    tokio::spawn(attend(self.app.clone(), Arc::downgrade(&socket), events));
                    waiting
                });
                if waiting.try_send(event).is_err() {
                    socket.close(DisconnectReason::TransportClose);
                }
            }
            Some(Packet::Other) => {}
            Some(Packet::Event(_) | Packet::Disconnect) | None => socket.close(DisconnectReason::TransportClose),
        }
    }

    fn on_binary(self: &Arc<Self>, _: Bytes, socket: Arc<Engine>) {
        socket.close(DisconnectReason::PacketParsingError);
    }
}

impl Sockets {
    /// Completes the handshake: finds out whose session it is. Without one the socket is open, and hears nothing.
    async fn connect(&self, socket: &Arc<Engine>) {
        let (Some(app), Some(caller), Some(&key)) =
            (self.app.upgrade(), socket.req_parts.extensions.get::<Caller>(), socket.data.key.get())
        else {
            return socket.close(DisconnectReason::ClosingServer);
        };
        if socket.data.is_connected.swap(true, Ordering::AcqRel) {
            return;
        }
        let token = caller.token;
        app.hub.claim(key, true);
        let user = match app.db.read(move |read| Me::authenticate(read, token.as_ref())).await {
            Ok(me) => Some(me.id),
            Err(error) if error.sentence() == Sentence::NotSignedIn => {
                app.hub.claim(key, false);
                None
            }
            // It may well be somebody's: let its client try again, rather than leave it deaf.
            Err(_) => return socket.close(DisconnectReason::TransportClose),
        };
        // Not Engine.IO's own id, which a client could use in another's name.
        let greet = || socket.emit(format!(r#"0{{"sid":"{}"}}"#, &session::new_token()[..20]));
        let greeted = match user {
            Some(user) => app.hub.sign_in(key, user, greet),
            None => greet(),
        };
        if greeted.is_err() {
            socket.close(DisconnectReason::TransportClose);
        }
    }
}

/// Closes a socket that never says CONNECT, and forgives its messages as time goes by.
async fn watch(socket: Weak<Engine>) {
    tokio::time::sleep(CONNECT_TIME).await;
    loop {
        let Some(socket) = socket.upgrade().filter(|socket| !socket.is_closed()) else { return };
        if !socket.data.is_connected.load(Ordering::Acquire) {
            return socket.close(DisconnectReason::TransportClose);
        }
        socket.data.messages.store(0, Ordering::Relaxed);
        drop(socket);
        tokio::time::sleep(FLOOD_WINDOW).await;
    }
}

/// Deals with what a client says, one after the other, and acknowledges what it wants to have acknowledged.
async fn attend(app: Weak<App>, socket: Weak<Engine>, mut events: mpsc::Receiver<Received>) {
    while let Some(event) = events.recv().await {
        let (Some(app), Some(socket)) = (app.upgrade(), socket.upgrade()) else { return };
        let (Some(caller), Some(&key)) = (socket.req_parts.extensions.get::<Caller>(), socket.data.key.get()) else { return };
        let speaker = Speaker { key, token: caller.token, address: caller.address };
        received::hear(&app, &speaker, &event).await;
        if let Some(number) = event.acknowledge {
            let _ = socket.emit(format!("3{number}[]"));
        }
    }
}

/// What a client says.
#[derive(Debug, PartialEq)]
pub enum Packet<'m> {
    Connect,
    /// To a namespace that we do not have.
    ConnectElsewhere(&'m str),
    Disconnect,
    Event(Received),
    /// An acknowledgement, or something for a namespace that is not connected.
    Other,
}

impl<'m> Packet<'m> {
    /// Nothing for what is no packet, or a binary one.
    pub fn parse(message: &'m str) -> Option<Self> {
        let (kind, rest) = message.split_at_checked(1)?;
        let namespace = rest.starts_with('/').then(|| rest.split_once(',').map_or(rest, |(namespace, _)| namespace));
        let rest = namespace.map_or(rest, |namespace| rest[namespace.len()..].trim_start_matches(','));
        let elsewhere = namespace.filter(|namespace| *namespace != "/");
        match (kind, elsewhere) {
            ("0", None) => Some(Self::Connect),
            ("0", Some(namespace)) if namespace.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_".contains(&b)) => {
                Some(Self::ConnectElsewhere(namespace))
            }
            ("1", None) => Some(Self::Disconnect),
            ("1" | "2" | "3", Some(_)) | ("3", None) => Some(Self::Other),
            ("2", None) => {
                let json = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                let acknowledge = rest[..rest.len() - json.len()].parse().ok();
                let mut parts = serde_json::from_str::<Vec<Value>>(json).ok()?.into_iter();
                let name = parts.next()?.as_str()?.to_owned();
                Some(Self::Event(Received { name, argument: parts.next().unwrap_or_default(), acknowledge }))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Packet::{self, *};
    use super::Received;

    #[test]
    fn packets_are_what_the_protocol_says() {
        let event = |name: &str, argument, acknowledge| Some(Event(Received { name: name.to_owned(), argument, acknowledge }));
        let check = |message: &str, packet: Option<Packet<'_>>| assert_eq!(Packet::parse(message), packet, "{message}");
        check("0", Some(Connect));
        check(r#"0{"token":"x"}"#, Some(Connect));
        check("0/admin,", Some(ConnectElsewhere("/admin")));
        check("0/admin,{}", Some(ConnectElsewhere("/admin")));
        check("0/\"},\n", None);
        check("1", Some(Disconnect));
        check(r#"2["joinChat","1"]"#, event("joinChat", json!("1"), None));
        check(r#"212["joinChat"]"#, event("joinChat", json!(null), Some(12)));
        check(r#"20["makeMove",{"gameID":"1"},2]"#, event("makeMove", json!({"gameID": "1"}), Some(0)));
        check(r#"2/chat,["x"]"#, Some(Other));
        check("3[]", Some(Other));
        for broken in ["", "2", "2[]", "2[1]", "2{}", "5", "51-[]", "x", "\u{1f40e}", "2[\"a\""] {
            check(broken, None);
        }
    }
}
