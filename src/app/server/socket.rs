//! The live connection: Socket.IO 5 in text form on engineioxide's Engine.IO 4.
//!
//! Engine.IO (polling, upgrade to websocket, heartbeats, limits) is the library's. The small
//! Socket.IO layer is ours, because socketioxide cannot close a transport so that a stock client
//! reconnects: its `disconnect` sends a packet after which clients do not return. Protocol:
//! <https://socket.io/docs/v4/socket-io-protocol/>.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use bytes::Bytes;
use engineioxide::config::EngineIoConfig;
use engineioxide::handler::EngineIoHandler;
use engineioxide::socket::Sid;
use engineioxide::{DisconnectReason, Str, TransportType};
use serde_json::Value;
use tokio::sync::mpsc;

use super::client_events::{self, ClientEvent};
use super::engine::{Engine, State, drop_transport};
use super::security::is_upgrade;
use super::send_queue::{QUEUE, SendQueue};
use crate::core::error::{Result, Sentence};
use crate::features::users::{Me, session};
use crate::platform::realtime::{Identity, TokenHash};
use crate::platform::web::{Actor, App, Caller, Credential, SocketContext};

/// Largest message, in bytes.
const MESSAGE_SIZE: usize = 64 * 1024;
/// Read buffer per socket, in bytes. The library's default would cost 128 KiB for each idle socket.
const READ_BUFFER: usize = 4 * 1024;
/// Time in which a client must send CONNECT.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How often, and in which interval, an upgrade is asked whether it is complete.
const UPGRADE_CHECKS: u32 = 100;
const UPGRADE_CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Messages that a client may send within [`MESSAGE_WINDOW`].
const MESSAGE_LIMIT: u32 = 200;
const MESSAGE_WINDOW: Duration = Duration::from_secs(10);
/// Returns the configuration of Engine.IO.
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

/// Connects the sockets to the hub and to the handlers of their events.
pub struct Sockets {
    app: Weak<App>,
    engines: Mutex<HashMap<Sid, Weak<Engine>>>,
}

impl Sockets {
    /// Creates the handler of all sockets.
    pub fn new(app: &Arc<App>) -> Self {
        Self {
            app: Arc::downgrade(app),
            engines: Mutex::default(),
        }
    }

    fn engines(&self) -> MutexGuard<'_, HashMap<Sid, Weak<Engine>>> {
        self.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks a request of the live connection before Engine.IO answers it.
    ///
    /// Fails with 429 or 503 for a handshake for which there is no place, and with 400 for a request
    /// with the `sid` of a connection whose cookies it does not have.
    pub fn admit(&self, request: &Request<Body>) -> Result<()> {
        let (Some(app), Some(caller)) = (self.app.upgrade(), request.extensions().get::<Caller>())
        else {
            return Ok(());
        };
        let parameters = request.uri().query().unwrap_or_default().split('&');
        let mut sids = parameters.filter_map(|parameter| parameter.strip_prefix("sid="));
        let Some(sid) = sids.next() else {
            app.limiter.check_handshake(caller.address)?;
            return if app.hub.has_place(&identity(caller, false)) {
                Ok(())
            } else {
                Err(Sentence::Busy.into())
            };
        };
        let socket = sid
            .parse()
            .ok()
            .and_then(|sid| self.engines().get(&sid)?.upgrade());
        let Some(socket) = socket else {
            // Engine.IO rejects it.
            return Ok(());
        };
        let has_allowed_origins = !app.config.server.allowed_origins.is_empty();
        if has_allowed_origins && is_upgrade(request) && has_no_cookies(&socket) {
            self.adopt_cookies(&app, &socket, caller);
            Ok(())
        } else if is_bound(&socket, caller) {
            Ok(())
        } else {
            Err(Sentence::UnknownConnection.into())
        }
    }

