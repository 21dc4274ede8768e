-- The lists of a community in every order without sorting, and how long they are without looking at each question.
DROP INDEX questions_of_community;
CREATE INDEX questions_of_community ON questions(community_id, id, scope) WHERE community_id IS NOT NULL;
CREATE INDEX questions_of_community_unanswered ON questions(community_id, id, scope) WHERE community_id IS NOT NULL AND answer_count = 0;
CREATE INDEX questions_of_community_active ON questions(community_id, last_answer_id, id) WHERE community_id IS NOT NULL;
CREATE INDEX questions_of_community_viewed ON questions(community_id, view_count, id) WHERE community_id IS NOT NULL;
