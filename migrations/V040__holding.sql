-- What is kept from others without a moderator's removal. 'removed': a moderator removed it. 'hidden': reports hide it until it
-- is decided. 'held': it was never shown and waits for approval. 'withdrawn': held, and then deleted by its author. 'rejected':
-- held, and then refused by a moderator. Content that is hidden, held or withdrawn has its author as `removed_by`. Editing what
-- is held gives the row a new id.
ALTER TABLE removals ADD COLUMN kind TEXT NOT NULL DEFAULT 'removed' CHECK (kind IN ('removed', 'hidden', 'held', 'withdrawn', 'rejected'));

-- The posts of a member that wait for approval.
CREATE INDEX cases_held ON cases(author_id) WHERE decision IS NULL AND ask = 'held';

-- Whether everyone could read the reported object: only then the decision counts for the weight of later reports, so that nobody
-- learns from a weight what was decided in a private community.
ALTER TABLE flags ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0;
UPDATE flags SET is_public = 1 WHERE case_id IN (
    SELECT c.id FROM cases c WHERE c.kind <> 'message'
    AND (c.community_id IS NULL OR EXISTS (SELECT 1 FROM communities k WHERE k.id = c.community_id AND k.visibility = 'public')));
CREATE INDEX flags_decided ON flags(user_id, id) WHERE is_open = 0 AND is_public = 1;
