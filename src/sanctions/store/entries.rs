//! SQL that finds entries of the log of administration, to appeal or undo what they say.

use crate::clock::Timestamp;
use crate::communities::store::VISIBLE_SCOPE;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::users::Me;
use crate::users::admin_log::{AdminAction, AdminTargetKind};

/// An entry of the log.
pub struct EntryRecord {
    pub id: Id,
    pub logged_at: Timestamp,
    /// Who took the action. `None`: the operator.
    pub actor_id: Option<Id>,
    pub actor: String,
    pub action: AdminAction,
    pub target_kind: AdminTargetKind,
    pub target_id: Option<Id>,
    pub target: String,
    /// The private community whose members may read it.
    pub community: Option<Id>,
    pub detail: String,
    /// The member whom the action concerns.
    pub concerns: Option<Id>,
}

/// Finds an entry.
pub fn find(read: &Read<'_>, id: Id) -> Result<Option<EntryRecord>> {
    let sql = "SELECT id, logged_at, actor_id, actor, action, target_kind, target_id, target, nullif(scope, 0), detail, concerns
               FROM admin_log WHERE id = ?1";
    read.first(sql, [id], |row| {
        Ok(EntryRecord {
            id: row.get(0)?,
            logged_at: row.get(1)?,
            actor_id: row.get(2)?,
            actor: row.get(3)?,
            action: row.get(4)?,
            target_kind: row.get(5)?,
            target_id: row.get(6)?,
            target: row.get(7)?,
            community: row.get(8)?,
            detail: row.get(9)?,
            concerns: row.get(10)?,
        })
    })
}

/// Returns whether a user may read an entry for its scope.
pub fn is_readable(read: &Read<'_>, viewer: Id, id: Id) -> Result<bool> {
    let sql = format!("SELECT 1 FROM admin_log WHERE id = ?2 AND {VISIBLE_SCOPE}");
    read.exists(&sql, (viewer, id))
}

/// Returns the private community whose moderators decide about an action too: one of them took it.
pub fn deciding_community(read: &Read<'_>, entry: &EntryRecord) -> Result<Option<Id>> {
    let sql = "SELECT 1 FROM users WHERE id = ?1 AND role = 'user'";
    let is_theirs = read.exists(sql, [entry.actor_id])?;
    Ok(entry.community.filter(|_| is_theirs))
}

/// Returns whether another user than the actor of an entry could decide its appeal: a moderator of the site
/// or of the deciding community, or an administrator. `by_rank`: an administrator, if it concerns a moderator
/// of the site.
pub fn has_other_decider(
    read: &Read<'_>,
    me: &Me,
    entry: &EntryRecord,
    by_rank: bool,
) -> Result<bool> {
    let community = deciding_community(read, entry)?;
    let sql = "SELECT 1 FROM users u WHERE u.id <> ?1 AND u.id IS NOT ?2 AND u.disabled_at IS NULL AND u.deleted_at IS NULL
                 AND max(coalesce(u.silenced_until, 0), coalesce(u.suspended_until, 0)) <= ?5
                 AND (u.role = 'administrator' OR (u.role = 'moderator' AND NOT (?4 AND EXISTS (SELECT 1 FROM users c WHERE c.id = ?2 AND c.role <> 'user')))
                      OR u.id IN (SELECT user_id FROM memberships WHERE community_id = ?3 AND role = 'moderator'))";
    let parameters = (me.id(), entry.concerns, community, by_rank, read.now);
    read.exists(sql, parameters)
}

/// Returns whether the removal that an entry says is still in force.
pub fn is_removal_active(read: &Read<'_>, entry: &EntryRecord) -> Result<bool> {
    let sql = "SELECT 1 FROM removals WHERE content_id = ?1 AND removed_by = ?2 AND removed_at = ?3 AND restored_at IS NULL";
    read.exists(sql, (entry.target_id, entry.actor_id, entry.logged_at))
}
