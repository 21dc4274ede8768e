//! What must hold between the rows about notifications.

use crate::db::Rule::{self, Belongs};

/// It tells of an answer or of a comment, to somebody.
pub const ORPHANS: &[Rule] = &[Belongs {
    table: "notifications",
    orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = notifications.post_id)
             OR NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = notifications.id UNION ALL SELECT 1 FROM comments c WHERE c.id = notifications.id)
             OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = notifications.recipient_id AND u.deleted_at IS NULL)",
}];
