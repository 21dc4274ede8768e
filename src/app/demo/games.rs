//! The records of finished games, and the leaderboard that follows from them.

use std::collections::BTreeMap;

use serde_json::json;

use super::records::{DAY, MINUTE, Records, time};
use crate::core::error::Result;
use crate::core::id::Id;

/// The players of each game. The second one wins.
pub(super) const GAMES: [(&str, &str); 6] = [
    ("demo", "dariush"),
    ("priya", "dariush"),
    ("bram", "dariush"),
    ("marisol", "priya"),
    ("grzegorz", "priya"),
    ("bram", "demo"),
];

impl Records<'_> {
    /// Adds games of the last days. The second player always wins with the optimal strategy.
    pub fn add_games(&mut self) -> Result<()> {
        let mut stats: BTreeMap<Id, (u32, u32, Id)> = BTreeMap::new();
        for (number, (loser, winner)) in GAMES.into_iter().enumerate() {
            let pair = [self.member(loser)?, self.member(winner)?];
            let begin = self.now - (GAMES.len() - number) as i64 * DAY / 2;
            let (game, moves) = (self.new_id(begin), self.nim_moves());
            let ended_at = begin + moves.len() as i64 * MINUTE;
            self.add(
                "game",
                json!({
                    "id": game, "game_type": "Nim", "status": "OVER", "created_at": time(begin),
                    "acted_at": time(ended_at), "ended_at": time(ended_at), "winner_seat": 1,
                }),
            );
            for (seat, member) in pair.iter().enumerate() {
                self.add(
                    "game_player",
                    json!({
                        "game": game, "seat": seat, "user": member.id, "last_seen_at": time(begin),
                        "ended_at": time(ended_at),
                    }),
                );
                let won_at = self.new_id(ended_at);
                let (wins, games, reached) = stats.entry(member.id).or_insert((0, 0, won_at));
                *games += 1;
                if seat == 1 {
                    *wins += 1;
                    *reached = won_at;
                }
            }
            for (number, objects) in moves.into_iter().enumerate() {
                let made_at = begin + (number as i64 + 1) * MINUTE;
                self.add(
                    "game_move",
                    json!({
                        "game": game, "number": number, "seat": number % 2, "move": {"numObjects": objects},
                        "made_at": time(made_at),
                    }),
                );
            }
        }
        for (user, (wins, games, reached)) in stats {
            self.add(
                "gamer",
                json!({"user": user, "wins": wins, "games": games, "reached": reached}),
            );
        }
        Ok(())
    }

    /// Returns the moves of a game of Nim with 21 objects. The second player completes each move to
    /// four objects, so the first player has to take the last object.
    fn nim_moves(&mut self) -> Vec<usize> {
        let mut moves = Vec::new();
        for _ in 0..5 {
            let first = 1 + self.random.below(3);
            moves.extend([first, 4 - first]);
        }
        moves.push(1);
        moves
    }
}
