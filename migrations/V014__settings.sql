-- Settings and keys of the site.

-- What administrators have set on the administration page. A setting without a row has its default.
CREATE TABLE site_settings (
    -- A plain word, such as 'title'.
    key        TEXT    PRIMARY KEY,
    -- JSON.
    value      TEXT    NOT NULL CHECK (json_valid(value)),
    changed_at INTEGER NOT NULL,
    changed_by INTEGER NOT NULL REFERENCES users(id)
) STRICT, WITHOUT ROWID;

-- Since when everyone may read the site. No row: only members may. The server notes it when the setting changes, and at its
-- start, because the configuration may set it.
CREATE TABLE public_reading (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    since INTEGER NOT NULL
) STRICT;

-- Keys of this server. They are no part of an export.
CREATE TABLE site_keys (
    name TEXT PRIMARY KEY,
    key  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
-- It signs the links that end mails of a kind.
INSERT INTO site_keys VALUES ('unsubscribe', randomblob(32));
