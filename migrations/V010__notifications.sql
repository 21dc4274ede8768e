-- Who is told of an answer or a comment: the author of what it responds to. What it says is read from where it stands,
-- so that a notification shows the text as it is now, and is gone as long as its reader may not read that.
CREATE TABLE notifications (
    recipient_id INTEGER NOT NULL REFERENCES users(id),
    -- The answer or the comment that it tells of, whose id this is too: nobody is told of the same twice.
    id           INTEGER NOT NULL,
    -- That answer, or the post commented on.
    post_id      INTEGER NOT NULL REFERENCES posts(id),
    question_id  INTEGER NOT NULL REFERENCES questions(id),
    viewed_at    INTEGER,
    PRIMARY KEY (recipient_id, id)
) STRICT, WITHOUT ROWID;

-- The last starred first.
CREATE INDEX stars_by_time ON stars(user_id, starred_at, question_id);

-- What one user has written, by time, with all that says whether it counts.
DROP INDEX posts_by_author;
CREATE INDEX posts_by_author ON posts(author_id, created_at, question_id, deleted_at);
DROP INDEX comments_by_author;
CREATE INDEX comments_by_author ON comments(author_id, created_at, deleted_at);

CREATE INDEX votes_by_user ON votes(user_id);
