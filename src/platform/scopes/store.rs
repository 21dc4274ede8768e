//! The one predicate that decides which questions a viewer may read.

/// SQL condition: the question `q` is in a public community whose content needs an account.
macro_rules! needs_account {
    () => {
        "EXISTS (SELECT 1 FROM communities n WHERE n.id = q.community_id AND n.needs_account = 1)"
    };
}

/// SQL condition: the viewer `?1` may read the question `q`. Every query that returns, counts or
/// sorts questions, or rows that belong to questions, contains it. Of the questions of scope 0, the viewer 0,
/// who has no account, reads those whose community needs none.
pub const VISIBLE: &str = concat!(
    "(q.scope = 0 AND (?1 <> 0 OR NOT ",
    needs_account!(),
    ") OR q.scope IN (SELECT community_id FROM memberships WHERE user_id = ?1))"
);

/// The same condition for rows with their own scope, such as counts. What these count of communities that
/// need an account is to be taken off for the viewer 0: see [`TAG_QUESTIONS`].
pub const VISIBLE_SCOPE: &str =
    "(scope = 0 OR scope IN (SELECT community_id FROM memberships WHERE user_id = ?1))";

/// SQL expression: how many questions of a row of `scoped_tags` the viewer `?1` may read, if they may read its
/// scope.
pub const TAG_QUESTIONS: &str =
    "(scoped_tags.question_count - iif(?1 <> 0 OR scoped_tags.scope <> 0, 0, coalesce(
     (SELECT sum(n.question_count) FROM community_tags n JOIN communities o ON o.id = n.community_id
      WHERE n.tag_id = scoped_tags.tag_id AND o.needs_account = 1), 0)))";

/// SQL expression: who reads the question `q`, as `Scope::from_value` takes it: its scope, or -1 for all
/// accounts.
pub const READERS: &str = concat!("iif(q.scope = 0 AND ", needs_account!(), ", -1, q.scope)");
