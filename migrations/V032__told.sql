-- How many mails to the address the mail server has refused in a row because of the recipient.
ALTER TABLE mail_addresses ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;

-- What is not told at once but collected, such as what is new in what a user watches: up to where they were told of it,
-- an id or, for reminders, a time, and when to look next whether there is more.
ALTER TABLE delivery_choices ADD COLUMN told_up_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE delivery_choices ADD COLUMN next_look_at INTEGER;
CREATE INDEX delivery_choices_by_look ON delivery_choices(channel, next_look_at) WHERE next_look_at IS NOT NULL;

-- When users want to be told what they have chosen. Each user with a choice has a row.
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
INSERT INTO delivery_settings (user_id, last_used_at)
    SELECT c.user_id, coalesce((SELECT max(last_seen_at) FROM sessions s WHERE s.user_id = c.user_id), 0) FROM (SELECT DISTINCT user_id FROM delivery_choices) c;

-- The question or the chat of what is told. Nothing more of it is told until the recipient is back.
ALTER TABLE deliveries ADD COLUMN thread_id INTEGER;
CREATE INDEX deliveries_by_recipient ON deliveries(recipient_id, created_at);
CREATE INDEX deliveries_by_thread ON deliveries(recipient_id, thread_id) WHERE thread_id IS NOT NULL;
CREATE INDEX deliveries_sent_without_thread ON deliveries(ended_at) WHERE state = 'sent' AND thread_id IS NULL;
