//! The routes with which moderators decide reports.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::access::{QueueAccess, QueueOf};
use super::model::{Decision, FlagCase, MemberRecord, QueueCount, WaitingEdit};
use super::store::rows::{self, QueueOrder, Waiting};
use super::store::{self, cases};
use super::{member, queue};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::cases::Ask;
use crate::features::users::{Me, Recorded, SiteModerator};
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, Json, Limit, Pace, Path, Query, RequestContext, Routes, Text, register, schemas,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in().for_moderation();
        /// List what waits for a decision, what is reported as illegal first (site moderators and moderators of
        /// communities)
        get("/flag/getQueue", list);
        /// List what was decided, last decided first (site moderators and moderators of communities)
        get("/flag/getDecided", decided);
        /// List the open suggested edits that wait for a decision, oldest first (site moderators and moderators of communities)
        get_paced("/flag/getQueuedEdits", |_| Pace::Slow, suggested_edits);
        /// Return the number of reported objects and suggested edits that the caller may decide, up to 999
        get("/flag/getQueueCount", count);
        /// Keep other moderators from deciding a case for 15 minutes, or let them decide it again
        post("/flag/claimCase", Limit::Administration.refuses_silenced(), claim);
        /// Undo a decision of the last 30 days, and restore what it removed
        call(Method::POST, "/flag/undoDecision", Limit::Administration.refuses_silenced(), undo);
        /// Decide all reports of an object, with a reason; the author of a removed post sees it
        call(Method::POST, "/flag/decideCase", Limit::Administration.refuses_silenced().critical(), decide);
    }
    register! { routes.site_moderator();
        /// Read a reported object of a private community or chat, which is recorded in the log
        post("/flag/openCase", Limit::Administration, open);
        /// Return what site moderators know of a member: restrictions, and numbers of posts and reports
        get_paced("/moderation/getMember/{userId}", |_| Pace::Slow, member_record);
    }
}

fn member_record(
    read: &Read<'_>,
    by: &SiteModerator,
    Path(Text(user)): Path<Text>,
) -> Result<Json<MemberRecord>> {
    member::record(read, by, &user).map(Json)
}

#[derive(Deserialize, IntoParams)]
struct QueueQuery {
    /// Only the posts of this community. Without it, all that the caller may see.
    community: Option<Id>,
    /// Only `reports`, `held` posts, `signups` or `appeals`. Empty: all.
    #[serde(default)]
    only: String,
    /// `oldest` (default): the oldest case first; `heaviest`: the one with the most reports first.
    #[serde(default)]
    order: String,
}

fn list(
    read: &Read<'_>,
    me: &Me,
    (Query(query), paging): (Query<QueueQuery>, Paging),
) -> Result<Page<FlagCase>> {
    let order = match query.order.as_str() {
        "" | "oldest" => QueueOrder::Oldest,
        "heaviest" => QueueOrder::Heaviest,
        _ => return Err(Sentence::InvalidOrder.into()),
    };
    let only = match query.only.as_str() {
        "" => None,
        "reports" => Some(Waiting::Reports),
        "held" => Some(Waiting::Asking(Ask::Held)),
        "signups" => Some(Waiting::Asking(Ask::Signup)),
        "appeals" => Some(Waiting::Asking(Ask::Appeal)),
        _ => return Err(Sentence::InvalidOrder.into()),
    };
    let access = QueueAccess::find(read, me, query.community)?;
    rows::open(read, me, &access, only, order, &paging)
}

#[derive(Deserialize, IntoParams)]
struct DecidedQuery {
    /// Only the posts of this community. Without it, all that the caller may see.
    community: Option<Id>,
}

fn decided(
    read: &Read<'_>,
    me: &Me,
    (Query(query), paging): (Query<DecidedQuery>, Paging),
) -> Result<Page<FlagCase>> {
    let access = QueueAccess::find(read, me, query.community)?;
    rows::decided(read, me, &access, &paging)
}

