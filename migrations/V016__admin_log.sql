-- The admin log: what administrators, moderators and the operator have done.

-- Append-only: names stay as they were, also of accounts that are deleted later.
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
    detail      TEXT    NOT NULL,
    -- The value before the action. NULL: the action replaced none.
    before      TEXT,
    -- The member whom the entry concerns, who is notified of it and may read it. NULL: nobody.
    concerns    INTEGER REFERENCES users(id),
    -- The id of the API token with which the actor acted. NULL: a session, or the operator.
    token_id    INTEGER
) STRICT;
CREATE INDEX admin_log_by_target ON admin_log(target_kind, target_id, id);
CREATE INDEX admin_log_concerns ON admin_log(concerns, id) WHERE concerns IS NOT NULL;
CREATE INDEX admin_log_by_actor ON admin_log(actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX admin_log_by_name ON admin_log(target, id) WHERE target_kind IN ('message', 'picture');

CREATE TRIGGER keep_admin_log BEFORE DELETE ON admin_log BEGIN
    SELECT RAISE(ABORT, 'the log of administration is append-only');
END;
-- With one exception: the erasure of an account replaces its names, and nothing else. The stages are those of
-- `pending_erasures`.
CREATE TRIGGER keep_admin_log_entry BEFORE UPDATE ON admin_log
WHEN (
  (new.id, new.logged_at, new.action, new.target_kind, new.scope) = (old.id, old.logged_at, old.action, old.target_kind, old.scope)
  AND new.actor_id IS old.actor_id AND new.target_id IS old.target_id AND new.concerns IS old.concerns AND new.token_id IS old.token_id
  AND (new.actor = old.actor
    OR (new.actor = '[deleted]' AND old.actor_id IN (SELECT user_id FROM erasing WHERE stage = 2)))
  AND (new.target = old.target
    OR (new.target = '[deleted]' AND old.target_kind = 'user' AND old.target_id IN (SELECT user_id FROM erasing WHERE stage = 3))
    OR (new.target = '[deleted]' AND old.target_kind IN ('message', 'picture') AND old.target IN (SELECT username FROM erasing WHERE stage = 4)))
  AND ((new.detail = old.detail AND new.before IS old.before)
    OR (new.detail = '' AND new.before IS NULL AND old.action IN ('rename-user', 'merge-user', 'clear-profile')
      AND old.target_kind = 'user' AND old.target_id IN (SELECT user_id FROM erasing WHERE stage = 3)))
) IS NOT TRUE
BEGIN
  SELECT RAISE(ABORT, 'the log of administration is append-only');
END;
