-- Renamed, merged and erased accounts.

-- The names that an account had before. They stay taken, and lead to the account.
CREATE TABLE former_usernames (
  name_key      TEXT    PRIMARY KEY,
  user_id       INTEGER NOT NULL REFERENCES users(id),
  username      TEXT    NOT NULL,
  renamed_at    INTEGER NOT NULL,
  lookalike_key TEXT    GENERATED ALWAYS AS
    (replace(replace(replace(replace(name_key, 'rn', 'm'), '1', 'l'), 'i', 'l'), '0', 'o')) VIRTUAL
) STRICT;
CREATE INDEX former_usernames_by_user ON former_usernames(user_id);
CREATE INDEX former_usernames_by_lookalike ON former_usernames(lookalike_key);

CREATE TRIGGER index_renamed_user AFTER UPDATE OF username ON users
WHEN old.username <> new.username AND new.deleted_at IS NULL BEGIN
  INSERT INTO user_names (user_names, rowid, username, display_name)
  VALUES ('delete', old.id, old.username, old.display_name);
  INSERT INTO user_names (rowid, username, display_name) VALUES (new.id, new.username, new.display_name);
END;

-- The account that a merged account belongs to now. A merged account is deleted, and its name leads there.
ALTER TABLE users ADD COLUMN merged_into INTEGER REFERENCES users(id);
CREATE INDEX users_merged ON users(merged_into) WHERE merged_into IS NOT NULL;

DROP VIEW authors;
CREATE VIEW authors AS
SELECT u.id, CASE
    WHEN u.deleted_at IS NULL THEN u.username
    WHEN u.merged_into IS NULL THEN '[deleted]'
    ELSE coalesce((SELECT t.username FROM users t WHERE t.id = u.merged_into AND t.deleted_at IS NULL), '[deleted]')
  END AS name
FROM users u;

-- The account that gets the rows of a merged one, before the remaining ones are deleted.
ALTER TABLE pending_purges ADD COLUMN merge_into INTEGER REFERENCES users(id);

-- The counts of authors follow the author of a post.
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

-- Deleted accounts whose earlier versions, deleted texts and names in the log are erased on a day, and
-- how far that has come.
CREATE TABLE pending_erasures (
  user_id INTEGER PRIMARY KEY REFERENCES users(id),
  due_at  INTEGER NOT NULL,
  stage   INTEGER NOT NULL DEFAULT 0,
  time    INTEGER NOT NULL DEFAULT -1,
  last_id INTEGER NOT NULL DEFAULT -1
) STRICT;
CREATE INDEX pending_erasures_by_due ON pending_erasures(due_at);

CREATE INDEX IF NOT EXISTS admin_log_by_actor ON admin_log(actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX admin_log_by_name ON admin_log(target, id) WHERE target_kind IN ('message', 'picture');
CREATE INDEX security_notices_by_actor ON security_notices(actor, id) WHERE actor IS NOT NULL;

-- The accounts that are being erased, with those merged into them, and their names.
CREATE VIEW erasing AS
SELECT e.stage, u.id AS user_id, u.username FROM pending_erasures e JOIN users u ON u.id = e.user_id
UNION ALL SELECT e.stage, u.id, u.username FROM pending_erasures e JOIN users u ON u.merged_into = e.user_id
UNION ALL SELECT e.stage, f.user_id, f.username FROM pending_erasures e JOIN former_usernames f ON f.user_id = e.user_id;

-- Append-only, with one exception: the erasure of an account replaces its names, and nothing else. The
-- stages are those of src/account_data/store/erasure.rs.
DROP TRIGGER keep_admin_log_entry;
CREATE TRIGGER keep_admin_log_entry BEFORE UPDATE ON admin_log
WHEN (
  (new.id, new.logged_at, new.action, new.target_kind, new.scope) = (old.id, old.logged_at, old.action, old.target_kind, old.scope)
  AND new.actor_id IS old.actor_id AND new.target_id IS old.target_id AND new.concerns IS old.concerns
  AND (new.actor = old.actor
    OR (new.actor = '[deleted]' AND old.actor_id IN (SELECT user_id FROM erasing WHERE stage = 2)))
  AND (new.target = old.target
    OR (new.target = '[deleted]' AND old.target_kind = 'user' AND old.target_id IN (SELECT user_id FROM erasing WHERE stage = 3))
    OR (new.target = '[deleted]' AND old.target_kind IN ('message', 'picture') AND old.target IN (SELECT username FROM erasing WHERE stage = 4)))
  AND ((new.detail = old.detail AND new.before IS old.before)
    OR (new.detail = '' AND new.before IS NULL AND old.action IN ('rename-user', 'merge-user')
      AND old.target_kind = 'user' AND old.target_id IN (SELECT user_id FROM erasing WHERE stage = 3)))
) IS NOT TRUE
BEGIN
  SELECT RAISE(ABORT, 'the log of administration is append-only');
END;
