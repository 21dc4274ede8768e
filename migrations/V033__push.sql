-- Browsers that are told of news by push messages. A device ends with its session, however that ends.
CREATE TABLE push_devices (
    id           INTEGER PRIMARY KEY,
    session_hash BLOB    NOT NULL UNIQUE REFERENCES sessions(token_hash) ON DELETE CASCADE,
    -- The address of the browser at its push service. A subscription with the same address replaces the device.
    endpoint     TEXT    NOT NULL UNIQUE,
    -- The keys of the browser, for which messages are encrypted.
    public_key   BLOB    NOT NULL CHECK (length(public_key) = 65),
    secret       BLOB    NOT NULL CHECK (length(secret) = 16),
    -- Whether messages only say that there is something new.
    hides_text   INTEGER NOT NULL CHECK (hides_text IN (0, 1)),
    created_at   INTEGER NOT NULL,
    -- The number of messages that the push service has refused since the last one that it took.
    refusals     INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Each channel has a sender of its own, which looks for what is due by its channel. With the last column, the index also
-- answers how many wait for how long.
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries(channel, is_urgent, next_attempt_at, id, created_at)
    WHERE state = 'waiting' AND claimed_at IS NULL;
