//! The types of games: what stores return and what goes on the wire.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use super::board::{Board, GameType};
use super::nim::NimState;
use super::status::GameStatus;
use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::platform::realtime::{Event, IfMissed, Subject};

/// The time after which a game is over if it still waits for players.
pub const JOIN_TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// A player of a game.
#[derive(Clone, Debug)]
pub struct Player {
    pub user: Id,
    /// The username; `[deleted]` if the account is deleted.
    pub name: String,
    pub is_deleted: bool,
    /// When the player last left the room of the running game, or else when they joined.
    pub last_seen_at: Timestamp,
}

/// The state of a game in the current snapshot.
#[derive(Clone, Debug)]
pub struct Game {
    pub id: Id,
    pub game_type: GameType,
    pub status: GameStatus,
    pub created_at: Timestamp,
    /// When the game was created, or a player last joined or moved.
    pub last_activity_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    /// The players, ordered by seat.
    pub players: Vec<Player>,
    pub board: Board,
    /// The seat of the winner.
    pub winner: Option<usize>,
    /// Whether the game is a rematch, which one player started for both.
    pub is_rematch: bool,
    /// The rematch of this game.
    pub rematch_id: Option<Id>,
}

impl Game {
    /// Returns the seat of a user, if they play this game.
    pub fn seat_of(&self, user: Id) -> Option<usize> {
        self.players.iter().position(|player| player.user == user)
    }

    /// Returns the ids of the players.
    pub fn user_ids(&self) -> Vec<Id> {
        self.players.iter().map(|player| player.user).collect()
    }

    /// Returns the projection for all viewers.
    pub fn instance(&self) -> GameInstance {
        let players: Vec<String> = self
            .players
            .iter()
            .map(|player| player.name.clone())
            .collect();
        let winners = self
            .winner
            .and_then(|seat| players.get(seat))
            .map(|name| vec![name.clone()]);
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
            acted_at: self.last_activity_at,
            rematch_id: self.rematch_id,
        }
    }
}

/// A game as all viewers see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameInstance {
    #[serde(rename = "gameID")]
    pub game_id: Id,
    pub game_type: GameType,
    /// The usernames of the players, ordered by turn.
    pub players: Vec<String>,
    pub state: GameState,
    /// When the game ended, or while it is not over, when it was created.
    pub date_played: Timestamp,
    pub created_at: Timestamp,
    /// When the game was created, or a player last joined or moved.
    pub acted_at: Timestamp,
    /// The rematch of this game.
    #[serde(rename = "rematchID", skip_serializing_if = "Option::is_none")]
    pub rematch_id: Option<Id>,
}

/// The position of a game, by its kind.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GameState {
    Nim(NimState),
}

/// A game changed. Sent to its players and to everyone in its room.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameUpdate {
    pub game_instance: GameInstance,
}

impl Event for GameUpdate {
    const NAME: &'static str = "gameUpdate";

    fn subject(&self) -> Subject {
        Subject::object(self.game_instance.game_id)
    }
}

/// A move was rejected. Sent to the player only.
#[derive(Serialize, ToSchema)]
pub struct GameError {
    /// The username of the player.
    pub player: String,
    pub error: String,
    /// The game id that the client sent.
    #[serde(rename = "gameID")]
    pub game_id: String,
}

impl Event for GameError {
    const NAME: &'static str = "gameError";
    const IF_MISSED: IfMissed = IfMissed::Ignore;

    fn subject(&self) -> Subject {
        Subject::default()
    }
}

/// The results of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Gamer {
    pub username: String,
    pub wins: u32,
    /// The last 100 completed games, won or lost, most recent first.
    #[serde(rename = "gameIDs")]
    pub game_ids: Vec<Id>,
    /// The number of all completed games.
    pub game_count: u32,
}

/// The leaderboard changed. Sent to all signed-in users.
#[derive(Serialize, ToSchema)]
pub struct GamerUpdate(pub Vec<Gamer>);

impl Event for GamerUpdate {
    const NAME: &'static str = "gamerUpdate";

    fn subject(&self) -> Subject {
        Subject::default()
    }
}

/// The number of consecutive days on which a user completed a game.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Streak {
    pub days: u32,
}
