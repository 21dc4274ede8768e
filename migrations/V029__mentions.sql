-- Texts that name a member as `@name`. At most five current rows for each text.
CREATE TABLE mentions (
    id         INTEGER PRIMARY KEY,
    -- The member.
    user_id    INTEGER NOT NULL REFERENCES users(id),
    -- The question, the answer, the comment or the message that names them.
    content_id INTEGER NOT NULL,
    -- The author of the text.
    author_id  INTEGER NOT NULL REFERENCES users(id),
    -- The question or the chat that the text is in.
    place_id   INTEGER NOT NULL,
    -- named: the member was not told, for example because they could not read the text. new: they were told. seen: they
    -- have seen it.
    state      TEXT    NOT NULL CHECK (state IN ('named', 'new', 'seen')),
    -- 0: an edit has removed the name. The row stays, so that naming the member again does not tell them again.
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
