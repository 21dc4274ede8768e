//! The hub, which publishes events to the open sockets.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engineioxide::Str;

use super::connection::{Connection, Identity, TokenHash, Visitor};
use super::event::IfMissed;
use super::outgoing::{Outgoing, Room};
use super::recent_events::Moment;
use super::sockets::{Place, RoomLeft, Socket, Sockets};
use crate::core::config::Config;
use crate::core::id::Id;

/// Maximum number of rooms per socket.
const ROOMS_PER_SOCKET: usize = 20;

/// All open sockets of this process. Clones share them.
#[derive(Clone)]
pub struct Hub(Arc<Mutex<Sockets>>);

/// The sockets of a process with the default configuration.
impl Default for Hub {
    fn default() -> Self {
        Self::with_sockets_per_network(Config::default().limits.sockets_per_network)
    }
}

impl Hub {
    /// `per_network` is the largest number of sockets for each [network](crate::core::network), except for this machine.
    pub fn with_sockets_per_network(per_network: u32) -> Self {
        Self(Arc::new(Mutex::new(Sockets {
            per_network: per_network as usize,
            ..Sockets::default()
        })))
    }

    fn sockets(&self) -> MutexGuard<'_, Sockets> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether there is a place for a new socket.
    pub fn has_place(&self, identity: &Identity) -> bool {
        self.sockets().place_for(identity).is_some()
    }

    /// Adds a socket and returns its key, or `None` if there is no place for it. The socket receives
    /// no events until [`Hub::sign_in`] or [`Hub::admit_stranger`].
    pub fn connect(&self, identity: Identity, connection: Arc<dyn Connection>) -> Option<u64> {
        let mut sockets = self.sockets();
        let displaced = match sockets.place_for(&identity)? {
            Place::Free => None,
            Place::Of(key) => sockets.remove(key),
        };
        let key = sockets.next_key;
        sockets.next_key += 1;
        let is_late = identity.sessions.is_empty()
            && sockets.recent_logins.is_late(identity.visitor.as_ref());
        sockets.anonymous.insert(key);
        sockets.networks.add(identity.address, 1);
        sockets.all.insert(
            key,
            Socket {
                identity,
                has_session: false,
                connection: connection.clone(),
                rooms: HashSet::new(),
                typed_at: None,
                has_resumed: false,
            },
        );
        drop(sockets);
        if let Some(socket) = displaced {
            socket.connection.close();
        }
        if is_late {
            connection.close();
        }
        Some(key)
    }

    /// Sets whether the session of a socket exists or is being looked up. It is set before the
    /// look-up: [`Hub::sessions`] then has the session, so its sockets close even if another
    /// process ends it in between.
    pub fn set_has_session(&self, key: u64, has_session: bool) {
        if let Some(socket) = self.sockets().all.get_mut(&key) {
            socket.has_session = has_session;
        }
    }

    /// Sets the browser of a socket that is not signed in, and the sessions that its cookies may stand
    /// for.
    pub fn identify(&self, key: u64, (visitor, sessions): (Option<Visitor>, Vec<TokenHash>)) {
        if let Some(socket) = self.sockets().all.get_mut(&key)
            && socket.identity.user.is_none()
        {
            socket.identity.visitor = visitor;
            socket.identity.has_new_visitor = false;
            socket.identity.sessions = sessions;
        }
    }

    /// Subscribes a socket to the events of `user`, who has this session. `greet` runs before the
    /// first event is sent, and no event is lost in between: it can tell the client that the socket
    /// is connected. A socket that returns after a login receives what it has missed.
    pub fn sign_in<T>(
        &self,
        key: u64,
        user: Id,
        session: TokenHash,
        greet: impl FnOnce() -> T,
    ) -> T {
        let mut sockets = self.sockets();
        if let Some(socket) = sockets.all.get_mut(&key) {
            socket.identity.user = Some(user);
            socket.identity.sessions = vec![session];
            sockets.anonymous.remove(&key);
            sockets.strangers.remove(&key);
            sockets.by_user.entry(user).or_default().insert(key);
        }
        let greeted = greet();
        let missed = sockets.recent_logins.missed_by(&session);
        if let Some(socket) = sockets.all.get(&key) {
            for packet in missed {
                socket.connection.send(packet, false);
            }
        }
        greeted
    }

