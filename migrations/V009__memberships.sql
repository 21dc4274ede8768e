-- How many belong to a community, wait to be let in, and have asked in it. Counted by the triggers below.
ALTER TABLE communities ADD COLUMN member_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE communities ADD COLUMN moderator_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE communities ADD COLUMN request_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE communities ADD COLUMN question_count INTEGER NOT NULL DEFAULT 0;

-- Who waits to be let into a private community. Nobody is a member and waits.
CREATE TABLE member_requests (
    community_id INTEGER NOT NULL REFERENCES communities(id),
    user_id      INTEGER NOT NULL REFERENCES users(id),
    requested_at INTEGER NOT NULL,
    PRIMARY KEY (community_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_requests_by_age ON member_requests(community_id, requested_at, user_id);
CREATE INDEX member_requests_by_user ON member_requests(user_id, community_id);

CREATE INDEX members_by_age ON members(community_id, joined_at, user_id);
CREATE INDEX moderators_by_age ON members(community_id, joined_at, user_id) WHERE role = 'moderator';

UPDATE communities SET
    member_count = (SELECT count(*) FROM members m WHERE m.community_id = communities.id),
    moderator_count = (SELECT count(*) FROM members m WHERE m.community_id = communities.id AND m.role = 'moderator'),
    question_count = (SELECT count(*) FROM questions q WHERE q.community_id = communities.id AND q.scope IS NOT NULL);

CREATE TRIGGER members_counted AFTER INSERT ON members BEGIN
    UPDATE communities SET member_count = member_count + 1, moderator_count = moderator_count + (new.role = 'moderator')
    WHERE id = new.community_id;
    DELETE FROM member_requests WHERE community_id = new.community_id AND user_id = new.user_id;
END;
CREATE TRIGGER members_uncounted AFTER DELETE ON members BEGIN
    UPDATE communities SET member_count = member_count - 1, moderator_count = moderator_count - (old.role = 'moderator')
    WHERE id = old.community_id;
END;
CREATE TRIGGER members_recounted AFTER UPDATE OF role ON members WHEN old.role <> new.role BEGIN
    UPDATE communities SET moderator_count = moderator_count + (new.role = 'moderator') - (old.role = 'moderator')
    WHERE id = new.community_id;
END;
CREATE TRIGGER member_requests_counted AFTER INSERT ON member_requests BEGIN
    UPDATE communities SET request_count = request_count + 1 WHERE id = new.community_id;
END;
CREATE TRIGGER member_requests_uncounted AFTER DELETE ON member_requests BEGIN
    UPDATE communities SET request_count = request_count - 1 WHERE id = old.community_id;
END;
-- A deleted question has no scope, and a question stays in its community.
CREATE TRIGGER community_questions_counted AFTER INSERT ON questions WHEN new.community_id IS NOT NULL AND new.scope IS NOT NULL BEGIN
    UPDATE communities SET question_count = question_count + 1 WHERE id = new.community_id;
END;
CREATE TRIGGER community_questions_recounted AFTER UPDATE OF scope ON questions
WHEN new.community_id IS NOT NULL AND (old.scope IS NULL) <> (new.scope IS NULL) BEGIN
    UPDATE communities SET question_count = question_count + (new.scope IS NOT NULL) - (old.scope IS NOT NULL) WHERE id = new.community_id;
END;

-- All Communities: those that are not archived, by name, and how many they are. Parts of names of three and more
-- characters are searched by trigram.
CREATE INDEX communities_listed ON communities(folded) WHERE archived_at IS NULL;
CREATE TABLE community_total (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    communities INTEGER NOT NULL
) STRICT;
INSERT INTO community_total SELECT 1, count(*) FROM communities WHERE archived_at IS NULL;
CREATE VIRTUAL TABLE community_names USING fts5(name, content='communities', content_rowid='id', tokenize='trigram');
INSERT INTO community_names(rowid, name) SELECT id, name FROM communities WHERE archived_at IS NULL;

CREATE TRIGGER communities_named AFTER INSERT ON communities WHEN new.archived_at IS NULL BEGIN
    UPDATE community_total SET communities = communities + 1;
    INSERT INTO community_names(rowid, name) VALUES (new.id, new.name);
END;
CREATE TRIGGER communities_archived AFTER UPDATE OF archived_at ON communities
WHEN old.archived_at IS NULL AND new.archived_at IS NOT NULL BEGIN
    UPDATE community_total SET communities = communities - 1;
    INSERT INTO community_names(community_names, rowid, name) VALUES ('delete', old.id, old.name);
END;
CREATE TRIGGER communities_unarchived AFTER UPDATE OF archived_at ON communities
WHEN old.archived_at IS NOT NULL AND new.archived_at IS NULL BEGIN
    UPDATE community_total SET communities = communities + 1;
    INSERT INTO community_names(rowid, name) VALUES (new.id, new.name);
END;
