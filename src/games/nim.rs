//! Nim: two players take turns to remove one to three objects from a pile, and who removes the last one loses.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::GameStatus;
use crate::error::{Result, Sentence};

/// Objects in the pile at the beginning.
pub const PILE: u8 = 21;
/// Objects that one may remove at once.
pub const MOST: u8 = 3;

/// What somebody does when it is his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taking {
    #[serde(rename = "numObjects")]
    pub objects: u8,
}

impl Taking {
    /// As a client says it; whatever is no number from 1 to 3 is refused.
    pub fn read(move_: &Value) -> Result<Self> {
        let objects = move_["numObjects"].as_u64().and_then(|objects| u8::try_from(objects).ok());
        let objects = objects.filter(|objects| (1..=MOST).contains(objects)).ok_or(Sentence::MoveOutOfRange)?;
        Ok(Self { objects })
    }
}

/// A game that has begun: all that has been taken, by turns, beginning with the first seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nim {
    taken: Vec<Taking>,
}

impl Nim {
    /// How many objects are left.
    pub fn remaining(&self) -> u8 {
        PILE - self.taken.iter().map(|taking| taking.objects).sum::<u8>()
    }

    /// How many moves have been made.
    pub fn moves(&self) -> usize {
        self.taken.len()
    }

    /// Whose turn it is.
    pub fn seat_to_move(&self) -> usize {
        self.taken.len() % 2
    }

    /// Who has won, which is who did not take the last object.
    pub fn winner(&self) -> Option<usize> {
        (self.remaining() == 0).then(|| self.seat_to_move())
    }

    /// Makes a move; a refused one changes nothing.
    pub fn play(&mut self, seat: usize, taking: Taking) -> Result<()> {
        if self.winner().is_some() {
            return Err(Sentence::MoveNotInProgress.into());
        }
        if seat != self.seat_to_move() {
            return Err(Sentence::MoveWrongPlayer.into());
        }
        if !(1..=MOST).contains(&taking.objects) {
            return Err(Sentence::MoveOutOfRange.into());
        }
        if taking.objects > self.remaining() {
            return Err(Sentence::MoveTooMany.into());
        }
        self.taken.push(taking);
        Ok(())
    }

    /// What everybody sees of it, with the players' names by their seats.
    pub fn state(&self, status: GameStatus, players: &[String], winners: Option<Vec<String>>) -> NimState {
        let turns = self.taken.iter().zip(players.iter().cycle());
        NimState {
            status,
            player1: players.first().cloned(),
            player2: players.get(1).cloned(),
            moves: turns.map(|(taking, player)| NimMove { num_objects: taking.objects, player_id: player.clone() }).collect(),
            remaining_objects: self.remaining(),
            winners,
        }
    }
}

/// How a game of Nim stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NimState {
    pub status: GameStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub player1: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub player2: Option<String>,
    pub moves: Vec<NimMove>,
    pub remaining_objects: u8,
    /// Only of a game that was won.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub winners: Option<Vec<String>>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NimMove {
    pub num_objects: u8,
    /// The player's name.
    #[serde(rename = "playerID")]
    pub player_id: String,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn take(objects: u8) -> Taking {
        Taking { objects }
    }

    /// The text of a refusal.
    fn refusal(result: Result<()>) -> String {
        result.expect_err("a refusal").text()
    }

    #[test]
    fn who_takes_the_last_object_loses() {
        let mut nim = Nim::default();
        for turn in 0..7 {
            assert_eq!((nim.winner(), nim.seat_to_move(), nim.remaining()), (None, turn % 2, PILE - 3 * turn as u8));
            nim.play(turn % 2, take(3)).unwrap();
        }
        // The first seat has taken the last three.
        assert_eq!((nim.remaining(), nim.winner()), (0, Some(1)));
        assert_eq!(refusal(nim.play(1, take(1))), "Invalid move: game is not in progress");
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut nim = Nim::default();
        nim.play(0, take(2)).unwrap();
        let before = nim.clone();
        assert_eq!(refusal(nim.play(0, take(1))), "Invalid move: wrong player");
        assert_eq!(refusal(nim.play(2, take(1))), "Invalid move: wrong player");
        for objects in [0, 4, 21, 255] {
            assert_eq!(refusal(nim.play(1, take(objects))), "Invalid move: must remove between 1 and 3 objects");
        }
        assert_eq!(nim, before);
        for turn in 1..7 {
            nim.play(turn % 2, take(3)).unwrap();
        }
        assert_eq!(nim.remaining(), 1);
        for objects in [2, 3] {
            assert_eq!(refusal(nim.play(1, take(objects))), "Invalid move: cannot remove more objects than are left");
        }
        nim.play(1, take(1)).unwrap();
        assert_eq!(nim.winner(), Some(0));
    }

    #[test]
    fn only_numbers_from_1_to_3_are_moves() {
        for objects in [1, 2, 3] {
            assert_eq!(Taking::read(&json!({"numObjects": objects})).unwrap(), take(objects));
        }
        for other in
            [json!(0), json!(4), json!(-1), json!(1.5), json!("2"), json!(null), json!([1]), json!({"a": 1}), json!(1e300), json!(257)]
        {
            assert_eq!(refusal(Taking::read(&json!({"numObjects": other})).map(drop)), "Invalid move: must remove between 1 and 3 objects");
        }
        assert!(Taking::read(&json!(null)).is_err() && Taking::read(&json!("x")).is_err());
    }

    /// Whatever is tried in whatever order: the pile never grows, turns alternate, and somebody wins exactly when it is empty.
    #[test]
    fn any_tries_keep_the_rules() {
        let mut seed = 7_u64;
        let mut below = |end: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % end
        };
        for _ in 0..2_000 {
            let mut nim = Nim::default();
            let (mut left, mut turns) = (PILE, 0);
            while left > 0 {
                let (seat, objects) = (below(3) as usize, below(6) as u8);
                let allowed = seat == turns % 2 && (1..=3).contains(&objects) && objects <= left;
                assert_eq!(nim.play(seat, take(objects)).is_ok(), allowed);
                if allowed {
                    left -= objects;
                    turns += 1;
                }
                assert_eq!((nim.remaining(), nim.moves(), nim.winner()), (left, turns, (left == 0).then_some(turns % 2)));
            }
            assert!((7..=21).contains(&turns));
            assert_eq!(nim.state(GameStatus::Over, &["a".into(), "b".into()], None).moves.len(), turns);
        }
    }
}
