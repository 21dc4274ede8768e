-- Trust in members, and what recognizes spam.

-- What moderators and suspensions have changed about the trust in a member. Levels themselves are computed.
CREATE TABLE member_trust (
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    -- The moderator who has vouched for the member. NULL: nobody has.
    vouched_by INTEGER REFERENCES users(id),
    vouched_at INTEGER,
    -- What the member did before and vouches from before do not count. NULL: they have not lost trust.
    lost_at    INTEGER,
    CHECK ((vouched_by IS NULL) = (vouched_at IS NULL))
) STRICT;

-- A member who was disabled begins again.
CREATE TRIGGER lose_trust AFTER UPDATE OF disabled_at ON users
WHEN old.disabled_at IS NULL AND new.disabled_at IS NOT NULL BEGIN
    INSERT INTO member_trust (user_id, lost_at) VALUES (new.id, new.disabled_at)
    ON CONFLICT (user_id) DO UPDATE SET lost_at = excluded.lost_at;
END;

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
CREATE TABLE spam_counts (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    texts   INTEGER NOT NULL,
    domains INTEGER NOT NULL
) STRICT;
INSERT INTO spam_counts VALUES (1, 0, 0);
