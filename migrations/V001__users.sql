-- Usernames live here and nowhere else; every other table refers to the id.
CREATE TABLE users (
    id            INTEGER PRIMARY KEY,
    username      TEXT    NOT NULL,
    -- Lower-case username. It stays after deletion, so a name is never given out twice.
    folded        TEXT    NOT NULL UNIQUE,
    -- PHC string of argon2id. NULL: nobody can log in as this user (imported or deleted).
    password_hash TEXT,
    biography     TEXT    NOT NULL DEFAULT '',
    -- The name an imported user had where he came from.
    display_name  TEXT,
    created_at    INTEGER NOT NULL,
    deleted_at    INTEGER
) STRICT;

-- Under which name what somebody wrote is shown.
CREATE VIEW authors AS
SELECT id, CASE WHEN deleted_at IS NULL THEN username ELSE '[deleted]' END AS name FROM users;

-- Names of three and more characters are searched by trigram, shorter ones by the index on `folded`.
CREATE VIRTUAL TABLE user_names USING fts5(username, display_name, content='users', content_rowid='id', tokenize='trigram');
CREATE TRIGGER users_named AFTER INSERT ON users BEGIN
    INSERT INTO user_names(rowid, username, display_name) VALUES (new.id, new.username, new.display_name);
END;
CREATE TRIGGER users_unnamed AFTER UPDATE OF deleted_at ON users WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
    INSERT INTO user_names(user_names, rowid, username, display_name) VALUES ('delete', old.id, old.username, old.display_name);
END;

-- How many users there are, so that a list can say its length without counting.
CREATE TABLE user_total (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    users INTEGER NOT NULL
) STRICT;
INSERT INTO user_total VALUES (1, 0);
CREATE TRIGGER users_counted AFTER INSERT ON users WHEN new.deleted_at IS NULL BEGIN
    UPDATE user_total SET users = users + 1;
END;
CREATE TRIGGER users_uncounted AFTER UPDATE OF deleted_at ON users WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
    UPDATE user_total SET users = users - 1;
END;

CREATE TABLE sessions (
    -- SHA-256 of the token in the cookie; the token itself is stored nowhere.
    token_hash   BLOB    PRIMARY KEY,
    -- Names the session to its owner ("log out there") without revealing the hash.
    id           INTEGER NOT NULL UNIQUE,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    address      TEXT    NOT NULL,
    user_agent   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions(user_id, id);
CREATE INDEX sessions_by_use ON sessions(last_seen_at);
CREATE INDEX sessions_by_age ON sessions(created_at);

-- Failed logins, per account ("account:name") and per address ("address:1.2.3.4").
CREATE TABLE login_delays (
    subject  TEXT    PRIMARY KEY,
    failures INTEGER NOT NULL,
    -- No attempt is looked at before this time.
    retry_at INTEGER NOT NULL,
    last_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_delays_by_age ON login_delays(last_at);
