//! What players do: create, join, move, leave, claim the win, play again. Each is one transaction, which also counts the
//! win of a game that it ends, and tells of what it has changed.

use serde_json::Value;

use super::{GONE, Game, GameStatus, GameType, GameUpdate, SEATS, gamers, store};
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::{Audience, Hub};
use crate::users::{Account, Me};

/// Makes a game that waits for players. Who makes it need not play.
pub fn create(tx: &mut Write<'_>, _: &Me, game_type: GameType) -> Result<Id> {
    let id = store::insert(tx, game_type)?;
    tell(tx, id, Vec::new())?;
    Ok(id)
}

/// Sits down. With the last seat taken the game begins; who sits there already gets the game as it is.
pub fn join(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Game> {
    let game = Game::find(tx, me, id)?;
    if game.seat_of(me.id).is_some() {
        return Ok(game);
    }
    match game.status {
        GameStatus::WaitingToStart => {}
        GameStatus::Over if game.winner.is_none() => return Err(Sentence::JoinExpired.into()),
        GameStatus::InProgress | GameStatus::Over => return Err(Sentence::JoinStarted.into()),
    }
    let seat = game.players.len();
    store::seat(tx, &game, seat, me.id)?;
    store::act(tx, &game, if seat + 1 == SEATS { GameStatus::InProgress } else { GameStatus::WaitingToStart })?;
    tell(tx, id, Vec::new())
}

/// Makes a move as a client says it.
pub fn make_move(tx: &mut Write<'_>, me: &Me, id: Id, said: &Value) -> Result<Game> {
    let mut game = Game::find(tx, me, id)?;
    if game.status != GameStatus::InProgress {
        return Err(Sentence::MoveNotInProgress.into());
    }
    let seat = game.seat_of(me.id).ok_or(Sentence::MoveWrongPlayer)?;
    let made = game.board.play(seat, said)?;
    store::insert_move(tx, &game, &made)?;
    match game.board.winner() {
        Some(winner) => end(tx, &game, winner),
        None => {
            store::act(tx, &game, GameStatus::InProgress)?;
            tell(tx, id, Vec::new())
        }
    }
}

/// Leaves: a waiting game goes on without him, a running one the other player wins. Of a game that is over, or not his,
/// nothing changes.
pub fn leave(tx: &mut Write<'_>, player: &Account, id: Id) -> Result<Game> {
    let game = Game::find(tx, player, id)?;
    match (game.seat_of(player.id), game.status) {
        (Some(seat), GameStatus::WaitingToStart) => {
            store::unseat(tx, &game, seat)?;
            tell(tx, id, vec![player.id])
        }
        (Some(seat), GameStatus::InProgress) => end(tx, &game, other(seat)),
        (_, GameStatus::Over) | (None, _) => Ok(game),
    }
}

/// Wins a running game because the other player is gone: he has been neither in the game's room nor done anything for
/// two minutes. (Whoever loses his connection to a server that is restarted has two minutes from then on.)
/// Nobody wins a rematch against who has not moved in it: he did not ask for it, and perhaps has never seen it.
pub fn claim(tx: &mut Write<'_>, me: &Me, hub: &Hub, id: Id) -> Result<Game> {
    let game = Game::find(tx, me, id)?;
    let seat = game.seat_of(me.id).ok_or(Sentence::NotAPlayer)?;
    if game.status != GameStatus::InProgress {
        return Err(Sentence::ClaimNotInProgress.into());
    }
    let opponent = &game.players[other(seat)];
    let quiet_since = opponent.last_seen_at.max(game.acted_at);
    if hub.is_in(id, opponent.user) || tx.now.since(quiet_since) < GONE {
        return Err(Sentence::ClaimTooEarly.into());
    }
    if game.is_rematch && !game.board.has_moved(other(seat)) {
        store::end_without_winner(tx, &game)?;
        return tell(tx, id, Vec::new());
    }
    end(tx, &game, seat)
}

/// Begins another game of the same two players, the other one first. Both may ask for it, and get the same one.
pub fn rematch(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Game> {
    let game = Game::find(tx, me, id)?;
    game.seat_of(me.id).ok_or(Sentence::NotAPlayer)?;
    if let Some(next) = game.rematch {
        return Game::find(tx, me, next);
    }
    if game.status != GameStatus::Over {
        return Err(Sentence::RematchNotOver.into());
    }
    if game.players.len() < SEATS || game.players.iter().any(|player| player.is_deleted) {
        return Err(Sentence::RematchAlone.into());
    }
    let next = store::insert_rematch(tx, &game)?;
    for (seat, player) in game.players.iter().rev().enumerate() {
        store::seat(tx, &next, seat, player.user)?;
    }
    store::act(tx, &next, GameStatus::InProgress)?;
    // The old one names the new one, so that who looks on can follow.
    tell(tx, id, Vec::new())?;
    tell(tx, next.id, Vec::new())
}

/// Ends the games that nobody has joined in time.
pub fn end_expired(tx: &mut Write<'_>) -> Result<()> {
    for id in store::expire(tx)? {
        tell(tx, id, Vec::new())?;
    }
    Ok(())
}

/// Takes somebody whose account is deleted out of what he plays, and off the leaderboard.
pub fn forget_user(tx: &mut Write<'_>, account: &Account) -> Result<()> {
    for game in store::all_unfinished(tx, account)? {
        leave(tx, account, game)?;
    }
    gamers::forget_user(tx, account)
}

fn other(seat: usize) -> usize {
    (seat + 1) % SEATS
}

/// Ends a running game. The wins are counted here and nowhere else.
fn end(tx: &mut Write<'_>, game: &Game, winner: usize) -> Result<Game> {
    store::end(tx, game, winner)?;
    let ended = tell(tx, game.id, Vec::new())?;
    gamers::count(tx, &ended, winner)?;
    Ok(ended)
}

/// Tells of how a game stands now: its players, those in its room, and `others` who have just left it.
fn tell(tx: &mut Write<'_>, id: Id, others: Vec<Id>) -> Result<Game> {
    let game = store::game(tx, id)?.ok_or(Sentence::GameNotFound)?;
    let users = game.user_ids().into_iter().chain(others).collect();
    tx.emit(GameUpdate { game_instance: game.instance() }, Audience::Room { room: id, users });
    Ok(game)
}
