-- What somebody has not seen is counted at each page that he opens, whatever he has seen before.
CREATE INDEX notifications_unread ON notifications(recipient_id, id) WHERE viewed_at IS NULL;
