//! Invariants of the tables of this feature.

use crate::platform::db::Invariant::{self, Cleared, Owned};

/// References, which are cleared if what they refer to does not exist.
pub const DERIVED: &[Invariant] = &[Cleared {
    table: "saved_searches",
    column: "found_id",
    invalid: "found_id NOT IN (SELECT id FROM questions)",
}];

/// Rows whose parents must exist.
pub const ORPHANS: &[Invariant] = &[Owned {
    table: "visits",
    orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = visits.question_id)
             OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = visits.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
},
Owned {
    table: "follows",
    orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = follows.object_id AND follows.kind = 'question'
                         UNION ALL SELECT 1 FROM tags t WHERE t.id = follows.object_id AND follows.kind = 'tag'
                         UNION ALL SELECT 1 FROM communities c WHERE c.id = follows.object_id AND follows.kind = 'community')
             OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = follows.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
},
Owned {
    table: "saved_searches",
    orphan: "community_id NOT IN (SELECT id FROM communities)
             OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = saved_searches.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
},
Owned {
    table: "inboxes",
    orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = inboxes.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
},
];
