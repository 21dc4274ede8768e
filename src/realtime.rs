//! Live events, their audiences, and the hub that publishes them to the open sockets.
//!
//! A transaction collects [`Outgoing`] messages (see `db`). After its COMMIT the hub publishes them
//! in commit order to exactly their audience. An event is serialised once for all its sockets.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engineioxide::Str;
use serde::Serialize;

use crate::id::Id;

/// A type of event. `server::events` lists all of them, and the UI's types are generated from that
/// list.
pub trait Event: Serialize + Send + 'static {
    /// The Socket.IO event name.
    const NAME: &'static str;
}

/// The recipients of an event. The transaction determines them, so they match the state at its
/// COMMIT.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// All signed-in users.
    SignedIn,
    /// All signed-in users except these, who get another projection or nothing.
    SignedInExcept(Vec<Id>),
    /// These users, on all their sockets.
    Users(Vec<Id>),
    /// These users on all their sockets, and all sockets in a room.
    Room { room: Id, users: Vec<Id> },
}

/// SHA-256 of a session's token. It identifies the session and does not grant access to it.
pub type TokenHash = [u8; 32];

/// Random id of a browser, from the cookie `stoa_visitor`. It grants no rights: it only selects the
/// sockets that reconnect after a login.
pub type Visitor = String;

/// A message that a transaction publishes after its COMMIT.
pub enum Outgoing {
    Event {
        name: &'static str,
        payload: Box<dyn FnOnce() -> String + Send>,
        audience: Audience,
    },
    /// These sessions have ended: the hub closes their sockets.
    SessionsEnded(Vec<TokenHash>),
    /// This browser has signed in: the hub closes its sockets, which reconnect with the session.
    VisitorSignedIn(Visitor),
    /// This browser has signed out: a handshake without a session is no longer treated as one that
    /// began before the login.
    VisitorSignedOut(Visitor),
}

impl Outgoing {
    /// Creates an event message. It is serialised at publication, and only if its audience has
    /// sockets.
    pub fn event<E: Event>(event: E, audience: Audience) -> Self {
        let payload =
            Box::new(move || serde_json::to_string(&event).unwrap_or_else(|_| "null".to_owned()));
        Self::Event {
            name: E::NAME,
            payload,
            audience,
        }
    }
}

/// A socket as the hub sees it.
pub trait Connection: Send + Sync {
    /// Queues a Socket.IO packet. All sockets share its text. A connection whose queue is full
    /// closes itself, and its client reconnects and refetches.
    fn send(&self, packet: Str);

    /// Closes the transport without a disconnect packet, so that a stock client reconnects by
    /// itself.
    fn close(&self);
}

/// The address, browser, session and user of a socket.
#[derive(Debug, Clone)]
pub struct Identity {
    pub address: IpAddr,
    pub visitor: Option<Visitor>,
    pub session: Option<TokenHash>,
    /// `None` until the session has been looked up. Until then the socket receives no events.
    pub user: Option<Id>,
}

struct Socket {
    identity: Identity,
    /// Whether the session exists or is being looked up.
    has_session: bool,
    connection: Arc<dyn Connection>,
    rooms: HashSet<Id>,
}

/// Maximum number of rooms per socket.
const ROOMS_PER_SOCKET: usize = 20;

/// The last socket of a user in a room has left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomLeft {
    pub room: Id,
    pub user: Id,
}

/// Time after a login in which a handshake of the same browser without a session must reconnect.
const LATE_HANDSHAKE_WINDOW: Duration = Duration::from_secs(10);

#[derive(Default)]
struct Sockets {
    all: HashMap<u64, Socket>,
    by_user: HashMap<Id, HashSet<u64>>,
    by_room: HashMap<Id, HashSet<u64>>,
    recent_logins: HashMap<Visitor, Instant>,
    next_key: u64,
}

