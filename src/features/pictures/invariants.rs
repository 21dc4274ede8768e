//! Invariants of the tables of this feature.

use crate::platform::db::Invariant::{self, Derived, Owned, Present};

/// The counter row. A picture counts its uses, which know the place of their text.
pub const DERIVED: &[Invariant] = &[
    Present {
        table: "media_counts",
        columns: "id, bytes",
        missing: "SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM media_counts)",
    },
    Derived {
        table: "media_counts",
        column: "bytes",
        expected: "(SELECT coalesce(sum(bytes), 0) FROM media_files)",
    },
    Derived {
        table: "pictures",
        column: "use_count",
        expected: "(SELECT count(*) FROM picture_uses x WHERE x.picture_id = pictures.id)
                   + (SELECT count(*) FROM avatars v WHERE v.picture_id = pictures.id)",
    },
    Derived {
        table: "picture_uses",
        column: "place_id",
        expected: "coalesce((SELECT coalesce(p.question_id, p.id) FROM posts p WHERE p.id = picture_uses.content_id),
                            (SELECT c.question_id FROM comments c WHERE c.id = picture_uses.content_id),
                            (SELECT m.chat_id FROM messages m WHERE m.id = picture_uses.content_id), picture_uses.place_id)",
    },
];

/// A use belongs to an existing text, and a quota to an active user.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "picture_uses",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = picture_uses.content_id
                             UNION ALL SELECT 1 FROM comments c WHERE c.id = picture_uses.content_id
                             UNION ALL SELECT 1 FROM messages m WHERE m.id = picture_uses.content_id
                             UNION ALL SELECT 1 FROM tags t WHERE t.id = picture_uses.content_id
                             UNION ALL SELECT 1 FROM communities o WHERE o.id = picture_uses.content_id
                             UNION ALL SELECT 1 FROM users u WHERE u.id = picture_uses.content_id AND u.deleted_at IS NULL)",
    },
    Owned {
        table: "picture_quotas",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = picture_quotas.owner_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
];
