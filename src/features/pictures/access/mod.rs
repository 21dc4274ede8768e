//! Who may see which pictures: a picture's owner, and who may read a text that shows it, with the rights of
//! that text at the time of the request.

mod model;
pub mod routes;
pub mod store;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::pictures::PictureFile;
use crate::features::users::{Me, Viewer};
use crate::platform::db::Read;

pub use model::{
    MemberPictures, OwnPicture, PictureCounts, PictureRecord, PictureUse, UnusedPictures,
};

/// Returns a file of a picture that the viewer may see. If they are `me`, who moderates the site, they also see a
/// reported one for a day after they have opened it, which the log says. Rejects a hidden one like an absent one with 404.
pub fn file(
    read: &Read<'_>,
    viewer: &Viewer,
    me: Option<&Me>,
    picture: Id,
    is_thumbnail: bool,
) -> Result<PictureFile> {
    let mut found = store::file(read, viewer, picture, is_thumbnail)?;
    if let Some(me) = me.filter(|me| found.is_none() && me.moderates_site()) {
        found = store::opened_file(read, me, picture, is_thumbnail)?;
    }
    found.ok_or_else(|| Sentence::PictureNotFound.into())
}