#[derive(Deserialize, IntoParams)]
struct SuggestedEditsQuery {
    /// Only those of posts in this community. Without it, all that the caller may decide as a moderator.
    community: Option<Id>,
}

fn suggested_edits(
    read: &Read<'_>,
    me: &Me,
    (Query(query), paging): (Query<SuggestedEditsQuery>, Paging),
) -> Result<Page<WaitingEdit>> {
    let access = QueueAccess::find(read, me, query.community)?;
    store::suggested_edits::list(read, me, access.of(), &paging)
}

#[derive(Deserialize, IntoParams)]
struct CountQuery {
    /// Only the posts of this community, which the caller moderates. Without it, all that they may decide.
    community: Option<Id>,
}

fn count(read: &Read<'_>, me: &Me, Query(query): Query<CountQuery>) -> Result<Json<QueueCount>> {
    let of = match QueueAccess::find(read, me, query.community) {
        Ok(access) => access.of(),
        // Who moderates nothing has nothing to decide.
        Err(Error::Code(Sentence::SiteModeratorsOnly)) if query.community.is_none() => {
            return Ok(Json(QueueCount { count: 0 }));
        }
        Err(error) => return Err(error),
    };
    let cases = match of {
        QueueOf::Community(id) => cases::count_in(read, me.id(), id)?,
        QueueOf::Site => cases::count_for_site(read, me.id())?,
        QueueOf::Moderated => cases::count_for_moderator(read, me.id())?,
    };
    let count = cases + store::suggested_edits::count(read, me, of)?;
    Ok(Json(QueueCount {
        count: count.min(cases::MAX_COUNT),
    }))
}

#[derive(Deserialize, ToSchema)]
struct CaseRef {
    /// The id of the case, or of its object.
    id: Id,
}

#[derive(Deserialize, ToSchema)]
struct ClaimCase {
    /// The id of the case, or of its object.
    id: Id,
    /// Whether to give back a claim instead, if the caller has one.
    #[serde(default)]
    release: bool,
}

fn claim(tx: &mut Write<'_>, me: &Me, Body(body): Body<ClaimCase>) -> Result<Json<FlagCase>> {
    let changed = match body.release {
        true => queue::release(tx, me, body.id)?,
        false => queue::claim(tx, me, body.id)?,
    };
    Ok(Json(changed))
}

fn open(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<CaseRef>,
) -> Result<Recorded<Json<FlagCase>>> {
    Ok(queue::open(tx, by, body.id)?.map(Json))
}

#[derive(Deserialize, ToSchema)]
struct DecideCase {
    /// The id of the case, or of its object.
    id: Id,
    decision: Decision,
    /// Whether to remove the object too. Only with `uphold`.
    #[serde(default)]
    remove: bool,
    /// The reason. Who reported sees it, and so does the author of what is removed.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
    /// The `version` of the case: a held post that its author has edited since is not decided.
    version: Option<Id>,
}

async fn decide(call: RequestContext<Me>, Body(body): Body<DecideCase>) -> Result<Json<FlagCase>> {
    let change = move |tx: &mut Write<'_>, me: &Me| {
        let reason = text::reason(&body.reason)?;
        let (remove, version) = (body.remove, body.version);
        queue::decide(tx, me, body.id, body.decision, remove, version, &reason)
    };
    moderate(call, "POST /flag/decideCase", change).await
}

async fn undo(call: RequestContext<Me>, Body(body): Body<CaseRef>) -> Result<Json<FlagCase>> {
    let change = move |tx: &mut Write<'_>, me: &Me| queue::undo(tx, me, body.id);
    moderate(call, "POST /flag/undoDecision", change).await
}

async fn moderate(
    call: RequestContext<Me>,
    name: &str,
    change: impl FnOnce(&mut Write<'_>, &Me) -> Result<Recorded<FlagCase>> + Send + 'static,
) -> Result<Json<FlagCase>> {
    let changed = call.moderate(name, |case| case.object_id, change).await?;
    Ok(Json(changed))
}
