//! All events that clients may send. Unknown events and malformed arguments are ignored.

use std::net::IpAddr;
use std::sync::Arc;

use serde_json::Value;

use crate::games::socket_handlers;
use crate::realtime::{RoomLeft, TokenHash};
use crate::web::App;

/// An event from a client.
#[derive(Debug, PartialEq)]
pub struct ClientEvent {
    pub name: String,
    /// The first argument; null if there is none.
    pub argument: Value,
    /// The id of the acknowledgement that the client expects.
    pub ack_id: Option<u64>,
}

/// The socket that an event comes from. The session is not authenticated yet.
pub struct SocketContext {
    /// The socket's key in the hub.
    pub key: u64,
    pub token: Option<TokenHash>,
    pub address: IpAddr,
}

/// Handles an event. The handler authenticates the session and counts the event against its limit.
pub async fn dispatch(app: &Arc<App>, socket: &SocketContext, event: &ClientEvent) {
    let player = socket_handlers::PlayerSocket {
        key: socket.key,
        token: socket.token,
        address: socket.address,
    };
    let argument = &event.argument;
    match event.name.as_str() {
        // A chat's events go to its participants, whether or not they have it open.
        "joinChat" | "leaveChat" => {}
        _ if !app.config.features.games => {}
        "joinGame" => socket_handlers::enter(app, &player, argument).await,
        "leaveGame" => socket_handlers::exit(app, &player, argument),
        "makeMove" => socket_handlers::make_move(app, &player, argument).await,
        "requestLeaderboardUpdate" => socket_handlers::broadcast_leaderboard(app, &player).await,
        _ => tracing::trace!(event.name, "ignored an unknown event"),
    }
}

/// Handles the rooms that a user has left because their last socket in them has closed.
pub fn on_disconnect(app: &App, rooms_left: &[RoomLeft]) {
    for room_left in rooms_left {
        socket_handlers::on_disconnect(app, *room_left);
    }
}
