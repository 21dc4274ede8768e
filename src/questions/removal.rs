//! Removal: an administrator deletes content with a reason and can restore it.
//!
//! The database records who removed and restored what, and when. The author sees the reason; other
//! users see only that the post is deleted.

use super::access::{DeletablePost, RestorablePost};
use super::model::Removal;
use super::{deletion, store};
use crate::db::Write;
use crate::error::{Error, Result};
use crate::id::Id;
use crate::users::Administrator;

/// Removes a question, an answer or a comment that the administrator may read. The caller continues
/// with [`search::continue_indexing`](super::search::continue_indexing).
pub fn remove(tx: &mut Write<'_>, by: &Administrator, id: Id, reason: &str) -> Result<Removal> {
    let post = DeletablePost::find_as_administrator(tx, by, id)?;
    deletion::delete(tx, &post)?;
    store::changes::insert_removal(tx, by, &post, reason)?;
    active_removal(tx, by, id)
}

/// Restores removed content and returns the removal that this ends. The caller continues with
/// [`search::continue_indexing`](super::search::continue_indexing).
pub fn restore(tx: &mut Write<'_>, by: &Administrator, id: Id) -> Result<Removal> {
    let post = RestorablePost::find_removed(tx, by, id)?;
    let removal = active_removal(tx, by, id)?;
    deletion::restore(tx, &post)?;
    store::changes::end_removal(tx, by, &post)?;
    Ok(removal)
}

fn active_removal(tx: &Write<'_>, by: &Administrator, id: Id) -> Result<Removal> {
    store::removals::one(tx, by, id)?.ok_or_else(|| Error::internal("the removal is missing"))
}
