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
    flag_count   INTEGER NOT NULL DEFAULT 0,
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
