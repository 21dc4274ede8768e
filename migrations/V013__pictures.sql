-- Pictures that members have uploaded, and where they are shown.

-- The files in the directory `media`, by the SHA-256 of their bytes. Several pictures may share a file.
CREATE TABLE media_files (
    hash         TEXT    PRIMARY KEY CHECK (length(hash) = 64),
    bytes        INTEGER NOT NULL,
    -- Since when no picture has this file. A day later the row is deleted, and later the file.
    unused_since INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX media_files_unused ON media_files(unused_since) WHERE unused_since IS NOT NULL;

CREATE TRIGGER count_media_file AFTER INSERT ON media_files BEGIN
    UPDATE media_counts SET bytes = bytes + new.bytes;
END;
CREATE TRIGGER recount_media_file AFTER UPDATE OF bytes ON media_files BEGIN
    UPDATE media_counts SET bytes = bytes - old.bytes + new.bytes;
END;
CREATE TRIGGER uncount_media_file AFTER DELETE ON media_files BEGIN
    UPDATE media_counts SET bytes = bytes - old.bytes;
END;

-- The size of all files in bytes, so that an upload needs no sum over them. One row. Kept by triggers on `media_files`.
CREATE TABLE media_counts (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    bytes INTEGER NOT NULL
) STRICT;
INSERT INTO media_counts VALUES (1, 0);

-- Pictures. A text shows one as `![...](/media/ID)`.
CREATE TABLE pictures (
    id           INTEGER PRIMARY KEY,
    owner_id     INTEGER NOT NULL REFERENCES users(id),
    file         TEXT    NOT NULL REFERENCES media_files(hash),
    -- NULL: the picture is small enough to be its own thumbnail.
    thumbnail    TEXT    REFERENCES media_files(hash),
    type         TEXT    NOT NULL CHECK (type IN ('image/png', 'image/jpeg')),
    -- In pixels.
    width        INTEGER NOT NULL,
    height       INTEGER NOT NULL,
    -- Of both files.
    bytes        INTEGER NOT NULL,
    -- The number of rows in `picture_uses` and `avatars`. Kept by triggers there.
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
    kind       TEXT    NOT NULL CHECK (kind IN ('question', 'answer', 'comment', 'message', 'tag', 'community', 'biography')),
    -- The question, the answer, the comment or the message, or the tag, the community or the user whose description it is.
    content_id INTEGER NOT NULL,
    -- The question or the chat that the text is in. For a description, its tag, community or user. Kept by the program.
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

-- The pictures that users and communities have chosen for themselves. Everybody who is signed in may see them.
CREATE TABLE avatars (
    -- The user or the community. 0: the logo of the site; -1: its cover.
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

-- What each member has uploaded on a day, rejected files included.
CREATE TABLE picture_quotas (
    owner_id INTEGER PRIMARY KEY REFERENCES users(id),
    -- In days since 1970, UTC.
    day      INTEGER NOT NULL,
    files    INTEGER NOT NULL,
    bytes    INTEGER NOT NULL
) STRICT;
