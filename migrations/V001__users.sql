-- Accounts, their names, and the work that is left of deleted accounts.
--
-- In all tables: ids grow with time (`core::id`). Times (`…_at`, `…_until`) are milliseconds since 1970, UTC. A column whose
-- comment says "Kept by …" is derived: `stoa doctor` checks and repairs it. docs/schema.sql lists for each derived column the
-- triggers that write it, also those in later files.

-- Accounts. Usernames are stored only here; every other table refers to the id.
CREATE TABLE users (
    id                INTEGER PRIMARY KEY,
    username          TEXT    NOT NULL,
    -- The username as names are compared: `folded(username)`. It stays after deletion, so that a name is never assigned twice.
    name_key          TEXT    NOT NULL UNIQUE,
    -- The name key with one character for those that look alike. Imported accounts may share it, a new account may not.
    -- Deleted names keep theirs.
    lookalike_key     TEXT    GENERATED ALWAYS AS
        (replace(replace(replace(replace(name_key, 'rn', 'm'), '1', 'l'), 'i', 'l'), '0', 'o')) VIRTUAL,
    -- The name of an imported user on the site they come from.
    display_name      TEXT,
    role              TEXT    NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'moderator', 'administrator')),
    -- PHC string of argon2id. NULL: nobody can log in as this user with a password (imported, deleted, or without one).
    password_hash     TEXT,
    created_at        INTEGER NOT NULL,
    -- Not NULL: the user cannot log in until an administrator enables the account again.
    disabled_at       INTEGER,
    deleted_at        INTEGER,
    -- The account that a merged account belongs to now. A merged account is deleted, and its name leads there.
    merged_into       INTEGER REFERENCES users(id),
    -- The numbers of posts that everyone may read. Kept by triggers on `author_counts`.
    question_count    INTEGER NOT NULL DEFAULT 0,
    answer_count      INTEGER NOT NULL DEFAULT 0,
    post_count        INTEGER GENERATED ALWAYS AS (question_count + answer_count) VIRTUAL,
    -- The sum of the view `earned_points`; at least 0 where it is shown. Kept by triggers on `posts`, `questions` and `votes`.
    reputation_points INTEGER NOT NULL DEFAULT 0,
    -- When the last sanction of each kind ends. It ends by itself. Kept by triggers on `sanctions`.
    silenced_until    INTEGER,
    suspended_until   INTEGER,
    -- 1: search engines may list the profile, and show the name beside posts.
    is_indexed        INTEGER NOT NULL DEFAULT 0 CHECK (is_indexed IN (0, 1)),
    -- What the user has chosen for the look and the behavior of the site, as JSON.
    preferences       TEXT    NOT NULL DEFAULT '{}' CHECK (json_valid(preferences)),
    -- The administrator who owns a bot: an account as which only programs act. NULL: it is no bot.
    bot_owner_id      INTEGER REFERENCES users(id),
    -- The only community in which a bot posts. NULL: it posts on the whole site.
    bot_community_id  INTEGER REFERENCES communities(id) CHECK (bot_community_id IS NULL OR bot_owner_id IS NOT NULL),
    -- The last column, because a long text continues on other pages, which reading the other columns then skips.
    biography         TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX users_by_lookalike ON users(lookalike_key);
CREATE INDEX users_by_posts ON users(post_count, id, name_key) WHERE deleted_at IS NULL;
-- There are few administrators, and many requests ask whether there is one.
CREATE INDEX users_administrators ON users(id) WHERE role = 'administrator';
CREATE INDEX users_site_moderators ON users(id) WHERE role = 'moderator';
CREATE INDEX users_merged ON users(merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX users_bots ON users(bot_owner_id) WHERE bot_owner_id IS NOT NULL;
CREATE INDEX users_bots_by_community ON users(bot_community_id) WHERE bot_community_id IS NOT NULL;

CREATE TRIGGER index_user_name AFTER INSERT ON users BEGIN
    INSERT INTO user_names (rowid, username, display_name) VALUES (new.id, new.username, new.display_name);
END;
CREATE TRIGGER unindex_deleted_user_name AFTER UPDATE OF deleted_at ON users
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
    INSERT INTO user_names (user_names, rowid, username, display_name)
    VALUES ('delete', old.id, old.username, old.display_name);
END;
CREATE TRIGGER count_user AFTER INSERT ON users WHEN new.deleted_at IS NULL BEGIN
    UPDATE user_counts SET users = users + 1;
END;
CREATE TRIGGER uncount_deleted_user AFTER UPDATE OF deleted_at ON users
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
    UPDATE user_counts SET users = users - 1;
END;
CREATE TRIGGER index_restored_user_name AFTER UPDATE OF deleted_at ON users
WHEN old.deleted_at IS NOT NULL AND new.deleted_at IS NULL BEGIN
    INSERT INTO user_names (rowid, username, display_name) VALUES (new.id, new.username, new.display_name);
END;
CREATE TRIGGER count_restored_user AFTER UPDATE OF deleted_at ON users
WHEN old.deleted_at IS NOT NULL AND new.deleted_at IS NULL BEGIN
    UPDATE user_counts SET users = users + 1;
END;
CREATE TRIGGER index_renamed_user AFTER UPDATE OF username ON users
WHEN old.username <> new.username AND new.deleted_at IS NULL BEGIN
    INSERT INTO user_names (user_names, rowid, username, display_name)
    VALUES ('delete', old.id, old.username, old.display_name);
    INSERT INTO user_names (rowid, username, display_name) VALUES (new.id, new.username, new.display_name);
END;

-- The name that is shown for the author of something, the reputation beside it, and whether it is a bot. No reputation: the
-- site shows none, or the account is deleted.
CREATE VIEW authors AS
SELECT u.id, CASE
    WHEN u.deleted_at IS NULL THEN u.username
    WHEN u.merged_into IS NULL THEN '[deleted]'
    ELSE coalesce((SELECT t.username FROM users t WHERE t.id = u.merged_into AND t.deleted_at IS NULL), '[deleted]')
  END AS name,
  CASE WHEN u.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM site_settings WHERE key = 'reputation' AND value = 'false')
    THEN max(u.reputation_points, 0)
  END AS reputation,
  u.bot_owner_id IS NOT NULL AND u.deleted_at IS NULL AS is_bot
