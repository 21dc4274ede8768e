//! The results of players, the leaderboard and streaks. Only completed games count.

use super::model::{Game, Gamer, GamerUpdate, Streak};
use super::store;
use crate::core::clock::TimeZone;
use crate::core::error::Result;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};
use crate::platform::realtime::Audience;

/// The number of players on the leaderboard.
const LEADERBOARD_SIZE: usize = 10;
/// Returns the players with the most wins. Among equals, the player who reached the number first
/// leads.
pub fn leaderboard(read: &Read<'_>) -> Result<Vec<Gamer>> {
    store::player_stats::leaders(read, LEADERBOARD_SIZE)
}

/// Counts a game that was just won.
pub(super) fn count_game(tx: &mut Write<'_>, game: &Game, winner: usize) -> Result<()> {
    for (seat, player) in game.players.iter().enumerate() {
        store::player_stats::count(tx, player.user, seat == winner)?;
    }
    let leaders = leaderboard(tx)?;
    // A game between players who are not on the leaderboard does not change it.
    if leaders.iter().any(|leader| {
        game.players
            .iter()
            .any(|player| player.name == leader.username)
    }) {
        tx.emit(GamerUpdate(leaders), Audience::SignedIn);
    }
    Ok(())
}

/// Removes a deleted user from the leaderboard.
pub fn purge_user(tx: &mut Write<'_>, account: &Account) -> Result<()> {
    let is_leader = leaderboard(tx)?
        .iter()
        .any(|leader| leader.username == account.username());
    store::player_stats::delete(tx, account)?;
    if is_leader {
        let leaders = leaderboard(tx)?;
        tx.emit(GamerUpdate(leaders), Audience::SignedIn);
    }
    Ok(())
}

/// Shows everyone the leaderboard after results have moved to another user.
pub fn emit_leaderboard(tx: &mut Write<'_>) -> Result<()> {
    let leaders = leaderboard(tx)?;
    tx.emit(GamerUpdate(leaders), Audience::SignedIn);
    Ok(())
}

/// Counts the consecutive days, back from today or else from yesterday, on which the actor
/// completed a game. Days begin and end in the given time zone.
pub fn streak(read: &Read<'_>, me: &Me, zone: &TimeZone) -> Result<Streak> {
    let mut day = zone.day_of(read.now);
    if !store::player_stats::has_finished(read, me, day.begin, day.end)? {
        day = zone.day_before(&day);
    }
    let mut days = 0;
    while store::player_stats::has_finished(read, me, day.begin, day.end)? {
        days += 1;
        day = zone.day_before(&day);
    }
    Ok(Streak { days })
}
