-- Links that let one person each sign up where registration is by invitation.
CREATE TABLE invitations (
    -- SHA-256 of the token in the link. The token itself is not stored.
    token_hash BLOB    PRIMARY KEY,
    -- Identifies the invitation to those who may revoke it without revealing the hash.
    id         INTEGER NOT NULL UNIQUE,
    -- NULL: the operator, on the command line.
    created_by INTEGER REFERENCES users(id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- For whom the invitation is, in the words of its creator.
    note       TEXT    NOT NULL,
    -- The user who has signed up with it.
    used_by    INTEGER REFERENCES users(id),
    used_at    INTEGER,
    CHECK ((used_by IS NULL) = (used_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_creator ON invitations(created_by);
CREATE INDEX invitations_by_invitee ON invitations(used_by);
