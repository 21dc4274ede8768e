//! What must hold between the rows about games.

use crate::db::Rule::{self, Belongs, Counted, Present};

/// Each after those that it counts.
pub const COUNTERS: &[Rule] = &[
    Counted {
        table: "game_players",
        column: "ended_at",
        right: "SELECT g.ended_at FROM games g WHERE g.id = game_players.game_id AND g.winner_seat IS NOT NULL",
    },
    // Who has deleted his account is on no board. Whoever has to be put there again comes after others with as many wins.
    Present {
        table: "gamers",
        columns: "user_id, wins, games, reached",
        missing: "SELECT p.user_id, 0, 0, max(p.game_id) FROM game_players p JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL
                  WHERE p.ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM gamers g WHERE g.user_id = p.user_id) GROUP BY p.user_id",
    },
    Counted {
        table: "gamers",
        column: "games",
        right: "SELECT count(*) FROM game_players p WHERE p.user_id = gamers.user_id AND p.ended_at IS NOT NULL",
    },
    Counted {
        table: "gamers",
        column: "wins",
        right: "SELECT count(*) FROM game_players p JOIN games g ON g.id = p.game_id AND g.winner_seat = p.seat WHERE p.user_id = gamers.user_id",
    },
    Present { table: "gamer_total", columns: "id, gamers", missing: "SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM gamer_total)" },
    Counted { table: "gamer_total", column: "gamers", right: "SELECT count(*) FROM gamers" },
    Present {
        table: "game_totals",
        columns: "game_type, status, games",
        missing: "SELECT DISTINCT g.game_type, g.status, 0 FROM games g
                  WHERE NOT EXISTS (SELECT 1 FROM game_totals t WHERE (t.game_type, t.status) = (g.game_type, g.status))",
    },
    Counted {
        table: "game_totals",
        column: "games",
        right: "SELECT count(*) FROM games g WHERE (g.game_type, g.status) = (game_totals.game_type, game_totals.status)",
    },
];

pub const ORPHANS: &[Rule] = &[
    Belongs {
        table: "gamers",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = gamers.user_id AND u.deleted_at IS NULL)
                 OR NOT EXISTS (SELECT 1 FROM game_players p WHERE p.user_id = gamers.user_id AND p.ended_at IS NOT NULL)",
    },
    Belongs { table: "game_moves", orphan: "NOT EXISTS (SELECT 1 FROM games g WHERE g.id = game_moves.game_id)" },
];
