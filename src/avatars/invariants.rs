//! Invariants of the table of this feature.

use crate::db::Invariant::{self, Owned};

/// A chosen picture belongs to an existing user or community.
pub const ORPHANS: &[Invariant] = &[Owned {
    table: "avatars",
    orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = avatars.object_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges))
                         UNION ALL SELECT 1 FROM communities o WHERE o.id = avatars.object_id)",
}];
