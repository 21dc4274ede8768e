-- An earlier version whose content was purged: its texts are empty.
ALTER TABLE revisions ADD COLUMN purged_at INTEGER;
ALTER TABLE revisions ADD COLUMN purged_by INTEGER REFERENCES users(id);
ALTER TABLE comment_revisions ADD COLUMN purged_at INTEGER;
ALTER TABLE comment_revisions ADD COLUMN purged_by INTEGER REFERENCES users(id);
