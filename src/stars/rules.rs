//! What must hold between the rows about stars.

use crate::db::Rule::{self, Belongs};

pub const ORPHANS: &[Rule] = &[Belongs {
    table: "stars",
    orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = stars.question_id)
             OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = stars.user_id AND u.deleted_at IS NULL)",
}];
