-- Chats and their messages.

-- Chats. The chat 0 is the global one, in which every user takes part.
CREATE TABLE chats (
    id               INTEGER PRIMARY KEY,
    -- The ids of the participants, ascending, separated by spaces, so that the same users have one chat. NULL for the global
    -- chat, and for a chat that a participant has left: it is not the chat of the users who remain. Kept by the program.
    participants_key TEXT    UNIQUE,
    created_at       INTEGER NOT NULL,
    -- When the last message was written or the last participant was added.
    updated_at       INTEGER NOT NULL,
    -- Kept by triggers on `messages`.
    message_count    INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO chats (id, created_at, updated_at) VALUES (0, 0, 0);

CREATE TABLE participants (
    chat_id         INTEGER NOT NULL REFERENCES chats(id),
    user_id         INTEGER NOT NULL REFERENCES users(id),
    -- The last message of the chat, or the id of the chat before the first: orders the list of a user's chats. Kept by the
    -- program and by triggers on `messages`.
    last_message_id INTEGER NOT NULL,
    -- The last message that the participant does not see, because they were added after it. 0: they see all messages.
    hidden_up_to    INTEGER NOT NULL DEFAULT 0,
    -- How many messages they do not see. Kept by the program and by triggers on `messages`.
    hidden_count    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (chat_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX participants_by_user ON participants(user_id, last_message_id);

-- Messages. A removed message leaves no row.
CREATE TABLE messages (
    id         INTEGER PRIMARY KEY,
    chat_id    INTEGER NOT NULL REFERENCES chats(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    -- The message of the same chat that it replies to, which may no longer exist.
    reply_to   INTEGER,
    created_at INTEGER NOT NULL,
    -- When the author last changed the text.
    edited_at  INTEGER,
    -- Client-chosen idempotency key: a message that is sent again is stored once.
    nonce      TEXT,
    text       TEXT    NOT NULL
) STRICT;
CREATE INDEX messages_by_chat ON messages(chat_id, id);
CREATE INDEX messages_by_author ON messages(author_id, id);
CREATE UNIQUE INDEX messages_by_nonce ON messages(author_id, chat_id, nonce) WHERE nonce IS NOT NULL;

CREATE TRIGGER update_chat_of_message AFTER INSERT ON messages BEGIN
    UPDATE chats SET message_count = message_count + 1, updated_at = new.created_at WHERE id = new.chat_id;
    UPDATE participants SET last_message_id = new.id WHERE chat_id = new.chat_id;
END;
CREATE TRIGGER update_chat_of_removed_message AFTER DELETE ON messages BEGIN
    -- The time of a direct chat may be that of a participant.
    UPDATE chats SET message_count = message_count - 1,
           updated_at = CASE WHEN id = 0 THEN coalesce((SELECT created_at FROM messages WHERE chat_id = 0 ORDER BY id DESC LIMIT 1), 0)
                        ELSE updated_at END
    WHERE id = old.chat_id;
    UPDATE participants SET hidden_count = hidden_count - 1 WHERE chat_id = old.chat_id AND hidden_up_to >= old.id;
    UPDATE participants SET last_message_id = coalesce((SELECT max(id) FROM messages WHERE chat_id = old.chat_id), chat_id)
    WHERE chat_id = old.chat_id AND last_message_id = old.id;
END;

-- The last message that a user has read in a chat. Those with a greater id are unread.
CREATE TABLE read_cursors (
    user_id    INTEGER NOT NULL REFERENCES users(id),
    chat_id    INTEGER NOT NULL REFERENCES chats(id),
    message_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, chat_id)
) STRICT, WITHOUT ROWID;
