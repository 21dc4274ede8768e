//! Games between two people: who sits down, whose turn it is, who has won.
//!
//! A kind of game is one variant of [`GameType`] and of [`Board`], with a module of pure rules such as [`nim`]. All that
//! kinds have in common is here: waiting for players, leaving, winning, playing again.

pub mod gamers;
pub mod nim;
pub mod play;
pub mod rooms;
pub mod routes;
pub mod rules;
pub mod store;

use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::db::Read;
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::live::Event;
use crate::users::Account;
use nim::{Nim, NimState, Taking};

/// A game that nobody joins is over after this time.
pub const EXPIRES: Duration = Duration::from_secs(60 * 60);
/// Who has been away for so long from a running game has lost it, if the other one says so.
pub const GONE: Duration = Duration::from_secs(2 * 60);
/// Players of a game.
const SEATS: usize = 2;

/// Which rules are played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum GameType {
    Nim,
}

impl GameType {
    /// As clients and the database have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nim => "Nim",
        }
    }
}

impl FromStr for GameType {
    type Err = Sentence;

    fn from_str(name: &str) -> Result<Self, Sentence> {
        match name {
            "Nim" => Ok(Self::Nim),
            _ => Err(Sentence::UnknownGameType),
        }
    }
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GameStatus {
    WaitingToStart,
    InProgress,
    Over,
}

impl GameStatus {
    /// As clients and the database have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::WaitingToStart => "WAITING_TO_START",
            Self::InProgress => "IN_PROGRESS",
            Self::Over => "OVER",
        }
    }
}

impl FromStr for GameStatus {
    type Err = Sentence;

    fn from_str(name: &str) -> Result<Self, Sentence> {
        let all = [Self::WaitingToStart, Self::InProgress, Self::Over];
        all.into_iter().find(|status| status.name() == name).ok_or(Sentence::InvalidGameStatus)
    }
}

/// The pieces of a game, by its kind.
#[derive(Clone, Debug)]
pub enum Board {
    Nim(Nim),
}

/// A move that the rules have allowed, as it is stored.
pub struct Made {
    pub number: usize,
    pub seat: usize,
    pub json: String,
}

impl Board {
    /// What the moves, in JSON and in order, have led to.
    pub fn after(game_type: GameType, moves: &[(usize, String)]) -> Result<Self> {
        match game_type {
            GameType::Nim => {
                let mut nim = Nim::default();
                for (seat, json) in moves {
                    nim.play(*seat, serde_json::from_str(json).map_err(Error::internal)?)?;
                }
                Ok(Self::Nim(nim))
            }
        }
    }

    /// Makes a move as a client says it.
    fn play(&mut self, seat: usize, said: &Value) -> Result<Made> {
        match self {
            Self::Nim(nim) => {
                if seat != nim.seat_to_move() {
                    return Err(Sentence::MoveWrongPlayer.into());
                }
                let (number, taking) = (nim.moves(), Taking::read(said)?);
                nim.play(seat, taking)?;
                Ok(Made { number, seat, json: serde_json::to_string(&taking).map_err(Error::internal)? })
            }
        }
    }

    fn winner(&self) -> Option<usize> {
        match self {
            Self::Nim(nim) => nim.winner(),
        }
    }

    /// Whether who has this seat has made a move.
    fn has_moved(&self, seat: usize) -> bool {
        match self {
            // They take turns, the first seat first.
            Self::Nim(nim) => nim.moves() > seat,
        }
    }
}

/// Somebody who plays a game.
#[derive(Clone, Debug)]
pub struct Player {
    pub user: Id,
    /// `[deleted]` when he is.
    pub name: String,
    pub is_deleted: bool,
    /// When he went away from the game while it was running, or else when he sat down.
    pub last_seen_at: Timestamp,
}

/// A game as it stands in this snapshot.
#[derive(Clone, Debug)]
pub struct Game {
    pub id: Id,
    pub game_type: GameType,
    pub status: GameStatus,
    pub created_at: Timestamp,
    /// When somebody last created, joined or moved.
    pub acted_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    /// By their seats.
    pub players: Vec<Player>,
    pub board: Board,
    /// His seat.
    pub winner: Option<usize>,
    /// Whether one of its players has begun it for both, after another game.
    pub is_rematch: bool,
    /// The game in which both play again.
    pub rematch: Option<Id>,
}

impl Game {
    /// Anybody who is signed in may see any game. [`Sentence::GameNotFound`] when there is none.
    pub fn find(read: &Read<'_>, _: &Account, id: Id) -> Result<Self> {
        store::game(read, id)?.ok_or_else(|| Sentence::GameNotFound.into())
    }

    /// The seat of a user who plays it.
    pub fn seat_of(&self, user: Id) -> Option<usize> {
        self.players.iter().position(|player| player.user == user)
    }

    fn user_ids(&self) -> Vec<Id> {
        self.players.iter().map(|player| player.user).collect()
    }

    /// What everybody sees of it.
    pub fn instance(&self) -> GameInstance {
        let players: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        let winners = self.winner.and_then(|seat| players.get(seat)).map(|name| vec![name.clone()]);
        let state = match &self.board {
            Board::Nim(nim) => GameState::Nim(nim.state(self.status, &players, winners)),
        };
        GameInstance {
            game_id: self.id,
            game_type: self.game_type,
            players,
            state,
            date_played: self.ended_at.unwrap_or(self.created_at),
            created_at: self.created_at,
            acted_at: self.acted_at,
            rematch_id: self.rematch,
        }
    }
}

/// A game as everybody sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameInstance {
    #[serde(rename = "gameID")]
    #[cfg_attr(test, ts(type = "string"))]
    pub game_id: Id,
    pub game_type: GameType,
    /// Their names, in the order of their turns.
    pub players: Vec<String>,
    pub state: GameState,
    /// When it ended; until then, when it was created.
    #[cfg_attr(test, ts(type = "string"))]
    pub date_played: Timestamp,
    #[cfg_attr(test, ts(type = "string"))]
    pub created_at: Timestamp,
    /// When somebody last created, joined or moved.
    #[cfg_attr(test, ts(type = "string"))]
    pub acted_at: Timestamp,
    /// The game in which both play again.
    #[serde(rename = "rematchID", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub rematch_id: Option<Id>,
}

/// How it stands, by its kind.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum GameState {
    Nim(NimState),
}

/// A game has changed. Its players are told, and everybody in its room.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameUpdate {
    pub game_instance: GameInstance,
}

impl Event for GameUpdate {
    const NAME: &'static str = "gameUpdate";
}

/// What somebody wanted to do in a game was refused. He alone is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameError {
    /// His name.
    pub player: String,
    pub error: String,
    /// The game, as he named it.
    #[serde(rename = "gameID")]
    pub game_id: String,
}

impl Event for GameError {
    const NAME: &'static str = "gameError";
}
