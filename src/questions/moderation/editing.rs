//! Editing posts of others. The history names the moderator.

use super::record::record;
use crate::db::Write;
use crate::error::Result;
use crate::questions::model::{EditedPost, NewQuestion};
use crate::questions::moderated::{EditablePost, ModeratedPost};
use crate::questions::revisions;
use crate::users::Me;
use crate::users::admin_log::AdminAction;

/// The new content of a post.
pub enum NewContent {
    Question(NewQuestion),
    Answer(String),
    Comment(String),
}

/// Edits a post. Does nothing if the content is the same.
pub fn edit(
    tx: &mut Write<'_>,
    me: &Me,
    post: &ModeratedPost,
    new: &NewContent,
    reason: &str,
) -> Result<EditedPost> {
    let editable = EditablePost::from_moderated(me, post);
    let is_changed = match new {
        NewContent::Question(new) => revisions::change_question(tx, me, &editable, new)?,
        NewContent::Answer(text) => revisions::change_answer(tx, me, &editable, text)?,
        NewContent::Comment(text) => revisions::change_comment(tx, me, &editable, text)?,
    };
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