    /// Subscribes a socket without a session to the public events, which it receives while everyone may read.
    /// `greet` runs before the first one.
    pub fn admit_stranger<T>(&self, key: u64, greet: impl FnOnce() -> T) -> T {
        let mut sockets = self.sockets();
        if sockets.anonymous.contains(&key) {
            sockets.strangers.insert(key);
        }
        greet()
    }

    /// Returns the current moment, for [`Hub::resume`].
    pub fn moment(&self) -> Moment {
        self.sockets().recent_events.now()
    }

    /// Returns whether a client has missed nothing that it must fetch again, and sends again what it needs otherwise. It
    /// shows what `user` (none: a stranger) has read after the moment `since`. A socket may ask once.
    ///
    /// Events for users who are in a room do not count: the client fetches again when it has joined the room.
    pub fn resume(&self, key: u64, since: Moment, user: Option<Id>) -> bool {
        let mut sockets = self.sockets();
        let is_served = sockets.serves_strangers && sockets.strangers.contains(&key);
        let Some(socket) = sockets.all.get_mut(&key) else {
            return false;
        };
        let viewer = socket.identity.user;
        let is_first = !std::mem::replace(&mut socket.has_resumed, true);
        if !is_first || viewer != user || (viewer.is_none() && !is_served) {
            return false;
        }
        let connection = socket.connection.clone();
        let events = &sockets.recent_events;
        let missed = events.missed(since, events.now(), viewer);
        for packet in missed.iter().flatten() {
            connection.send(packet.clone(), false);
        }
        missed.is_some()
    }

    /// Notes that another process has written, which published no events.
    pub fn note_foreign_change(&self) {
        self.sockets().recent_events.clear();
    }

    /// Sets whether strangers receive public events.
    pub fn serve_strangers(&self, serves_strangers: bool) {
        self.sockets().serves_strangers = serves_strangers;
    }

