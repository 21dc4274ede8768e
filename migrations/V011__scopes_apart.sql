-- What one sees depends on what one may read alone: how a tag is written, and what the ranking of search results counts.
DROP TABLE search;
DROP VIEW search_documents;

-- A tag as it is known in a scope: by an id that does not tell of an older use elsewhere, in the spelling of who used it
-- first here. No call could make a community before this, so all spellings so far are public ones.
CREATE TABLE new_tag_totals (
    tag_id      INTEGER NOT NULL REFERENCES tags(id),
    scope       INTEGER NOT NULL,
    id          INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    description TEXT    NOT NULL DEFAULT 'user added tag',
    questions   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tag_id, scope)
) STRICT, WITHOUT ROWID;
INSERT INTO new_tag_totals (tag_id, scope, id, name, description, questions)
SELECT t.id, coalesce(s.scope, 0), t.id, t.name, t.description, coalesce(s.questions, 0)
FROM tags t LEFT JOIN tag_totals s ON s.tag_id = t.id ORDER BY 1, 2;
DROP TABLE tag_totals;
ALTER TABLE new_tag_totals RENAME TO tag_totals;
ALTER TABLE tags DROP COLUMN name;
ALTER TABLE tags DROP COLUMN description;

-- One document a question: what it says, its tags, what its visible answers say, and marks by which a search is
-- restricted: 't1' for the tag 1, and 'c9' in the private community 9. Deleted questions have none, so that building an
-- index anew from here leaves them out.
CREATE VIEW search_documents AS
SELECT q.id AS id,
       q.scope AS scope,
       separated(q.title) AS title,
       separated((SELECT group_concat(t.folded, ' ') FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id)) AS tags,
       separated(p.text) AS text,
       separated((SELECT group_concat(a.text, char(10)) FROM posts a WHERE a.question_id = q.id AND a.deleted_at IS NULL)) AS answers,
       concat_ws(' ', CASE WHEN q.scope > 0 THEN 'c' || q.scope END,
                 (SELECT group_concat('t' || qt.tag_id, ' ') FROM question_tags qt WHERE qt.question_id = q.id)) AS marks
FROM questions q JOIN posts p ON p.id = q.id
WHERE q.scope IS NOT NULL;
CREATE VIEW search_public_documents AS SELECT * FROM search_documents WHERE scope = 0;
CREATE VIEW search_private_documents AS SELECT * FROM search_documents WHERE scope > 0;

-- What searches match and rank: stems, so that "running" finds "run". bm25 counts how often a word is in the whole index,
-- so what only some may read has an index of its own, in which nothing is counted.
CREATE VIRTUAL TABLE search USING fts5(
    title, tags, text, answers, marks,
    content='search_public_documents', content_rowid='id',
    tokenize='porter unicode61 remove_diacritics 2'
);
INSERT INTO search (search) VALUES ('rebuild');
CREATE VIRTUAL TABLE search_private USING fts5(
    title, tags, text, answers, marks,
    content='search_private_documents', content_rowid='id',
    tokenize='porter unicode61 remove_diacritics 2'
);
INSERT INTO search_private (search_private) VALUES ('rebuild');
