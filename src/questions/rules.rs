//! What must hold between the rows about questions. What is deleted counts nowhere.

use crate::db::Rule::{self, Belongs, Counted, Present};

/// Each after those that it counts.
pub const COUNTERS: &[Rule] = &[
    Counted {
        table: "posts",
        column: "score",
        right: "posts.imported_score + coalesce((SELECT sum(v.value) FROM votes v
                WHERE v.question_id = coalesce(posts.question_id, posts.id) AND v.post_id = posts.id), 0)",
    },
    Counted { table: "questions", column: "score", right: "SELECT p.score FROM posts p WHERE p.id = questions.id" },
    Counted {
        table: "questions",
        column: "answer_count",
        right: "SELECT count(*) FROM posts a WHERE a.question_id = questions.id AND a.deleted_at IS NULL",
    },
    Counted {
        table: "questions",
        column: "last_answer_id",
        right: "SELECT coalesce(max(a.id), 0) FROM posts a WHERE a.question_id = questions.id AND a.deleted_at IS NULL",
    },
    Counted {
        table: "questions",
        column: "view_count",
        right: "questions.imported_views + (SELECT count(*) FROM views v WHERE v.question_id = questions.id)",
    },
    Present {
        table: "question_totals",
        columns: "scope, questions, unanswered",
        missing: "SELECT DISTINCT q.scope, 0, 0 FROM questions q WHERE q.scope IS NOT NULL
                  AND NOT EXISTS (SELECT 1 FROM question_totals t WHERE t.scope = q.scope)",
    },
    // A scope other than everyone's is a community, whose questions an index knows.
    Counted {
        table: "question_totals",
        column: "questions",
        right: "CASE question_totals.scope WHEN 0 THEN (SELECT count(*) FROM questions q WHERE q.scope = 0)
                ELSE (SELECT count(*) FROM questions q WHERE q.community_id = question_totals.scope AND q.scope = question_totals.scope) END",
    },
    Counted {
        table: "question_totals",
        column: "unanswered",
        right: "CASE question_totals.scope WHEN 0 THEN (SELECT count(*) FROM questions q WHERE q.scope = 0 AND q.answer_count = 0)
                ELSE (SELECT count(*) FROM questions q WHERE q.community_id = question_totals.scope AND q.scope = question_totals.scope
                      AND q.answer_count = 0) END",
    },
    // Such a row says how the tag is written too, so none is taken away.
    Present {
        table: "tag_totals",
        columns: "tag_id, scope, id, name",
        missing: "SELECT DISTINCT t.id, q.scope, t.id, t.folded
                  FROM question_tags qt JOIN questions q ON q.id = qt.question_id JOIN tags t ON t.id = qt.tag_id
                  WHERE q.scope IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tag_totals s WHERE s.tag_id = t.id AND s.scope = q.scope)",
    },
    Counted {
        table: "tag_totals",
        column: "questions",
        right: "SELECT count(*) FROM question_tags qt JOIN questions q ON q.id = qt.question_id
                WHERE qt.tag_id = tag_totals.tag_id AND q.scope = tag_totals.scope",
    },
];

pub const ORPHANS: &[Rule] = &[
    Belongs {
        table: "votes",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = votes.post_id AND coalesce(p.question_id, p.id) = votes.question_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = votes.user_id)",
    },
    Belongs {
        table: "views",
        orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = views.question_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = views.user_id)",
    },
    Belongs {
        table: "question_tags",
        orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = question_tags.question_id)
                 OR NOT EXISTS (SELECT 1 FROM tags t WHERE t.id = question_tags.tag_id)",
    },
    Belongs {
        table: "duplicates",
        orphan: "NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = duplicates.question_id)
                 OR NOT EXISTS (SELECT 1 FROM questions q WHERE q.id = duplicates.original_id)",
    },
    Belongs {
        table: "attributions",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = attributions.id UNION ALL SELECT 1 FROM comments c WHERE c.id = attributions.id)",
    },
    // Who removed it is never gone: of an account that is deleted, the row is left.
    Belongs {
        table: "removals",
        orphan: "NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = removals.written_id UNION ALL SELECT 1 FROM comments c WHERE c.id = removals.written_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = removals.removed_by)",
    },
    Belongs { table: "word_trigrams", orphan: "NOT EXISTS (SELECT 1 FROM words w WHERE w.id = word_trigrams.word_id)" },
];
