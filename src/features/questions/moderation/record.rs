//! The entries of the log about what moderators do.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::questions::access::{ModeratedPost, ReadablePost};
use crate::features::questions::model::PostKind;
use crate::features::questions::store;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget};
use crate::features::users::{Me, Recorded};
use crate::platform::db::{Read, Write};

/// Records an action on a post, which tells its author. Only those who may read the question now may read the
/// entry.
pub fn record(
    tx: &mut Write<'_>,
    me: &Me,
    action: AdminAction,
    post: &ModeratedPost,
    detail: &str,
) -> Result<Recorded> {
    let target = target(tx, post.kind(), post.id(), post.target())?;
    admin_log::record(tx, me, action, &target, detail)
}

/// Returns content as the target of an action, which concerns its author. Otherwise only readers of its
/// question may read the entry.
pub fn target(read: &Read<'_>, kind: PostKind, id: Id, post: &ReadablePost) -> Result<AdminTarget> {
    let title = store::load::head(read, post.question())?.0.title;
    let author = store::content::author(read, id)?;
    let target = AdminTarget::new(kind.case().target(), Some(id), &title);
    let target = target.in_scope(post.scope().value());
    Ok(target.concerning(author))
}
