//! Invariants between the rows of games.

use crate::platform::db::Invariant::{self, Derived, Owned, Present};

/// Ordered so that each counter follows the rows that it counts.
pub const DERIVED: &[Invariant] = &[
    Derived {
        table: "game_players",
        column: "ended_at",
        expected: "SELECT g.ended_at FROM games g WHERE g.id = game_players.game_id AND g.winner_seat IS NOT NULL",
    },
    // A deleted user is not on the leaderboard. A restored row ranks after others with as many
    // wins.
    Present {
        table: "player_stats",
        columns: "user_id, wins, games, wins_reached_id",
        missing: "SELECT p.user_id, 0, 0, max(p.game_id) FROM game_players p JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL
                  WHERE p.ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM player_stats g WHERE g.user_id = p.user_id) GROUP BY p.user_id",
    },
    Derived {
        table: "player_stats",
        column: "games",
        expected: "SELECT count(*) FROM game_players p WHERE p.user_id = player_stats.user_id AND p.ended_at IS NOT NULL",
    },
    Derived {
        table: "player_stats",
        column: "wins",
        expected: "SELECT count(*) FROM game_players p JOIN games g ON g.id = p.game_id AND g.winner_seat = p.seat WHERE p.user_id = player_stats.user_id",
    },
    Present { table: "player_counts", columns: "id, players", missing: "SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM player_counts)" },
    Derived { table: "player_counts", column: "players", expected: "SELECT count(*) FROM player_stats" },
    Present {
        table: "game_counts",
        columns: "game_type, status, games",
        missing: "SELECT DISTINCT g.game_type, g.status, 0 FROM games g
                  WHERE NOT EXISTS (SELECT 1 FROM game_counts t WHERE (t.game_type, t.status) = (g.game_type, g.status))",
    },
    Derived {
        table: "game_counts",
        column: "games",
        expected: "SELECT count(*) FROM games g WHERE (g.game_type, g.status) = (game_counts.game_type, game_counts.status)",
    },
];

pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "player_stats",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = player_stats.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))
                 OR NOT EXISTS (SELECT 1 FROM game_players p WHERE p.user_id = player_stats.user_id AND p.ended_at IS NOT NULL)",
    },
    Owned { table: "game_moves", orphan: "NOT EXISTS (SELECT 1 FROM games g WHERE g.id = game_moves.game_id)" },
];
