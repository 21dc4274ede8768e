-- Links by which one person each may sign up where that is by invitation.
CREATE TABLE invitations (
    -- SHA-256 of the token in the link; the token itself is stored nowhere.
    token_hash BLOB    PRIMARY KEY,
    -- Names the invitation to those who may revoke it without revealing the hash.
    id         INTEGER NOT NULL UNIQUE,
    -- NULL: whoever ran the program on the site's data.
    created_by INTEGER REFERENCES users(id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- For whom it is, as whoever made it calls him.
    note       TEXT    NOT NULL,
    -- Who has signed up with it. Nobody else can.
    used_by    INTEGER REFERENCES users(id),
    used_at    INTEGER,
    CHECK ((used_by IS NULL) = (used_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_maker ON invitations(created_by);
CREATE INDEX invitations_by_guest ON invitations(used_by);
