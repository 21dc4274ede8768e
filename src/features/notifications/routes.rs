//! Routes of notifications.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::Notification;
use super::store;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, ClaimedIdentity, Headers, Json, Limit, Query, RequestContext, Routes, WithHeaders,
    register,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return the caller's notifications, newest first
        get(["/getNotifications", "/notification/getNotifications"], list);
        /// Mark a notification as viewed
        patch(["/viewNotification", "/notification/viewNotification"], Limit::Request.allows_silenced(), view);
        /// Mark all notifications as viewed
        call(
            Method::PATCH,
            ["/clearAllNotifications", "/notification/clearAllNotifications"],
            Limit::Request.allows_silenced(),
            clear,
        );
    }
}

#[derive(Deserialize, IntoParams)]
struct Recipient {
    #[serde(default, rename = "userID")]
    #[param(rename = "userID")]
    _user_id: ClaimedIdentity,
}

/// The number of unread notifications in the whole list.
struct UnreadCount(i64);

impl Headers for UnreadCount {
    const ABOUT: &'static [(&'static str, &'static str)] = &[(
        "X-Unread-Count",
        "The number of unread notifications in the whole list. This and X-Total-Count are at most 10,000",
    )];

    fn values(self) -> Vec<(&'static str, String)> {
        vec![("x-unread-count", self.0.to_string())]
    }
}

fn list(
    read: &Read<'_>,
    me: &Me,
    (_, paging): (Query<Recipient>, Paging),
) -> Result<WithHeaders<Page<Notification>, UnreadCount>> {
    let (page, unread) = store::list(read, me, &paging)?;
    Ok(WithHeaders(page, UnreadCount(unread)))
}

#[derive(Deserialize, ToSchema)]
struct Viewed {
    #[serde(default, rename = "userID")]
    _user_id: ClaimedIdentity,
    #[serde(rename = "notificationID")]
    id: Id,
}

fn view(tx: &mut Write<'_>, me: &Me, Body(viewed): Body<Viewed>) -> Result<Json<Notification>> {
    super::view(tx, me, viewed.id).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct Cleared {
    #[serde(default, rename = "userID")]
    _user_id: ClaimedIdentity,
}

async fn clear(call: RequestContext<Me>, _: Body<Cleared>) -> Result<Page<Notification>> {
    let page = call.write(|tx, me: &Me| super::clear(tx, me)).await?;
    // Clients get further pages from the list route.
    Ok(Page { next: None, ..page })
}
