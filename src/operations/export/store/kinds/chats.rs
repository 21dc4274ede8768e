//! Chats and messages.

use super::description::{NONCE, kind, optional, required};
use crate::operations::export::store::field::FieldType::{Flag, Id, Ids, Text, Time};
use crate::operations::export::store::record::RecordKind;

/// These kinds, in the order in which they are written.
pub const KINDS: &[RecordKind] = &[
    RecordKind {
        insert: &[
            "INSERT INTO chats (id, participants_key, created_at, updated_at)
             VALUES (?1 ->> 'id', (SELECT group_concat(value, ' ' ORDER BY value) FROM json_each(?1, '$.participants')
                                   WHERE NOT coalesce(?1 ->> 'was_left', 0)),
                     ?1 ->> 'created_at', ?1 ->> 'updated_at')",
            "INSERT INTO participants (chat_id, user_id, last_message_id)
             SELECT ?1 ->> 'id', value, ?1 ->> 'id' FROM json_each(?1, '$.participants')",
        ],
        // The triggers on the messages that follow change it.
        finish: Some("UPDATE chats SET updated_at = ?1 ->> 'updated_at' WHERE id = ?1 ->> 'id'"),
        ..kind(
            "chat",
            "A chat between some users. The global chat of all users has no record.",
            "chats c WHERE c.id <> 0",
            "c.id",
            &[
                required("id", "c.id", Id, ""),
                required(
                    "participants",
                    "(SELECT json_group_array(user_id ORDER BY user_id) FROM participants p WHERE p.chat_id = c.id)",
                    Ids,
                    "users; no two chats that nobody has left have the same participants",
                ),
                optional("was_left", "nullif(c.participants_key IS NULL, 0)", Flag, "whether a participant has left"),
                required("created_at", "c.created_at", Time, ""),
                required("updated_at", "c.updated_at", Time, "when the last message was written or the last participant was added"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO messages (id, chat_id, author_id, text, created_at, nonce, edited_at, reply_to)
             VALUES (?1 ->> 'id', coalesce(?1 ->> 'chat', 0), ?1 ->> 'author', ?1 ->> 'text', ?1 ->> 'created_at', ?1 ->> 'nonce',
                     ?1 ->> 'edited_at', ?1 ->> 'reply_to')"],
        ..kind(
            "message",
            "",
            "messages",
            "id",
            &[
                required("id", "id", Id, ""),
                optional("chat", "nullif(chat_id, 0)", Id, "the chat; without it, the global chat"),
                required("author", "author_id", Id, "a user"),
                required("text", "text", Text, ""),
                required("created_at", "created_at", Time, ""),
                optional("nonce", "nonce", Text, NONCE),
                optional("edited_at", "edited_at", Time, "when the author last changed the text"),
                optional("reply_to", "reply_to", Id, "the message of the same chat that it replies to; it may have been removed"),
            ],
        )
    },
    RecordKind {
        insert: &["UPDATE participants SET hidden_up_to = ?1 ->> 'hidden_up_to',
                 hidden_count = (SELECT count(*) FROM messages WHERE chat_id = ?1 ->> 'chat' AND id <= ?1 ->> 'hidden_up_to')
             WHERE chat_id = ?1 ->> 'chat' AND user_id = ?1 ->> 'user'"],
        ..kind(
            "late_participant",
            "A participant who was added to a chat that had messages. They read it from that point on.",
            "participants WHERE hidden_up_to > 0",
            "chat_id, user_id",
            &[
                required("chat", "chat_id", Id, ""),
                required("user", "user_id", Id, "a participant of the chat"),
                required("hidden_up_to", "hidden_up_to", Id, "messages with this id or a lower one are hidden from them"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO read_cursors (user_id, chat_id, message_id) VALUES (?1 ->> 'user', coalesce(?1 ->> 'chat', 0), ?1 ->> 'message')"],
        ..kind(
            "read",
            "The position up to which a user has read a chat.",
            "read_cursors",
            "user_id, chat_id",
            &[
                required("user", "user_id", Id, ""),
                optional("chat", "nullif(chat_id, 0)", Id, "the chat; without it, the global chat"),
                required("message", "message_id", Id, "messages with a greater id are unread"),
            ],
        )
    },
];
