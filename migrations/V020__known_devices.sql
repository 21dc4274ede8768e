-- Browsers that have logged in to an account. Failed logins of others do not delay them.
CREATE TABLE known_devices (
    user_id      INTEGER NOT NULL REFERENCES users(id),
    -- SHA-256 of the token in the cookie. The token itself is not stored.
    token_hash   BLOB    NOT NULL,
    -- The last login.
    last_used_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_devices_by_last_use ON known_devices(last_used_at);
