-- Questions, answers and comments, their votes, views and versions, and what they earn their authors.

-- Questions and answers. They share a table, so that votes, comments and revisions have one foreign key.
CREATE TABLE posts (
    id             INTEGER PRIMARY KEY,
    -- NULL for a question; for an answer, its question.
    question_id    INTEGER REFERENCES questions(id),
    author_id      INTEGER NOT NULL REFERENCES users(id),
    -- The sum of the votes plus the imported score. Kept by the program.
    score          INTEGER NOT NULL DEFAULT 0,
    imported_score INTEGER NOT NULL DEFAULT 0,
    created_at     INTEGER NOT NULL,
    edited_at      INTEGER,
    deleted_at     INTEGER,
    deleted_by     INTEGER REFERENCES users(id),
    -- Client-chosen idempotency key: a request that is sent again creates nothing more.
    nonce          TEXT,
    -- 1: a community wiki: every member who may answer there edits the answer, and its votes earn nobody reputation.
    is_wiki        INTEGER NOT NULL DEFAULT 0 CHECK (is_wiki IN (0, 1)),
    -- The last column, because a long text continues on other pages, which reading the other columns then skips.
    text           TEXT    NOT NULL
) STRICT;
CREATE INDEX posts_by_question ON posts(question_id, id) WHERE question_id IS NOT NULL;
-- Covers the calendar of a user's contributions: what they wrote, when, and whether it counts.
CREATE INDEX posts_by_author ON posts(author_id, created_at, question_id, deleted_at);
CREATE INDEX posts_deleted ON posts(author_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX posts_by_nonce ON posts(author_id, nonce, coalesce(question_id, 0)) WHERE nonce IS NOT NULL;

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
-- A vote changes the score. The author's own vote changes it too; the triggers on `votes` take it off.
CREATE TRIGGER earn_points_by_votes AFTER UPDATE OF score ON posts
WHEN old.score <> new.score AND old.author_id = new.author_id AND old.question_id IS new.question_id AND (old.deleted_at IS NULL) = (new.deleted_at IS NULL) BEGIN
    UPDATE users SET reputation_points = reputation_points + e.weight * (new.score - old.score)
    FROM earned_points e WHERE e.post_id = new.id AND users.id = e.author_id;
END;
CREATE TRIGGER earn_points_of_new_answer AFTER INSERT ON posts WHEN new.question_id IS NOT NULL BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM earned_points e WHERE e.post_id = new.id AND e.points <> 0 AND users.id = new.author_id;
END;
-- Posts that appear, disappear, become a wiki, or change their author or their question, with what they have earned so far. A question
-- decides whether its accepted answer is by another member.
CREATE TRIGGER take_off_points_of_changed_post BEFORE UPDATE OF author_id, question_id, deleted_at, is_wiki ON posts
WHEN old.author_id <> new.author_id OR old.question_id IS NOT new.question_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)
OR old.is_wiki <> new.is_wiki BEGIN
    UPDATE users SET reputation_points = reputation_points - e.points
    FROM earned_points e WHERE e.post_id = old.id AND users.id = e.author_id;
    UPDATE users SET reputation_points = reputation_points - e.points
    FROM questions q JOIN earned_points e ON e.post_id = q.accepted_answer_id WHERE q.id = old.id AND users.id = e.author_id;
END;
CREATE TRIGGER earn_points_of_changed_post AFTER UPDATE OF author_id, question_id, deleted_at, is_wiki ON posts
WHEN old.author_id <> new.author_id OR old.question_id IS NOT new.question_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)
OR old.is_wiki <> new.is_wiki BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM earned_points e WHERE e.post_id = new.id AND users.id = e.author_id;
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM questions q JOIN earned_points e ON e.post_id = q.accepted_answer_id WHERE q.id = new.id AND users.id = e.author_id;
END;
-- The counts follow the author of a post.
CREATE TRIGGER recount_moved_post AFTER UPDATE OF author_id ON posts
WHEN old.author_id <> new.author_id AND new.deleted_at IS NULL BEGIN
    UPDATE author_counts SET questions = questions - (new.question_id IS NULL), answers = answers - (new.question_id IS NOT NULL)
    WHERE user_id = old.author_id AND scope = (SELECT scope FROM questions WHERE id = coalesce(new.question_id, new.id));
    DELETE FROM author_counts WHERE user_id = old.author_id AND questions = 0 AND answers = 0;
    INSERT INTO author_counts (user_id, scope, questions, answers)
    SELECT new.author_id, scope, new.question_id IS NULL, new.question_id IS NOT NULL
    FROM questions WHERE id = coalesce(new.question_id, new.id) AND scope IS NOT NULL
    ON CONFLICT (user_id, scope) DO UPDATE SET questions = questions + excluded.questions, answers = answers + excluded.answers;
