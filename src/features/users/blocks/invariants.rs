//! Invariants of the table of blocked users.

use crate::platform::db::Invariant::{self, Owned};

/// Rows whose parents must exist.
pub const ORPHANS: &[Invariant] = &[Owned {
    table: "blocks",
    orphan: "EXISTS (SELECT 1 FROM (SELECT blocks.user_id AS id UNION ALL SELECT blocks.blocked_id) b
                     WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.id = b.id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges))))",
}];
