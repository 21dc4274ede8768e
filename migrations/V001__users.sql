-- Accounts. Usernames are stored only here; every other table refers to the id.
CREATE TABLE users (
    id            INTEGER PRIMARY KEY,
    username      TEXT    NOT NULL,
    -- The username in lower case. It stays after deletion, so a name is never assigned twice.
    name_key      TEXT    NOT NULL UNIQUE,
    -- The name of an imported user on the site they come from.
    display_name  TEXT,
    biography     TEXT    NOT NULL DEFAULT '',
    role          TEXT    NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'administrator')),
    -- PHC string of argon2id. NULL: nobody can log in as this user (imported or deleted).
    password_hash TEXT,
    created_at    INTEGER NOT NULL,
    -- Not NULL: the user cannot log in until an administrator enables the account again.
    disabled_at   INTEGER,
    deleted_at    INTEGER
) STRICT;
-- There are few administrators, and whether there is one is asked often.
CREATE INDEX users_administrators ON users(id) WHERE role = 'administrator';

-- The name shown for the author of something.
CREATE VIEW authors AS
SELECT id, CASE WHEN deleted_at IS NULL THEN username ELSE '[deleted]' END AS name FROM users;

-- Finds parts of names of three or more characters by trigram; shorter prefixes use the index on `name_key`.
CREATE VIRTUAL TABLE user_names USING fts5(
    username, display_name,
    content='users', content_rowid='id', tokenize='trigram'
);
CREATE TRIGGER index_user_name AFTER INSERT ON users BEGIN
    INSERT INTO user_names (rowid, username, display_name) VALUES (new.id, new.username, new.display_name);
END;
CREATE TRIGGER unindex_deleted_user_name AFTER UPDATE OF deleted_at ON users
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
    INSERT INTO user_names (user_names, rowid, username, display_name)
    VALUES ('delete', old.id, old.username, old.display_name);
END;

-- The number of users that are not deleted, so that a list knows its length without counting. One row.
CREATE TABLE user_counts (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    users INTEGER NOT NULL
) STRICT;
INSERT INTO user_counts VALUES (1, 0);
CREATE TRIGGER count_user AFTER INSERT ON users WHEN new.deleted_at IS NULL BEGIN
    UPDATE user_counts SET users = users + 1;
END;
CREATE TRIGGER uncount_deleted_user AFTER UPDATE OF deleted_at ON users
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
    UPDATE user_counts SET users = users - 1;
END;

CREATE TABLE sessions (
    -- SHA-256 of the token in the cookie. The token itself is not stored.
    token_hash   BLOB    PRIMARY KEY,
    -- Identifies the session to its user without revealing the hash.
    id           INTEGER NOT NULL UNIQUE,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    address      TEXT    NOT NULL,
    user_agent   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions(user_id, id);
CREATE INDEX sessions_by_last_seen ON sessions(last_seen_at);
CREATE INDEX sessions_by_created ON sessions(created_at);

-- Failed logins per account ("account:name") and per address ("address:1.2.3.4").
CREATE TABLE login_throttles (
    key            TEXT    PRIMARY KEY,
    failures       INTEGER NOT NULL,
    -- Logins before this time are rejected without checking the password.
    retry_at       INTEGER NOT NULL,
    last_failed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_throttles_by_last_failed ON login_throttles(last_failed_at);
