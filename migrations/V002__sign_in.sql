-- Sessions, failed logins, and links and notices about signing in.

CREATE TABLE sessions (
    -- SHA-256 of the token in the cookie. The token itself is not stored.
    token_hash   BLOB    PRIMARY KEY,
    -- Identifies the session to its user without revealing the hash.
    id           INTEGER NOT NULL UNIQUE,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    -- When the user last confirmed who they are, with a password or a passkey: at the login, or for an action that asks again.
    confirmed_at INTEGER NOT NULL DEFAULT 0,
    address      TEXT    NOT NULL,
    user_agent   TEXT    NOT NULL,
    -- How the user signed in.
    signed_in_by TEXT    NOT NULL DEFAULT 'password' CHECK (signed_in_by IN ('password', 'code', 'passkey', 'provider')),
    -- When the session ends at the latest. NULL: like any other. Sessions of a provider can be shorter.
    ends_at      INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions(user_id, id);
CREATE INDEX sessions_by_last_seen ON sessions(last_seen_at);
CREATE INDEX sessions_by_created ON sessions(created_at);
CREATE INDEX sessions_by_end ON sessions(ends_at) WHERE ends_at IS NOT NULL;

-- Failed logins per account ("account:name") and per address ("address:1.2.3.4").
CREATE TABLE login_throttles (
    key            TEXT    PRIMARY KEY,
    failures       INTEGER NOT NULL,
    -- Logins before this time are rejected without checking the password.
    retry_at       INTEGER NOT NULL,
    last_failed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_throttles_by_last_failed ON login_throttles(last_failed_at);

-- Browsers that have logged in to an account. Failed logins of others do not delay them.
CREATE TABLE known_devices (
    user_id             INTEGER NOT NULL REFERENCES users(id),
    -- SHA-256 of the token in the cookie. The token itself is not stored.
    token_hash          BLOB    NOT NULL,
    -- The last login.
    last_used_at        INTEGER NOT NULL,
    -- Until when a login with the password needs no code of the second factor. NULL: it needs one.
    second_factor_until INTEGER,
    PRIMARY KEY (user_id, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_devices_by_last_use ON known_devices(last_used_at);

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

-- What others did to a user's sign-in, and logins with new devices. The user sees it until they dismiss it.
CREATE TABLE security_notices (
    id           INTEGER PRIMARY KEY,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    kind         TEXT    NOT NULL CHECK (kind IN ('signInReset', 'secondFactorReset', 'mailServer', 'newDevice', 'webhookOff')),
    -- The administrator's name at that time. NULL: the operator, on the command line; of a login, nobody.
    actor        TEXT,
    -- The browser and the address of a login with a new device; the name of a webhook that is off.
    device       TEXT,
    created_at   INTEGER NOT NULL,
    dismissed_at INTEGER
) STRICT;
CREATE INDEX security_notices_by_user ON security_notices(user_id, id);
CREATE INDEX security_notices_by_actor ON security_notices(actor, id) WHERE actor IS NOT NULL;
