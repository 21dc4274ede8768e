-- What a user has seen of a question. At most 2,000 rows a user; a row expires 90 days after its renewal.
CREATE TABLE visits (
    user_id        INTEGER NOT NULL REFERENCES users(id),
    question_id    INTEGER NOT NULL REFERENCES questions(id),
    -- The answers with this id or a lower one have been seen. 0: none.
    last_answer_id INTEGER NOT NULL,
    renewed_at     INTEGER NOT NULL,
    PRIMARY KEY (user_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX visits_by_user ON visits(user_id, renewed_at);
CREATE INDEX visits_by_renewal ON visits(renewed_at);
