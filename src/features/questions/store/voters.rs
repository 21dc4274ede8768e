//! SQL of the names of voters.

use std::collections::HashMap;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::Read;

/// The usernames of the upvoters and of the downvoters.
pub type VoterNames = (Vec<String>, Vec<String>);

/// Returns the voters on one post of a question, or on all its posts, in the order of voting. The
/// votes of deleted users count in the score but have no name.
pub fn names(read: &Read<'_>, question: Id, post: Option<Id>) -> Result<HashMap<Id, VoterNames>> {
    let sql = "SELECT v.voted_at, v.post_id, u.username, v.value FROM votes v JOIN users u ON u.id = v.user_id AND u.deleted_at IS NULL
               WHERE v.question_id = ?1 AND v.post_id BETWEEN ?2 AND ?3";
    let (first, last) = post_range(post);
    let mut votes: Vec<(i64, Id, String, i64)> = read.all(sql, (question, first, last), |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })?;
    // In SQL, ORDER BY would set up a sorter even for the usual few rows.
    votes.sort_by_key(|(voted_at, ..)| *voted_at);
    let mut names: HashMap<Id, VoterNames> = HashMap::new();
    for (_, post, name, value) in votes {
        let (up, down) = names.entry(post).or_default();
        if value > 0 {
            up.push(name);
        } else {
            down.push(name);
        }
    }
    Ok(names)
}

/// Returns the first and last post id of a query for one post, or for all posts of a question.
pub(super) fn post_range(post: Option<Id>) -> (i64, i64) {
    post.map_or((0, i64::MAX), |post| (post.as_i64(), post.as_i64()))
}
