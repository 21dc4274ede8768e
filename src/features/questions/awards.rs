//! Which acts earn a badge. Only posts that everyone may read count.

use super::access::{EditablePost, OwnPost, ReadablePost};
use super::store;
use crate::core::error::Result;
use crate::features::users::Me;
use crate::features::users::badges::{self, Badge};
use crate::platform::db::Write;

/// Awards the actor for an upvote of a post of another member.
pub fn upvoted(tx: &mut Write<'_>, me: &Me, on: &ReadablePost) -> Result<()> {
    if is_public(on)
        && badges::is_open(tx, me.id(), Badge::Voted)?
        && store::posts::author(tx, on.post())? != me.id()
    {
        badges::award(tx, me.id(), Badge::Voted)?;
    }
    Ok(())
}

/// Awards the asker who accepts the answer of another member, and its author.
pub fn accepted(tx: &mut Write<'_>, question: &OwnPost, answer: &ReadablePost) -> Result<()> {
    if !is_public(answer) {
        return Ok(());
    }
    let asker = store::posts::author(tx, question.id())?;
    let author = store::posts::author(tx, answer.post())?;
    if asker != author {
        badges::award(tx, asker, Badge::Solved)?;
        badges::award(tx, author, Badge::Helped)?;
    }
    Ok(())
}

/// Awards an author who is about to edit a question or an answer after another member has commented on it.
pub fn edited(tx: &mut Write<'_>, me: &Me, own: &EditablePost<'_>) -> Result<()> {
    if is_public(own.target())
        && badges::is_open(tx, me.id(), Badge::Improved)?
        && store::posts::has_new_comments(tx, me, own)?
    {
        badges::award(tx, me.id(), Badge::Improved)?;
    }
    Ok(())
}

fn is_public(post: &ReadablePost) -> bool {
    post.scope().is_public()
}
