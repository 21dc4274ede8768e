-- Biographies show pictures too. The check of a column of the key cannot be changed in place.
DROP TRIGGER delete_picture_uses_of_message;
CREATE TABLE new_picture_uses (
    picture_id INTEGER NOT NULL REFERENCES pictures(id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL CHECK (kind IN ('question', 'answer', 'comment', 'message', 'tag', 'community', 'biography')),
    -- The question, the answer, the comment or the message, or the tag, the community or the user whose description it is.
    content_id INTEGER NOT NULL,
    -- The question or the chat that the text is in. For a description, its tag, community or user.
    place_id   INTEGER NOT NULL,
    -- 0: only an earlier version of the text shows it.
    is_current INTEGER NOT NULL DEFAULT 1 CHECK (is_current IN (0, 1)),
    PRIMARY KEY (picture_id, kind, content_id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_picture_uses SELECT * FROM picture_uses;
DROP TABLE picture_uses;
ALTER TABLE new_picture_uses RENAME TO picture_uses;
CREATE INDEX picture_uses_by_place ON picture_uses(place_id, content_id);

CREATE TRIGGER count_picture_use AFTER INSERT ON picture_uses BEGIN
    UPDATE pictures SET use_count = use_count + 1, unused_since = NULL WHERE id = new.picture_id;
END;
CREATE TRIGGER uncount_picture_use AFTER DELETE ON picture_uses BEGIN
    UPDATE pictures SET use_count = use_count - 1 WHERE id = old.picture_id;
END;
CREATE TRIGGER delete_picture_uses_of_message AFTER DELETE ON messages BEGIN
    DELETE FROM picture_uses WHERE place_id = old.chat_id AND content_id = old.id;
END;

-- What visitors without an account have reported. Names and addresses are erased 30 days after the decision, rows a year
-- after it.
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
    -- Whether the case is not decided.
    is_open    INTEGER NOT NULL DEFAULT 1,
    -- What the last mail about a decision is about, in the outbox.
    told_as    INTEGER UNIQUE
) STRICT;
CREATE INDEX visitor_reports_by_case ON visitor_reports(case_id, id);
CREATE INDEX visitor_reports_open ON visitor_reports(id) WHERE is_open = 1;

CREATE TRIGGER count_visitor_report AFTER INSERT ON visitor_reports BEGIN
    UPDATE cases SET flag_count = flag_count + 1 WHERE id = new.case_id;
END;
CREATE TRIGGER uncount_visitor_report AFTER DELETE ON visitor_reports BEGIN
    UPDATE cases SET flag_count = flag_count - 1 WHERE id = old.case_id;
END;
