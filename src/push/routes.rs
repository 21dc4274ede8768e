//! Routes of push, for a site that uses it.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use super::model::{NewDevice, PushSettings};
use super::vapid::SiteKey;
use crate::error::Result;
use crate::http_client::HostList;
use crate::id::Id;
use crate::users::Me;
use crate::web::{Body, Json, Limit, RequestContext, Routes};

/// Adds the routes.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .call(
            Method::GET,
            "/user/getPushSettings",
            "Return the public key of the site, and the caller's devices that are told of news",
            settings,
        )
        .limit(Limit::Account)
        .call(
            Method::POST,
            "/user/addPushDevice",
            "Tell the browser of the caller's session of news, with its subscription at a push service",
            add_device,
        )
        .call(
            Method::DELETE,
            "/user/removePushDevice",
            "Do not tell a device of the caller any more",
            remove_device,
        );
}

async fn settings(call: RequestContext<Me>, (): ()) -> Result<Json<PushSettings>> {
    let found = call.read(|read, me| match SiteKey::find(read)? {
        Some(key) => super::settings(read, me, &key).map(Some),
        None => Ok(None),
    });
    if let Some(settings) = found.await? {
        return Ok(Json(settings));
    }
    let made = call.write(|tx, me| {
        let key = SiteKey::find_or_make(tx)?;
        super::settings(tx, me, &key)
    });
    made.await.map(Json)
}

async fn add_device(
    call: RequestContext<Me>,
    Body(new): Body<NewDevice>,
) -> Result<Json<PushSettings>> {
    let hosts = HostList::new(&call.app.config.push.hosts);
    let added = call.write(move |tx, me| {
        super::add_device(tx, me, &new, &hosts)?;
        let key = SiteKey::find_or_make(tx)?;
        super::settings(tx, me, &key)
    });
    added.await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RemovedDevice {
    device_id: Id,
}

async fn remove_device(
    call: RequestContext<Me>,
    Body(removed): Body<RemovedDevice>,
) -> Result<Json<PushSettings>> {
    let remaining = call.write(move |tx, me| {
        super::remove_device(tx, me, removed.device_id)?;
        let key = SiteKey::find_or_make(tx)?;
        super::settings(tx, me, &key)
    });
    remaining.await.map(Json)
}
