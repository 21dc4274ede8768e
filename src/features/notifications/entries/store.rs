//! SQL of entries. What is returned or counted is readable for the member.

use rusqlite::Row;

use super::model::{EntryKind, OwnEntry};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::Account;
use crate::platform::db::{Read, Write};
use crate::platform::scopes::store::VISIBLE;

/// The maximum number of characters of the text of a post.
const TEXT_LIMIT: usize = 1_000;

/// SQL expression: what the user `?1` has seen.
const SEEN_UP_TO: &str = "coalesce((SELECT seen_up_to FROM notice_cursors WHERE user_id = ?1), 0)";

/// FROM and WHERE clauses: the open suggested edits `s` of the post `p`. Those of suspended members wait.
const OPEN_EDITS: &str = "FROM suggested_edits s JOIN users u ON u.id = s.user_id
    WHERE s.post_id = p.id AND s.decided_at IS NULL AND u.disabled_at IS NULL";

/// SQL subquery: the author of the current version of the post `p`.
const EDITOR: &str =
    "(SELECT r.author_id FROM revisions r WHERE r.post_id = p.id ORDER BY r.id DESC LIMIT 1)";

/// FROM and WHERE clauses: the entries `e` of the user `?1` that they may read and that are still true.
fn readable() -> String {
    format!(
        "FROM inbox_entries e LEFT JOIN posts p ON e.kind <> 'admitted' AND p.id = e.object_id
         LEFT JOIN questions q ON q.id = coalesce(p.question_id, p.id) LEFT JOIN communities k ON e.kind = 'admitted' AND k.id = e.object_id
         LEFT JOIN suggested_edits d ON e.kind = 'decided' AND d.post_id = e.object_id AND d.user_id = ?1 AND d.decided_at IS NOT NULL
         WHERE e.user_id = ?1 AND CASE e.kind
             WHEN 'admitted' THEN EXISTS (SELECT 1 FROM memberships t WHERE t.community_id = e.object_id AND t.user_id = ?1)
             WHEN 'decided' THEN d.id IS NOT NULL AND p.deleted_at IS NULL AND {VISIBLE}
             ELSE p.author_id = ?1 AND p.deleted_at IS NULL AND {VISIBLE} AND CASE e.kind
                 WHEN 'accepted' THEN q.accepted_answer_id = p.id
                 WHEN 'suggested' THEN EXISTS (SELECT 1 {OPEN_EDITS})
                 WHEN 'edited' THEN p.is_wiki AND {EDITOR} <> ?1
                 ELSE TRUE END END"
    )
}

/// SQL condition: the member has not seen the entry `e`.
fn is_new() -> String {
    format!("NOT e.is_seen AND e.id > {SEEN_UP_TO}")
}

fn entry(row: &Row<'_>) -> rusqlite::Result<OwnEntry> {
    let id: Id = row.get(0)?;
    Ok(OwnEntry {
        id,
        kind: row.get(1)?,
        qid: row.get(2)?,
        answer_id: row.get(3)?,
        community_id: row.get(4)?,
        title: row.get(5)?,
        text: row.get(6)?,
        votes: row.get(7)?,
        by: row.get(8)?,
        told_at: id.time(),
        is_accepted: row.get(9)?,
        note: row.get(10)?,
        is_new: row.get(11)?,
    })
}

fn select() -> String {
    let (readable, is_new) = (readable(), is_new());
    format!(
        "SELECT e.id, e.kind, q.id, iif(p.question_id IS NOT NULL, p.id, NULL), k.id, coalesce(q.title, k.name, ''),
                substr(coalesce(p.text, ''), 1, {TEXT_LIMIT}), e.votes,
                CASE e.kind
                    WHEN 'accepted' THEN (SELECT a.name FROM posts o JOIN authors a ON a.id = o.author_id WHERE o.id = q.id)
                    WHEN 'suggested' THEN (SELECT u.username {OPEN_EDITS} AND s.id = (SELECT max(s.id) {OPEN_EDITS}))
                    WHEN 'edited' THEN (SELECT a.name FROM authors a WHERE a.id = {EDITOR})
                    WHEN 'decided' THEN (SELECT a.name FROM authors a WHERE a.id = d.decided_by AND d.decided_by = p.author_id) END,
                d.is_accepted, nullif(d.note, ''), {is_new}
         {readable}"
    )
}

