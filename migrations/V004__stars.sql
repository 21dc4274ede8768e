-- The questions that a user has bookmarked.
CREATE TABLE stars (
    user_id     INTEGER NOT NULL REFERENCES users(id),
    question_id INTEGER NOT NULL REFERENCES questions(id),
    starred_at  INTEGER NOT NULL,
    PRIMARY KEY (user_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stars_by_time ON stars(user_id, starred_at, question_id);
