-- Logins through OpenID Connect providers.

-- The identities of accounts at providers. An identity is an issuer with a subject, never an address.
CREATE TABLE identities (
    id           INTEGER PRIMARY KEY,
    issuer       TEXT    NOT NULL,
    subject      TEXT    NOT NULL,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    -- What the provider called the person at the last login. Only its owner sees it.
    name         TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    UNIQUE (issuer, subject)
) STRICT;
CREATE INDEX identities_by_user ON identities(user_id, id);

-- The identities of accounts that wait for approval.
CREATE TABLE waiting_identities (
    account_id INTEGER PRIMARY KEY REFERENCES waiting_accounts(id) ON DELETE CASCADE,
    issuer     TEXT    NOT NULL,
    subject    TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    UNIQUE (issuer, subject)
) STRICT;

-- The sessions of logins through a provider.
CREATE TABLE provider_sessions (
    token_hash  BLOB    PRIMARY KEY REFERENCES sessions(token_hash) ON DELETE CASCADE,
    identity_id INTEGER NOT NULL REFERENCES identities(id) ON DELETE CASCADE,
    -- The session at the provider, which it names when it ends.
    sid         TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX provider_sessions_by_identity ON provider_sessions(identity_id);
CREATE INDEX provider_sessions_by_sid ON provider_sessions(sid) WHERE sid IS NOT NULL;
