//! Hiding: reports of members hide content until a moderator decides.
//!
//! Hidden content is stored like removed content. Its author and moderators still see it. If the reports are
//! declined, it is restored; if they are upheld, it becomes a removal.

use super::access::DeletablePost;
use super::model::RemovalKind;
use super::withheld::WithheldPost;
use super::{deletion, removal, store};
use crate::clock::Timestamp;
use crate::db::Write;
use crate::error::Result;
use crate::users::Me;
use crate::users::admin_log::{self, AdminAction};

/// Hides content that its readers reported, and tells its author, but not who reported it.
pub fn hide(tx: &mut Write<'_>, post: &DeletablePost) -> Result<()> {
    let target = removal::target(tx, post.kind(), post.id(), post.target())?;
    deletion::delete(tx, post)?;
    store::withholding::insert_hidden(tx, post)?;
    admin_log::record_by_site(tx, AdminAction::HidePost, &target)
}

/// Shows hidden content again: in the name of a moderator who declined its reports, or of the site if they
/// were withdrawn.
pub fn release(tx: &mut Write<'_>, by: Option<&Me>, hidden: &WithheldPost) -> Result<()> {
    hidden.check_state(RemovalKind::Hidden)?;
    match hidden.restorable() {
        Ok(post) => deletion::restore(tx, post)?,
        // Its question or its post is gone: nobody sees that it is back.
        Err(_) => deletion::undelete(tx, hidden.anywhere())?,
    }
    store::withholding::end(tx, by.map_or(hidden.author(), |me| me.id()), hidden)?;
    let target = removal::target(tx, hidden.kind(), hidden.id(), hidden.target())?;
    let action = AdminAction::RestorePost;
    match by {
        Some(me) => admin_log::record(tx, me, action, &target, "").map(drop),
        None => admin_log::record_by_site(tx, action, &target),
    }
}

/// Makes hidden content removed content. Its author sees the reason.
pub fn confirm(tx: &mut Write<'_>, me: &Me, hidden: &WithheldPost, reason: &str) -> Result<()> {
    hidden.check_state(RemovalKind::Hidden)?;
    tx.without_event("others have seen that it is gone");
    store::withholding::decide(tx, me, hidden, RemovalKind::Removed, reason)?;
    store::withholding::set_deletion(tx, hidden.kind(), hidden.id())?;
    let target = removal::target(tx, hidden.kind(), hidden.id(), hidden.target())?;
    admin_log::record(tx, me, AdminAction::RemovePost, &target, reason).map(drop)
}

/// Undoes the release of a time: the content is hidden again.
pub fn undo_release(tx: &mut Write<'_>, post: &DeletablePost, at: Timestamp) -> Result<()> {
    deletion::delete(tx, post)?;
    store::withholding::reopen(tx, post.id(), at)?;
    store::withholding::set_deletion(tx, post.kind(), post.id())
}

/// Undoes the confirmation of a time: the content is hidden again. Does nothing to content that was restored
/// since.
pub fn undo_confirmation(tx: &mut Write<'_>, post: &WithheldPost, at: Timestamp) -> Result<()> {
    tx.without_event("others have seen that it is gone");
    store::withholding::delete_active(tx, post)?;
    store::withholding::reopen(tx, post.id(), at)?;
    store::withholding::set_deletion(tx, post.kind(), post.id())
}
