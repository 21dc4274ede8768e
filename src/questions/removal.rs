//! Removal: a moderator of the site, or of the question's community, deletes content with a reason and
//! can restore it.
//!
//! The database records who removed and restored what, and when, and so does the log of administration.
//! The author sees the reason; other users see only that the post is deleted. Moderators restore only
//! what moderators have removed.

use super::access::{DeletablePost, ReadablePost, RestorablePost};
use super::model::{PostKind, Removal, RemovalKind};
use super::{deletion, holding, store};
use crate::db::{Read, Write};
use crate::error::{Error, Result};
use crate::id::Id;
use crate::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::users::{Me, Opened, Recorded, SiteModerator};

/// Removes a question, an answer or a comment that the moderator of the site may read.
pub fn remove(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    id: Id,
    reason: &str,
) -> Result<Recorded<Removal>> {
    let post = DeletablePost::find_as_site_moderator(tx, by, id)?;
    remove_post(tx, by, &post, reason)
}

/// Does the same as [`remove`] for content in a community that the user moderates.
pub fn remove_as_moderator(
    tx: &mut Write<'_>,
    me: &Me,
    id: Id,
    reason: &str,
) -> Result<Recorded<Removal>> {
    let post = DeletablePost::find_as_moderator(tx, me, id)?;
    remove_post(tx, me, &post, reason)
}

/// Removes a question, an answer or a comment that was opened to the moderator of the site. The caller
/// continues as after [`remove`].
pub fn remove_opened(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    opened: &Opened,
    reason: &str,
) -> Result<Recorded> {
    let post = DeletablePost::find_opened(tx, by, opened)?;
    remove_content(tx, by, &post, reason)
}

fn remove_post(
    tx: &mut Write<'_>,
    me: &Me,
    post: &DeletablePost,
    reason: &str,
) -> Result<Recorded<Removal>> {
    let recorded = remove_content(tx, me, post, reason)?;
    Ok(recorded.with(active_removal(tx, me, post.id())?))
}

fn remove_content(
    tx: &mut Write<'_>,
    me: &Me,
    post: &DeletablePost,
    reason: &str,
) -> Result<Recorded> {
    let target = target(tx, post.kind(), post.id(), post.target())?;
    deletion::delete(tx, post)?;
    store::changes::insert_removal(tx, post, reason)?;
    admin_log::record(tx, me, AdminAction::RemovePost, &target, reason)
}

/// Restores removed content and returns the removal that this ends.
pub fn restore(tx: &mut Write<'_>, by: &SiteModerator, id: Id) -> Result<Recorded<Removal>> {
    let post = RestorablePost::find_removed(tx, by, id)?;
    restore_post(tx, by, &post)
}

/// Does the same as [`restore`] for content that a moderator has removed in a community that the user
/// moderates.
pub fn restore_as_moderator(tx: &mut Write<'_>, me: &Me, id: Id) -> Result<Recorded<Removal>> {
    let post = RestorablePost::find_removed_as_moderator(tx, me, id)?;
    restore_post(tx, me, &post)
}

/// Restores removed content that was opened to the moderator of the site.
pub fn restore_opened(tx: &mut Write<'_>, by: &SiteModerator, opened: &Opened) -> Result<Recorded> {
    let post = RestorablePost::find_removed_opened(tx, opened)?;
    restore_content(tx, by, &post)
}

fn restore_post(tx: &mut Write<'_>, me: &Me, post: &RestorablePost) -> Result<Recorded<Removal>> {
    let removal = active_removal(tx, me, post.id())?;
    Ok(restore_content(tx, me, post)?.with(removal))
}

fn restore_content(tx: &mut Write<'_>, me: &Me, post: &RestorablePost) -> Result<Recorded> {
    // Nobody has seen what was rejected.
    match store::withheld::find(tx, post.id())? {
        Some(found) if found.state == RemovalKind::Rejected => {
            holding::show(tx, me, found.content.author, post)?;
        }
        _ => {
            deletion::restore(tx, post)?;
            store::changes::end_removal(tx, me, post)?;
        }
    }
    let target = target(tx, post.kind(), post.id(), post.target())?;
    admin_log::record(tx, me, AdminAction::RestorePost, &target, "")
}

fn active_removal(tx: &Write<'_>, me: &Me, id: Id) -> Result<Removal> {
    store::removals::one(tx, me, id)?.ok_or_else(|| Error::internal("the removal is missing"))
}

/// Returns content as the target of an action, which concerns its author. Otherwise only readers of its
/// question may read the entry.
pub(super) fn target(
    read: &Read<'_>,
    kind: PostKind,
    id: Id,
    post: &ReadablePost,
) -> Result<AdminTarget> {
    let title = store::load::head(read, post.question())?.0.title;
    let author = store::content::author(read, id)?;
    let kind = match kind {
        PostKind::Question => AdminTargetKind::Question,
        PostKind::Answer => AdminTargetKind::Answer,
        PostKind::Comment => AdminTargetKind::Comment,
    };
    let target = AdminTarget::new(kind, Some(id), &title).in_scope(post.scope().value());
    Ok(target.concerning(author))
}
