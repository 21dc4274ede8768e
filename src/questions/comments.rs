//! Commenting on questions and answers.

use super::access::ReadablePost;
use super::model::Comment;
use super::moderated::CanRespond;
use super::{events, record_references, store};
use crate::db::Write;
use crate::error::Result;
use crate::notifications::{self, Response};
use crate::pictures::PictureKind;
use crate::trust::{self, NewText, Posted};
use crate::users::Me;

/// Comments on a question or an answer. Returns the existing comment if the actor has already
/// written one on this post with the same nonce. Rejects one in a locked question with 409.
pub fn comment(
    tx: &mut Write<'_>,
    me: &Me,
    on: &ReadablePost,
    text: &str,
    nonce: Option<&str>,
) -> Result<Comment> {
    if let Some(existing) = store::posts::comment_by_nonce(tx, me, on, nonce)? {
        return store::load::comment(tx, existing);
    }
    let allowed = CanRespond::find(tx, me, on)?;
    trust::limits::check_text(tx, me, Posted::Comment, text)?;
    let id = store::posts::insert_comment(tx, me, &allowed, text, nonce)?;
    let new = NewText::on(on.question(), text);
    trust::remember(tx, me, id, on.scope(), &new, false)?;
    record_references(tx, me, PictureKind::Comment, on.question(), id, text)?;
    events::emit_post(tx, on)?;
    notifications::notify_author(
        tx,
        me,
        &Response {
            id,
            post: on.post(),
            question: on.question(),
        },
    )?;
    store::load::comment(tx, id)
}
