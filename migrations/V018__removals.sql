-- What administrators have removed, by whom, when and why; and whether that was undone.
CREATE TABLE removals (
    id          INTEGER PRIMARY KEY,
    -- A question, an answer or a comment.
    written_id  INTEGER NOT NULL,
    removed_by  INTEGER NOT NULL REFERENCES users(id),
    removed_at  INTEGER NOT NULL,
    reason      TEXT    NOT NULL,
    restored_by INTEGER REFERENCES users(id),
    restored_at INTEGER
) STRICT;
-- Nothing is removed twice at once.
CREATE UNIQUE INDEX removals_in_force ON removals(written_id) WHERE restored_at IS NULL;
