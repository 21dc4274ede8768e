//! The open sockets, by user and room, and how many there may be.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engineioxide::Str;

use super::connection::{Connection, Identity};
use super::outgoing::{Audience, Room};
use super::queued::QueuedTexts;
use super::recent_events::RecentEvents;
use super::recent_logins::RecentLogins;
use crate::core::id::Id;
use crate::core::network::NetworkCounts;

/// Maximum number of sockets.
const SOCKETS: usize = 8_000;
/// Maximum number of sockets without a signed-in user, so that they cannot take the places of users.
/// Every socket begins as one of them.
const ANONYMOUS: usize = SOCKETS / 4;
/// Maximum number of sockets per session, or per browser without a session.
const PER_BROWSER: usize = 32;
/// The time for each socket in a chat until an event about its users is due, so that a full chat
/// receives at most 100 copies a second.
const PAUSE_PER_SOCKET: Duration = Duration::from_millis(10);

/// A place for a new socket.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    Free,
    /// The place of the socket with this key, which is closed.
    Of(u64),
}

pub(super) struct Socket {
    pub identity: Identity,
    /// Whether the session exists or is being looked up.
    pub has_session: bool,
    pub connection: Arc<dyn Connection>,
    pub rooms: HashSet<Room>,
    /// The time of the last event about typing that counted.
    pub typed_at: Option<Instant>,
    /// Whether the client has asked what it has missed.
    pub has_resumed: bool,
}

/// The last socket of a user in a room has left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomLeft {
    pub room: Room,
    pub user: Id,
}

#[derive(Default)]
pub(super) struct Sockets {
    pub all: HashMap<u64, Socket>,
    /// The sockets without a signed-in user. Keys grow with time.
    pub anonymous: BTreeSet<u64>,
    /// Those of them that are connected without a session.
    pub strangers: HashSet<u64>,
    /// Whether strangers receive public events: everyone may read.
    pub serves_strangers: bool,
    pub networks: NetworkCounts,
    /// Maximum number of sockets per network, except for this machine. Without it, a client that drops
    /// its cookies would count as many browsers.
    pub per_network: usize,
    pub queued: QueuedTexts,
    pub by_user: HashMap<Id, HashSet<u64>>,
    pub by_room: HashMap<Room, HashSet<u64>>,
    /// The chats whose users have changed, with the time from which an event about it is due.
    pub changed_chats: HashMap<Id, Instant>,
    pub recent_logins: RecentLogins,
    pub recent_events: RecentEvents,
    pub next_key: u64,
}

impl Sockets {
    pub fn identities(&self) -> impl Iterator<Item = &Identity> {
        self.all.values().map(|socket| &socket.identity)
    }

    /// Returns the connections of the sockets that match.
    pub fn connections_where(&self, matches: impl Fn(&Socket) -> bool) -> Vec<Arc<dyn Connection>> {
        self.all
            .values()
            .filter(|socket| matches(socket))
            .map(|socket| socket.connection.clone())
            .collect()
    }

    /// Returns the sockets of strangers that receive an event.
    fn strangers_in(&self, audience: &Audience, is_public: bool) -> impl Iterator<Item = &u64> {
        let is_served = self.serves_strangers && is_public && audience.has_strangers();
        self.strangers.iter().filter(move |_| is_served)
    }

    /// Returns whether an audience has a socket, or one that returns after a login.
    pub fn has_subscribers(&self, audience: &Audience, is_public: bool) -> bool {
        let has_any_of = |users: &[Id]| users.iter().any(|user| self.by_user.contains_key(user));
        let is_connected = match audience {
            Audience::SignedIn => !self.by_user.is_empty(),
            Audience::Strangers => false,
            Audience::SignedInExcept(users) | Audience::AccountsExcept(users) => {
                self.by_user.keys().any(|user| !users.contains(user))
            }
            Audience::Users(users) => has_any_of(users),
            Audience::Room { room, users } => self.by_room.contains_key(room) || has_any_of(users),
        };
        is_connected
            || self.strangers_in(audience, is_public).next().is_some()
            || self.recent_logins.await_events_for(audience)
    }

    /// Keeps an event that is published now for clients that connect later.
    pub fn keep_event(&mut self, audience: &Audience, is_public: bool, packet: Option<&Str>) {
        let at = self.recent_events.now();
        self.recent_events
            .add(at, audience.clone(), is_public, packet.cloned());
    }

