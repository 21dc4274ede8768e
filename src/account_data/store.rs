//! Reads one user's rows in the tables of all features, each by an index on the user.

use std::collections::HashMap;

use rusqlite::Row;

use super::model::{
    ChatRecord, Counts, JoinRequestRecord, MembershipRecord, MessageRecord, PostRecord, StarRecord,
    VoteRecord,
};
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::model::Revision;
use crate::users::Account;

/// Counts the content of an account's owner without deleted content.
pub fn counts(read: &Read<'_>, account: &Account) -> Result<Counts> {
    let count = |rows: &str| read.value(&format!("SELECT count(*) FROM {rows}"), [account.id()]);
    Ok(Counts {
        questions: count(
            "posts WHERE author_id = ?1 AND question_id IS NULL AND deleted_at IS NULL",
        )?,
        answers: count(
            "posts WHERE author_id = ?1 AND question_id IS NOT NULL AND deleted_at IS NULL",
        )?,
        comments: count("comments WHERE author_id = ?1 AND deleted_at IS NULL")?,
        votes: count("votes WHERE user_id = ?1")?,
        messages: count("messages WHERE author_id = ?1")?,
        owned_communities: count("communities WHERE owner_id = ?1")?,
    })
}

/// Returns the questions of an account's owner, oldest first.
pub fn questions(read: &Read<'_>, account: &Account) -> Result<Vec<PostRecord>> {
    let sql = "SELECT p.id, NULL, NULL, q.community_id, q.title, p.text, p.created_at, p.edited_at, p.deleted_at,
                      (SELECT reason FROM removals WHERE content_id = p.id AND restored_at IS NULL)
               FROM posts p JOIN questions q ON q.id = p.id WHERE p.author_id = ?1 AND p.question_id IS NULL ORDER BY p.created_at";
    posts(read, account, sql, "p.question_id IS NULL")
}

/// Returns the answers of an account's owner, oldest first.
pub fn answers(read: &Read<'_>, account: &Account) -> Result<Vec<PostRecord>> {
    let sql = "SELECT p.id, p.question_id, NULL, NULL, NULL, p.text, p.created_at, p.edited_at, p.deleted_at,
                      (SELECT reason FROM removals WHERE content_id = p.id AND restored_at IS NULL)
               FROM posts p WHERE p.author_id = ?1 AND p.question_id IS NOT NULL ORDER BY p.created_at";
    posts(read, account, sql, "p.question_id IS NOT NULL")
}

/// Returns the posts that `sql` selects with their revisions; `of_kind` is the condition on the posts `p`.
fn posts(read: &Read<'_>, account: &Account, sql: &str, of_kind: &str) -> Result<Vec<PostRecord>> {
    let revisions = format!(
        "SELECT r.post_id, r.id, (SELECT name FROM authors WHERE id = r.author_id), r.created_at, coalesce(r.text, p.text), r.title, r.tags, r.purged_at IS NOT NULL
         FROM posts p JOIN revisions r ON r.post_id = p.id WHERE p.author_id = ?1 AND {of_kind}"
    );
    Ok(with_revisions(
        read.all(sql, [account.id()], post)?,
        read.all(&revisions, [account.id()], revision)?,
    ))
}

/// Returns the comments of an account's owner, oldest first.
pub fn comments(read: &Read<'_>, account: &Account) -> Result<Vec<PostRecord>> {
    let comments =
        "SELECT c.id, c.question_id, nullif(c.post_id, c.question_id), NULL, NULL, c.text, c.created_at, c.edited_at, c.deleted_at,
                           (SELECT reason FROM removals WHERE content_id = c.id AND restored_at IS NULL)
                    FROM comments c WHERE c.author_id = ?1 ORDER BY c.created_at";
    let revisions = "SELECT r.comment_id, r.id, (SELECT name FROM authors WHERE id = c.author_id), r.created_at, r.text, NULL, NULL, r.purged_at IS NOT NULL
                     FROM comments c JOIN comment_revisions r ON r.comment_id = c.id WHERE c.author_id = ?1";
    Ok(with_revisions(
        read.all(comments, [account.id()], post)?,
        read.all(revisions, [account.id()], revision)?,
    ))
}

