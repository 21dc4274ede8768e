-- Bookmarks of questions, and private notes on them.

-- The questions that a user has bookmarked.
CREATE TABLE stars (
    user_id     INTEGER NOT NULL REFERENCES users(id),
    question_id INTEGER NOT NULL REFERENCES questions(id),
    starred_at  INTEGER NOT NULL,
    PRIMARY KEY (user_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stars_by_time ON stars(user_id, starred_at, question_id);

-- A private note and a reminder of a starred question. Without the star they are kept, but shown to nobody. At most 1,000
-- rows a user.
CREATE TABLE star_notes (
    user_id     INTEGER NOT NULL REFERENCES users(id),
    question_id INTEGER NOT NULL REFERENCES questions(id),
    note        TEXT    NOT NULL,
    remind_at   INTEGER,
    PRIMARY KEY (user_id, question_id),
    CHECK (note <> '' OR remind_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX star_notes_by_time ON star_notes(user_id, remind_at) WHERE remind_at IS NOT NULL;
