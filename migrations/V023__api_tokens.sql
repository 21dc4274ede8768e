-- API tokens: what programs send instead of a session.

CREATE TABLE api_tokens (
    -- The time of the id is when it was created.
    id           INTEGER PRIMARY KEY,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    -- SHA-256 of the token, which has 214 random bits. The token itself is not stored.
    token_hash   BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    -- Chosen by the owner.
    name         TEXT    NOT NULL,
    -- The sum of 1 (read), 2 (write), 4 (moderate) and 8 (admin).
    scopes       INTEGER NOT NULL CHECK (scopes BETWEEN 1 AND 15),
    -- NULL: it has no end.
    expires_at   INTEGER,
    -- At most a minute before the last use. NULL: it was never used.
    last_used_at INTEGER,
    -- From where the owner had logged in when they created it. NULL: the operator created it.
    address      TEXT
) STRICT;
CREATE INDEX api_tokens_by_user ON api_tokens(user_id, id);
