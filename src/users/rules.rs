//! What must hold between the rows about users.

use crate::db::Rule::{self, Belongs, Counted, Indexed, Present};

pub const COUNTERS: &[Rule] = &[
    Present { table: "user_total", columns: "id, users", missing: "SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM user_total)" },
    Counted { table: "user_total", column: "users", right: "SELECT count(*) FROM users WHERE deleted_at IS NULL" },
];

pub const ORPHANS: &[Rule] = &[
    Belongs { table: "sessions", orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = sessions.user_id AND u.deleted_at IS NULL)" },
    Belongs {
        table: "invitations",
        orphan: "created_by NOT IN (SELECT id FROM users WHERE deleted_at IS NULL) OR used_by NOT IN (SELECT id FROM users WHERE deleted_at IS NULL)",
    },
];

pub const INDEXES: &[Rule] = &[Indexed {
    table: "user_names",
    columns: "username, display_name",
    tokenizer: "trigram",
    source: "SELECT id, username, display_name FROM users WHERE deleted_at IS NULL",
}];
