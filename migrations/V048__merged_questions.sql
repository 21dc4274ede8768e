-- Questions whose answers a moderator has moved to another one.

-- The latest merge of each merged question.
CREATE TABLE question_merges (
    question_id        INTEGER PRIMARY KEY REFERENCES questions(id),
    -- The question that has its answers.
    into_id            INTEGER NOT NULL REFERENCES questions(id),
    merged_at          INTEGER NOT NULL,
    -- The ids of the moved answers, as a JSON array.
    answers            TEXT    NOT NULL CHECK (json_valid(answers)),
    -- The answer that was accepted, or was when it was deleted.
    accepted_answer_id INTEGER REFERENCES posts(id),
    -- What the merge has changed: it was 'open', or closed by its 'author' or by a 'moderator'.
    was                TEXT    NOT NULL CHECK (was IN ('open', 'author', 'moderator')),
    -- 1: the merge has linked it as a duplicate.
    is_linked          INTEGER NOT NULL CHECK (is_linked IN (0, 1)),
    -- NULL: it was not undone.
    undone_at          INTEGER,
    CHECK (question_id <> into_id)
) STRICT;
CREATE INDEX question_merges_by_into ON question_merges(into_id);

-- An answer that leaves a deleted question for another one, or the other way round.
CREATE TRIGGER recount_answer_of_other_question AFTER UPDATE OF question_id ON posts
WHEN old.question_id IS NOT new.question_id AND new.deleted_at IS NULL
AND (SELECT scope FROM questions WHERE id = old.question_id) IS NOT (SELECT scope FROM questions WHERE id = new.question_id) BEGIN
    UPDATE author_counts SET answers = answers - 1
    WHERE user_id = new.author_id AND scope = (SELECT scope FROM questions WHERE id = old.question_id);
    DELETE FROM author_counts WHERE user_id = new.author_id AND questions = 0 AND answers = 0;
    INSERT INTO author_counts (user_id, scope, answers)
    SELECT new.author_id, scope, 1 FROM questions WHERE id = new.question_id AND scope IS NOT NULL
    ON CONFLICT (user_id, scope) DO UPDATE SET answers = answers + 1;
END;
