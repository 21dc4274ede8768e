-- Who runs the site, and who may not log in for the time being.
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'administrator'));
ALTER TABLE users ADD COLUMN disabled_at INTEGER;
-- There are few of them, and it is asked often whether there is one.
CREATE INDEX administrators ON users(id) WHERE role = 'administrator';
