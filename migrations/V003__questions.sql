-- Questions, answers, comments, tags, votes and views.

-- Questions and answers share a table, so that votes, comments and revisions have one foreign key.
CREATE TABLE posts (
    id             INTEGER PRIMARY KEY,
    -- NULL for a question; for an answer, its question.
    question_id    INTEGER REFERENCES questions(id),
    author_id      INTEGER NOT NULL REFERENCES users(id),
    -- The sum of the votes plus the imported score.
    score          INTEGER NOT NULL DEFAULT 0,
    imported_score INTEGER NOT NULL DEFAULT 0,
    created_at     INTEGER NOT NULL,
    edited_at      INTEGER,
    deleted_at     INTEGER,
    deleted_by     INTEGER REFERENCES users(id),
    -- Client-chosen idempotency key: a request that is sent again creates nothing more.
    nonce          TEXT,
    -- The last column, because a long text continues on other pages, which reading the other columns then skips.
    text           TEXT    NOT NULL
) STRICT;
CREATE INDEX posts_by_question ON posts(question_id, id) WHERE question_id IS NOT NULL;
-- Covers the calendar of a user's contributions: what they wrote, when, and whether it counts.
CREATE INDEX posts_by_author ON posts(author_id, created_at, question_id, deleted_at);
CREATE INDEX posts_deleted ON posts(author_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX posts_by_nonce ON posts(author_id, nonce, coalesce(question_id, 0)) WHERE nonce IS NOT NULL;

-- The columns that only questions have. `id` is the id of the post; ids grow with time.
CREATE TABLE questions (
    id                         INTEGER PRIMARY KEY REFERENCES posts(id),
    community_id               INTEGER REFERENCES communities(id),
    -- Who may read the question, the one column that every list, search and count filters by:
    -- 0: everyone; the id of a private community: its members; NULL: nobody (deleted).
    scope                      INTEGER DEFAULT 0,
    title                      TEXT    NOT NULL,
    -- A closed question accepts no new answers.
    closed_at                  INTEGER,
    -- The score of the post, repeated here so that an index can count by scope and score.
    score                      INTEGER NOT NULL DEFAULT 0,
    answer_count               INTEGER NOT NULL DEFAULT 0,
    -- The id of the newest answer, 0 without one. Ids grow with time, so this orders by the time of the last answer.
    last_answer_id             INTEGER NOT NULL DEFAULT 0,
    -- The number of viewers plus the imported views.
    view_count                 INTEGER NOT NULL DEFAULT 0,
    imported_views             INTEGER NOT NULL DEFAULT 0,
    accepted_answer_id         INTEGER REFERENCES posts(id),
    -- The answer that was accepted when it was deleted. Undeleting accepts it again, unless another one was accepted.
    deleted_accepted_answer_id INTEGER REFERENCES posts(id)
) STRICT;
CREATE INDEX questions_unanswered ON questions(id) WHERE answer_count = 0;
CREATE INDEX questions_accepted ON questions(id, scope) WHERE accepted_answer_id IS NOT NULL;
CREATE INDEX questions_by_last_answer ON questions(last_answer_id, id);
CREATE INDEX questions_by_views ON questions(view_count, id);
CREATE INDEX questions_by_score ON questions(score, scope);
CREATE INDEX questions_by_answers ON questions(answer_count, scope) WHERE answer_count <> 0;
-- The lists of one community in every order.
CREATE INDEX questions_by_community ON questions(community_id, id, scope) WHERE community_id IS NOT NULL;
CREATE INDEX questions_by_community_unanswered ON questions(community_id, id, scope)
    WHERE community_id IS NOT NULL AND answer_count = 0;
CREATE INDEX questions_by_community_last_answer ON questions(community_id, last_answer_id, id)
    WHERE community_id IS NOT NULL;
CREATE INDEX questions_by_community_views ON questions(community_id, view_count, id) WHERE community_id IS NOT NULL;

-- A deleted question has no scope. A question never changes its community.
CREATE TRIGGER count_community_question AFTER INSERT ON questions
WHEN new.community_id IS NOT NULL AND new.scope IS NOT NULL BEGIN
    UPDATE communities SET question_count = question_count + 1 WHERE id = new.community_id;
END;
CREATE TRIGGER recount_community_questions AFTER UPDATE OF scope ON questions
WHEN new.community_id IS NOT NULL AND (old.scope IS NULL) <> (new.scope IS NULL) BEGIN
    UPDATE communities SET question_count = question_count + (new.scope IS NOT NULL) - (old.scope IS NOT NULL)
    WHERE id = new.community_id;
END;

-- The number of questions in each scope, so that totals need no counting.
CREATE TABLE question_counts (
    scope      INTEGER PRIMARY KEY,
    questions  INTEGER NOT NULL,
    unanswered INTEGER NOT NULL
) STRICT;

CREATE TABLE tags (
    id       INTEGER PRIMARY KEY,
    -- The name in lower case.
    name_key TEXT    NOT NULL UNIQUE
) STRICT;

-- A tag as the readers of one scope know it, in the spelling of its first author there. Its own id does not reveal an
-- older use in another scope. A tag that only a private community uses does not exist for anyone else.
CREATE TABLE scoped_tags (
    tag_id         INTEGER NOT NULL REFERENCES tags(id),
    scope          INTEGER NOT NULL,
    id             INTEGER NOT NULL,
    name           TEXT    NOT NULL,
    description    TEXT    NOT NULL DEFAULT 'user added tag',
    question_count INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tag_id, scope)
) STRICT, WITHOUT ROWID;

