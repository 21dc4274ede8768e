//! Invariants of the tables about questions. Deleted content does not count.

use crate::platform::db::Invariant::{self, Cleared, Conflict, Derived, Owned, Present};

/// Who may read a question, according to its community and its deletion. A community whose row is
/// missing or has an unknown visibility counts as private, and a trace of a deletion as a deletion.
macro_rules! scope_of_sources {
    () => {
        "CASE WHEN coalesce((SELECT p.deleted_at IS NOT NULL OR p.deleted_by IS NOT NULL FROM posts p WHERE p.id = questions.id), TRUE) THEN NULL
              WHEN questions.community_id IS NULL THEN 0
              ELSE (SELECT iif(c.visibility = 'public', 0, c.id) FROM communities c WHERE c.id = questions.community_id) END"
    };
}

/// SQL condition: the stored scope is, or was, that of a private community. It is then evidence of its
/// own that the question is private.
macro_rules! is_stored_private {
    () => {
        "(questions.scope = questions.community_id
          OR questions.scope IN (SELECT c.id FROM communities c WHERE c.visibility IS NOT 'public'))"
    };
}

/// The derived columns, each after the columns that it depends on.
pub const DERIVED: &[Invariant] = &[
    // A repair never moves a question out of the scope of a private community, except to hide it:
    // CONFLICTS names those that it leaves.
    Derived {
        table: "questions",
        column: "scope",
        expected: concat!("iif(", is_stored_private!(), " AND (", scope_of_sources!(), ") IS NOT NULL, questions.scope, ", scope_of_sources!(), ")"),
    },
    // These decide in which queue a suggested edit waits.
    Derived {
        table: "suggested_edits",
        column: "community_id",
        expected: "SELECT w.community_id FROM waiting_edits w WHERE w.id = suggested_edits.id",
    },
    Derived {
        table: "suggested_edits",
        column: "scope",
        expected: "SELECT w.scope FROM waiting_edits w WHERE w.id = suggested_edits.id",
    },
    // These decide with which question a comment or a vote is shown and counted.
    Derived {
        table: "comments",
        column: "question_id",
        expected: "coalesce((SELECT coalesce(p.question_id, p.id) FROM posts p WHERE p.id = comments.post_id), comments.question_id)",
    },
    Derived {
        table: "votes",
        column: "question_id",
        expected: "coalesce((SELECT coalesce(p.question_id, p.id) FROM posts p WHERE p.id = votes.post_id), votes.question_id)",
    },
    Cleared {
        table: "questions",
        column: "accepted_answer_id",
        invalid: "NOT EXISTS (SELECT 1 FROM posts a WHERE a.id = questions.accepted_answer_id AND a.question_id = questions.id AND a.deleted_at IS NULL)",
    },
    Cleared {
        table: "questions",
        column: "deleted_accepted_answer_id",
        invalid: "NOT EXISTS (SELECT 1 FROM posts a WHERE a.id = questions.deleted_accepted_answer_id AND a.question_id = questions.id)",
    },
    Derived {
        table: "posts",
        column: "score",
        expected: "posts.imported_score + coalesce((SELECT sum(v.value) FROM votes v
                WHERE v.question_id = coalesce(posts.question_id, posts.id) AND v.post_id = posts.id), 0)",
    },
    Derived { table: "questions", column: "score", expected: "SELECT p.score FROM posts p WHERE p.id = questions.id" },
    Derived {
        table: "questions",
        column: "peer_score",
        expected: "questions.score - coalesce((SELECT v.value FROM posts p JOIN votes v ON v.question_id = p.id AND v.post_id = p.id AND v.user_id = p.author_id
                   WHERE p.id = questions.id), 0)",
    },
    Derived {
        table: "questions",
        column: "answer_count",
        expected: "SELECT count(*) FROM posts a WHERE a.question_id = questions.id AND a.deleted_at IS NULL",
    },
    Derived {
        table: "questions",
        column: "last_answer_id",
        expected: "SELECT coalesce(max(a.id), 0) FROM posts a WHERE a.question_id = questions.id AND a.deleted_at IS NULL",
    },
    Derived {
        table: "questions",
        column: "view_count",
        expected: "questions.imported_views + (SELECT count(*) FROM question_views v WHERE v.question_id = questions.id)",
    },
    Present {
        table: "question_counts",
        columns: "scope, questions, unanswered",
        missing: "SELECT DISTINCT q.scope, 0, 0 FROM questions q WHERE q.scope IS NOT NULL
                  AND NOT EXISTS (SELECT 1 FROM question_counts t WHERE t.scope = q.scope)",
    },
    // Every scope but 0 is a community, whose questions an index finds.
    Derived {
        table: "question_counts",
        column: "questions",
        expected: "CASE question_counts.scope WHEN 0 THEN (SELECT count(*) FROM questions q WHERE q.scope = 0)
                ELSE (SELECT count(*) FROM questions q WHERE q.community_id = question_counts.scope AND q.scope = question_counts.scope) END",
    },
    Derived {
        table: "question_counts",
        column: "unanswered",
        expected: "CASE question_counts.scope WHEN 0 THEN (SELECT count(*) FROM questions q WHERE q.scope = 0 AND q.answer_count = 0)
                ELSE (SELECT count(*) FROM questions q WHERE q.community_id = question_counts.scope AND q.scope = question_counts.scope
                      AND q.answer_count = 0) END",
    },
    // A row also holds the spelling of the tag in its scope, so no row is deleted at 0.
    Present {
        table: "scoped_tags",
        columns: "tag_id, scope, id, name",
        missing: "SELECT DISTINCT t.id, q.scope, t.id, t.name_key
                  FROM question_tags qt JOIN questions q ON q.id = qt.question_id JOIN main_tags m ON m.tag_id = qt.tag_id
                  JOIN tags t ON t.id IN (m.tag_id, m.main_id)
                  WHERE q.scope IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scoped_tags s WHERE s.tag_id = t.id AND s.scope = q.scope)",
    },
    Derived {
        table: "scoped_tags",
        column: "question_count",
        expected: "SELECT count(DISTINCT q.id) FROM question_tags qt JOIN questions q ON q.id = qt.question_id
                WHERE q.scope = scoped_tags.scope AND scoped_tags.tag_id NOT IN (SELECT tag_id FROM tag_synonyms)
                AND qt.tag_id IN (SELECT scoped_tags.tag_id UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = scoped_tags.tag_id)
                AND scoped_tags.tag_id NOT IN (SELECT id FROM tags WHERE deleted_at IS NOT NULL)",
    },
    Present {
        table: "community_tags",
        columns: "tag_id, community_id",
        missing: "SELECT DISTINCT m.main_id, q.community_id
                  FROM question_tags qt JOIN questions q ON q.id = qt.question_id JOIN main_tags m ON m.tag_id = qt.tag_id
                  WHERE q.scope = 0 AND q.community_id IS NOT NULL
                  AND NOT EXISTS (SELECT 1 FROM community_tags t WHERE t.tag_id = m.main_id AND t.community_id = q.community_id)",
    },
    Derived {
        table: "community_tags",
        column: "question_count",
        expected: "SELECT count(DISTINCT q.id) FROM question_tags qt JOIN questions q ON q.id = qt.question_id
                WHERE q.scope = 0 AND q.community_id = community_tags.community_id
                AND community_tags.tag_id NOT IN (SELECT tag_id FROM tag_synonyms)
                AND qt.tag_id IN (SELECT community_tags.tag_id UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = community_tags.tag_id)
                AND community_tags.tag_id NOT IN (SELECT id FROM tags WHERE deleted_at IS NOT NULL)",
    },
    Present {
        table: "author_counts",
        columns: "user_id, scope",
        missing: "SELECT DISTINCT p.author_id, q.scope FROM posts p JOIN questions q ON q.id = coalesce(p.question_id, p.id)
                  WHERE p.deleted_at IS NULL AND q.scope IS NOT NULL
                  AND NOT EXISTS (SELECT 1 FROM author_counts t WHERE t.user_id = p.author_id AND t.scope = q.scope)",
    },
    Derived {
        table: "author_counts",
        column: "questions",
        expected: "SELECT count(*) FROM posts p JOIN questions q ON q.id = p.id
                WHERE p.author_id = author_counts.user_id AND p.question_id IS NULL AND p.deleted_at IS NULL AND q.scope = author_counts.scope",
    },
    Derived {
        table: "author_counts",
        column: "answers",
        expected: "SELECT count(*) FROM posts p JOIN questions q ON q.id = p.question_id
                WHERE p.author_id = author_counts.user_id AND p.deleted_at IS NULL AND q.scope = author_counts.scope",
    },
    Derived {
        table: "users",
        column: "question_count",
        expected: "coalesce((SELECT t.questions FROM author_counts t WHERE t.user_id = users.id AND t.scope = 0), 0)",
    },
    Derived {
        table: "users",
        column: "answer_count",
        expected: "coalesce((SELECT t.answers FROM author_counts t WHERE t.user_id = users.id AND t.scope = 0), 0)",
    },
    // The view `earned_points` has the same sum. By user it would read all posts for each.
    Derived {
        table: "users",
        column: "reputation_points",
        expected: "SELECT coalesce(sum(
                    iif(p.question_id IS NULL, 5, iif(p.is_wiki, 0, 10)) * (p.score - coalesce((SELECT v.value FROM votes v
                        WHERE v.question_id = q.id AND v.post_id = p.id AND v.user_id = p.author_id), 0))
                    + iif(q.accepted_answer_id = p.id AND p.author_id <> (SELECT a.author_id FROM posts a WHERE a.id = q.id), 15, 0)), 0)
                FROM posts p JOIN questions q ON q.id = coalesce(p.question_id, p.id)
                WHERE p.author_id = users.id AND p.deleted_at IS NULL AND q.scope = 0",
    },
];

