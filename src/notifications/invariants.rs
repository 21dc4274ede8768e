//! Invariants between the rows of notifications.

use crate::db::Invariant::{self, Owned};

/// A notification belongs to an existing answer or comment and to an active user.
pub const ORPHANS: &[Invariant] = &[Owned {
    table: "notifications",
    orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = notifications.post_id)
             OR NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = notifications.id UNION ALL SELECT 1 FROM comments c WHERE c.id = notifications.id)
             OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = notifications.recipient_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
}];