    /// Returns the connections of an audience.
    pub fn subscribers(&self, audience: &Audience, is_public: bool) -> Vec<Arc<dyn Connection>> {
        let connection = |key: &u64| self.all.get(key).map(|socket| socket.connection.clone());
        let of_users = |users: &'_ [Id]| {
            let keys = users.iter().filter_map(|user| self.by_user.get(user));
            keys.flatten().copied().collect::<HashSet<u64>>()
        };
        match audience {
            Audience::SignedIn => self
                .by_user
                .values()
                .flatten()
                .chain(self.strangers_in(audience, is_public))
                .filter_map(connection)
                .collect(),
            Audience::Strangers => self
                .strangers_in(audience, is_public)
                .filter_map(connection)
                .collect(),
            Audience::SignedInExcept(users) | Audience::AccountsExcept(users) => {
                let users: HashSet<&Id> = users.iter().collect();
                self.by_user
                    .iter()
                    .filter(|(user, _)| !users.contains(user))
                    .flat_map(|(_, keys)| keys)
                    .chain(self.strangers_in(audience, is_public))
                    .filter_map(connection)
                    .collect()
            }
            Audience::Users(users) => of_users(users).iter().filter_map(connection).collect(),
            Audience::Room { room, users } => {
                let mut keys = of_users(users);
                keys.extend(self.by_room.get(room).into_iter().flatten());
                keys.iter().filter_map(connection).collect()
            }
        }
    }

    /// Removes a socket, but not from its rooms.
    pub fn remove(&mut self, key: u64) -> Option<Socket> {
        let socket = self.all.remove(&key)?;
        self.anonymous.remove(&key);
        self.strangers.remove(&key);
        self.networks.remove(socket.identity.address, 1);
        Some(socket)
    }

    /// Returns the user of each socket in a room.
    pub fn users_in(&self, room: Room) -> impl Iterator<Item = Id> {
        let keys = self.by_room.get(&room).into_iter().flatten();
        keys.filter_map(|key| self.all.get(key)?.identity.user)
    }

    pub fn is_in_room(&self, room: Room, user: Id) -> bool {
        self.users_in(room).any(|other| other == user)
    }

    /// Removes a socket of `user` from a room. Returns `Some` if it was the user's last one there.
    pub fn leave_room(&mut self, key: u64, room: Room, user: Id) -> Option<RoomLeft> {
        let keys = self.by_room.get_mut(&room)?;
        let was_in = keys.remove(&key);
        if keys.is_empty() {
            self.by_room.remove(&room);
        }
        let was_last = was_in && !self.is_in_room(room, user);
        if was_last {
            self.note_changed(room);
        }
        was_last.then_some(RoomLeft { room, user })
    }

    /// Removes all sockets of a user from a room.
    pub fn exclude(&mut self, user: Id, room: Room) {
        for key in self.by_user.get(&user).cloned().unwrap_or_default() {
            if let Some(socket) = self.all.get_mut(&key) {
                socket.rooms.remove(&room);
            }
            self.leave_room(key, room, user);
        }
    }

    /// Notes that the users of a room have changed, if it is a chat and has any.
    pub fn note_changed(&mut self, room: Room) {
        if let (Room::Chat(chat), Some(keys)) = (room, self.by_room.get(&room)) {
            let sockets = u32::try_from(keys.len()).unwrap_or(u32::MAX);
            let due = || Instant::now() + PAUSE_PER_SOCKET * sockets;
            self.changed_chats.entry(chat).or_insert_with(due);
        }
    }

    /// Returns the place of a new socket, or `None` if there is none for it.
    ///
    /// If there is no free place, a browser with a session gets the place of the oldest socket
    /// without one, else of the oldest one that has not signed in.
    pub fn place_for(&self, new: &Identity) -> Option<Place> {
        let is_same_browser = |other: &Identity| {
            if new.sessions.is_empty() {
                other.visitor == new.visitor
            } else {
                other.sessions.iter().any(|one| new.sessions.contains(one))
            }
        };
        let of_browser = self.identities().filter(|other| is_same_browser(other));
        let has_network_room =
            new.address.is_loopback() || self.networks.has_room(new.address, 1, self.per_network);
        if of_browser.count() >= PER_BROWSER || !has_network_room {
            return None;
        }
        if self.all.len() < SOCKETS && self.anonymous.len() < ANONYMOUS {
            return Some(Place::Free);
        }
        if new.sessions.is_empty() {
            return None;
        }
        let has_no_session = |key: &&u64| {
            self.all
                .get(key)
                .is_some_and(|socket| socket.identity.sessions.is_empty())
        };
        let oldest = self.anonymous.iter().find(has_no_session);
        oldest.or(self.anonymous.first()).map(|&key| Place::Of(key))
    }
}
