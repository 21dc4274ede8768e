//! The one predicate that decides which questions a viewer may read.

/// SQL condition: the viewer `?1` may read the question `q`. Every query that returns, counts or
/// sorts questions, or rows that belong to questions, contains it.
pub const VISIBLE: &str =
    "(q.scope = 0 OR q.scope IN (SELECT community_id FROM memberships WHERE user_id = ?1))";

/// The same condition for rows with their own scope, such as counts.
pub const VISIBLE_SCOPE: &str =
    "(scope = 0 OR scope IN (SELECT community_id FROM memberships WHERE user_id = ?1))";
