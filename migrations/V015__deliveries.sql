-- What users are notified of outside of the site: by mail and by push messages.

-- Mail addresses of users. No other user is shown one.
CREATE TABLE mail_addresses (
    user_id     INTEGER PRIMARY KEY REFERENCES users(id),
    -- The address whose link the user has used. Mails go here.
    address     TEXT,
    verified_at INTEGER,
    -- An address whose link the user has not used yet. Others may have asked for the same one.
    pending     TEXT,
    -- How many mails to the address the mail server has refused in a row because of the recipient.
    refusals    INTEGER NOT NULL DEFAULT 0,
    CHECK ((address IS NULL) = (verified_at IS NULL)),
    CHECK (address IS NOT NULL OR pending IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX mail_addresses_by_address ON mail_addresses(lower(address));

-- Links in mails with which users confirm an address, or choose another password.
CREATE TABLE mail_links (
    -- SHA-256 of the token in the link. The token itself is not stored.
    token_hash BLOB    PRIMARY KEY,
    user_id    INTEGER NOT NULL REFERENCES users(id),
    kind       TEXT    NOT NULL CHECK (kind IN ('verify', 'reset')),
    -- The address that got the link. A link to reset a password ends when the address changes.
    address    TEXT    NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_links_by_user ON mail_links(user_id, expires_at);
CREATE INDEX mail_links_by_expiry ON mail_links(expires_at);

-- The channels and kinds of notifications that users have chosen. Without a row they get none.
CREATE TABLE delivery_choices (
    user_id      INTEGER NOT NULL REFERENCES users(id),
    channel      TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    -- Of a kind that is collected, such as what is new in what a user watches: up to where they were notified, an id or, for
    -- reminders, a time.
    told_up_to   INTEGER NOT NULL DEFAULT 0,
    -- When to check next whether there is more.
    next_look_at INTEGER,
    PRIMARY KEY (user_id, channel, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_choices_by_look ON delivery_choices(channel, next_look_at) WHERE next_look_at IS NOT NULL;

-- When users want to be notified of what they have chosen. Each user with a choice has a row.
CREATE TABLE delivery_settings (
    user_id      INTEGER PRIMARY KEY REFERENCES users(id),
    -- An IANA name, such as Europe/Berlin.
    time_zone    TEXT    NOT NULL DEFAULT 'UTC',
    -- The quiet hours, in minutes after midnight in this zone. NULL: none.
    quiet_from   INTEGER,
    quiet_to     INTEGER,
    -- The last recorded use of any session.
    last_used_at INTEGER NOT NULL,
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
) STRICT;

-- The outbox: what is sent to users outside of the site, stored in the transaction of what causes it. The text is written
-- when it is sent.
CREATE TABLE deliveries (
    id              INTEGER PRIMARY KEY,
    recipient_id    INTEGER NOT NULL REFERENCES users(id),
    channel         TEXT    NOT NULL,
    kind            TEXT    NOT NULL,
    -- What it is about, such as a notification. It may be deleted before it is sent.
    object_id       INTEGER NOT NULL,
    -- The question or the chat of what it is about. Nothing more of it is sent until the recipient is back.
    thread_id       INTEGER,
    -- Where it goes. NULL: to the address that the recipient has when it is sent.
    destination     TEXT,
    -- Whether it concerns the recipient's account, and goes before the others.
    is_urgent       INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    attempts        INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL,
    -- Not NULL while an attempt is under way. The server may have been killed during it.
    claimed_at      INTEGER,
    state           TEXT    NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
    ended_at        INTEGER,
    -- Why the last attempt failed.
    problem         TEXT,
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    UNIQUE (recipient_id, channel, kind, object_id)
) STRICT;
CREATE INDEX deliveries_claimed ON deliveries(claimed_at) WHERE claimed_at IS NOT NULL;
CREATE INDEX deliveries_by_end ON deliveries(state, ended_at, id);
CREATE INDEX deliveries_by_recipient ON deliveries(recipient_id, created_at);
CREATE INDEX deliveries_by_thread ON deliveries(recipient_id, thread_id) WHERE thread_id IS NOT NULL;
-- How many invitations were mailed in a day, by whom and to whom.
CREATE INDEX deliveries_of_invitations ON deliveries(created_at, recipient_id, destination) WHERE kind = 'invitation';
CREATE INDEX deliveries_sent_without_thread ON deliveries(ended_at) WHERE state = 'sent' AND thread_id IS NULL;
-- Each channel has a sender of its own. With the last column, the index also answers how many wait for how long.
CREATE INDEX deliveries_due ON deliveries(channel, is_urgent, next_attempt_at, id, created_at)
    WHERE state = 'waiting' AND claimed_at IS NULL;

-- Browsers that get push messages. A device ends with its session, however that ends.
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
    -- The kinds that the device does not get although its user has chosen them for push messages, as a JSON array.
    silent_kinds TEXT    NOT NULL DEFAULT '[]',
    created_at   INTEGER NOT NULL,
    -- The number of messages that the push service has refused since the last one that it took.
    refusals     INTEGER NOT NULL DEFAULT 0
) STRICT;
