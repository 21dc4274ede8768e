-- Where imported rows came from: a second run of an import finds what the first one made.
CREATE TABLE imports (
    -- The site, for instance 'cardano.stackexchange.com'.
    source    TEXT    NOT NULL,
    kind      TEXT    NOT NULL CHECK (kind IN ('user', 'post', 'comment', 'tag')),
    source_id TEXT    NOT NULL,
    local_id  INTEGER NOT NULL,
    PRIMARY KEY (source, kind, source_id)
) STRICT, WITHOUT ROWID;

-- What the licence of an imported post or comment asks to be shown beside it.
CREATE TABLE attributions (
    -- A post's or a comment's id; they never collide, because both come from one sequence.
    id      INTEGER PRIMARY KEY,
    author  TEXT    NOT NULL,
    url     TEXT    NOT NULL,
    licence TEXT    NOT NULL
) STRICT;
