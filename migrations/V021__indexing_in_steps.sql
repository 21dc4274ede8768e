-- Removing or restoring a long thread changes the index in steps.

-- Posts that were hidden or shown, but not yet taken out of the index or added to it.
CREATE TABLE pending_indexing (
    post_id    INTEGER PRIMARY KEY REFERENCES posts(id),
    -- 1: the index contains the post, although it is hidden, or was for a moment.
    is_indexed INTEGER NOT NULL
) STRICT;

-- The content of the index: the visible posts, but for those that are pending.
DROP VIEW search_documents;
CREATE VIEW search_documents AS
SELECT e.entry AS entry,
       CASE WHEN p.question_id IS NULL THEN segmented(q.title) END AS title,
       CASE WHEN p.question_id IS NULL THEN
           segmented((SELECT group_concat(t.name_key, char(32, 57344, 32))
                      FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id)) END AS tags,
       segmented(p.text) AS text
FROM search_entries e JOIN posts p ON p.id = e.post_id JOIN questions q ON q.id = coalesce(p.question_id, p.id)
WHERE coalesce((SELECT is_indexed FROM pending_indexing i WHERE i.post_id = p.id),
               q.scope IS NOT NULL AND p.deleted_at IS NULL);
