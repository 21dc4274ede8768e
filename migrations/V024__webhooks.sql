-- Webhooks: addresses of other programs that the site notifies of what happens on it.

CREATE TABLE webhooks (
    -- The time of the id is when it was added.
    id              INTEGER PRIMARY KEY,
    -- NULL: of the site.
    community_id    INTEGER REFERENCES communities(id),
    -- Who added it, changed it last or turned it on. What is sent is what this account has the right to send.
    manager_id      INTEGER NOT NULL REFERENCES users(id),
    name            TEXT    NOT NULL,
    -- Often a secret itself: it is in no log.
    address         TEXT    NOT NULL,
    form            TEXT    NOT NULL,
    -- The chosen events: the sum of two to the power of each one's number.
    events          INTEGER NOT NULL CHECK (events > 0),
    -- The key of the signatures. It must be readable to sign.
    secret          BLOB    NOT NULL CHECK (length(secret) = 32),
    -- The key before, which signs too until then.
    former_secret   BLOB    CHECK (length(former_secret) = 32),
    former_until    INTEGER,
    next_attempt_at INTEGER NOT NULL DEFAULT 0,
    -- The first failure since the last message that the receiver took.
    failing_since   INTEGER,
    off_at          INTEGER,
    -- Why the site turned it off. NULL: a person did.
    off_reason      TEXT,
    -- The number of its messages that wait.
    waiting         INTEGER NOT NULL DEFAULT 0,
    CHECK ((former_secret IS NULL) = (former_until IS NULL)),
    CHECK (off_reason IS NULL OR off_at IS NOT NULL)
) STRICT;
CREATE INDEX webhooks_by_community ON webhooks(community_id, id);
CREATE INDEX webhooks_by_manager ON webhooks(manager_id);

-- The messages of webhooks, stored in the transaction of what they are about. The text is written when one is sent.
CREATE TABLE webhook_deliveries (
    -- The id of the message. A repetition has the same one. A webhook's messages are sent in this order.
    id          INTEGER PRIMARY KEY,
    webhook_id  INTEGER NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE,
    event       TEXT    NOT NULL,
    -- Who did it. NULL: the message names nobody.
    actor_id    INTEGER REFERENCES users(id),
    -- The question, answer or comment, and its question; of a test, the webhook itself.
    object_id   INTEGER NOT NULL,
    question_id INTEGER NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    state       TEXT    NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
    ended_at    INTEGER,
    -- Of the last attempt: the status, the time in milliseconds, the beginning of the reply, or why there was none.
    status      INTEGER,
    duration    INTEGER,
    reply       TEXT,
    problem     TEXT,
    CHECK ((state = 'waiting') = (ended_at IS NULL))
) STRICT;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries(webhook_id, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries(webhook_id, ended_at, id) WHERE state <> 'waiting';
CREATE INDEX webhook_deliveries_by_actor ON webhook_deliveries(actor_id) WHERE actor_id IS NOT NULL;

CREATE TRIGGER count_waiting_webhook_message AFTER INSERT ON webhook_deliveries WHEN new.state = 'waiting' BEGIN
    UPDATE webhooks SET waiting = waiting + 1 WHERE id = new.webhook_id;
END;
CREATE TRIGGER uncount_deleted_webhook_message AFTER DELETE ON webhook_deliveries WHEN old.state = 'waiting' BEGIN
    UPDATE webhooks SET waiting = waiting - 1 WHERE id = old.webhook_id;
END;
CREATE TRIGGER recount_changed_webhook_message AFTER UPDATE OF state ON webhook_deliveries WHEN old.state <> new.state BEGIN
    UPDATE webhooks SET waiting = waiting + (new.state = 'waiting') - (old.state = 'waiting') WHERE id = new.webhook_id;
END;
