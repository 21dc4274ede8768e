//! Queries of the results of players.

use rusqlite::Row;

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::games::model::Gamer;
use crate::features::users::{Account, Me, User};
use crate::platform::db::{Read, Write};

/// The maximum number of games in a [`Gamer`].
const GAMES_LIMIT: usize = 100;

/// The columns that [`gamer_from`] reads.
const GAMER: &str = "SELECT g.user_id, u.username, g.wins, g.games FROM player_stats g JOIN users u ON u.id = g.user_id AND u.deleted_at IS NULL";

fn gamer_from(row: &Row<'_>) -> rusqlite::Result<(Id, Gamer)> {
    Ok((
        row.get(0)?,
        Gamer {
            username: row.get(1)?,
            wins: row.get(2)?,
            game_ids: Vec::new(),
            game_count: row.get(3)?,
        },
    ))
}

fn with_games(read: &Read<'_>, gamers: Vec<(Id, Gamer)>) -> Result<Vec<Gamer>> {
    let sql = "SELECT game_id FROM game_players WHERE user_id = ?1 AND ended_at IS NOT NULL ORDER BY ended_at DESC, game_id DESC LIMIT ?2";
    let games = read.each(
        sql,
        gamers.iter().map(|(id, _)| (*id, GAMES_LIMIT as i64)),
        |row| row.get(0),
    )?;
    Ok(gamers
        .into_iter()
        .zip(games)
        .map(|((_, gamer), game_ids)| Gamer { game_ids, ..gamer })
        .collect())
}

/// Returns the results of a user, whether or not they have played.
pub fn of_user(read: &Read<'_>, user: &User) -> Result<Gamer> {
    let gamer = read.first(
        &format!("{GAMER} WHERE g.user_id = ?1"),
        [user.id],
        gamer_from,
    )?;
    let stored = with_games(read, gamer.into_iter().collect())?.pop();
    Ok(stored.unwrap_or_else(|| Gamer {
        username: user.username.clone(),
        wins: 0,
        game_ids: Vec::new(),
        game_count: 0,
    }))
}

/// Returns the players with the most wins. Among equals, the player who reached the number first
/// leads.
pub fn leaders(read: &Read<'_>, limit: usize) -> Result<Vec<Gamer>> {
    let sql = format!("{GAMER} ORDER BY g.wins DESC, g.wins_reached_id LIMIT ?1");
    let leaders = read.all(&sql, [limit as i64], gamer_from)?;
    with_games(read, leaders)
}

/// Returns all players, sorted by sign-up.
pub fn list(read: &Read<'_>, paging: &Paging) -> Result<Page<Gamer>> {
    let [after] = paging.position()?.unwrap_or([i64::MIN]);
    let sql = format!("{GAMER} WHERE g.user_id > ?1 ORDER BY g.user_id LIMIT ?2");
    let gamers = read.all(&sql, (after, paging.limit as i64 + 1), gamer_from)?;
    let total = read.value("SELECT players FROM player_counts", [])?;
    let page = Page::cut(gamers, paging.limit, total, |(id, _)| {
        id.as_i64().to_string()
    });
    Ok(Page {
        items: with_games(read, page.items)?,
        total: page.total,
        next: page.next,
    })
}

/// Counts a game that a user completed.
pub fn count(tx: &Write<'_>, user: Id, has_won: bool) -> Result<()> {
    tx.execute(
        "INSERT INTO player_stats (user_id, wins, games, wins_reached_id) VALUES (?1, ?2, 1, ?3)
         ON CONFLICT (user_id) DO UPDATE SET wins = wins + ?2, games = games + 1, wins_reached_id = iif(?2 = 0, wins_reached_id, ?3)",
        (user, i64::from(has_won), tx.new_id()),
    )?;
    Ok(())
}

/// Deletes the results of a user.
pub fn delete(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute(
        "DELETE FROM player_stats WHERE user_id = ?1",
        [account.id()],
    )?;
    Ok(())
}

/// Returns whether the actor completed a game in this period.
pub fn has_finished(read: &Read<'_>, me: &Me, since: Timestamp, before: Timestamp) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM game_players WHERE user_id = ?1 AND ended_at >= ?2 AND ended_at < ?3",
        (me.id(), since, before),
    )
}
