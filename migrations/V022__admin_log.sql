-- What administrators, moderators and the operator have done. Append-only: names stay as they were, also of accounts that
-- are deleted later.
CREATE TABLE admin_log (
    id          INTEGER PRIMARY KEY,
    logged_at   INTEGER NOT NULL,
    -- NULL: the operator.
    actor_id    INTEGER REFERENCES users(id),
    -- The actor's name at that time; of the operator, their name on the server's system, if it is known.
    actor       TEXT    NOT NULL,
    -- A plain word, such as 'promote'.
    action      TEXT    NOT NULL,
    target_kind TEXT    NOT NULL,
    -- NULL: the target has no id, such as a backup.
    target_id   INTEGER,
    -- The target's name at that time; of an answer or a comment, the title of its question; of a message, its author.
    target      TEXT    NOT NULL,
    -- Who may read the entry, as in `questions.scope`.
    scope       INTEGER NOT NULL,
    -- The reason that the actor gave, or what else the action says.
    detail      TEXT    NOT NULL
) STRICT;
CREATE INDEX admin_log_by_target ON admin_log(target_kind, target_id, id);

CREATE TRIGGER keep_admin_log_entry BEFORE UPDATE ON admin_log BEGIN
    SELECT RAISE(ABORT, 'the log of administration is append-only');
END;
CREATE TRIGGER keep_admin_log BEFORE DELETE ON admin_log BEGIN
    SELECT RAISE(ABORT, 'the log of administration is append-only');
END;

-- The community whose moderator removed it, so that its moderators may restore it. NULL: an administrator removed it.
ALTER TABLE removals ADD COLUMN community_id INTEGER REFERENCES communities(id);
CREATE INDEX removals_by_community ON removals(community_id, id) WHERE restored_at IS NULL;

-- A removed message leaves no row.
CREATE TRIGGER update_chat_of_removed_message AFTER DELETE ON messages BEGIN
    -- The time of a direct chat may be that of a participant.
    UPDATE chats SET message_count = message_count - 1,
           updated_at = CASE WHEN id = 0 THEN coalesce((SELECT created_at FROM messages WHERE chat_id = 0 ORDER BY id DESC LIMIT 1), 0)
                        ELSE updated_at END
    WHERE id = old.chat_id;
    UPDATE participants SET hidden_count = hidden_count - 1 WHERE chat_id = old.chat_id AND hidden_up_to >= old.id;
    UPDATE participants SET last_message_id = coalesce((SELECT max(id) FROM messages WHERE chat_id = old.chat_id), chat_id)
    WHERE chat_id = old.chat_id AND last_message_id = old.id;
END;

-- 1: the posts and messages of the account are deleted too.
ALTER TABLE pending_purges ADD COLUMN with_posts INTEGER NOT NULL DEFAULT 0;
