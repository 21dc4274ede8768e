-- Other names of tags, which administrators set. `question_tags` keeps the tags that authors wrote, so that the questions
-- of a synonym get it back when it is removed.
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

-- Every tag with the tag that has its questions: for a synonym its main tag, for any other tag itself.
CREATE VIEW main_tags AS
SELECT t.id AS tag_id, t.name_key, coalesce(s.main_id, t.id) AS main_id FROM tags t LEFT JOIN tag_synonyms s ON s.tag_id = t.id;
