//! Invariants of the tables of this feature.

use crate::platform::db::Invariant::{self, Derived, Owned};

/// A mention has the author and the place of its text. Only the mention records who has written the
/// description of a community.
pub const DERIVED: &[Invariant] = &[
    Derived {
        table: "mentions",
        column: "author_id",
        expected: "coalesce((SELECT p.author_id FROM posts p WHERE p.id = mentions.content_id),
                            (SELECT c.author_id FROM comments c WHERE c.id = mentions.content_id),
                            (SELECT m.author_id FROM messages m WHERE m.id = mentions.content_id), mentions.author_id)",
    },
    Derived {
        table: "mentions",
        column: "place_id",
        expected: "coalesce((SELECT coalesce(p.question_id, p.id) FROM posts p WHERE p.id = mentions.content_id),
                            (SELECT c.question_id FROM comments c WHERE c.id = mentions.content_id),
                            (SELECT m.chat_id FROM messages m WHERE m.id = mentions.content_id),
                            (SELECT k.id FROM communities k WHERE k.id = mentions.content_id), mentions.place_id)",
    },
];

/// A mention belongs to an existing text and to an active user.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "mentions",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = mentions.content_id
                             UNION ALL SELECT 1 FROM comments c WHERE c.id = mentions.content_id
                             UNION ALL SELECT 1 FROM messages m WHERE m.id = mentions.content_id
                             UNION ALL SELECT 1 FROM communities k WHERE k.id = mentions.content_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = mentions.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
    Owned {
        table: "mention_cursors",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = mention_cursors.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
];
