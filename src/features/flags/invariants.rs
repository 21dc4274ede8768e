//! Invariants of the tables of this feature.

use crate::platform::db::Invariant::{self, Derived, Owned};

/// A report belongs to a case, and one of a member to an active user.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "flags",
        orphan: "NOT EXISTS (SELECT 1 FROM cases c WHERE c.id = flags.case_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = flags.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
    Owned {
        table: "cases",
        orphan: "decision IS NULL AND (ask IS NULL AND NOT EXISTS (SELECT 1 FROM flags f WHERE f.case_id = cases.id)
                                       AND NOT EXISTS (SELECT 1 FROM visitor_reports r WHERE r.case_id = cases.id)
                 OR ask = 'held' AND NOT EXISTS (SELECT 1 FROM removals r WHERE r.content_id = cases.object_id AND r.restored_at IS NULL AND r.kind = 'held'))",
    },
    Owned {
        table: "visitor_reports",
        orphan: "NOT EXISTS (SELECT 1 FROM cases c WHERE c.id = visitor_reports.case_id)",
    },
];

/// A case knows the number of its reports, which are open until it is decided.
pub const DERIVED: &[Invariant] = &[
    Derived {
        table: "cases",
        column: "flag_count",
        expected: "(SELECT count(*) FROM flags f WHERE f.case_id = cases.id)
                   + (SELECT count(*) FROM visitor_reports r WHERE r.case_id = cases.id)",
    },
    Derived {
        table: "cases",
        column: "is_illegal",
        expected:
            "EXISTS (SELECT 1 FROM flags f WHERE f.case_id = cases.id AND f.reason = 'illegal')
                   OR EXISTS (SELECT 1 FROM visitor_reports r WHERE r.case_id = cases.id)",
    },
    Derived {
        table: "visitor_reports",
        column: "is_open",
        expected: "coalesce((SELECT c.decision IS NULL FROM cases c WHERE c.id = visitor_reports.case_id), is_open)",
    },
    Derived {
        table: "flags",
        column: "is_open",
        expected: "coalesce((SELECT c.decision IS NULL FROM cases c WHERE c.id = flags.case_id), is_open)",
    },
];
