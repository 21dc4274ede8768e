//! Editing posts of others. The history names the moderator.

use super::record::record;
use crate::core::error::Result;
use crate::features::questions::access::{EditablePost, ModeratedPost};
use crate::features::questions::model::{EditedPost, NewContent};
use crate::features::questions::revisions;
use crate::features::users::Me;
use crate::features::users::admin_log::AdminAction;
use crate::platform::db::Write;

/// Edits a post. Does nothing if the content is the same.
pub fn edit(
    tx: &mut Write<'_>,
    me: &Me,
    post: &ModeratedPost,
    new: &NewContent,
    reason: &str,
) -> Result<EditedPost> {
    let is_changed = revisions::edit(tx, me, &EditablePost::from_moderated(me, post), new)?;
    if is_changed {
        record(tx, me, AdminAction::EditPost, post, reason)?;
    }
    Ok(EditedPost {
        id: post.id(),
        kind: post.kind(),
        qid: post.target().question(),
        is_changed,
    })
}
