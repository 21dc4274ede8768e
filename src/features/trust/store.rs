//! SQL of levels, limits and vouching.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::trust::model::MemberTrust;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// What the rules of the levels need to know of an account.
pub struct MemberRecord {
    pub created_at: Timestamp,
    pub is_staff: bool,
    pub vouched_at: Option<Timestamp>,
    pub lost_at: Option<Timestamp>,
}

impl MemberRecord {
    /// Returns the time from which on the member's acts count.
    pub fn since(&self) -> Timestamp {
        self.lost_at.unwrap_or(self.created_at).max(self.created_at)
    }
}

/// A span of time, with its ends.
pub struct Span {
    pub from: Timestamp,
    pub to: Timestamp,
}

/// Returns an account that is not deleted.
pub fn member(read: &Read<'_>, member: Id) -> Result<Option<MemberRecord>> {
    let sql = "SELECT created_at, role <> 'user', CASE WHEN vouched_at > coalesce(lost_at, -1) THEN vouched_at END, lost_at
               FROM users LEFT JOIN member_trust ON user_id = id WHERE id = ?1 AND deleted_at IS NULL";
    read.first(sql, [member], |row| {
        Ok(MemberRecord {
            created_at: row.get(0)?,
            is_staff: row.get(1)?,
            vouched_at: row.get(2)?,
            lost_at: row.get(3)?,
        })
    })
}

/// Returns the number of members of the site.
pub fn members(read: &Read<'_>) -> Result<i64> {
    read.value("SELECT users FROM user_counts", [])
}

/// Counts the questions that a member has entered, up to `limit`.
pub fn entered(read: &Read<'_>, member: Id, limit: i64) -> Result<i64> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM question_views WHERE user_id = ?1 LIMIT ?2)";
    read.value(sql, (member, limit))
}

/// The number of texts of a member that a question about them looks at: the newest.
const LOOKED_AT: i64 = 100;

/// Counts the standing ones among a member's newest 100 questions and answers of a time.
pub fn standing_posts(read: &Read<'_>, member: Id, written: &Span) -> Result<i64> {
    let sql = "SELECT count(*) FILTER (WHERE deleted_at IS NULL) FROM
                   (SELECT deleted_at FROM posts WHERE author_id = ?1 AND created_at BETWEEN ?2 AND ?3 ORDER BY created_at DESC LIMIT ?4)";
    read.value(sql, (member, written.from, written.to, LOOKED_AT))
}

/// Returns whether one of a member's newest 100 comments of a time stands.
pub fn has_standing_comment(read: &Read<'_>, member: Id, written: &Span) -> Result<bool> {
    let sql = "SELECT 1 FROM
                   (SELECT deleted_at FROM comments WHERE author_id = ?1 AND created_at BETWEEN ?2 AND ?3 ORDER BY created_at DESC LIMIT ?4)
               WHERE deleted_at IS NULL";
    read.exists(sql, (member, written.from, written.to, LOOKED_AT))
}

/// Counts the texts that others have removed since a time, among the member's last 100 removed or deleted posts
/// and as many comments.
pub fn removed(read: &Read<'_>, member: Id, since: Timestamp) -> Result<i64> {
    let mut removed = 0;
    for table in ["posts", "comments"] {
        let sql = format!(
            "SELECT count(*) FILTER (WHERE deleted_by <> ?1) FROM
                 (SELECT deleted_by FROM {table} WHERE author_id = ?1 AND deleted_at >= ?2 ORDER BY deleted_at DESC LIMIT ?3)"
        );
        removed += read.value::<i64>(&sql, (member, since, LOOKED_AT))?;
    }
    Ok(removed)
}

/// Counts the questions and the answers that a member has posted since a time, up to `limit` posts. Deleted
/// ones count.
pub fn posted(read: &Read<'_>, member: Id, since: Timestamp, limit: i64) -> Result<(i64, i64)> {
    let sql = "SELECT count(*) FILTER (WHERE question_id IS NULL), count(question_id) FROM
                   (SELECT question_id FROM posts WHERE author_id = ?1 AND created_at >= ?2 LIMIT ?3)";
    let counted = read.first(sql, (member, since, limit), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    Ok(counted.unwrap_or_default())
}

/// Returns what moderators see of the trust in a member, but the level.
pub fn view(read: &Read<'_>, member: Id) -> Result<Option<MemberTrust>> {
    let sql =
        "SELECT u.username, v.username, iif(v.id IS NULL, NULL, vouched_at), lost_at FROM users u
               LEFT JOIN member_trust t ON t.user_id = u.id
               LEFT JOIN users v ON v.id = t.vouched_by AND t.vouched_at > coalesce(t.lost_at, -1)
               WHERE u.id = ?1 AND u.deleted_at IS NULL";
    read.first(sql, [member], |row| {
        Ok(MemberTrust {
            username: row.get(0)?,
            level: 0,
            vouched_by: row.get(1)?,
            vouched_at: row.get(2)?,
            lost_at: row.get(3)?,
        })
    })
}

/// Records that a moderator has vouched for a member, after any loss of trust.
pub fn vouch(tx: &Write<'_>, by: &Me, member: Id) -> Result<()> {
    let sql = "INSERT INTO member_trust (user_id, vouched_by, vouched_at) VALUES (?1, ?2, ?3)
               ON CONFLICT (user_id) DO UPDATE SET vouched_by = ?2, vouched_at = max(?3, coalesce(lost_at + 1, 0))";
    tx.execute(sql, (member, by.id(), tx.now)).map(drop)
}

/// Deletes what a moderator has vouched.
pub fn unvouch(tx: &Write<'_>, member: Id) -> Result<()> {
    let sql = "UPDATE member_trust SET vouched_by = NULL, vouched_at = NULL WHERE user_id = ?1";
    tx.execute(sql, [member])?;
    delete_if_empty(tx, member)
}

/// Lets what the member does, and what is vouched for them, count from now on.
pub fn lose(tx: &Write<'_>, member: Id) -> Result<()> {
    let sql = "INSERT INTO member_trust (user_id, lost_at) VALUES (?1, ?2)
               ON CONFLICT (user_id) DO UPDATE SET lost_at = ?2";
    tx.execute(sql, (member, tx.now)).map(drop)
}

/// Lets a loss of trust count no longer, but an earlier one, if there is one.
pub fn regain(
    tx: &Write<'_>,
    member: Id,
    lost_at: Timestamp,
    earlier: Option<Timestamp>,
) -> Result<()> {
    let sql = "UPDATE member_trust SET lost_at = ?3 WHERE user_id = ?1 AND lost_at = ?2";
    tx.execute(sql, (member, lost_at, earlier))?;
    delete_if_empty(tx, member)
}

fn delete_if_empty(tx: &Write<'_>, member: Id) -> Result<()> {
    let sql =
        "DELETE FROM member_trust WHERE user_id = ?1 AND vouched_by IS NULL AND lost_at IS NULL";
    tx.execute(sql, [member]).map(drop)
}

/// Deletes the row of a deleted account.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM member_trust WHERE user_id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}