/// Sources that contradict each other.
pub const CONFLICTS: &[Invariant] = &[
    Conflict {
        table: "revisions",
        column: "compressed_text",
        conflict: "is_damaged(compressed_text)",
    },
    Conflict {
        table: "questions",
        column: "scope",
        conflict: concat!(
            is_stored_private!(),
            " AND questions.scope <> (",
            scope_of_sources!(),
            ")"
        ),
    },
    Conflict {
        table: "posts",
        column: "deleted_at",
        conflict: "deleted_at IS NULL AND deleted_by IS NOT NULL",
    },
    Conflict {
        table: "comments",
        column: "deleted_at",
        conflict: "deleted_at IS NULL AND deleted_by IS NOT NULL",
    },
];

/// Rows whose parents must exist.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "author_counts",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = author_counts.user_id)",
    },
    Owned {
        table: "community_tags",
        orphan: "NOT EXISTS (SELECT 1 FROM tags t WHERE t.id = community_tags.tag_id)
                 OR NOT EXISTS (SELECT 1 FROM communities c WHERE c.id = community_tags.community_id)",
    },
    Owned {
        table: "votes",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = votes.post_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = votes.user_id)",
    },
    Owned {
        table: "question_views",
        orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = question_views.question_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = question_views.user_id)",
    },
    Owned {
        table: "question_tags",
        orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = question_tags.question_id)
                 OR NOT EXISTS (SELECT 1 FROM tags t WHERE t.id = question_tags.tag_id)",
    },
    Owned {
        table: "pins",
        orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = pins.question_id)
                 OR pins.place = 'tag' AND NOT EXISTS (SELECT 1 FROM tags t WHERE t.id = pins.place_id)
                 OR pins.place = 'community' AND NOT EXISTS (SELECT 1 FROM communities c WHERE c.id = pins.place_id)",
    },
    Owned {
        table: "question_moves",
        orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = question_moves.question_id)",
    },
    Owned {
        table: "question_merges",
        orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = question_merges.question_id)
                 OR NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = question_merges.into_id)",
    },
    Owned {
        table: "tag_synonyms",
        orphan: "NOT EXISTS (SELECT 1 FROM tags t WHERE t.id = tag_synonyms.tag_id)
                 OR NOT EXISTS (SELECT 1 FROM tags t WHERE t.id = tag_synonyms.main_id)",
    },
    Owned {
        table: "duplicates",
        orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = duplicates.question_id)
                 OR NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = duplicates.original_id)",
    },
    Owned {
        table: "question_links",
        orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = question_links.question_id)
                 OR NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = question_links.linked_id)",
    },
    Owned {
        table: "attributions",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = attributions.id UNION ALL SELECT 1 FROM comments c WHERE c.id = attributions.id)",
    },
    // The administrator row always exists: a deleted account keeps its row.
    Owned {
        table: "removals",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = removals.content_id UNION ALL SELECT 1 FROM comments c WHERE c.id = removals.content_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = removals.removed_by)",
    },
];