    /// Gives a socket whose handshake had no cookies those of its upgrade. Browsers send no cookies
    /// with the polls of a page of another origin unless it asks for that, and always with an
    /// upgrade. The check of the origin has let only pages of allowed origins do so.
    fn adopt_cookies(&self, app: &App, socket: &Arc<Engine>, caller: &Caller) {
        let cookies = (
            caller.visitor.clone(),
            caller.credential.sessions().to_vec(),
        );
        let Some(&key) = socket.data.key.get() else {
            return;
        };
        if socket
            .data
            .upgrade_tokens
            .set(caller.credential.sessions().to_vec())
            .is_ok()
        {
            app.hub.identify(key, cookies);
            tokio::spawn(sign_in_after_upgrade(
                self.app.clone(),
                Arc::downgrade(socket),
            ));
        }
    }
}

/// Signs a socket in with the cookies of its upgrade as soon as it is a websocket: until then it is
/// open to polls without cookies.
async fn sign_in_after_upgrade(app: Weak<App>, socket: Weak<Engine>) {
    for _ in 0..UPGRADE_CHECKS {
        tokio::time::sleep(UPGRADE_CHECK_INTERVAL).await;
        let (Some(app), Some(socket)) = (app.upgrade(), socket.upgrade()) else {
            return;
        };
        if socket.transport_type() == TransportType::Websocket
            && socket.data.is_connected.load(Ordering::Acquire)
        {
            let tokens = socket.data.upgrade_tokens.get().cloned();
            return sign_in(&app, &socket, tokens.unwrap_or_default(), || true).await;
        }
    }
}

/// Returns the identity of a new socket, which is a websocket or begins with polls.
fn identity(caller: &Caller, is_websocket: bool) -> Identity {
    Identity {
        address: caller.address,
        visitor: caller.visitor.clone(),
        has_new_visitor: is_websocket && caller.is_new_visitor && caller.credential.is_none(),
        sessions: caller.credential.sessions().to_vec(),
        user: None,
    }
}

/// Returns whether a request has the cookies to which a socket is bound: that of its session, else
/// that of its browser. URLs are logged, so knowing the `sid` is not enough.
///
/// A client without cookies has neither. Its socket never signs in and so receives at most what everyone may
/// read, and it is open to requests without cookies.
fn is_bound(socket: &Engine, request: &Caller) -> bool {
    let Some(handshake) = socket.req_parts.extensions.get::<Caller>() else {
        return false;
    };
    if let Some(session) = socket.data.session.get() {
        request.credential.sessions().contains(session)
    } else if handshake.credential.is_none() {
        let has_cookies = request.visitor.is_some() || !request.credential.is_none();
        request.visitor == handshake.visitor || (handshake.is_new_visitor && !has_cookies)
    } else {
        let mut sessions = handshake.credential.sessions().iter();
        sessions.any(|session| request.credential.sessions().contains(session))
    }
}

/// Returns whether the client has sent no cookie so far.
fn has_no_cookies(socket: &Engine) -> bool {
    let handshake = socket.req_parts.extensions.get::<Caller>();
    socket.data.upgrade_tokens.get().is_none()
        && handshake.is_some_and(|caller| caller.credential.is_none() && caller.is_new_visitor)
}

impl fmt::Debug for Sockets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sockets")
    }
}

impl EngineIoHandler for Sockets {
    type Data = State;

    fn on_connect(self: Arc<Self>, socket: Arc<Engine>) {
        let (Some(app), Some(caller)) = (
            self.app.upgrade(),
            socket.req_parts.extensions.get::<Caller>(),
        ) else {
            return drop_transport(&socket);
        };
        let is_websocket = socket.transport_type() == TransportType::Websocket;
        let connection = Arc::new(SendQueue::new(socket.clone()));
        let Some(key) = app.hub.connect(identity(caller, is_websocket), connection) else {
            return drop_transport(&socket);
        };
        let _ = socket.data.key.set(key);
        self.engines().insert(socket.id, Arc::downgrade(&socket));
        // `on_disconnect` may have run before the key was set.
        if socket.is_closed() {
            app.hub.disconnect(key);
            self.engines().remove(&socket.id);
        }
        tokio::spawn(enforce_limits(Arc::downgrade(&socket)));
    }

    fn on_disconnect(&self, socket: Arc<Engine>, _: DisconnectReason) {
        self.engines().remove(&socket.id);
        if let (Some(app), Some(&key)) = (self.app.upgrade(), socket.data.key.get()) {
            client_events::on_disconnect(&app, &app.hub.disconnect(key));
        }
    }

