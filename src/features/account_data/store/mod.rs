//! Reads one user's rows in the tables of all features, each by an index on the user, and moves or erases
//! them.

pub mod erasure;
pub mod merging;

use rusqlite::Row;

use super::model::{
    ChatRecord, Counts, FollowRecord, JoinRequestRecord, MembershipRecord, MessageRecord,
    PostRecord, Rows, SavedSearchRecord, StarRecord, SuggestedEditRecord, TagDescriptionRecord,
    VisitRecord, VoteRecord,
};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::questions::model::Revision;
use crate::features::stars::model::StarNote;
use crate::features::users::Account;
use crate::platform::db::Read;

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

/// Counts the visible answers of others to the questions of an account's owner.
pub fn answers_by_others(read: &Read<'_>, account: &Account) -> Result<i64> {
    let sql = "SELECT count(*) FROM posts q JOIN posts a ON a.question_id = q.id
               WHERE q.author_id = ?1 AND q.question_id IS NULL AND q.deleted_at IS NULL AND a.author_id <> ?1 AND a.deleted_at IS NULL";
    read.value(sql, [account.id()])
}

/// The revisions of a post, newest first.
const REVISIONS: &str = "SELECT r.id, (SELECT name FROM authors WHERE id = r.author_id), r.created_at, coalesce(decompressed(r.compressed_text), p.text), r.title, r.tags, r.purged_at IS NOT NULL
     FROM posts p JOIN revisions r ON r.post_id = p.id WHERE p.id = ?1 ORDER BY r.id DESC";
/// The earlier versions of a comment, newest first.
const COMMENT_REVISIONS: &str = "SELECT r.id, (SELECT name FROM authors WHERE id = coalesce(r.author_id, c.author_id)), r.created_at, r.text, NULL, NULL, r.purged_at IS NOT NULL
     FROM comments c JOIN comment_revisions r ON r.comment_id = c.id WHERE c.id = ?1 ORDER BY r.id DESC";

/// Returns the rows of a query about `id`.
fn rows<'r, T: 'r>(
    read: &'r Read<'_>,
    id: Id,
    sql: &'static str,
    row: fn(&Row<'_>) -> rusqlite::Result<T>,
) -> Rows<'r, T> {
    Rows::new(move |each| read.for_each(sql, [id], row, each))
}

/// Returns the questions of an account's owner, oldest first.
pub fn questions<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, PostRecord<'r>> {
    let sql = "SELECT p.id, NULL, NULL, q.community_id, q.title, p.text, p.created_at, p.edited_at, p.deleted_at,
                      (SELECT reason FROM removals WHERE content_id = p.id AND restored_at IS NULL AND kind IN ('removed', 'rejected'))
               FROM posts p JOIN questions q ON q.id = p.id WHERE p.author_id = ?1 AND p.question_id IS NULL ORDER BY p.created_at";
    posts(read, account, sql, REVISIONS)
}

/// Returns the answers of an account's owner, oldest first.
pub fn answers<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, PostRecord<'r>> {
    let sql = "SELECT p.id, p.question_id, NULL, NULL, NULL, p.text, p.created_at, p.edited_at, p.deleted_at,
                      (SELECT reason FROM removals WHERE content_id = p.id AND restored_at IS NULL AND kind IN ('removed', 'rejected'))
               FROM posts p WHERE p.author_id = ?1 AND p.question_id IS NOT NULL ORDER BY p.created_at";
    posts(read, account, sql, REVISIONS)
}

/// Returns the comments of an account's owner, oldest first.
pub fn comments<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, PostRecord<'r>> {
    let sql =
        "SELECT c.id, c.question_id, nullif(c.post_id, c.question_id), NULL, NULL, c.text, c.created_at, c.edited_at, c.deleted_at,
                      (SELECT reason FROM removals WHERE content_id = c.id AND restored_at IS NULL AND kind IN ('removed', 'rejected'))
               FROM comments c WHERE c.author_id = ?1 ORDER BY c.created_at";
    posts(read, account, sql, COMMENT_REVISIONS)
}

/// Returns the posts that `sql` selects, each with what `revisions` selects.
fn posts<'r>(
    read: &'r Read<'_>,
    account: &Account,
    sql: &'static str,
    revisions: &'static str,
) -> Rows<'r, PostRecord<'r>> {
    let author = account.id();
    let post = move |row: &Row<'_>| {
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
            revisions: rows(read, row.get(0)?, revisions, revision),
        })
    };
    Rows::new(move |each| read.for_each(sql, [author], post, each))
}

fn revision(row: &Row<'_>) -> rusqlite::Result<Revision> {
    let tags: Option<String> = row.get(5)?;
    Ok(Revision {
        id: row.get(0)?,
        edited_by: row.get(1)?,
        edit_date_time: row.get(2)?,
        text: row.get(3)?,
        title: row.get(4)?,
        tags: tags.map(|tags| tags.split_whitespace().map(str::to_owned).collect()),
        purged: row.get(6)?,
        can_purge: false,
    })
}

/// Returns the votes of an account's owner.
pub fn votes<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, VoteRecord> {
    let sql = "SELECT question_id, nullif(post_id, question_id), value, voted_at FROM votes WHERE user_id = ?1";
    rows(read, account.id(), sql, |row| {
        Ok(VoteRecord {
            qid: row.get(0)?,
            aid: row.get(1)?,
            value: row.get(2)?,
            voted_at: row.get(3)?,
        })
    })
}

