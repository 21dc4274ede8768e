//! All events that clients send, in one list. What is not in it, or says nothing that one could understand, is ignored.

use std::net::IpAddr;
use std::sync::Arc;

use serde_json::Value;

use crate::games::rooms;
use crate::live::{Departure, TokenHash};
use crate::web::App;

/// An event that a client has sent.
#[derive(Debug, PartialEq)]
pub struct Received {
    pub name: String,
    /// The first of its arguments; null without any.
    pub argument: Value,
    /// Under which number the client wants to hear that it was dealt with.
    pub acknowledge: Option<u64>,
}

/// Whose socket it came from, as far as that is known without asking the database.
pub struct Speaker {
    /// The socket's key in the hub.
    pub key: u64,
    pub token: Option<TokenHash>,
    pub address: IpAddr,
}

/// Deals with an event.
pub async fn hear(app: &Arc<App>, speaker: &Speaker, event: &Received) {
    let player = rooms::Player { socket: speaker.key, token: speaker.token, address: speaker.address };
    let argument = &event.argument;
    match event.name.as_str() {
        _ if !app.config.features.games => {}
        "joinGame" => rooms::enter(app, &player, argument).await,
        "leaveGame" => rooms::exit(app, &player, argument),
        "makeMove" => rooms::make_move(app, &player, argument).await,
        "requestLeaderboardUpdate" => rooms::show_leaderboard(app, &player).await,
        _ => tracing::trace!(event.name, "an event that nobody waits for"),
    }
}

/// Deals with the end of a socket, with which its user left these rooms.
pub fn gone(app: &App, left: &[Departure]) {
    for departure in left {
        rooms::gone(app, *departure);
    }
}
