//! SQL that adds to the log of administration.

use crate::db::Write;
use crate::error::Result;
use crate::users::admin_log::{AdminAction, AdminTarget};
use crate::users::identity::LoggedActor;

/// Adds an entry.
pub fn insert(
    tx: &Write<'_>,
    by: LoggedActor<'_>,
    action: AdminAction,
    target: &AdminTarget,
    detail: &str,
    before: Option<&str>,
) -> Result<()> {
    let (actor_id, actor) = match by {
        LoggedActor::User(account) => (Some(account.id()), account.username()),
        LoggedActor::Operator(name) => (None, name),
    };
    let sql = "INSERT INTO admin_log (id, logged_at, actor_id, actor, action, target_kind, target_id, target, scope, detail, before)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    tx.execute(
        sql,
        (
            tx.new_id(),
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
        ),
    )
    .map(drop)
}