/// Returns the edits that an account's owner suggested.
pub fn suggested_edits<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, SuggestedEditRecord> {
    let sql = "SELECT id, post_id, reason, title, tags, text, decided_at, is_accepted, note FROM suggested_edits WHERE user_id = ?1";
    rows(read, account.id(), sql, |row| {
        Ok(SuggestedEditRecord {
            id: row.get(0)?,
            post: row.get(1)?,
            reason: row.get(2)?,
            title: row.get(3)?,
            tags: row.get(4)?,
            text: row.get(5)?,
            decided_at: row.get(6)?,
            is_accepted: row.get(7)?,
            note: row.get(8)?,
        })
    })
}

/// Returns the stars of an account's owner, newest first.
pub fn stars<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, StarRecord> {
    let sql = "SELECT question_id, starred_at FROM stars WHERE user_id = ?1 ORDER BY starred_at DESC, question_id DESC";
    rows(read, account.id(), sql, |row| {
        Ok(StarRecord {
            qid: row.get(0)?,
            starred_at: row.get(1)?,
        })
    })
}

/// Returns the notes and reminders of an account's owner.
pub fn star_notes<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, StarNote> {
    let sql = "SELECT question_id, note, remind_at FROM star_notes WHERE user_id = ?1";
    rows(read, account.id(), sql, |row| {
        Ok(StarNote {
            qid: row.get(0)?,
            note: row.get(1)?,
            remind_at: row.get(2)?,
        })
    })
}

/// Returns the visits of an account's owner, newest first.
pub fn visits<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, VisitRecord> {
    let sql = "SELECT question_id, nullif(last_answer_id, 0), renewed_at FROM visits WHERE user_id = ?1 ORDER BY renewed_at DESC, question_id DESC";
    rows(read, account.id(), sql, |row| {
        Ok(VisitRecord {
            qid: row.get(0)?,
            last_answer: row.get(1)?,
            renewed_at: row.get(2)?,
        })
    })
}

/// Returns what an account's owner watches or has muted.
pub fn follows<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, FollowRecord> {
    let sql = "SELECT f.kind, f.object_id, t.name_key, f.state, f.since
               FROM follows f LEFT JOIN tags t ON f.kind = 'tag' AND t.id = f.object_id WHERE f.user_id = ?1";
    rows(read, account.id(), sql, |row| {
        let (id, tag): (Id, Option<String>) = (row.get(1)?, row.get(2)?);
        Ok(FollowRecord {
            kind: row.get(0)?,
            object: tag.unwrap_or_else(|| id.to_string()),
            state: row.get(3)?,
            since: row.get(4)?,
        })
    })
}

/// Returns the searches that an account's owner has saved, oldest first.
pub fn saved_searches<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, SavedSearchRecord> {
    let sql = "SELECT text, community_id, watched_since FROM saved_searches WHERE user_id = ?1 ORDER BY id";
    rows(read, account.id(), sql, |row| {
        Ok(SavedSearchRecord {
            text: row.get(0)?,
            community_id: row.get(1)?,
            watched_since: row.get(2)?,
        })
    })
}

/// Returns what an account's owner wrote as descriptions of tags, oldest first.
pub fn tag_descriptions<'r>(
    read: &'r Read<'_>,
    account: &Account,
) -> Rows<'r, TagDescriptionRecord> {
    let sql = "SELECT t.name_key, r.text, r.created_at, r.purged_at IS NOT NULL
               FROM tag_revisions r JOIN tags t ON t.id = r.tag_id WHERE r.author_id = ?1 ORDER BY r.id";
    rows(read, account.id(), sql, |row| {
        Ok(TagDescriptionRecord {
            tag: row.get(0)?,
            text: row.get(1)?,
            edit_date_time: row.get(2)?,
            purged: row.get(3)?,
        })
    })
}

/// Returns the names of the users whom an account's owner has blocked.
pub fn blocked_users<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, String> {
    let sql = "SELECT u.username FROM blocks b JOIN users u ON u.id = b.blocked_id WHERE b.user_id = ?1 ORDER BY u.name_key";
    rows(read, account.id(), sql, |row| row.get(0))
}

/// Returns the communities of an account's owner.
pub fn communities<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, MembershipRecord> {
    let sql = "SELECT c.id, c.name, m.role = 'moderator', c.owner_id IS ?1, m.joined_at
               FROM memberships m JOIN communities c ON c.id = m.community_id WHERE m.user_id = ?1";
    rows(read, account.id(), sql, |row| {
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
pub fn requests<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, JoinRequestRecord> {
    let sql = "SELECT c.id, c.name, r.requested_at FROM membership_requests r JOIN communities c ON c.id = r.community_id WHERE r.user_id = ?1";
    rows(read, account.id(), sql, |row| {
        Ok(JoinRequestRecord {
            community_id: row.get(0)?,
            name: row.get(1)?,
            requested_at: row.get(2)?,
        })
    })
}

/// Returns the messages of an account's owner, oldest first.
pub fn messages<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, MessageRecord> {
    let sql = "SELECT id, nullif(chat_id, 0), text, created_at, edited_at, reply_to FROM messages WHERE author_id = ?1 ORDER BY id";
    rows(read, account.id(), sql, |row| {
        Ok(MessageRecord {
            id: row.get(0)?,
            chat_id: row.get(1)?,
            msg: row.get(2)?,
            created_at: row.get(3)?,
            edited_at: row.get(4)?,
            reply_to: row.get(5)?,
        })
    })
}

/// Returns the chats of an account's owner.
pub fn chats<'r>(read: &'r Read<'_>, account: &Account) -> Rows<'r, ChatRecord> {
    let sql = "SELECT c.id, c.created_at, (SELECT group_concat(a.name, ' ') FROM participants o JOIN authors a ON a.id = o.user_id WHERE o.chat_id = c.id)
               FROM participants p JOIN chats c ON c.id = p.chat_id WHERE p.user_id = ?1";
    rows(read, account.id(), sql, |row| {
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
