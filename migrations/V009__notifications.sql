-- What members are notified of on the site: answers, comments, mentions, votes, decisions and badges.

-- Answers and comments, for the author of the post that they respond to. The text is read from there: a notification shows
-- the current text, and is hidden while its recipient may not read it.
CREATE TABLE notifications (
    recipient_id INTEGER NOT NULL REFERENCES users(id),
    -- The id of the answer or the comment, so that nobody is notified of it twice.
    id           INTEGER NOT NULL,
    -- The answer, or the post that the comment is on. Kept by the program.
    post_id      INTEGER NOT NULL REFERENCES posts(id),
    -- Kept by the program.
    question_id  INTEGER NOT NULL REFERENCES questions(id),
    viewed_at    INTEGER,
    PRIMARY KEY (recipient_id, id)
) STRICT, WITHOUT ROWID;
-- Every page shows the number of unread notifications.
CREATE INDEX notifications_unread ON notifications(recipient_id, id) WHERE viewed_at IS NULL;

-- Unread notifications that count as viewed, up to the id `up_to`. They are marked as such in steps, between other writes and
-- after a restart.
CREATE TABLE pending_views (
    recipient_id INTEGER PRIMARY KEY REFERENCES users(id),
    up_to        INTEGER NOT NULL
) STRICT;

-- Texts that name a member as `@name`. At most five current rows for each text.
CREATE TABLE mentions (
    id         INTEGER PRIMARY KEY,
    -- The member.
    user_id    INTEGER NOT NULL REFERENCES users(id),
    -- The question, the answer, the comment or the message that names them.
    content_id INTEGER NOT NULL,
    -- The author of the text. Kept by the program.
    author_id  INTEGER NOT NULL REFERENCES users(id),
    -- The question or the chat that the text is in. Kept by the program.
    place_id   INTEGER NOT NULL,
    -- named: the member was not notified, for example because they could not read the text. new: they were notified. seen:
    -- they have seen it.
    state      TEXT    NOT NULL CHECK (state IN ('named', 'new', 'seen')),
    -- 0: an edit has removed the name. The row stays, so that naming the member again does not notify them again.
    is_current INTEGER NOT NULL DEFAULT 1 CHECK (is_current IN (0, 1)),
    UNIQUE (place_id, content_id, user_id)
) STRICT;
CREATE INDEX mentions_by_user ON mentions(user_id, state, id);
CREATE INDEX mentions_new_by_author ON mentions(user_id, author_id, id) WHERE state = 'new';

CREATE TRIGGER delete_mentions_of_message AFTER DELETE ON messages BEGIN
    DELETE FROM mentions WHERE place_id = old.chat_id AND content_id = old.id;
END;

-- How far members have seen their mentions: those with this id or a lower one count as seen.
CREATE TABLE mention_cursors (
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    seen_up_to INTEGER NOT NULL
) STRICT;

-- What no other row tells a member: that a post of theirs reached a number of votes, that their answer was accepted, that
-- a member suggested an edit of their post or edited their wiki, that their suggested edit was decided, or that a community
-- admitted them. One row for each of these and its object.
CREATE TABLE inbox_entries (
    -- The time of the id is when the member was told last.
    id        INTEGER PRIMARY KEY,
    user_id   INTEGER NOT NULL REFERENCES users(id),
    kind      TEXT    NOT NULL CHECK (kind IN ('votes', 'accepted', 'suggested', 'edited', 'decided', 'admitted')),
    -- The post, or the community that admitted the member.
    object_id INTEGER NOT NULL,
    -- The highest total that the member was told. It stays when votes are withdrawn, so that no total is told twice.
    votes     INTEGER CHECK ((kind = 'votes') = (votes IS NOT NULL)),
    -- 1: the member has opened it.
    is_seen   INTEGER NOT NULL DEFAULT 0 CHECK (is_seen IN (0, 1)),
    UNIQUE (user_id, kind, object_id)
) STRICT;
CREATE INDEX inbox_entries_by_user ON inbox_entries(user_id, id);

-- How far members have seen their notices: entries of the admin log that concern them, badges and `inbox_entries`, with this
-- id or a lower one count as seen.
CREATE TABLE notice_cursors (
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    seen_up_to INTEGER NOT NULL
) STRICT;
