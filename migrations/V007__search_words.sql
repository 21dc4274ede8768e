-- Search in languages without spaces, what a mistyped word may mean, and counting without looking at each question.
DROP TABLE search_vocabulary;
DROP TABLE search_words;
DROP TABLE search;
DROP VIEW search_documents;

-- One document a question: what it says, its tags, what its visible answers say, and marks by which a search is
-- restricted: 't1' for the tag 1, and in the private community 9 'private' and 'c9'. Deleted questions have none, so
-- that building the index anew from this view leaves them out.
CREATE VIEW search_documents AS
SELECT q.id AS id,
       separated(q.title) AS title,
       separated((SELECT group_concat(t.name, ' ') FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id)) AS tags,
       separated(p.text) AS text,
       separated((SELECT group_concat(a.text, char(10)) FROM posts a WHERE a.question_id = q.id AND a.deleted_at IS NULL)) AS answers,
       concat_ws(' ', CASE WHEN q.scope > 0 THEN 'private c' || q.scope END,
                 (SELECT group_concat('t' || qt.tag_id, ' ') FROM question_tags qt WHERE qt.question_id = q.id)) AS marks
FROM questions q JOIN posts p ON p.id = q.id
WHERE q.scope IS NOT NULL;

-- What searches match and rank: stems, so that "running" finds "run".
CREATE VIRTUAL TABLE search USING fts5(
    title, tags, text, answers, marks,
    content='search_documents', content_rowid='id',
    tokenize='porter unicode61 remove_diacritics 2'
);
INSERT INTO search (search) VALUES ('rebuild');

-- The longer words unstemmed (of the longest the beginning), once for each scope in which they were written: to complete
-- the beginning of one ("validat" begins no stem, but "validator"), and to find the one that was meant by a mistyped one.
CREATE TABLE words (
    id    INTEGER PRIMARY KEY,
    word  TEXT    NOT NULL,
    scope INTEGER NOT NULL,
    UNIQUE (word, scope)
) STRICT;
-- Each three neighbours in a word, with marks at its ends: by one of them a similar word is found.
CREATE TABLE word_trigrams (
    trigram TEXT    NOT NULL,
    word_id INTEGER NOT NULL,
    PRIMARY KEY (trigram, word_id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO words (word, scope)
SELECT w.value, q.scope
FROM search_documents d JOIN questions q ON q.id = d.id
JOIN json_each(words(concat_ws(' ', d.title, d.tags, d.text, d.answers))) w;
INSERT INTO word_trigrams (trigram, word_id) SELECT t.value, w.id FROM words w JOIN json_each(trigrams(w.word)) t;

CREATE INDEX questions_accepted ON questions(id) WHERE accepted_answer_id IS NOT NULL;
