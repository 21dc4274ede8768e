-- Generated from the migrations by `cargo test`, which rewrites a stale file. Do not edit.
--
-- The schema: each table with its indexes and triggers. A derived column follows from other rows; `stoa doctor` checks and
-- repairs it. Its comment names the triggers that set it, each with the table whose changes run it.


-- V001__users.sql
--
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
    -- Derived. Set by the program.
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
    -- Derived. Set by triggers on author_counts (set_first_public_counts, set_public_counts).
    question_count    INTEGER NOT NULL DEFAULT 0,
    -- Derived. Set by triggers on author_counts (set_first_public_counts, set_public_counts).
    answer_count      INTEGER NOT NULL DEFAULT 0,
    post_count        INTEGER GENERATED ALWAYS AS (question_count + answer_count) VIRTUAL,
    -- The sum of the view `earned_points`; at least 0 where it is shown. Kept by triggers on `posts`, `questions` and `votes`.
    -- Derived. Set by triggers on posts (earn_points_by_votes, earn_points_of_changed_post, earn_points_of_new_answer,
    -- take_off_points_of_changed_post), questions (earn_points_of_new_question, earn_points_of_shown_posts,
    -- move_points_of_acceptance, take_off_points_of_hidden_posts), votes (put_back_own_vote, replace_own_vote,
    -- take_off_own_vote).
    reputation_points INTEGER NOT NULL DEFAULT 0,
    -- When the last sanction of each kind ends. It ends by itself. Kept by triggers on `sanctions`.
    -- Derived. Set by triggers on sanctions (end_restriction, lift_restriction, restrict_member).
    silenced_until    INTEGER,
    -- Derived. Set by triggers on sanctions (end_restriction, lift_restriction, restrict_member).
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

CREATE TRIGGER queue_edits_of_member AFTER UPDATE OF disabled_at ON users
WHEN (old.disabled_at IS NULL) <> (new.disabled_at IS NULL) BEGIN
    UPDATE suggested_edits SET (community_id, scope) = (SELECT w.community_id, w.scope FROM waiting_edits w WHERE w.id = suggested_edits.id)
    WHERE user_id = new.id AND decided_at IS NULL;
END;

-- A member who was disabled begins again.
CREATE TRIGGER lose_trust AFTER UPDATE OF disabled_at ON users
WHEN old.disabled_at IS NULL AND new.disabled_at IS NOT NULL BEGIN
    INSERT INTO member_trust (user_id, lost_at) VALUES (new.id, new.disabled_at)
    ON CONFLICT (user_id) DO UPDATE SET lost_at = excluded.lost_at;
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
-- Derived. Rows inserted by triggers on users (index_renamed_user, index_restored_user_name, index_user_name,
-- unindex_deleted_user_name).
CREATE VIRTUAL TABLE user_names USING fts5(
    username, display_name,
    content='users', content_rowid='id', tokenize='trigram'
);

-- The number of users that are not deleted, so that a list knows its length without counting. One row. Kept by triggers on
-- `users`.
-- Derived.
CREATE TABLE user_counts (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    -- Derived. Set by triggers on users (count_restored_user, count_user, uncount_deleted_user).
    users INTEGER NOT NULL
) STRICT;
INSERT INTO user_counts VALUES (1, 0);

