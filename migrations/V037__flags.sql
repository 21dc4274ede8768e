-- Moderators of the site, between users and administrators. The check of a column cannot be changed in place.
ALTER TABLE users ADD COLUMN site_role TEXT NOT NULL DEFAULT 'user' CHECK (site_role IN ('user', 'moderator', 'administrator'));
UPDATE users SET site_role = role WHERE role <> 'user';
DROP INDEX users_administrators;
ALTER TABLE users DROP COLUMN role;
ALTER TABLE users RENAME COLUMN site_role TO role;
CREATE INDEX users_administrators ON users(id) WHERE role = 'administrator';
CREATE INDEX users_site_moderators ON users(id) WHERE role = 'moderator';

-- What members have reported: one row for each object, until its reports are decided. A later report of the same object
-- begins another row.
CREATE TABLE flag_cases (
    id           INTEGER PRIMARY KEY,
    -- A plain word, such as 'answer'.
    kind         TEXT    NOT NULL,
    object_id    INTEGER NOT NULL,
    -- Who wrote it or owns it, and therefore neither sees nor decides it. NULL: a community without an owner.
    author_id    INTEGER REFERENCES users(id),
    -- The community of a post or comment, whose moderators decide too.
    community_id INTEGER REFERENCES communities(id),
    -- Maintained by triggers.
    flag_count   INTEGER NOT NULL DEFAULT 0,
    claimed_by   INTEGER REFERENCES users(id),
    claimed_at   INTEGER,
    -- 'uphold', 'decline' or 'abuse'. NULL: not decided.
    decision     TEXT    CHECK (decision IN ('uphold', 'decline', 'abuse')),
    decided_by   INTEGER REFERENCES users(id),
    decided_at   INTEGER,
    -- Why, in the words of the moderator.
    reason       TEXT,
    -- 1: decided as a moderator of the site.
    by_site      INTEGER NOT NULL DEFAULT 0,
    -- 1: the decision removed the object.
    removed      INTEGER NOT NULL DEFAULT 0,
    CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (reason IS NULL)),
    CHECK ((claimed_by IS NULL) = (claimed_at IS NULL))
) STRICT;
-- An object has at most one open row.
CREATE UNIQUE INDEX flag_cases_open ON flag_cases(object_id) WHERE decision IS NULL;
-- The orders of the queues: of the site and of a community, by age and by number of reports.
CREATE INDEX flag_cases_oldest ON flag_cases(id) WHERE decision IS NULL;
CREATE INDEX flag_cases_heaviest ON flag_cases(flag_count DESC, id) WHERE decision IS NULL;
CREATE INDEX flag_cases_oldest_in ON flag_cases(community_id, id) WHERE decision IS NULL;
CREATE INDEX flag_cases_heaviest_in ON flag_cases(community_id, flag_count DESC, id) WHERE decision IS NULL;
CREATE INDEX flag_cases_by_object ON flag_cases(object_id, id);
CREATE INDEX flag_cases_by_author ON flag_cases(author_id, id);
CREATE INDEX flag_cases_decided ON flag_cases(decided_at DESC, id DESC) WHERE decision IS NOT NULL;
CREATE INDEX flag_cases_decided_in ON flag_cases(community_id, decided_at DESC, id DESC) WHERE decision IS NOT NULL;

CREATE TABLE flags (
    id         INTEGER PRIMARY KEY,
    case_id    INTEGER NOT NULL REFERENCES flag_cases(id),
    user_id    INTEGER NOT NULL REFERENCES users(id),
    reason     TEXT    NOT NULL CHECK (reason IN ('spam', 'rude', 'attention', 'illegal')),
    text       TEXT    NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    -- Whether the case is not decided, so that the open reports of a member are counted.
    is_open    INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX flags_by_case ON flags(case_id, user_id);
CREATE INDEX flags_by_user ON flags(user_id, id);
CREATE INDEX flags_open ON flags(user_id) WHERE is_open = 1;

CREATE TRIGGER count_flag AFTER INSERT ON flags BEGIN
    UPDATE flag_cases SET flag_count = flag_count + 1 WHERE id = new.case_id;
END;
CREATE TRIGGER uncount_flag AFTER DELETE ON flags BEGIN
    UPDATE flag_cases SET flag_count = flag_count - 1 WHERE id = old.case_id;
END;
