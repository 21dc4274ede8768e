//! The actions of players: create, join, move, leave, claim the win, and rematch. Each action is
//! one transaction, which also counts the win of a game that it ends and emits the events.

use std::time::Duration;

use serde_json::Value;

use super::board::GameType;
use super::model::{Game, GameUpdate};
use super::status::GameStatus;
use super::{player_stats, store};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::{Audience, Hub, Room};

/// The time after which the opponent of an absent player can claim the win.
pub const ABSENCE_LIMIT: Duration = Duration::from_secs(2 * 60);
/// The number of players of a game.
const SEATS: usize = 2;

/// Returns a game. Every signed-in user may see every game. Rejects an unknown id with 404.
pub fn find(read: &Read<'_>, _viewer: &Account, id: Id) -> Result<Game> {
    store::game(read, id)?.ok_or_else(|| Sentence::GameNotFound.into())
}

/// Creates a game that waits for players. The creator does not have to join it.
pub fn create(tx: &mut Write<'_>, _: &Me, game_type: GameType) -> Result<Id> {
    let id = store::insert(tx, game_type)?;
    emit_update(tx, id, Vec::new())?;
    Ok(id)
}

/// Joins a game, which starts when the last seat is taken. Succeeds without changes for a player of
/// the game. Rejects a game that has started or expired with 409.
pub fn join(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Game> {
    let game = find(tx, me, id)?;
    if game.seat_of(me.id()).is_some() {
        return Ok(game);
    }
    match game.status {
        GameStatus::WaitingToStart => {}
        GameStatus::Over if game.winner.is_none() => return Err(Sentence::JoinExpired.into()),
        GameStatus::InProgress | GameStatus::Over => return Err(Sentence::JoinStarted.into()),
    }
    let seat = game.players.len();
    store::insert_player(tx, &game, seat, me.id())?;
    store::record_activity(
        tx,
        &game,
        if seat + 1 == SEATS {
            GameStatus::InProgress
        } else {
            GameStatus::WaitingToStart
        },
    )?;
    emit_update(tx, id, Vec::new())
}

/// Plays a move in the form in which clients send it. Rejects a move out of turn with 403, an
/// illegal move with 400, and a game that is not in progress with 409.
pub fn make_move(tx: &mut Write<'_>, me: &Me, id: Id, input: &Value) -> Result<Game> {
    let mut game = find(tx, me, id)?;
    if game.status != GameStatus::InProgress {
        return Err(Sentence::MoveNotInProgress.into());
    }
    let seat = game.seat_of(me.id()).ok_or(Sentence::MoveWrongPlayer)?;
    let record = game.board.play(seat, input)?;
    store::insert_move(tx, &game, &record)?;
    match game.board.winner() {
        Some(winner) => end(tx, &game, winner),
        None => {
            store::record_activity(tx, &game, GameStatus::InProgress)?;
            emit_update(tx, id, Vec::new())
        }
    }
}

/// Leaves a game. The opponent wins a running game; a waiting game keeps waiting. Succeeds without
/// changes if the game is over or the user does not play it.
pub fn leave(tx: &mut Write<'_>, player: &Account, id: Id) -> Result<Game> {
    let game = find(tx, player, id)?;
    match (game.seat_of(player.id()), game.status) {
        (Some(seat), GameStatus::WaitingToStart) => {
            store::delete_player(tx, &game, seat)?;
            emit_update(tx, id, vec![player.id()])
        }
        (Some(seat), GameStatus::InProgress) => end(tx, &game, opponent_of(seat)),
        (_, GameStatus::Over) | (None, _) => Ok(game),
    }
}

/// Wins a running game because the opponent was neither in the game's room nor active for
/// [`ABSENCE_LIMIT`]. A restart of the server begins the period again. A rematch in which the
/// opponent has not moved ends without a winner: they did not ask for it and may never have seen
/// it.
pub fn claim(tx: &mut Write<'_>, me: &Me, hub: &Hub, id: Id) -> Result<Game> {
    let game = find(tx, me, id)?;
    let seat = game.seat_of(me.id()).ok_or(Sentence::NotAPlayer)?;
    if game.status != GameStatus::InProgress {
        return Err(Sentence::ClaimNotInProgress.into());
    }
    let opponent = &game.players[opponent_of(seat)];
    let absent_since = opponent.last_seen_at.max(game.last_activity_at);
    if hub.is_in_room(Room::Game(id), opponent.user) || tx.now.since(absent_since) < ABSENCE_LIMIT {
        return Err(Sentence::ClaimTooEarly.into());
    }
    if game.is_rematch && !game.board.has_moved(opponent_of(seat)) {
        store::end_without_winner(tx, &game)?;
        return emit_update(tx, id, Vec::new());
    }
    end(tx, &game, seat)
}

/// Starts the rematch of a game, in which the second player moves first. Both players get the same
/// one. Rejects users who did not play with 403, and a game that is not over or whose opponent is
/// missing or deleted with 409.
pub fn rematch(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Game> {
    let game = find(tx, me, id)?;
    game.seat_of(me.id()).ok_or(Sentence::NotAPlayer)?;
    if let Some(next) = game.rematch_id {
        return find(tx, me, next);
    }
    if game.status != GameStatus::Over {
        return Err(Sentence::RematchNotOver.into());
    }
    if game.players.len() < SEATS || game.players.iter().any(|player| player.is_deleted) {
        return Err(Sentence::RematchAlone.into());
    }
    let next = store::insert_rematch(tx, &game)?;
    for (seat, player) in game.players.iter().rev().enumerate() {
        store::insert_player(tx, &next, seat, player.user)?;
    }
    store::record_activity(tx, &next, GameStatus::InProgress)?;
    // The old game contains the id of the rematch, so that spectators can follow.
    emit_update(tx, id, Vec::new())?;
    emit_update(tx, next.id, Vec::new())
}

/// Ends the games that waited too long for players.
pub fn end_expired(tx: &mut Write<'_>) -> Result<()> {
    for id in store::expire(tx)? {
        emit_update(tx, id, Vec::new())?;
    }
    Ok(())
}

/// The largest number of games that one step of a purge leaves.
const PURGED_AT_ONCE: usize = 50;

/// Removes a deleted user from some of their unfinished games, and from the leaderboard. Returns
/// whether there may be more games.
pub fn purge_user(tx: &mut Write<'_>, account: &Account) -> Result<bool> {
    let games = store::unfinished_ids(tx, account, PURGED_AT_ONCE)?;
    let is_full = games.len() == PURGED_AT_ONCE;
    for game in games {
        leave(tx, account, game)?;
    }
    player_stats::purge_user(tx, account)?;
    Ok(is_full)
}

/// Ends some unfinished games between two users whose accounts become one, without a winner. Returns whether
/// there may be more.
pub fn end_between(tx: &mut Write<'_>, one: &Account, other: &Account) -> Result<bool> {
    let games = store::unfinished_between(tx, one, other, PURGED_AT_ONCE)?;
    let is_full = games.len() == PURGED_AT_ONCE;
    for id in games {
        let game = find(tx, one, id)?;
        store::end_without_winner(tx, &game)?;
        emit_update(tx, id, Vec::new())?;
    }
    Ok(is_full)
}

fn opponent_of(seat: usize) -> usize {
    (seat + 1) % SEATS
}

/// Ends a running game with a winner. Only this function counts wins.
fn end(tx: &mut Write<'_>, game: &Game, winner: usize) -> Result<Game> {
    store::end(tx, game, winner)?;
    let ended = emit_update(tx, game.id, Vec::new())?;
    player_stats::count_game(tx, &ended, winner)?;
    Ok(ended)
}

/// Emits the current state of a game to its players, to everyone in its room, and to
/// `former_players`.
fn emit_update(tx: &mut Write<'_>, id: Id, former_players: Vec<Id>) -> Result<Game> {
    let game = store::game(tx, id)?.ok_or(Sentence::GameNotFound)?;
    let users = game.user_ids().into_iter().chain(former_players).collect();
    tx.emit(
        GameUpdate {
            game_instance: game.instance(),
        },
        Audience::Room {
            room: Room::Game(id),
            users,
        },
    );
    Ok(game)
}
