-- Profiles that a moderator has cleared: a kind of sanction.
CREATE TABLE sanctions_with_clearings (
    id         INTEGER PRIMARY KEY,
    user_id    INTEGER NOT NULL REFERENCES users(id),
    -- A silenced member reads, but writes nothing; a suspended one cannot log in. A clearing takes the biography and
    -- the picture of the member, once.
    kind       TEXT    NOT NULL CHECK (kind IN ('warning', 'silence', 'suspension', 'clearing')),
    reason     TEXT    NOT NULL,
    -- NULL: the operator, on the command line.
    created_by INTEGER REFERENCES users(id),
    created_at INTEGER NOT NULL,
    -- NULL: a warning or a clearing.
    ends_at    INTEGER,
    -- NULL with a time: the operator.
    lifted_by  INTEGER REFERENCES users(id),
    lifted_at  INTEGER,
    -- The entry of the log of administration that says it. That of a clearing has the earlier biography.
    entry_id   INTEGER NOT NULL REFERENCES admin_log(id),
    -- The picture that a clearing took. It may be deleted since.
    picture_id INTEGER,
    CHECK ((kind IN ('warning', 'clearing')) = (ends_at IS NULL)),
    CHECK (lifted_by IS NULL OR lifted_at IS NOT NULL),
    CHECK (picture_id IS NULL OR kind = 'clearing')
) STRICT;
INSERT INTO sanctions_with_clearings
SELECT id, user_id, kind, reason, created_by, created_at, ends_at, lifted_by, lifted_at, entry_id, NULL FROM sanctions;
DROP TABLE sanctions;
ALTER TABLE sanctions_with_clearings RENAME TO sanctions;
CREATE INDEX sanctions_by_user ON sanctions(user_id, id);
CREATE UNIQUE INDEX sanctions_by_entry ON sanctions(entry_id);
CREATE INDEX sanctions_running ON sanctions(ends_at, id) WHERE lifted_at IS NULL AND ends_at IS NOT NULL;
CREATE TRIGGER restrict_member AFTER INSERT ON sanctions WHEN new.ends_at IS NOT NULL BEGIN
    UPDATE users SET silenced_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = new.user_id AND kind = 'silence' AND lifted_at IS NULL),
           suspended_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = new.user_id AND kind = 'suspension' AND lifted_at IS NULL)
    WHERE id = new.user_id;
END;
CREATE TRIGGER lift_restriction AFTER UPDATE OF lifted_at ON sanctions WHEN new.ends_at IS NOT NULL BEGIN
    UPDATE users SET silenced_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = new.user_id AND kind = 'silence' AND lifted_at IS NULL),
           suspended_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = new.user_id AND kind = 'suspension' AND lifted_at IS NULL)
    WHERE id = new.user_id;
END;
CREATE TRIGGER end_restriction AFTER DELETE ON sanctions WHEN old.ends_at IS NOT NULL BEGIN
    UPDATE users SET silenced_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = old.user_id AND kind = 'silence' AND lifted_at IS NULL),
           suspended_until = (SELECT max(ends_at) FROM sanctions WHERE user_id = old.user_id AND kind = 'suspension' AND lifted_at IS NULL)
    WHERE id = old.user_id;
END;

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
    OR (new.detail = '' AND new.before IS NULL AND old.action IN ('rename-user', 'merge-user', 'clear-profile')
      AND old.target_kind = 'user' AND old.target_id IN (SELECT user_id FROM erasing WHERE stage = 3)))
) IS NOT TRUE
BEGIN
  SELECT RAISE(ABORT, 'the log of administration is append-only');
END;
