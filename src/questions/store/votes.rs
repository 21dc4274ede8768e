//! Stores votes: one row per post and user, so that no user is ever in both lists.

use std::collections::HashMap;

use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::access::CanRespond;
use crate::questions::model::Vote;
use crate::users::Me;

/// The usernames of the upvoters and of the downvoters.
pub type VoterNames = (Vec<String>, Vec<String>);

/// Votes, changes the vote, or cancels the same vote. Returns whether the vote is set now.
pub fn toggle(tx: &Write<'_>, me: &Me, allowed: &CanRespond<'_>, vote: Vote) -> Result<bool> {
    let (on, value) = (allowed.on(), vote as i64);
    let own_vote = "question_id = ?1 AND post_id = ?2 AND user_id = ?3";
    let before = tx.first(
        &format!("SELECT value FROM votes WHERE {own_vote}"),
        (on.question(), on.post(), me.id()),
        |row| row.get(0),
    )?;
    let before: i64 = before.unwrap_or(0);
    let is_set = before != value;
    if is_set {
        tx.execute(
            "INSERT INTO votes (question_id, post_id, user_id, value, voted_at) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (question_id, post_id, user_id) DO UPDATE SET value = excluded.value, voted_at = excluded.voted_at",
            (on.question(), on.post(), me.id(), value, tx.now),
        )?;
    } else {
        tx.execute(
            &format!("DELETE FROM votes WHERE {own_vote}"),
            (on.question(), on.post(), me.id()),
        )?;
    }
    let change = if is_set { value - before } else { -before };
    tx.execute(
        "UPDATE posts SET score = score + ?2 WHERE id = ?1",
        (on.post(), change),
    )?;
    tx.execute(
        "UPDATE questions SET score = score + ?2 WHERE id = ?1",
        (on.post(), change),
    )?;
    Ok(is_set)
}

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
