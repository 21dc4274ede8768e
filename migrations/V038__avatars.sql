-- The pictures that users and communities have chosen for themselves. Everybody who is signed in may see them.
CREATE TABLE avatars (
    -- The user or the community.
    object_id  INTEGER PRIMARY KEY,
    picture_id INTEGER NOT NULL REFERENCES pictures(id) ON DELETE CASCADE
) STRICT;
CREATE INDEX avatars_by_picture ON avatars(picture_id);

CREATE TRIGGER count_avatar AFTER INSERT ON avatars BEGIN
    UPDATE pictures SET use_count = use_count + 1, unused_since = NULL WHERE id = new.picture_id;
END;
CREATE TRIGGER uncount_avatar AFTER DELETE ON avatars BEGIN
    UPDATE pictures SET use_count = use_count - 1 WHERE id = old.picture_id;
END;
