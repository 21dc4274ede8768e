-- Searches for so high a score and so many answers looked at every question, and at its text: 0.4 s with 100,000 of them.
-- `score` is the post's, kept here beside the scope, so that an index alone can tell how many a viewer finds.
ALTER TABLE questions ADD COLUMN score INTEGER NOT NULL DEFAULT 0;
UPDATE questions SET score = (SELECT score FROM posts WHERE posts.id = questions.id);
CREATE INDEX questions_by_score ON questions(score, scope);
CREATE INDEX questions_by_answers ON questions(answer_count, scope) WHERE answer_count <> 0;
DROP INDEX questions_accepted;
CREATE INDEX questions_accepted ON questions(id, scope) WHERE accepted_answer_id IS NOT NULL;
