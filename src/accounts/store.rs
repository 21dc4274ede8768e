//! What one user has left in the tables of all features. Each is found by an index on the user.

use std::collections::HashMap;

use rusqlite::Row;

use super::{Counts, OwnChat, OwnMembership, OwnMessage, OwnPost, OwnRequest, OwnStar, OwnVote};
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::revisions::Revision;
use crate::users::Account;

/// How much the owner of an account has left; what is deleted does not count.
pub fn counts(read: &Read<'_>, account: &Account) -> Result<Counts> {
    let count = |what: &str| read.value(&format!("SELECT count(*) FROM {what}"), [account.id]);
    Ok(Counts {
        questions: count("posts WHERE author_id = ?1 AND question_id IS NULL AND deleted_at IS NULL")?,
        answers: count("posts WHERE author_id = ?1 AND question_id IS NOT NULL AND deleted_at IS NULL")?,
        comments: count("comments WHERE author_id = ?1 AND deleted_at IS NULL")?,
        votes: count("votes WHERE user_id = ?1")?,
        messages: count("messages WHERE author_id = ?1")?,
        owned_communities: count("communities WHERE owner_id = ?1")?,
    })
}

/// The questions that the owner of an account has asked, in that order.
pub fn questions(read: &Read<'_>, account: &Account) -> Result<Vec<OwnPost>> {
    let sql = "SELECT p.id, NULL, NULL, q.community_id, q.title, p.text, p.created_at, p.edited_at, p.deleted_at,
                      (SELECT reason FROM removals WHERE written_id = p.id AND restored_at IS NULL)
               FROM posts p JOIN questions q ON q.id = p.id WHERE p.author_id = ?1 AND p.question_id IS NULL ORDER BY p.created_at";
    posts(read, account, sql, "p.question_id IS NULL")
}

/// The answers that the owner of an account has written, in that order.
pub fn answers(read: &Read<'_>, account: &Account) -> Result<Vec<OwnPost>> {
    let sql = "SELECT p.id, p.question_id, NULL, NULL, NULL, p.text, p.created_at, p.edited_at, p.deleted_at,
                      (SELECT reason FROM removals WHERE written_id = p.id AND restored_at IS NULL)
               FROM posts p WHERE p.author_id = ?1 AND p.question_id IS NOT NULL ORDER BY p.created_at";
    posts(read, account, sql, "p.question_id IS NOT NULL")
}

/// What `sql` finds, with the revisions of his posts of that kind.
fn posts(read: &Read<'_>, account: &Account, sql: &str, of_kind: &str) -> Result<Vec<OwnPost>> {
    let revisions = format!(
        "SELECT r.post_id, r.id, (SELECT name FROM authors WHERE id = r.author_id), r.created_at, coalesce(r.text, p.text), r.title, r.tags
         FROM posts p JOIN revisions r ON r.post_id = p.id WHERE p.author_id = ?1 AND {of_kind}"
    );
    Ok(with_revisions(read.all(sql, [account.id], post)?, read.all(&revisions, [account.id], revision)?))
}

/// The comments that the owner of an account has written, in that order.
pub fn comments(read: &Read<'_>, account: &Account) -> Result<Vec<OwnPost>> {
    let comments =
        "SELECT c.id, c.question_id, nullif(c.post_id, c.question_id), NULL, NULL, c.text, c.created_at, c.edited_at, c.deleted_at,
                           (SELECT reason FROM removals WHERE written_id = c.id AND restored_at IS NULL)
                    FROM comments c WHERE c.author_id = ?1 ORDER BY c.created_at";
    let revisions = "SELECT r.comment_id, r.id, (SELECT name FROM authors WHERE id = c.author_id), r.created_at, r.text, NULL, NULL
                     FROM comments c JOIN comment_revisions r ON r.comment_id = c.id WHERE c.author_id = ?1";
    Ok(with_revisions(read.all(comments, [account.id], post)?, read.all(revisions, [account.id], revision)?))
}

fn post(row: &Row<'_>) -> rusqlite::Result<OwnPost> {
    Ok(OwnPost {
        id: row.get(0)?,
        qid: row.get(1)?,
        aid: row.get(2)?,
        community_id: row.get(3)?,
        title: row.get(4)?,
        text: row.get(5)?,
        created_at: row.get(6)?,
        edited_at: row.get(7)?,
        deleted_at: row.get(8)?,
        removal_reason: row.get(9)?,
        revisions: Vec::new(),
    })
}

