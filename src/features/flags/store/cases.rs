//! SQL of changes to cases and of their counts.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::flags::access::{DecidableCase, DecidedCase, FlaggableObject, OwnClaim};
use crate::features::flags::model::Decision;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};

/// The largest count of a queue.
pub const MAX_COUNT: u32 = 999;

/// Returns the open case of an object.
pub fn open_of(read: &Read<'_>, object: &FlaggableObject) -> Result<Option<Id>> {
    let sql = "SELECT id FROM cases WHERE object_id = ?1 AND decision IS NULL";
    read.first(sql, [object.id()], |row| row.get(0))
}

/// Deletes an open case without reports.
pub fn delete_empty(tx: &Write<'_>, case: Id) -> Result<()> {
    let sql =
        "DELETE FROM cases WHERE id = ?1 AND decision IS NULL AND flag_count = 0 AND ask IS NULL";
    tx.execute(sql, [case]).map(drop)
}

/// Gives a case to the actor for 15 minutes.
pub fn set_claim(tx: &Write<'_>, me: &Me, case: &DecidableCase) -> Result<()> {
    let sql = "UPDATE cases SET claimed_by = ?2, claimed_at = ?3 WHERE id = ?1";
    let id = case.case().record().id;
    tx.execute(sql, (id, me.id(), tx.now)).map(drop)
}

/// Gives back a case that the actor has claimed.
pub fn clear_claim(tx: &Write<'_>, claim: &OwnClaim) -> Result<()> {
    let sql = "UPDATE cases SET claimed_by = NULL, claimed_at = NULL WHERE id = ?1";
    tx.execute(sql, [claim.case().record().id]).map(drop)
}

/// Stores a decision.
pub fn set_decision(
    tx: &Write<'_>,
    me: &Me,
    case: &DecidableCase,
    decision: Decision,
    reason: &str,
    removed: bool,
) -> Result<()> {
    let sql = "UPDATE cases SET decision = ?2, decided_by = ?3, decided_at = ?4, reason = ?5, by_site = ?6, removed = ?7 WHERE id = ?1";
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

/// Opens a decided case again, for every moderator.
pub fn clear_decision(tx: &Write<'_>, case: &DecidedCase) -> Result<()> {
    let sql = "UPDATE cases SET decision = NULL, decided_by = NULL, decided_at = NULL, reason = NULL, by_site = 0, removed = 0,
                   claimed_by = NULL, claimed_at = NULL
               WHERE id = ?1";
    tx.execute(sql, [case.case().record().id]).map(drop)
}

/// Counts the open cases of a community that a user may decide, up to 999.
pub fn count_in(read: &Read<'_>, user: Id, community: Id) -> Result<u32> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM cases c WHERE c.community_id = ?3 AND c.decision IS NULL AND c.author_id IS NOT ?1
                   AND NOT EXISTS (SELECT 1 FROM flags f WHERE f.case_id = c.id AND f.user_id = ?1) LIMIT ?2)";
    read.value(sql, (user, MAX_COUNT, community))
}

/// Counts the open cases that a moderator of the site may decide, up to 999.
pub fn count_for_site(read: &Read<'_>, user: Id) -> Result<u32> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM cases WHERE decision IS NULL AND author_id IS NOT ?1
                   AND NOT EXISTS (SELECT 1 FROM flags f WHERE f.case_id = cases.id AND f.user_id = ?1) LIMIT ?2)";
    read.value(sql, (user, MAX_COUNT))
}

/// Counts the open cases of the communities that a user moderates, up to 999.
pub fn count_for_moderator(read: &Read<'_>, user: Id) -> Result<u32> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM memberships m CROSS JOIN cases c ON c.community_id = m.community_id
                   WHERE m.user_id = ?1 AND m.role = 'moderator' AND c.decision IS NULL AND c.author_id IS NOT ?1
                     AND NOT EXISTS (SELECT 1 FROM flags f WHERE f.case_id = c.id AND f.user_id = ?1) LIMIT ?2)";
    read.value(sql, (user, MAX_COUNT))
}
