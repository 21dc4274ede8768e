-- Accounts that wait for approval. They are not users yet: nobody sees them, and their owners cannot log in. A row is deleted
-- when the account is approved, and 30 days after it was rejected or, without a decision, after the sign-up.
CREATE TABLE waiting_accounts (
    -- The id that the user gets.
    id            INTEGER PRIMARY KEY,
    username      TEXT    NOT NULL,
    -- Like those of `users`: no other account gets the name meanwhile.
    name_key      TEXT    NOT NULL UNIQUE,
    lookalike_key TEXT    GENERATED ALWAYS AS
        (replace(replace(replace(replace(name_key, 'rn', 'm'), '1', 'l'), 'i', 'l'), '0', 'o')) VIRTUAL,
    -- PHC string of argon2id.
    password_hash TEXT    NOT NULL,
    -- Where the sign-up came from, such as '203.0.113.0/24'.
    network       TEXT    NOT NULL,
    created_at    INTEGER NOT NULL,
    rejected_at   INTEGER
) STRICT;
CREATE INDEX waiting_accounts_by_lookalike ON waiting_accounts(lookalike_key);
CREATE INDEX waiting_accounts_by_network ON waiting_accounts(network) WHERE rejected_at IS NULL;
CREATE INDEX waiting_accounts_open ON waiting_accounts(created_at) WHERE rejected_at IS NULL;
CREATE INDEX waiting_accounts_rejected ON waiting_accounts(rejected_at) WHERE rejected_at IS NOT NULL;

-- Removals of the accounts that signed up in a time span. For 30 days they can be undone; then the accounts are erased.
CREATE TABLE bulk_removals (
    id         INTEGER PRIMARY KEY,
    removed_by INTEGER NOT NULL REFERENCES users(id),
    removed_at INTEGER NOT NULL,
    reason     TEXT    NOT NULL,
    since      INTEGER NOT NULL,
    until      INTEGER NOT NULL,
    -- The numbers of users and of accounts that waited for approval.
    users      INTEGER NOT NULL,
    waiting    INTEGER NOT NULL,
    undone_by  INTEGER REFERENCES users(id),
    undone_at  INTEGER,
    CHECK ((undone_by IS NULL) = (undone_at IS NULL))
) STRICT;
ALTER TABLE waiting_accounts ADD COLUMN removal_id INTEGER REFERENCES bulk_removals(id);
-- When the account, which can be restored until then, may be erased. NULL: at once.
ALTER TABLE pending_purges ADD COLUMN erase_at INTEGER;

-- The opposites of the triggers for a deleted user.
CREATE TRIGGER index_restored_user_name AFTER UPDATE OF deleted_at ON users
WHEN old.deleted_at IS NOT NULL AND new.deleted_at IS NULL BEGIN
    INSERT INTO user_names (rowid, username, display_name) VALUES (new.id, new.username, new.display_name);
END;
CREATE TRIGGER count_restored_user AFTER UPDATE OF deleted_at ON users
WHEN old.deleted_at IS NOT NULL AND new.deleted_at IS NULL BEGIN
    UPDATE user_counts SET users = users + 1;
END;
