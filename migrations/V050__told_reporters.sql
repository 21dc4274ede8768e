-- The place of a decision among what its reporters are told. NULL: not decided, or decided before this column.
ALTER TABLE flags ADD COLUMN told_as INTEGER;
CREATE INDEX flags_told ON flags(user_id, told_as) WHERE told_as IS NOT NULL;

-- Whether a report says that the object is illegal: such cases come first. Maintained by triggers.
ALTER TABLE cases ADD COLUMN is_illegal INTEGER NOT NULL DEFAULT 0;
UPDATE cases SET is_illegal = 1
WHERE id IN (SELECT case_id FROM flags WHERE reason = 'illegal' UNION ALL SELECT case_id FROM visitor_reports);
CREATE INDEX flags_illegal ON flags(case_id) WHERE reason = 'illegal';

DROP INDEX cases_oldest;
DROP INDEX cases_heaviest;
DROP INDEX cases_oldest_in;
DROP INDEX cases_heaviest_in;
CREATE INDEX cases_oldest ON cases(is_illegal DESC, id) WHERE decision IS NULL;
CREATE INDEX cases_heaviest ON cases(is_illegal DESC, flag_count DESC, id) WHERE decision IS NULL;
CREATE INDEX cases_oldest_in ON cases(community_id, is_illegal DESC, id) WHERE decision IS NULL;
CREATE INDEX cases_heaviest_in ON cases(community_id, is_illegal DESC, flag_count DESC, id) WHERE decision IS NULL;

DROP TRIGGER count_flag;
DROP TRIGGER uncount_flag;
DROP TRIGGER count_visitor_report;
DROP TRIGGER uncount_visitor_report;
CREATE TRIGGER count_flag AFTER INSERT ON flags BEGIN
    UPDATE cases SET flag_count = flag_count + 1, is_illegal = is_illegal OR new.reason = 'illegal' WHERE id = new.case_id;
END;
CREATE TRIGGER uncount_flag AFTER DELETE ON flags BEGIN
    UPDATE cases SET flag_count = flag_count - 1,
        is_illegal = EXISTS (SELECT 1 FROM flags f WHERE f.case_id = old.case_id AND f.reason = 'illegal')
            OR EXISTS (SELECT 1 FROM visitor_reports r WHERE r.case_id = old.case_id)
    WHERE id = old.case_id;
END;
CREATE TRIGGER count_visitor_report AFTER INSERT ON visitor_reports BEGIN
    UPDATE cases SET flag_count = flag_count + 1, is_illegal = 1 WHERE id = new.case_id;
END;
CREATE TRIGGER uncount_visitor_report AFTER DELETE ON visitor_reports BEGIN
    UPDATE cases SET flag_count = flag_count - 1,
        is_illegal = EXISTS (SELECT 1 FROM flags f WHERE f.case_id = old.case_id AND f.reason = 'illegal')
            OR EXISTS (SELECT 1 FROM visitor_reports r WHERE r.case_id = old.case_id)
    WHERE id = old.case_id;
END;
