//! The status of a game.

use std::str::FromStr;

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::error::Sentence;

/// The progress of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GameStatus {
    WaitingToStart,
    InProgress,
    Over,
}

impl GameStatus {
    /// Returns the name on the wire and in the database.
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
        all.into_iter()
            .find(|status| status.name() == name)
            .ok_or(Sentence::InvalidGameStatus)
    }
}