END;
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

-- The columns that only questions have. `id` is the id of the post.
CREATE TABLE questions (
    id                         INTEGER PRIMARY KEY REFERENCES posts(id),
    community_id               INTEGER REFERENCES communities(id),
    -- Who may read the question, the one column that every list, search and count filters by: 0: everyone, or all members of
    -- the site if its community needs an account; the id of a private community: its members; NULL: nobody (deleted). Kept by
    -- the program.
    scope                      INTEGER DEFAULT 0,
    title                      TEXT    NOT NULL,
    -- A closed question accepts no new answers.
    closed_at                  INTEGER,
    -- Why a moderator has closed it. NULL: it is open, or its author or an import has closed it.
    close_reason               TEXT
        CHECK (close_reason IN ('duplicate', 'off-topic', 'unclear', 'too-broad', 'opinion')),
    -- What to do next, in the words of the moderator who closed it.
    close_note                 TEXT CHECK ((close_note IS NULL) = (close_reason IS NULL)),
    -- Since when only moderators answer, comment, vote and edit there.
    locked_at                  INTEGER,
    -- Since when only members of trust level 1 or higher answer. NULL: everybody who may read the question.
    protected_at               INTEGER,
    -- The score of the post, repeated here so that an index can count by scope and score. Kept by the program.
    score                      INTEGER NOT NULL DEFAULT 0,
    -- The score without the vote of the author, which no ranking counts. Kept by triggers on `questions`, `votes` and `posts`.
    peer_score                 INTEGER NOT NULL DEFAULT 0,
    -- Without deleted answers. Kept by the program.
    answer_count               INTEGER NOT NULL DEFAULT 0,
    -- The id of the newest answer, 0 without one: it orders by the time of the last answer. Kept by the program.
    last_answer_id             INTEGER NOT NULL DEFAULT 0,
    -- The number of viewers plus the imported views. Kept by the program.
    view_count                 INTEGER NOT NULL DEFAULT 0,
    imported_views             INTEGER NOT NULL DEFAULT 0,
    accepted_answer_id         INTEGER REFERENCES posts(id),
    -- The answer that was accepted when it was deleted. Undeleting accepts it again, unless another one was accepted.
    deleted_accepted_answer_id INTEGER REFERENCES posts(id),
    -- When what its readers see of the question, its answers and their comments last changed, but for votes and views.
    -- NULL: nobody but the author has seen it.
    changed_at                 INTEGER
) STRICT;
CREATE INDEX questions_unanswered ON questions(id) WHERE answer_count = 0;
CREATE INDEX questions_accepted ON questions(id, scope, community_id) WHERE accepted_answer_id IS NOT NULL;
CREATE INDEX questions_by_last_answer ON questions(last_answer_id, id);
CREATE INDEX questions_by_views ON questions(view_count, id);
-- Covers who may read the question, so that a walk passes quickly over what a viewer may not read.
CREATE INDEX questions_by_peer_score ON questions(peer_score, id, scope, community_id);
CREATE INDEX questions_by_score ON questions(score, scope, community_id);
CREATE INDEX questions_by_answers ON questions(answer_count, scope, community_id) WHERE answer_count <> 0;
-- The lists of one community in every order.
CREATE INDEX questions_by_community ON questions(community_id, id, scope) WHERE community_id IS NOT NULL;
CREATE INDEX questions_by_community_unanswered ON questions(community_id, id, scope)
    WHERE community_id IS NOT NULL AND answer_count = 0;
CREATE INDEX questions_by_community_last_answer ON questions(community_id, last_answer_id, id)
    WHERE community_id IS NOT NULL;
