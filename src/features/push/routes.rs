//! Routes of push, for a site that uses it.

use axum::http::Method;
use serde::Deserialize;
use utoipa::ToSchema;

use super::model::{NewDevice, PushSettings};
use crate::core::error::Result;
use crate::core::http_client::HostList;
use crate::core::id::Id;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::DeliveryKind;
use crate::platform::web::{Body, Json, Limit, RequestContext, Routes, register};

/// Adds the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in().sessions_only();
        /// Return the public key of the site, and the caller's devices that are notified of news
        get("/user/getPushSettings", settings);
        /// Notify the browser of the caller's session of news, with its subscription at a push service
        call(Method::POST, "/user/addPushDevice", Limit::Account.allows_silenced(), add_device);
        /// Change whether a device of the caller is notified of a kind of news that they want by push
        patch("/user/chooseDeviceDelivery", Limit::Account.allows_silenced(), choose);
        /// Do not notify a device of the caller any more
        delete("/user/removePushDevice", Limit::Account.allows_silenced(), remove_device);
    }
}

fn settings(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<PushSettings>> {
    super::settings(read, me).map(Json)
}

async fn add_device(
    call: RequestContext<Me>,
    Body(new): Body<NewDevice>,
) -> Result<Json<PushSettings>> {
    let hosts = HostList::new(&call.app.config.push.hosts);
    let added = call.write(move |tx, me| {
        super::add_device(tx, me, &new, &hosts)?;
        super::settings(tx, me)
    });
    added.await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeviceChoice {
    device_id: Id,
    kind: DeliveryKind,
    wanted: bool,
}

fn choose(
    tx: &mut Write<'_>,
    me: &Me,
    Body(choice): Body<DeviceChoice>,
) -> Result<Json<PushSettings>> {
    super::choose(tx, me, choice.device_id, choice.kind, choice.wanted)?;
    super::settings(tx, me).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RemovedDevice {
    device_id: Id,
}

fn remove_device(
    tx: &mut Write<'_>,
    me: &Me,
    Body(removed): Body<RemovedDevice>,
) -> Result<Json<PushSettings>> {
    super::remove_device(tx, me, removed.device_id)?;
    super::settings(tx, me).map(Json)
}
