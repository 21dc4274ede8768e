//! Invariants of the tables of badges and of what users have seen of them.

use crate::platform::db::Invariant::{self, Owned};

/// A badge and the position in what a user is told belong to an active user.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "badges",
        orphan: "user_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL UNION ALL SELECT user_id FROM pending_purges)",
    },
    Owned {
        table: "notice_cursors",
        orphan: "user_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL UNION ALL SELECT user_id FROM pending_purges)",
    },
];
