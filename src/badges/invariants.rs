//! Invariants of the table of this feature.

use crate::db::Invariant::{self, Owned};

/// A badge belongs to an active user.
pub const ORPHANS: &[Invariant] = &[Owned {
    table: "badges",
    orphan: "user_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL)",
}];
