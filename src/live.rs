//! Live events: what happened, who is told, and the sockets that carry it.
//!
//! A transaction collects [`Outgoing`]s (see `db`); after its COMMIT they come here in commit order and go to
//! exactly their audience. An event is serialised once, however many sockets it reaches.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engineioxide::Str;
use serde::Serialize;

use crate::id::Id;

/// A kind of event. Each is listed in `server::events`, from where the UI gets its types.
pub trait Event: Serialize + Send + 'static {
    /// The name under which clients receive it.
    const NAME: &'static str;
}

/// Who is told of an event. It is decided inside the transaction, by what is true at its COMMIT.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// Everyone who is signed in.
    SignedIn,
    /// Everyone who is signed in but these users, who are told something else or nothing.
    SignedInBut(Vec<Id>),
    /// These users, on all their sockets.
    Users(Vec<Id>),
    /// These users, and whoever else is in a room.
    Room { room: Id, users: Vec<Id> },
}

/// SHA-256 of a session's token: names the session without opening it.
pub type TokenHash = [u8; 32];

/// Names a browser before it signs in. It gives no rights: it only says which sockets should connect anew after a login.
pub type Visitor = String;

/// What leaves a transaction once it is committed.
pub enum Outgoing {
    Event {
        name: &'static str,
        payload: Box<dyn FnOnce() -> String + Send>,
        audience: Audience,
    },
    /// These sessions are over; their sockets close.
    SessionsEnded(Vec<TokenHash>),
    /// This browser signed in; its sockets connect anew, now with a session.
    VisitorSignedIn(Visitor),
    /// This browser signed out: a handshake without a session is none that is late.
    VisitorSignedOut(Visitor),
}

impl Outgoing {
    /// An event that is serialised when it is published, and only if somebody listens.
    pub fn event<E: Event>(event: E, audience: Audience) -> Self {
        let payload = Box::new(move || serde_json::to_string(&event).unwrap_or_else(|_| "null".to_owned()));
        Self::Event { name: E::NAME, payload, audience }
    }
}

/// A socket as the hub sees it.
pub trait Connection: Send + Sync {
    /// Queues a Socket.IO packet, whose text all sockets share. A connection whose queue is full closes itself: its
    /// client connects anew and fetches what it missed.
    fn send(&self, packet: Str);

    /// Drops the transport, so that a stock client connects again by itself.
    fn close(&self);
}

/// Whose socket it is.
#[derive(Debug, Clone)]
pub struct Identity {
    pub address: IpAddr,
    pub visitor: Option<Visitor>,
    pub session: Option<TokenHash>,
    /// Known once the session has been looked up; until then the socket hears nothing.
    pub user: Option<Id>,
}

struct Socket {
    identity: Identity,
    /// Whether its session is somebody's, as far as is known: it was looked up, or is just being.
    is_claimed: bool,
    connection: Arc<dyn Connection>,
    /// Those that it is in.
    rooms: HashSet<Id>,
}

/// Rooms that one socket may be in.
const ROOMS_OF_SOCKET: usize = 20;

/// A user has left a room with the last of his sockets in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    pub room: Id,
    pub user: Id,
}

/// How long after a login a late handshake of the same browser is still told to connect anew.
const LATE_HANDSHAKE: Duration = Duration::from_secs(10);

#[derive(Default)]
struct Sockets {
    all: HashMap<u64, Socket>,
    of_user: HashMap<Id, HashSet<u64>>,
    in_room: HashMap<Id, HashSet<u64>>,
    recent_logins: HashMap<Visitor, Instant>,
    next_key: u64,
}

impl Sockets {
    fn is_in(&self, room: Id, user: Id) -> bool {
        let of_user = |key: &u64| self.all.get(key).is_some_and(|socket| socket.identity.user == Some(user));
        self.in_room.get(&room).is_some_and(|keys| keys.iter().any(of_user))
    }

    /// Takes a socket of `user` out of a room; tells whether it was his last one there.
    fn exit(&mut self, key: u64, room: Id, user: Id) -> Option<Departure> {
        let keys = self.in_room.get_mut(&room)?;
        let was_in = keys.remove(&key);
        if keys.is_empty() {
            self.in_room.remove(&room);
        }
        (was_in && !self.is_in(room, user)).then_some(Departure { room, user })
    }
}

/// All open sockets of this process. Cheap to clone.
#[derive(Clone, Default)]
pub struct Hub(Arc<Mutex<Sockets>>);

impl Hub {
    fn sockets(&self) -> MutexGuard<'_, Sockets> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a socket in, deaf until [`Hub::sign_in`]. The key names it from here on.
    pub fn join(&self, identity: Identity, connection: Arc<dyn Connection>) -> u64 {
        let mut sockets = self.sockets();
        let key = sockets.next_key;
        sockets.next_key += 1;
        // Its handshake set out before the login that it should have known of.
        let late = identity.session.is_none()
            && identity.visitor.as_ref().and_then(|v| sockets.recent_logins.get(v)).is_some_and(|at| at.elapsed() < LATE_HANDSHAKE);
        sockets.all.insert(key, Socket { identity, is_claimed: false, connection: connection.clone(), rooms: HashSet::new() });
        drop(sockets);
        if late {
            connection.close();
        }
        key
    }

