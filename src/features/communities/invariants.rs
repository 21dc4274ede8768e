//! Invariants between the rows of communities.

use crate::platform::db::Invariant::{self, Derived, DerivedKey, Indexed, Owned, Present};

pub const DERIVED: &[Invariant] = &[
    DerivedKey {
        table: "communities",
        column: "name_key",
        expected: "folded(communities.name)",
    },
    Derived {
        table: "communities",
        column: "member_count",
        expected: "SELECT count(*) FROM memberships m WHERE m.community_id = communities.id",
    },
    Derived {
        table: "communities",
        column: "moderator_count",
        expected: "SELECT count(*) FROM memberships m WHERE m.community_id = communities.id AND m.role = 'moderator'",
    },
    Derived {
        table: "communities",
        column: "request_count",
        expected: "SELECT count(*) FROM membership_requests r WHERE r.community_id = communities.id",
    },
    Derived {
        table: "communities",
        column: "question_count",
        expected: "SELECT count(*) FROM questions q WHERE q.community_id = communities.id AND q.scope IS NOT NULL",
    },
    Present {
        table: "community_counts",
        columns: "id, communities",
        missing: "SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM community_counts)",
    },
    Derived {
        table: "community_counts",
        column: "communities",
        expected: "SELECT count(*) FROM communities WHERE archived_at IS NULL",
    },
];

pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "memberships",
        orphan: "NOT EXISTS (SELECT 1 FROM communities c WHERE c.id = memberships.community_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = memberships.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
    // A member has no pending join request.
    Owned {
        table: "membership_requests",
        orphan: "NOT EXISTS (SELECT 1 FROM communities c WHERE c.id = membership_requests.community_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = membership_requests.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))
                 OR EXISTS (SELECT 1 FROM memberships m WHERE (m.community_id, m.user_id) = (membership_requests.community_id, membership_requests.user_id))",
    },
];

pub const INDEXES: &[Invariant] = &[Indexed {
    table: "community_names",
    columns: "name_key",
    tokenizer: "trigram",
    source: "SELECT id, name_key FROM communities WHERE archived_at IS NULL",
}];
