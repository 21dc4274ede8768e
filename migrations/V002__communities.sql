CREATE TABLE communities (
    id          INTEGER PRIMARY KEY,
    name        TEXT    NOT NULL,
    folded      TEXT    NOT NULL UNIQUE,
    description TEXT    NOT NULL DEFAULT '',
    visibility  TEXT    NOT NULL CHECK (visibility IN ('public', 'private')),
    owner_id    INTEGER REFERENCES users(id),
    created_at  INTEGER NOT NULL,
    archived_at INTEGER
) STRICT;

CREATE TABLE members (
    community_id INTEGER NOT NULL REFERENCES communities(id),
    user_id      INTEGER NOT NULL REFERENCES users(id),
    role         TEXT    NOT NULL CHECK (role IN ('member', 'moderator')),
    joined_at    INTEGER NOT NULL,
    PRIMARY KEY (community_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_user ON members(user_id, community_id);
