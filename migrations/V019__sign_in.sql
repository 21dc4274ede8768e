-- When the user last gave their password to the session: at the login, or for an action that asks for it again.
ALTER TABLE sessions ADD COLUMN password_given_at INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET password_given_at = created_at;

-- Links with which users choose a new password after an administrator or the operator has reset their sign-in.
CREATE TABLE password_links (
    -- A newer link replaces the older one.
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    -- SHA-256 of the token in the link. The token itself is not stored.
    token_hash BLOB    NOT NULL UNIQUE,
    -- NULL: the operator, on the command line.
    created_by INTEGER REFERENCES users(id),
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX password_links_by_creator ON password_links(created_by);
CREATE INDEX password_links_by_expiry ON password_links(expires_at);

-- What others did to a user's sign-in. The user sees it until they dismiss it.
CREATE TABLE security_notices (
    id           INTEGER PRIMARY KEY,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    kind         TEXT    NOT NULL CHECK (kind IN ('signInReset')),
    -- The administrator's name at that time. NULL: the operator, on the command line.
    actor        TEXT,
    created_at   INTEGER NOT NULL,
    dismissed_at INTEGER
) STRICT;
CREATE INDEX security_notices_by_user ON security_notices(user_id, id);
