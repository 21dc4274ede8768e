//! Votes in SQL. One row a post and user: nobody can be in both lists, however fast he clicks.

use std::collections::HashMap;

use super::json;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::questions::votes::Vote;
use crate::users::Me;

/// Usernames of those who voted up and of those who voted down.
pub type Names = (Vec<String>, Vec<String>);

/// Votes, changes the vote, or takes the same vote back; tells whether it stands now.
pub fn toggle(tx: &Write<'_>, me: &Me, post: Id, vote: Vote) -> Result<bool> {
    let value = vote as i64;
    let before: i64 =
        tx.first("SELECT value FROM votes WHERE post_id = ?1 AND user_id = ?2", (post, me.id), |row| row.get(0))?.unwrap_or(0);
    let stands = before != value;
    if stands {
        tx.execute(
            "INSERT INTO votes (post_id, user_id, value, voted_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (post_id, user_id) DO UPDATE SET value = excluded.value, voted_at = excluded.voted_at",
            (post, me.id, value, tx.now),
        )?;
    } else {
        tx.execute("DELETE FROM votes WHERE post_id = ?1 AND user_id = ?2", (post, me.id))?;
    }
    let change = if stands { value - before } else { -before };
    tx.execute("UPDATE posts SET score = score + ?2 WHERE id = ?1", (post, change))?;
    Ok(stands)
}

/// Who voted how on a post, in the order of voting.
pub fn names(read: &Read<'_>, post: Id) -> Result<Names> {
    Ok(of_posts(read, &json(&[post]))?.remove(&post).unwrap_or_default())
}

/// The same for several posts. The votes of deleted users count in the score, but have no name.
pub fn of_posts(read: &Read<'_>, posts: &str) -> Result<HashMap<Id, Names>> {
    let sql = "SELECT v.post_id, u.username, v.value FROM votes v JOIN users u ON u.id = v.user_id AND u.deleted_at IS NULL
               WHERE v.post_id IN (SELECT value FROM json_each(?1)) ORDER BY v.voted_at, v.user_id";
    let mut votes: HashMap<Id, Names> = HashMap::new();
    for (post, name, value) in read.all(sql, [posts], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?)))? {
        let (up, down) = votes.entry(post).or_default();
        if value > 0 { up.push(name) } else { down.push(name) }
    }
    Ok(votes)
}
