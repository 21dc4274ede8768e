-- The files in the directory `media`, by the SHA-256 of their bytes. Several pictures may share a file.
CREATE TABLE media_files (
    hash         TEXT    PRIMARY KEY CHECK (length(hash) = 64),
    bytes        INTEGER NOT NULL,
    -- Since when no picture has this file. A day later the row is deleted, and later the file.
    unused_since INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX media_files_unused ON media_files(unused_since) WHERE unused_since IS NOT NULL;

-- Pictures that members have uploaded. A text shows one as `![...](/media/ID)`.
CREATE TABLE pictures (
    id           INTEGER PRIMARY KEY,
    owner_id     INTEGER NOT NULL REFERENCES users(id),
    file         TEXT    NOT NULL REFERENCES media_files(hash),
    -- NULL: the picture is small enough to be its own thumbnail.
    thumbnail    TEXT    REFERENCES media_files(hash),
    type         TEXT    NOT NULL CHECK (type IN ('image/png', 'image/jpeg')),
    width        INTEGER NOT NULL,
    height       INTEGER NOT NULL,
    -- Of both files.
    bytes        INTEGER NOT NULL,
    -- The number of rows in picture_uses and avatars.
    use_count    INTEGER NOT NULL DEFAULT 0,
    -- Since when no text shows it. NULL also if it has become unused and no sweep has noticed yet.
    unused_since INTEGER
) STRICT;
CREATE INDEX pictures_by_owner ON pictures(owner_id, id, bytes);
CREATE INDEX pictures_by_file ON pictures(file);
CREATE INDEX pictures_by_thumbnail ON pictures(thumbnail) WHERE thumbnail IS NOT NULL;
CREATE INDEX pictures_unused ON pictures(unused_since) WHERE use_count = 0;

-- Which texts show which pictures. There is no row for a picture that the author of the text may not show.
CREATE TABLE picture_uses (
    picture_id INTEGER NOT NULL REFERENCES pictures(id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL CHECK (kind IN ('question', 'answer', 'comment', 'message', 'tag', 'community')),
    -- The question, the answer, the comment or the message, or the tag or the community whose description it is.
    content_id INTEGER NOT NULL,
    -- The question or the chat that the text is in. For a description, its tag or community.
    place_id   INTEGER NOT NULL,
    -- 0: only an earlier version of the text shows it.
    is_current INTEGER NOT NULL DEFAULT 1 CHECK (is_current IN (0, 1)),
    PRIMARY KEY (picture_id, kind, content_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX picture_uses_by_place ON picture_uses(place_id, content_id);

CREATE TRIGGER count_picture_use AFTER INSERT ON picture_uses BEGIN
    UPDATE pictures SET use_count = use_count + 1, unused_since = NULL WHERE id = new.picture_id;
END;
CREATE TRIGGER uncount_picture_use AFTER DELETE ON picture_uses BEGIN
    UPDATE pictures SET use_count = use_count - 1 WHERE id = old.picture_id;
END;
CREATE TRIGGER delete_picture_uses_of_message AFTER DELETE ON messages BEGIN
    DELETE FROM picture_uses WHERE place_id = old.chat_id AND content_id = old.id;
END;

-- What members have uploaded on a day (in days since 1970, UTC), those that were no pictures included.
CREATE TABLE picture_quotas (
    owner_id INTEGER PRIMARY KEY REFERENCES users(id),
    day      INTEGER NOT NULL,
    files    INTEGER NOT NULL,
    bytes    INTEGER NOT NULL
) STRICT;