    fn on_message(self: &Arc<Self>, message: Str, socket: Arc<Engine>) {
        if socket.data.messages.fetch_add(1, Ordering::Relaxed) >= MESSAGE_LIMIT {
            return drop_transport(&socket);
        }
        match Packet::parse(&message) {
            Some(Packet::Connect) => {
                let sockets = self.clone();
                tokio::spawn(async move { sockets.connect(&socket).await });
            }
            Some(Packet::ConnectToUnknown(namespace)) => {
                let _ = socket.emit(format!(r#"4{namespace},{{"message":"Invalid namespace"}}"#));
            }
            Some(Packet::Event(event)) if socket.data.is_connected.load(Ordering::Acquire) => {
                let queue = socket.data.events.get_or_init(|| {
                    // A client that sends more is disconnected anyway.
                    let (queue, events) = mpsc::channel(MESSAGE_LIMIT as usize);
                    tokio::spawn(handle_events(
                        self.app.clone(),
                        Arc::downgrade(&socket),
                        events,
                    ));
                    queue
                });
                if queue.try_send(event).is_err() {
                    drop_transport(&socket);
                }
            }
            Some(Packet::Other) => {}
            Some(Packet::Event(_) | Packet::Disconnect) | None => {
                drop_transport(&socket);
            }
        }
    }

    fn on_binary(self: &Arc<Self>, _: Bytes, socket: Arc<Engine>) {
        drop_transport(&socket);
    }
}

impl Sockets {
    /// Completes the handshake: looks up the session and subscribes the socket to its user's
    /// events. Without a session the socket stays open and receives public events while everyone may read.
    async fn connect(&self, socket: &Arc<Engine>) {
        let (Some(app), Some(caller)) = (
            self.app.upgrade(),
            socket.req_parts.extensions.get::<Caller>(),
        ) else {
            return drop_transport(socket);
        };
        if socket.data.is_connected.swap(true, Ordering::AcqRel) {
            return;
        }
        // A random id, because Engine.IO's id would let other clients send requests for this
        // socket.
        let greet = || {
            let is_dropped = socket.data.is_dropped.load(Ordering::Relaxed);
            let packet = format!(r#"0{{"sid":"{}"}}"#, &session::new_token()[..20]);
            !is_dropped && socket.emit(packet).is_ok()
        };
        sign_in(&app, socket, caller.credential.sessions().to_vec(), greet).await;
    }
}

/// Looks up the session of a socket and subscribes it to its user's events. `greet` runs before the
/// first event, also without a session, and returns whether the client could be told.
async fn sign_in(
    app: &App,
    socket: &Arc<Engine>,
    tokens: Vec<TokenHash>,
    greet: impl FnOnce() -> bool,
) {
    let Some(&key) = socket.data.key.get() else {
        return drop_transport(socket);
    };
    app.hub.set_has_session(key, true);
    let me = match app
        .db
        .read(move |read| Me::authenticate(read, &Credential::Sessions(tokens)))
        .await
    {
        Ok(me) => Some(me),
        Err(error) if error.sentence() == Sentence::NotSignedIn => {
            app.hub.set_has_session(key, false);
            None
        }
        // The session may exist: the client should reconnect rather than stay without events.
        Err(_) => return drop_transport(socket),
    };
    let is_greeted = match me {
        Some(me) => {
            let _ = socket.data.session.set(*me.session());
            app.hub.sign_in(key, me.id(), *me.session(), greet)
        }
        None => app.hub.admit_stranger(key, greet),
    };
    if !is_greeted {
        drop_transport(socket);
    }
}

/// Closes a socket without CONNECT after [`CONNECT_TIMEOUT`], and resets its message count in each
/// [`MESSAGE_WINDOW`].
async fn enforce_limits(socket: Weak<Engine>) {
    tokio::time::sleep(CONNECT_TIMEOUT).await;
    loop {
        let Some(socket) = socket.upgrade().filter(|socket| !socket.is_closed()) else {
            return;
        };
        if !socket.data.is_connected.load(Ordering::Acquire) {
            return drop_transport(&socket);
        }
        socket.data.messages.store(0, Ordering::Relaxed);
        drop(socket);
        tokio::time::sleep(MESSAGE_WINDOW).await;
    }
}

/// Handles the events of a socket one after the other, and acknowledges them on request.
async fn handle_events(
    app: Weak<App>,
    socket: Weak<Engine>,
    mut events: mpsc::Receiver<ClientEvent>,
) {
    while let Some(event) = events.recv().await {
        let (Some(app), Some(socket)) = (app.upgrade(), socket.upgrade()) else {
            return;
        };
        let (Some(caller), Some(&key)) = (
            socket.req_parts.extensions.get::<Caller>(),
            socket.data.key.get(),
        ) else {
            return;
        };
        let context = SocketContext {
            key,
            token: socket.data.session.get().copied(),
            address: caller.address,
        };
        let answer = client_events::dispatch(&app, &context, &event).await;
        if let Some(ack_id) = event.ack_id {
            let answer = answer.map_or_else(String::new, |answer| answer.to_string());
            let _ = socket.emit(format!("3{ack_id}[{answer}]"));
        }
    }
}

/// A Socket.IO packet from a client.
#[derive(Debug, PartialEq)]
pub enum Packet<'m> {
    Connect,
    /// A CONNECT to a namespace that does not exist.
    ConnectToUnknown(&'m str),
    Disconnect,
    Event(ClientEvent),
    /// An acknowledgement, or a packet for a namespace that is not connected. Ignored.
    Other,
}

impl<'m> Packet<'m> {
    /// Parses a packet. Returns `None` for a malformed or binary packet.
    pub fn parse(message: &'m str) -> Option<Self> {
        let (kind, rest) = message.split_at_checked(1)?;
        let namespace = rest.starts_with('/').then(|| {
            rest.split_once(',')
                .map_or(rest, |(namespace, _)| namespace)
        });
        let rest = namespace.map_or(rest, |namespace| {
            rest[namespace.len()..].trim_start_matches(',')
        });
        let unknown_namespace = namespace.filter(|namespace| *namespace != "/");
        match (kind, unknown_namespace) {
            ("0", None) => Some(Self::Connect),
            ("0", Some(namespace))
                if namespace
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"/-_".contains(&b)) =>
            {
                Some(Self::ConnectToUnknown(namespace))
            }
            ("1", None) => Some(Self::Disconnect),
            ("1" | "2" | "3", Some(_)) | ("3", None) => Some(Self::Other),
            ("2", None) => {
                let json = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                let ack_id = rest[..rest.len() - json.len()].parse().ok();
                let mut arguments = serde_json::from_str::<Vec<Value>>(json).ok()?.into_iter();
                let name = arguments.next()?.as_str()?.to_owned();
                Some(Self::Event(ClientEvent {
                    name,
                    argument: arguments.next().unwrap_or_default(),
                    ack_id,
                }))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ClientEvent;
    use super::Packet::{self, *};

    #[test]
    fn packets_are_parsed_as_the_protocol_defines() {
        let event = |name: &str, argument, ack_id| {
            Some(Event(ClientEvent {
                name: name.to_owned(),
                argument,
                ack_id,
            }))
        };
        let check = |message: &str, packet: Option<Packet<'_>>| {
            assert_eq!(Packet::parse(message), packet, "{message}");
        };
        check("0", Some(Connect));
        check(r#"0{"token":"x"}"#, Some(Connect));
        check("0/admin,", Some(ConnectToUnknown("/admin")));
        check("0/admin,{}", Some(ConnectToUnknown("/admin")));
        check("0/\"},\n", None);
        check("1", Some(Disconnect));
        check(r#"2["joinChat","1"]"#, event("joinChat", json!("1"), None));
        check(
            r#"212["joinChat"]"#,
            event("joinChat", json!(null), Some(12)),
        );
        check(
            r#"20["makeMove",{"gameID":"1"},2]"#,
            event("makeMove", json!({"gameID": "1"}), Some(0)),
        );
        check(r#"2/chat,["x"]"#, Some(Other));
        check("3[]", Some(Other));
        for malformed in [
            "",
            "2",
            "2[]",
            "2[1]",
            "2{}",
            "5",
            "51-[]",
            "x",
            "\u{1f40e}",
            "2[\"a\"",
        ] {
            check(malformed, None);
        }
    }
}
