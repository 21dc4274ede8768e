-- Work that is too long for one transaction. It goes on in steps beside other writes, and after a restart.

-- Deleted accounts that still have rows, for example memberships. Nobody is shown these rows.
CREATE TABLE pending_purges (
    user_id INTEGER PRIMARY KEY REFERENCES users(id)
) STRICT;

-- The unread notifications with ids up to `up_to` count as viewed; step by step they are marked as such.
CREATE TABLE pending_views (
    recipient_id INTEGER PRIMARY KEY REFERENCES users(id),
    up_to        INTEGER NOT NULL
) STRICT;
