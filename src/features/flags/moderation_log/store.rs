//! Queries of the log for members. They name nobody, and leave out what the viewer may not read.

use rusqlite::Row;

use super::model::{DecidedReport, OwnLogEntry, PUBLIC, PublicLogEntry};
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::communities::store::SCOPE;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};
use crate::platform::scopes::store::{VISIBLE, VISIBLE_SCOPE};

/// The largest number of characters of a reason.
const MAX_REASON: usize = 1_000;
/// The largest number of unseen entries or decided reports that are returned at once.
const MAX_UNSEEN: usize = 20;
/// How long the public log shows an entry, in milliseconds. It bounds the rows that a page looks at.
const PUBLIC_FOR_MS: i64 = 90 * 24 * 60 * 60 * 1_000;

/// FROM clause: the question `q` of a target `l` that is a post or a comment, if the user `?1` may read it.
fn question() -> String {
    format!(
        "FROM questions q WHERE l.target_kind IN ('question', 'answer', 'comment') AND {VISIBLE}
         AND q.id = coalesce((SELECT coalesce(p.question_id, p.id) FROM posts p WHERE p.id = l.target_id),
                             (SELECT c.question_id FROM comments c WHERE c.id = l.target_id))"
    )
}

/// FROM and WHERE clauses: the entries that concern the user `?1` and that they may read, apart from what they
/// did themselves, and from the creation of their account.
fn own_ones() -> String {
    format!(
        "FROM admin_log l WHERE l.concerns = ?1 AND l.actor_id IS NOT ?1 AND l.action <> 'create-user' AND {VISIBLE_SCOPE}"
    )
}

/// SQL expression: the name of a target for the user `?1`. The log names neither held questions, which only
/// their authors have seen, nor what is in private communities.
fn own_target() -> String {
    let question = question();
    format!(
        "CASE WHEN l.target <> '' THEN l.target ELSE coalesce(
             (SELECT title FROM (SELECT q.title, {SCOPE} AS scope FROM questions q JOIN posts p ON p.id = q.id
                                 LEFT JOIN communities c ON c.id = q.community_id WHERE q.id = l.target_id AND p.author_id = ?1)
              WHERE {VISIBLE_SCOPE}),
             (SELECT q.title {question}), '') END"
    )
}

/// SQL expression: whether a sanction is lifted, or what was removed is back.
const IS_UNDONE: &str = "CASE
    WHEN l.action IN ('remove-post', 'hide-post') THEN NOT EXISTS (SELECT 1 FROM removals WHERE content_id = l.target_id AND restored_at IS NULL)
    WHEN l.action = 'remove-content' THEN EXISTS (SELECT 1 FROM removal_batches WHERE entry_id = l.id AND undone_at IS NOT NULL)
    WHEN l.action IN ('warn', 'silence', 'suspend', 'clear-profile') THEN EXISTS (SELECT 1 FROM sanctions WHERE entry_id = l.id AND lifted_at IS NOT NULL)
    ELSE FALSE END";

/// SQL expression: what the user `?1` has seen.
const SEEN_UP_TO: &str = "coalesce((SELECT seen_up_to FROM notice_cursors WHERE user_id = ?1), 0)";

/// Selects [`OwnLogEntry`]s of the user `?1`.
fn own_entries() -> String {
    let (target, question, own) = (own_target(), question(), own_ones());
    format!(
        "SELECT l.id, l.logged_at, l.action, l.target_kind, l.target_id, {target}, (SELECT q.id {question}),
                substr(l.detail, 1, {MAX_REASON}), {IS_UNDONE}, l.id > {SEEN_UP_TO} {own}"
    )
}

fn own_entry(row: &Row<'_>) -> rusqlite::Result<OwnLogEntry> {
    Ok(OwnLogEntry {
        id: row.get(0)?,
        logged_at: row.get(1)?,
        action: row.get(2)?,
        target_kind: row.get(3)?,
        target_id: row.get(4)?,
        target: row.get(5)?,
        qid: row.get(6)?,
        reason: row.get(7)?,
        is_undone: row.get(8)?,
        is_new: row.get(9)?,
    })
}

