//! SQL with which features add to the log of administration.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::admin_log::entry::{AdminAction, AdminTarget};
use crate::features::users::identity::LoggedActor;
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
    let sql = "INSERT INTO admin_log (id, logged_at, actor_id, actor, action, target_kind, target_id, target, scope, detail, before, concerns)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
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
        ),
    )?;
    Ok(id)
}

/// Returns whether a user may read the entries of a scope.
pub fn may_read(read: &Read<'_>, user: Id, scope: i64) -> Result<bool> {
    let is_member = "SELECT 1 FROM memberships WHERE community_id = ?1 AND user_id = ?2";
    Ok(scope == 0 || read.exists(is_member, (scope, user))?)
}
