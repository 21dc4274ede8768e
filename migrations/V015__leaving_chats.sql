-- A participant who is added to a chat reads it from that point on: the last message before it, and how many messages
-- they do not see. 0: they see all messages. A chat that a participant has left has no `participants_key`: it is not the
-- chat of the users who remain, who may have another one.
ALTER TABLE participants ADD COLUMN hidden_up_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE participants ADD COLUMN hidden_count INTEGER NOT NULL DEFAULT 0;
