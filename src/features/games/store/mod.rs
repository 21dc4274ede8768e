//! Queries of games.

pub mod player_stats;

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use super::board::{Board, GameType, MoveRecord};
use super::model::{Game, JOIN_TIMEOUT, Player};
use super::status::GameStatus;
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::{Account, Me};
use crate::platform::db::{FromRow, Read, Write, from_row};

macro_rules! stored_by_name {
    ($($type:ty),*) => {$(
        impl FromSql for $type {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                value.as_str()?.parse().map_err(|_| FromSqlError::InvalidType)
            }
        }

        impl ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(ToSqlOutput::from(self.name()))
            }
        }
    )*};
}
stored_by_name!(GameType, GameStatus);

from_row! {
    /// A game without its players and moves.
    struct GameRow {
        id: Id = "g.id",
        game_type: GameType = "g.game_type",
        status: GameStatus = "g.status",
        created_at: Timestamp = "g.created_at",
        last_activity_at: Timestamp = "g.last_activity_at",
        ended_at: Option<Timestamp> = "g.ended_at",
        winner_seat: Option<i64> = "g.winner_seat",
        is_rematch: bool = "g.rematch_of IS NOT NULL",
        rematch_id: Option<Id> = "(SELECT r.id FROM games r WHERE r.rematch_of = g.id)",
    }
}

fn select() -> String {
    format!("SELECT {} FROM games g", GameRow::COLUMNS)
}

fn game_from(row: &Row<'_>, now: Timestamp) -> rusqlite::Result<Game> {
    let row = GameRow::from_row(row)?;
    let mut game = Game {
        id: row.id,
        game_type: row.game_type,
        status: row.status,
        created_at: row.created_at,
        last_activity_at: row.last_activity_at,
        ended_at: row.ended_at,
        players: Vec::new(),
        board: match row.game_type {
            GameType::Nim => Board::Nim(Default::default()),
        },
        winner: row.winner_seat.map(|seat| seat as usize),
        is_rematch: row.is_rematch,
        rematch_id: row.rematch_id,
    };
    // `expire` may not have stored this yet.
    if game.status == GameStatus::WaitingToStart && now.since(game.last_activity_at) >= JOIN_TIMEOUT
    {
        game.status = GameStatus::Over;
        game.ended_at = Some(game.last_activity_at.plus(JOIN_TIMEOUT));
    }
    Ok(game)
}

/// Adds the players and the moves to games.
fn with_players_and_moves(read: &Read<'_>, mut games: Vec<Game>) -> Result<Vec<Game>> {
    let ids: Vec<[Id; 1]> = games.iter().map(|game| [game.id]).collect();
    let players = "SELECT p.user_id, a.name, u.deleted_at IS NOT NULL, p.last_seen_at
                   FROM game_players p JOIN users u ON u.id = p.user_id JOIN authors a ON a.id = p.user_id
                   WHERE p.game_id = ?1 ORDER BY p.seat";
    let players = read.each(players, ids.clone(), |row| {
        Ok(Player {
            user: row.get(0)?,
            name: row.get(1)?,
            is_deleted: row.get(2)?,
            last_seen_at: row.get(3)?,
        })
    })?;
    let moves = "SELECT seat, move FROM game_moves WHERE game_id = ?1 ORDER BY number";
    let moves = read.each(moves, ids, |row| {
        Ok((row.get::<_, i64>(0)? as usize, row.get(1)?))
    })?;
    for ((game, players), moves) in games.iter_mut().zip(players).zip(moves) {
        game.players = players;
        game.board = Board::replay(game.game_type, &moves)?;
    }
    Ok(games)
}

fn all(read: &Read<'_>, sql: &str, params: impl rusqlite::Params) -> Result<Vec<Game>> {
    let games = read.all(sql, params, |row| game_from(row, read.now))?;
    with_players_and_moves(read, games)
}

/// Returns a game.
pub fn game(read: &Read<'_>, id: Id) -> Result<Option<Game>> {
    let sql = format!("{} WHERE g.id = ?1", select());
    Ok(all(read, &sql, [id])?.pop())
}

/// Returns games, newest first, optionally of one kind or in one status.
pub fn list(
    read: &Read<'_>,
    game_type: Option<GameType>,
    status: Option<GameStatus>,
    paging: &Paging,
) -> Result<Page<Game>> {
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    // An empty name matches every kind.
    let name = game_type.map_or("", GameType::name);
    // A game that waits too long is over, even if `expire` has not stored this yet.
    let since = if status == Some(GameStatus::WaitingToStart) {
        read.now.minus(JOIN_TIMEOUT)
    } else {
        Timestamp::from_millis(i64::MIN)
    };
    let in_status = if status.is_some() {
        "g.status = ?5 AND"
    } else {
        "?5 = '' AND"
    };
    let select = select();
    let sql = format!(
        "{select} WHERE {in_status} g.id < ?1 AND (?3 = '' OR g.game_type = ?3) AND g.last_activity_at > ?4 ORDER BY g.id DESC LIMIT ?2"
    );
    let games = all(
        read,
        &sql,
        (
            before,
            paging.limit as i64 + 1,
            name,
            since,
            status.map_or("", GameStatus::name),
        ),
    )?;
    Ok(Page::cut(
        games,
        paging.limit,
        total(read, game_type, status)?,
        |last| last.id.as_i64().to_string(),
    ))
}

