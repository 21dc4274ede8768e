//! Gamers: who has played a game to its end, and how often he has won. Wins come from games alone.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Game, store};
use crate::clock::TimeZone;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::live::{Audience, Event};
use crate::users::{Account, Me};

/// So many lead the board.
const LEADERS: usize = 10;
/// So many of his games a gamer shows.
pub const SHOWN: usize = 100;

/// Somebody who plays.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Gamer {
    pub username: String,
    pub wins: u32,
    /// The games that he has played to their end, won or lost; of many the last hundred. The last is the first.
    #[serde(rename = "gameIDs")]
    #[cfg_attr(test, ts(type = "Array<string>"))]
    pub game_ids: Vec<Id>,
    /// How many games that are.
    pub game_count: u32,
}

/// The leaderboard has changed. Everybody who is signed in is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GamerUpdate(pub Vec<Gamer>);

impl Event for GamerUpdate {
    const NAME: &'static str = "gamerUpdate";
}

/// On how many days in a row somebody has finished a game.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Streak {
    pub days: u32,
}

/// Those with the most wins; among equals who had so many first.
pub fn leaderboard(read: &Read<'_>) -> Result<Vec<Gamer>> {
    store::gamers::leaders(read, LEADERS)
}

/// Counts a game that has just been won.
pub(super) fn count(tx: &mut Write<'_>, game: &Game, winner: usize) -> Result<()> {
    for (seat, player) in game.players.iter().enumerate() {
        store::gamers::count(tx, player.user, seat == winner)?;
    }
    let leaders = leaderboard(tx)?;
    // A game of two who are not among the leaders changes nothing about these.
    if leaders.iter().any(|leader| game.players.iter().any(|player| player.name == leader.username)) {
        tx.emit(GamerUpdate(leaders), Audience::SignedIn);
    }
    Ok(())
}

/// Takes somebody off the board.
pub(super) fn forget_user(tx: &mut Write<'_>, account: &Account) -> Result<()> {
    let led = leaderboard(tx)?.iter().any(|leader| leader.username == account.username);
    store::gamers::delete(tx, account)?;
    if led {
        let leaders = leaderboard(tx)?;
        tx.emit(GamerUpdate(leaders), Audience::SignedIn);
    }
    Ok(())
}

/// The days in a row, back from today or else from yesterday, on which the actor has finished a game, by his clocks.
pub fn streak(read: &Read<'_>, me: &Me, zone: &TimeZone) -> Result<Streak> {
    let mut day = zone.day_of(read.now);
    if !store::gamers::has_finished(read, me, day.begin, day.end)? {
        day = zone.day_before(&day);
    }
    let mut days = 0;
    while store::gamers::has_finished(read, me, day.begin, day.end)? {
        days += 1;
        day = zone.day_before(&day);
    }
    Ok(Streak { days })
}
