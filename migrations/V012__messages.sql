-- Where people write to each other. The chat with the id 0 is the global one, in which everybody takes part.
CREATE TABLE chats (
    id            INTEGER PRIMARY KEY,
    -- The ids of those who take part, ascending, separated by spaces: the same people have one chat. NULL for the global one.
    people        TEXT    UNIQUE,
    created_at    INTEGER NOT NULL,
    -- When the last message was written, or somebody was added after it.
    updated_at    INTEGER NOT NULL,
    message_count INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO chats (id, created_at, updated_at) VALUES (0, 0, 0);

-- Who takes part in a chat. The list of somebody's chats goes by the last message, and so stands here.
CREATE TABLE participants (
    chat_id   INTEGER NOT NULL REFERENCES chats(id),
    user_id   INTEGER NOT NULL REFERENCES users(id),
    -- Of the chat's last message; the chat's own id before the first.
    latest_id INTEGER NOT NULL,
    PRIMARY KEY (chat_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chats_of_user ON participants(user_id, latest_id);

CREATE TABLE messages (
    id         INTEGER PRIMARY KEY,
    chat_id    INTEGER NOT NULL REFERENCES chats(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    -- How the author's client calls it: what is sent again, because the answer was lost, is still one message.
    nonce      TEXT
) STRICT;
CREATE INDEX messages_of_chat ON messages(chat_id, id);
CREATE INDEX messages_by_author ON messages(author_id, id);
CREATE UNIQUE INDEX messages_by_nonce ON messages(author_id, chat_id, nonce) WHERE nonce IS NOT NULL;

CREATE TRIGGER messages_counted AFTER INSERT ON messages BEGIN
    UPDATE chats SET message_count = message_count + 1, updated_at = new.created_at WHERE id = new.chat_id;
    UPDATE participants SET latest_id = new.id WHERE chat_id = new.chat_id;
END;

-- How far somebody has read in a chat: what has a greater id is unread.
CREATE TABLE reads (
    user_id    INTEGER NOT NULL REFERENCES users(id),
    chat_id    INTEGER NOT NULL REFERENCES chats(id),
    message_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, chat_id)
) STRICT, WITHOUT ROWID;