CREATE TABLE question_tags (
    tag_id      INTEGER NOT NULL REFERENCES tags(id),
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The place among the tags of the question, from 0.
    position    INTEGER NOT NULL,
    PRIMARY KEY (tag_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_tags_by_question ON question_tags(question_id, position);

-- Stored in the order in which a page reads them: the comments on a question and on its answers are adjacent, so that
-- showing a question reads one or two pages instead of one for each post.
CREATE TABLE comments (
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
    -- Client-chosen idempotency key.
    nonce       TEXT,
    PRIMARY KEY (question_id, post_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX comments_by_author ON comments(author_id, created_at, deleted_at);
CREATE INDEX comments_deleted ON comments(author_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX comments_by_nonce ON comments(author_id, nonce, post_id) WHERE nonce IS NOT NULL;

-- Stored in the order of the questions, as comments are.
CREATE TABLE votes (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The question, or one of its answers.
    post_id     INTEGER NOT NULL REFERENCES posts(id),
    user_id     INTEGER NOT NULL REFERENCES users(id),
    value       INTEGER NOT NULL CHECK (value IN (-1, 1)),
    voted_at    INTEGER NOT NULL,
    PRIMARY KEY (question_id, post_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX votes_by_user ON votes(user_id);

-- The users who have seen a question.
CREATE TABLE question_views (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    user_id     INTEGER NOT NULL REFERENCES users(id),
    PRIMARY KEY (question_id, user_id)
) STRICT, WITHOUT ROWID;

-- Append-only: every version of a post from the first.
CREATE TABLE revisions (
    id         INTEGER PRIMARY KEY,
    post_id    INTEGER NOT NULL REFERENCES posts(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    created_at INTEGER NOT NULL,
    -- NULL for an answer.
    title      TEXT,
    -- Separated by spaces; NULL for an answer.
    tags       TEXT,
    -- NULL for the current version, whose text is that of the post: storing it twice made the file a quarter larger.
    text       TEXT
) STRICT;
CREATE INDEX revisions_by_post ON revisions(post_id, id);

-- Append-only: the earlier texts of comments. The current text is in `comments`.
CREATE TABLE comment_revisions (
    id         INTEGER PRIMARY KEY,
    comment_id INTEGER NOT NULL REFERENCES comments(id),
    -- When this text was written, not when it was replaced.
    created_at INTEGER NOT NULL,
    text       TEXT    NOT NULL
) STRICT;
CREATE INDEX comment_revisions_by_comment ON comment_revisions(comment_id, id);

-- `question_id` repeats the earlier question `original_id`.
CREATE TABLE duplicates (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    original_id INTEGER NOT NULL REFERENCES questions(id),
    linked_by   INTEGER NOT NULL REFERENCES users(id),
    linked_at   INTEGER NOT NULL,
    PRIMARY KEY (question_id, original_id),
    CHECK (question_id <> original_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX duplicates_by_original ON duplicates(original_id);

-- Questions, answers and comments with their post (for a comment, the one it is on) and its question. Comments on a
-- deleted post are left out.
CREATE VIEW content AS
SELECT id, CASE WHEN question_id IS NULL THEN 'question' ELSE 'answer' END AS kind, author_id,
       id AS post_id, coalesce(question_id, id) AS question_id, text, deleted_at, deleted_by
FROM posts
UNION ALL
SELECT c.id, 'comment', c.author_id, c.post_id, c.question_id, c.text, c.deleted_at, c.deleted_by
FROM comments c JOIN posts p ON p.id = c.post_id AND p.deleted_at IS NULL;
