-- Addresses of users. No other user is shown one.
CREATE TABLE mail_addresses (
    user_id     INTEGER PRIMARY KEY REFERENCES users(id),
    -- The address whose link the user has used. Mails go here.
    address     TEXT,
    verified_at INTEGER,
    -- An address whose link the user has not used yet. Others may have asked for the same one.
    pending     TEXT,
    CHECK ((address IS NULL) = (verified_at IS NULL)),
    CHECK (address IS NOT NULL OR pending IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX mail_addresses_by_address ON mail_addresses(lower(address));

-- Links in mails with which users confirm an address, or choose another password.
CREATE TABLE mail_links (
    -- SHA-256 of the token in the link. The token itself is not stored.
    token_hash BLOB    PRIMARY KEY,
    user_id    INTEGER NOT NULL REFERENCES users(id),
    kind       TEXT    NOT NULL CHECK (kind IN ('verify', 'reset')),
    -- The address that got the link. A link to reset a password ends when the address changes.
    address    TEXT    NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_links_by_user ON mail_links(user_id, expires_at);
CREATE INDEX mail_links_by_expiry ON mail_links(expires_at);

-- What users want to be told outside of the site. Without a row they are not told.
CREATE TABLE delivery_choices (
    user_id INTEGER NOT NULL REFERENCES users(id),
    channel TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    PRIMARY KEY (user_id, channel, kind)
) STRICT, WITHOUT ROWID;

-- The outbox: what is to be told outside of the site, written with what causes it. The text is written when it is sent.
CREATE TABLE deliveries (
    id              INTEGER PRIMARY KEY,
    recipient_id    INTEGER NOT NULL REFERENCES users(id),
    channel         TEXT    NOT NULL,
    kind            TEXT    NOT NULL,
    -- What it is about, such as a notification. It may be gone when it is sent.
    object_id       INTEGER NOT NULL,
    -- Where it goes. NULL: to the address that the recipient has when it is sent.
    destination     TEXT,
    -- Whether it concerns the recipient's account, and goes before the others.
    is_urgent       INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL,
    -- Not NULL while an attempt is under way. The server may have been killed during it.
    claimed_at      INTEGER,
    state           TEXT    NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
    ended_at        INTEGER,
    -- Why the last attempt failed.
    problem         TEXT,
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    UNIQUE (recipient_id, channel, kind, object_id)
) STRICT;
CREATE INDEX deliveries_due ON deliveries(is_urgent, next_attempt_at, id) WHERE state = 'waiting' AND claimed_at IS NULL;
CREATE INDEX deliveries_claimed ON deliveries(claimed_at) WHERE claimed_at IS NOT NULL;
CREATE INDEX deliveries_by_end ON deliveries(state, ended_at, id);

-- Keys of this server. They are no part of an export.
CREATE TABLE site_keys (
    name TEXT PRIMARY KEY,
    key  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
-- It signs the links that end mails of a kind.
INSERT INTO site_keys VALUES ('unsubscribe', randomblob(32));
