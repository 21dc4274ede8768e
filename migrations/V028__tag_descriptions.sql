-- Append-only: every version of the description of a tag from the first. The last one is the current description.
-- `scoped_tags` has its first sentence. Only tags that everyone can find are described.
CREATE TABLE tag_revisions (
    id         INTEGER PRIMARY KEY,
    tag_id     INTEGER NOT NULL REFERENCES tags(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    created_at INTEGER NOT NULL,
    -- An earlier version whose text was purged: it is empty.
    purged_at  INTEGER,
    purged_by  INTEGER REFERENCES users(id),
    -- Markdown.
    text       TEXT    NOT NULL
) STRICT;
CREATE INDEX tag_revisions_by_tag ON tag_revisions(tag_id, id);
CREATE INDEX tag_revisions_by_author ON tag_revisions(author_id, id);
