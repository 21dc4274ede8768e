//! SQL of the reports of members.

use super::records::CaseRecord;
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::cases::CaseKind;
use crate::features::communities::store::VISIBLE;
use crate::features::flags::model::{Accuracy, FlagReason, MyFlag};
use crate::features::users::{Account, Me};
use crate::platform::db::{FromRow, Read, Write, from_row};

/// Counts the open reports of the actor.
pub fn count_open(read: &Read<'_>, me: &Me) -> Result<i64> {
    let sql = "SELECT count(*) FROM flags WHERE user_id = ?1 AND is_open = 1";
    read.value(sql, [me.id()])
}

/// Adds a report to a case.
pub fn insert(tx: &Write<'_>, me: &Me, case: Id, reason: FlagReason, text: &str) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO flags (id, case_id, user_id, reason, text, created_at, is_public)
               SELECT ?1, ?2, ?3, ?4, ?5, ?6, (c.kind <> 'message' OR EXISTS (SELECT 1 FROM messages m WHERE m.id = c.object_id AND m.chat_id = 0))
                   AND (c.community_id IS NULL OR EXISTS (SELECT 1 FROM communities k WHERE k.id = c.community_id AND k.visibility = 'public'))
               FROM cases c WHERE c.id = ?2";
    tx.execute(sql, (id, case, me.id(), reason, text, tx.now))?;
    Ok(id)
}

/// Returns whether a member who has reported an object could see it where it is now: they saw it in a private
/// place, or the place is one of theirs.
pub fn has_seen(read: &Read<'_>, case: &CaseRecord) -> Result<bool> {
    let sql = "SELECT 1 FROM flags f WHERE f.case_id = ?1 AND (f.is_public = 0 OR ?2 IS NULL
                   OR EXISTS (SELECT 1 FROM memberships m WHERE m.community_id = ?2 AND m.user_id = f.user_id))";
    read.exists(sql, (case.id, case.community))
}

/// The number of the newest reports of a case that are weighed.
const MAX_WEIGHED: i64 = 20;
/// The number of the newest decided reports of a member that decide their weight.
const MAX_LOOKED_AT: i64 = 30;

/// Returns who made the newest reports of a case, each with the address of their newest session.
pub fn newest_reporters(read: &Read<'_>, case: Id) -> Result<Vec<(Id, Option<String>)>> {
    let sql = "SELECT user_id, (SELECT s.address FROM sessions s WHERE s.user_id = f.user_id ORDER BY s.id DESC LIMIT 1)
               FROM flags f WHERE case_id = ?1 ORDER BY id DESC LIMIT ?2";
    read.all(sql, (case, MAX_WEIGHED), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// Returns whether no number of reports hides a post or comment: moderators of the site or of its community wrote
/// it, it is pinned, or nobody has changed it since `stood_since`.
pub fn is_exempt(read: &Read<'_>, post: Id, stood_since: Timestamp) -> Result<bool> {
    let sql = "SELECT 1 FROM (
                   SELECT author_id, coalesce(question_id, id) AS question_id, coalesce(edited_at, created_at) AS stands_since FROM posts WHERE id = ?1
                   UNION ALL SELECT author_id, question_id, coalesce(edited_at, created_at) FROM comments WHERE id = ?1) w
               JOIN questions q ON q.id = w.question_id
               WHERE w.stands_since <= ?2
                  OR EXISTS (SELECT 1 FROM users u WHERE u.id = w.author_id AND u.role <> 'user')
                  OR EXISTS (SELECT 1 FROM memberships m WHERE m.community_id = q.community_id AND m.user_id = w.author_id AND m.role = 'moderator')
                  OR EXISTS (SELECT 1 FROM pins n WHERE n.question_id = ?1)";
    read.exists(sql, (post, stood_since))
}

/// Returns what became of the newest decided reports of a user about what everyone can read.
pub fn accuracy(read: &Read<'_>, user: Id) -> Result<Accuracy> {
    let sql = "SELECT coalesce(sum(decision = 'uphold'), 0), coalesce(sum(iif(decision = 'abuse', 2, 1)), 0) FROM (
                   SELECT c.decision FROM flags f INDEXED BY flags_decided CROSS JOIN cases c ON c.id = f.case_id
                   WHERE f.user_id = ?1 AND f.is_open = 0 AND f.is_public = 1 ORDER BY f.id DESC LIMIT ?2)";
    let found = read.first(sql, (user, MAX_LOOKED_AT), |row| {
        Ok(Accuracy {
            upheld: row.get(0)?,
            decided: row.get(1)?,
        })
    })?;
    Ok(found.unwrap_or_default())
}

