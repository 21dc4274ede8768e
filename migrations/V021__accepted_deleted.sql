-- The accepted answer, while it is deleted: brought back, it is the accepted one again, unless the asker has chosen anew since.
ALTER TABLE questions ADD COLUMN accepted_deleted_id INTEGER REFERENCES posts(id);
