-- What is read together lies together: a question's comments and those on its answers, and all votes on them. Showing
-- a question then reads one or two pages of each instead of one for each post.
CREATE TABLE new_comments (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The question, or one of its answers.
    post_id     INTEGER NOT NULL REFERENCES posts(id),
    id          INTEGER NOT NULL UNIQUE,
    author_id   INTEGER NOT NULL REFERENCES users(id),
    text        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    edited_at   INTEGER,
    deleted_at  INTEGER,
    deleted_by  INTEGER REFERENCES users(id),
    PRIMARY KEY (question_id, post_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_comments
SELECT coalesce(p.question_id, p.id), p.id, c.id, c.author_id, c.text, c.created_at, c.edited_at, c.deleted_at, c.deleted_by
FROM comments c JOIN posts p ON p.id = c.post_id ORDER BY 1, 2, 3;
DROP TABLE comments;
ALTER TABLE new_comments RENAME TO comments;
CREATE INDEX comments_by_author ON comments(author_id, id);
CREATE INDEX comments_deleted ON comments(author_id, deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE new_votes (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The question, or one of its answers.
    post_id     INTEGER NOT NULL REFERENCES posts(id),
    user_id     INTEGER NOT NULL REFERENCES users(id),
    value       INTEGER NOT NULL CHECK (value IN (-1, 1)),
    voted_at    INTEGER NOT NULL,
    PRIMARY KEY (question_id, post_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_votes
SELECT coalesce(p.question_id, p.id), p.id, v.user_id, v.value, v.voted_at
FROM votes v JOIN posts p ON p.id = v.post_id ORDER BY 1, 2, 3;
DROP TABLE votes;
ALTER TABLE new_votes RENAME TO votes;

-- What people write: questions, answers and comments, each with the post that it is or is on, and the question of that.
-- A comment is as gone as its post.
CREATE VIEW written AS
SELECT id, CASE WHEN question_id IS NULL THEN 'question' ELSE 'answer' END AS kind, author_id,
       id AS post_id, coalesce(question_id, id) AS question_id, text, deleted_at, deleted_by
FROM posts
UNION ALL
SELECT c.id, 'comment', c.author_id, c.post_id, c.question_id, c.text, c.deleted_at, c.deleted_by
FROM comments c JOIN posts p ON p.id = c.post_id AND p.deleted_at IS NULL;
