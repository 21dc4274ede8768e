//! Pictures that members upload: their files, their rows, and which texts show them.
//!
//! A text shows a picture as `![...](/media/ID)`. Which ones it shows is found out when it is saved. Its
//! author may show their own pictures, and those that they see in the same question or chat. Other ids
//! stand in the text without effect: nobody gains the right to see a picture by writing its id. Who may
//! read a text may see its pictures, its owner always may, and everybody one that a member or a community has
//! chosen (`avatars`), and nobody else (`picture_access`).
//!
//! A picture that nothing shows is deleted after 30 days, unless any text contains its address: a text that
//! mentions it in code shows it to nobody, but a later edit may show it. One that an earlier version of a text
//! shows stays with that version.
//!
//! An upload is written to the disk as it arrives, counted against the member's quota, and converted by
//! one thread, which stores the files. Then the picture gets its row. A crash in between leaves a file
//! without a row, which a sweep removes a day later; there is never a row without its file.

pub mod access;
mod convert;
mod converter;
pub mod files;
mod imported;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod invariants;
mod model;
mod quota;
pub mod routes;
pub mod store;
mod sweep;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::{Account, Administrator, LoggedActor, Recorded, SiteModerator};
use crate::platform::db::Write;

pub use converter::{Pictures, StoredPicture};
pub use imported::ImportedPicture;
pub use model::{
    Picture, PictureDeleted, PictureFile, PictureKind, PictureSize, PictureType, PictureUsage,
    PicturesToday, Source,
};
pub use routes::{PictureTypes, UPLOAD};
pub use sweep::start as start_sweep;
#[cfg(test)]
pub use sweep::sweep_now;

/// Records which pictures a new or edited text of an author shows.
pub fn update(tx: &Write<'_>, author: &Account, source: &Source) -> Result<()> {
    store::uses::set_current(tx, source)?;
    if !source.kind.has_history() {
        store::uses::forget_earlier(tx, source.place, source.id, &[])?;
    }
    if source.pictures.is_empty() {
        return Ok(());
    }
    store::uses::insert(tx, author, source)
}

/// The number of earlier versions of a text whose pictures stay when another version is purged: the newest.
pub const MAX_VERSIONS: i64 = 100;

/// Forgets the pictures of a purged version of a text. Those in `remaining`, the texts of the other earlier
/// versions, stay.
pub fn forget_purged(tx: &Write<'_>, place: Id, text: Id, remaining: &[String]) -> Result<()> {
    let kept: Vec<Id> = remaining
        .iter()
        .flat_map(|shown| text::pictures(shown))
        .collect();
    store::uses::forget_earlier(tx, place, text, &kept)
}

/// Forgets the pictures of a text that no longer exists.
pub fn forget(tx: &Write<'_>, place: Id, text: Id) -> Result<()> {
    store::uses::delete(tx, place, text)
}

/// Swaps the pictures in the descriptions of two tags.
pub fn swap_tags(tx: &Write<'_>, one: Id, other: Id) -> Result<()> {
    store::uses::swap_tags(tx, one, other)
}

/// Deletes a picture of the account. Rejects any other id with 404.
pub fn delete(tx: &mut Write<'_>, owner: &Account, picture: Id) -> Result<PictureDeleted> {
    tx.without_event("who shows the picture sees at the next visit that it is gone");
    let is_own = store::owner(tx, picture)?.is_some_and(|found| found == owner.id());
    if !is_own {
        return Err(Sentence::PictureNotFound.into());
    }
    check_deletable(tx, picture)?;
    store::delete(tx, &[picture])?;
    Ok(PictureDeleted { id: picture })
}

/// Rejects the logo and the cover of the site with 409: visitors see them, and settings name them.
fn check_deletable(tx: &Write<'_>, picture: Id) -> Result<()> {
    match store::use_by_site(tx, picture)? {
        Some(PictureKind::Logo) => Err(Sentence::PictureIsLogo.into()),
        Some(_) => Err(Sentence::PictureIsCover.into()),
        None => Ok(()),
    }
}

/// Deletes a picture of any member in the name of an administrator. The log of administration keeps its
/// owner and the reason. Rejects an unknown id with 404.
pub fn remove_for(
    tx: &mut Write<'_>,
    by: &Administrator,
    picture: Id,
    reason: &str,
) -> Result<Recorded<PictureDeleted>> {
    remove(tx, by.authority(), picture, reason)
}

/// Does the same in the name of a moderator of the site, who has upheld a report of the picture.
pub fn remove_reported(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    picture: Id,
    reason: &str,
) -> Result<Recorded<PictureDeleted>> {
    remove(tx, &**by, picture, reason)
}

fn remove<'a>(
    tx: &mut Write<'_>,
    by: impl Into<LoggedActor<'a>>,
    picture: Id,
    reason: &str,
) -> Result<Recorded<PictureDeleted>> {
    tx.without_event("who shows the picture sees at the next visit that it is gone");
    let (owner, name) = store::named_owner(tx, picture)?.ok_or(Sentence::PictureNotFound)?;
    check_deletable(tx, picture)?;
    store::delete(tx, &[picture])?;
    let target = AdminTarget::new(AdminTargetKind::Picture, Some(picture), &name).concerning(owner);
    let recorded = admin_log::record(tx, by, AdminAction::RemovePicture, &target, reason)?;
    Ok(recorded.with(PictureDeleted { id: picture }))
}

/// Deletes some pictures of a deleted account that no text shows. The others stay with the texts. Returns
/// whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    store::purge_user(tx, account)
}
