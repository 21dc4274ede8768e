//! The calls that return pictures and lists of them.

use serde::Deserialize;
use utoipa::IntoParams;

use super::{PictureRecord, store};
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::pictures::files::Media;
use crate::features::pictures::{PictureFile, PictureTypes};
use crate::features::users::{Me, PublicReader};
use crate::platform::db::Read;
use crate::platform::web::{
    FileReply, KnownVersions, Limit, Path, Query, RequestContext, Routes, register,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return a picture of the caller, or one in a text that the caller may read
        get_async("/media/{id}", Limit::Request, picture);
    }
    register! { routes.signed_in();
        /// Return the caller's pictures, newest first, with the texts that show them
        get(
            "/picture/getMyPictures",
            |read: &Read<'_>, me: &Me, paging: Paging| -> Result<Page<PictureRecord>> {
                store::list(read, me, Some(me), &paging)
            },
        );
    }
}

#[derive(Deserialize, IntoParams)]
struct SizeQuery {
    /// `thumbnail`: at most 640 pixels wide and high.
    #[serde(default)]
    size: String,
}

async fn picture(
    call: RequestContext<PublicReader>,
    ((Path(id), Query(query)), known): ((Path<Id>, Query<SizeQuery>), KnownVersions),
) -> Result<FileReply<PictureTypes>> {
    let media = Media::of(&call.app.config.data.dir);
    let is_thumbnail = query.size == "thumbnail";
    let file = call
        .read(move |read, viewer| super::file(read, viewer, viewer.member().ok(), id, is_thumbnail))
        .await?;
    reply(media, file, &known).await
}

/// Returns a file of a picture, unless the client has it.
pub async fn reply(
    media: Media,
    PictureFile { hash, kind }: PictureFile,
    known: &KnownVersions,
) -> Result<FileReply<PictureTypes>> {
    let tag = format!("\"{}\"", &hash.as_str()[..32]);
    if known.contain(&tag) {
        return Ok(FileReply::unchanged(kind.as_str(), tag));
    }
    let open = move || {
        let file = media.open(&hash)?;
        let size = file.metadata()?.len();
        Ok((file, size))
    };
    let opened = tokio::task::spawn_blocking(open)
        .await
        .map_err(Error::internal)?;
    let (file, size) = opened.map_err(|error: std::io::Error| Error::internal(error))?;
    Ok(FileReply::new(file, size, kind.as_str(), tag))
}
