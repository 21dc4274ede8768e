//! What players and spectators say over their sockets: which game they look at, their moves, and that everybody should
//! look at the leaderboard. Each time it is asked anew whose session it is, as for a call.

use std::net::IpAddr;
use std::sync::Arc;

use serde_json::Value;

use super::gamers::{self, GamerUpdate};
use super::{Game, GameError, play, store};
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::live::{Audience, Departure, Outgoing, TokenHash};
use crate::users::Me;
use crate::web::{Actor, App, Limit};

/// Somebody's socket.
#[derive(Clone, Copy)]
pub struct Player {
    /// Its key in the hub.
    pub socket: u64,
    pub token: Option<TokenHash>,
    pub address: IpAddr,
}

/// The game that an argument names, if it names any.
fn game_named(argument: &Value) -> Option<Id> {
    argument.as_str()?.parse().ok()
}

/// Puts the socket into the room of a game, if that is there.
pub async fn enter(app: &Arc<App>, player: &Player, argument: &Value) {
    let Some(id) = game_named(argument) else { return };
    let token = player.token;
    let found = app
        .db
        .read(move |read| {
            let me = Me::authenticate(read, token.as_ref())?;
            Game::find(read, &me, id).map(drop)
        })
        .await;
    if found.is_ok() {
        app.hub.enter(player.socket, id);
    }
}

/// Takes the socket out of the room of a game.
pub fn exit(app: &App, player: &Player, argument: &Value) {
    if let Some(departure) = game_named(argument).and_then(|id| app.hub.exit(player.socket, id)) {
        gone(app, departure);
    }
}

/// Notes that a player has gone away from his game.
pub fn gone(app: &App, Departure { room, user }: Departure) {
    app.db.write_later(move |tx| {
        tx.quietly("who comes and goes is only told when it decides a game");
        store::note_seen(tx, room, user)
    });
}

/// Makes a move, or tells the player why not.
pub async fn make_move(app: &Arc<App>, player: &Player, said: &Value) {
    let named = said["gameID"].as_str().unwrap_or_default();
    if ["", "undefined"].contains(&named) {
        return;
    }
    let token = player.token;
    let who = app.db.read(move |read| Me::authenticate(read, token.as_ref()).map(|me| (me.id, me.username.clone()))).await;
    // Who has no session is told nothing.
    let Ok((user, name)) = who else { return };
    if let Err(error) = try_move(app, player, user, said.clone()).await {
        if let Error::Internal(detail) = &error {
            tracing::error!(%detail, "internal error");
        }
        let game_id = named.chars().take(32).collect();
        let error = GameError { player: name, error: error.text(), game_id };
        // After what his moves before this one have changed.
        app.db.tell(Outgoing::event(error, Audience::Users(vec![user])));
    }
}

/// Makes a move as it is said: `{gameID, move: {playerID, gameID, move}}`.
async fn try_move(app: &Arc<App>, player: &Player, user: Id, said: Value) -> Result<()> {
    app.limiter.check(Limit::Play, Some(user), player.address)?;
    let id = game_named(&said["gameID"]).ok_or(Sentence::GameNotFound)?;
    let token = player.token;
    app.db
        .write(move |tx| {
            let me = Me::authenticate(tx, token.as_ref())?;
            if me.is_due() {
                me.note_use(tx)?;
            }
            let turn = &said["move"];
            if !turn["playerID"].is_null() && !turn["playerID"].as_str().is_some_and(|name| me.is(name)) {
                return Err(Sentence::MoveWrongPlayer.into());
            }
            if !turn["gameID"].is_null() && turn["gameID"] != said["gameID"] {
                return Err(Error::with(Sentence::Malformed, "the move is one of another game"));
            }
            play::make_move(tx, &me, id, &turn["move"]).map(drop)
        })
        .await
}

/// Shows everybody the leaderboard as it is: what the client takes it for does not matter.
pub async fn show_leaderboard(app: &Arc<App>, player: &Player) {
    let (checking, token, address) = (app.clone(), player.token, player.address);
    let shown = app.db.write(move |tx| {
        let me = Me::authenticate(tx, token.as_ref())?;
        checking.limiter.check(Limit::Leaderboard, Some(me.id), address)?;
        let leaders = gamers::leaderboard(tx)?;
        tx.emit(GamerUpdate(leaders), Audience::SignedIn);
        Ok(())
    });
    if let Err(error) = shown.await {
        tracing::debug!(%error, "the leaderboard was not shown");
    }
}