/// Returns the newest entries of a member up to an id and without some kinds, newest first.
pub fn newest(
    read: &Read<'_>,
    me: &Account,
    without: &[EntryKind],
    up_to: i64,
    limit: usize,
) -> Result<Vec<OwnEntry>> {
    let sql = format!(
        "{} AND e.id <= ?2 AND e.kind NOT IN (SELECT value FROM json_each(?3)) ORDER BY e.id DESC LIMIT ?4",
        select()
    );
    read.all(&sql, (me.id(), up_to, words(without), limit as i64), entry)
}

fn words(kinds: &[EntryKind]) -> String {
    serde_json::json!(kinds).to_string()
}

/// Counts the entries of a member without some kinds, or those that they have not seen: at most `limit`.
pub fn count(
    read: &Read<'_>,
    me: &Account,
    without: &[EntryKind],
    unseen: bool,
    limit: i64,
) -> Result<i64> {
    let (readable, is_new) = (readable(), is_new());
    let sql = format!(
        "SELECT count(*) FROM (SELECT 1 {readable} AND e.kind NOT IN (SELECT value FROM json_each(?2)) AND (NOT ?3 OR {is_new}) LIMIT ?4)"
    );
    read.value(&sql, (me.id(), words(without), unseen, limit))
}

/// Calls `each` for all entries of an account, newest first.
pub fn for_each(
    read: &Read<'_>,
    account: &Account,
    each: impl FnMut(OwnEntry) -> Result<()>,
) -> Result<()> {
    let sql = format!("{} ORDER BY e.id DESC", select());
    read.for_each(&sql, [account.id()], entry, each)
}

/// Returns whether a member may read their newest entry.
pub fn shows_newest(read: &Read<'_>, member: Id) -> Result<bool> {
    let sql = format!(
        "SELECT 1 {} AND e.id = (SELECT max(id) FROM inbox_entries WHERE user_id = ?1)",
        readable()
    );
    read.exists(&sql, [member])
}

/// Records that the votes for a post reached a total. Returns `false` if its author was notified of it or of a higher one, or if
/// their account is deleted.
pub fn raise_votes(tx: &Write<'_>, author: Id, post: Id, total: i64) -> Result<bool> {
    let sql = "INSERT INTO inbox_entries (id, user_id, kind, object_id, votes)
               SELECT ?1, id, 'votes', ?3, ?4 FROM users WHERE id = ?2 AND deleted_at IS NULL
               ON CONFLICT (user_id, kind, object_id) DO UPDATE SET id = excluded.id, votes = excluded.votes, is_seen = 0
               WHERE excluded.votes > votes";
    Ok(tx.execute(sql, (tx.new_id(), author, post, total))? > 0)
}

/// Records that an answer was accepted. Returns `false` if its author was notified, or if their account is deleted.
pub fn insert_accepted(tx: &Write<'_>, author: Id, answer: Id) -> Result<bool> {
    let sql = "INSERT INTO inbox_entries (id, user_id, kind, object_id)
               SELECT ?1, id, 'accepted', ?3 FROM users WHERE id = ?2 AND deleted_at IS NULL
               ON CONFLICT (user_id, kind, object_id) DO NOTHING";
    Ok(tx.execute(sql, (tx.new_id(), author, answer))? > 0)
}

/// Records that an entry of a member is true again, which makes it their newest. Does nothing if their account is deleted.
pub fn renew(tx: &Write<'_>, member: Id, kind: EntryKind, object: Id) -> Result<()> {
    let sql = "INSERT INTO inbox_entries (id, user_id, kind, object_id)
               SELECT ?1, id, ?3, ?4 FROM users WHERE id = ?2 AND deleted_at IS NULL
               ON CONFLICT (user_id, kind, object_id) DO UPDATE SET id = excluded.id, is_seen = 0";
    tx.execute(sql, (tx.new_id(), member, kind, object))
        .map(drop)
}

/// Marks those of some entries as seen that are the account's.
pub fn mark_seen(tx: &Write<'_>, me: &Account, ids: &[Id]) -> Result<()> {
    let ids: Vec<i64> = ids.iter().map(|id| id.as_i64()).collect();
    let ids = serde_json::json!(ids).to_string();
    let sql = "UPDATE inbox_entries SET is_seen = 1 WHERE id IN (SELECT value FROM json_each(?2)) AND user_id = ?1 AND is_seen = 0";
    tx.execute(sql, (me.id(), ids)).map(drop)
}

/// The largest number of entries that one step of a purge deletes.
const PURGED_AT_ONCE: usize = 500;

/// Deletes some entries of a user. Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    let sql = "DELETE FROM inbox_entries WHERE id IN (SELECT id FROM inbox_entries WHERE user_id = ?1 LIMIT ?2)";
    Ok(tx.execute(sql, (account.id(), PURGED_AT_ONCE as i64))? == PURGED_AT_ONCE)
}
