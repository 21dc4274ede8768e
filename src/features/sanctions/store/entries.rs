//! SQL that finds entries of the log of administration, to appeal or undo what they say.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::VISIBLE_SCOPE;
use crate::features::users::Me;
use crate::features::users::admin_log::{AdminAction, AdminTargetKind};
use crate::platform::db::{FromRow, Read, from_row};

from_row! {
    /// An entry of the log.
    pub struct EntryRecord {
        pub id: Id = "id",
        pub logged_at: Timestamp = "logged_at",
        /// Who took the action. `None`: the operator.
        pub actor_id: Option<Id> = "actor_id",
        pub actor: String = "actor",
        pub action: AdminAction = "action",
        pub target_kind: AdminTargetKind = "target_kind",
        pub target_id: Option<Id> = "target_id",
        pub target: String = "target",
        /// The private community whose members may read it.
        pub community: Option<Id> = "nullif(scope, 0)",
        pub detail: String = "detail",
        /// The member whom the action concerns.
        pub concerns: Option<Id> = "concerns",
    }
}

/// Finds an entry.
pub fn find(read: &Read<'_>, id: Id) -> Result<Option<EntryRecord>> {
    let columns = EntryRecord::COLUMNS;
    let sql = format!("SELECT {columns} FROM admin_log WHERE id = ?1");
    read.first(&sql, [id], EntryRecord::from_row)
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
