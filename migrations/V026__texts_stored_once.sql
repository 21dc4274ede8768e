-- What a post says now is stored with the post alone: a quarter of a site's file was the same texts once more. A revision's own
-- text is what the post said until the next one.
CREATE TABLE new_revisions (
    id         INTEGER PRIMARY KEY,
    post_id    INTEGER NOT NULL REFERENCES posts(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    created_at INTEGER NOT NULL,
    -- NULL for an answer.
    title      TEXT,
    -- Separated by spaces; NULL for an answer.
    tags       TEXT,
    -- NULL if it is what the post says now.
    text       TEXT
) STRICT;
INSERT INTO new_revisions (id, post_id, author_id, created_at, title, tags, text)
SELECT r.id, r.post_id, r.author_id, r.created_at, r.title, r.tags,
       CASE WHEN r.text <> p.text OR EXISTS (SELECT 1 FROM revisions later WHERE later.post_id = r.post_id AND later.id > r.id) THEN r.text END
FROM revisions r JOIN posts p ON p.id = r.post_id ORDER BY r.id;
DROP TABLE revisions;
ALTER TABLE new_revisions RENAME TO revisions;
CREATE INDEX revisions_of_post ON revisions(post_id, id);
