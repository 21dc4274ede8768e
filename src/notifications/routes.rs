//! The calls about notifications.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{Notification, store};
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::users::Me;
use crate::web::{Body, Claim, Headers, Json, Page, Paging, Query, Routes, WithHeaders};

/// Adds the calls.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .get(["/getNotifications", "/notification/getNotifications"], "One's own notifications, newest first", list)
        .patch(["/viewNotification", "/notification/viewNotification"], "Note that one has seen a notification", view)
        .patch(["/clearAllNotifications", "/notification/clearAllNotifications"], "Note that one has seen all notifications", clear);
}

#[derive(Deserialize, IntoParams)]
struct Recipient {
    #[serde(default, rename = "userID")]
    #[param(rename = "userID")]
    _user_id: Claim,
}

/// How many of all that the list holds have not been seen.
struct Unread(i64);

impl Headers for Unread {
    const ABOUT: &'static [(&'static str, &'static str)] =
        &[("X-Unread-Count", "How many of the whole list have not been seen. This and X-Total-Count are 10,000 if there are more")];

    fn values(self) -> Vec<(&'static str, String)> {
        vec![("x-unread-count", self.0.to_string())]
    }
}

fn list(read: &Read<'_>, me: &Me, (_, paging): (Query<Recipient>, Paging)) -> Result<WithHeaders<Page<Notification>, Unread>> {
    let (page, unread) = store::list(read, me, &paging)?;
    Ok(WithHeaders(page, Unread(unread)))
}

#[derive(Deserialize, ToSchema)]
struct Viewed {
    #[serde(default, rename = "userID")]
    _user_id: Claim,
    #[serde(rename = "notificationID")]
    id: Id,
}

fn view(tx: &mut Write<'_>, me: &Me, Body(viewed): Body<Viewed>) -> Result<Json<Notification>> {
    super::view(tx, me, viewed.id).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct Cleared {
    #[serde(default, rename = "userID")]
    _user_id: Claim,
}

fn clear(tx: &mut Write<'_>, me: &Me, _: Body<Cleared>) -> Result<Page<Notification>> {
    // The rest of them is to be had from the list.
    Ok(Page { next: None, ..super::clear(tx, me)? })
}
