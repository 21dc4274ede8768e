-- What its author's client calls a question, an answer or a comment: sent again, because the reply was lost, it is still one.
ALTER TABLE posts ADD COLUMN nonce TEXT;
CREATE UNIQUE INDEX posts_by_nonce ON posts(author_id, nonce, coalesce(question_id, 0)) WHERE nonce IS NOT NULL;
ALTER TABLE comments ADD COLUMN nonce TEXT;
CREATE UNIQUE INDEX comments_by_nonce ON comments(author_id, nonce, post_id) WHERE nonce IS NOT NULL;
