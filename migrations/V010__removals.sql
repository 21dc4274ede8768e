-- Content that administrators have removed, and whether it was restored.
CREATE TABLE removals (
    id          INTEGER PRIMARY KEY,
    -- A question, an answer or a comment.
    content_id  INTEGER NOT NULL,
    removed_by  INTEGER NOT NULL REFERENCES users(id),
    removed_at  INTEGER NOT NULL,
    reason      TEXT    NOT NULL,
    restored_by INTEGER REFERENCES users(id),
    restored_at INTEGER
) STRICT;
-- Removed content cannot be removed again before it is restored.
CREATE UNIQUE INDEX removals_active ON removals(content_id) WHERE restored_at IS NULL;
