//! Editing posts of others. The history names the moderator.

use super::record::record;
use crate::db::Write;
use crate::error::Result;
use crate::questions::access::{EditablePost, ModeratedPost};
use crate::questions::model::{EditedPost, NewContent};
use crate::questions::revisions;
use crate::users::Me;
use crate::users::admin_log::AdminAction;

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
