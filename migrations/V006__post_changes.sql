-- A question that its asker has closed takes no new answers.
ALTER TABLE questions ADD COLUMN closed_at INTEGER;

-- `question_id` asks again what `original_id` asked.
CREATE TABLE duplicates (
    question_id INTEGER NOT NULL REFERENCES questions(id),
    original_id INTEGER NOT NULL REFERENCES questions(id),
    linked_by   INTEGER NOT NULL REFERENCES users(id),
    linked_at   INTEGER NOT NULL,
    PRIMARY KEY (question_id, original_id),
    CHECK (question_id <> original_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX duplicates_by_original ON duplicates(original_id);

-- Append-only: the texts of comments that an edit replaced. The latest is the comment's own.
CREATE TABLE comment_revisions (
    id         INTEGER PRIMARY KEY,
    comment_id INTEGER NOT NULL REFERENCES comments(id),
    -- When this text was written, not when it was replaced.
    created_at INTEGER NOT NULL,
    text       TEXT    NOT NULL
) STRICT;
CREATE INDEX comment_revisions_of_comment ON comment_revisions(comment_id, id);

-- One's own deleted posts.
CREATE INDEX posts_deleted ON posts(author_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX comments_deleted ON comments(author_id, deleted_at) WHERE deleted_at IS NOT NULL;
