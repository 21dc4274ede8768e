//! The routes of the log for members.

use serde::Deserialize;
use utoipa::ToSchema;

use super::model::{OwnLogEntry, OwnNotices, PublicLogEntry};
use super::store;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::settings::{self, SettingKey};
use crate::platform::web::{Body, Json, Limit, Pace, Routes, register};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// List what moderators and administrators did to the content and the account of the caller and why, newest
        /// first, without their names
        get("/moderation/getOwnLog", own);
        /// Return the actions that concern the caller, and the badges and decided reports of the caller, that they have
        /// not marked as seen
        get("/moderation/getNotices", notices);
        /// List what moderators did in the last 90 days, newest first, without names and reasons. Empty unless the site
        /// shows it
        get_paced("/moderation/getPublicLog", |_| Pace::Slow, public);
        /// Mark such actions, badges and reports as seen
        patch("/moderation/markNoticesSeen", Limit::Visit.allows_silenced(), mark_seen);
    }
}

fn own(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<OwnLogEntry>> {
    store::own(read, me, &paging)
}

fn notices(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<OwnNotices>> {
    super::notices(read, me).map(Json)
}

fn public(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<PublicLogEntry>> {
    if !settings::store::is_on(read, SettingKey::PublicLog)? {
        return Ok(Page::cut(Vec::new(), paging.limit, 0, |_| String::new()));
    }
    store::public(read, me, &paging)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NoticesSeen {
    /// The newest entry, badge or report that the caller has seen. Without it, all.
    up_to: Option<Id>,
}

fn mark_seen(tx: &mut Write<'_>, me: &Me, Body(seen): Body<NoticesSeen>) -> Result<Json<bool>> {
    super::mark_seen(tx, me, seen.up_to)?;
    Ok(Json(true))
}
