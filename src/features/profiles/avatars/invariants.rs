//! Invariants of the table of this feature.

use crate::platform::db::Invariant::{self, Owned};

/// A chosen picture belongs to an existing user or community, or is the logo or the cover that a setting names.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "avatars",
        orphan: "CASE object_id WHEN 0 THEN NOT EXISTS (SELECT 1 FROM site_settings WHERE key = 'logo')
                 WHEN -1 THEN NOT EXISTS (SELECT 1 FROM site_settings WHERE key = 'cover')
                 ELSE NOT EXISTS (SELECT 1 FROM users u WHERE u.id = avatars.object_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges))
                             UNION ALL SELECT 1 FROM communities o WHERE o.id = avatars.object_id) END",
    },
    // Pages would show a picture that is missing.
    Owned {
        table: "site_settings",
        orphan: "key IN ('logo', 'cover') AND NOT EXISTS (SELECT 1 FROM avatars v WHERE v.object_id = iif(key = 'cover', -1, 0))",
    },
];
