-- Communities, their members, and requests to join the private ones.

CREATE TABLE communities (
    id              INTEGER PRIMARY KEY,
    name            TEXT    NOT NULL,
    -- The name as names are compared: `folded(name)`. It stays after archiving, so that a name is never assigned twice.
    name_key        TEXT    NOT NULL UNIQUE,
    -- 1: only members of the site read what is in this public community, also while everyone may read the site.
    needs_account   INTEGER NOT NULL DEFAULT 0 CHECK (needs_account = 0 OR needs_account = 1 AND visibility = 'public'),
    description     TEXT    NOT NULL DEFAULT '',
    visibility      TEXT    NOT NULL CHECK (visibility IN ('public', 'private')),
    -- NULL: the owner has deleted their account and left no other member.
    owner_id        INTEGER REFERENCES users(id),
    -- Kept by triggers on `memberships` and `membership_requests`.
    member_count    INTEGER NOT NULL DEFAULT 0,
    moderator_count INTEGER NOT NULL DEFAULT 0,
    request_count   INTEGER NOT NULL DEFAULT 0,
    -- Without deleted questions. Kept by triggers on `questions`.
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
CREATE TABLE community_counts (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    communities INTEGER NOT NULL
) STRICT;
INSERT INTO community_counts VALUES (1, 0);

-- Finds parts of names of three or more characters by trigram. Archived communities are not in it. Kept by triggers on
-- `communities`.
CREATE VIRTUAL TABLE community_names USING fts5(
    name_key,
    content='communities', content_rowid='id', tokenize='trigram'
);