CREATE INDEX questions_by_community_peer_score ON questions(community_id, peer_score, id) WHERE community_id IS NOT NULL;
CREATE INDEX questions_by_community_views ON questions(community_id, view_count, id) WHERE community_id IS NOT NULL;

CREATE TRIGGER count_community_question AFTER INSERT ON questions
WHEN new.community_id IS NOT NULL AND new.scope IS NOT NULL BEGIN
    UPDATE communities SET question_count = question_count + 1 WHERE id = new.community_id;
END;
CREATE TRIGGER count_authored_question AFTER INSERT ON questions WHEN new.scope IS NOT NULL BEGIN
    INSERT INTO author_counts (user_id, scope, questions) SELECT author_id, new.scope, 1 FROM posts WHERE id = new.id
    ON CONFLICT (user_id, scope) DO UPDATE SET questions = questions + 1;
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
-- A deleted question has no scope. Moderators move questions between communities.
CREATE TRIGGER recount_community_questions AFTER UPDATE OF scope, community_id ON questions
WHEN (old.scope IS NULL) <> (new.scope IS NULL) OR old.community_id IS NOT new.community_id BEGIN
    UPDATE communities SET question_count = question_count - 1 WHERE id = old.community_id AND old.scope IS NOT NULL;
    UPDATE communities SET question_count = question_count + 1 WHERE id = new.community_id AND new.scope IS NOT NULL;
END;
CREATE TRIGGER earn_points_of_new_question AFTER INSERT ON questions WHEN new.scope = 0 BEGIN
    UPDATE users SET reputation_points = reputation_points + e.points
    FROM (SELECT author_id, sum(points) AS points FROM earned_points WHERE question_id = new.id GROUP BY author_id) e
    WHERE e.points <> 0 AND users.id = e.author_id;
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

-- The number of questions in each scope, so that totals need no counting. Kept by the program.
CREATE TABLE question_counts (
    scope      INTEGER PRIMARY KEY,
    questions  INTEGER NOT NULL,
    unanswered INTEGER NOT NULL
) STRICT;

-- The number of posts of each author for the readers of each scope, so that a profile and a list of users need no counting.
-- Kept by triggers on `posts` and `questions`.
CREATE TABLE author_counts (
    user_id   INTEGER NOT NULL REFERENCES users(id),
    -- 0: everyone; the id of a private community: its members.
    scope     INTEGER NOT NULL,
    questions INTEGER NOT NULL DEFAULT 0,
    answers   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, scope)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER set_first_public_counts AFTER INSERT ON author_counts WHEN new.scope = 0 BEGIN
    UPDATE users SET question_count = new.questions, answer_count = new.answers WHERE id = new.user_id;
END;
CREATE TRIGGER set_public_counts AFTER UPDATE ON author_counts WHEN new.scope = 0 BEGIN
    UPDATE users SET question_count = new.questions, answer_count = new.answers WHERE id = new.user_id;
END;

