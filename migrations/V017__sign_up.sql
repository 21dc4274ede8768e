-- Signing up: invitations, accounts that wait for approval, and removals of new accounts.

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

-- Removals of the accounts that signed up in a time span. They can be undone for 30 days; then the accounts are erased.
CREATE TABLE bulk_removals (
    id         INTEGER PRIMARY KEY,
    removed_by INTEGER NOT NULL REFERENCES users(id),
    removed_at INTEGER NOT NULL,
    reason     TEXT    NOT NULL,
    -- The time span, in milliseconds since 1970.
    since      INTEGER NOT NULL,
    until      INTEGER NOT NULL,
    -- The numbers of users and of accounts that waited for approval.
    users      INTEGER NOT NULL,
    waiting    INTEGER NOT NULL,
    undone_by  INTEGER REFERENCES users(id),
    undone_at  INTEGER,
    CHECK ((undone_by IS NULL) = (undone_at IS NULL))
) STRICT;

-- Accounts that wait for approval. They are not users yet: nobody sees them, and their owners cannot log in. A row is deleted
-- when the account is approved, and 30 days after it was rejected or, without a decision, after the sign-up.
CREATE TABLE waiting_accounts (
    -- The id that the user gets.
    id            INTEGER PRIMARY KEY,
    username      TEXT    NOT NULL,
    -- Like those of `users`: no other account gets the name while this one waits.
    name_key      TEXT    NOT NULL UNIQUE,
    lookalike_key TEXT    GENERATED ALWAYS AS
        (replace(replace(replace(replace(name_key, 'rn', 'm'), '1', 'l'), 'i', 'l'), '0', 'o')) VIRTUAL,
    -- PHC string of argon2id. NULL: the account logs in through a provider.
    password_hash TEXT,
    -- Where the sign-up came from, such as '203.0.113.0/24'.
    network       TEXT    NOT NULL,
    created_at    INTEGER NOT NULL,
    rejected_at   INTEGER,
    -- The removal of new accounts that has rejected it.
    removal_id    INTEGER REFERENCES bulk_removals(id)
) STRICT;
CREATE INDEX waiting_accounts_by_lookalike ON waiting_accounts(lookalike_key);
CREATE INDEX waiting_accounts_by_network ON waiting_accounts(network) WHERE rejected_at IS NULL;
CREATE INDEX waiting_accounts_open ON waiting_accounts(created_at) WHERE rejected_at IS NULL;
CREATE INDEX waiting_accounts_rejected ON waiting_accounts(rejected_at) WHERE rejected_at IS NOT NULL;