FROM users u;

-- Finds parts of names of three or more characters by trigram; shorter prefixes use the index on `name_key`. Deleted users
-- are not in it. Kept by triggers on `users`.
CREATE VIRTUAL TABLE user_names USING fts5(
    username, display_name,
    content='users', content_rowid='id', tokenize='trigram'
);

-- The number of users that are not deleted, so that a list knows its length without counting. One row. Kept by triggers on
-- `users`.
CREATE TABLE user_counts (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    users INTEGER NOT NULL
) STRICT;
INSERT INTO user_counts VALUES (1, 0);

-- The names that accounts had before. They stay taken, and lead to the account.
CREATE TABLE former_usernames (
    name_key      TEXT    PRIMARY KEY,
    user_id       INTEGER NOT NULL REFERENCES users(id),
    username      TEXT    NOT NULL,
    renamed_at    INTEGER NOT NULL,
    lookalike_key TEXT    GENERATED ALWAYS AS
        (replace(replace(replace(replace(name_key, 'rn', 'm'), '1', 'l'), 'i', 'l'), '0', 'o')) VIRTUAL
) STRICT;
CREATE INDEX former_usernames_by_user ON former_usernames(user_id);
CREATE INDEX former_usernames_by_lookalike ON former_usernames(lookalike_key);

-- The users whom a user has blocked: neither starts a chat with the other, adds them to one or writes to them alone.
CREATE TABLE blocks (
    user_id    INTEGER NOT NULL REFERENCES users(id),
    blocked_id INTEGER NOT NULL REFERENCES users(id),
    blocked_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks(blocked_id);

-- The badges of members, each awarded once. A later change takes none back.
CREATE TABLE badges (
    -- The time of the id is that of the award.
    id      INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id),
    -- A plain word, such as 'helped'.
    badge   TEXT    NOT NULL,
    UNIQUE (user_id, badge)
) STRICT;

-- Deleted accounts that still have rows, for example memberships. Nobody is shown these rows. They are deleted in steps,
-- between other writes and after a restart.
CREATE TABLE pending_purges (
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    -- 1: the posts and messages of the account are deleted too.
    with_posts INTEGER NOT NULL DEFAULT 0,
    -- The account that gets the rows of a merged one, before the remaining ones are deleted.
    merge_into INTEGER REFERENCES users(id),
    -- When the account, which can be restored until then, may be erased. NULL: immediately.
    erase_at   INTEGER
) STRICT;

-- Deleted accounts whose earlier versions, deleted texts and names in the admin log will be erased.
CREATE TABLE pending_erasures (
    user_id INTEGER PRIMARY KEY REFERENCES users(id),
    due_at  INTEGER NOT NULL,
    -- How far the erasure has come: the stages are those of `Stage` in the code of erasures.
    stage   INTEGER NOT NULL DEFAULT 0,
    -- In the stages of texts the time of the last one, otherwise the position among accounts or names.
    time    INTEGER NOT NULL DEFAULT -1,
    last_id INTEGER NOT NULL DEFAULT -1
) STRICT;
CREATE INDEX pending_erasures_by_due ON pending_erasures(due_at);

-- The accounts that are being erased, with those merged into them, and their names.
CREATE VIEW erasing AS
SELECT e.stage, u.id AS user_id, u.username FROM pending_erasures e JOIN users u ON u.id = e.user_id
UNION ALL SELECT e.stage, u.id, u.username FROM pending_erasures e JOIN users u ON u.merged_into = e.user_id
UNION ALL SELECT e.stage, f.user_id, f.username FROM pending_erasures e JOIN former_usernames f ON f.user_id = e.user_id;
