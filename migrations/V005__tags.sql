-- Tags, their descriptions and their synonyms.

-- Every tag that a question has or had. Readers see the rows of `scoped_tags`.
CREATE TABLE tags (
    id       INTEGER PRIMARY KEY,
    -- The name as names are compared: `folded(name)`.
    name_key TEXT    NOT NULL UNIQUE,
    -- Since when no question shows the tag, because staff deleted it or the tag that it is a synonym of.
    deleted_at INTEGER
) STRICT;

-- Tags as the readers of one scope know them, in the spelling of the first author there. The id of a row does not reveal an
-- older use in another scope. A tag that only a private community uses does not exist for anyone else.
CREATE TABLE scoped_tags (
    tag_id         INTEGER NOT NULL REFERENCES tags(id),
    -- 0: everyone; the id of a private community: its members.
    scope          INTEGER NOT NULL,
    id             INTEGER NOT NULL,
    name           TEXT    NOT NULL,
    -- The first sentence of the current description.
    description    TEXT    NOT NULL DEFAULT 'user added tag',
    -- With the questions of its synonyms. Kept by the program.
    question_count INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tag_id, scope)
) STRICT, WITHOUT ROWID;

-- How many questions of each public community have each tag. Readers without an account see the tags without the questions
-- of communities that need one.
CREATE TABLE community_tags (
    tag_id         INTEGER NOT NULL REFERENCES tags(id),
    community_id   INTEGER NOT NULL REFERENCES communities(id),
    -- With the questions of its synonyms. Kept by the program.
    question_count INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tag_id, community_id)
) STRICT, WITHOUT ROWID;

-- The tags of each question as its authors wrote them, so that its questions get a synonym back when it is removed.
CREATE TABLE question_tags (
    tag_id      INTEGER NOT NULL REFERENCES tags(id),
    question_id INTEGER NOT NULL REFERENCES questions(id),
    -- The place among the tags of the question, from 0.
    position    INTEGER NOT NULL,
    PRIMARY KEY (tag_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_tags_by_question ON question_tags(question_id, position);

-- Every version of the description of a tag from the first. Append-only. The last one is the current description. Only tags
-- that everyone can find are described.
CREATE TABLE tag_revisions (
    id         INTEGER PRIMARY KEY,
    tag_id     INTEGER NOT NULL REFERENCES tags(id),
    author_id  INTEGER NOT NULL REFERENCES users(id),
    created_at INTEGER NOT NULL,
    -- When the text of an earlier version was purged: it is empty.
    purged_at  INTEGER,
    purged_by  INTEGER REFERENCES users(id),
    -- Markdown.
    text       TEXT    NOT NULL
) STRICT;
CREATE INDEX tag_revisions_by_tag ON tag_revisions(tag_id, id);
CREATE INDEX tag_revisions_by_author ON tag_revisions(author_id, id);

-- Other names of tags, which administrators set.
CREATE TABLE tag_synonyms (
    tag_id  INTEGER PRIMARY KEY REFERENCES tags(id),
    -- The tag that has its questions.
    main_id INTEGER NOT NULL REFERENCES tags(id),
    -- The spelling of the administrator who set it.
    name    TEXT    NOT NULL
) STRICT;
CREATE INDEX tag_synonyms_by_main ON tag_synonyms(main_id);

CREATE TRIGGER keep_one_level_of_synonyms BEFORE INSERT ON tag_synonyms
WHEN new.main_id = new.tag_id OR new.main_id IN (SELECT tag_id FROM tag_synonyms) OR new.tag_id IN (SELECT main_id FROM tag_synonyms) BEGIN
    SELECT RAISE(ABORT, 'a tag with synonyms is not itself a synonym');
END;

-- Every tag with the tag that has its questions: for a synonym its main tag, for any other tag itself. A deleted tag has no
-- row, so no question shows it.
CREATE VIEW main_tags AS
SELECT t.id AS tag_id, t.name_key, coalesce(s.main_id, t.id) AS main_id FROM tags t LEFT JOIN tag_synonyms s ON s.tag_id = t.id
WHERE t.deleted_at IS NULL;
