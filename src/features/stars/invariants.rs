//! Invariants of the tables of stars.

use crate::platform::db::Invariant::{self, Owned};

/// Rows whose parents must exist.
pub const ORPHANS: &[Invariant] = &[Owned {
    table: "stars",
    orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = stars.question_id)
             OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = stars.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
},
Owned {
    table: "star_notes",
    orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = star_notes.question_id)
             OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = star_notes.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
}];
