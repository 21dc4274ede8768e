-- What moderators do about members and their content: sanctions, removals and appeals.

-- Warnings, silences and suspensions of members, and profiles that a moderator has cleared.
CREATE TABLE sanctions (
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
    -- The entry of the admin log that says it. That of a clearing has the earlier biography.
    entry_id   INTEGER NOT NULL REFERENCES admin_log(id),
    -- The picture that a clearing took. It may be deleted since.
    picture_id INTEGER,
    CHECK ((kind IN ('warning', 'clearing')) = (ends_at IS NULL)),
    CHECK (lifted_by IS NULL OR lifted_at IS NOT NULL),
    CHECK (picture_id IS NULL OR kind = 'clearing')
) STRICT;
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

-- Removals of all posts and comments of a member, or of a part of them, in steps.
CREATE TABLE removal_batches (
    id              INTEGER PRIMARY KEY,
    user_id         INTEGER NOT NULL REFERENCES users(id),
    created_by      INTEGER NOT NULL REFERENCES users(id),
    created_at      INTEGER NOT NULL,
    reason          TEXT    NOT NULL,
    -- What was written since this time is removed, the newest first. NULL: everything.
    since           INTEGER,
    -- Where the next step continues: at this time of writing, after this message, or before this row of `removals`.
    position        INTEGER NOT NULL,
    entry_id        INTEGER NOT NULL REFERENCES admin_log(id),
    undone_by       INTEGER REFERENCES users(id),
    undone_at       INTEGER,
    -- 1: the messages of the member in the global chat too, which cannot be restored.
    with_messages   INTEGER NOT NULL DEFAULT 0,
    -- The work that is left: 'remove', then 'messages'; or 'restore'. Of an account that is removed with others: 'hide', 'chats',
    -- then 'remove'; or 'show', then 'restore'. NULL: none.
    pending         TEXT    CHECK (pending IN ('hide', 'chats', 'remove', 'messages', 'show', 'restore')),
    -- The removal of new accounts that the author's account is part of.
    bulk_removal_id INTEGER REFERENCES bulk_removals(id),
    CHECK ((undone_by IS NULL) = (undone_at IS NULL))
) STRICT;
CREATE INDEX removal_batches_by_user ON removal_batches(user_id, id);
CREATE UNIQUE INDEX removal_batches_by_entry ON removal_batches(entry_id, user_id);
CREATE INDEX removal_batches_pending ON removal_batches(pending, id) WHERE pending IS NOT NULL;
CREATE INDEX removal_batches_by_bulk ON removal_batches(bulk_removal_id, pending) WHERE bulk_removal_id IS NOT NULL;

-- Posts and comments that others do not see, and whether they were restored.
CREATE TABLE removals (
    -- Editing what is held gives the row a new id.
    id           INTEGER PRIMARY KEY,
    -- A question, an answer or a comment.
    content_id   INTEGER NOT NULL,
    -- 'removed': a moderator removed it. 'hidden': reports hide it until it is decided. 'held': it was never shown and waits for
    -- approval. 'withdrawn': held, and then deleted by its author. 'rejected': held, and then refused by a moderator.
    kind         TEXT    NOT NULL DEFAULT 'removed' CHECK (kind IN ('removed', 'hidden', 'held', 'withdrawn', 'rejected')),
    -- The author, if it is hidden, held or withdrawn.
    removed_by   INTEGER NOT NULL REFERENCES users(id),
    removed_at   INTEGER NOT NULL,
    reason       TEXT    NOT NULL,
    -- The community whose moderator removed it, so that its moderators may restore it. NULL: an administrator removed it.
    community_id INTEGER REFERENCES communities(id),
    batch_id     INTEGER REFERENCES removal_batches(id),
    restored_by  INTEGER REFERENCES users(id),
    restored_at  INTEGER
) STRICT;
-- Removed content cannot be removed again before it is restored.
CREATE UNIQUE INDEX removals_active ON removals(content_id) WHERE restored_at IS NULL;
CREATE INDEX removals_by_community ON removals(community_id, id) WHERE restored_at IS NULL;
CREATE INDEX removals_by_batch ON removals(batch_id, id) WHERE batch_id IS NOT NULL AND restored_at IS NULL;

-- What members say against an action that concerns them; the case of the same action decides it.
CREATE TABLE appeals (
    -- An entry of the admin log, which can be appealed once.
    entry_id   INTEGER PRIMARY KEY REFERENCES admin_log(id),
    user_id    INTEGER NOT NULL REFERENCES users(id),
    text       TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX appeals_by_user ON appeals(user_id, entry_id);
