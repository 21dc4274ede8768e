-- What administrators have set on the administration page. A setting without a row has its default.
CREATE TABLE site_settings (
    -- A plain word, such as 'title'.
    key        TEXT    PRIMARY KEY,
    -- JSON.
    value      TEXT    NOT NULL CHECK (json_valid(value)),
    changed_at INTEGER NOT NULL,
    changed_by INTEGER NOT NULL REFERENCES users(id)
) STRICT, WITHOUT ROWID;

-- The value before the action. NULL: the action replaced none, or the entry is older than this column.
ALTER TABLE admin_log ADD COLUMN before TEXT;
