//! Invariants of the tables of this feature.

use crate::platform::db::Invariant::{self, Derived, Owned};

/// A sanction and an appeal belong to an active user.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "sanctions",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = sanctions.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
    Owned {
        table: "appeals",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = appeals.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
];

/// Users know until when their sanctions restrict them.
pub const DERIVED: &[Invariant] = &[
    Derived {
        table: "users",
        column: "silenced_until",
        expected: "(SELECT max(s.ends_at) FROM sanctions s WHERE s.user_id = users.id AND s.kind = 'silence' AND s.lifted_at IS NULL)",
    },
    Derived {
        table: "users",
        column: "suspended_until",
        expected: "(SELECT max(s.ends_at) FROM sanctions s WHERE s.user_id = users.id AND s.kind = 'suspension' AND s.lifted_at IS NULL)",
    },
];
