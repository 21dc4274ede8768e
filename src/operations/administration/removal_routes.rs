//! The calls of moderators of the site that remove posts and messages, and of administrators that remove pictures.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::messages::{self, MessageRemoved};
use crate::features::pictures::access::{self as picture_access, PictureCounts, PictureRecord};
use crate::features::pictures::{self, PictureDeleted};
use crate::features::questions;
use crate::features::questions::model::Removal;
use crate::features::questions::state;
use crate::features::users::{Administrator, Recorded, SiteModerator};
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, Json, Limit, Pace, Query, RequestContext, Routes, register, schemas,
};

/// Adds the routes.
pub(super) fn routes(routes: &mut Routes) {
    register! { routes.site_moderator().for_administration();
        /// List removed posts that can be restored, newest removal first
        get_paced("/administration/getRemovals", |_| Pace::Slow, removals);
        /// Restore a removed post
        call(Method::POST, "/administration/restorePost", Limit::Administration, restore);
        /// Remove a question, an answer or a comment; the author sees the reason
        call(Method::POST, "/administration/removePost", Limit::Administration.critical(), remove);
        /// Remove a message from the global chat; the author sees the reason
        post("/administration/removeMessage", Limit::Administration.critical(), remove_message);
    }
    register! { routes.administrator();
        /// Return how many pictures the site has, and how much they take
        get_paced("/administration/getPictureCounts", |()| Pace::Slow, picture_counts);
        /// List the pictures of a user or of all, newest first, with the texts that show them and that the caller may
        /// read
        get("/administration/getPictures", pictures_of);
        /// Delete a picture of any user, in all texts
        post("/administration/removePicture", Limit::Administration.critical(), remove_picture);
    }
}

#[derive(Deserialize, IntoParams)]
struct RemovalsQuery {
    /// Only the removal of this post or comment.
    post: Option<Id>,
}

fn removals(
    read: &Read<'_>,
    by: &SiteModerator,
    (Query(query), paging): (Query<RemovalsQuery>, Paging),
) -> Result<Page<Removal>> {
    questions::store::removals::list(read, by, query.post, &paging)
}

#[derive(Deserialize, ToSchema)]
struct RemovePost {
    /// The id of the question, answer or comment.
    id: Id,
    /// The reason, which the author sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn remove(
    call: RequestContext<SiteModerator>,
    Body(body): Body<RemovePost>,
) -> Result<Json<Removal>> {
    let remove = move |tx: &mut Write<'_>, by: &SiteModerator| -> Result<Recorded<Removal>> {
        state::remove(tx, by, body.id, &text::reason(&body.reason)?)
    };
    let removed = call.write(remove).await?;
    Ok(Json(removed))
}

#[derive(Deserialize, ToSchema)]
struct RestorePost {
    /// The id of the question, answer or comment.
    id: Id,
}

async fn restore(
    call: RequestContext<SiteModerator>,
    Body(body): Body<RestorePost>,
) -> Result<Json<Removal>> {
    let restore = move |tx: &mut Write<'_>, by: &SiteModerator| state::restore(tx, by, body.id);
    let restored = call.write(restore).await?;
    Ok(Json(restored))
}

#[derive(Deserialize, ToSchema)]
struct RemoveMessage {
    id: Id,
    /// The reason, which the author sees. Without it, they are told that a moderator removed the message.
    #[schema(schema_with = schemas::reason)]
    reason: Option<String>,
}

fn remove_message(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<RemoveMessage>,
) -> Result<Recorded<Json<MessageRemoved>>> {
    let reason = match &body.reason {
        Some(reason) => text::reason(reason)?,
        None => String::new(),
    };
    Ok(messages::remove_for(tx, by, body.id, &reason)?.map(Json))
}

fn picture_counts(read: &Read<'_>, _: &Administrator, (): ()) -> Result<Json<PictureCounts>> {
    picture_access::store::counts(read).map(Json)
}

#[derive(Deserialize, IntoParams)]
struct PicturesQuery {
    /// A username or an id. Without it, the pictures of all users.
    username: Option<String>,
}

fn pictures_of(
    read: &Read<'_>,
    by: &Administrator,
    (Query(query), paging): (Query<PicturesQuery>, Paging),
) -> Result<Page<PictureRecord>> {
    let owner = match &query.username {
        Some(name) => Some(by.authority().account(read, name)?),
        None => None,
    };
    picture_access::store::list(read, by, owner.as_ref(), &paging)
}

#[derive(Deserialize, ToSchema)]
struct RemovePicture {
    /// The id of the picture.
    id: Id,
    /// The reason, which the log of administration keeps.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

fn remove_picture(
    tx: &mut Write<'_>,
    by: &Administrator,
    Body(body): Body<RemovePicture>,
) -> Result<Recorded<Json<PictureDeleted>>> {
    let reason = text::reason(&body.reason)?;
    Ok(pictures::remove_for(tx, by, body.id, &reason)?.map(Json))
}
