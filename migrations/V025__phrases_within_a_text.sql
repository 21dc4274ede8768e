-- A phrase is found within an answer or a tag, not where one ends and the next begins: between them stands a word that nobody
-- looks for (U+E000, which has no meaning, and for the tokenizer is one).
DROP VIEW search_documents;
CREATE VIEW search_documents AS
SELECT q.id AS id,
       q.scope AS scope,
       separated(q.title) AS title,
       separated((SELECT group_concat(t.folded, char(32, 57344, 32))
                  FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id)) AS tags,
       separated(p.text) AS text,
       separated((SELECT group_concat(a.text, char(10, 57344, 10)) FROM posts a WHERE a.question_id = q.id AND a.deleted_at IS NULL)) AS answers,
       concat_ws(' ', CASE WHEN q.scope > 0 THEN 'c' || q.scope END,
                 (SELECT group_concat('t' || qt.tag_id, ' ') FROM question_tags qt WHERE qt.question_id = q.id)) AS marks
FROM questions q JOIN posts p ON p.id = q.id
WHERE q.scope IS NOT NULL;
-- While all is indexed anew pieces are merged at once, sixteen of a size: all is one transaction anyway, and few are faster to search.
INSERT INTO search (search, rank) VALUES ('crisismerge', 16);
INSERT INTO search (search) VALUES ('rebuild');
INSERT INTO search (search, rank) VALUES ('crisismerge', 500);
INSERT INTO search_private (search_private, rank) VALUES ('crisismerge', 16);
INSERT INTO search_private (search_private) VALUES ('rebuild');
INSERT INTO search_private (search_private, rank) VALUES ('crisismerge', 500);
