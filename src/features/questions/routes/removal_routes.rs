//! Routes with which moderators remove and restore posts of their communities.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::communities::access::Moderator;
use crate::features::questions::model::Removal;
use crate::features::questions::{state, store};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, Json, Limit, Pace, Path, RequestContext, Routes, register, schemas,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in().for_moderation();
        /// List posts that moderators of a community removed, newest removal first (moderators only)
        get_paced("/community/getRemovals/{id}", |_| Pace::Slow, removals);
        /// Restore a post that a moderator removed (moderators only)
        call(Method::POST, "/post/restorePost", Limit::Edit.refuses_silenced(), restore);
        /// Remove a question, an answer or a comment in a community of the caller; its author sees the reason
        /// (moderators only)
        call(Method::POST, "/post/removePost", Limit::Edit.refuses_silenced().critical(), remove);
    }
}

fn removals(
    read: &Read<'_>,
    me: &Me,
    (Path(id), paging): (Path<Id>, Paging),
) -> Result<Page<Removal>> {
    let moderator = Moderator::find(read, me, id)?;
    store::removals::list_of_community(read, me, &moderator, &paging)
}

#[derive(Deserialize, ToSchema)]
struct RemoveModeratedPost {
    /// The id of the question, answer or comment.
    id: Id,
    /// The reason, which the author sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn remove(
    call: RequestContext<Me>,
    Body(body): Body<RemoveModeratedPost>,
) -> Result<Json<Removal>> {
    let remove = move |tx: &mut Write<'_>, me: &Me| {
        state::remove_as_moderator(tx, me, body.id, &text::reason(&body.reason)?)
    };
    let name = "POST /post/removePost";
    let removed = call.moderate(name, |removal| removal.id, remove).await?;
    Ok(Json(removed))
}

#[derive(Deserialize, ToSchema)]
struct RestoreModeratedPost {
    /// The id of the question, answer or comment.
    id: Id,
}

async fn restore(
    call: RequestContext<Me>,
    Body(body): Body<RestoreModeratedPost>,
) -> Result<Json<Removal>> {
    let restore = move |tx: &mut Write<'_>, me: &Me| state::restore_as_moderator(tx, me, body.id);
    let name = "POST /post/restorePost";
    let restored = call.moderate(name, |removal| removal.id, restore).await?;
    Ok(Json(restored))
}
