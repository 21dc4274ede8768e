-- An answer or a comment, for the author of the post that it responds to. The text is read from there: a notification
-- shows the current text, and is hidden while its recipient may not read it.
CREATE TABLE notifications (
    recipient_id INTEGER NOT NULL REFERENCES users(id),
    -- The id of the answer or the comment, so that nobody is notified of it twice.
    id           INTEGER NOT NULL,
    -- The answer, or the post that the comment is on.
    post_id      INTEGER NOT NULL REFERENCES posts(id),
    question_id  INTEGER NOT NULL REFERENCES questions(id),
    viewed_at    INTEGER,
    PRIMARY KEY (recipient_id, id)
) STRICT, WITHOUT ROWID;
-- Every page shows the number of unread notifications.
CREATE INDEX notifications_unread ON notifications(recipient_id, id) WHERE viewed_at IS NULL;
