-- What the posts of a member have earned: at least 0 where it is shown. Maintained by the triggers below.
ALTER TABLE users ADD COLUMN reputation_points INTEGER NOT NULL DEFAULT 0;

-- What each post earns its author, of posts that everyone may read: 5 for each vote on a question and 10 on an answer, up
-- or down, imported ones included and their own left out, and 15 for an answer that another member has accepted.
CREATE VIEW earned_points AS
SELECT p.id AS post_id, q.id AS question_id, p.author_id, 5 AS weight,
       5 * (p.score - coalesce((SELECT v.value FROM votes v WHERE v.question_id = q.id AND v.post_id = p.id AND v.user_id = p.author_id), 0)) AS points
FROM questions q JOIN posts p ON p.id = q.id WHERE q.scope = 0 AND p.deleted_at IS NULL
UNION ALL
SELECT p.id, q.id, p.author_id, 10,
       10 * (p.score - coalesce((SELECT v.value FROM votes v WHERE v.question_id = q.id AND v.post_id = p.id AND v.user_id = p.author_id), 0))
       + iif(q.accepted_answer_id = p.id AND p.author_id <> (SELECT author_id FROM posts WHERE id = q.id), 15, 0)
FROM posts p JOIN questions q ON q.id = p.question_id WHERE q.scope = 0 AND p.deleted_at IS NULL;

UPDATE users SET reputation_points = e.points
FROM (SELECT author_id, sum(points) AS points FROM earned_points GROUP BY author_id) e WHERE e.author_id = users.id;

-- A vote changes the score. The author's own one changes it too, and is taken off here.
CREATE TRIGGER earn_points_by_votes AFTER UPDATE OF score ON posts
WHEN old.score <> new.score AND old.author_id = new.author_id AND old.question_id IS new.question_id AND (old.deleted_at IS NULL) = (new.deleted_at IS NULL) BEGIN
    UPDATE users SET reputation_points = reputation_points + e.weight * (new.score - old.score)
    FROM earned_points e WHERE e.post_id = new.id AND users.id = e.author_id;
END;
CREATE TRIGGER take_off_own_vote AFTER INSERT ON votes BEGIN
    UPDATE users SET reputation_points = reputation_points - e.weight * new.value
    FROM earned_points e WHERE e.post_id = new.post_id AND e.question_id = new.question_id AND e.author_id = new.user_id AND users.id = new.user_id;
END;
CREATE TRIGGER put_back_own_vote AFTER DELETE ON votes BEGIN
    UPDATE users SET reputation_points = reputation_points + e.weight * old.value
    FROM earned_points e WHERE e.post_id = old.post_id AND e.question_id = old.question_id AND e.author_id = old.user_id AND users.id = old.user_id;
END;
CREATE TRIGGER replace_own_vote AFTER UPDATE ON votes BEGIN
    UPDATE users SET reputation_points = reputation_points + e.weight * old.value
    FROM earned_points e WHERE e.post_id = old.post_id AND e.question_id = old.question_id AND e.author_id = old.user_id AND users.id = old.user_id;
    UPDATE users SET reputation_points = reputation_points - e.weight * new.value
    FROM earned_points e WHERE e.post_id = new.post_id AND e.question_id = new.question_id AND e.author_id = new.user_id AND users.id = new.user_id;
END;

-- Posts that appear, disappear, or change their author or their question, with what they have earned so far. A question
-- decides whether its accepted answer is by another member.
CREATE TRIGGER earn_points_of_new_answer AFTER INSERT ON posts WHEN new.question_id IS NOT NULL BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM earned_points e WHERE e.post_id = new.id AND e.points <> 0 AND users.id = new.author_id;
END;
CREATE TRIGGER earn_points_of_new_question AFTER INSERT ON questions WHEN new.scope = 0 BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM (SELECT author_id, sum(points) AS points FROM earned_points WHERE question_id = new.id GROUP BY author_id) e
    WHERE e.points <> 0 AND users.id = e.author_id;
END;
CREATE TRIGGER take_off_points_of_changed_post BEFORE UPDATE OF author_id, question_id, deleted_at ON posts
WHEN old.author_id <> new.author_id OR old.question_id IS NOT new.question_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE users SET reputation_points = reputation_points - e.points
    FROM earned_points e WHERE e.post_id = old.id AND users.id = e.author_id;
    UPDATE users SET reputation_points = reputation_points - e.points
    FROM questions q JOIN earned_points e ON e.post_id = q.accepted_answer_id WHERE q.id = old.id AND users.id = e.author_id;
END;
CREATE TRIGGER earn_points_of_changed_post AFTER UPDATE OF author_id, question_id, deleted_at ON posts
WHEN old.author_id <> new.author_id OR old.question_id IS NOT new.question_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM earned_points e WHERE e.post_id = new.id AND users.id = e.author_id;
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM questions q JOIN earned_points e ON e.post_id = q.accepted_answer_id WHERE q.id = new.id AND users.id = e.author_id;
END;

-- A question that is hidden or shown takes its answers with it.
CREATE TRIGGER take_off_points_of_hidden_posts BEFORE UPDATE OF scope ON questions WHEN old.scope = 0 AND new.scope IS NOT 0 BEGIN
    UPDATE users SET reputation_points = reputation_points - e.points
    FROM (SELECT author_id, sum(points) AS points FROM earned_points WHERE question_id = old.id GROUP BY author_id) e
    WHERE users.id = e.author_id;
END;
CREATE TRIGGER earn_points_of_shown_posts AFTER UPDATE OF scope ON questions WHEN old.scope IS NOT 0 AND new.scope = 0 BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM (SELECT author_id, sum(points) AS points FROM earned_points WHERE question_id = new.id GROUP BY author_id) e
    WHERE users.id = e.author_id;
END;
CREATE TRIGGER move_points_of_acceptance AFTER UPDATE OF accepted_answer_id ON questions
WHEN old.accepted_answer_id IS NOT new.accepted_answer_id AND old.scope = 0 AND new.scope = 0 BEGIN
    UPDATE users SET reputation_points = reputation_points - 15
    FROM earned_points e WHERE e.post_id = old.accepted_answer_id AND e.question_id = new.id AND users.id = e.author_id
    AND e.author_id <> (SELECT author_id FROM posts WHERE id = new.id);
    UPDATE users SET reputation_points = reputation_points + 15
    FROM earned_points e WHERE e.post_id = new.accepted_answer_id AND e.question_id = new.id AND users.id = e.author_id
    AND e.author_id <> (SELECT author_id FROM posts WHERE id = new.id);
END;

-- What members have been awarded, each once. A later change takes nothing back.
CREATE TABLE badges (
    -- The time is that of the award.
    id      INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id),
    -- A plain word, such as 'helped'.
    badge   TEXT    NOT NULL,
    UNIQUE (user_id, badge)
) STRICT;

-- How far members have seen what they are told: entries of the log that concern them, and badges, with this id or a
-- lower one count as seen.
CREATE TABLE notice_cursors (
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    seen_up_to INTEGER NOT NULL
) STRICT;
