//! The routes with which moderators of the site see how much members are trusted, and vouch for them.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::MemberTrust;
use super::vouching::{self, VisibleTrust};
use crate::core::error::Result;
use crate::core::text;
use crate::features::users::{Recorded, SiteModerator};
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, Query, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.site_moderator();
        /// Return how much a member is trusted
        get("/moderation/getTrust", trust);
        /// Vouch for a member, who then has at least trust level 1
        post("/moderation/vouchUser", Limit::Administration, vouch);
        /// Take back what a moderator has vouched for a member
        post("/moderation/unvouchUser", Limit::Administration.critical(), unvouch);
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct TrustQuery {
    /// A username or an id.
    user_id: String,
}

fn trust(
    read: &Read<'_>,
    by: &SiteModerator,
    Query(query): Query<TrustQuery>,
) -> Result<Json<MemberTrust>> {
    VisibleTrust::find(read, by, &query.user_id).map(|found| Json(found.into_view()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VouchFor {
    /// A username or an id.
    user_id: String,
    /// The reason, which the member sees.
    #[serde(default)]
    #[schema(schema_with = schemas::reason, required = true)]
    reason: String,
}

fn vouch(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<VouchFor>,
) -> Result<Recorded<Json<MemberTrust>>> {
    tx.without_event("only moderators see how much members are trusted");
    let reason = text::reason(&body.reason)?;
    let member = VisibleTrust::find(tx, by, &body.user_id)?;
    Ok(vouching::vouch(tx, by, &member, &reason)?.map(Json))
}

fn unvouch(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    Body(body): Body<VouchFor>,
) -> Result<Recorded<Json<MemberTrust>>> {
    tx.without_event("only moderators see how much members are trusted");
    let reason = text::reason(&body.reason)?;
    let member = VisibleTrust::find(tx, by, &body.user_id)?;
    Ok(vouching::unvouch(tx, by, &member, &reason)?.map(Json))
}