    /// Removes a closed socket. Returns the rooms that have no other socket of its user.
    pub fn disconnect(&self, key: u64) -> Vec<RoomLeft> {
        let mut sockets = self.sockets();
        let Some(socket) = sockets.remove(key) else {
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
    /// is in that room or in `ROOMS_PER_SOCKET` rooms already.
    pub fn join_room(&self, key: u64, room: Room) {
        let mut sockets = self.sockets();
        let Some(socket) = sockets.all.get_mut(&key) else {
            return;
        };
        if socket.identity.user.is_some()
            && socket.rooms.len() < ROOMS_PER_SOCKET
            && socket.rooms.insert(room)
        {
            sockets.by_room.entry(room).or_default().insert(key);
            sockets.note_changed(room);
        }
    }

    /// Removes a socket from a room. Returns `Some` if it was the user's last one there.
    pub fn leave_room(&self, key: u64, room: Room) -> Option<RoomLeft> {
        let mut sockets = self.sockets();
        let socket = sockets.all.get_mut(&key)?;
        socket.rooms.remove(&room);
        let user = socket.identity.user?;
        sockets.leave_room(key, room, user)
    }

    /// Returns whether any socket of a user is in a room.
    pub fn is_in_room(&self, room: Room, user: Id) -> bool {
        self.sockets().is_in_room(room, user)
    }

    /// Returns some users with a socket in a room: at most `limit`.
    pub fn users_in(&self, room: Room, limit: usize) -> BTreeSet<Id> {
        let mut users = BTreeSet::new();
        for user in self.sockets().users_in(room) {
            users.insert(user);
            if users.len() == limit {
                break;
            }
        }
        users
    }

    /// Returns the chats whose users have changed and about which an event is due.
    pub fn changed_chats(&self) -> Vec<Id> {
        let now = Instant::now();
        let sockets = self.sockets();
        let due = sockets.changed_chats.iter().filter(|(_, due)| **due <= now);
        due.map(|(chat, _)| *chat).collect()
    }

    /// Returns the users with a socket in a chat, for an event about them. A later change is due for
    /// another event.
    pub fn take_changed(&self, chat: Id) -> BTreeSet<Id> {
        let mut sockets = self.sockets();
        sockets.changed_chats.remove(&chat);
        sockets.users_in(Room::Chat(chat)).collect()
    }

    /// Notes that no event has told of the last change of a chat's users.
    pub fn note_untold(&self, chat: Id) {
        self.sockets().note_changed(Room::Chat(chat));
    }

    /// Returns whether a socket is in a room and has sent no event about typing for `pause`. This one
    /// is then the last one.
    pub fn begin_typing(&self, key: u64, room: Room, pause: Duration) -> bool {
        let mut sockets = self.sockets();
        let is_early = |at: &Instant| at.elapsed() < pause;
        let socket = sockets.all.get_mut(&key).filter(|socket| {
            socket.rooms.contains(&room) && !socket.typed_at.as_ref().is_some_and(is_early)
        });
        socket
            .map(|socket| socket.typed_at = Some(Instant::now()))
            .is_some()
    }

    /// Returns the signed-in user of a socket.
    pub fn user_of(&self, key: u64) -> Option<Id> {
        self.sockets().all.get(&key)?.identity.user
    }

    /// Counts the sockets whose identity matches.
    pub fn count(&self, matches: impl Fn(&Identity) -> bool) -> usize {
        self.sockets()
            .identities()
            .filter(|identity| matches(identity))
            .count()
    }

    /// Returns the sessions of all sockets that are signed in, or whose session is being looked up.
    pub fn sessions(&self) -> HashSet<TokenHash> {
        let sockets = self.sockets();
        sockets
            .all
            .values()
            .filter(|socket| socket.has_session)
            .flat_map(|socket| socket.identity.sessions.iter().copied())
            .collect()
    }

    /// Publishes a message of a committed transaction or of `Db::publish`. One thread calls this,
    /// in commit order.
    pub fn publish(&self, outgoing: Outgoing) {
        match outgoing {
            Outgoing::Event {
                packet,
                audience,
                is_public,
                if_missed,
            } => {
                let is_heard = {
                    let mut sockets = self.sockets();
                    if if_missed == IfMissed::Refetch {
                        sockets.keep_event(&audience, is_public, None);
                    }
                    sockets.has_subscribers(&audience, is_public)
                };
                let is_resent = if_missed == IfMissed::Resend;
                if !is_heard && !is_resent {
                    return;
                }
                let packet = Str::from(packet());
                let (subscribers, is_memory_short) = {
                    let mut sockets = self.sockets();
                    if is_resent {
                        sockets.keep_event(&audience, is_public, Some(&packet));
                    }
                    let is_memory_short = sockets.queued.add(&packet);
                    if !is_memory_short {
                        sockets.recent_logins.keep(&packet, &audience);
                    }
                    (sockets.subscribers(&audience, is_public), is_memory_short)
                };
                for connection in subscribers {
                    connection.send(packet.clone(), is_memory_short);
                }
            }
            Outgoing::SessionsEnded(ended) => {
                self.sockets().recent_logins.end(&ended);
                // The others have found no session of theirs: nothing ends for them.
                self.close_where(|socket| socket.has_session && socket.identity.has_any_of(&ended));
            }
            Outgoing::SignedIn {
                visitor,
                address,
                user,
                session,
                ended,
            } => {
                let is_of_browser = |identity: &Identity| {
                    identity.visitor.as_ref() == Some(&visitor)
                        || (identity.has_new_visitor && Some(identity.address) == address)
                };
                let is_closing = |identity: &Identity| {
                    identity.has_any_of(&ended)
                        || (identity.user.is_none() && is_of_browser(identity))
                };
                let mut sockets = self.sockets();
                let absent = sockets
                    .identities()
                    .filter(|identity| is_closing(identity) && is_of_browser(identity))
                    .count();
                sockets.recent_logins.end(&ended);
                sockets
                    .recent_logins
                    .add(visitor.clone(), user, session, absent);
                drop(sockets);
                self.close_where(|socket| is_closing(&socket.identity));
            }
            Outgoing::Excluded { user, room } => self.sockets().exclude(user, room),
            Outgoing::VisitorSignedOut(visitor) => {
                self.sockets().recent_logins.remove(&visitor);
            }
        }
    }

    /// Closes every socket, so that all clients reconnect.
    pub fn close_all(&self) {
        self.close_where(|_| true);
    }

    fn close_where(&self, matches: impl Fn(&Socket) -> bool) {
        let closing = self.sockets().connections_where(matches);
        for connection in closing {
            connection.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// A connection that is not read, and whether it was closed.
    #[derive(Default)]
    struct Unread(AtomicBool);

    impl Connection for Unread {
        fn send(&self, _: Str, _: bool) {}
        fn close(&self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn identity(sessions: Vec<TokenHash>) -> Identity {
        Identity {
            address: Ipv4Addr::LOCALHOST.into(),
            visitor: None,
            has_new_visitor: false,
            sessions,
            user: None,
        }
    }

    /// Adds a socket of a user, and returns its key.
    fn socket(hub: &Hub, user: i64) -> u64 {
        let connection = Arc::new(Unread::default());
        let key = hub.connect(identity(Vec::new()), connection);
        let key = key.expect("a place");
        hub.sign_in(key, Id::from_i64(user), [0; 32], || ());
        key
    }

    /// The cookie of a browser outlives its session, and the check for sessions that another process has ended may run
    /// while a socket looks for it.
    #[test]
    fn the_end_of_a_session_closes_no_socket_that_has_not_found_it() {
        for has_session in [true, false] {
            let (hub, connection) = (Hub::default(), Arc::new(Unread::default()));
            let key = hub.connect(identity(vec![[7; 32]]), connection.clone());
            let key = key.expect("a place");
            hub.set_has_session(key, true);
            assert!(hub.sessions().contains(&[7; 32]));
            hub.set_has_session(key, has_session);
            hub.publish(Outgoing::SessionsEnded(vec![[7; 32]]));
            assert_eq!(connection.0.load(Ordering::Relaxed), has_session);
        }
    }

    const CHAT: Id = Id::from_i64(1);
    const ROOM: Room = Room::Chat(CHAT);

    /// Returns whether a change of the chat's users is noted, which is then taken.
    fn has_changed(hub: &Hub) -> bool {
        let is_noted = hub.sockets().changed_chats.contains_key(&CHAT);
        hub.take_changed(CHAT);
        is_noted
    }

    #[test]
    fn what_does_not_change_the_users_of_a_chat_is_not_noted() {
        let hub = Hub::default();
        let (one, other) = (socket(&hub, 1), socket(&hub, 2));
        hub.join_room(one, ROOM);
        assert!(has_changed(&hub));
        hub.join_room(one, ROOM);
        hub.leave_room(other, ROOM);
        for game in 0..ROOMS_PER_SOCKET as i64 {
            hub.join_room(other, Room::Game(Id::from_i64(game)));
        }
        hub.join_room(other, ROOM);
        assert!(!has_changed(&hub));
        hub.leave_room(other, Room::Game(CHAT));
        hub.join_room(other, ROOM);
        assert!(has_changed(&hub));
    }

    #[test]
    fn a_user_is_in_a_room_until_their_last_socket_leaves() {
        let hub = Hub::default();
        let (first, second) = (socket(&hub, 1), socket(&hub, 1));
        let stays = socket(&hub, 2);
        for key in [first, second, stays] {
            hub.join_room(key, ROOM);
        }
        assert_eq!(hub.take_changed(CHAT).len(), 2);
        hub.disconnect(first);
        assert!(!has_changed(&hub));
        hub.disconnect(second);
        assert!(has_changed(&hub));
    }

    #[test]
    fn a_limit_bounds_the_users_of_a_room() {
        let hub = Hub::default();
        for user in [1, 1, 2, 3] {
            hub.join_room(socket(&hub, user), ROOM);
        }
        assert_eq!(hub.users_in(ROOM, 2).len(), 2);
        assert_eq!(hub.users_in(ROOM, 9).len(), 3);
    }
}
