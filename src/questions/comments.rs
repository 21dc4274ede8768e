//! Commenting on questions and answers.

use super::access::ReadablePost;
use super::model::{Comment, PostKind};
use super::moderated::CanRespond;
use super::withheld::WithheldPost;
use super::{holding, publishing, references, store};
use crate::db::Write;
use crate::error::Result;
use crate::pictures::PictureKind;
use crate::trust::{self, NewText, Posted};
use crate::users::Me;

/// Comments on a question or an answer. Returns the existing comment if the actor has already
/// written one on this post with the same nonce. It may have to wait for approval. Rejects one in a locked
/// question with 409.
pub fn comment(
    tx: &mut Write<'_>,
    me: &Me,
    on: &ReadablePost,
    text: &str,
    nonce: Option<&str>,
) -> Result<Comment> {
    if let Some(existing) = store::posts::comment_by_nonce(tx, me, on, nonce)? {
        if WithheldPost::find_held(tx, me, PostKind::Comment, existing)?.is_some() {
            return holding::comment(tx, existing);
        }
        return store::load::comment(tx, existing);
    }
    let allowed = CanRespond::find(tx, me, on)?;
    trust::limits::check_text(tx, me, Posted::Comment, text)?;
    let new = NewText::on(on.question(), text);
    let community = store::load::community(tx, on.question())?;
    if let Some(reasons) = holding::reasons(tx, me, community, &new)? {
        return holding::hold_comment(tx, me, &allowed, text, nonce, &reasons);
    }
    let id = store::posts::insert_comment(tx, me, &allowed, text, nonce, false)?;
    trust::remember(tx, me, id, on.scope(), &new, false)?;
    references::show_pictures(tx, me, PictureKind::Comment, on.question(), id, text)?;
    publishing::comment(tx, me, on, id, text)?;
    store::load::comment(tx, id)
}