-- Comments, in the order in which a page reads them: those on a question and on its answers are adjacent, so that showing a
-- question reads one or two pages instead of one for each post.
CREATE TABLE comments (
    -- The question of the post. Kept by the program.
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The question, or one of its answers.
    post_id     INTEGER NOT NULL REFERENCES posts(id),
    id          INTEGER NOT NULL UNIQUE,
    author_id   INTEGER NOT NULL REFERENCES users(id),
    text        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    edited_at   INTEGER,
    -- The moderator who wrote the current text. NULL: the author.
    edited_by   INTEGER REFERENCES users(id),
    deleted_at  INTEGER,
    deleted_by  INTEGER REFERENCES users(id),
    -- Client-chosen idempotency key.
    nonce       TEXT,
    PRIMARY KEY (question_id, post_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX comments_by_author ON comments(author_id, created_at, deleted_at);
CREATE INDEX comments_deleted ON comments(author_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX comments_by_nonce ON comments(author_id, nonce, post_id) WHERE nonce IS NOT NULL;

-- Votes, in the order of the questions, as comments are.
CREATE TABLE votes (
    -- The question of the post. Kept by the program.
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The question, or one of its answers.
    post_id     INTEGER NOT NULL REFERENCES posts(id),
    user_id     INTEGER NOT NULL REFERENCES users(id),
    value       INTEGER NOT NULL CHECK (value IN (-1, 1)),
    voted_at    INTEGER NOT NULL,
    PRIMARY KEY (question_id, post_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX votes_by_user ON votes(user_id);

-- The score that rankings use is that of others.
CREATE TRIGGER change_peer_score AFTER UPDATE OF score ON questions WHEN old.score <> new.score BEGIN
    UPDATE questions SET peer_score = peer_score + new.score - old.score WHERE id = new.id;
END;
CREATE TRIGGER leave_out_own_vote AFTER INSERT ON votes WHEN new.post_id = new.question_id BEGIN
    UPDATE questions SET peer_score = peer_score - new.value
    WHERE id = new.question_id AND new.user_id = (SELECT author_id FROM posts WHERE id = new.question_id);
END;
CREATE TRIGGER forget_own_vote AFTER DELETE ON votes WHEN old.post_id = old.question_id BEGIN
    UPDATE questions SET peer_score = peer_score + old.value
    WHERE id = old.question_id AND old.user_id = (SELECT author_id FROM posts WHERE id = old.question_id);
END;
CREATE TRIGGER change_own_vote AFTER UPDATE ON votes WHEN old.post_id = old.question_id AND new.post_id = new.question_id BEGIN
    UPDATE questions SET peer_score = peer_score + old.value
    WHERE id = old.question_id AND old.user_id = (SELECT author_id FROM posts WHERE id = old.question_id);
    UPDATE questions SET peer_score = peer_score - new.value
    WHERE id = new.question_id AND new.user_id = (SELECT author_id FROM posts WHERE id = new.question_id);
END;
CREATE TRIGGER leave_out_vote_of_new_author AFTER UPDATE OF author_id ON posts
WHEN new.question_id IS NULL AND old.author_id <> new.author_id BEGIN
    UPDATE questions SET peer_score = score
        - coalesce((SELECT value FROM votes WHERE question_id = new.id AND post_id = new.id AND user_id = new.author_id), 0)
    WHERE id = new.id;
END;

-- Votes of authors on their own posts earn nothing.
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

-- The users who have seen a question.
CREATE TABLE question_views (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    user_id     INTEGER NOT NULL REFERENCES users(id),
    PRIMARY KEY (question_id, user_id)
) STRICT, WITHOUT ROWID;
-- How many questions a member has entered, without reading the views of all others.
CREATE INDEX question_views_by_user ON question_views(user_id);

-- Every version of a post from the first. Append-only.
CREATE TABLE revisions (
    id         INTEGER PRIMARY KEY,
    post_id    INTEGER NOT NULL REFERENCES posts(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    created_at INTEGER NOT NULL,
    -- When the texts of an earlier version were purged: they are empty.
    purged_at  INTEGER,
    purged_by  INTEGER REFERENCES users(id),
    -- NULL for an answer.
    title      TEXT,
    -- Separated by spaces; NULL for an answer.
    tags       TEXT,
    -- The text of an earlier version as `compressed(text)` stores it; empty if it was purged. NULL for the current version,
    -- whose text is that of the post.
    compressed_text BLOB
) STRICT;
CREATE INDEX revisions_by_post ON revisions(post_id, id);

-- Edits of posts that members propose who may not edit them. One row for each member and post: a new suggestion replaces it.
CREATE TABLE suggested_edits (
    -- Another one when the suggestion is replaced, so that nobody decides about a text that they have not seen.
    id          INTEGER PRIMARY KEY,
    post_id     INTEGER NOT NULL REFERENCES posts(id),
    user_id     INTEGER NOT NULL REFERENCES users(id),
    -- The version that the member has edited.
    revision_id INTEGER NOT NULL REFERENCES revisions(id),
    -- Why, in the words of the member. Can be empty.
    reason      TEXT    NOT NULL,
    -- NULL: it is open.
    decided_at  INTEGER,
    -- The author of the post or a moderator.
    decided_by  INTEGER REFERENCES users(id),
    is_accepted INTEGER CHECK (is_accepted IN (0, 1)),
    -- What the member is told with the decision. Can be empty.
    note        TEXT,
    -- NULL for an answer.
    title       TEXT,
    -- Separated by spaces; NULL for an answer.
    tags        TEXT,
    -- While it waits for a decision, the community and the scope of the question: a queue reads nothing of others. NULL: it is
    -- decided, or its post is deleted, or its member is disabled. Kept by triggers on `suggested_edits`, `users`, `posts` and
    -- `questions`.
    community_id INTEGER,
    -- Who reads the question, like `questions.scope`.
    scope       INTEGER,
    -- Empty if it was accepted: the history of the post has it.
    text        TEXT    NOT NULL,
    UNIQUE (post_id, user_id),
    CHECK ((decided_at IS NULL) = (decided_by IS NULL) AND (decided_at IS NULL) = (is_accepted IS NULL)
           AND (decided_at IS NULL) = (note IS NULL))
) STRICT;
CREATE INDEX suggested_edits_by_user ON suggested_edits(user_id, decided_at);
CREATE INDEX suggested_edits_waiting ON suggested_edits(scope, id) WHERE scope IS NOT NULL;
CREATE INDEX suggested_edits_waiting_in ON suggested_edits(community_id, id) WHERE community_id IS NOT NULL;

-- The suggested edits that wait for a decision. Those of disabled members wait until their accounts are enabled again.
CREATE VIEW waiting_edits AS
SELECT s.id, q.community_id, q.scope
FROM suggested_edits s JOIN users u ON u.id = s.user_id JOIN posts p ON p.id = s.post_id
JOIN questions q ON q.id = coalesce(p.question_id, p.id)
WHERE s.decided_at IS NULL AND u.disabled_at IS NULL AND p.deleted_at IS NULL AND q.scope IS NOT NULL;

CREATE TRIGGER queue_new_edit AFTER INSERT ON suggested_edits BEGIN
    UPDATE suggested_edits SET (community_id, scope) = (SELECT w.community_id, w.scope FROM waiting_edits w WHERE w.id = new.id)
    WHERE id = new.id;
END;
CREATE TRIGGER queue_changed_edit AFTER UPDATE OF id, user_id, decided_at ON suggested_edits BEGIN
    UPDATE suggested_edits SET (community_id, scope) = (SELECT w.community_id, w.scope FROM waiting_edits w WHERE w.id = new.id)
    WHERE id = new.id;
END;
CREATE TRIGGER queue_edits_of_member AFTER UPDATE OF disabled_at ON users
WHEN (old.disabled_at IS NULL) <> (new.disabled_at IS NULL) BEGIN
    UPDATE suggested_edits SET (community_id, scope) = (SELECT w.community_id, w.scope FROM waiting_edits w WHERE w.id = suggested_edits.id)
    WHERE user_id = new.id AND decided_at IS NULL;
END;
CREATE TRIGGER queue_edits_of_post AFTER UPDATE OF question_id, deleted_at ON posts
WHEN old.question_id IS NOT new.question_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE suggested_edits SET (community_id, scope) = (SELECT w.community_id, w.scope FROM waiting_edits w WHERE w.id = suggested_edits.id)
    WHERE post_id = new.id AND decided_at IS NULL;
END;
CREATE TRIGGER queue_edits_of_question AFTER UPDATE OF scope, community_id ON questions
WHEN old.scope IS NOT new.scope OR old.community_id IS NOT new.community_id BEGIN
    UPDATE suggested_edits SET (community_id, scope) = (SELECT w.community_id, w.scope FROM waiting_edits w WHERE w.id = suggested_edits.id)
    WHERE post_id IN (SELECT new.id UNION ALL SELECT id FROM posts WHERE question_id = new.id) AND decided_at IS NULL;
END;

-- The earlier texts of comments; the current text is in `comments`. Append-only.
CREATE TABLE comment_revisions (
    id         INTEGER PRIMARY KEY,
    comment_id INTEGER NOT NULL REFERENCES comments(id),
    -- The moderator who wrote this version. NULL: the author of the comment.
    author_id  INTEGER REFERENCES users(id),
    -- When this text was written, not when it was replaced.
    created_at INTEGER NOT NULL,
    -- When the text was purged: it is empty.
    purged_at  INTEGER,
    purged_by  INTEGER REFERENCES users(id),
    text       TEXT    NOT NULL
) STRICT;
CREATE INDEX comment_revisions_by_comment ON comment_revisions(comment_id, id);

-- Questions that repeat an earlier one, `original_id`.
CREATE TABLE duplicates (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    original_id INTEGER NOT NULL REFERENCES questions(id),
    linked_by   INTEGER NOT NULL REFERENCES users(id),
    linked_at   INTEGER NOT NULL,
    PRIMARY KEY (question_id, original_id),
    CHECK (question_id <> original_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX duplicates_by_original ON duplicates(original_id);
CREATE INDEX duplicates_by_linker ON duplicates(linked_by, linked_at);

-- Links between questions, as imports from other sites know them: the text of `question_id`, an answer or a comment there
-- mentions `linked_id`.
CREATE TABLE question_links (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    linked_id   INTEGER NOT NULL REFERENCES questions(id),
    PRIMARY KEY (question_id, linked_id),
    CHECK (question_id <> linked_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_links_by_linked ON question_links(linked_id);

-- Questions that are shown above a list: at most three in a place.
CREATE TABLE pins (
    place       TEXT    NOT NULL CHECK (place IN ('site', 'tag', 'community')),
    -- The tag or the community. 0: the site.
    place_id    INTEGER NOT NULL,
    question_id INTEGER NOT NULL REFERENCES questions(id),
    pinned_at   INTEGER NOT NULL,
    PRIMARY KEY (place, place_id, question_id),
    CHECK ((place = 'site') = (place_id = 0))
) STRICT, WITHOUT ROWID;
CREATE INDEX pins_by_question ON pins(question_id);

-- The latest move of each moved question to another community.
CREATE TABLE question_moves (
    question_id    INTEGER PRIMARY KEY REFERENCES questions(id),
    -- What has a higher id was written after the move.
    id             INTEGER NOT NULL UNIQUE,
    -- NULL: it was in no community.
    from_community INTEGER REFERENCES communities(id),
    moved_at       INTEGER NOT NULL,
    -- The ids of the rows in `scoped_tags` that the move has added, as a JSON array.
    added_tags     TEXT    NOT NULL CHECK (json_valid(added_tags)),
    -- 0: it was undone.
    is_undoable    INTEGER NOT NULL DEFAULT 1 CHECK (is_undoable IN (0, 1)),
    -- The scopes that the question has left, as a JSON array: their searches still complete its words.
    left_scopes    TEXT    NOT NULL CHECK (json_valid(left_scopes))
) STRICT;

-- The latest merge of each question whose answers a moderator has moved to another one.
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

-- Questions, answers and comments with their post (for a comment, the one it is on) and its question. Comments on a
-- deleted post are left out.
CREATE VIEW content AS
SELECT id, CASE WHEN question_id IS NULL THEN 'question' ELSE 'answer' END AS kind, author_id,
       id AS post_id, coalesce(question_id, id) AS question_id, text, deleted_at, deleted_by
FROM posts
UNION ALL
SELECT c.id, 'comment', c.author_id, c.post_id, c.question_id, c.text, c.deleted_at, c.deleted_by
FROM comments c JOIN posts p ON p.id = c.post_id AND p.deleted_at IS NULL;

-- What each post earns its author, of posts that everyone may read: 5 for each vote on a question and 10 on an answer, up
-- or down, imported ones included and their own left out, and 15 for an answer that another member has accepted. The votes on
-- a wiki earn nothing.
CREATE VIEW earned_points AS
SELECT p.id AS post_id, q.id AS question_id, p.author_id, 5 AS weight,
       5 * (p.score - coalesce((SELECT v.value FROM votes v WHERE v.question_id = q.id AND v.post_id = p.id AND v.user_id = p.author_id), 0)) AS points
FROM questions q JOIN posts p ON p.id = q.id WHERE q.scope = 0 AND p.deleted_at IS NULL
UNION ALL
SELECT p.id, q.id, p.author_id, iif(p.is_wiki, 0, 10),
       iif(p.is_wiki, 0, 10) * (p.score - coalesce((SELECT v.value FROM votes v WHERE v.question_id = q.id AND v.post_id = p.id AND v.user_id = p.author_id), 0))
       + iif(q.accepted_answer_id = p.id AND p.author_id <> (SELECT author_id FROM posts WHERE id = q.id), 15, 0)
FROM posts p JOIN questions q ON q.id = p.question_id WHERE q.scope = 0 AND p.deleted_at IS NULL;
