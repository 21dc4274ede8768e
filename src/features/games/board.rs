//! The kinds of games, and what the rules of each kind have in common.

use std::str::FromStr;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::nim::{Nim, Take};
use crate::core::error::{Error, Result, Sentence};

/// A kind of game: the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum GameType {
    Nim,
}

impl GameType {
    /// Returns the name on the wire and in the database.
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

/// The position of a game, by its kind.
#[derive(Clone, Debug)]
pub enum Board {
    Nim(Nim),
}

/// A legal move in the form in which it is stored.
pub struct MoveRecord {
    pub number: usize,
    pub seat: usize,
    pub json: String,
}

impl Board {
    /// Returns the position after these moves, given as seats and JSON in order.
    pub fn replay(game_type: GameType, moves: &[(usize, String)]) -> Result<Self> {
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

    /// Plays a move in the form in which clients send it. Rejects a move out of turn with 403 and
    /// an illegal one with 400. A rejected move changes nothing.
    pub fn play(&mut self, seat: usize, input: &Value) -> Result<MoveRecord> {
        match self {
            Self::Nim(nim) => {
                if seat != nim.seat_to_move() {
                    return Err(Sentence::MoveWrongPlayer.into());
                }
                let (number, take) = (nim.move_count(), Take::from_client(input)?);
                nim.play(seat, take)?;
                Ok(MoveRecord {
                    number,
                    seat,
                    json: serde_json::to_string(&take).map_err(Error::internal)?,
                })
            }
        }
    }

    /// Returns the seat of the winner, if the game is over.
    pub fn winner(&self) -> Option<usize> {
        match self {
            Self::Nim(nim) => nim.winner(),
        }
    }

    /// Returns whether the player with this seat has made a move.
    pub fn has_moved(&self, seat: usize) -> bool {
        match self {
            // The players take turns, starting with the first seat.
            Self::Nim(nim) => nim.move_count() > seat,
        }
    }
}
