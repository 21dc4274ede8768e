-- Full-text search of posts. Replaces the indexes of whole questions, which a change of any answer wrote again.

DROP TABLE search_public;
DROP TABLE search_private;
DROP VIEW search_public_documents;
DROP VIEW search_private_documents;
DROP VIEW search_documents;

-- A range of entries for each scope that has questions: a query of the index reads the ranges of its viewer and no other.
CREATE TABLE search_ranges (
    id    INTEGER PRIMARY KEY,
    -- 0: everyone; the id of a private community: its members.
    scope INTEGER NOT NULL UNIQUE
) STRICT;
INSERT INTO search_ranges (id, scope) VALUES (0, 0);

-- The row of each post in the index: range * 2^44 + number * 2^12 + place. The posts of a question share its number, so
-- they lie together; the question itself has place 0.
CREATE TABLE search_entries (
    entry   INTEGER PRIMARY KEY,
    post_id INTEGER NOT NULL UNIQUE
) STRICT;

-- One document for each visible post. An answer has only a text. U+E000, which has no meaning and which nobody searches
-- for, separates tags, so that a phrase never matches across two of them.
CREATE VIEW search_documents AS
SELECT e.entry AS entry,
       CASE WHEN p.question_id IS NULL THEN segmented(q.title) END AS title,
       CASE WHEN p.question_id IS NULL THEN
           segmented((SELECT group_concat(t.name_key, char(32, 57344, 32))
                      FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id)) END AS tags,
       segmented(p.text) AS text
FROM search_entries e JOIN posts p ON p.id = e.post_id JOIN questions q ON q.id = coalesce(p.question_id, p.id)
WHERE q.scope IS NOT NULL AND p.deleted_at IS NULL;

-- Every word with its positions. The index holds stems, so that "running" finds "run". It stores no sizes: ranking does
-- not use bm25(), which reads whole lists at each call.
CREATE VIRTUAL TABLE search_texts USING fts5(
    title, tags, text,
    content='search_documents', content_rowid='entry', columnsize=0,
    tokenize='porter unicode61 remove_diacritics 2'
);

-- The stems that say what a post is about, without positions: up to four rows a post, entry * 4 + class. The classes are
-- 0: the text's dominant words, 1: its frequent words, 2: the title, 3: the tags.
CREATE VIEW search_strong_documents AS
SELECT entry * 4 + class AS row, strong_words(class, title, tags, text) AS words
FROM search_documents CROSS JOIN (SELECT 0 AS class UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)
WHERE strong_words(class, title, tags, text) <> '';
CREATE VIRTUAL TABLE search_strong USING fts5(
    words,
    content='search_strong_documents', content_rowid='row', columnsize=0, detail=none,
    tokenize='unicode61 remove_diacritics 0'
);

-- With 16 segments of one size at once instead of 4 each word is rewritten half as often. With 500 of them FTS5 would
-- merge all in one transaction: merges in steps keep their number far below.
INSERT INTO search_texts (search_texts, rank) VALUES ('automerge', 16);
INSERT INTO search_texts (search_texts, rank) VALUES ('crisismerge', 500);
INSERT INTO search_strong (search_strong, rank) VALUES ('automerge', 16);
INSERT INTO search_strong (search_strong, rank) VALUES ('crisismerge', 500);

-- A rebuild of the index in steps: questions from this id on are not in it yet. No row: the index is complete.
CREATE TABLE search_rebuild (
    next_question INTEGER NOT NULL
) STRICT;
DELETE FROM search_words;
DELETE FROM search_word_trigrams;
INSERT INTO search_rebuild (next_question) SELECT 0 WHERE EXISTS (SELECT 1 FROM questions);