fn post(row: &Row<'_>) -> rusqlite::Result<PostRecord> {
    Ok(PostRecord {
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

/// Returns a revision and the id of its post or comment.
fn revision(row: &Row<'_>) -> rusqlite::Result<(Id, Revision)> {
    let tags: Option<String> = row.get(6)?;
    let revision = Revision {
        id: row.get(1)?,
        edited_by: row.get(2)?,
        edit_date_time: row.get(3)?,
        text: row.get(4)?,
        title: row.get(5)?,
        tags: tags.map(|tags| tags.split_whitespace().map(str::to_owned).collect()),
        purged: row.get(7)?,
        can_purge: false,
    };
    Ok((row.get(0)?, revision))
}

fn with_revisions(mut posts: Vec<PostRecord>, revisions: Vec<(Id, Revision)>) -> Vec<PostRecord> {
    let mut of_post: HashMap<Id, Vec<Revision>> = HashMap::new();
    for (post, revision) in revisions {
        of_post.entry(post).or_default().push(revision);
    }
    for post in &mut posts {
        post.revisions = of_post.remove(&post.id).unwrap_or_default();
        post.revisions
            .sort_unstable_by_key(|revision| std::cmp::Reverse(revision.id));
    }
    posts
}

/// Returns the votes of an account's owner.
pub fn votes(read: &Read<'_>, account: &Account) -> Result<Vec<VoteRecord>> {
    let sql = "SELECT question_id, nullif(post_id, question_id), value, voted_at FROM votes WHERE user_id = ?1";
    read.all(sql, [account.id()], |row| {
        Ok(VoteRecord {
            qid: row.get(0)?,
            aid: row.get(1)?,
            value: row.get(2)?,
            voted_at: row.get(3)?,
        })
    })
}

/// Returns the stars of an account's owner, newest first.
pub fn stars(read: &Read<'_>, account: &Account) -> Result<Vec<StarRecord>> {
    let sql = "SELECT question_id, starred_at FROM stars WHERE user_id = ?1 ORDER BY starred_at DESC, question_id DESC";
    read.all(sql, [account.id()], |row| {
        Ok(StarRecord {
            qid: row.get(0)?,
            starred_at: row.get(1)?,
        })
    })
}

/// Returns the names of the users whom an account's owner has blocked.
pub fn blocked_users(read: &Read<'_>, account: &Account) -> Result<Vec<String>> {
    let sql = "SELECT u.username FROM blocks b JOIN users u ON u.id = b.blocked_id WHERE b.user_id = ?1 ORDER BY u.name_key";
    read.all(sql, [account.id()], |row| row.get(0))
}

/// Returns the communities of an account's owner.
pub fn communities(read: &Read<'_>, account: &Account) -> Result<Vec<MembershipRecord>> {
    let sql = "SELECT c.id, c.name, m.role = 'moderator', c.owner_id IS ?1, m.joined_at
               FROM memberships m JOIN communities c ON c.id = m.community_id WHERE m.user_id = ?1";
    read.all(sql, [account.id()], |row| {
        Ok(MembershipRecord {
            id: row.get(0)?,
            name: row.get(1)?,
            is_moderator: row.get(2)?,
            is_owner: row.get(3)?,
            joined_at: row.get(4)?,
        })
    })
}

/// Returns the pending requests of an account's owner.
pub fn requests(read: &Read<'_>, account: &Account) -> Result<Vec<JoinRequestRecord>> {
    let sql = "SELECT c.id, c.name, r.requested_at FROM membership_requests r JOIN communities c ON c.id = r.community_id WHERE r.user_id = ?1";
    read.all(sql, [account.id()], |row| {
        Ok(JoinRequestRecord {
            community_id: row.get(0)?,
            name: row.get(1)?,
            requested_at: row.get(2)?,
        })
    })
}

/// Returns the messages of an account's owner, oldest first.
pub fn messages(read: &Read<'_>, account: &Account) -> Result<Vec<MessageRecord>> {
    let sql = "SELECT id, nullif(chat_id, 0), text, created_at FROM messages WHERE author_id = ?1 ORDER BY id";
    read.all(sql, [account.id()], |row| {
        Ok(MessageRecord {
            id: row.get(0)?,
            chat_id: row.get(1)?,
            msg: row.get(2)?,
            created_at: row.get(3)?,
        })
    })
}

/// Returns the chats of an account's owner.
pub fn chats(read: &Read<'_>, account: &Account) -> Result<Vec<ChatRecord>> {
    let sql = "SELECT c.id, c.created_at, (SELECT group_concat(a.name, ' ') FROM participants o JOIN authors a ON a.id = o.user_id WHERE o.chat_id = c.id)
               FROM participants p JOIN chats c ON c.id = p.chat_id WHERE p.user_id = ?1";
    read.all(sql, [account.id()], |row| {
        // Usernames contain no spaces.
        let participants = row
            .get_ref(2)?
            .as_str()?
            .split(' ')
            .map(str::to_owned)
            .collect();
        Ok(ChatRecord {
            id: row.get(0)?,
            created_at: row.get(1)?,
            participants,
        })
    })
}