/// Returns the entries that concern the actor, newest first.
pub fn own(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<Page<OwnLogEntry>> {
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let total = read.value(&format!("SELECT count(*) {}", own_ones()), [me.id()])?;
    let sql = format!(
        "{} AND l.id < ?2 ORDER BY l.id DESC LIMIT ?3",
        own_entries()
    );
    let parameters = (me.id(), before, paging.limit as i64 + 1);
    let entries = read.all(&sql, parameters, own_entry)?;
    Ok(Page::cut(entries, paging.limit, total, |entry| {
        entry.id.as_i64().to_string()
    }))
}

/// Returns the newest entries up to an id that concern the actor, newest first.
pub fn newest(read: &Read<'_>, me: &Account, up_to: i64, limit: usize) -> Result<Vec<OwnLogEntry>> {
    let sql = format!(
        "{} AND l.id <= ?2 ORDER BY l.id DESC LIMIT ?3",
        own_entries()
    );
    read.all(&sql, (me.id(), up_to, limit as i64), own_entry)
}

/// Counts the entries after an id that concern the actor: at most `limit`.
pub fn count_after(read: &Read<'_>, me: &Account, after: Id, limit: i64) -> Result<i64> {
    let sql = format!(
        "SELECT count(*) FROM (SELECT 1 {} AND l.id > ?2 LIMIT ?3)",
        own_ones()
    );
    read.value(&sql, (me.id(), after, limit))
}

/// Calls `each` for all entries that concern an account, newest first.
pub fn for_each(
    read: &Read<'_>,
    account: &Account,
    each: impl FnMut(OwnLogEntry) -> Result<()>,
) -> Result<()> {
    let sql = format!("{} ORDER BY l.id DESC", own_entries());
    read.for_each(&sql, [account.id()], own_entry, each)
}

/// Returns the newest entries after an id that concern the actor, and the number of all of them.
pub fn unseen(read: &Read<'_>, me: &Me, after: Id) -> Result<(Vec<OwnLogEntry>, u32)> {
    let sql = format!("SELECT count(*) {} AND l.id > ?2", own_ones());
    let count = read.value(&sql, (me.id(), after))?;
    let sql = format!(
        "{} AND l.id > ?2 ORDER BY l.id DESC LIMIT ?3",
        own_entries()
    );
    let entries = read.all(&sql, (me.id(), after, MAX_UNSEEN as i64), own_entry)?;
    Ok((entries, count))
}

/// Returns the newest reports of the actor that were decided after an id, and the number of all of them, up to
/// 999. An undone decision is not one.
pub fn decided_reports(read: &Read<'_>, me: &Me, after: Id) -> Result<(Vec<DecidedReport>, u32)> {
    let count = count_reports(read, me, after, 999)?;
    let sql = format!("{REPORTS} AND f.told_as > ?2 ORDER BY f.told_as DESC LIMIT ?3");
    let reports = read.all(&sql, (me.id(), after, MAX_UNSEEN as i64), report)?;
    Ok((reports, count))
}

/// Returns the newest decided reports of the actor up to an id, the last decided first.
pub fn newest_reports(
    read: &Read<'_>,
    me: &Account,
    up_to: i64,
    limit: usize,
) -> Result<Vec<DecidedReport>> {
    let sql = format!("{REPORTS} AND f.told_as <= ?2 ORDER BY f.told_as DESC LIMIT ?3");
    read.all(&sql, (me.id(), up_to, limit as i64), report)
}

/// Counts the reports of the actor that were decided after an id: at most `limit`.
pub fn count_reports(read: &Read<'_>, me: &Account, after: Id, limit: i64) -> Result<u32> {
    let sql =
        "SELECT count(*) FROM (SELECT 1 FROM flags WHERE user_id = ?1 AND told_as > ?2 LIMIT ?3)";
    read.value(sql, (me.id(), after, limit))
}

/// Selects [`DecidedReport`]s of the user `?1`.
const REPORTS: &str = "SELECT f.told_as, c.kind, c.decision, c.removed, c.reason, c.decided_at FROM flags f JOIN cases c ON c.id = f.case_id
    WHERE f.user_id = ?1";

fn report(row: &Row<'_>) -> rusqlite::Result<DecidedReport> {
    Ok(DecidedReport {
        id: row.get(0)?,
        kind: row.get(1)?,
        outcome: row.get(2)?,
        removed: row.get(3)?,
        reason: row.get(4)?,
        decided_at: row.get(5)?,
    })
}

/// Returns up to which id the actor has seen what they are told.
pub fn seen_up_to(read: &Read<'_>, me: &Me) -> Result<Id> {
    read.value(&format!("SELECT {SEEN_UP_TO}"), [me.id()])
}

/// Makes what the actor is told count as seen up to an id. Never goes back.
pub fn mark_seen(tx: &Write<'_>, me: &Me, up_to: Id) -> Result<()> {
    let sql = "INSERT INTO notice_cursors (user_id, seen_up_to) VALUES (?1, ?2)
               ON CONFLICT DO UPDATE SET seen_up_to = excluded.seen_up_to WHERE excluded.seen_up_to > seen_up_to";
    tx.execute(sql, (me.id(), up_to)).map(drop)
}

/// Returns the public entries of the last 90 days that the actor may read, newest first.
pub fn public(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<Page<PublicLogEntry>> {
    let words = serde_json::json!(PUBLIC).to_string();
    let first = Id::at(Timestamp::from_millis(read.now.millis() - PUBLIC_FOR_MS), 0);
    let found = format!(
        "FROM admin_log l WHERE l.id >= ?2 AND l.action IN (SELECT value FROM json_each(?3)) AND {VISIBLE_SCOPE}"
    );
    let total = read.value(
        &format!("SELECT count(*) {found}"),
        (me.id(), first, &words),
    )?;
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let question = question();
    let sql = format!(
        "SELECT l.id, l.logged_at, l.action, l.target_kind, iif(l.target_kind IN ('tag', 'community'), l.target, NULL),
                (SELECT q.id {question}), (SELECT q.title {question}) {found} AND l.id < ?4 ORDER BY l.id DESC LIMIT ?5"
    );
    let parameters = (me.id(), first, &words, before, paging.limit as i64 + 1);
    let entries = read.all(&sql, parameters, |row| {
        Ok(PublicLogEntry {
            id: row.get(0)?,
            logged_at: row.get(1)?,
            action: row.get(2)?,
            target_kind: row.get(3)?,
            target: row.get(4)?,
            qid: row.get(5)?,
            title: row.get(6)?,
        })
    })?;
    Ok(Page::cut(entries, paging.limit, total, |entry| {
        entry.id.as_i64().to_string()
    }))
}

/// Forgets how far an account has seen what it was told.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM notice_cursors WHERE user_id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}