fn total(read: &Read<'_>, game_type: Option<GameType>, status: Option<GameStatus>) -> Result<i64> {
    let name = game_type.map_or("", GameType::name);
    if status == Some(GameStatus::WaitingToStart) {
        // Counts rows, because the stored count includes expired games.
        let sql = "SELECT count(*) FROM games WHERE status = 'WAITING_TO_START' AND last_activity_at > ?1 AND (?2 = '' OR game_type = ?2)";
        return read.value(sql, (read.now.minus(JOIN_TIMEOUT), name));
    }
    let sql = "SELECT coalesce(sum(games), 0) FROM game_counts WHERE (?1 = '' OR game_type = ?1) AND (?2 = '' OR status = ?2)";
    read.value(sql, (name, status.map_or("", GameStatus::name)))
}

/// Returns the completed games of a user, most recently ended first.
pub fn completed(read: &Read<'_>, user: Id, paging: &Paging) -> Result<Page<Game>> {
    let [before, before_id] = paging.position()?.unwrap_or([i64::MAX; 2]);
    let select = select();
    let sql = format!(
        "{select} JOIN game_players p ON p.game_id = g.id
         WHERE p.user_id = ?1 AND p.ended_at IS NOT NULL AND (p.ended_at, p.game_id) < (?2, ?3)
         ORDER BY p.ended_at DESC, p.game_id DESC LIMIT ?4"
    );
    let games = all(
        read,
        &sql,
        (user, before, before_id, paging.limit as i64 + 1),
    )?;
    let total = read
        .first(
            "SELECT games FROM player_stats WHERE user_id = ?1",
            [user],
            |row| row.get(0),
        )?
        .unwrap_or(0);
    let cursor = |game: &Game| {
        format!(
            "{}.{}",
            game.ended_at.unwrap_or(game.created_at).millis(),
            game.id.as_i64()
        )
    };
    Ok(Page::cut(games, paging.limit, total, cursor))
}

/// Calls `each` for all games of a user.
pub fn for_each_of_user(
    read: &Read<'_>,
    account: &Account,
    mut each: impl FnMut(Game) -> Result<()>,
) -> Result<()> {
    let game = format!(
        "{} JOIN game_players p ON p.game_id = g.id WHERE p.user_id = ?1",
        select()
    );
    read.for_each(
        &game,
        [account.id()],
        |row| game_from(row, read.now),
        |game| {
            with_players_and_moves(read, vec![game])?
                .into_iter()
                .try_for_each(&mut each)
        },
    )
}

/// FROM and WHERE clauses: the games that the user `?1` plays or waits in. A waiting game without
/// activity since `?2` has expired.
const UNFINISHED: &str = "FROM game_players p JOIN games g ON g.id = p.game_id
    WHERE p.user_id = ?1 AND p.ended_at IS NULL AND g.status <> 'OVER' AND (g.status = 'IN_PROGRESS' OR g.last_activity_at > ?2)";

