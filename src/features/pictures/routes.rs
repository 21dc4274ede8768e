//! The calls of members about their own pictures.

use axum::http::Method;
use serde::Deserialize;
use utoipa::IntoParams;

use super::converter::{Pictures, requester};
use super::model::{Picture, PictureDeleted, PictureUsage};
use super::quota::{Quota, check_disk};
use super::store;
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::text::limits;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::settings::SettingKey;
use crate::platform::web::{
    FileBody, FileTypes, Json, Limit, Path, Query, RequestContext, Routes, register, write_error,
};

/// The path of uploads, whose bodies are larger than those of other calls.
pub const UPLOAD: &str = "/picture/upload";

/// The types of uploads.
pub struct PictureTypes;

impl FileTypes for PictureTypes {
    const ALL: &'static [&'static str] = &[
        "image/png",
        "image/jpeg",
        "image/webp",
        "image/gif",
        "application/octet-stream",
    ];
    const OTHER: Sentence = Sentence::PictureTypeUnknown;
    const LIMIT: u64 = limits::PICTURE_BYTES as u64;
    const TOO_LARGE: Sentence = Sentence::PictureTooLarge;
}

/// Adds the routes.
pub fn routes(routes: &mut Routes, pictures: &Pictures) {
    let app = routes.app.clone();
    register! { routes.signed_in();
        /// Return how much the caller's pictures take, and how much they may
        get(
            "/picture/getPictureUsage",
            move |read: &Read<'_>, me: &Me, ()| {
                Quota::of(&app.settings().config).usage(read, me).map(Json::<PictureUsage>)
            },
        );
        /// Delete a picture of the caller; texts that show it show a placeholder
        delete(
            "/picture/deletePicture/{id}",
            Limit::Edit.allows_silenced(),
            |tx: &mut Write<'_>, me: &Me, Path(id): Path<Id>| super::delete(tx, me, id).map(Json::<PictureDeleted>),
        );
    }
    let pictures = pictures.clone();
    routes.of_feature(SettingKey::Pictures, |routes| {
        register! { routes.signed_in();
            /// Upload a picture: a PNG, JPEG, WebP or GIF file of at most 8 MiB. It is stored without metadata, and
            /// smaller if it is large. Of an animation, only the first frame is stored
            call(
                Method::POST,
                UPLOAD,
                Limit::Upload.refuses_silenced().allows_bots(),
                move |call, body| upload(call, body, pictures.clone()),
            );
        }
    });
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct UploadQuery {
    /// Whether the first frame of an animation is enough. Otherwise an animation is rejected with 400.
    #[serde(default)]
    #[param(required = false)]
    first_frame: bool,
}

async fn upload(
    call: RequestContext<Me>,
    (Query(query), body): (Query<UploadQuery>, FileBody<PictureTypes>),
    pictures: Pictures,
) -> Result<Json<Picture>> {
    // As they are when the upload begins.
    let quota = Quota::of(&call.app.settings().config);
    let directory = call.app.config.data.dir.clone();
    let account = call
        .read(move |read, me: &Me| {
            quota.check(read, me, 0)?;
            Ok(requester(me))
        })
        .await?;
    body.check()?;
    let media = pictures.media().clone();
    let temporary = move || {
        check_disk(&directory)?;
        media.temporary().map_err(|error| write_error(&error))
    };
    let temporary = tokio::task::spawn_blocking(temporary).await;
    let (file, bytes) = body.save(temporary.map_err(Error::internal)??).await?;
    call.write(move |tx, me| {
        tx.without_event("uploads are private");
        quota.charge(tx, me, bytes)
    })
    .await?;
    let stored = pictures
        .convert(call.caller.address, &account, file, query.first_frame)
        .await?;
    let more = u64::from(stored.bytes()).saturating_sub(bytes);
    if more > 0 {
        // In a write of its own: it counts also if there is no room for the pictures.
        call.write(move |tx, me| {
            tx.without_event("uploads are private");
            quota.charge_stored(tx, me, more)
        })
        .await?;
    }
    call.write(move |tx, me| {
        tx.without_event("uploads are private");
        quota.check_room(tx, me, stored.bytes().into())?;
        store::insert(tx, me, &stored).map(Json)
    })
    .await
}
