-- Questions and answers: what votes, comments and revisions point to.
CREATE TABLE posts (
    id             INTEGER PRIMARY KEY,
    -- NULL for a question, the question for an answer.
    question_id    INTEGER REFERENCES questions(id),
    author_id      INTEGER NOT NULL REFERENCES users(id),
    text           TEXT    NOT NULL,
    -- Sum of the votes plus what an import brought along.
    score          INTEGER NOT NULL DEFAULT 0,
    imported_score INTEGER NOT NULL DEFAULT 0,
    created_at     INTEGER NOT NULL,
    edited_at      INTEGER,
    deleted_at     INTEGER,
    deleted_by     INTEGER REFERENCES users(id)
) STRICT;
CREATE INDEX answers_of_question ON posts(question_id, id) WHERE question_id IS NOT NULL;
CREATE INDEX posts_by_author ON posts(author_id, id);

-- What only questions have. `id` is also the post's id and grows with the time of asking.
CREATE TABLE questions (
    id                 INTEGER PRIMARY KEY REFERENCES posts(id),
    title              TEXT    NOT NULL,
    community_id       INTEGER REFERENCES communities(id),
    -- Who may read it, the one column that every list, search and count asks:
    -- 0 everyone, a private community's id for its members, NULL nobody (deleted).
    scope              INTEGER DEFAULT 0,
    answer_count       INTEGER NOT NULL DEFAULT 0,
    -- Viewers here plus what an import brought along.
    view_count         INTEGER NOT NULL DEFAULT 0,
    imported_views     INTEGER NOT NULL DEFAULT 0,
    -- Id of the newest answer, 0 without one; ids grow with time, so this orders by the time of the last answer.
    last_answer_id     INTEGER NOT NULL DEFAULT 0,
    accepted_answer_id INTEGER REFERENCES posts(id)
) STRICT;
CREATE INDEX questions_unanswered ON questions(id) WHERE answer_count = 0;
CREATE INDEX questions_active ON questions(last_answer_id, id);
CREATE INDEX questions_most_viewed ON questions(view_count, id);
CREATE INDEX questions_of_community ON questions(community_id, id) WHERE community_id IS NOT NULL;

-- How many questions each scope holds, so that totals need no counting.
CREATE TABLE question_totals (
    scope      INTEGER PRIMARY KEY,
    questions  INTEGER NOT NULL,
    unanswered INTEGER NOT NULL
) STRICT;

CREATE TABLE tags (
    id          INTEGER PRIMARY KEY,
    name        TEXT    NOT NULL,
    folded      TEXT    NOT NULL UNIQUE,
    description TEXT    NOT NULL DEFAULT 'user added tag'
) STRICT;

CREATE TABLE question_tags (
    tag_id      INTEGER NOT NULL REFERENCES tags(id),
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The order in which the asker wrote them.
    position    INTEGER NOT NULL,
    PRIMARY KEY (tag_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_of_question ON question_tags(question_id, position);

-- Questions per tag and scope: a tag that only a private community uses does not exist outside of it.
CREATE TABLE tag_totals (
    tag_id    INTEGER NOT NULL REFERENCES tags(id),
    scope     INTEGER NOT NULL,
    questions INTEGER NOT NULL,
    PRIMARY KEY (tag_id, scope)
) STRICT, WITHOUT ROWID;

CREATE TABLE comments (
    id         INTEGER PRIMARY KEY,
    post_id    INTEGER NOT NULL REFERENCES posts(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    edited_at  INTEGER,
    deleted_at INTEGER,
    deleted_by INTEGER REFERENCES users(id)
) STRICT;
CREATE INDEX comments_of_post ON comments(post_id, id);
CREATE INDEX comments_by_author ON comments(author_id, id);

CREATE TABLE votes (
    post_id  INTEGER NOT NULL REFERENCES posts(id),
    user_id  INTEGER NOT NULL REFERENCES users(id),
    value    INTEGER NOT NULL CHECK (value IN (-1, 1)),
    voted_at INTEGER NOT NULL,
    PRIMARY KEY (post_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE views (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    user_id     INTEGER NOT NULL REFERENCES users(id),
    PRIMARY KEY (question_id, user_id)
) STRICT, WITHOUT ROWID;

-- Append-only: every version of a post from its first.
CREATE TABLE revisions (
    id         INTEGER PRIMARY KEY,
    post_id    INTEGER NOT NULL REFERENCES posts(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    created_at INTEGER NOT NULL,
    -- NULL for an answer.
    title      TEXT,
    -- Separated by spaces; NULL for an answer.
    tags       TEXT,
    text       TEXT    NOT NULL
) STRICT;
CREATE INDEX revisions_of_post ON revisions(post_id, id);

CREATE TABLE stars (
    user_id     INTEGER NOT NULL REFERENCES users(id),
    question_id INTEGER NOT NULL REFERENCES questions(id),
    starred_at  INTEGER NOT NULL,
    PRIMARY KEY (user_id, question_id)
) STRICT, WITHOUT ROWID;
