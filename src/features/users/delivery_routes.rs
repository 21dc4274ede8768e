//! Routes of what users want to be told outside of the site, and when.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Me;
use crate::core::error::{Result, Sentence};
use crate::platform::db::{Read, Write};
use crate::platform::outbox::choices::{choose, set_times};
use crate::platform::outbox::store::choices as store;
use crate::platform::outbox::{Channel, DeliveryChoice, DeliveryKind, QuietHours};
use crate::platform::web::{Body, ClaimedIdentity, Json, Limit, Routes, register};

/// Adds the routes, for a site that tells users something outside of it.
pub(super) fn routes(routes: &mut Routes) {
    register! { routes.signed_in().sessions_only();
        /// Return what the caller wants to be told outside of the site, and when
        get("/user/getDeliveryPreferences", preferences);
        /// Change whether the caller wants to be told something by a channel
        patch("/user/chooseDelivery", Limit::Account.allows_silenced(), choose_delivery);
        /// Change the caller's time zone, and the quiet hours in which nothing is sent that they have chosen
        patch("/user/setDeliveryTimes", Limit::Account.allows_silenced(), set_delivery_times);
    }
}

/// What a user wants to be told outside of the site, in addition to what concerns their account, and when.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryPreferences {
    pub choices: Vec<DeliveryChoice>,
    /// The IANA name of their time zone.
    pub time_zone: String,
    /// When the quiet hours begin, in minutes after midnight. Absent without quiet hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet_from: Option<i64>,
    /// When they end; an earlier time is one of the next day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet_to: Option<i64>,
}

fn preferences(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<DeliveryPreferences>> {
    let settings = store::settings(read, me.id())?;
    Ok(Json(DeliveryPreferences {
        choices: store::of(read, me.id())?,
        time_zone: settings.time_zone,
        quiet_from: settings.quiet.map(|quiet| quiet.from),
        quiet_to: settings.quiet.map(|quiet| quiet.to),
    }))
}

#[derive(Deserialize, ToSchema)]
struct Choice {
    #[serde(default, rename = "username")]
    _username: ClaimedIdentity,
    channel: Channel,
    kind: DeliveryKind,
    wanted: bool,
}

fn choose_delivery(
    tx: &mut Write<'_>,
    me: &Me,
    Body(choice): Body<Choice>,
) -> Result<Json<DeliveryPreferences>> {
    let Choice {
        channel,
        kind,
        wanted,
        ..
    } = choice;
    tx.without_event("choices are private");
    choose(tx, me.id(), DeliveryChoice { channel, kind }, wanted)?;
    preferences(tx, me, ())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Times {
    #[serde(default, rename = "username")]
    _username: ClaimedIdentity,
    /// An IANA name, such as Europe/Berlin.
    time_zone: String,
    /// When the quiet hours begin, in minutes after midnight. Without both times there are none.
    #[schema(minimum = 0, maximum = 1439)]
    quiet_from: Option<i64>,
    /// When they end; an earlier time is one of the next day.
    #[schema(minimum = 0, maximum = 1439)]
    quiet_to: Option<i64>,
}

fn set_delivery_times(
    tx: &mut Write<'_>,
    me: &Me,
    Body(times): Body<Times>,
) -> Result<Json<DeliveryPreferences>> {
    let quiet = match (times.quiet_from, times.quiet_to) {
        (None, None) => None,
        (Some(from), Some(to)) => Some(QuietHours::new(from, to)?),
        _ => return Err(Sentence::QuietHoursInvalid.into()),
    };
    tx.without_event("times are private");
    set_times(tx, me.id(), &times.time_zone, quiet)?;
    preferences(tx, me, ())
}
