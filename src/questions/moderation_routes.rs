//! Routes with which moderators remove and restore posts of their communities.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::communities::access::Moderator;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::paging::{Page, Paging};
use crate::questions::model::Removal;
use crate::questions::{removal, store};
use crate::text;
use crate::users::{Me, Recorded};
use crate::web::{Body, Json, Limit, Pace, Path, RequestContext, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
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
    let RemoveModeratedPost { id, reason } = body;
    let remove = move |tx: &mut Write<'_>, me: &Me| {
        let removed = removal::remove_as_moderator(tx, me, id, &text::reason(&reason)?)?;
        Ok(removed.into_value())
    };
    moderate(call, "removePost", remove).await
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
    let restore = move |tx: &mut Write<'_>, me: &Me| {
        removal::restore_as_moderator(tx, me, body.id).map(Recorded::into_value)
    };
    moderate(call, "restorePost", restore).await
}

/// Runs a change, which leaves a line in the log as the changes of administrators do.
async fn moderate(
    call: RequestContext<Me>,
    name: &str,
    change: impl FnOnce(&mut Write<'_>, &Me) -> Result<Removal> + Send + 'static,
) -> Result<Json<Removal>> {
    let named = move |tx: &mut Write<'_>, me: &Me| Ok((me.username().to_owned(), change(tx, me)?));
    let (moderator, changed) = call.write(named).await?;
    let (target, address) = (changed.id, call.caller.address);
    tracing::info!(
        "moderation user={moderator:?} call=\"POST /post/{name}\" target=\"{target}\" client_ip={address}"
    );
    Ok(Json(changed))
}
