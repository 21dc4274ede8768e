-- Incoming hooks: secret addresses to which programs send questions that bots ask.

CREATE TABLE incoming_hooks (
    -- The bot that asks.
    user_id      INTEGER PRIMARY KEY REFERENCES users(id),
    -- SHA-256 of the secret in the address, which has 214 random bits. The secret itself is not stored.
    secret_hash  BLOB    NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    -- The tags of questions that come in without any, as a list in JSON.
    tags         TEXT    NOT NULL CHECK (json_valid(tags)),
    created_at   INTEGER NOT NULL,
    -- When a question last came in. NULL: none has.
    last_used_at INTEGER
) STRICT;
