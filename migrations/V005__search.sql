-- Full-text search of questions, and the words that complete and correct a search.

-- One document for each question: its title, tags, text and visible answers, and the terms that filter a search: 't1'
-- for the tag 1, 'c9' for the private community 9. Deleted questions have none. U+E000, which has no meaning and which
-- nobody searches for, separates answers and tags, so that a phrase never matches across two of them.
CREATE VIEW search_documents AS
SELECT q.id AS id,
       q.scope AS scope,
       segmented(q.title) AS title,
       segmented((SELECT group_concat(t.name_key, char(32, 57344, 32))
                  FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id)) AS tags,
       segmented(p.text) AS text,
       segmented((SELECT group_concat(a.text, char(10, 57344, 10))
                  FROM posts a WHERE a.question_id = q.id AND a.deleted_at IS NULL)) AS answers,
       concat_ws(' ', CASE WHEN q.scope > 0 THEN 'c' || q.scope END,
                 (SELECT group_concat('t' || qt.tag_id, ' ')
                  FROM question_tags qt WHERE qt.question_id = q.id)) AS filter_terms
FROM questions q JOIN posts p ON p.id = q.id
WHERE q.scope IS NOT NULL;
CREATE VIEW search_public_documents AS SELECT * FROM search_documents WHERE scope = 0;
CREATE VIEW search_private_documents AS SELECT * FROM search_documents WHERE scope > 0;

-- The indexes hold stems, so that "running" finds "run". bm25 counts how often a word occurs in the whole index, so
-- private questions have an index of their own, which is not ranked by such counts.
CREATE VIRTUAL TABLE search_public USING fts5(
    title, tags, text, answers, filter_terms,
    content='search_public_documents', content_rowid='id',
    tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE search_private USING fts5(
    title, tags, text, answers, filter_terms,
    content='search_private_documents', content_rowid='id',
    tokenize='porter unicode61 remove_diacritics 2'
);
INSERT INTO search_public (search_public) VALUES ('rebuild');
INSERT INTO search_private (search_private) VALUES ('rebuild');

-- Every change adds a small segment to the index, and FTS5 merges segments of about the same size. With 16 of them at
-- once instead of 4 each word is rewritten half as often: answers are stored 1.4 times as fast, and memory cards last
-- longer.
INSERT INTO search_public (search_public, rank) VALUES ('automerge', 16);
INSERT INTO search_private (search_private, rank) VALUES ('automerge', 16);
-- With this many segments of one size FTS5 merges all of them in one transaction. At the default of 16 it did so before
-- the merge in small steps began, and now and then all writes waited 0.9 s (20,000 questions); in steps no write took
-- longer than 34 ms. The steps keep the number of segments far below 500.
INSERT INTO search_public (search_public, rank) VALUES ('crisismerge', 500);
INSERT INTO search_private (search_private, rank) VALUES ('crisismerge', 500);

-- The longer words of questions, unstemmed (of the longest only the beginning), once for each scope that uses them:
-- they complete a prefix ("validat" is the beginning of no stem, but of "validator") and correct mistyped words.
CREATE TABLE search_words (
    id    INTEGER PRIMARY KEY,
    word  TEXT    NOT NULL,
    scope INTEGER NOT NULL,
    UNIQUE (word, scope)
) STRICT;
-- Every three adjacent characters of a word, with markers at its ends. Similar words share some of them.
CREATE TABLE search_word_trigrams (
    trigram TEXT    NOT NULL,
    word_id INTEGER NOT NULL,
    PRIMARY KEY (trigram, word_id)
) STRICT, WITHOUT ROWID;
