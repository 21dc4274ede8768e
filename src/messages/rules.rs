//! What must hold between the rows about messages and chats.

use crate::db::Rule::{self, Belongs, Counted, Present};

pub const COUNTERS: &[Rule] = &[
    // The global chat is everybody's.
    Present {
        table: "chats",
        columns: "id, created_at, updated_at",
        missing: "SELECT 0, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM chats WHERE id = 0)",
    },
    Counted { table: "chats", column: "message_count", right: "SELECT count(*) FROM messages m WHERE m.chat_id = chats.id" },
    Counted {
        table: "participants",
        column: "latest_id",
        right: "SELECT coalesce(max(m.id), participants.chat_id) FROM messages m WHERE m.chat_id = participants.chat_id",
    },
    // Nobody has read further than to the last message.
    Counted {
        table: "reads",
        column: "message_id",
        right: "min(reads.message_id, (SELECT coalesce(max(m.id), reads.chat_id) FROM messages m WHERE m.chat_id = reads.chat_id))",
    },
];

pub const ORPHANS: &[Rule] = &[
    Belongs {
        table: "participants",
        orphan: "NOT EXISTS (SELECT 1 FROM chats c WHERE c.id = participants.chat_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = participants.user_id)",
    },
    Belongs {
        table: "reads",
        orphan: "NOT EXISTS (SELECT 1 FROM chats c WHERE c.id = reads.chat_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = reads.user_id AND u.deleted_at IS NULL)",
    },
];
