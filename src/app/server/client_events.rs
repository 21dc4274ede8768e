//! All events that clients may send. Unknown events and malformed arguments are ignored.

use std::sync::Arc;

use serde_json::Value;

use crate::features::chats::presence;
use crate::features::games::socket_handlers;
use crate::platform::realtime::{Hub, Room, RoomLeft};
use crate::platform::web::{App, SocketContext};

/// An event from a client.
#[derive(Debug, PartialEq)]
pub struct ClientEvent {
    pub name: String,
    /// The first argument; null if there is none.
    pub argument: Value,
    /// The id of the acknowledgement that the client expects.
    pub ack_id: Option<u64>,
}

/// Handles an event, and returns the answer if it asks for one. The handler authenticates the session and counts the event
/// against its limit.
pub async fn dispatch(app: &Arc<App>, socket: &SocketContext, event: &ClientEvent) -> Option<bool> {
    let argument = &event.argument;
    let settings = app.settings();
    let features = &settings.config.features;
    match event.name.as_str() {
        "resume" => return Some(resume(&app.hub, socket, argument)),
        "joinChat" if features.chat => presence::enter(app, socket, argument).await,
        "leaveChat" if features.chat => presence::exit(app, socket, argument),
        "typing" if features.chat => presence::typing(app, socket, argument).await,
        "joinGame" if features.games => socket_handlers::enter(app, socket, argument).await,
        "leaveGame" if features.games => socket_handlers::exit(app, socket, argument),
        "makeMove" if features.games => socket_handlers::make_move(app, socket, argument).await,
        "requestLeaderboardUpdate" if features.games => {
            socket_handlers::broadcast_leaderboard(app, socket).await;
        }
        _ => tracing::trace!(event.name, "ignored an unknown event"),
    }
    None
}

/// Answers a client that has read its data before it was connected, with the moment of the first request and the user
/// whose data it is, whether it has missed nothing.
fn resume(hub: &Hub, socket: &SocketContext, argument: &Value) -> bool {
    let text = |name: &str| argument.get(name).and_then(Value::as_str);
    let user = match text("user").unwrap_or_default() {
        "" => None,
        user => match user.parse() {
            Ok(user) => Some(user),
            Err(_) => return false,
        },
    };
    let since = text("since").and_then(|since| since.parse().ok());
    since.is_some_and(|since| hub.resume(socket.key, since, user))
}

/// Handles the rooms that a user has left because their last socket in them has closed.
pub fn on_disconnect(app: &Arc<App>, rooms_left: &[RoomLeft]) {
    for &RoomLeft { room, user } in rooms_left {
        if let Room::Game(id) = room {
            socket_handlers::on_exit(app, id, user);
        }
    }
}
