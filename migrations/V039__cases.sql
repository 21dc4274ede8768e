-- The queue also takes what asks for a decision without a report: a held post, a sign-up, an appeal. The checks of a table
-- cannot be changed in place.
DROP TRIGGER count_flag;
DROP TRIGGER uncount_flag;
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
    -- Maintained by triggers.
    flag_count   INTEGER NOT NULL DEFAULT 0,
    claimed_by   INTEGER REFERENCES users(id),
    claimed_at   INTEGER,
    -- Of reports 'uphold', 'decline' or 'abuse'; of what asks 'approve' or 'reject'. NULL: not decided.
    decision     TEXT,
    decided_by   INTEGER REFERENCES users(id),
    decided_at   INTEGER,
    -- Why, in the words of the moderator.
    reason       TEXT,
    -- 1: decided as a moderator of the site.
    by_site      INTEGER NOT NULL DEFAULT 0,
    -- 1: the decision removed the object.
    removed      INTEGER NOT NULL DEFAULT 0,
    CHECK (decision IN ('approve', 'reject') OR ask IS NULL OR decision IS NULL),
    CHECK (decision IN ('uphold', 'decline', 'abuse') OR ask IS NOT NULL OR decision IS NULL),
    CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (reason IS NULL)),
    CHECK ((claimed_by IS NULL) = (claimed_at IS NULL))
) STRICT;
INSERT INTO cases (id, kind, object_id, author_id, community_id, flag_count, claimed_by, claimed_at, decision, decided_by, decided_at, reason, by_site, removed)
SELECT id, kind, object_id, author_id, community_id, flag_count, claimed_by, claimed_at, decision, decided_by, decided_at, reason, by_site, removed
FROM flag_cases;
CREATE TABLE reports (
    id         INTEGER PRIMARY KEY,
    case_id    INTEGER NOT NULL REFERENCES cases(id),
    user_id    INTEGER NOT NULL REFERENCES users(id),
    reason     TEXT    NOT NULL CHECK (reason IN ('spam', 'rude', 'attention', 'illegal')),
    text       TEXT    NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    -- Whether the case is not decided, so that the open reports of a member are counted.
    is_open    INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO reports SELECT * FROM flags;
DROP TABLE flags;
DROP TABLE flag_cases;
ALTER TABLE reports RENAME TO flags;
CREATE UNIQUE INDEX flags_by_case ON flags(case_id, user_id);
CREATE INDEX flags_by_user ON flags(user_id, id);
CREATE INDEX flags_open ON flags(user_id) WHERE is_open = 1;

-- An object has at most one open row.
CREATE UNIQUE INDEX cases_open ON cases(object_id) WHERE decision IS NULL;
-- The orders of the queues: of the site and of a community, by age and by number of reports.
CREATE INDEX cases_oldest ON cases(id) WHERE decision IS NULL;
CREATE INDEX cases_heaviest ON cases(flag_count DESC, id) WHERE decision IS NULL;
CREATE INDEX cases_oldest_in ON cases(community_id, id) WHERE decision IS NULL;
CREATE INDEX cases_heaviest_in ON cases(community_id, flag_count DESC, id) WHERE decision IS NULL;
CREATE INDEX cases_by_object ON cases(object_id, id);
CREATE INDEX cases_by_author ON cases(author_id, id);
CREATE INDEX cases_decided ON cases(decided_at DESC, id DESC) WHERE decision IS NOT NULL;
CREATE INDEX cases_decided_in ON cases(community_id, decided_at DESC, id DESC) WHERE decision IS NOT NULL;

CREATE TRIGGER count_flag AFTER INSERT ON flags BEGIN
    UPDATE cases SET flag_count = flag_count + 1 WHERE id = new.case_id;
END;
CREATE TRIGGER uncount_flag AFTER DELETE ON flags BEGIN
    UPDATE cases SET flag_count = flag_count - 1 WHERE id = old.case_id;
END;

-- The member whom an entry concerns, who is told of it and may read it. NULL: nobody, or the entry is older than this column.
ALTER TABLE admin_log ADD COLUMN concerns INTEGER REFERENCES users(id);
CREATE INDEX admin_log_concerns ON admin_log(concerns, id) WHERE concerns IS NOT NULL;