impl Sockets {
    fn is_in_room(&self, room: Id, user: Id) -> bool {
        let is_of_user = |key: &u64| {
            self.all
                .get(key)
                .is_some_and(|socket| socket.identity.user == Some(user))
        };
        self.by_room
            .get(&room)
            .is_some_and(|keys| keys.iter().any(is_of_user))
    }

    /// Removes a socket of `user` from a room. Returns `Some` if it was the user's last one there.
    fn leave_room(&mut self, key: u64, room: Id, user: Id) -> Option<RoomLeft> {
        let keys = self.by_room.get_mut(&room)?;
        let was_in = keys.remove(&key);
        if keys.is_empty() {
            self.by_room.remove(&room);
        }
        (was_in && !self.is_in_room(room, user)).then_some(RoomLeft { room, user })
    }
}

/// All open sockets of this process. Clones share them.
#[derive(Clone, Default)]
pub struct Hub(Arc<Mutex<Sockets>>);

impl Hub {
    fn sockets(&self) -> MutexGuard<'_, Sockets> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a socket and returns its key. The socket receives no events until [`Hub::sign_in`].
    pub fn connect(&self, identity: Identity, connection: Arc<dyn Connection>) -> u64 {
        let mut sockets = self.sockets();
        let key = sockets.next_key;
        sockets.next_key += 1;
        // Such a handshake was sent before the login, and arrived after it.
        let is_late = identity.session.is_none()
            && identity
                .visitor
                .as_ref()
                .and_then(|v| sockets.recent_logins.get(v))
                .is_some_and(|login| login.elapsed() < LATE_HANDSHAKE_WINDOW);
        sockets.all.insert(
            key,
            Socket {
                identity,
                has_session: false,
                connection: connection.clone(),
                rooms: HashSet::new(),
            },
        );
        drop(sockets);
        if is_late {
            connection.close();
        }
        key
    }

    /// Sets whether the session of a socket exists or is being looked up. It is set before the
    /// look-up: [`Hub::sessions`] then has the session, so its sockets close even if another
    /// process ends it in between.
    pub fn set_has_session(&self, key: u64, has_session: bool) {
        if let Some(socket) = self.sockets().all.get_mut(&key) {
            socket.has_session = has_session;
        }
    }

    /// Subscribes a socket to the events of `user`. `greet` runs before the first event is sent,
    /// and no event is lost in between: it can tell the client that the socket is connected.
    pub fn sign_in<T>(&self, key: u64, user: Id, greet: impl FnOnce() -> T) -> T {
        let mut sockets = self.sockets();
        if let Some(socket) = sockets.all.get_mut(&key) {
            socket.identity.user = Some(user);
            sockets.by_user.entry(user).or_default().insert(key);
        }
        greet()
    }

    /// Removes a closed socket. Returns the rooms that have no other socket of its user.
    pub fn disconnect(&self, key: u64) -> Vec<RoomLeft> {
        let mut sockets = self.sockets();
        let Some(socket) = sockets.all.remove(&key) else {
            return Vec::new();
        };
        let Some(user) = socket.identity.user else {
            return Vec::new();
        };
        if let Some(keys) = sockets.by_user.get_mut(&user) {
            keys.remove(&key);
            if keys.is_empty() {
                sockets.by_user.remove(&user);
            }
        }
        socket
            .rooms
            .into_iter()
            .filter_map(|room| sockets.leave_room(key, room, user))
            .collect()
    }

    /// Adds a signed-in socket to a room, whose events it then receives. Does nothing if the socket
    /// is in `ROOMS_PER_SOCKET` rooms already.
    pub fn join_room(&self, key: u64, room: Id) {
        let mut sockets = self.sockets();
        let Some(socket) = sockets.all.get_mut(&key) else {
            return;
        };
        if socket.identity.user.is_some() && socket.rooms.len() < ROOMS_PER_SOCKET {
            socket.rooms.insert(room);
            sockets.by_room.entry(room).or_default().insert(key);
        }
    }

