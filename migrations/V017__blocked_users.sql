-- The users whom a user has blocked: neither starts a chat with the other, adds them to one or writes to them alone.
CREATE TABLE blocks (
    user_id    INTEGER NOT NULL REFERENCES users(id),
    blocked_id INTEGER NOT NULL REFERENCES users(id),
    blocked_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks(blocked_id);
