//! SQL with which features add to the log of administration.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::admin_log::entry::{AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::identity::{LoggedActor, Me};
use crate::platform::db::{Read, Write};

/// Adds an entry, and returns its id.
pub fn insert(
    tx: &Write<'_>,
    by: LoggedActor<'_>,
    action: AdminAction,
    target: &AdminTarget,
    detail: &str,
    before: Option<&str>,
) -> Result<Id> {
    let (actor_id, actor) = match by {
        LoggedActor::User(account) => (Some(account.id()), account.username()),
        LoggedActor::Operator(name) => (None, name),
        LoggedActor::Site => (None, ""),
    };
    let id = tx.new_id();
    let sql = "INSERT INTO admin_log (id, logged_at, actor_id, actor, action, target_kind, target_id, target, scope, detail, before, concerns, token_id)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
    tx.execute(
        sql,
        (
            id,
            tx.now,
            actor_id,
            actor,
            action,
            target.kind(),
            target.id(),
            target.name(),
            target.scope(),
            detail,
            before,
            target.concerns(),
            by.token(),
        ),
    )?;
    Ok(id)
}

/// Returns whether another moderator than `me` has asked to open an object or has opened it in an entry with
/// this id or a higher one.
pub fn others_open(
    read: &Read<'_>,
    me: &Me,
    kind: AdminTargetKind,
    object: Id,
    since: Id,
) -> Result<bool> {
    let sql = "SELECT 1 FROM admin_log WHERE target_kind = ?1 AND target_id = ?2 AND id >= ?3 AND actor_id <> ?4 AND action IN (?5, ?6)";
    let (asked, opened) = (AdminAction::AskToOpen, AdminAction::OpenFlagged);
    read.exists(sql, (kind, object, since, me.id(), asked, opened))
}

/// Returns the name of the moderator who has asked last to open an object, in an entry with this id or a
/// higher one.
pub fn asked_to_open(
    read: &Read<'_>,
    kind: AdminTargetKind,
    object: Id,
    since: Id,
) -> Result<Option<String>> {
    let sql = "SELECT actor FROM admin_log WHERE target_kind = ?1 AND target_id = ?2 AND id >= ?3 AND action = ?4 ORDER BY id DESC LIMIT 1";
    read.first(sql, (kind, object, since, AdminAction::AskToOpen), |row| {
        row.get(0)
    })
}

/// Returns whether a user may read the entries of a scope.
pub fn may_read(read: &Read<'_>, user: Id, scope: i64) -> Result<bool> {
    let is_member = "SELECT 1 FROM memberships WHERE community_id = ?1 AND user_id = ?2";
    Ok(scope == 0 || read.exists(is_member, (scope, user))?)
}
