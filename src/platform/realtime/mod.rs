//! Live events, their audiences, and the hub that publishes them to the open sockets.
//!
//! A transaction collects [`Outgoing`] messages (see `db`). After its COMMIT the hub publishes them
//! in commit order to exactly their audience. An event is serialized once for all its sockets.

mod connection;
mod event;
mod hub;
mod outgoing;
mod queued;
mod recent_events;
mod recent_logins;
mod sockets;

pub use connection::{Connection, Identity, TokenHash, Visitor};
pub use event::{Changed, EVENT_SIZE, Event, IfMissed, Subject};
pub use hub::Hub;
pub use outgoing::{Audience, Outgoing, Room};
pub use recent_events::Moment;
pub use sockets::RoomLeft;
