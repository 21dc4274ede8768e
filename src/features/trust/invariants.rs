//! Invariants of the tables of this feature.

use crate::platform::db::Invariant::{self, Derived, Owned, Present};

/// The counter rows.
pub const DERIVED: &[Invariant] = &[
    Present {
        table: "spam_counts",
        columns: "id, texts, domains",
        missing: "SELECT 1, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM spam_counts)",
    },
    Derived {
        table: "spam_counts",
        column: "texts",
        expected: "(SELECT count(*) FROM text_signatures)",
    },
    Derived {
        table: "spam_counts",
        column: "domains",
        expected: "(SELECT count(*) FROM link_domains)",
    },
];

/// Rows whose parents must exist.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "member_trust",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = member_trust.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
    Owned {
        table: "text_bands",
        orphan: "NOT EXISTS (SELECT 1 FROM text_signatures s WHERE s.content_id = text_bands.content_id)",
    },
    Owned {
        table: "text_signatures",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = text_signatures.content_id
                             UNION ALL SELECT 1 FROM comments c WHERE c.id = text_signatures.content_id)",
    },
];
