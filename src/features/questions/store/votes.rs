//! Stores votes: one row per post and user, so that no user is ever in both lists.

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::questions::access::{CanRespond, ReadablePost};
use crate::features::questions::model::Vote;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};

/// Returns the author of a post, and its score without their own vote.
pub fn total_of_others(read: &Read<'_>, on: &ReadablePost) -> Result<(Id, i64)> {
    let sql = "SELECT p.author_id, p.score - coalesce((SELECT v.value FROM votes v WHERE v.question_id = ?2 AND v.post_id = p.id AND v.user_id = p.author_id), 0)
               FROM posts p WHERE p.id = ?1";
    let found = read.first(sql, (on.post(), on.question()), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    found.ok_or(Sentence::PostNotFound.into())
}

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