/// A revision, and of what it is one.
fn revision(row: &Row<'_>) -> rusqlite::Result<(Id, Revision)> {
    let tags: Option<String> = row.get(6)?;
    let revision = Revision {
        id: row.get(1)?,
        edited_by: row.get(2)?,
        edit_date_time: row.get(3)?,
        text: row.get(4)?,
        title: row.get(5)?,
        tags: tags.map(|tags| tags.split_whitespace().map(str::to_owned).collect()),
    };
    Ok((row.get(0)?, revision))
}

fn with_revisions(mut posts: Vec<OwnPost>, revisions: Vec<(Id, Revision)>) -> Vec<OwnPost> {
    let mut of_post: HashMap<Id, Vec<Revision>> = HashMap::new();
    for (post, revision) in revisions {
        of_post.entry(post).or_default().push(revision);
    }
    for post in &mut posts {
        post.revisions = of_post.remove(&post.id).unwrap_or_default();
        post.revisions.sort_unstable_by_key(|revision| std::cmp::Reverse(revision.id));
    }
    posts
}

/// How the actor has voted.
pub fn votes(read: &Read<'_>, account: &Account) -> Result<Vec<OwnVote>> {
    let sql = "SELECT question_id, nullif(post_id, question_id), value, voted_at FROM votes WHERE user_id = ?1";
    read.all(sql, [account.id], |row| Ok(OwnVote { qid: row.get(0)?, aid: row.get(1)?, value: row.get(2)?, voted_at: row.get(3)? }))
}

/// What the actor has starred, the last starred first.
pub fn stars(read: &Read<'_>, account: &Account) -> Result<Vec<OwnStar>> {
    let sql = "SELECT question_id, starred_at FROM stars WHERE user_id = ?1 ORDER BY starred_at DESC, question_id DESC";
    read.all(sql, [account.id], |row| Ok(OwnStar { qid: row.get(0)?, starred_at: row.get(1)? }))
}

/// What the actor belongs to.
pub fn communities(read: &Read<'_>, account: &Account) -> Result<Vec<OwnMembership>> {
    let sql = "SELECT c.id, c.name, m.role = 'moderator', c.owner_id IS ?1, m.joined_at
               FROM members m JOIN communities c ON c.id = m.community_id WHERE m.user_id = ?1";
    read.all(sql, [account.id], |row| {
        Ok(OwnMembership { id: row.get(0)?, name: row.get(1)?, is_moderator: row.get(2)?, is_owner: row.get(3)?, joined_at: row.get(4)? })
    })
}

/// Where the actor waits to be let in.
pub fn requests(read: &Read<'_>, account: &Account) -> Result<Vec<OwnRequest>> {
    let sql = "SELECT c.id, c.name, r.requested_at FROM member_requests r JOIN communities c ON c.id = r.community_id WHERE r.user_id = ?1";
    read.all(sql, [account.id], |row| Ok(OwnRequest { community_id: row.get(0)?, name: row.get(1)?, requested_at: row.get(2)? }))
}

/// What the actor has written in the global chat and in others, in that order.
pub fn messages(read: &Read<'_>, account: &Account) -> Result<Vec<OwnMessage>> {
    let sql = "SELECT id, nullif(chat_id, 0), text, created_at FROM messages WHERE author_id = ?1 ORDER BY id";
    read.all(sql, [account.id], |row| Ok(OwnMessage { id: row.get(0)?, chat_id: row.get(1)?, msg: row.get(2)?, created_at: row.get(3)? }))
}

/// The chats in which the actor takes part.
pub fn chats(read: &Read<'_>, account: &Account) -> Result<Vec<OwnChat>> {
    let sql = "SELECT c.id, c.created_at, (SELECT group_concat(a.name, ' ') FROM participants o JOIN authors a ON a.id = o.user_id WHERE o.chat_id = c.id)
               FROM participants p JOIN chats c ON c.id = p.chat_id WHERE p.user_id = ?1";
    read.all(sql, [account.id], |row| {
        // No name has a space in it.
        let participants = row.get_ref(2)?.as_str()?.split(' ').map(str::to_owned).collect();
        Ok(OwnChat { id: row.get(0)?, created_at: row.get(1)?, participants })
    })
}
