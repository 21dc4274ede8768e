-- One document a question: what it says, its tags, and what its visible answers say. Deleted questions have none,
-- so that building the index anew from this view leaves them out.
CREATE VIEW search_documents AS
SELECT q.id AS id,
       q.title AS title,
       (SELECT group_concat(t.name, ' ') FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id) AS tags,
       p.text AS text,
       (SELECT group_concat(a.text, char(10)) FROM posts a WHERE a.question_id = q.id AND a.deleted_at IS NULL) AS answers
FROM questions q JOIN posts p ON p.id = q.id
WHERE q.scope IS NOT NULL;

-- What searches match and rank: stems, so that "running" finds "run".
CREATE VIRTUAL TABLE search USING fts5(
    title, tags, text, answers,
    content='search_documents', content_rowid='id',
    tokenize='porter unicode61 remove_diacritics 2'
);

-- The words as they were written, to complete the beginning of one: "validat" begins no stem, but "validator".
CREATE VIRTUAL TABLE search_words USING fts5(
    title, tags, text, answers,
    content='search_documents', content_rowid='id',
    tokenize='unicode61 remove_diacritics 2', detail=none
);
CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search_words, 'row');
