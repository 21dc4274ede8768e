-- The rows that imports from other sites have made.

-- The id of each imported row on its original site, so that a second import finds the rows of the first.
CREATE TABLE external_ids (
    -- The site, for example 'cardano.stackexchange.com'.
    source      TEXT    NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('user', 'post', 'comment', 'tag')),
    external_id TEXT    NOT NULL,
    local_id    INTEGER NOT NULL,
    PRIMARY KEY (source, kind, external_id)
) STRICT, WITHOUT ROWID;

-- The credit that the license of imported content requires.
CREATE TABLE attributions (
    -- The id of a post or a comment. They share one sequence, so their ids never collide.
    id      INTEGER PRIMARY KEY,
    author  TEXT    NOT NULL,
    url     TEXT    NOT NULL,
    licence TEXT    NOT NULL
) STRICT;
