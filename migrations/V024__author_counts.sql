-- How much each author has written for the readers of each scope, so that a profile and a list of users need no counting.
CREATE TABLE author_counts (
    user_id   INTEGER NOT NULL REFERENCES users(id),
    -- 0: everyone; the id of a private community: its members.
    scope     INTEGER NOT NULL,
    questions INTEGER NOT NULL DEFAULT 0,
    answers   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, scope)
) STRICT, WITHOUT ROWID;

-- The counts of what everyone may read, and the order of users by them.
ALTER TABLE users ADD COLUMN question_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN answer_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN post_count INTEGER GENERATED ALWAYS AS (question_count + answer_count) VIRTUAL;
CREATE INDEX users_by_posts ON users(post_count, id, name_key) WHERE deleted_at IS NULL;

CREATE TRIGGER set_first_public_counts AFTER INSERT ON author_counts WHEN new.scope = 0 BEGIN
    UPDATE users SET question_count = new.questions, answer_count = new.answers WHERE id = new.user_id;
END;
CREATE TRIGGER set_public_counts AFTER UPDATE ON author_counts WHEN new.scope = 0 BEGIN
    UPDATE users SET question_count = new.questions, answer_count = new.answers WHERE id = new.user_id;
END;
INSERT INTO author_counts (user_id, scope, questions, answers)
SELECT p.author_id, q.scope, sum(p.question_id IS NULL), sum(p.question_id IS NOT NULL)
FROM posts p JOIN questions q ON q.id = coalesce(p.question_id, p.id)
WHERE p.deleted_at IS NULL AND q.scope IS NOT NULL GROUP BY p.author_id, q.scope;

CREATE TRIGGER count_authored_question AFTER INSERT ON questions WHEN new.scope IS NOT NULL BEGIN
    INSERT INTO author_counts (user_id, scope, questions) SELECT author_id, new.scope, 1 FROM posts WHERE id = new.id
    ON CONFLICT (user_id, scope) DO UPDATE SET questions = questions + 1;
END;
CREATE TRIGGER count_authored_answer AFTER INSERT ON posts WHEN new.question_id IS NOT NULL AND new.deleted_at IS NULL BEGIN
    INSERT INTO author_counts (user_id, scope, answers)
    SELECT new.author_id, scope, 1 FROM questions WHERE id = new.question_id AND scope IS NOT NULL
    ON CONFLICT (user_id, scope) DO UPDATE SET answers = answers + 1;
END;
CREATE TRIGGER recount_authored_answer AFTER UPDATE OF deleted_at ON posts
WHEN new.question_id IS NOT NULL AND (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    INSERT INTO author_counts (user_id, scope, answers)
    SELECT new.author_id, scope, iif(new.deleted_at IS NULL, 1, -1) FROM questions WHERE id = new.question_id AND scope IS NOT NULL
    ON CONFLICT (user_id, scope) DO UPDATE SET answers = answers + excluded.answers;
    DELETE FROM author_counts WHERE user_id = new.author_id AND questions = 0 AND answers = 0;
END;
-- A question that is hidden or shown takes its answers with it.
CREATE TRIGGER move_authored_posts AFTER UPDATE OF scope ON questions WHEN old.scope IS NOT new.scope BEGIN
    UPDATE author_counts SET questions = questions - 1
    WHERE scope = old.scope AND user_id = (SELECT author_id FROM posts WHERE id = new.id);
    UPDATE author_counts SET answers = answers - a.written
    FROM (SELECT author_id, count(*) AS written FROM posts WHERE question_id = new.id AND deleted_at IS NULL GROUP BY author_id) a
    WHERE user_id = a.author_id AND scope = old.scope;
    DELETE FROM author_counts WHERE scope = old.scope AND questions = 0 AND answers = 0
    AND user_id IN (SELECT author_id FROM posts WHERE id = new.id OR question_id = new.id);
    INSERT INTO author_counts (user_id, scope, questions)
    SELECT author_id, new.scope, 1 FROM posts WHERE id = new.id AND new.scope IS NOT NULL
    ON CONFLICT (user_id, scope) DO UPDATE SET questions = questions + 1;
    INSERT INTO author_counts (user_id, scope, answers)
    SELECT author_id, new.scope, count(*) FROM posts
    WHERE question_id = new.id AND deleted_at IS NULL AND new.scope IS NOT NULL GROUP BY author_id
    ON CONFLICT (user_id, scope) DO UPDATE SET answers = answers + excluded.answers;
END;
