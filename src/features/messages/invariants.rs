//! Invariants between the rows of messages and chats.

use crate::platform::db::Invariant::{self, Derived, DerivedKey, Owned, Present};

pub const DERIVED: &[Invariant] = &[
    // The global chat always exists.
    Present {
        table: "chats",
        columns: "id, created_at, updated_at",
        missing: "SELECT 0, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM chats WHERE id = 0)",
    },
    // A chat that a participant has left has no key.
    DerivedKey {
        table: "chats",
        column: "participants_key",
        expected: "CASE WHEN chats.participants_key IS NOT NULL THEN
                (SELECT group_concat(p.user_id, ' ' ORDER BY p.user_id) FROM participants p WHERE p.chat_id = chats.id) END",
    },
    Derived {
        table: "chats",
        column: "message_count",
        expected: "SELECT count(*) FROM messages m WHERE m.chat_id = chats.id",
    },
    Derived {
        table: "participants",
        column: "last_message_id",
        expected: "SELECT coalesce(max(m.id), participants.chat_id) FROM messages m WHERE m.chat_id = participants.chat_id",
    },
    Derived {
        table: "participants",
        column: "hidden_count",
        expected: "SELECT count(*) FROM messages m WHERE m.chat_id = participants.chat_id AND m.id <= participants.hidden_up_to",
    },
];

pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "participants",
        orphan: "NOT EXISTS (SELECT 1 FROM chats c WHERE c.id = participants.chat_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = participants.user_id)",
    },
    Owned {
        table: "read_cursors",
        orphan: "NOT EXISTS (SELECT 1 FROM chats c WHERE c.id = read_cursors.chat_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = read_cursors.user_id AND (u.deleted_at IS NULL OR u.id IN (SELECT user_id FROM pending_purges)))",
    },
];
