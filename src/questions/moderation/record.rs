//! The entries of the log about what moderators do.

use crate::db::Write;
use crate::error::Result;
use crate::questions::moderated::ModeratedPost;
use crate::questions::removal;
use crate::users::admin_log::{self, AdminAction};
use crate::users::{Me, Recorded};

/// Records an action on a post, which tells its author. Only those who may read the question now may read the
/// entry.
pub fn record(
    tx: &mut Write<'_>,
    me: &Me,
    action: AdminAction,
    post: &ModeratedPost,
    detail: &str,
) -> Result<Recorded> {
    let target = removal::target(tx, post.kind(), post.id(), post.target())?;
    admin_log::record(tx, me, action, &target, detail)
}
