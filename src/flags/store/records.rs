//! Queries for access checks: the reports of an object as a case, and how they were decided.

use std::time::Duration;

use rusqlite::Row;

use crate::cases::{Ask, CaseKind};
use crate::clock::Timestamp;
use crate::db::Read;
use crate::error::Result;
use crate::flags::model::Decision;
use crate::id::Id;
use crate::users::Me;

/// The time for which a moderator keeps a case that they have claimed.
const CLAIM: Duration = Duration::from_secs(15 * 60);
/// The time for which a decision can be undone.
const UNDO: Duration = Duration::from_secs(30 * 24 * 3600);

/// A case.
pub struct CaseRecord {
    pub id: Id,
    pub kind: CaseKind,
    pub object: Id,
    /// What asks for a decision without a report.
    pub ask: Option<Ask>,
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
    /// Whether a report says that the object is illegal.
    pub is_illegal: bool,
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
                                      reason, by_site, removed, ask, is_illegal FROM cases";

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
        ask: row.get(14)?,
        is_illegal: row.get(15)?,
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

/// Returns whether an object has an open case.
pub fn is_open(read: &Read<'_>, object: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM cases WHERE object_id = ?1 AND decision IS NULL";
    read.exists(sql, [object])
}

/// Returns whether the actor has reported the object of a case.
pub fn has_flagged(read: &Read<'_>, me: &Me, case: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM flags WHERE case_id = ?1 AND user_id = ?2";
    read.exists(sql, (case, me.id()))
}