/// Deletes an open report of the actor, given by its id or that of its object. Returns its case.
pub fn delete_open(tx: &Write<'_>, me: &Me, id: Id) -> Result<Option<Id>> {
    let sql = "DELETE FROM flags WHERE user_id = ?2 AND is_open = 1 AND (id = ?1
                   OR case_id = (SELECT c.id FROM cases c WHERE c.object_id = ?1 AND c.decision IS NULL)) RETURNING case_id";
    let deleted = tx.all(sql, (id, me.id()), |row| row.get(0))?;
    Ok(deleted.into_iter().next())
}

/// Closes the reports of a case, which are told as `told_as`, or opens them. Returns who made them.
pub fn set_told(tx: &Write<'_>, case: Id, told_as: Option<Id>) -> Result<Vec<Id>> {
    let sql =
        "UPDATE flags SET is_open = ?2 IS NULL, told_as = ?2 WHERE case_id = ?1 RETURNING user_id";
    tx.all(sql, (case, told_as), |row| row.get(0))
}

from_row! {
    impl MyFlag {
        id = "f.id",
        kind = "c.kind",
        object_id = "c.object_id",
        reason = "f.reason",
        text = "f.text",
        created_at = "f.created_at",
        outcome = "c.decision",
        removed = "c.removed",
        decision_reason = "c.reason",
        decided_at = "c.decided_at",
        ..
        title: None,
        qid: None,
    }
}

fn select() -> String {
    let columns = MyFlag::COLUMNS;
    format!("SELECT {columns} FROM flags f JOIN cases c ON c.id = f.case_id")
}

/// Adds to a report what its object is called and where it is, if the actor may read it now.
fn named(read: &Read<'_>, me: &Me, flag: MyFlag) -> Result<MyFlag> {
    let post = format!(
        "SELECT q.title, q.id FROM content w JOIN questions q ON q.id = w.question_id
         WHERE w.id = ?2 AND ?1 IS NOT NULL AND w.deleted_at IS NULL AND {VISIBLE}"
    );
    let sql = match flag.kind {
        CaseKind::Question | CaseKind::Answer | CaseKind::Comment => post.as_str(),
        CaseKind::User => {
            "SELECT username, NULL FROM users WHERE id = ?2 AND ?1 IS NOT NULL AND deleted_at IS NULL"
        }
        CaseKind::Community => {
            "SELECT name, NULL FROM communities WHERE id = ?2 AND ?1 IS NOT NULL"
        }
        _ => return Ok(flag),
    };
    let found = read.first(sql, (me.id(), flag.object_id), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    let (title, qid) = found.unwrap_or_default();
    Ok(MyFlag { title, qid, ..flag })
}

/// Returns a report of the actor.
pub fn one(read: &Read<'_>, me: &Me, id: Id) -> Result<Option<MyFlag>> {
    let sql = format!("{} WHERE f.id = ?1 AND f.user_id = ?2", select());
    read.first(&sql, (id, me.id()), MyFlag::from_row)
}

/// Returns the reports of the actor, newest first.
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<Page<MyFlag>> {
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let total = read.value("SELECT count(*) FROM flags WHERE user_id = ?1", [me.id()])?;
    let select = select();
    let sql = format!("{select} WHERE f.user_id = ?1 AND f.id < ?2 ORDER BY f.id DESC LIMIT ?3");
    let limit = paging.limit as i64 + 1;
    let flags = read.all(&sql, (me.id(), before, limit), MyFlag::from_row)?;
    let page = Page::cut(flags, paging.limit, total, |flag| {
        flag.id.as_i64().to_string()
    });
    page.try_map(|flag| named(read, me, flag))
}

/// Calls `each` with all reports of an account, oldest first.
pub fn for_each(
    read: &Read<'_>,
    account: &Account,
    each: &mut dyn FnMut(MyFlag) -> Result<()>,
) -> Result<()> {
    let sql = format!("{} WHERE f.user_id = ?1 ORDER BY f.id", select());
    read.for_each(&sql, [account.id()], MyFlag::from_row, each)
}

/// The largest number of rows that one step of a purge deletes.
const PURGED_AT_ONCE: usize = 500;

/// Deletes some reports of a deleted account. Returns their cases, and whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<(Vec<Id>, bool)> {
    let sql = "DELETE FROM flags WHERE id IN (SELECT id FROM flags WHERE user_id = ?1 LIMIT ?2) RETURNING case_id";
    let parameters = (account.id(), PURGED_AT_ONCE as i64);
    let cases: Vec<Id> = tx.all(sql, parameters, |row| row.get(0))?;
    let may_be_more = cases.len() == PURGED_AT_ONCE;
    Ok((cases, may_be_more))
}
