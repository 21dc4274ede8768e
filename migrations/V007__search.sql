-- Full-text search of posts, and the words that complete and correct a search. The program keeps all these tables.

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
    post_id INTEGER NOT NULL UNIQUE,
    -- What the post is about: a byte for each dimension. NULL: none of its words is known, or it is hidden.
    vector  BLOB
) STRICT;

-- Posts that were hidden or shown, but not yet taken out of the index or added to it: removing or restoring a long thread
-- changes the index in steps.
CREATE TABLE pending_indexing (
    post_id    INTEGER PRIMARY KEY REFERENCES posts(id),
    -- 1: the index contains the post, although it is hidden, or was for a moment.
    is_indexed INTEGER NOT NULL
) STRICT;

-- The content of the index: one document for each visible post, except for those that are pending. An answer has only a
-- text. Texts are the program's own tokens with spaces between them: the tokenizers below only split them there. U+E000, which has no meaning and which nobody searches for, separates tags, so that a phrase never matches across
-- two of them.
CREATE VIEW search_documents AS
SELECT e.entry AS entry,
       CASE WHEN p.question_id IS NULL THEN segmented(q.title) END AS title,
       CASE WHEN p.question_id IS NULL THEN
           (SELECT group_concat(segmented(t.name_key), char(32, 57344, 32))
            FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id) END AS tags,
       segmented(p.text) AS text
FROM search_entries e JOIN posts p ON p.id = e.post_id JOIN questions q ON q.id = coalesce(p.question_id, p.id)
WHERE coalesce((SELECT is_indexed FROM pending_indexing i WHERE i.post_id = p.id),
               q.scope IS NOT NULL AND p.deleted_at IS NULL);

-- Every word with its positions. The index holds stems, so that "running" finds "run". It stores no sizes: ranking does
-- not use bm25(), which reads whole lists at each call. The texts are the first column, because words of the others take two
-- bytes more each.
CREATE VIRTUAL TABLE search_texts USING fts5(
    text, title, tags,
    content='search_documents', content_rowid='entry', columnsize=0,
    tokenize="porter ascii tokenchars '+#._'"
);

-- The stems that say what a post is about: up to four rows a post, entry * 4 + class. The classes are 0: the text's dominant
-- words, 1: its frequent words, 2: the title, 3: the tags.
CREATE VIEW search_strong_documents AS
SELECT entry * 4 + class AS row, strong_words(class, title, tags, text) AS words
FROM search_documents CROSS JOIN (SELECT 0 AS class UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)
WHERE strong_words(class, title, tags, text) <> '';

-- The index of these stems, without positions.
CREATE VIRTUAL TABLE search_strong USING fts5(
    words,
    content='search_strong_documents', content_rowid='row', columnsize=0, detail=none,
    tokenize="ascii tokenchars '+#._'"
);

-- Every change adds a small segment to an index, and FTS5 merges segments of about the same size. With 16 of them at once
-- instead of 4, each word is rewritten half as often. With 500 of them FTS5 would merge all in one transaction: merges in
-- steps keep their number far below.
INSERT INTO search_texts (search_texts, rank) VALUES ('automerge', 16);
INSERT INTO search_texts (search_texts, rank) VALUES ('crisismerge', 500);
INSERT INTO search_strong (search_strong, rank) VALUES ('automerge', 16);
INSERT INTO search_strong (search_strong, rank) VALUES ('crisismerge', 500);
-- A transaction with many texts adds one segment for this many bytes, not for each MiB.
INSERT INTO search_texts (search_texts, rank) VALUES ('hashsize', 16777216);
INSERT INTO search_strong (search_strong, rank) VALUES ('hashsize', 16777216);

-- A rebuild of the index in steps: questions from this id on are not in it yet. No row: the index is complete.
CREATE TABLE search_rebuild (
    next_question INTEGER NOT NULL
) STRICT;
-- Only a database with questions needs a rebuild.
INSERT INTO search_rebuild (next_question) SELECT 0 WHERE EXISTS (SELECT 1 FROM questions);

-- The longer words of questions, unstemmed (of the longest only the beginning), once for each scope that uses them:
-- they complete a prefix ("validat" is the beginning of no stem, but of "validator").
CREATE TABLE search_words (
    word  TEXT    NOT NULL,
    scope INTEGER NOT NULL,
    PRIMARY KEY (word, scope)
) STRICT, WITHOUT ROWID;

-- Those of them that correct mistyped words: of the words that a post brought, a bounded number.
CREATE TABLE search_corrections (
    id    INTEGER PRIMARY KEY,
    word  TEXT    NOT NULL,
    scope INTEGER NOT NULL
) STRICT;

-- The same with marks at the ends of each word.
CREATE VIEW search_correction_documents AS
SELECT id, '^' || word || '$' AS word FROM search_corrections;

-- Every three adjacent characters of these. Similar words share some of them.
CREATE VIRTUAL TABLE search_trigrams USING fts5(
    word,
    content='search_correction_documents', content_rowid='id', columnsize=0, detail=none,
    tokenize="trigram case_sensitive 1"
);
INSERT INTO search_trigrams (search_trigrams, rank) VALUES ('automerge', 16);
INSERT INTO search_trigrams (search_trigrams, rank) VALUES ('crisismerge', 500);
