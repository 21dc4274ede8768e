//! What a transaction publishes, and to whom.

use std::net::IpAddr;

use super::connection::{TokenHash, Visitor};
use super::event::{self, Event, IfMissed};
use crate::core::id::Id;

/// What a socket has open, besides the events of its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Room {
    Game(Id),
    Chat(Id),
}

/// The recipients of an event. The transaction determines them, so they match the state at its
/// COMMIT.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// All signed-in users.
    SignedIn,
    /// All signed-in users except these, who get another projection or nothing.
    SignedInExcept(Vec<Id>),
    /// The same, and never strangers.
    AccountsExcept(Vec<Id>),
    /// Strangers alone, while everyone may read.
    Strangers,
    /// These users, on all their sockets.
    Users(Vec<Id>),
    /// These users on all their sockets, and all sockets in a room.
    Room { room: Room, users: Vec<Id> },
}

impl Audience {
    /// Returns whether all sockets of a user receive the event, whatever rooms they are in.
    pub(super) fn includes(&self, user: Id) -> bool {
        match self {
            Self::SignedIn => true,
            Self::SignedInExcept(users) | Self::AccountsExcept(users) => !users.contains(&user),
            Self::Strangers => false,
            Self::Users(users) | Self::Room { users, .. } => users.contains(&user),
        }
    }

    /// Returns whether it includes strangers, if the event is public and everyone may read.
    pub(super) fn has_strangers(&self) -> bool {
        matches!(
            self,
            Self::SignedIn | Self::SignedInExcept(_) | Self::Strangers
        )
    }

    /// Returns the number of users that it names.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::SignedIn | Self::Strangers => 0,
            Self::SignedInExcept(users)
            | Self::AccountsExcept(users)
            | Self::Users(users)
            | Self::Room { users, .. } => users.len(),
        }
    }
}

/// A message that a transaction publishes after its COMMIT.
pub enum Outgoing {
    Event {
        /// Creates the Socket.IO packet.
        packet: Box<dyn FnOnce() -> String + Send>,
        audience: Audience,
        /// Whether the audience of all signed-in users includes strangers while everyone may read.
        is_public: bool,
        if_missed: IfMissed,
    },
    /// These sessions have ended: the hub closes their sockets.
    SessionsEnded(Vec<TokenHash>),
    /// A browser has signed in, which has ended its previous session and possibly others: the hub
    /// closes their sockets and those of the browser, which return with the new session.
    SignedIn {
        visitor: Visitor,
        /// Of a client that sent no visitor id. Its sockets are those of the address that have not kept theirs
        /// ([`Identity::has_new_visitor`](super::Identity)), and perhaps some more, which return as they were.
        address: Option<IpAddr>,
        user: Id,
        session: TokenHash,
        ended: Vec<TokenHash>,
    },
    /// A user may no longer be in a room: the hub removes their sockets from it.
    Excluded { user: Id, room: Room },
    /// This browser has signed out: a handshake without a session is no longer treated as one that
    /// began before the login.
    VisitorSignedOut(Visitor),
}

impl Outgoing {
    /// Creates an event message. It is serialized at publication, and only if its audience has
    /// sockets. If it is larger than [`EVENT_SIZE`](super::EVENT_SIZE), [`Changed`](super::Changed) replaces it.
    pub fn event<E: Event>(event: E, audience: Audience) -> Self {
        Self::Event {
            packet: Box::new(move || event::bounded(&event)),
            audience,
            is_public: E::IS_PUBLIC,
            if_missed: E::IF_MISSED,
        }
    }

    /// Creates an event message that is sent in full, whatever its size.
    pub fn event_in_full<E: Event>(event: E, audience: Audience) -> Self {
        Self::Event {
            packet: Box::new(move || event::full(&event)),
            audience,
            is_public: E::IS_PUBLIC,
            if_missed: E::IF_MISSED,
        }
    }
}
