//! SQL of cases: the reports of an object, and how they were decided.

use std::time::Duration;

use rusqlite::Row;

use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::flags::access::{DecidableCase, DecidedCase, FlaggableObject};
use crate::flags::model::{Decision, FlaggedKind};
use crate::id::Id;
use crate::users::Me;

/// The time for which a moderator keeps a case that they have claimed.
pub const CLAIM: Duration = Duration::from_secs(15 * 60);
/// The time for which a decision can be undone.
const UNDO: Duration = Duration::from_secs(30 * 24 * 3600);
/// The largest count of a queue.
const MAX_COUNT: i64 = 999;

/// A case.
pub struct CaseRecord {
    pub id: Id,
    pub kind: FlaggedKind,
    pub object: Id,
    /// Who wrote or owns the object, unless it is a community without an owner.
    pub author: Option<Id>,
    pub community: Option<Id>,
    pub flag_count: u32,
    pub claimed_by: Option<Id>,
    pub claimed_at: Option<Timestamp>,
    pub decision: Option<Decision>,
    pub decided_by: Option<Id>,
    pub decided_at: Option<Timestamp>,
    pub reason: Option<String>,
    /// Whether a moderator of the site decided it.
    pub by_site: bool,
    /// Whether the decision removed the object.
    pub removed: bool,
}

impl CaseRecord {
    /// Returns who decides the case at the moment, and until when they keep it.
    pub fn claim(&self, now: Timestamp) -> Option<(Id, Timestamp)> {
        let until = self.claimed_at?.plus(CLAIM);
        let by = self.claimed_by?;
        (until > now).then_some((by, until))
    }

    /// Returns whether another moderator decides the case at the moment.
    pub fn is_claimed_by_other(&self, me: &Me, now: Timestamp) -> bool {
        self.claim(now).is_some_and(|(by, _)| by != me.id())
    }

    /// Returns whether the decision can still be undone.
    pub fn is_recent(&self, now: Timestamp) -> bool {
        self.decided_at.is_some_and(|at| now.since(at) <= UNDO)
    }
}

/// The columns of a [`CaseRecord`].
pub(super) const CASE: &str = "SELECT id, kind, object_id, author_id, community_id, flag_count, claimed_by, claimed_at, decision, decided_by, decided_at,
                                      reason, by_site, removed FROM flag_cases";

pub(super) fn case_record(row: &Row<'_>) -> rusqlite::Result<CaseRecord> {
    Ok(CaseRecord {
        id: row.get(0)?,
        kind: row.get(1)?,
        object: row.get(2)?,
        author: row.get(3)?,
        community: row.get(4)?,
        flag_count: row.get(5)?,
        claimed_by: row.get(6)?,
        claimed_at: row.get(7)?,
        decision: row.get(8)?,
        decided_by: row.get(9)?,
        decided_at: row.get(10)?,
        reason: row.get(11)?,
        by_site: row.get(12)?,
        removed: row.get(13)?,
    })
}

/// Finds a case by its id, or the newest one by the id of its object.
pub fn find(read: &Read<'_>, id: Id) -> Result<Option<CaseRecord>> {
    let found = read.first(&format!("{CASE} WHERE id = ?1"), [id], case_record)?;
    if found.is_some() {
        return Ok(found);
    }
    let of_object = format!("{CASE} WHERE object_id = ?1 ORDER BY id DESC LIMIT 1");
    read.first(&of_object, [id], case_record)
}

/// Returns the open case of an object.
pub fn open_of(read: &Read<'_>, object: &FlaggableObject) -> Result<Option<Id>> {
    let sql = "SELECT id FROM flag_cases WHERE object_id = ?1 AND decision IS NULL";
    read.first(sql, [object.id()], |row| row.get(0))
}

/// Returns whether an object has an open case.
pub fn is_open(read: &Read<'_>, object: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM flag_cases WHERE object_id = ?1 AND decision IS NULL";
    read.exists(sql, [object])
}

/// Opens a case.
pub fn insert(tx: &Write<'_>, object: &FlaggableObject) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO flag_cases (id, kind, object_id, author_id, community_id) VALUES (?1, ?2, ?3, ?4, ?5)";
    let values = (
        id,
        object.kind(),
        object.id(),
        object.author(),
        object.community(),
    );
    tx.execute(sql, values)?;
    Ok(id)
}

/// Deletes an open case without reports.
pub fn delete_empty(tx: &Write<'_>, case: Id) -> Result<()> {
    let sql = "DELETE FROM flag_cases WHERE id = ?1 AND decision IS NULL AND flag_count = 0";
    tx.execute(sql, [case]).map(drop)
}

/// Gives a case to the actor for 15 minutes.
pub fn set_claim(tx: &Write<'_>, me: &Me, case: &DecidableCase) -> Result<()> {
    let sql = "UPDATE flag_cases SET claimed_by = ?2, claimed_at = ?3 WHERE id = ?1";
    let id = case.case().record().id;
    tx.execute(sql, (id, me.id(), tx.now)).map(drop)
}

/// Stores a decision. The claim stays, so that undoing the decision restores the case.
pub fn set_decision(
    tx: &Write<'_>,
    me: &Me,
    case: &DecidableCase,
    decision: Decision,
    reason: &str,
    removed: bool,
) -> Result<()> {
    let sql = "UPDATE flag_cases SET decision = ?2, decided_by = ?3, decided_at = ?4, reason = ?5, by_site = ?6, removed = ?7 WHERE id = ?1";
    let case = case.case();
    let values = (
        case.record().id,
        decision,
        me.id(),
        tx.now,
        reason,
        case.site().is_some(),
        removed,
    );
    tx.execute(sql, values).map(drop)
}

/// Opens a decided case again.
pub fn clear_decision(tx: &Write<'_>, case: &DecidedCase) -> Result<()> {
    let sql = "UPDATE flag_cases SET decision = NULL, decided_by = NULL, decided_at = NULL, reason = NULL, by_site = 0, removed = 0
               WHERE id = ?1";
    tx.execute(sql, [case.case().record().id]).map(drop)
}

/// Counts the open cases that a moderator of the site may decide, up to 999.
pub fn count_for_site(read: &Read<'_>, user: Id) -> Result<u32> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM flag_cases WHERE decision IS NULL AND author_id IS NOT ?1 LIMIT ?2)";
    read.value(sql, (user, MAX_COUNT))
}

/// Counts the open cases of the communities that a user moderates, up to 999.
pub fn count_for_moderator(read: &Read<'_>, user: Id) -> Result<u32> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM memberships m CROSS JOIN flag_cases c ON c.community_id = m.community_id
                   WHERE m.user_id = ?1 AND m.role = 'moderator' AND c.decision IS NULL AND c.author_id IS NOT ?1 LIMIT ?2)";
    read.value(sql, (user, MAX_COUNT))
}
