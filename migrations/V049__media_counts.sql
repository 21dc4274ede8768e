-- The size of all files, so that an upload needs no sum over them. One row.
CREATE TABLE media_counts (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    bytes INTEGER NOT NULL
) STRICT;
INSERT INTO media_counts SELECT 1, coalesce(sum(bytes), 0) FROM media_files;
CREATE TRIGGER count_media_file AFTER INSERT ON media_files BEGIN
    UPDATE media_counts SET bytes = bytes + new.bytes;
END;
CREATE TRIGGER recount_media_file AFTER UPDATE OF bytes ON media_files BEGIN
    UPDATE media_counts SET bytes = bytes - old.bytes + new.bytes;
END;
CREATE TRIGGER uncount_media_file AFTER DELETE ON media_files BEGIN
    UPDATE media_counts SET bytes = bytes - old.bytes;
END;
