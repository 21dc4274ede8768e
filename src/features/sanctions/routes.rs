//! The routes with which moderators of the site sanction members and undo actions.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::{NewSanction, Sanction, Undone};
use super::{STEPS, impose, profile, store, undo};
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::auth::password::Passwords;
use crate::features::questions::batches;
use crate::features::questions::model::{ContentRemoval, RemovedContent, RemovedSpan};
use crate::features::questions::store::batches as batch_store;
use crate::features::users::{self, Recorded, SiteModerator, Subordinate};
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, Json, Limit, Path, Query, RequestContext, Routes, Text, register, schemas,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes, passwords: &Passwords) {
    super::appeal_routes::routes(routes, passwords);
    register! { routes.site_moderator();
        /// List warnings, silences, suspensions and cleared profiles of a member or of all, newest first
        get("/moderation/getSanctions", sanctions);
        /// List removals of everything that a member has written, newest first
        get("/moderation/getContentRemovals/{userId}", content_removals);
        /// Warn a member, who is told the reason
        post("/moderation/warnUser", Limit::Administration.critical(), warn);
        /// Remove the biography and the picture of a member, and tell them; they can have new ones
        post("/moderation/clearProfile", Limit::Administration.critical(), clear_profile);
        /// Keep a member from writing until a time, and tell them
        post("/moderation/silenceUser", Limit::Administration.critical(), silence);
        /// End the sessions of a member and refuse their logins until a time; optionally remove what they have written
        call(Method::POST, "/moderation/suspendUser", Limit::Administration.critical(), suspend);
        /// Remove all posts and comments of a member, or those of the last 24 hours, step by step
        call(Method::POST, "/moderation/removeContent", Limit::Administration.critical(), remove_content);
        /// Undo an action of the log: lift a sanction, or restore what was removed
        call(Method::POST, "/moderation/undo", Limit::Administration.critical(), undo_action);
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct SanctionQuery {
    /// A username or an id. Without it, the sanctions of all members.
    user_id: Option<String>,
    /// `true`: only silences and suspensions that are in force.
    #[serde(default)]
    running: bool,
}

fn member(read: &Read<'_>, name: &str) -> Result<Id> {
    let user = users::store::by_id_or_name(read, name)?.ok_or(Sentence::UserNotFound)?;
    Ok(user.id)
}

fn sanctions(
    read: &Read<'_>,
    by: &SiteModerator,
    (Query(query), paging): (Query<SanctionQuery>, Paging),
) -> Result<Page<Sanction>> {
    let member = query.user_id.map(|name| member(read, &name)).transpose()?;
    store::list(read, by, member, query.running, &paging)
}

fn content_removals(
    read: &Read<'_>,
    by: &SiteModerator,
    (Path(Text(name)), paging): (Path<Text>, Paging),
) -> Result<Page<ContentRemoval>> {
    batch_store::list(read, by, member(read, &name)?, &paging)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Warning {
    /// A username or an id.
    user_id: String,
    /// The reason, which the member sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

fn warn(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<Warning>,
) -> Result<Recorded<Json<Sanction>>> {
    let reason = text::reason(&body.reason)?;
    let member = Subordinate::find(tx, by, &body.user_id)?;
    Ok(impose(tx, &**by, &member, NewSanction::Warning, &reason)?.map(Json))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Clearing {
    /// A username or an id.
    user_id: String,
    /// The reason, which the member sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

fn clear_profile(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<Clearing>,
) -> Result<Recorded<Json<Sanction>>> {
    let reason = text::reason(&body.reason)?;
    let member = Subordinate::find(tx, by, &body.user_id)?;
    Ok(profile::clear(tx, by, &member, &reason)?.map(Json))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Silence {
    /// A username or an id.
    user_id: String,
    /// When it ends by itself.
    #[schema(value_type = String)]
    until: Timestamp,
    /// The reason, which the member sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

fn silence(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<Silence>,
) -> Result<Recorded<Json<Sanction>>> {
    let reason = text::reason(&body.reason)?;
    let member = Subordinate::find(tx, by, &body.user_id)?;
    let new = NewSanction::SilenceUntil(body.until);
    Ok(impose(tx, &**by, &member, new, &reason)?.map(Json))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Suspension {
    /// A username or an id.
    user_id: String,
    /// When it ends by itself.
    #[schema(value_type = String)]
    until: Timestamp,
    /// The reason, which the member sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
    /// Which of their posts and comments to remove too.
    remove_posts: Option<RemovedSpan>,
    /// With `removePosts`: whether to remove their messages of that time in the global chat too, which
    /// cannot be undone.
    #[serde(default)]
    messages: bool,
}

async fn suspend(
    call: RequestContext<SiteModerator>,
    Body(body): Body<Suspension>,
) -> Result<Json<Sanction>> {
    let change = move |tx: &mut Write<'_>, by: &SiteModerator| {
        let reason = text::reason(&body.reason)?;
        let member = Subordinate::find(tx, by, &body.user_id)?;
        let new = NewSanction::SuspensionUntil(body.until);
        let suspended = impose(tx, &**by, &member, new, &reason)?;
        // In the same transaction: nothing can be written in between.
        if let Some(span) = body.remove_posts {
            let chosen = RemovedContent {
                span,
                messages: body.messages,
            };
            batches::start(tx, by, &member, chosen, &reason, &STEPS)?;
        }
        Ok(suspended)
    };
    let suspended = call.write(change).await?;
    Ok(Json(suspended))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RemoveContent {
    /// A username or an id.
    user_id: String,
    span: RemovedSpan,
    /// Whether to remove their messages of that time in the global chat too, which cannot be undone.
    #[serde(default)]
    messages: bool,
    /// The reason, which the member sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

async fn remove_content(
    call: RequestContext<SiteModerator>,
    Body(body): Body<RemoveContent>,
) -> Result<Json<ContentRemoval>> {
    let change = move |tx: &mut Write<'_>, by: &SiteModerator| {
        let reason = text::reason(&body.reason)?;
        let member = Subordinate::find(tx, by, &body.user_id)?;
        let chosen = RemovedContent {
            span: body.span,
            messages: body.messages,
        };
        batches::start(tx, by, &member, chosen, &reason, &STEPS)
    };
    let removal = call.write(change).await?;
    Ok(Json(removal))
}

#[derive(Deserialize, ToSchema)]
struct UndoAction {
    /// The entry of the log of administration.
    id: Id,
}

async fn undo_action(
    call: RequestContext<SiteModerator>,
    Body(body): Body<UndoAction>,
) -> Result<Json<Undone>> {
    let change = move |tx: &mut Write<'_>, by: &SiteModerator| undo::undo(tx, by, body.id);
    let undone = call.write(change).await?;
    Ok(Json(undone))
}
