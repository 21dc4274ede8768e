//! The rules of Nim: two players take turns to remove one to three objects from a pile. The player
//! who removes the last object loses.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::status::GameStatus;
use crate::core::error::{Result, Sentence};

/// The number of objects in the pile at the start.
pub const PILE_SIZE: u8 = 21;
/// The maximum number of objects in one move.
pub const MAX_TAKE: u8 = 3;

/// A move: the number of objects to remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Take {
    #[serde(rename = "numObjects")]
    pub objects: u8,
}

impl Take {
    /// Parses the form in which clients send a move. Rejects everything except a number from 1 to 3
    /// with 400.
    pub fn from_client(input: &Value) -> Result<Self> {
        let objects = input["numObjects"]
            .as_u64()
            .and_then(|objects| u8::try_from(objects).ok());
        let objects = objects
            .filter(|objects| (1..=MAX_TAKE).contains(objects))
            .ok_or(Sentence::MoveOutOfRange)?;
        Ok(Self { objects })
    }
}

/// A running game. The players take turns, starting with the first seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nim {
    moves: Vec<Take>,
}

impl Nim {
    /// Returns the number of objects that are left.
    pub fn remaining(&self) -> u8 {
        PILE_SIZE - self.moves.iter().map(|take| take.objects).sum::<u8>()
    }

    /// Returns the number of moves so far.
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Returns the seat of the player whose turn it is.
    pub fn seat_to_move(&self) -> usize {
        self.moves.len() % 2
    }

    /// Returns the seat of the winner: the player who did not remove the last object.
    pub fn winner(&self) -> Option<usize> {
        (self.remaining() == 0).then(|| self.seat_to_move())
    }

    /// Plays a move. Rejects an illegal one, which changes nothing.
    pub fn play(&mut self, seat: usize, take: Take) -> Result<()> {
        if self.winner().is_some() {
            return Err(Sentence::MoveNotInProgress.into());
        }
        if seat != self.seat_to_move() {
            return Err(Sentence::MoveWrongPlayer.into());
        }
        if !(1..=MAX_TAKE).contains(&take.objects) {
            return Err(Sentence::MoveOutOfRange.into());
        }
        if take.objects > self.remaining() {
            return Err(Sentence::MoveTooMany.into());
        }
        self.moves.push(take);
        Ok(())
    }

    /// Returns the projection for all viewers. `players` are the usernames, ordered by seat.
    pub fn state(
        &self,
        status: GameStatus,
        players: &[String],
        winners: Option<Vec<String>>,
    ) -> NimState {
        let turns = self.moves.iter().zip(players.iter().cycle());
        NimState {
            status,
            player1: players.first().cloned(),
            player2: players.get(1).cloned(),
            moves: turns
                .map(|(take, player)| NimMove {
                    num_objects: take.objects,
                    player_id: player.clone(),
                })
                .collect(),
            remaining_objects: self.remaining(),
            winners,
        }
    }
}

/// The position of a game of Nim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NimState {
    pub status: GameStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player1: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player2: Option<String>,
    pub moves: Vec<NimMove>,
    pub remaining_objects: u8,
    /// Present if the game has a winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<String>>,
}

/// A completed move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NimMove {
    pub num_objects: u8,
    /// The username of the player.
    #[serde(rename = "playerID")]
    pub player_id: String,
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use serde_json::json;

    use super::*;

    fn take(objects: u8) -> Take {
        Take { objects }
    }

    /// Returns the text of an error.
    fn error_text(result: Result<()>) -> String {
        result.expect_err("an error").text()
    }

    #[test]
    fn the_player_who_removes_the_last_object_loses() {
        let mut nim = Nim::default();
        for turn in 0..7 {
            assert_eq!(
                (nim.winner(), nim.seat_to_move(), nim.remaining()),
                (None, turn % 2, PILE_SIZE - 3 * turn as u8)
            );
            nim.play(turn % 2, take(3)).unwrap();
        }
        // The first seat removed the last three objects.
        assert_eq!((nim.remaining(), nim.winner()), (0, Some(1)));
        assert_eq!(
            error_text(nim.play(1, take(1))),
            "Invalid move: game is not in progress"
        );
    }

    #[test]
    fn a_rejected_move_changes_nothing() {
        let mut nim = Nim::default();
        nim.play(0, take(2)).unwrap();
        let before = nim.clone();
        assert_eq!(
            error_text(nim.play(0, take(1))),
            "Invalid move: wrong player"
        );
        assert_eq!(
            error_text(nim.play(2, take(1))),
            "Invalid move: wrong player"
        );
        for objects in [0, 4, 21, 255] {
            assert_eq!(
                error_text(nim.play(1, take(objects))),
                "Invalid move: must remove between 1 and 3 objects"
            );
        }
        assert_eq!(nim, before);
        for turn in 1..7 {
            nim.play(turn % 2, take(3)).unwrap();
        }
        assert_eq!(nim.remaining(), 1);
        for objects in [2, 3] {
            assert_eq!(
                error_text(nim.play(1, take(objects))),
                "Invalid move: cannot remove more objects than are left"
            );
        }
        nim.play(1, take(1)).unwrap();
        assert_eq!(nim.winner(), Some(0));
    }

    #[test]
    fn only_numbers_from_1_to_3_are_parsed_as_moves() {
        for objects in [1, 2, 3] {
            assert_eq!(
                Take::from_client(&json!({"numObjects": objects})).unwrap(),
                take(objects)
            );
        }
        for other in [
            json!(0),
            json!(4),
            json!(-1),
            json!(1.5),
            json!("2"),
            json!(null),
            json!([1]),
            json!({"a": 1}),
            json!(1e300),
            json!(257),
        ] {
            assert_eq!(
                error_text(Take::from_client(&json!({"numObjects": other})).map(drop)),
                "Invalid move: must remove between 1 and 3 objects"
            );
        }
        assert!(
            Take::from_client(&json!(null)).is_err() && Take::from_client(&json!("x")).is_err()
        );
    }

    /// For random attempts: the pile never grows, turns alternate, and a player wins exactly when
    /// the pile is empty.
    #[test]
    fn random_attempts_never_break_the_rules() {
        let mut random = StdRng::seed_from_u64(7);
        for _ in 0..2_000 {
            let mut nim = Nim::default();
            let (mut left, mut turns) = (PILE_SIZE, 0);
            while left > 0 {
                let (seat, objects) = (random.random_range(0..3), random.random_range(0..6));
                let allowed = seat == turns % 2 && (1..=3).contains(&objects) && objects <= left;
                assert_eq!(nim.play(seat, take(objects)).is_ok(), allowed);
                if allowed {
                    left -= objects;
                    turns += 1;
                }
                assert_eq!(
                    (nim.remaining(), nim.move_count(), nim.winner()),
                    (left, turns, (left == 0).then_some(turns % 2))
                );
            }
            assert!((7..=21).contains(&turns));
            assert_eq!(
                nim.state(GameStatus::Over, &["a".into(), "b".into()], None)
                    .moves
                    .len(),
                turns
            );
        }
    }
}
