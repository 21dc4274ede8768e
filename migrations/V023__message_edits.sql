-- When the author last changed a message, and the message of the same chat that it replies to, which may no longer exist.
ALTER TABLE messages ADD COLUMN edited_at INTEGER;
ALTER TABLE messages ADD COLUMN reply_to INTEGER;
