-- What a username looks like: the name in lower case with one character for those that look alike. Accounts from before
-- this migration, and imported ones, may share a key; a new account may not. Deleted names keep theirs.
ALTER TABLE users ADD COLUMN lookalike_key TEXT GENERATED ALWAYS AS
    (replace(replace(replace(replace(name_key, 'rn', 'm'), '1', 'l'), 'i', 'l'), '0', 'o')) VIRTUAL;
CREATE INDEX users_by_lookalike ON users(lookalike_key);
