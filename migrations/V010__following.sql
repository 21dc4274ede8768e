-- What users have seen, watch and mute, and their inboxes.

-- What a user has seen of a question. At most 2,000 rows a user; a row expires 90 days after its renewal.
CREATE TABLE visits (
    user_id        INTEGER NOT NULL REFERENCES users(id),
    question_id    INTEGER NOT NULL REFERENCES questions(id),
    -- The answers with this id or a lower one have been seen. 0: none.
    last_answer_id INTEGER NOT NULL,
    renewed_at     INTEGER NOT NULL,
    PRIMARY KEY (user_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX visits_by_user ON visits(user_id, renewed_at);
CREATE INDEX visits_by_renewal ON visits(renewed_at);

-- What a user watches or has muted. Without a row, nothing is watched or muted. At most 1,000 rows a user.
CREATE TABLE follows (
    user_id   INTEGER NOT NULL REFERENCES users(id),
    kind      TEXT    NOT NULL CHECK (kind IN ('question', 'tag', 'community')),
    -- The id of the question, the tag or the community.
    object_id INTEGER NOT NULL,
    state     TEXT    NOT NULL CHECK (state IN ('watching', 'muted')),
    -- The readers among whom the user found the object, and who may therefore count them: 0 for everyone, or a private
    -- community. A tag of a private community has watchers there before it exists for everyone else.
    scope     INTEGER NOT NULL,
    -- The time, in milliseconds since 1970: what was written before is not news.
    since     INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind, object_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_watching ON follows(kind, object_id, scope) WHERE state = 'watching';

-- The inboxes of users: what is new in what they watch. Its items are computed when it is read.
CREATE TABLE inboxes (
    user_id          INTEGER PRIMARY KEY REFERENCES users(id),
    -- What has this id or a lower one is not news.
    seen_up_to       INTEGER NOT NULL DEFAULT 0,
    -- Whether the user watches the questions that they answer from then on.
    watches_answered INTEGER NOT NULL DEFAULT 0 CHECK (watches_answered IN (0, 1)),
    -- The kinds of entries that the user does not want to see, separated by spaces.
    muted            TEXT    NOT NULL DEFAULT ''
) STRICT;

-- Searches that users have saved. A user saves at most 20, and watches at most 5 of them. A search that is not watched has
-- neither a time since when nor a result.
CREATE TABLE saved_searches (
    id            INTEGER PRIMARY KEY,
    user_id       INTEGER NOT NULL REFERENCES users(id),
    text          TEXT    NOT NULL,
    -- The community that is searched. NULL: everything.
    community_id  INTEGER REFERENCES communities(id),
    -- The time, in milliseconds since 1970, since when the user watches the search: questions asked before are no news.
    watched_since INTEGER,
    -- The newest result that a check has found, and when.
    found_id      INTEGER REFERENCES questions(id),
    found_at      INTEGER,
    CHECK (watched_since IS NOT NULL OR found_id IS NULL)
) STRICT;
CREATE UNIQUE INDEX saved_searches_by_user ON saved_searches(user_id, text, coalesce(community_id, 0));
-- The checks take them in turn.
CREATE INDEX saved_searches_watched ON saved_searches(id) WHERE watched_since IS NOT NULL;