    /// Notes before a socket's session is looked up that it is, and afterwards if it is nobody's. In between the session
    /// may end in another process: from the first on, the socket is among those that are closed then.
    pub fn claim(&self, key: u64, is_claimed: bool) {
        if let Some(socket) = self.sockets().all.get_mut(&key) {
            socket.is_claimed = is_claimed;
        }
    }

    /// The socket's session belongs to `user`: from now on it hears what he may hear. `greet` tells its client that
    /// it is connected, before the first event and with none missed in between.
    pub fn sign_in<T>(&self, key: u64, user: Id, greet: impl FnOnce() -> T) -> T {
        let mut sockets = self.sockets();
        if let Some(socket) = sockets.all.get_mut(&key) {
            socket.identity.user = Some(user);
            sockets.of_user.entry(user).or_default().insert(key);
        }
        greet()
    }

    /// Forgets a socket that is closed, and tells which rooms its user has left with it.
    pub fn leave(&self, key: u64) -> Vec<Departure> {
        let mut sockets = self.sockets();
        let Some(socket) = sockets.all.remove(&key) else { return Vec::new() };
        let Some(user) = socket.identity.user else { return Vec::new() };
        if let Some(keys) = sockets.of_user.get_mut(&user) {
            keys.remove(&key);
            if keys.is_empty() {
                sockets.of_user.remove(&user);
            }
        }
        socket.rooms.into_iter().filter_map(|room| sockets.exit(key, room, user)).collect()
    }

    /// Puts a socket that is signed in into a room, from where it hears what happens there; not into too many.
    pub fn enter(&self, key: u64, room: Id) {
        let mut sockets = self.sockets();
        let Some(socket) = sockets.all.get_mut(&key) else { return };
        if socket.identity.user.is_some() && socket.rooms.len() < ROOMS_OF_SOCKET {
            socket.rooms.insert(room);
            sockets.in_room.entry(room).or_default().insert(key);
        }
    }

    /// Takes a socket out of a room.
    pub fn exit(&self, key: u64, room: Id) -> Option<Departure> {
        let mut sockets = self.sockets();
        let socket = sockets.all.get_mut(&key)?;
        socket.rooms.remove(&room);
        let user = socket.identity.user?;
        sockets.exit(key, room, user)
    }

    /// Whether any of a user's sockets is in a room.
    pub fn is_in(&self, room: Id, user: Id) -> bool {
        self.sockets().is_in(room, user)
    }

    /// How many sockets there are of those for whom `same` says yes.
    pub fn count(&self, same: impl Fn(&Identity) -> bool) -> usize {
        self.sockets().all.values().filter(|socket| same(&socket.identity)).count()
    }

    /// The sessions whose sockets are signed in, or just about to be.
    pub fn sessions(&self) -> HashSet<TokenHash> {
        let sockets = self.sockets();
        sockets.all.values().filter(|socket| socket.is_claimed).filter_map(|socket| socket.identity.session).collect()
    }

    /// Sends what a transaction left behind, or what `Db::tell` was given. Called in that order, from one thread.
    pub fn publish(&self, outgoing: Outgoing) {
        match outgoing {
            Outgoing::Event { name, payload, audience } => {
                let listeners = self.listeners(&audience);
                if listeners.is_empty() {
                    return;
                }
                let packet = Str::from(format!("2[\"{name}\",{}]", payload()));
                for connection in listeners {
                    connection.send(packet.clone());
                }
            }
            Outgoing::SessionsEnded(ended) => {
                self.close_where(|identity| identity.session.is_some_and(|session| ended.contains(&session)));
            }
            Outgoing::VisitorSignedIn(visitor) => {
                let mut sockets = self.sockets();
                sockets.recent_logins.retain(|_, at| at.elapsed() < LATE_HANDSHAKE);
                sockets.recent_logins.insert(visitor.clone(), Instant::now());
                drop(sockets);
                self.close_where(|identity| identity.visitor.as_ref() == Some(&visitor));
            }
            Outgoing::VisitorSignedOut(visitor) => drop(self.sockets().recent_logins.remove(&visitor)),
        }
    }

    /// Closes every socket, so that their clients look for the site again.
    pub fn close_all(&self) {
        self.close_where(|_| true);
    }

    fn listeners(&self, audience: &Audience) -> Vec<Arc<dyn Connection>> {
        let sockets = self.sockets();
        let connection = |key: &u64| sockets.all.get(key).map(|socket| socket.connection.clone());
        match audience {
            Audience::SignedIn => sockets.of_user.values().flatten().filter_map(connection).collect(),
            Audience::SignedInBut(users) => {
                let users: HashSet<&Id> = users.iter().collect();
                sockets.of_user.iter().filter(|(user, _)| !users.contains(user)).flat_map(|(_, keys)| keys).filter_map(connection).collect()
            }
            Audience::Users(users) => users.iter().filter_map(|user| sockets.of_user.get(user)).flatten().filter_map(connection).collect(),
            Audience::Room { room, users } => {
                let of_users = users.iter().filter_map(|user| sockets.of_user.get(user)).flatten();
                let keys: HashSet<&u64> = of_users.chain(sockets.in_room.get(room).into_iter().flatten()).collect();
                keys.into_iter().filter_map(connection).collect()
            }
        }
    }

    fn close_where(&self, which: impl Fn(&Identity) -> bool) {
        let closing: Vec<_> =
            self.sockets().all.values().filter(|socket| which(&socket.identity)).map(|socket| socket.connection.clone()).collect();
        for connection in closing {
            connection.close();
        }
    }
}
