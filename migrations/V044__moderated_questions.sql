-- What moderators do with questions, and with posts of others.

-- Why a moderator has closed it. NULL: it is open, or its author or an import has closed it.
ALTER TABLE questions ADD COLUMN close_reason TEXT
    CHECK (close_reason IN ('duplicate', 'off-topic', 'unclear', 'too-broad', 'opinion'));
-- What to do next, in the words of the moderator who closed it.
ALTER TABLE questions ADD COLUMN close_note TEXT CHECK ((close_note IS NULL) = (close_reason IS NULL));
-- Since when only moderators answer, comment, vote and edit there.
ALTER TABLE questions ADD COLUMN locked_at INTEGER;

-- The moderator who wrote the current text. NULL: the author.
ALTER TABLE comments ADD COLUMN edited_by INTEGER REFERENCES users(id);
-- The moderator who wrote this version. NULL: the author of the comment.
ALTER TABLE comment_revisions ADD COLUMN author_id INTEGER REFERENCES users(id);

-- Questions that stand above a list: at most three in a place.
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
    -- The ids of the rows in scoped_tags that the move has added, as a JSON array.
    added_tags     TEXT    NOT NULL CHECK (json_valid(added_tags)),
    -- 0: it was undone.
    is_undoable    INTEGER NOT NULL DEFAULT 1 CHECK (is_undoable IN (0, 1)),
    -- The scopes that the question has left, as a JSON array: their searches still complete its words.
    left_scopes    TEXT    NOT NULL CHECK (json_valid(left_scopes))
) STRICT;

-- A deleted question has no scope. Moderators move questions between communities.
DROP TRIGGER recount_community_questions;
CREATE TRIGGER recount_community_questions AFTER UPDATE OF scope, community_id ON questions
WHEN (old.scope IS NULL) <> (new.scope IS NULL) OR old.community_id IS NOT new.community_id BEGIN
    UPDATE communities SET question_count = question_count - 1 WHERE id = old.community_id AND old.scope IS NOT NULL;
    UPDATE communities SET question_count = question_count + 1 WHERE id = new.community_id AND new.scope IS NOT NULL;
END;