    /// Removes a socket from a room. Returns `Some` if it was the user's last one there.
    pub fn leave_room(&self, key: u64, room: Id) -> Option<RoomLeft> {
        let mut sockets = self.sockets();
        let socket = sockets.all.get_mut(&key)?;
        socket.rooms.remove(&room);
        let user = socket.identity.user?;
        sockets.leave_room(key, room, user)
    }

    /// Returns whether any socket of a user is in a room.
    pub fn is_in_room(&self, room: Id, user: Id) -> bool {
        self.sockets().is_in_room(room, user)
    }

    /// Counts the sockets whose identity matches.
    pub fn count(&self, matches: impl Fn(&Identity) -> bool) -> usize {
        self.sockets()
            .all
            .values()
            .filter(|socket| matches(&socket.identity))
            .count()
    }

    /// Returns the sessions of all sockets that are signed in, or whose session is being looked up.
    pub fn sessions(&self) -> HashSet<TokenHash> {
        let sockets = self.sockets();
        sockets
            .all
            .values()
            .filter(|socket| socket.has_session)
            .filter_map(|socket| socket.identity.session)
            .collect()
    }

    /// Publishes a message of a committed transaction or of `Db::publish`. One thread calls this,
    /// in commit order.
    pub fn publish(&self, outgoing: Outgoing) {
        match outgoing {
            Outgoing::Event {
                name,
                payload,
                audience,
            } => {
                let subscribers = self.subscribers(&audience);
                if subscribers.is_empty() {
                    return;
                }
                let packet = Str::from(format!("2[\"{name}\",{}]", payload()));
                for connection in subscribers {
                    connection.send(packet.clone());
                }
            }
            Outgoing::SessionsEnded(ended) => {
                self.close_where(|identity| {
                    identity
                        .session
                        .is_some_and(|session| ended.contains(&session))
                });
            }
            Outgoing::VisitorSignedIn(visitor) => {
                let mut sockets = self.sockets();
                sockets
                    .recent_logins
                    .retain(|_, login| login.elapsed() < LATE_HANDSHAKE_WINDOW);
                sockets
                    .recent_logins
                    .insert(visitor.clone(), Instant::now());
                drop(sockets);
                self.close_where(|identity| identity.visitor.as_ref() == Some(&visitor));
            }
            Outgoing::VisitorSignedOut(visitor) => {
                self.sockets().recent_logins.remove(&visitor);
            }
        }
    }

    /// Closes every socket, so that all clients reconnect.
    pub fn close_all(&self) {
        self.close_where(|_| true);
    }

    fn subscribers(&self, audience: &Audience) -> Vec<Arc<dyn Connection>> {
        let sockets = self.sockets();
        let connection = |key: &u64| sockets.all.get(key).map(|socket| socket.connection.clone());
        match audience {
            Audience::SignedIn => sockets
                .by_user
                .values()
                .flatten()
                .filter_map(connection)
                .collect(),
            Audience::SignedInExcept(users) => {
                let users: HashSet<&Id> = users.iter().collect();
                sockets
                    .by_user
                    .iter()
                    .filter(|(user, _)| !users.contains(user))
                    .flat_map(|(_, keys)| keys)
                    .filter_map(connection)
                    .collect()
            }
            Audience::Users(users) => users
                .iter()
                .filter_map(|user| sockets.by_user.get(user))
                .flatten()
                .filter_map(connection)
                .collect(),
            Audience::Room { room, users } => {
                let of_users = users
                    .iter()
                    .filter_map(|user| sockets.by_user.get(user))
                    .flatten();
                let keys: HashSet<&u64> = of_users
                    .chain(sockets.by_room.get(room).into_iter().flatten())
                    .collect();
                keys.into_iter().filter_map(connection).collect()
            }
        }
    }

    fn close_where(&self, matches: impl Fn(&Identity) -> bool) {
        let closing: Vec<_> = self
            .sockets()
            .all
            .values()
            .filter(|socket| matches(&socket.identity))
            .map(|socket| socket.connection.clone())
            .collect();
        for connection in closing {
            connection.close();
        }
    }
}
