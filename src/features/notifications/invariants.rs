//! Invariants between the rows of notifications.

use crate::platform::db::Invariant::{self, Derived, Owned};

/// A notification lies where its answer or comment lies: its recipient sees it if they may read that
/// question.
pub const DERIVED: &[Invariant] = &[
    Derived {
        table: "notifications",
        column: "post_id",
        expected: "coalesce((SELECT c.post_id FROM comments c WHERE c.id = notifications.id),
                            (SELECT p.id FROM posts p WHERE p.id = notifications.id), notifications.post_id)",
    },
    Derived {
        table: "notifications",
        column: "question_id",
        expected: "coalesce((SELECT coalesce(p.question_id, p.id) FROM posts p WHERE p.id = notifications.post_id), notifications.question_id)",
    },
];

/// A notification belongs to an existing answer or comment and to an active user, and an entry to an active user and what it
/// is about.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "notifications",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = notifications.id UNION ALL SELECT 1 FROM comments c WHERE c.id = notifications.id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = notifications.recipient_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
    Owned {
        table: "inbox_entries",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = inbox_entries.object_id AND inbox_entries.kind <> 'admitted'
                             UNION ALL SELECT 1 FROM communities c WHERE c.id = inbox_entries.object_id AND inbox_entries.kind = 'admitted')
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = inbox_entries.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
];