/// Returns the games that the actor plays or waits in, newest first.
pub fn unfinished(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<Page<Game>> {
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let since = read.now.minus(JOIN_TIMEOUT);
    let sql =
        format!("SELECT g.id {UNFINISHED} AND p.game_id < ?3 ORDER BY p.game_id DESC LIMIT ?4");
    let ids: Vec<[Id; 1]> = read.all(
        &sql,
        (me.id(), since, before, paging.limit as i64 + 1),
        |row| Ok([row.get(0)?]),
    )?;
    let sql = format!("{} WHERE g.id = ?1", select());
    let games = read.each(&sql, ids, |row| game_from(row, read.now))?;
    let games = with_players_and_moves(read, games.into_iter().flatten().collect())?;
    let total = read.value(&format!("SELECT count(*) {UNFINISHED}"), (me.id(), since))?;
    Ok(Page::cut(games, paging.limit, total, |last| {
        last.id.as_i64().to_string()
    }))
}

/// Returns the ids of at most `limit` games that a user plays or waits in.
pub fn unfinished_ids(read: &Read<'_>, account: &Account, limit: usize) -> Result<Vec<Id>> {
    read.all(
        &format!("SELECT g.id {UNFINISHED} LIMIT ?3"),
        (account.id(), read.now.minus(JOIN_TIMEOUT), limit as i64),
        |row| row.get(0),
    )
}

/// Returns the ids of at most `limit` unfinished games between two users.
pub fn unfinished_between(
    read: &Read<'_>,
    one: &Account,
    other: &Account,
    limit: usize,
) -> Result<Vec<Id>> {
    let sql = "SELECT p.game_id FROM game_players p JOIN game_players o ON o.game_id = p.game_id AND o.user_id = ?2
               JOIN games g ON g.id = p.game_id WHERE p.user_id = ?1 AND p.ended_at IS NULL AND g.status <> 'OVER' LIMIT ?3";
    read.all(sql, (one.id(), other.id(), limit as i64), |row| row.get(0))
}

/// Adds a game that waits for players.
pub fn insert(tx: &Write<'_>, game_type: GameType) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO games (id, game_type, status, created_at, last_activity_at) VALUES (?1, ?2, ?3, ?4, ?4)";
    tx.execute(sql, (id, game_type, GameStatus::WaitingToStart, tx.now))?;
    Ok(id)
}

/// Adds the rematch of a game. A game has at most one.
pub fn insert_rematch(tx: &Write<'_>, of: &Game) -> Result<Game> {
    let id = insert(tx, of.game_type)?;
    tx.execute(
        "UPDATE games SET rematch_of = ?2 WHERE id = ?1",
        (id, of.id),
    )?;
    game(tx, id)?.ok_or_else(|| Error::internal("the new game does not exist"))
}

/// Adds a player on a free seat.
pub fn insert_player(tx: &Write<'_>, game: &Game, seat: usize, user: Id) -> Result<()> {
    let sql =
        "INSERT INTO game_players (game_id, seat, user_id, last_seen_at) VALUES (?1, ?2, ?3, ?4)";
    tx.execute(sql, (game.id, seat as i64, user, tx.now))?;
    Ok(())
}

/// Removes the player from a seat.
pub fn delete_player(tx: &Write<'_>, game: &Game, seat: usize) -> Result<()> {
    tx.execute(
        "DELETE FROM game_players WHERE game_id = ?1 AND seat = ?2",
        (game.id, seat as i64),
    )?;
    Ok(())
}

/// Records an activity now and the resulting status.
pub fn record_activity(tx: &Write<'_>, game: &Game, status: GameStatus) -> Result<()> {
    tx.execute(
        "UPDATE games SET last_activity_at = ?2, status = ?3 WHERE id = ?1",
        (game.id, tx.now, status),
    )?;
    Ok(())
}

/// Adds a move.
pub fn insert_move(tx: &Write<'_>, game: &Game, record: &MoveRecord) -> Result<()> {
    let sql =
        "INSERT INTO game_moves (game_id, number, seat, move, made_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    tx.execute(
        sql,
        (
            game.id,
            record.number as i64,
            record.seat as i64,
            &record.json,
            tx.now,
        ),
    )?;
    Ok(())
}

/// Ends a game with a winner.
pub fn end(tx: &Write<'_>, game: &Game, winner: usize) -> Result<()> {
    let sql = "UPDATE games SET status = 'OVER', last_activity_at = ?2, ended_at = ?2, winner_seat = ?3 WHERE id = ?1";
    tx.execute(sql, (game.id, tx.now, winner as i64))?;
    tx.execute(
        "UPDATE game_players SET ended_at = ?2 WHERE game_id = ?1",
        (game.id, tx.now),
    )?;
    Ok(())
}

/// Ends a game without a winner.
pub fn end_without_winner(tx: &Write<'_>, game: &Game) -> Result<()> {
    tx.execute(
        "UPDATE games SET status = 'OVER', last_activity_at = ?2, ended_at = ?2 WHERE id = ?1",
        (game.id, tx.now),
    )?;
    Ok(())
}

/// Ends the games that waited too long for players. Returns their ids.
pub fn expire(tx: &Write<'_>) -> Result<Vec<Id>> {
    let sql = "UPDATE games SET status = 'OVER', ended_at = last_activity_at + ?2 WHERE status = 'WAITING_TO_START' AND last_activity_at <= ?1 RETURNING id";
    tx.all(
        sql,
        (tx.now.minus(JOIN_TIMEOUT), JOIN_TIMEOUT.as_millis() as i64),
        |row| row.get(0),
    )
}

/// Records that a player left the room of a running game now.
pub fn touch_last_seen(tx: &Write<'_>, game: Id, user: Id) -> Result<()> {
    let sql = "UPDATE game_players SET last_seen_at = ?3 WHERE game_id = ?1 AND user_id = ?2
               AND EXISTS (SELECT 1 FROM games WHERE id = ?1 AND status = 'IN_PROGRESS')";
    tx.execute(sql, (game, user, tx.now))?;
    Ok(())
}

/// Records that the absence of all players of running games begins now.
pub fn touch_all_last_seen(tx: &Write<'_>) -> Result<()> {
    let sql = "UPDATE game_players SET last_seen_at = ?1 WHERE game_id IN (SELECT id FROM games WHERE status = 'IN_PROGRESS')";
    tx.execute(sql, [tx.now])?;
    Ok(())
}
