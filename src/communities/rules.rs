//! What must hold between the rows about communities.

use crate::db::Rule::{self, Belongs, Counted, Indexed, Present};

pub const COUNTERS: &[Rule] = &[
    Counted { table: "communities", column: "member_count", right: "SELECT count(*) FROM members m WHERE m.community_id = communities.id" },
    Counted {
        table: "communities",
        column: "moderator_count",
        right: "SELECT count(*) FROM members m WHERE m.community_id = communities.id AND m.role = 'moderator'",
    },
    Counted {
        table: "communities",
        column: "request_count",
        right: "SELECT count(*) FROM member_requests r WHERE r.community_id = communities.id",
    },
    Counted {
        table: "communities",
        column: "question_count",
        right: "SELECT count(*) FROM questions q WHERE q.community_id = communities.id AND q.scope IS NOT NULL",
    },
    Present {
        table: "community_total",
        columns: "id, communities",
        missing: "SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM community_total)",
    },
    Counted { table: "community_total", column: "communities", right: "SELECT count(*) FROM communities WHERE archived_at IS NULL" },
];

pub const ORPHANS: &[Rule] = &[
    Belongs {
        table: "members",
        orphan: "NOT EXISTS (SELECT 1 FROM communities c WHERE c.id = members.community_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = members.user_id AND u.deleted_at IS NULL)",
    },
    // Nobody is a member and waits.
    Belongs {
        table: "member_requests",
        orphan: "NOT EXISTS (SELECT 1 FROM communities c WHERE c.id = member_requests.community_id)
                 OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = member_requests.user_id AND u.deleted_at IS NULL)
                 OR EXISTS (SELECT 1 FROM members m WHERE (m.community_id, m.user_id) = (member_requests.community_id, member_requests.user_id))",
    },
];

pub const INDEXES: &[Rule] = &[Indexed {
    table: "community_names",
    columns: "name",
    tokenizer: "trigram",
    source: "SELECT id, name FROM communities WHERE archived_at IS NULL",
}];
