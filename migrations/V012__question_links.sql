-- Links between questions, as imports from other sites know them: the text of `question_id`, an answer or a comment there
-- mentions `linked_id`.
CREATE TABLE question_links (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    linked_id   INTEGER NOT NULL REFERENCES questions(id),
    PRIMARY KEY (question_id, linked_id),
    CHECK (question_id <> linked_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_links_by_linked ON question_links(linked_id);
