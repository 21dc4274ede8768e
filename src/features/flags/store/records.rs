//! Queries for access checks: the reports of an object as a case, and how they were decided.

use std::time::Duration;

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::cases::{Ask, CaseKind};
use crate::features::flags::model::Decision;
use crate::features::users::Me;
use crate::platform::db::{FromRow, Read, from_row};

/// The time for which a moderator keeps a case that they have claimed.
const CLAIM: Duration = Duration::from_secs(15 * 60);
/// The time for which a decision can be undone.
const UNDO: Duration = Duration::from_secs(30 * 24 * 3600);

from_row! {
    /// A case.
    pub struct CaseRecord {
        pub id: Id = "id",
        pub kind: CaseKind = "kind",
        pub object: Id = "object_id",
        /// What asks for a decision without a report.
        pub ask: Option<Ask> = "ask",
        /// Who wrote or owns the object, unless it is a community without an owner.
        pub author: Option<Id> = "author_id",
        pub community: Option<Id> = "community_id",
        pub flag_count: u32 = "flag_count",
        pub claimed_by: Option<Id> = "claimed_by",
        pub claimed_at: Option<Timestamp> = "claimed_at",
        pub decision: Option<Decision> = "decision",
        pub decided_by: Option<Id> = "decided_by",
        pub decided_at: Option<Timestamp> = "decided_at",
        pub reason: Option<String> = "reason",
        /// Whether a moderator of the site decided it.
        pub by_site: bool = "by_site",
        /// Whether the decision removed the object.
        pub removed: bool = "removed",
        /// Whether a report says that the object is illegal.
        pub is_illegal: bool = "is_illegal",
    }
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

/// Finds a case by its id, or the newest one by the id of its object.
pub fn find(read: &Read<'_>, id: Id) -> Result<Option<CaseRecord>> {
    let columns = CaseRecord::COLUMNS;
    let by_id = format!("SELECT {columns} FROM cases WHERE id = ?1");
    let found = read.first(&by_id, [id], CaseRecord::from_row)?;
    if found.is_some() {
        return Ok(found);
    }
    let of_object =
        format!("SELECT {columns} FROM cases WHERE object_id = ?1 ORDER BY id DESC LIMIT 1");
    read.first(&of_object, [id], CaseRecord::from_row)
}

/// Returns whether an object has an open case.
pub fn is_open(read: &Read<'_>, object: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM cases WHERE object_id = ?1 AND decision IS NULL";
    read.exists(sql, [object])
}

/// Returns whether a moderator of the site other than the actor can decide a case: one who neither wrote its
/// object nor reported it.
pub fn others_decide(read: &Read<'_>, me: &Me, case: &CaseRecord) -> Result<bool> {
    let sql = "SELECT 1 FROM users u WHERE u.role IN ('administrator', 'moderator') AND u.disabled_at IS NULL AND u.deleted_at IS NULL
                   AND coalesce(u.suspended_until, 0) <= ?4 AND u.id <> ?1 AND u.id IS NOT ?2
                   AND NOT EXISTS (SELECT 1 FROM flags f WHERE f.case_id = ?3 AND f.user_id = u.id)";
    read.exists(sql, (me.id(), case.author, case.id, read.now))
}

/// Returns whether the actor has reported the object of a case.
pub fn has_flagged(read: &Read<'_>, me: &Me, case: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM flags WHERE case_id = ?1 AND user_id = ?2";
    read.exists(sql, (case, me.id()))
}
