//! Handlers of the Socket.IO messages of players and spectators: entering and leaving a game's
//! room, moves, and requests to broadcast the leaderboard. Each message authenticates its session
//! again, like a request.

use std::sync::Arc;

use serde_json::Value;

use super::model::{GameError, GamerUpdate};
use super::{play, player_stats, store};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::users::Me;
use crate::platform::realtime::{Audience, Outgoing, Room};
use crate::platform::web::{Actor, App, Credential, Identity, Limit, SocketContext};

/// Parses an argument as the id of a game.
fn parse_game_id(argument: &Value) -> Option<Id> {
    argument.as_str()?.parse().ok()
}

/// Adds the socket to the room of a game, if the game exists and the session is valid.
pub async fn enter(app: &Arc<App>, socket: &SocketContext, argument: &Value) {
    let Some(id) = parse_game_id(argument) else {
        return;
    };
    let found = socket
        .read(app, move |read, me: &Me| play::find(read, me, id).map(drop))
        .await;
    if found.is_ok() {
        app.hub.join_room(socket.key, Room::Game(id));
    }
}

/// Removes the socket from the room of a game.
pub fn exit(app: &App, socket: &SocketContext, argument: &Value) {
    if let Some(id) = parse_game_id(argument)
        && let Some(left) = app.hub.leave_room(socket.key, Room::Game(id))
    {
        on_exit(app, id, left.user);
    }
}

/// Records that a user left the room of a game with their last socket.
pub fn on_exit(app: &App, game: Id, user: Id) {
    app.db.write_later(move |tx| {
        tx.without_event("presence is not public");
        store::touch_last_seen(tx, game, user)
    });
}

/// Plays a move, or sends a [`GameError`] with the reason to the player.
pub async fn make_move(app: &Arc<App>, socket: &SocketContext, message: &Value) {
    let game_id = message["gameID"].as_str().unwrap_or_default();
    if ["", "undefined"].contains(&game_id) {
        return;
    }
    let Err(error) = try_move(app, socket, message.clone()).await else {
        return;
    };
    if let Error::Internal(detail) | Error::Damaged(detail) = &error {
        tracing::error!(%detail, "internal error");
    }
    // A socket without a session gets no answer.
    let player = socket.read(app, |_, me: &Me| Ok((me.id(), me.username().to_owned())));
    let Ok((user, username)) = player.await else {
        return;
    };
    let error = GameError {
        player: username,
        error: error.text(),
        game_id: game_id.chars().take(32).collect(),
    };
    // Published in order, after the events of the earlier moves.
    app.db
        .publish(Outgoing::event(error, Audience::Users(vec![user])));
}

/// Plays the move in a message `{gameID, move: {playerID, gameID, move}}`.
async fn try_move(app: &Arc<App>, socket: &SocketContext, message: Value) -> Result<()> {
    socket.check(app, Limit::Play)?;
    let id = parse_game_id(&message["gameID"]).ok_or(Sentence::GameNotFound)?;
    let token = socket.token;
    app.db
        .write_from(socket.write_origin(app), move |tx| {
            let me = Me::authenticate(tx, &Credential::Sessions(token.into_iter().collect()))?;
            if me.needs_use_recorded() {
                me.record_use(tx)?;
            }
            me.check_may_write()?;
            let envelope = &message["move"];
            if !envelope["playerID"].is_null()
                && !envelope["playerID"]
                    .as_str()
                    .is_some_and(|name| me.is(name))
            {
                return Err(Sentence::MoveWrongPlayer.into());
            }
            if !envelope["gameID"].is_null() && envelope["gameID"] != message["gameID"] {
                return Err(Error::with(
                    Sentence::Malformed,
                    "the move belongs to another game",
                ));
            }
            play::make_move(tx, &me, id, &envelope["move"]).map(drop)
        })
        .await
}

/// Emits the stored leaderboard to all signed-in users. The content of the message is ignored.
pub async fn broadcast_leaderboard(app: &Arc<App>, socket: &SocketContext) {
    if socket.check(app, Limit::Leaderboard).is_err() {
        return;
    }
    let token = socket.token;
    let broadcast = app.db.write_from(socket.write_origin(app), move |tx| {
        Me::authenticate(tx, &Credential::Sessions(token.into_iter().collect()))?
            .check_may_write()?;
        let leaders = player_stats::leaderboard(tx)?;
        tx.emit(GamerUpdate(leaders), Audience::SignedIn);
        Ok(())
    });
    if let Err(error) = broadcast.await {
        tracing::debug!(%error, "could not broadcast the leaderboard");
    }
}