-- The names that accounts had before. They stay taken, and lead to the account.
CREATE TABLE former_usernames (
    -- Derived. Set by the program.
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


-- V002__sign_in.sql
--
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


-- V003__communities.sql
--
-- Communities, their members, and requests to join the private ones.

CREATE TABLE communities (
    id              INTEGER PRIMARY KEY,
    name            TEXT    NOT NULL,
    -- The name as names are compared: `folded(name)`. It stays after archiving, so that a name is never assigned twice.
    -- Derived. Set by the program.
    name_key        TEXT    NOT NULL UNIQUE,
    -- 1: only members of the site read what is in this public community, also while everyone may read the site.
    needs_account   INTEGER NOT NULL DEFAULT 0 CHECK (needs_account = 0 OR needs_account = 1 AND visibility = 'public'),
    description     TEXT    NOT NULL DEFAULT '',
    visibility      TEXT    NOT NULL CHECK (visibility IN ('public', 'private')),
    -- NULL: the owner has deleted their account and left no other member.
    owner_id        INTEGER REFERENCES users(id),
    -- Kept by triggers on `memberships` and `membership_requests`.
    -- Derived. Set by triggers on memberships (count_member_and_remove_request, uncount_member).
    member_count    INTEGER NOT NULL DEFAULT 0,
    -- Derived. Set by triggers on memberships (count_member_and_remove_request, recount_moderators, uncount_member).
    moderator_count INTEGER NOT NULL DEFAULT 0,
    -- Derived. Set by triggers on membership_requests (count_membership_request, uncount_membership_request).
    request_count   INTEGER NOT NULL DEFAULT 0,
    -- Without deleted questions. Kept by triggers on `questions`.
    -- Derived. Set by triggers on questions (count_community_question, recount_community_questions).
    question_count  INTEGER NOT NULL DEFAULT 0,
    created_at      INTEGER NOT NULL,
    archived_at     INTEGER,
    -- When it was opened again to readers without an account. NULL: it always was open, or is not.
    opened_at       INTEGER
) STRICT;
CREATE INDEX communities_listed ON communities(name_key) WHERE archived_at IS NULL;
CREATE INDEX communities_for_accounts ON communities(question_count) WHERE needs_account = 1;

CREATE TRIGGER list_new_community AFTER INSERT ON communities WHEN new.archived_at IS NULL BEGIN
    UPDATE community_counts SET communities = communities + 1;
    INSERT INTO community_names (rowid, name_key) VALUES (new.id, new.name_key);
END;

CREATE TRIGGER unlist_archived_community AFTER UPDATE OF archived_at ON communities
WHEN old.archived_at IS NULL AND new.archived_at IS NOT NULL BEGIN
    UPDATE community_counts SET communities = communities - 1;
    INSERT INTO community_names (community_names, rowid, name_key) VALUES ('delete', old.id, old.name_key);
END;

CREATE TRIGGER list_unarchived_community AFTER UPDATE OF archived_at ON communities
WHEN old.archived_at IS NOT NULL AND new.archived_at IS NULL BEGIN
    UPDATE community_counts SET communities = communities + 1;
    INSERT INTO community_names (rowid, name_key) VALUES (new.id, new.name_key);
END;

CREATE TABLE memberships (
    community_id INTEGER NOT NULL REFERENCES communities(id),
    user_id      INTEGER NOT NULL REFERENCES users(id),
    role         TEXT    NOT NULL CHECK (role IN ('member', 'moderator')),
    joined_at    INTEGER NOT NULL,
    PRIMARY KEY (community_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_by_user ON memberships(user_id, community_id);
CREATE INDEX memberships_by_joined ON memberships(community_id, joined_at, user_id);
CREATE INDEX moderators_by_joined ON memberships(community_id, joined_at, user_id) WHERE role = 'moderator';

CREATE TRIGGER count_member_and_remove_request AFTER INSERT ON memberships BEGIN
    UPDATE communities SET member_count = member_count + 1, moderator_count = moderator_count + (new.role = 'moderator')
    WHERE id = new.community_id;
    DELETE FROM membership_requests WHERE community_id = new.community_id AND user_id = new.user_id;
END;

CREATE TRIGGER uncount_member AFTER DELETE ON memberships BEGIN
    UPDATE communities SET member_count = member_count - 1, moderator_count = moderator_count - (old.role = 'moderator')
    WHERE id = old.community_id;
END;

CREATE TRIGGER recount_moderators AFTER UPDATE OF role ON memberships WHEN old.role <> new.role BEGIN
    UPDATE communities SET moderator_count = moderator_count + (new.role = 'moderator') - (old.role = 'moderator')
    WHERE id = new.community_id;
END;

-- Requests to join a private community that wait for a moderator. Becoming a member removes the request.
-- Rows deleted by triggers on memberships (count_member_and_remove_request).
CREATE TABLE membership_requests (
    community_id INTEGER NOT NULL REFERENCES communities(id),
    user_id      INTEGER NOT NULL REFERENCES users(id),
    requested_at INTEGER NOT NULL,
    PRIMARY KEY (community_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX membership_requests_by_requested ON membership_requests(community_id, requested_at, user_id);
CREATE INDEX membership_requests_by_user ON membership_requests(user_id, community_id);

CREATE TRIGGER count_membership_request AFTER INSERT ON membership_requests BEGIN
    UPDATE communities SET request_count = request_count + 1 WHERE id = new.community_id;
END;

CREATE TRIGGER uncount_membership_request AFTER DELETE ON membership_requests BEGIN
    UPDATE communities SET request_count = request_count - 1 WHERE id = old.community_id;
END;

-- The number of communities that are not archived. One row. Kept by triggers on `communities`.
-- Derived.
CREATE TABLE community_counts (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    -- Derived. Set by triggers on communities (list_new_community, list_unarchived_community,
    -- unlist_archived_community).
    communities INTEGER NOT NULL
) STRICT;
INSERT INTO community_counts VALUES (1, 0);

-- Finds parts of names of three or more characters by trigram. Archived communities are not in it. Kept by triggers on
-- `communities`.
-- Derived. Rows inserted by triggers on communities (list_new_community, list_unarchived_community,
-- unlist_archived_community).
CREATE VIRTUAL TABLE community_names USING fts5(
    name_key,
    content='communities', content_rowid='id', tokenize='trigram'
);


-- V004__questions.sql
--
-- Questions, answers and comments, their votes, views and versions, and what they earn their authors.

-- Questions and answers. They share a table, so that votes, comments and revisions have one foreign key.
CREATE TABLE posts (
    id             INTEGER PRIMARY KEY,
    -- NULL for a question; for an answer, its question.
    question_id    INTEGER REFERENCES questions(id),
    author_id      INTEGER NOT NULL REFERENCES users(id),
    -- The sum of the votes plus the imported score. Kept by the program.
    -- Derived. Set by the program.
    score          INTEGER NOT NULL DEFAULT 0,
    imported_score INTEGER NOT NULL DEFAULT 0,
    created_at     INTEGER NOT NULL,
    edited_at      INTEGER,
    deleted_at     INTEGER,
    deleted_by     INTEGER REFERENCES users(id),
    -- Client-chosen idempotency key: a request that is sent again creates nothing more.
    nonce          TEXT,
    -- 1: a community wiki: every member who may answer there edits the answer, and its votes earn nobody reputation.
    is_wiki        INTEGER NOT NULL DEFAULT 0 CHECK (is_wiki IN (0, 1)),
    -- The last column, because a long text continues on other pages, which reading the other columns then skips.
    text           TEXT    NOT NULL
) STRICT;
CREATE INDEX posts_by_question ON posts(question_id, id) WHERE question_id IS NOT NULL;
-- Covers the calendar of a user's contributions: what they wrote, when, and whether it counts.
CREATE INDEX posts_by_author ON posts(author_id, created_at, question_id, deleted_at);
CREATE INDEX posts_deleted ON posts(author_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX posts_by_nonce ON posts(author_id, nonce, coalesce(question_id, 0)) WHERE nonce IS NOT NULL;

CREATE TRIGGER count_authored_answer AFTER INSERT ON posts WHEN new.question_id IS NOT NULL AND new.deleted_at IS NULL BEGIN
    INSERT INTO author_counts (user_id, scope, answers)
    SELECT new.author_id, scope, 1 FROM questions WHERE id = new.question_id AND scope IS NOT NULL
    ON CONFLICT (user_id, scope) DO UPDATE SET answers = answers + 1;
END;

CREATE TRIGGER recount_authored_answer AFTER UPDATE OF deleted_at ON posts
WHEN new.question_id IS NOT NULL AND (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    INSERT INTO author_counts (user_id, scope, answers)
    SELECT new.author_id, scope, iif(new.deleted_at IS NULL, 1, -1) FROM questions WHERE id = new.question_id AND scope IS NOT NULL
    ON CONFLICT (user_id, scope) DO UPDATE SET answers = answers + excluded.answers;
    DELETE FROM author_counts WHERE user_id = new.author_id AND questions = 0 AND answers = 0;
END;

-- A vote changes the score. The author's own vote changes it too; the triggers on `votes` take it off.
CREATE TRIGGER earn_points_by_votes AFTER UPDATE OF score ON posts
WHEN old.score <> new.score AND old.author_id = new.author_id AND old.question_id IS new.question_id AND (old.deleted_at IS NULL) = (new.deleted_at IS NULL) BEGIN
    UPDATE users SET reputation_points = reputation_points + e.weight * (new.score - old.score)
    FROM earned_points e WHERE e.post_id = new.id AND users.id = e.author_id;
END;

CREATE TRIGGER earn_points_of_new_answer AFTER INSERT ON posts WHEN new.question_id IS NOT NULL BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM earned_points e WHERE e.post_id = new.id AND e.points <> 0 AND users.id = new.author_id;
END;

-- Posts that appear, disappear, become a wiki, or change their author or their question, with what they have earned so far. A question
-- decides whether its accepted answer is by another member.
CREATE TRIGGER take_off_points_of_changed_post BEFORE UPDATE OF author_id, question_id, deleted_at, is_wiki ON posts
WHEN old.author_id <> new.author_id OR old.question_id IS NOT new.question_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)
OR old.is_wiki <> new.is_wiki BEGIN
    UPDATE users SET reputation_points = reputation_points - e.points
    FROM earned_points e WHERE e.post_id = old.id AND users.id = e.author_id;
    UPDATE users SET reputation_points = reputation_points - e.points
    FROM questions q JOIN earned_points e ON e.post_id = q.accepted_answer_id WHERE q.id = old.id AND users.id = e.author_id;
END;

CREATE TRIGGER earn_points_of_changed_post AFTER UPDATE OF author_id, question_id, deleted_at, is_wiki ON posts
WHEN old.author_id <> new.author_id OR old.question_id IS NOT new.question_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)
OR old.is_wiki <> new.is_wiki BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM earned_points e WHERE e.post_id = new.id AND users.id = e.author_id;
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM questions q JOIN earned_points e ON e.post_id = q.accepted_answer_id WHERE q.id = new.id AND users.id = e.author_id;
END;

-- The counts follow the author of a post.
CREATE TRIGGER recount_moved_post AFTER UPDATE OF author_id ON posts
WHEN old.author_id <> new.author_id AND new.deleted_at IS NULL BEGIN
    UPDATE author_counts SET questions = questions - (new.question_id IS NULL), answers = answers - (new.question_id IS NOT NULL)
    WHERE user_id = old.author_id AND scope = (SELECT scope FROM questions WHERE id = coalesce(new.question_id, new.id));
    DELETE FROM author_counts WHERE user_id = old.author_id AND questions = 0 AND answers = 0;
    INSERT INTO author_counts (user_id, scope, questions, answers)
    SELECT new.author_id, scope, new.question_id IS NULL, new.question_id IS NOT NULL
    FROM questions WHERE id = coalesce(new.question_id, new.id) AND scope IS NOT NULL
    ON CONFLICT (user_id, scope) DO UPDATE SET questions = questions + excluded.questions, answers = answers + excluded.answers;
END;

-- An answer that leaves a deleted question for another one, or the other way round.
CREATE TRIGGER recount_answer_of_other_question AFTER UPDATE OF question_id ON posts
WHEN old.question_id IS NOT new.question_id AND new.deleted_at IS NULL
AND (SELECT scope FROM questions WHERE id = old.question_id) IS NOT (SELECT scope FROM questions WHERE id = new.question_id) BEGIN
    UPDATE author_counts SET answers = answers - 1
    WHERE user_id = new.author_id AND scope = (SELECT scope FROM questions WHERE id = old.question_id);
    DELETE FROM author_counts WHERE user_id = new.author_id AND questions = 0 AND answers = 0;
    INSERT INTO author_counts (user_id, scope, answers)
    SELECT new.author_id, scope, 1 FROM questions WHERE id = new.question_id AND scope IS NOT NULL
    ON CONFLICT (user_id, scope) DO UPDATE SET answers = answers + 1;
END;

CREATE TRIGGER leave_out_vote_of_new_author AFTER UPDATE OF author_id ON posts
WHEN new.question_id IS NULL AND old.author_id <> new.author_id BEGIN
    UPDATE questions SET peer_score = score
        - coalesce((SELECT value FROM votes WHERE question_id = new.id AND post_id = new.id AND user_id = new.author_id), 0)
    WHERE id = new.id;
END;

CREATE TRIGGER queue_edits_of_post AFTER UPDATE OF question_id, deleted_at ON posts
WHEN old.question_id IS NOT new.question_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE suggested_edits SET (community_id, scope) = (SELECT w.community_id, w.scope FROM waiting_edits w WHERE w.id = suggested_edits.id)
    WHERE post_id = new.id AND decided_at IS NULL;
END;

-- The columns that only questions have. `id` is the id of the post.
CREATE TABLE questions (
    id                         INTEGER PRIMARY KEY REFERENCES posts(id),
    community_id               INTEGER REFERENCES communities(id),
    -- Who may read the question, the one column that every list, search and count filters by: 0: everyone, or all members of
    -- the site if its community needs an account; the id of a private community: its members; NULL: nobody (deleted). Kept by
    -- the program.
    -- Derived. Set by the program.
    scope                      INTEGER DEFAULT 0,
    title                      TEXT    NOT NULL,
    -- A closed question accepts no new answers.
    closed_at                  INTEGER,
    -- Why a moderator has closed it. NULL: it is open, or its author or an import has closed it.
    close_reason               TEXT
        CHECK (close_reason IN ('duplicate', 'off-topic', 'unclear', 'too-broad', 'opinion')),
    -- What to do next, in the words of the moderator who closed it.
    close_note                 TEXT CHECK ((close_note IS NULL) = (close_reason IS NULL)),
    -- Since when only moderators answer, comment, vote and edit there.
    locked_at                  INTEGER,
    -- Since when only members of trust level 1 or higher answer. NULL: everybody who may read the question.
    protected_at               INTEGER,
    -- The score of the post, repeated here so that an index can count by scope and score. Kept by the program.
    -- Derived. Set by the program.
    score                      INTEGER NOT NULL DEFAULT 0,
    -- The score without the vote of the author, which no ranking counts. Kept by triggers on `questions`, `votes` and `posts`.
    -- Derived. Set by triggers on posts (leave_out_vote_of_new_author), questions (change_peer_score), votes
    -- (change_own_vote, forget_own_vote, leave_out_own_vote).
    peer_score                 INTEGER NOT NULL DEFAULT 0,
    -- Without deleted answers. Kept by the program.
    -- Derived. Set by the program.
    answer_count               INTEGER NOT NULL DEFAULT 0,
    -- The id of the newest answer, 0 without one: it orders by the time of the last answer. Kept by the program.
    -- Derived. Set by the program.
    last_answer_id             INTEGER NOT NULL DEFAULT 0,
    -- The number of viewers plus the imported views. Kept by the program.
    -- Derived. Set by the program.
    view_count                 INTEGER NOT NULL DEFAULT 0,
    imported_views             INTEGER NOT NULL DEFAULT 0,
    accepted_answer_id         INTEGER REFERENCES posts(id),
    -- The answer that was accepted when it was deleted. Undeleting accepts it again, unless another one was accepted.
    deleted_accepted_answer_id INTEGER REFERENCES posts(id),
    -- When what its readers see of the question, its answers and their comments last changed, but for votes and views.
    -- NULL: nobody but the author has seen it.
    changed_at                 INTEGER
) STRICT;
CREATE INDEX questions_unanswered ON questions(id) WHERE answer_count = 0;
CREATE INDEX questions_accepted ON questions(id, scope, community_id) WHERE accepted_answer_id IS NOT NULL;
CREATE INDEX questions_by_last_answer ON questions(last_answer_id, id);
CREATE INDEX questions_by_views ON questions(view_count, id);
-- Covers who may read the question, so that a walk passes quickly over what a viewer may not read.
CREATE INDEX questions_by_peer_score ON questions(peer_score, id, scope, community_id);
CREATE INDEX questions_by_score ON questions(score, scope, community_id);
CREATE INDEX questions_by_answers ON questions(answer_count, scope, community_id) WHERE answer_count <> 0;
-- The lists of one community in every order.
CREATE INDEX questions_by_community ON questions(community_id, id, scope) WHERE community_id IS NOT NULL;
CREATE INDEX questions_by_community_unanswered ON questions(community_id, id, scope)
    WHERE community_id IS NOT NULL AND answer_count = 0;
CREATE INDEX questions_by_community_last_answer ON questions(community_id, last_answer_id, id)
    WHERE community_id IS NOT NULL;
CREATE INDEX questions_by_community_peer_score ON questions(community_id, peer_score, id) WHERE community_id IS NOT NULL;
CREATE INDEX questions_by_community_views ON questions(community_id, view_count, id) WHERE community_id IS NOT NULL;

CREATE TRIGGER count_community_question AFTER INSERT ON questions
WHEN new.community_id IS NOT NULL AND new.scope IS NOT NULL BEGIN
    UPDATE communities SET question_count = question_count + 1 WHERE id = new.community_id;
END;

CREATE TRIGGER count_authored_question AFTER INSERT ON questions WHEN new.scope IS NOT NULL BEGIN
    INSERT INTO author_counts (user_id, scope, questions) SELECT author_id, new.scope, 1 FROM posts WHERE id = new.id
    ON CONFLICT (user_id, scope) DO UPDATE SET questions = questions + 1;
END;

-- A question that is hidden or shown takes its answers with it.
CREATE TRIGGER move_authored_posts AFTER UPDATE OF scope ON questions WHEN old.scope IS NOT new.scope BEGIN
    UPDATE author_counts SET questions = questions - 1
    WHERE scope = old.scope AND user_id = (SELECT author_id FROM posts WHERE id = new.id);
    UPDATE author_counts SET answers = answers - a.written
    FROM (SELECT author_id, count(*) AS written FROM posts WHERE question_id = new.id AND deleted_at IS NULL GROUP BY author_id) a
    WHERE user_id = a.author_id AND scope = old.scope;
    DELETE FROM author_counts WHERE scope = old.scope AND questions = 0 AND answers = 0
    AND user_id IN (SELECT author_id FROM posts WHERE id = new.id OR question_id = new.id);
    INSERT INTO author_counts (user_id, scope, questions)
    SELECT author_id, new.scope, 1 FROM posts WHERE id = new.id AND new.scope IS NOT NULL
    ON CONFLICT (user_id, scope) DO UPDATE SET questions = questions + 1;
    INSERT INTO author_counts (user_id, scope, answers)
    SELECT author_id, new.scope, count(*) FROM posts
    WHERE question_id = new.id AND deleted_at IS NULL AND new.scope IS NOT NULL GROUP BY author_id
    ON CONFLICT (user_id, scope) DO UPDATE SET answers = answers + excluded.answers;
END;

-- A deleted question has no scope. Moderators move questions between communities.
CREATE TRIGGER recount_community_questions AFTER UPDATE OF scope, community_id ON questions
WHEN (old.scope IS NULL) <> (new.scope IS NULL) OR old.community_id IS NOT new.community_id BEGIN
    UPDATE communities SET question_count = question_count - 1 WHERE id = old.community_id AND old.scope IS NOT NULL;
    UPDATE communities SET question_count = question_count + 1 WHERE id = new.community_id AND new.scope IS NOT NULL;
END;

CREATE TRIGGER earn_points_of_new_question AFTER INSERT ON questions WHEN new.scope = 0 BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM (SELECT author_id, sum(points) AS points FROM earned_points WHERE question_id = new.id GROUP BY author_id) e
    WHERE e.points <> 0 AND users.id = e.author_id;
END;

-- A question that is hidden or shown takes its answers with it.
CREATE TRIGGER take_off_points_of_hidden_posts BEFORE UPDATE OF scope ON questions WHEN old.scope = 0 AND new.scope IS NOT 0 BEGIN
    UPDATE users SET reputation_points = reputation_points - e.points
    FROM (SELECT author_id, sum(points) AS points FROM earned_points WHERE question_id = old.id GROUP BY author_id) e
    WHERE users.id = e.author_id;
END;

CREATE TRIGGER earn_points_of_shown_posts AFTER UPDATE OF scope ON questions WHEN old.scope IS NOT 0 AND new.scope = 0 BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM (SELECT author_id, sum(points) AS points FROM earned_points WHERE question_id = new.id GROUP BY author_id) e
    WHERE users.id = e.author_id;
END;

CREATE TRIGGER move_points_of_acceptance AFTER UPDATE OF accepted_answer_id ON questions
WHEN old.accepted_answer_id IS NOT new.accepted_answer_id AND old.scope = 0 AND new.scope = 0 BEGIN
    UPDATE users SET reputation_points = reputation_points - 15
    FROM earned_points e WHERE e.post_id = old.accepted_answer_id AND e.question_id = new.id AND users.id = e.author_id
    AND e.author_id <> (SELECT author_id FROM posts WHERE id = new.id);
    UPDATE users SET reputation_points = reputation_points + 15
    FROM earned_points e WHERE e.post_id = new.accepted_answer_id AND e.question_id = new.id AND users.id = e.author_id
    AND e.author_id <> (SELECT author_id FROM posts WHERE id = new.id);
END;

-- The score that rankings use is that of others.
CREATE TRIGGER change_peer_score AFTER UPDATE OF score ON questions WHEN old.score <> new.score BEGIN
    UPDATE questions SET peer_score = peer_score + new.score - old.score WHERE id = new.id;
END;

CREATE TRIGGER queue_edits_of_question AFTER UPDATE OF scope, community_id ON questions
WHEN old.scope IS NOT new.scope OR old.community_id IS NOT new.community_id BEGIN
    UPDATE suggested_edits SET (community_id, scope) = (SELECT w.community_id, w.scope FROM waiting_edits w WHERE w.id = suggested_edits.id)
    WHERE post_id IN (SELECT new.id UNION ALL SELECT id FROM posts WHERE question_id = new.id) AND decided_at IS NULL;
END;

-- The number of questions in each scope, so that totals need no counting. Kept by the program.
-- Derived. Set by the program.
CREATE TABLE question_counts (
    scope      INTEGER PRIMARY KEY,
    -- Derived. Set by the program.
    questions  INTEGER NOT NULL,
    -- Derived. Set by the program.
    unanswered INTEGER NOT NULL
) STRICT;

-- The number of posts of each author for the readers of each scope, so that a profile and a list of users need no counting.
-- Kept by triggers on `posts` and `questions`.
-- Derived. Rows inserted by triggers on posts (count_authored_answer, recount_answer_of_other_question,
-- recount_authored_answer, recount_moved_post), questions (count_authored_question, move_authored_posts). Rows deleted
-- by triggers on posts (recount_answer_of_other_question, recount_authored_answer, recount_moved_post), questions
-- (move_authored_posts).
CREATE TABLE author_counts (
    user_id   INTEGER NOT NULL REFERENCES users(id),
    -- 0: everyone; the id of a private community: its members.
    scope     INTEGER NOT NULL,
    -- Derived. Set by triggers on posts (recount_moved_post), questions (count_authored_question, move_authored_posts).
    questions INTEGER NOT NULL DEFAULT 0,
    -- Derived. Set by triggers on posts (count_authored_answer, recount_answer_of_other_question,
    -- recount_authored_answer, recount_moved_post), questions (move_authored_posts).
    answers   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, scope)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER set_first_public_counts AFTER INSERT ON author_counts WHEN new.scope = 0 BEGIN
    UPDATE users SET question_count = new.questions, answer_count = new.answers WHERE id = new.user_id;
END;

CREATE TRIGGER set_public_counts AFTER UPDATE ON author_counts WHEN new.scope = 0 BEGIN
    UPDATE users SET question_count = new.questions, answer_count = new.answers WHERE id = new.user_id;
END;

-- Comments, in the order in which a page reads them: those on a question and on its answers are adjacent, so that showing a
-- question reads one or two pages instead of one for each post.
CREATE TABLE comments (
    -- The question of the post. Kept by the program.
    -- Derived. Set by the program.
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The question, or one of its answers.
    post_id     INTEGER NOT NULL REFERENCES posts(id),
    id          INTEGER NOT NULL UNIQUE,
    author_id   INTEGER NOT NULL REFERENCES users(id),
    text        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    edited_at   INTEGER,
    -- The moderator who wrote the current text. NULL: the author.
    edited_by   INTEGER REFERENCES users(id),
    deleted_at  INTEGER,
    deleted_by  INTEGER REFERENCES users(id),
    -- Client-chosen idempotency key.
    nonce       TEXT,
    PRIMARY KEY (question_id, post_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX comments_by_author ON comments(author_id, created_at, deleted_at);
CREATE INDEX comments_deleted ON comments(author_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX comments_by_nonce ON comments(author_id, nonce, post_id) WHERE nonce IS NOT NULL;

-- Votes, in the order of the questions, as comments are.
CREATE TABLE votes (
    -- The question of the post. Kept by the program.
    -- Derived. Set by the program.
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The question, or one of its answers.
    post_id     INTEGER NOT NULL REFERENCES posts(id),
    user_id     INTEGER NOT NULL REFERENCES users(id),
    value       INTEGER NOT NULL CHECK (value IN (-1, 1)),
    voted_at    INTEGER NOT NULL,
    PRIMARY KEY (question_id, post_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX votes_by_user ON votes(user_id);

CREATE TRIGGER leave_out_own_vote AFTER INSERT ON votes WHEN new.post_id = new.question_id BEGIN
    UPDATE questions SET peer_score = peer_score - new.value
    WHERE id = new.question_id AND new.user_id = (SELECT author_id FROM posts WHERE id = new.question_id);
END;

CREATE TRIGGER forget_own_vote AFTER DELETE ON votes WHEN old.post_id = old.question_id BEGIN
    UPDATE questions SET peer_score = peer_score + old.value
    WHERE id = old.question_id AND old.user_id = (SELECT author_id FROM posts WHERE id = old.question_id);
END;

CREATE TRIGGER change_own_vote AFTER UPDATE ON votes WHEN old.post_id = old.question_id AND new.post_id = new.question_id BEGIN
    UPDATE questions SET peer_score = peer_score + old.value
    WHERE id = old.question_id AND old.user_id = (SELECT author_id FROM posts WHERE id = old.question_id);
    UPDATE questions SET peer_score = peer_score - new.value
    WHERE id = new.question_id AND new.user_id = (SELECT author_id FROM posts WHERE id = new.question_id);
END;

-- Votes of authors on their own posts earn nothing.
CREATE TRIGGER take_off_own_vote AFTER INSERT ON votes BEGIN
    UPDATE users SET reputation_points = reputation_points - e.weight * new.value
    FROM earned_points e WHERE e.post_id = new.post_id AND e.question_id = new.question_id AND e.author_id = new.user_id AND users.id = new.user_id;
END;

CREATE TRIGGER put_back_own_vote AFTER DELETE ON votes BEGIN
    UPDATE users SET reputation_points = reputation_points + e.weight * old.value
    FROM earned_points e WHERE e.post_id = old.post_id AND e.question_id = old.question_id AND e.author_id = old.user_id AND users.id = old.user_id;
END;

CREATE TRIGGER replace_own_vote AFTER UPDATE ON votes BEGIN
    UPDATE users SET reputation_points = reputation_points + e.weight * old.value
    FROM earned_points e WHERE e.post_id = old.post_id AND e.question_id = old.question_id AND e.author_id = old.user_id AND users.id = old.user_id;
    UPDATE users SET reputation_points = reputation_points - e.weight * new.value
    FROM earned_points e WHERE e.post_id = new.post_id AND e.question_id = new.question_id AND e.author_id = new.user_id AND users.id = new.user_id;
END;

-- The users who have seen a question.
CREATE TABLE question_views (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    user_id     INTEGER NOT NULL REFERENCES users(id),
    PRIMARY KEY (question_id, user_id)
) STRICT, WITHOUT ROWID;
-- How many questions a member has entered, without reading the views of all others.
CREATE INDEX question_views_by_user ON question_views(user_id);

-- Every version of a post from the first. Append-only.
CREATE TABLE revisions (
    id         INTEGER PRIMARY KEY,
    post_id    INTEGER NOT NULL REFERENCES posts(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    created_at INTEGER NOT NULL,
    -- When the texts of an earlier version were purged: they are empty.
    purged_at  INTEGER,
    purged_by  INTEGER REFERENCES users(id),
    -- NULL for an answer.
    title      TEXT,
    -- Separated by spaces; NULL for an answer.
    tags       TEXT,
    -- The text of an earlier version as `compressed(text)` stores it; empty if it was purged. NULL for the current version,
    -- whose text is that of the post.
    compressed_text BLOB
) STRICT;
CREATE INDEX revisions_by_post ON revisions(post_id, id);

-- Edits of posts that members propose who may not edit them. One row for each member and post: a new suggestion replaces it.
CREATE TABLE suggested_edits (
    -- Another one when the suggestion is replaced, so that nobody decides about a text that they have not seen.
    id          INTEGER PRIMARY KEY,
    post_id     INTEGER NOT NULL REFERENCES posts(id),
    user_id     INTEGER NOT NULL REFERENCES users(id),
    -- The version that the member has edited.
    revision_id INTEGER NOT NULL REFERENCES revisions(id),
    -- Why, in the words of the member. Can be empty.
    reason      TEXT    NOT NULL,
    -- NULL: it is open.
    decided_at  INTEGER,
    -- The author of the post or a moderator.
    decided_by  INTEGER REFERENCES users(id),
    is_accepted INTEGER CHECK (is_accepted IN (0, 1)),
    -- What the member is told with the decision. Can be empty.
    note        TEXT,
    -- NULL for an answer.
    title       TEXT,
    -- Separated by spaces; NULL for an answer.
    tags        TEXT,
    -- While it waits for a decision, the community and the scope of the question: a queue reads nothing of others. NULL: it is
    -- decided, or its post is deleted, or its member is disabled. Kept by triggers on `suggested_edits`, `users`, `posts` and
    -- `questions`.
    -- Derived. Set by triggers on posts (queue_edits_of_post), questions (queue_edits_of_question), suggested_edits
    -- (queue_changed_edit, queue_new_edit), users (queue_edits_of_member).
    community_id INTEGER,
    -- Who reads the question, like `questions.scope`.
    -- Derived. Set by triggers on posts (queue_edits_of_post), questions (queue_edits_of_question), suggested_edits
    -- (queue_changed_edit, queue_new_edit), users (queue_edits_of_member).
    scope       INTEGER,
    -- Empty if it was accepted: the history of the post has it.
    text        TEXT    NOT NULL,
    UNIQUE (post_id, user_id),
    CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (is_accepted IS NULL)
           AND (decided_at IS NULL) = (note IS NULL))
) STRICT;
CREATE INDEX suggested_edits_by_user ON suggested_edits(user_id, decided_at);
CREATE INDEX suggested_edits_waiting ON suggested_edits(scope, id) WHERE scope IS NOT NULL;
CREATE INDEX suggested_edits_waiting_in ON suggested_edits(community_id, id) WHERE community_id IS NOT NULL;

CREATE TRIGGER queue_new_edit AFTER INSERT ON suggested_edits BEGIN
    UPDATE suggested_edits SET (community_id, scope) = (SELECT w.community_id, w.scope FROM waiting_edits w WHERE w.id = new.id)
    WHERE id = new.id;
END;

CREATE TRIGGER queue_changed_edit AFTER UPDATE OF id, user_id, decided_at ON suggested_edits BEGIN
    UPDATE suggested_edits SET (community_id, scope) = (SELECT w.community_id, w.scope FROM waiting_edits w WHERE w.id = new.id)
    WHERE id = new.id;
END;

-- The suggested edits that wait for a decision. Those of disabled members wait until their accounts are enabled again.
CREATE VIEW waiting_edits AS
SELECT s.id, q.community_id, q.scope
FROM suggested_edits s JOIN users u ON u.id = s.user_id JOIN posts p ON p.id = s.post_id
JOIN questions q ON q.id = coalesce(p.question_id, p.id)
WHERE s.decided_at IS NULL AND u.disabled_at IS NULL AND p.deleted_at IS NULL AND q.scope IS NOT NULL;

-- The earlier texts of comments; the current text is in `comments`. Append-only.
CREATE TABLE comment_revisions (
    id         INTEGER PRIMARY KEY,
    comment_id INTEGER NOT NULL REFERENCES comments(id),
    -- The moderator who wrote this version. NULL: the author of the comment.
    author_id  INTEGER REFERENCES users(id),
    -- When this text was written, not when it was replaced.
    created_at INTEGER NOT NULL,
    -- When the text was purged: it is empty.
    purged_at  INTEGER,
    purged_by  INTEGER REFERENCES users(id),
    text       TEXT    NOT NULL
) STRICT;
CREATE INDEX comment_revisions_by_comment ON comment_revisions(comment_id, id);

-- Questions that repeat an earlier one, `original_id`.
CREATE TABLE duplicates (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    original_id INTEGER NOT NULL REFERENCES questions(id),
    linked_by   INTEGER NOT NULL REFERENCES users(id),
    linked_at   INTEGER NOT NULL,
    PRIMARY KEY (question_id, original_id),
    CHECK (question_id <> original_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX duplicates_by_original ON duplicates(original_id);
CREATE INDEX duplicates_by_linker ON duplicates(linked_by, linked_at);

-- Links between questions, as imports from other sites know them: the text of `question_id`, an answer or a comment there
-- mentions `linked_id`.
CREATE TABLE question_links (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    linked_id   INTEGER NOT NULL REFERENCES questions(id),
    PRIMARY KEY (question_id, linked_id),
    CHECK (question_id <> linked_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_links_by_linked ON question_links(linked_id);

-- Questions that are shown above a list: at most three in a place.
CREATE TABLE pins (
    place       TEXT    NOT NULL CHECK (place IN ('site', 'tag', 'community')),
    -- The tag or the community. 0: the site.
    place_id    INTEGER NOT NULL,
    question_id INTEGER NOT NULL REFERENCES questions(id),
    pinned_at   INTEGER NOT NULL,
    PRIMARY KEY (place, place_id, question_id),
    CHECK ((place = 'site') = (place_id = 0))
) STRICT, WITHOUT ROWID;
CREATE INDEX pins_by_question ON pins(question_id);

-- The latest move of each moved question to another community.
CREATE TABLE question_moves (
    question_id    INTEGER PRIMARY KEY REFERENCES questions(id),
    -- What has a higher id was written after the move.
    id             INTEGER NOT NULL UNIQUE,
    -- NULL: it was in no community.
    from_community INTEGER REFERENCES communities(id),
    moved_at       INTEGER NOT NULL,
    -- The ids of the rows in `scoped_tags` that the move has added, as a JSON array.
    added_tags     TEXT    NOT NULL CHECK (json_valid(added_tags)),
    -- 0: it was undone.
    is_undoable    INTEGER NOT NULL DEFAULT 1 CHECK (is_undoable IN (0, 1)),
    -- The scopes that the question has left, as a JSON array: their searches still complete its words.
    left_scopes    TEXT    NOT NULL CHECK (json_valid(left_scopes))
) STRICT;

-- The latest merge of each question whose answers a moderator has moved to another one.
CREATE TABLE question_merges (
    question_id        INTEGER PRIMARY KEY REFERENCES questions(id),
    -- The question that has its answers.
    into_id            INTEGER NOT NULL REFERENCES questions(id),
    merged_at          INTEGER NOT NULL,
    -- The ids of the moved answers, as a JSON array.
    answers            TEXT    NOT NULL CHECK (json_valid(answers)),
    -- The answer that was accepted, or was when it was deleted.
    accepted_answer_id INTEGER REFERENCES posts(id),
    -- What the merge has changed: it was 'open', or closed by its 'author' or by a 'moderator'.
    was                TEXT    NOT NULL CHECK (was IN ('open', 'author', 'moderator')),
    -- 1: the merge has linked it as a duplicate.
    is_linked          INTEGER NOT NULL CHECK (is_linked IN (0, 1)),
    -- NULL: it was not undone.
    undone_at          INTEGER,
    CHECK (question_id <> into_id)
) STRICT;
CREATE INDEX question_merges_by_into ON question_merges(into_id);

-- Questions, answers and comments with their post (for a comment, the one it is on) and its question. Comments on a
-- deleted post are left out.
CREATE VIEW content AS
SELECT id, CASE WHEN question_id IS NULL THEN 'question' ELSE 'answer' END AS kind, author_id,
       id AS post_id, coalesce(question_id, id) AS question_id, text, deleted_at, deleted_by
FROM posts
UNION ALL
SELECT c.id, 'comment', c.author_id, c.post_id, c.question_id, c.text, c.deleted_at, c.deleted_by
FROM comments c JOIN posts p ON p.id = c.post_id AND p.deleted_at IS NULL;

-- What each post earns its author, of posts that everyone may read: 5 for each vote on a question and 10 on an answer, up
-- or down, imported ones included and their own left out, and 15 for an answer that another member has accepted. The votes on
-- a wiki earn nothing.
CREATE VIEW earned_points AS
SELECT p.id AS post_id, q.id AS question_id, p.author_id, 5 AS weight,
       5 * (p.score - coalesce((SELECT v.value FROM votes v WHERE v.question_id = q.id AND v.post_id = p.id AND v.user_id = p.author_id), 0)) AS points
FROM questions q JOIN posts p ON p.id = q.id WHERE q.scope = 0 AND p.deleted_at IS NULL
UNION ALL
SELECT p.id, q.id, p.author_id, iif(p.is_wiki, 0, 10),
       iif(p.is_wiki, 0, 10) * (p.score - coalesce((SELECT v.value FROM votes v WHERE v.question_id = q.id AND v.post_id = p.id AND v.user_id = p.author_id), 0))
       + iif(q.accepted_answer_id = p.id AND p.author_id <> (SELECT author_id FROM posts WHERE id = q.id), 15, 0)
FROM posts p JOIN questions q ON q.id = p.question_id WHERE q.scope = 0 AND p.deleted_at IS NULL;


-- V005__tags.sql
--
-- Tags, their descriptions and their synonyms.

-- Every tag that a question has or had. Readers see the rows of `scoped_tags`.
CREATE TABLE tags (
    id       INTEGER PRIMARY KEY,
    -- The name as names are compared: `folded(name)`.
    name_key TEXT    NOT NULL UNIQUE,
    -- Since when no question shows the tag, because staff deleted it or the tag that it is a synonym of.
    deleted_at INTEGER
) STRICT;

-- Tags as the readers of one scope know them, in the spelling of the first author there. The id of a row does not reveal an
-- older use in another scope. A tag that only a private community uses does not exist for anyone else.
CREATE TABLE scoped_tags (
    tag_id         INTEGER NOT NULL REFERENCES tags(id),
    -- 0: everyone; the id of a private community: its members.
    scope          INTEGER NOT NULL,
    id             INTEGER NOT NULL,
    name           TEXT    NOT NULL,
    -- The first sentence of the current description.
    description    TEXT    NOT NULL DEFAULT 'user added tag',
    -- With the questions of its synonyms. Kept by the program.
    -- Derived. Set by the program.
    question_count INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tag_id, scope)
) STRICT, WITHOUT ROWID;

-- How many questions of each public community have each tag. Readers without an account see the tags without the questions
-- of communities that need one.
-- Derived. Set by the program.
CREATE TABLE community_tags (
    tag_id         INTEGER NOT NULL REFERENCES tags(id),
    community_id   INTEGER NOT NULL REFERENCES communities(id),
    -- With the questions of its synonyms. Kept by the program.
    -- Derived. Set by the program.
    question_count INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tag_id, community_id)
) STRICT, WITHOUT ROWID;

-- The tags of each question as its authors wrote them, so that its questions get a synonym back when it is removed.
CREATE TABLE question_tags (
    tag_id      INTEGER NOT NULL REFERENCES tags(id),
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The place among the tags of the question, from 0.
    position    INTEGER NOT NULL,
    PRIMARY KEY (tag_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_tags_by_question ON question_tags(question_id, position);

-- Every version of the description of a tag from the first. Append-only. The last one is the current description. Only tags
-- that everyone can find are described.
CREATE TABLE tag_revisions (
    id         INTEGER PRIMARY KEY,
    tag_id     INTEGER NOT NULL REFERENCES tags(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    created_at INTEGER NOT NULL,
    -- When the text of an earlier version was purged: it is empty.
    purged_at  INTEGER,
    purged_by  INTEGER REFERENCES users(id),
    -- Markdown.
    text       TEXT    NOT NULL
) STRICT;
CREATE INDEX tag_revisions_by_tag ON tag_revisions(tag_id, id);
CREATE INDEX tag_revisions_by_author ON tag_revisions(author_id, id);

-- Other names of tags, which administrators set.
CREATE TABLE tag_synonyms (
    tag_id  INTEGER PRIMARY KEY REFERENCES tags(id),
    -- The tag that has its questions.
    main_id INTEGER NOT NULL REFERENCES tags(id),
    -- The spelling of the administrator who set it.
    name    TEXT    NOT NULL
) STRICT;
CREATE INDEX tag_synonyms_by_main ON tag_synonyms(main_id);

CREATE TRIGGER keep_one_level_of_synonyms BEFORE INSERT ON tag_synonyms
WHEN new.main_id = new.tag_id OR new.main_id IN (SELECT tag_id FROM tag_synonyms) OR new.tag_id IN (SELECT main_id FROM tag_synonyms) BEGIN
    SELECT RAISE(ABORT, 'a tag with synonyms is not itself a synonym');
END;

-- Every tag with the tag that has its questions: for a synonym its main tag, for any other tag itself. A deleted tag has no
-- row, so no question shows it.
CREATE VIEW main_tags AS
SELECT t.id AS tag_id, t.name_key, coalesce(s.main_id, t.id) AS main_id FROM tags t LEFT JOIN tag_synonyms s ON s.tag_id = t.id
WHERE t.deleted_at IS NULL;


-- V006__stars.sql
--
-- Bookmarks of questions, and private notes on them.

-- The questions that a user has bookmarked.
CREATE TABLE stars (
    user_id     INTEGER NOT NULL REFERENCES users(id),
    question_id INTEGER NOT NULL REFERENCES questions(id),
    starred_at  INTEGER NOT NULL,
    PRIMARY KEY (user_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stars_by_time ON stars(user_id, starred_at, question_id);

-- A private note and a reminder of a starred question. Without the star they are kept, but shown to nobody. At most 1,000
-- rows a user.
CREATE TABLE star_notes (
    user_id     INTEGER NOT NULL REFERENCES users(id),
    question_id INTEGER NOT NULL REFERENCES questions(id),
    note        TEXT    NOT NULL,
    remind_at   INTEGER,
    PRIMARY KEY (user_id, question_id),
    CHECK (note <> '' OR remind_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX star_notes_by_time ON star_notes(user_id, remind_at) WHERE remind_at IS NOT NULL;


-- V007__search.sql
--
-- Full-text search of posts, and the words that complete and correct a search. The program keeps all these tables.

-- A range of entries for each scope that has questions: a query of the index reads the ranges of its viewer and no other.
-- Derived. Set by the program.
CREATE TABLE search_ranges (
    id    INTEGER PRIMARY KEY,
    -- 0: everyone; the id of a private community: its members.
    scope INTEGER NOT NULL UNIQUE
) STRICT;
INSERT INTO search_ranges (id, scope) VALUES (0, 0);

-- The row of each post in the index: range * 2^44 + number * 2^12 + place. The posts of a question share its number, so
-- they lie together; the question itself has place 0.
-- Derived. Set by the program.
CREATE TABLE search_entries (
    entry   INTEGER PRIMARY KEY,
    post_id INTEGER NOT NULL UNIQUE,
    -- What the post is about: a byte for each dimension. NULL: none of its words is known, or it is hidden.
    vector  BLOB
) STRICT;

-- Posts that were hidden or shown, but not yet taken out of the index or added to it: removing or restoring a long thread
-- changes the index in steps.
CREATE TABLE pending_indexing (
    post_id    INTEGER PRIMARY KEY REFERENCES posts(id),
    -- 1: the index contains the post, although it is hidden, or was for a moment.
    is_indexed INTEGER NOT NULL
) STRICT;

-- The content of the index: one document for each visible post, except for those that are pending. An answer has only a
-- text. Texts are the program's own tokens with spaces between them: the tokenizers below only split them there. U+E000, which has no meaning and which nobody searches for, separates tags, so that a phrase never matches across
-- two of them.
CREATE VIEW search_documents AS
SELECT e.entry AS entry,
       CASE WHEN p.question_id IS NULL THEN segmented(q.title) END AS title,
       CASE WHEN p.question_id IS NULL THEN
           (SELECT group_concat(segmented(t.name_key), char(32, 57344, 32))
            FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id) END AS tags,
       segmented(p.text) AS text
FROM search_entries e JOIN posts p ON p.id = e.post_id JOIN questions q ON q.id = coalesce(p.question_id, p.id)
WHERE coalesce((SELECT is_indexed FROM pending_indexing i WHERE i.post_id = p.id),
               q.scope IS NOT NULL AND p.deleted_at IS NULL);

-- Every word with its positions. The index holds stems, so that "running" finds "run". It stores no sizes: ranking does
-- not use bm25(), which reads whole lists at each call. The texts are the first column, because words of the others take two
-- bytes more each.
-- Derived. Set by the program.
CREATE VIRTUAL TABLE search_texts USING fts5(
    text, title, tags,
    content='search_documents', content_rowid='entry', columnsize=0,
    tokenize="porter ascii tokenchars '+#._'"
);
-- Every change adds a small segment to an index, and FTS5 merges segments of about the same size. With 16 of them at once
-- instead of 4, each word is rewritten half as often. With 500 of them FTS5 would merge all in one transaction: merges in
-- steps keep their number far below.
INSERT INTO search_texts (search_texts, rank) VALUES ('automerge', 16);
INSERT INTO search_texts (search_texts, rank) VALUES ('crisismerge', 500);
-- A transaction with many texts adds one segment for this many bytes, not for each MiB.
INSERT INTO search_texts (search_texts, rank) VALUES ('hashsize', 16777216);

-- The stems that say what a post is about: up to four rows a post, entry * 4 + class. The classes are 0: the text's dominant
-- words, 1: its frequent words, 2: the title, 3: the tags.
CREATE VIEW search_strong_documents AS
SELECT entry * 4 + class AS row, strong_words(class, title, tags, text) AS words
FROM search_documents CROSS JOIN (SELECT 0 AS class UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)
WHERE strong_words(class, title, tags, text) <> '';

-- The index of these stems, without positions.
-- Derived. Set by the program.
CREATE VIRTUAL TABLE search_strong USING fts5(
    words,
    content='search_strong_documents', content_rowid='row', columnsize=0, detail=none,
    tokenize="ascii tokenchars '+#._'"
);
INSERT INTO search_strong (search_strong, rank) VALUES ('automerge', 16);
INSERT INTO search_strong (search_strong, rank) VALUES ('crisismerge', 500);
INSERT INTO search_strong (search_strong, rank) VALUES ('hashsize', 16777216);

-- A rebuild of the index in steps: questions from this id on are not in it yet. No row: the index is complete.
-- Derived. Set by the program.
CREATE TABLE search_rebuild (
    next_question INTEGER NOT NULL
) STRICT;
-- Only a database with questions needs a rebuild.
INSERT INTO search_rebuild (next_question) SELECT 0 WHERE EXISTS (SELECT 1 FROM questions);

-- The longer words of questions, unstemmed (of the longest only the beginning), once for each scope that uses them:
-- they complete a prefix ("validat" is the beginning of no stem, but of "validator").
-- Derived. Set by the program.
CREATE TABLE search_words (
    word  TEXT    NOT NULL,
    scope INTEGER NOT NULL,
    PRIMARY KEY (word, scope)
) STRICT, WITHOUT ROWID;

-- Those of them that correct mistyped words: of the words that a post brought, a bounded number.
-- Derived. Set by the program.
CREATE TABLE search_corrections (
    id    INTEGER PRIMARY KEY,
    word  TEXT    NOT NULL,
    scope INTEGER NOT NULL
) STRICT;

-- The same with marks at the ends of each word.
CREATE VIEW search_correction_documents AS
SELECT id, '^' || word || '$' AS word FROM search_corrections;

-- Every three adjacent characters of these. Similar words share some of them.
-- Derived. Set by the program.
CREATE VIRTUAL TABLE search_trigrams USING fts5(
    word,
    content='search_correction_documents', content_rowid='id', columnsize=0, detail=none,
    tokenize="trigram case_sensitive 1"
);
INSERT INTO search_trigrams (search_trigrams, rank) VALUES ('automerge', 16);
INSERT INTO search_trigrams (search_trigrams, rank) VALUES ('crisismerge', 500);


-- V008__chats.sql
--
-- Chats and their messages.

-- Chats. The chat 0 is the global one, in which every user takes part.
CREATE TABLE chats (
    id               INTEGER PRIMARY KEY,
    -- The ids of the participants, ascending, separated by spaces, so that the same users have one chat. NULL for the global
    -- chat, and for a chat that a participant has left: it is not the chat of the users who remain. Kept by the program.
    -- Derived. Set by the program.
    participants_key TEXT    UNIQUE,
    created_at       INTEGER NOT NULL,
    -- When the last message was written or the last participant was added.
    -- Also set by triggers on messages (update_chat_of_message, update_chat_of_removed_message).
    updated_at       INTEGER NOT NULL,
    -- Kept by triggers on `messages`.
    -- Derived. Set by triggers on messages (update_chat_of_message, update_chat_of_removed_message).
    message_count    INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO chats (id, created_at, updated_at) VALUES (0, 0, 0);

CREATE TABLE participants (
    chat_id         INTEGER NOT NULL REFERENCES chats(id),
    user_id         INTEGER NOT NULL REFERENCES users(id),
    -- The last message of the chat, or the id of the chat before the first: orders the list of a user's chats. Kept by the
    -- program and by triggers on `messages`.
    -- Derived. Set by triggers on messages (update_chat_of_message, update_chat_of_removed_message).
    last_message_id INTEGER NOT NULL,
    -- The last message that the participant does not see, because they were added after it. 0: they see all messages.
    hidden_up_to    INTEGER NOT NULL DEFAULT 0,
    -- How many messages they do not see. Kept by the program and by triggers on `messages`.
    -- Derived. Set by triggers on messages (update_chat_of_removed_message).
    hidden_count    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (chat_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX participants_by_user ON participants(user_id, last_message_id);

-- Messages. A removed message leaves no row.
CREATE TABLE messages (
    id         INTEGER PRIMARY KEY,
    chat_id    INTEGER NOT NULL REFERENCES chats(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    -- The message of the same chat that it replies to, which may no longer exist.
    reply_to   INTEGER,
    created_at INTEGER NOT NULL,
    -- When the author last changed the text.
    edited_at  INTEGER,
    -- Client-chosen idempotency key: a message that is sent again is stored once.
    nonce      TEXT,
    text       TEXT    NOT NULL
) STRICT;
CREATE INDEX messages_by_chat ON messages(chat_id, id);
CREATE INDEX messages_by_author ON messages(author_id, id);
CREATE UNIQUE INDEX messages_by_nonce ON messages(author_id, chat_id, nonce) WHERE nonce IS NOT NULL;

CREATE TRIGGER update_chat_of_message AFTER INSERT ON messages BEGIN
    UPDATE chats SET message_count = message_count + 1, updated_at = new.created_at WHERE id = new.chat_id;
    UPDATE participants SET last_message_id = new.id WHERE chat_id = new.chat_id;
END;

CREATE TRIGGER update_chat_of_removed_message AFTER DELETE ON messages BEGIN
    -- The time of a direct chat may be that of a participant.
    UPDATE chats SET message_count = message_count - 1,
           updated_at = CASE WHEN id = 0 THEN coalesce((SELECT created_at FROM messages WHERE chat_id = 0 ORDER BY id DESC LIMIT 1), 0)
                        ELSE updated_at END
    WHERE id = old.chat_id;
    UPDATE participants SET hidden_count = hidden_count - 1 WHERE chat_id = old.chat_id AND hidden_up_to >= old.id;
    UPDATE participants SET last_message_id = coalesce((SELECT max(id) FROM messages WHERE chat_id = old.chat_id), chat_id)
    WHERE chat_id = old.chat_id AND last_message_id = old.id;
END;

CREATE TRIGGER delete_mentions_of_message AFTER DELETE ON messages BEGIN
    DELETE FROM mentions WHERE place_id = old.chat_id AND content_id = old.id;
END;

CREATE TRIGGER delete_picture_uses_of_message AFTER DELETE ON messages BEGIN
    DELETE FROM picture_uses WHERE place_id = old.chat_id AND content_id = old.id;
END;

-- The last message that a user has read in a chat. Those with a greater id are unread.
CREATE TABLE read_cursors (
    user_id    INTEGER NOT NULL REFERENCES users(id),
    chat_id    INTEGER NOT NULL REFERENCES chats(id),
    message_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, chat_id)
) STRICT, WITHOUT ROWID;


-- V009__notifications.sql
--
-- What members are notified of on the site: answers, comments, mentions, votes, decisions and badges.

-- Answers and comments, for the author of the post that they respond to. The text is read from there: a notification shows
-- the current text, and is hidden while its recipient may not read it.
CREATE TABLE notifications (
    recipient_id INTEGER NOT NULL REFERENCES users(id),
    -- The id of the answer or the comment, so that nobody is notified of it twice.
    id           INTEGER NOT NULL,
    -- The answer, or the post that the comment is on. Kept by the program.
    -- Derived. Set by the program.
    post_id      INTEGER NOT NULL REFERENCES posts(id),
    -- Kept by the program.
    -- Derived. Set by the program.
    question_id  INTEGER NOT NULL REFERENCES questions(id),
    viewed_at    INTEGER,
    PRIMARY KEY (recipient_id, id)
) STRICT, WITHOUT ROWID;
-- Every page shows the number of unread notifications.
CREATE INDEX notifications_unread ON notifications(recipient_id, id) WHERE viewed_at IS NULL;

-- Unread notifications that count as viewed, up to the id `up_to`. They are marked as such in steps, between other writes and
-- after a restart.
CREATE TABLE pending_views (
    recipient_id INTEGER PRIMARY KEY REFERENCES users(id),
    up_to        INTEGER NOT NULL
) STRICT;

-- Texts that name a member as `@name`. At most five current rows for each text.
-- Rows deleted by triggers on messages (delete_mentions_of_message).
CREATE TABLE mentions (
    id         INTEGER PRIMARY KEY,
    -- The member.
    user_id    INTEGER NOT NULL REFERENCES users(id),
    -- The question, the answer, the comment or the message that names them.
    content_id INTEGER NOT NULL,
    -- The author of the text. Kept by the program.
    -- Derived. Set by the program.
    author_id  INTEGER NOT NULL REFERENCES users(id),
    -- The question or the chat that the text is in. Kept by the program.
    -- Derived. Set by the program.
    place_id   INTEGER NOT NULL,
    -- named: the member was not notified, for example because they could not read the text. new: they were notified. seen:
    -- they have seen it.
    state      TEXT    NOT NULL CHECK (state IN ('named', 'new', 'seen')),
    -- 0: an edit has removed the name. The row stays, so that naming the member again does not notify them again.
    is_current INTEGER NOT NULL DEFAULT 1 CHECK (is_current IN (0, 1)),
    UNIQUE (place_id, content_id, user_id)
) STRICT;
CREATE INDEX mentions_by_user ON mentions(user_id, state, id);
CREATE INDEX mentions_new_by_author ON mentions(user_id, author_id, id) WHERE state = 'new';

-- How far members have seen their mentions: those with this id or a lower one count as seen.
CREATE TABLE mention_cursors (
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    seen_up_to INTEGER NOT NULL
) STRICT;

-- What no other row tells a member: that a post of theirs reached a number of votes, that their answer was accepted, that
-- a member suggested an edit of their post or edited their wiki, that their suggested edit was decided, or that a community
-- admitted them. One row for each of these and its object.
CREATE TABLE inbox_entries (
    -- The time of the id is when the member was told last.
    id        INTEGER PRIMARY KEY,
    user_id   INTEGER NOT NULL REFERENCES users(id),
    kind      TEXT    NOT NULL CHECK (kind IN ('votes', 'accepted', 'suggested', 'edited', 'decided', 'admitted')),
    -- The post, or the community that admitted the member.
    object_id INTEGER NOT NULL,
    -- The highest total that the member was told. It stays when votes are withdrawn, so that no total is told twice.
    votes     INTEGER CHECK ((kind = 'votes') = (votes IS NOT NULL)),
    -- 1: the member has opened it.
    is_seen   INTEGER NOT NULL DEFAULT 0 CHECK (is_seen IN (0, 1)),
    UNIQUE (user_id, kind, object_id)
) STRICT;
CREATE INDEX inbox_entries_by_user ON inbox_entries(user_id, id);

-- How far members have seen their notices: entries of the admin log that concern them, badges and `inbox_entries`, with this
-- id or a lower one count as seen.
CREATE TABLE notice_cursors (
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    seen_up_to INTEGER NOT NULL
) STRICT;


-- V010__following.sql
--
-- What users have seen, watch and mute, and their inboxes.

-- What a user has seen of a question. At most 2,000 rows a user; a row expires 90 days after its renewal.
CREATE TABLE visits (
    user_id        INTEGER NOT NULL REFERENCES users(id),
    question_id    INTEGER NOT NULL REFERENCES questions(id),
    -- The answers with this id or a lower one have been seen. 0: none.
    last_answer_id INTEGER NOT NULL,
    renewed_at     INTEGER NOT NULL,
    PRIMARY KEY (user_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX visits_by_user ON visits(user_id, renewed_at);
CREATE INDEX visits_by_renewal ON visits(renewed_at);

-- What a user watches or has muted. Without a row, nothing is watched or muted. At most 1,000 rows a user.
CREATE TABLE follows (
    user_id   INTEGER NOT NULL REFERENCES users(id),
    kind      TEXT    NOT NULL CHECK (kind IN ('question', 'tag', 'community')),
    -- The id of the question, the tag or the community.
    object_id INTEGER NOT NULL,
    state     TEXT    NOT NULL CHECK (state IN ('watching', 'muted')),
    -- The readers among whom the user found the object, and who may therefore count them: 0 for everyone, or a private
    -- community. A tag of a private community has watchers there before it exists for everyone else.
    scope     INTEGER NOT NULL,
    -- The time, in milliseconds since 1970: what was written before is not news.
    since     INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind, object_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_watching ON follows(kind, object_id, scope) WHERE state = 'watching';

-- The inboxes of users: what is new in what they watch. Its items are computed when it is read.
CREATE TABLE inboxes (
    user_id          INTEGER PRIMARY KEY REFERENCES users(id),
    -- What has this id or a lower one is not news.
    seen_up_to       INTEGER NOT NULL DEFAULT 0,
    -- Whether the user watches the questions that they answer from then on.
    watches_answered INTEGER NOT NULL DEFAULT 0 CHECK (watches_answered IN (0, 1)),
    -- The kinds of entries that the user does not want to see, separated by spaces.
    muted            TEXT    NOT NULL DEFAULT ''
) STRICT;

-- Searches that users have saved. A user saves at most 20, and watches at most 5 of them. A search that is not watched has
-- neither a time since when nor a result.
CREATE TABLE saved_searches (
    id            INTEGER PRIMARY KEY,
    user_id       INTEGER NOT NULL REFERENCES users(id),
    text          TEXT    NOT NULL,
    -- The community that is searched. NULL: everything.
    community_id  INTEGER REFERENCES communities(id),
    -- The time, in milliseconds since 1970, since when the user watches the search: questions asked before are no news.
    watched_since INTEGER,
    -- The newest result that a check has found, and when.
    found_id      INTEGER REFERENCES questions(id),
    found_at      INTEGER,
    CHECK (watched_since IS NOT NULL OR found_id IS NULL)
) STRICT;
CREATE UNIQUE INDEX saved_searches_by_user ON saved_searches(user_id, text, coalesce(community_id, 0));
-- The checks take them in turn.
CREATE INDEX saved_searches_watched ON saved_searches(id) WHERE watched_since IS NOT NULL;


-- V011__games.sql
--
-- Games, their players and moves, and the leaderboard.

-- Games. Their state is computed from their moves.
CREATE TABLE games (
    id               INTEGER PRIMARY KEY,
    game_type        TEXT    NOT NULL,
    status           TEXT    NOT NULL CHECK (status IN ('WAITING_TO_START', 'IN_PROGRESS', 'OVER')),
    created_at       INTEGER NOT NULL,
    -- The last creation, join or move. A game that nobody joins expires some time after it.
    last_activity_at INTEGER NOT NULL,
    ended_at         INTEGER,
    -- NULL if the game expired.
    winner_seat      INTEGER,
    -- The game that the same players played before. Each game has at most one rematch.
    rematch_of       INTEGER UNIQUE REFERENCES games(id)
) STRICT;
CREATE INDEX games_by_status ON games(status, id);
CREATE INDEX games_waiting ON games(last_activity_at) WHERE status = 'WAITING_TO_START';

CREATE TRIGGER count_game AFTER INSERT ON games BEGIN
    INSERT INTO game_counts VALUES (new.game_type, new.status, 1) ON CONFLICT DO UPDATE SET games = games + 1;
END;

CREATE TRIGGER recount_games_by_status AFTER UPDATE OF status ON games WHEN old.status <> new.status BEGIN
    UPDATE game_counts SET games = games - 1 WHERE game_type = old.game_type AND status = old.status;
    INSERT INTO game_counts VALUES (new.game_type, new.status, 1) ON CONFLICT DO UPDATE SET games = games + 1;
END;

CREATE TABLE game_players (
    game_id      INTEGER NOT NULL REFERENCES games(id),
    seat         INTEGER NOT NULL,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    -- When the player last left the page of the running game, or joined.
    last_seen_at INTEGER NOT NULL,
    -- When the game was won, by either player. Kept by the program.
    -- Derived. Set by the program.
    ended_at     INTEGER,
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, user_id)
) STRICT, WITHOUT ROWID;
-- A user's games by the time at which they ended; running games come first.
CREATE INDEX game_players_by_user ON game_players(user_id, ended_at, game_id);

CREATE TABLE game_moves (
    game_id INTEGER NOT NULL REFERENCES games(id),
    -- From 0. The key rejects a second move with the same number.
    number  INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    -- JSON, as the rules of the game define it.
    move    TEXT    NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;

-- The leaderboard: every user who has played a game to its end.
CREATE TABLE player_stats (
    user_id         INTEGER PRIMARY KEY REFERENCES users(id),
    -- Kept by the program.
    -- Derived. Set by the program.
    wins            INTEGER NOT NULL,
    -- Derived. Set by the program.
    games           INTEGER NOT NULL,
    -- An id made when `wins` reached its value: of players with equal wins, the first to reach them ranks higher.
    wins_reached_id INTEGER NOT NULL
) STRICT;
CREATE INDEX player_stats_by_wins ON player_stats(wins DESC, wins_reached_id);

CREATE TRIGGER count_player AFTER INSERT ON player_stats BEGIN
    UPDATE player_counts SET players = players + 1;
END;

CREATE TRIGGER uncount_player AFTER DELETE ON player_stats BEGIN
    UPDATE player_counts SET players = players - 1;
END;

-- The number of games, so that lists know their length without counting. Kept by triggers on `games`.
-- Derived. Rows inserted by triggers on games (count_game, recount_games_by_status).
CREATE TABLE game_counts (
    game_type TEXT    NOT NULL,
    status    TEXT    NOT NULL,
    -- Derived. Set by triggers on games (count_game, recount_games_by_status).
    games     INTEGER NOT NULL,
    PRIMARY KEY (game_type, status)
) STRICT, WITHOUT ROWID;

-- The number of rows in `player_stats`. One row. Kept by triggers there.
-- Derived.
CREATE TABLE player_counts (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    -- Derived. Set by triggers on player_stats (count_player, uncount_player).
    players INTEGER NOT NULL
) STRICT;
INSERT INTO player_counts VALUES (1, 0);


-- V012__imports.sql
--
-- The rows that imports from other sites have made.

-- The id of each imported row on its original site, so that a second import finds the rows of the first.
CREATE TABLE external_ids (
    -- The site, for example 'cardano.stackexchange.com'.
    source      TEXT    NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('user', 'post', 'comment', 'tag')),
    external_id TEXT    NOT NULL,
    local_id    INTEGER NOT NULL,
    PRIMARY KEY (source, kind, external_id)
) STRICT, WITHOUT ROWID;

-- The credit that the license of imported content requires.
CREATE TABLE attributions (
    -- The id of a post or a comment. They share one sequence, so their ids never collide.
    id      INTEGER PRIMARY KEY,
    author  TEXT    NOT NULL,
    url     TEXT    NOT NULL,
    licence TEXT    NOT NULL
) STRICT;


-- V013__pictures.sql
--
-- Pictures that members have uploaded, and where they are shown.

-- The files in the directory `media`, by the SHA-256 of their bytes. Several pictures may share a file.
CREATE TABLE media_files (
    hash         TEXT    PRIMARY KEY CHECK (length(hash) = 64),
    bytes        INTEGER NOT NULL,
    -- Since when no picture has this file. A day later the row is deleted, and later the file.
    unused_since INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX media_files_unused ON media_files(unused_since) WHERE unused_since IS NOT NULL;

CREATE TRIGGER count_media_file AFTER INSERT ON media_files BEGIN
    UPDATE media_counts SET bytes = bytes + new.bytes;
END;

CREATE TRIGGER recount_media_file AFTER UPDATE OF bytes ON media_files BEGIN
    UPDATE media_counts SET bytes = bytes - old.bytes + new.bytes;
END;

CREATE TRIGGER uncount_media_file AFTER DELETE ON media_files BEGIN
    UPDATE media_counts SET bytes = bytes - old.bytes;
END;

-- The size of all files in bytes, so that an upload needs no sum over them. One row. Kept by triggers on `media_files`.
-- Derived.
CREATE TABLE media_counts (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    -- Derived. Set by triggers on media_files (count_media_file, recount_media_file, uncount_media_file).
    bytes INTEGER NOT NULL
) STRICT;
INSERT INTO media_counts VALUES (1, 0);

-- Pictures. A text shows one as `![...](/media/ID)`.
CREATE TABLE pictures (
    id           INTEGER PRIMARY KEY,
    owner_id     INTEGER NOT NULL REFERENCES users(id),
    file         TEXT    NOT NULL REFERENCES media_files(hash),
    -- NULL: the picture is small enough to be its own thumbnail.
    thumbnail    TEXT    REFERENCES media_files(hash),
    type         TEXT    NOT NULL CHECK (type IN ('image/png', 'image/jpeg')),
    -- In pixels.
    width        INTEGER NOT NULL,
    height       INTEGER NOT NULL,
    -- Of both files.
    bytes        INTEGER NOT NULL,
    -- The number of rows in `picture_uses` and `avatars`. Kept by triggers there.
    -- Derived. Set by triggers on avatars (count_avatar, uncount_avatar), picture_uses (count_picture_use,
    -- uncount_picture_use).
    use_count    INTEGER NOT NULL DEFAULT 0,
    -- Since when no text shows it. NULL also if it has become unused and no sweep has noticed yet.
    -- Also set by triggers on avatars (count_avatar), picture_uses (count_picture_use).
    unused_since INTEGER
) STRICT;
CREATE INDEX pictures_by_owner ON pictures(owner_id, id, bytes);
CREATE INDEX pictures_by_file ON pictures(file);
CREATE INDEX pictures_by_thumbnail ON pictures(thumbnail) WHERE thumbnail IS NOT NULL;
CREATE INDEX pictures_unused ON pictures(unused_since) WHERE use_count = 0;

-- Which texts show which pictures. There is no row for a picture that the author of the text may not show.
-- Rows deleted by triggers on messages (delete_picture_uses_of_message).
CREATE TABLE picture_uses (
    picture_id INTEGER NOT NULL REFERENCES pictures(id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL CHECK (kind IN ('question', 'answer', 'comment', 'message', 'tag', 'community', 'biography')),
    -- The question, the answer, the comment or the message, or the tag, the community or the user whose description it is.
    content_id INTEGER NOT NULL,
    -- The question or the chat that the text is in. For a description, its tag, community or user. Kept by the program.
    -- Derived. Set by the program.
    place_id   INTEGER NOT NULL,
    -- 0: only an earlier version of the text shows it.
    is_current INTEGER NOT NULL DEFAULT 1 CHECK (is_current IN (0, 1)),
    PRIMARY KEY (picture_id, kind, content_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX picture_uses_by_place ON picture_uses(place_id, content_id);

CREATE TRIGGER count_picture_use AFTER INSERT ON picture_uses BEGIN
    UPDATE pictures SET use_count = use_count + 1, unused_since = NULL WHERE id = new.picture_id;
END;

CREATE TRIGGER uncount_picture_use AFTER DELETE ON picture_uses BEGIN
    UPDATE pictures SET use_count = use_count - 1 WHERE id = old.picture_id;
END;

-- The pictures that users and communities have chosen for themselves. Everybody who is signed in may see them.
CREATE TABLE avatars (
    -- The user or the community. 0: the logo of the site; -1: its cover.
    object_id  INTEGER PRIMARY KEY,
    picture_id INTEGER NOT NULL REFERENCES pictures(id) ON DELETE CASCADE
) STRICT;
CREATE INDEX avatars_by_picture ON avatars(picture_id);

CREATE TRIGGER count_avatar AFTER INSERT ON avatars BEGIN
    UPDATE pictures SET use_count = use_count + 1, unused_since = NULL WHERE id = new.picture_id;
END;

CREATE TRIGGER uncount_avatar AFTER DELETE ON avatars BEGIN
    UPDATE pictures SET use_count = use_count - 1 WHERE id = old.picture_id;
END;

-- What each member has uploaded on a day, rejected files included.
CREATE TABLE picture_quotas (
    owner_id INTEGER PRIMARY KEY REFERENCES users(id),
    -- In days since 1970, UTC.
    day      INTEGER NOT NULL,
    files    INTEGER NOT NULL,
    bytes    INTEGER NOT NULL
) STRICT;


-- V014__settings.sql
--
-- Settings and keys of the site.

-- What administrators have set on the administration page. A setting without a row has its default.
CREATE TABLE site_settings (
    -- A plain word, such as 'title'.
    key        TEXT    PRIMARY KEY,
    -- JSON.
    value      TEXT    NOT NULL CHECK (json_valid(value)),
    changed_at INTEGER NOT NULL,
    changed_by INTEGER NOT NULL REFERENCES users(id)
) STRICT, WITHOUT ROWID;

-- Since when everyone may read the site. No row: only members may. The server notes it when the setting changes, and at its
-- start, because the configuration may set it.
CREATE TABLE public_reading (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    since INTEGER NOT NULL
) STRICT;

-- Keys of this server. They are no part of an export.
CREATE TABLE site_keys (
    name TEXT PRIMARY KEY,
    key  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
-- It signs the links that end mails of a kind.
INSERT INTO site_keys VALUES ('unsubscribe', randomblob(32));


-- V015__deliveries.sql
--
-- What users are notified of outside of the site: by mail and by push messages.

-- Mail addresses of users. No other user is shown one.
CREATE TABLE mail_addresses (
    user_id     INTEGER PRIMARY KEY REFERENCES users(id),
    -- The address whose link the user has used. Mails go here.
    address     TEXT,
    verified_at INTEGER,
    -- An address whose link the user has not used yet. Others may have asked for the same one.
    pending     TEXT,
    -- How many mails to the address the mail server has refused in a row because of the recipient.
    refusals    INTEGER NOT NULL DEFAULT 0,
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

-- The channels and kinds of notifications that users have chosen. Without a row they get none.
CREATE TABLE delivery_choices (
    user_id      INTEGER NOT NULL REFERENCES users(id),
    channel      TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    -- Of a kind that is collected, such as what is new in what a user watches: up to where they were notified, an id or, for
    -- reminders, a time.
    told_up_to   INTEGER NOT NULL DEFAULT 0,
    -- When to check next whether there is more.
    next_look_at INTEGER,
    PRIMARY KEY (user_id, channel, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_choices_by_look ON delivery_choices(channel, next_look_at) WHERE next_look_at IS NOT NULL;

-- When users want to be notified of what they have chosen. Each user with a choice has a row.
CREATE TABLE delivery_settings (
    user_id      INTEGER PRIMARY KEY REFERENCES users(id),
    -- An IANA name, such as Europe/Berlin.
    time_zone    TEXT    NOT NULL DEFAULT 'UTC',
    -- The quiet hours, in minutes after midnight in this zone. NULL: none.
    quiet_from   INTEGER,
    quiet_to     INTEGER,
    -- The last recorded use of any session.
    last_used_at INTEGER NOT NULL,
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
) STRICT;

-- The outbox: what is sent to users outside of the site, stored in the transaction of what causes it. The text is written
-- when it is sent.
CREATE TABLE deliveries (
    id              INTEGER PRIMARY KEY,
    recipient_id    INTEGER NOT NULL REFERENCES users(id),
    channel         TEXT    NOT NULL,
    kind            TEXT    NOT NULL,
    -- What it is about, such as a notification. It may be deleted before it is sent.
    object_id       INTEGER NOT NULL,
    -- The question or the chat of what it is about. Nothing more of it is sent until the recipient is back.
    thread_id       INTEGER,
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
CREATE INDEX deliveries_claimed ON deliveries(claimed_at) WHERE claimed_at IS NOT NULL;
CREATE INDEX deliveries_by_end ON deliveries(state, ended_at, id);
CREATE INDEX deliveries_by_recipient ON deliveries(recipient_id, created_at);
CREATE INDEX deliveries_by_thread ON deliveries(recipient_id, thread_id) WHERE thread_id IS NOT NULL;
-- How many invitations were mailed in a day, by whom and to whom.
CREATE INDEX deliveries_of_invitations ON deliveries(created_at, recipient_id, destination) WHERE kind = 'invitation';
CREATE INDEX deliveries_sent_without_thread ON deliveries(ended_at) WHERE state = 'sent' AND thread_id IS NULL;
-- Each channel has a sender of its own. With the last column, the index also answers how many wait for how long.
CREATE INDEX deliveries_due ON deliveries(channel, is_urgent, next_attempt_at, id, created_at)
    WHERE state = 'waiting' AND claimed_at IS NULL;

-- Browsers that get push messages. A device ends with its session, however that ends.
CREATE TABLE push_devices (
    id           INTEGER PRIMARY KEY,
    session_hash BLOB    NOT NULL UNIQUE REFERENCES sessions(token_hash) ON DELETE CASCADE,
    -- The address of the browser at its push service. A subscription with the same address replaces the device.
    endpoint     TEXT    NOT NULL UNIQUE,
    -- The keys of the browser, for which messages are encrypted.
    public_key   BLOB    NOT NULL CHECK (length(public_key) = 65),
    secret       BLOB    NOT NULL CHECK (length(secret) = 16),
    -- Whether messages only say that there is something new.
    hides_text   INTEGER NOT NULL CHECK (hides_text IN (0, 1)),
    -- The kinds that the device does not get although its user has chosen them for push messages, as a JSON array.
    silent_kinds TEXT    NOT NULL DEFAULT '[]',
    created_at   INTEGER NOT NULL,
    -- The number of messages that the push service has refused since the last one that it took.
    refusals     INTEGER NOT NULL DEFAULT 0
) STRICT;


-- V016__admin_log.sql
--
-- The admin log: what administrators, moderators and the operator have done.

-- Append-only: names stay as they were, also of accounts that are deleted later.
CREATE TABLE admin_log (
    id          INTEGER PRIMARY KEY,
    logged_at   INTEGER NOT NULL,
    -- NULL: the operator.
    actor_id    INTEGER REFERENCES users(id),
    -- The actor's name at that time; of the operator, their name on the server's system, if it is known.
    actor       TEXT    NOT NULL,
    -- A plain word, such as 'promote'.
    action      TEXT    NOT NULL,
    target_kind TEXT    NOT NULL,
    -- NULL: the target has no id, such as a backup.
    target_id   INTEGER,
    -- The target's name at that time; of an answer or a comment, the title of its question; of a message, its author.
    target      TEXT    NOT NULL,
    -- Who may read the entry, as in `questions.scope`.
    scope       INTEGER NOT NULL,
    -- The reason that the actor gave, or what else the action says.
    detail      TEXT    NOT NULL,
    -- The value before the action. NULL: the action replaced none.
    before      TEXT,
    -- The member whom the entry concerns, who is notified of it and may read it. NULL: nobody.
    concerns    INTEGER REFERENCES users(id),
    -- The id of the API token with which the actor acted. NULL: a session, or the operator.
    token_id    INTEGER
) STRICT;
CREATE INDEX admin_log_by_target ON admin_log(target_kind, target_id, id);
CREATE INDEX admin_log_concerns ON admin_log(concerns, id) WHERE concerns IS NOT NULL;
CREATE INDEX admin_log_by_actor ON admin_log(actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX admin_log_by_name ON admin_log(target, id) WHERE target_kind IN ('message', 'picture');

CREATE TRIGGER keep_admin_log BEFORE DELETE ON admin_log BEGIN
    SELECT RAISE(ABORT, 'the log of administration is append-only');
END;

-- With one exception: the erasure of an account replaces its names, and nothing else. The stages are those of
-- `pending_erasures`.
CREATE TRIGGER keep_admin_log_entry BEFORE UPDATE ON admin_log
WHEN (
  (new.id, new.logged_at, new.action, new.target_kind, new.scope) = (old.id, old.logged_at, old.action, old.target_kind, old.scope)
  AND new.actor_id IS old.actor_id AND new.target_id IS old.target_id AND new.concerns IS old.concerns AND new.token_id IS old.token_id
  AND (new.actor = old.actor
    OR (new.actor = '[deleted]' AND old.actor_id IN (SELECT user_id FROM erasing WHERE stage = 2)))
  AND (new.target = old.target
    OR (new.target = '[deleted]' AND old.target_kind = 'user' AND old.target_id IN (SELECT user_id FROM erasing WHERE stage = 3))
    OR (new.target = '[deleted]' AND old.target_kind IN ('message', 'picture') AND old.target IN (SELECT username FROM erasing WHERE stage = 4)))
  AND ((new.detail = old.detail AND new.before IS old.before)
    OR (new.detail = '' AND new.before IS NULL AND old.action IN ('rename-user', 'merge-user', 'clear-profile')
      AND old.target_kind = 'user' AND old.target_id IN (SELECT user_id FROM erasing WHERE stage = 3)))
) IS NOT TRUE
BEGIN
  SELECT RAISE(ABORT, 'the log of administration is append-only');
END;


-- V017__sign_up.sql
--
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
    -- Derived. Set by the program.
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


-- V018__moderation.sql
--
-- What moderators do about members and their content: sanctions, removals and appeals.

-- Warnings, silences and suspensions of members, and profiles that a moderator has cleared.
CREATE TABLE sanctions (
    id         INTEGER PRIMARY KEY,
    user_id    INTEGER NOT NULL REFERENCES users(id),
    -- A silenced member reads, but writes nothing; a suspended one cannot log in. A clearing takes the biography and
    -- the picture of the member, once.
    kind       TEXT    NOT NULL CHECK (kind IN ('warning', 'silence', 'suspension', 'clearing')),
    reason     TEXT    NOT NULL,
    -- NULL: the operator, on the command line.
    created_by INTEGER REFERENCES users(id),
    created_at INTEGER NOT NULL,
    -- NULL: a warning or a clearing.
    ends_at    INTEGER,
    -- NULL with a time: the operator.
    lifted_by  INTEGER REFERENCES users(id),
    lifted_at  INTEGER,
    -- The entry of the admin log that says it. That of a clearing has the earlier biography.
    entry_id   INTEGER NOT NULL REFERENCES admin_log(id),
    -- The picture that a clearing took. It may be deleted since.
    picture_id INTEGER,
    CHECK ((kind IN ('warning', 'clearing')) = (ends_at IS NULL)),
    CHECK (lifted_by IS NULL OR lifted_at IS NOT NULL),
    CHECK (picture_id IS NULL OR kind = 'clearing')
) STRICT;
CREATE INDEX sanctions_by_user ON sanctions(user_id, id);
CREATE UNIQUE INDEX sanctions_by_entry ON sanctions(entry_id);
CREATE INDEX sanctions_running ON sanctions(ends_at, id) WHERE lifted_at IS NULL AND ends_at IS NOT NULL;

CREATE TRIGGER restrict_member AFTER INSERT ON sanctions WHEN new.ends_at IS NOT NULL BEGIN
    UPDATE users SET silenced_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = new.user_id AND kind = 'silence' AND lifted_at IS NULL),
           suspended_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = new.user_id AND kind = 'suspension' AND lifted_at IS NULL)
    WHERE id = new.user_id;
END;

CREATE TRIGGER lift_restriction AFTER UPDATE OF lifted_at ON sanctions WHEN new.ends_at IS NOT NULL BEGIN
    UPDATE users SET silenced_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = new.user_id AND kind = 'silence' AND lifted_at IS NULL),
           suspended_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = new.user_id AND kind = 'suspension' AND lifted_at IS NULL)
    WHERE id = new.user_id;
END;

CREATE TRIGGER end_restriction AFTER DELETE ON sanctions WHEN old.ends_at IS NOT NULL BEGIN
    UPDATE users SET silenced_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = old.user_id AND kind = 'silence' AND lifted_at IS NULL),
           suspended_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = old.user_id AND kind = 'suspension' AND lifted_at IS NULL)
    WHERE id = old.user_id;
END;

-- Removals of all posts and comments of a member, or of a part of them, in steps.
CREATE TABLE removal_batches (
    id              INTEGER PRIMARY KEY,
    user_id         INTEGER NOT NULL REFERENCES users(id),
    created_by      INTEGER NOT NULL REFERENCES users(id),
    created_at      INTEGER NOT NULL,
    reason          TEXT    NOT NULL,
    -- What was written since this time is removed, the newest first. NULL: everything.
    since           INTEGER,
    -- Where the next step continues: at this time of writing, after this message, or before this row of `removals`.
    position        INTEGER NOT NULL,
    entry_id        INTEGER NOT NULL REFERENCES admin_log(id),
    undone_by       INTEGER REFERENCES users(id),
    undone_at       INTEGER,
    -- 1: the messages of the member in the global chat too, which cannot be restored.
    with_messages   INTEGER NOT NULL DEFAULT 0,
    -- The work that is left: 'remove', then 'messages'; or 'restore'. Of an account that is removed with others: 'hide', 'chats',
    -- then 'remove'; or 'show', then 'restore'. NULL: none.
    pending         TEXT    CHECK (pending IN ('hide', 'chats', 'remove', 'messages', 'show', 'restore')),
    -- The removal of new accounts that the author's account is part of.
    bulk_removal_id INTEGER REFERENCES bulk_removals(id),
    CHECK ((undone_by IS NULL) = (undone_at IS NULL))
) STRICT;
CREATE INDEX removal_batches_by_user ON removal_batches(user_id, id);
CREATE UNIQUE INDEX removal_batches_by_entry ON removal_batches(entry_id, user_id);
CREATE INDEX removal_batches_pending ON removal_batches(pending, id) WHERE pending IS NOT NULL;
CREATE INDEX removal_batches_by_bulk ON removal_batches(bulk_removal_id, pending) WHERE bulk_removal_id IS NOT NULL;

-- Posts and comments that others do not see, and whether they were restored.
CREATE TABLE removals (
    -- Editing what is held gives the row a new id.
    id           INTEGER PRIMARY KEY,
    -- A question, an answer or a comment.
    content_id   INTEGER NOT NULL,
    -- 'removed': a moderator removed it. 'hidden': reports hide it until it is decided. 'held': it was never shown and waits for
    -- approval. 'withdrawn': held, and then deleted by its author. 'rejected': held, and then refused by a moderator.
    kind         TEXT    NOT NULL DEFAULT 'removed' CHECK (kind IN ('removed', 'hidden', 'held', 'withdrawn', 'rejected')),
    -- The author, if it is hidden, held or withdrawn.
    removed_by   INTEGER NOT NULL REFERENCES users(id),
    removed_at   INTEGER NOT NULL,
    reason       TEXT    NOT NULL,
    -- The community whose moderator removed it, so that its moderators may restore it. NULL: an administrator removed it.
    community_id INTEGER REFERENCES communities(id),
    batch_id     INTEGER REFERENCES removal_batches(id),
    restored_by  INTEGER REFERENCES users(id),
    restored_at  INTEGER
) STRICT;
-- Removed content cannot be removed again before it is restored.
CREATE UNIQUE INDEX removals_active ON removals(content_id) WHERE restored_at IS NULL;
CREATE INDEX removals_by_community ON removals(community_id, id) WHERE restored_at IS NULL;
CREATE INDEX removals_by_batch ON removals(batch_id, id) WHERE batch_id IS NOT NULL AND restored_at IS NULL;

-- What members say against an action that concerns them; the case of the same action decides it.
CREATE TABLE appeals (
    -- An entry of the admin log, which can be appealed once.
    entry_id   INTEGER PRIMARY KEY REFERENCES admin_log(id),
    user_id    INTEGER NOT NULL REFERENCES users(id),
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX appeals_by_user ON appeals(user_id, entry_id);


-- V019__flags.sql
--
-- What moderators decide: reports of members and of visitors, held posts, sign-ups and appeals.

-- The queue: one row for each object, until it is decided. A later report of the same object begins another row.
CREATE TABLE cases (
    id           INTEGER PRIMARY KEY,
    -- A plain word, such as 'answer'.
    kind         TEXT    NOT NULL,
    object_id    INTEGER NOT NULL,
    -- NULL: members have reported the object. Otherwise what asks for a decision: 'held', 'signup' or 'appeal'.
    ask          TEXT,
    -- Who wrote it or owns it, and therefore neither sees nor decides it. NULL: a community without an owner.
    author_id    INTEGER REFERENCES users(id),
    -- The community of a post or comment, whose moderators decide too.
    community_id INTEGER REFERENCES communities(id),
    -- The number of reports, and whether one says that the object is illegal: such cases come first. Kept by triggers on
    -- `flags` and `visitor_reports`.
    -- Derived. Set by triggers on flags (count_flag, uncount_flag), visitor_reports (count_visitor_report,
    -- uncount_visitor_report).
    flag_count   INTEGER NOT NULL DEFAULT 0,
    -- Derived. Set by triggers on flags (count_flag, uncount_flag), visitor_reports (count_visitor_report,
    -- uncount_visitor_report).
    is_illegal   INTEGER NOT NULL DEFAULT 0,
    claimed_by   INTEGER REFERENCES users(id),
    claimed_at   INTEGER,
    -- Of reports 'uphold', 'decline' or 'abuse'; of what asks 'approve' or 'reject'. NULL: not decided.
    decision     TEXT,
    decided_by   INTEGER REFERENCES users(id),
    decided_at   INTEGER,
    -- Why, in the words of the moderator.
    reason       TEXT,
    -- 1: decided as a site moderator.
    by_site      INTEGER NOT NULL DEFAULT 0,
    -- 1: the decision removed the object.
    removed      INTEGER NOT NULL DEFAULT 0,
    CHECK (decision IN ('approve', 'reject') OR ask IS NULL OR decision IS NULL),
    CHECK (decision IN ('uphold', 'decline', 'abuse') OR ask IS NOT NULL OR decision IS NULL),
    CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (reason IS NULL)),
    CHECK ((claimed_by IS NULL) = (claimed_at IS NULL))
) STRICT;
-- An object has at most one open row.
CREATE UNIQUE INDEX cases_open ON cases(object_id) WHERE decision IS NULL;
CREATE INDEX cases_by_object ON cases(object_id, id);
CREATE INDEX cases_by_author ON cases(author_id, id);
CREATE INDEX cases_decided ON cases(decided_at DESC, id DESC) WHERE decision IS NOT NULL;
CREATE INDEX cases_decided_in ON cases(community_id, decided_at DESC, id DESC) WHERE decision IS NOT NULL;
-- The posts of a member that wait for approval.
CREATE INDEX cases_held ON cases(author_id) WHERE decision IS NULL AND ask = 'held';
-- The orders of the queues: of the site and of a community, by age and by number of reports.
CREATE INDEX cases_oldest ON cases(is_illegal DESC, id) WHERE decision IS NULL;
CREATE INDEX cases_heaviest ON cases(is_illegal DESC, flag_count DESC, id) WHERE decision IS NULL;
CREATE INDEX cases_oldest_in ON cases(community_id, is_illegal DESC, id) WHERE decision IS NULL;
CREATE INDEX cases_heaviest_in ON cases(community_id, is_illegal DESC, flag_count DESC, id) WHERE decision IS NULL;

-- The reports of members.
CREATE TABLE flags (
    id         INTEGER PRIMARY KEY,
    case_id    INTEGER NOT NULL REFERENCES cases(id),
    user_id    INTEGER NOT NULL REFERENCES users(id),
    reason     TEXT    NOT NULL CHECK (reason IN ('spam', 'rude', 'attention', 'illegal')),
    text       TEXT    NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    -- Whether the case is not decided, so that the open reports of a member are counted. Kept by the program.
    -- Derived. Set by the program.
    is_open    INTEGER NOT NULL DEFAULT 1,
    -- Whether everyone could read the reported object: only then the decision counts for the weight of later reports, so that
    -- nobody learns from a weight what was decided in a private community.
    is_public  INTEGER NOT NULL DEFAULT 0,
    -- The place of the decision among those that the member was notified of. NULL: not decided.
    told_as    INTEGER
) STRICT;
CREATE UNIQUE INDEX flags_by_case ON flags(case_id, user_id);
CREATE INDEX flags_by_user ON flags(user_id, id);
CREATE INDEX flags_open ON flags(user_id) WHERE is_open = 1;
CREATE INDEX flags_decided ON flags(user_id, id) WHERE is_open = 0 AND is_public = 1;
CREATE INDEX flags_told ON flags(user_id, told_as) WHERE told_as IS NOT NULL;
CREATE INDEX flags_illegal ON flags(case_id) WHERE reason = 'illegal';

CREATE TRIGGER count_flag AFTER INSERT ON flags BEGIN
    UPDATE cases SET flag_count = flag_count + 1, is_illegal = is_illegal OR new.reason = 'illegal' WHERE id = new.case_id;
END;

CREATE TRIGGER uncount_flag AFTER DELETE ON flags BEGIN
    UPDATE cases SET flag_count = flag_count - 1,
        is_illegal = EXISTS (SELECT 1 FROM flags f WHERE f.case_id = old.case_id AND f.reason = 'illegal')
            OR EXISTS (SELECT 1 FROM visitor_reports r WHERE r.case_id = old.case_id)
    WHERE id = old.case_id;
END;

-- The reports of visitors without an account. Names and addresses are erased 30 days after the decision, rows a year after
-- it.
CREATE TABLE visitor_reports (
    id         INTEGER PRIMARY KEY,
    case_id    INTEGER NOT NULL REFERENCES cases(id),
    -- The path on this site that the visitor named.
    path       TEXT    NOT NULL,
    -- Where it is illegal, in the words of the visitor.
    place      TEXT    NOT NULL,
    -- Why it is illegal.
    text       TEXT    NOT NULL,
    name       TEXT    NOT NULL DEFAULT '',
    -- The address that gets a mail about the decision.
    mail       TEXT,
    created_at INTEGER NOT NULL,
    -- Whether the case is not decided. Kept by the program.
    -- Derived. Set by the program.
    is_open    INTEGER NOT NULL DEFAULT 1,
    -- What the last mail about a decision is about, in the outbox.
    told_as    INTEGER UNIQUE
) STRICT;
CREATE INDEX visitor_reports_by_case ON visitor_reports(case_id, id);
CREATE INDEX visitor_reports_open ON visitor_reports(id) WHERE is_open = 1;

CREATE TRIGGER count_visitor_report AFTER INSERT ON visitor_reports BEGIN
    UPDATE cases SET flag_count = flag_count + 1, is_illegal = 1 WHERE id = new.case_id;
END;

CREATE TRIGGER uncount_visitor_report AFTER DELETE ON visitor_reports BEGIN
    UPDATE cases SET flag_count = flag_count - 1,
        is_illegal = EXISTS (SELECT 1 FROM flags f WHERE f.case_id = old.case_id AND f.reason = 'illegal')
            OR EXISTS (SELECT 1 FROM visitor_reports r WHERE r.case_id = old.case_id)
    WHERE id = old.case_id;
END;


-- V020__trust.sql
--
-- Trust in members, and what recognizes spam.

-- What moderators and suspensions have changed about the trust in a member. Levels themselves are computed.
-- Rows inserted by triggers on users (lose_trust).
CREATE TABLE member_trust (
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    -- The moderator who has vouched for the member. NULL: nobody has.
    vouched_by INTEGER REFERENCES users(id),
    vouched_at INTEGER,
    -- What the member did before and vouches from before do not count. NULL: they have not lost trust.
    -- Also set by triggers on users (lose_trust).
    lost_at    INTEGER,
    CHECK ((vouched_by IS NULL) = (vouched_at IS NULL))
) STRICT;

-- The texts of the last year, to recognize their copies. At most 20,000 rows; the oldest are deleted.
CREATE TABLE text_signatures (
    -- The question, the answer or the comment.
    content_id INTEGER PRIMARY KEY,
    -- 64 minima of hashes, each of 4 bytes, lowest byte first.
    signature  BLOB NOT NULL CHECK (length(signature) = 256)
) STRICT;

CREATE TRIGGER count_text_signature AFTER INSERT ON text_signatures BEGIN
    UPDATE spam_counts SET texts = texts + 1;
END;

CREATE TRIGGER uncount_text_signature AFTER DELETE ON text_signatures BEGIN
    UPDATE spam_counts SET texts = texts - 1;
END;

-- Texts with an equal band may be alike. Each text has 16 bands, of four minima.
CREATE TABLE text_bands (
    band       INTEGER NOT NULL,
    content_id INTEGER NOT NULL,
    PRIMARY KEY (band, content_id)
) STRICT, WITHOUT ROWID;

-- The domains that texts of this site have linked. At most 20,000 rows; those not linked for longest are deleted.
CREATE TABLE link_domains (
    domain     TEXT    PRIMARY KEY,
    -- The first text that linked it and is still shown.
    content_id INTEGER NOT NULL,
    linked_at  INTEGER NOT NULL,
    -- 1: a member of level 1 or higher has linked it.
    is_trusted INTEGER NOT NULL CHECK (is_trusted IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX link_domains_by_linked ON link_domains(linked_at);

CREATE TRIGGER count_link_domain AFTER INSERT ON link_domains BEGIN
    UPDATE spam_counts SET domains = domains + 1;
END;

CREATE TRIGGER uncount_link_domain AFTER DELETE ON link_domains BEGIN
    UPDATE spam_counts SET domains = domains - 1;
END;

-- The numbers of rows in `text_signatures` and `link_domains`, so that a text needs no counting. One row. Kept by triggers
-- there.
-- Derived.
CREATE TABLE spam_counts (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    -- Derived. Set by triggers on text_signatures (count_text_signature, uncount_text_signature).
    texts   INTEGER NOT NULL,
    -- Derived. Set by triggers on link_domains (count_link_domain, uncount_link_domain).
    domains INTEGER NOT NULL
) STRICT;
INSERT INTO spam_counts VALUES (1, 0, 0);


-- V021__sign_in_methods.sql
--
-- Ways to sign in besides the password: second factors and passkeys.

-- The second factor of an account: the codes of an authenticator app (TOTP, RFC 6238).
CREATE TABLE second_factors (
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    -- What the server shares with the app. Codes are computed from it, so that it cannot be hashed.
    secret     BLOB    NOT NULL CHECK (length(secret) = 20),
    created_at INTEGER NOT NULL,
    -- The time step of the last accepted code. Neither it nor an earlier one is accepted again.
    last_step  INTEGER NOT NULL
) STRICT;

-- The recovery codes of second factors that have not been used yet.
CREATE TABLE recovery_codes (
    user_id   INTEGER NOT NULL REFERENCES users(id),
    -- SHA-256 of the code, which has 80 random bits. The code itself is not stored.
    code_hash BLOB    NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Passkeys (WebAuthn): key pairs in a browser, a phone or a security key.
CREATE TABLE passkeys (
    -- The time of the id is when it was added.
    id            INTEGER PRIMARY KEY,
    user_id       INTEGER NOT NULL REFERENCES users(id),
    -- The name that the authenticator has for it.
    credential_id BLOB    NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
    -- The host for which it was made. It works for no other.
    rp_id         TEXT    NOT NULL,
    -- The public key, as a COSE key.
    public_key    BLOB    NOT NULL,
    -- How often the authenticator says it was used. Many always say 0.
    sign_count    INTEGER NOT NULL,
    -- How a browser reaches it, such as ["internal", "hybrid"], as JSON.
    transports    TEXT    NOT NULL CHECK (json_valid(transports)),
    -- Whether it may be copied to other devices of its owner, and whether it is.
    is_syncable   INTEGER NOT NULL CHECK (is_syncable IN (0, 1)),
    is_synced     INTEGER NOT NULL CHECK (is_synced IN (0, 1)),
    -- Chosen by the owner.
    name          TEXT    NOT NULL,
    last_used_at  INTEGER
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys(user_id, id);

-- One row while administrators and site moderators need a second factor: the server keeps it from its configuration.
CREATE TABLE staff_second_factor (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    since INTEGER NOT NULL
) STRICT;


-- V022__providers.sql
--
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


-- V023__api_tokens.sql
--
-- API tokens: what programs send instead of a session.

CREATE TABLE api_tokens (
    -- The time of the id is when it was created.
    id           INTEGER PRIMARY KEY,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    -- SHA-256 of the token, which has 214 random bits. The token itself is not stored.
    token_hash   BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    -- Chosen by the owner.
    name         TEXT    NOT NULL,
    -- The sum of 1 (read), 2 (write), 4 (moderate) and 8 (admin).
    scopes       INTEGER NOT NULL CHECK (scopes BETWEEN 1 AND 15),
    -- NULL: it has no end.
    expires_at   INTEGER,
    -- At most a minute before the last use. NULL: it was never used.
    last_used_at INTEGER,
    -- From where the owner had logged in when they created it. NULL: the operator created it.
    address      TEXT
) STRICT;
CREATE INDEX api_tokens_by_user ON api_tokens(user_id, id);


-- V024__webhooks.sql
--
-- Webhooks: addresses of other programs that the site notifies of what happens on it.

CREATE TABLE webhooks (
    -- The time of the id is when it was added.
    id              INTEGER PRIMARY KEY,
    -- NULL: of the site.
    community_id    INTEGER REFERENCES communities(id),
    -- Who added it, changed it last or turned it on. What is sent is what this account has the right to send.
    manager_id      INTEGER NOT NULL REFERENCES users(id),
    name            TEXT    NOT NULL,
    -- Often a secret itself: it is in no log.
    address         TEXT    NOT NULL,
    form            TEXT    NOT NULL,
    -- The chosen events: the sum of two to the power of each one's number.
    events          INTEGER NOT NULL CHECK (events > 0),
    -- The key of the signatures. It must be readable to sign.
    secret          BLOB    NOT NULL CHECK (length(secret) = 32),
    -- The key before, which signs too until then.
    former_secret   BLOB    CHECK (length(former_secret) = 32),
    former_until    INTEGER,
    next_attempt_at INTEGER NOT NULL DEFAULT 0,
    -- The first failure since the last message that the receiver took.
    failing_since   INTEGER,
    off_at          INTEGER,
    -- Why the site turned it off. NULL: a person did.
    off_reason      TEXT,
    -- The number of its messages that wait.
    -- Derived. Set by triggers on webhook_deliveries (count_waiting_webhook_message, recount_changed_webhook_message,
    -- uncount_deleted_webhook_message).
    waiting         INTEGER NOT NULL DEFAULT 0,
    CHECK ((former_secret IS NULL) = (former_until IS NULL)),
    CHECK (off_reason IS NULL OR off_at IS NOT NULL)
) STRICT;
CREATE INDEX webhooks_by_community ON webhooks(community_id, id);
CREATE INDEX webhooks_by_manager ON webhooks(manager_id);

-- The messages of webhooks, stored in the transaction of what they are about. The text is written when one is sent.
CREATE TABLE webhook_deliveries (
    -- The id of the message. A repetition has the same one. A webhook's messages are sent in this order.
    id          INTEGER PRIMARY KEY,
    webhook_id  INTEGER NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE,
    event       TEXT    NOT NULL,
    -- Who did it. NULL: the message names nobody.
    actor_id    INTEGER REFERENCES users(id),
    -- The question, answer or comment, and its question; of a test, the webhook itself.
    object_id   INTEGER NOT NULL,
    question_id INTEGER NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    state       TEXT    NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
    ended_at    INTEGER,
    -- Of the last attempt: the status, the time in milliseconds, the beginning of the reply, or why there was none.
    status      INTEGER,
    duration    INTEGER,
    reply       TEXT,
    problem     TEXT,
    CHECK ((state = 'waiting') = (ended_at IS NULL))
) STRICT;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries(webhook_id, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries(webhook_id, ended_at, id) WHERE state <> 'waiting';
CREATE INDEX webhook_deliveries_by_actor ON webhook_deliveries(actor_id) WHERE actor_id IS NOT NULL;

CREATE TRIGGER count_waiting_webhook_message AFTER INSERT ON webhook_deliveries WHEN new.state = 'waiting' BEGIN
    UPDATE webhooks SET waiting = waiting + 1 WHERE id = new.webhook_id;
END;

CREATE TRIGGER uncount_deleted_webhook_message AFTER DELETE ON webhook_deliveries WHEN old.state = 'waiting' BEGIN
    UPDATE webhooks SET waiting = waiting - 1 WHERE id = old.webhook_id;
END;

CREATE TRIGGER recount_changed_webhook_message AFTER UPDATE OF state ON webhook_deliveries WHEN old.state <> new.state BEGIN
    UPDATE webhooks SET waiting = waiting + (new.state = 'waiting') - (old.state = 'waiting') WHERE id = new.webhook_id;
END;


-- V025__incoming_hooks.sql
--
-- Incoming hooks: secret addresses to which programs send questions that bots ask.

CREATE TABLE incoming_hooks (
    -- The bot that asks.
    user_id      INTEGER PRIMARY KEY REFERENCES users(id),
    -- SHA-256 of the secret in the address, which has 214 random bits. The secret itself is not stored.
    secret_hash  BLOB    NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    -- The tags of questions that come in without any, as a list in JSON.
    tags         TEXT    NOT NULL CHECK (json_valid(tags)),
    created_at   INTEGER NOT NULL,
    -- When a question last came in. NULL: none has.
    last_used_at INTEGER
) STRICT;
