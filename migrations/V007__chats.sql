-- Chats and their messages. The chat 0 is the global one, in which every user takes part.
CREATE TABLE chats (
    id               INTEGER PRIMARY KEY,
    -- The ids of the participants, ascending, separated by spaces, so that the same users have one chat. NULL for the
    -- global one.
    participants_key TEXT    UNIQUE,
    created_at       INTEGER NOT NULL,
    -- When the last message was written or the last participant was added.
    updated_at       INTEGER NOT NULL,
    message_count    INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO chats (id, created_at, updated_at) VALUES (0, 0, 0);

CREATE TABLE participants (
    chat_id         INTEGER NOT NULL REFERENCES chats(id),
    user_id         INTEGER NOT NULL REFERENCES users(id),
    -- The last message of the chat, or the id of the chat before the first: orders the list of a user's chats.
    last_message_id INTEGER NOT NULL,
    PRIMARY KEY (chat_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX participants_by_user ON participants(user_id, last_message_id);

CREATE TABLE messages (
    id         INTEGER PRIMARY KEY,
    chat_id    INTEGER NOT NULL REFERENCES chats(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    -- Client-chosen idempotency key: a message that is sent again is stored once.
    nonce      TEXT
) STRICT;
CREATE INDEX messages_by_chat ON messages(chat_id, id);
CREATE INDEX messages_by_author ON messages(author_id, id);
CREATE UNIQUE INDEX messages_by_nonce ON messages(author_id, chat_id, nonce) WHERE nonce IS NOT NULL;

CREATE TRIGGER update_chat_of_message AFTER INSERT ON messages BEGIN
    UPDATE chats SET message_count = message_count + 1, updated_at = new.created_at WHERE id = new.chat_id;
    UPDATE participants SET last_message_id = new.id WHERE chat_id = new.chat_id;
END;

-- The last message that a user has read in a chat. Those with a greater id are unread.
CREATE TABLE read_cursors (
    user_id    INTEGER NOT NULL REFERENCES users(id),
    chat_id    INTEGER NOT NULL REFERENCES chats(id),
    message_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, chat_id)
) STRICT, WITHOUT ROWID;
