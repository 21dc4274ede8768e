//! Routes of webhooks, for a site that uses them. Those of the site are for administrators, those of a community for its
//! moderators.

use axum::http::Method;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::access::{ManagedWebhook, WebhookPlace};
use super::model::{NewWebhook, Webhook, WebhookDelivery, WebhookForm};
use super::store;
use crate::core::config::Config;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
use crate::features::communities::access::FoundCommunity;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::SiteEvent;
use crate::platform::web::{
    Body, Json, Limit, Path, Query, RequestContext, Routes, register, schemas,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return the names of the webhooks that a community's posts are sent to (those who see its members only)
        get("/webhook/getWebhookNames/{id}", names);
    }
    // A token must not leave behind what outlives it.
    register! { routes.signed_in().sessions_only();
        /// Return the webhooks of the site (administrators only), or of a community (moderators only), oldest first
        get("/webhook/getWebhooks", list);
        /// Return the next messages of a webhook, and its last 50 (those who manage it only)
        get("/webhook/getWebhookDeliveries/{id}", deliveries);
        /// Add a webhook of the site (administrators only), or of a community (moderators only); return its secret, which
        /// is shown only now
        call(Method::POST, "/webhook/addWebhook", Limit::Account.refuses_silenced(), add);
        /// Change a webhook, or turn it on or off (those who manage it only)
        call(Method::PATCH, "/webhook/changeWebhook/{id}", Limit::Account.refuses_silenced(), change);
        /// Remove a webhook (those who manage it only)
        delete("/webhook/removeWebhook/{id}", Limit::Account.allows_silenced(), remove);
        /// Give a webhook another secret and return it; the former one signs too for a day (those who manage it only)
        post("/webhook/renewWebhookSecret/{id}", Limit::Account.refuses_silenced(), renew_secret);
        /// Send a test message (those who manage the webhook only)
        post("/webhook/testWebhook/{id}", Limit::Account.refuses_silenced(), test);
        /// Send a message again (those who manage its webhook only)
        post("/webhook/sendWebhookAgain/{id}", Limit::Account.refuses_silenced(), send_again);
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct PlaceQuery {
    /// Whose webhooks. Absent: those of the site.
    community_id: Option<Id>,
}

fn list(read: &Read<'_>, me: &Me, Query(query): Query<PlaceQuery>) -> Result<Json<Vec<Webhook>>> {
    let place = WebhookPlace::find(read, me, query.community_id)?;
    store::list(read, &place).map(Json)
}

fn names(read: &Read<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<Vec<String>>> {
    let right = FoundCommunity::find(read, me, id)?.can_see_members();
    let names = match right {
        Some(right) => store::names(read, right.community())?,
        None => Vec::new(),
    };
    Ok(Json(names))
}

fn deliveries(read: &Read<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<Vec<WebhookDelivery>>> {
    store::deliveries(read, &ManagedWebhook::find(read, me, id)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WebhookSettings {
    #[serde(default)]
    #[schema(schema_with = schemas::label, required = true)]
    name: String,
    /// Where the messages go: https, or http to an address that the server's configuration allows.
    #[serde(default)]
    #[schema(schema_with = schemas::webhook_address, required = true)]
    address: String,
    form: WebhookForm,
    /// At least one; `test` does not count.
    #[serde(default)]
    #[schema(required = true, min_items = 1)]
    events: Vec<SiteEvent>,
}

impl WebhookSettings {
    /// Checks what only those who manage the webhook may know: whether the address may be contacted.
    fn checked(&self, name: String, config: &Config) -> Result<NewWebhook> {
        NewWebhook::new(name, &self.address, self.form, &self.events, config)
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WebhookToAdd {
    /// Whose webhook. Absent: the site's.
    community_id: Option<Id>,
    settings: WebhookSettings,
}

/// A new webhook.
#[derive(Serialize, ToSchema)]
struct AddedWebhook {
    /// The key of its signatures. No other reply has it.
    secret: String,
    #[serde(rename = "_id")]
    id: Id,
    /// All webhooks of the same place.
    webhooks: Vec<Webhook>,
}

async fn add(
    call: RequestContext<Me>,
    Body(body): Body<WebhookToAdd>,
) -> Result<Json<AddedWebhook>> {
    let (name, app) = (text::webhook_name(&body.settings.name)?, call.app.clone());
    let added = call.write(move |tx, me| {
        let place = WebhookPlace::find(tx, me, body.community_id)?;
        let new = body.settings.checked(name, &app.config)?;
        let (id, secret) = super::add(tx, me, &place, &new)?;
        let webhooks = store::list(tx, &place)?;
        Ok(AddedWebhook {
            secret,
            id,
            webhooks,
        })
    });
    added.await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WebhookChange {
    /// Whether it is on.
    is_on: bool,
    settings: WebhookSettings,
}

async fn change(
    call: RequestContext<Me>,
    (Path(id), Body(body)): (Path<Id>, Body<WebhookChange>),
) -> Result<Json<Vec<Webhook>>> {
    let (name, app) = (text::webhook_name(&body.settings.name)?, call.app.clone());
    let changed = call.write(move |tx, me| {
        let webhook = ManagedWebhook::find(tx, me, id)?;
        let new = body.settings.checked(name, &app.config)?;
        super::change(tx, me, &webhook, &new, body.is_on)?;
        store::list(tx, webhook.place())
    });
    changed.await.map(Json)
}

fn remove(tx: &mut Write<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<Vec<Webhook>>> {
    let webhook = ManagedWebhook::find(tx, me, id)?;
    super::remove(tx, me, &webhook)?;
    store::list(tx, webhook.place()).map(Json)
}

/// A secret of a webhook.
#[derive(Serialize, ToSchema)]
struct WebhookSecret {
    /// The key of its signatures. No other reply has it.
    secret: String,
}

fn renew_secret(tx: &mut Write<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<WebhookSecret>> {
    let webhook = ManagedWebhook::find(tx, me, id)?;
    let secret = super::rotate_secret(tx, me, &webhook)?;
    Ok(Json(WebhookSecret { secret }))
}

fn test(tx: &mut Write<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<Vec<WebhookDelivery>>> {
    let webhook = ManagedWebhook::find(tx, me, id)?;
    super::test(tx, &webhook)?;
    store::deliveries(tx, &webhook).map(Json)
}

fn send_again(
    tx: &mut Write<'_>,
    me: &Me,
    Path(id): Path<Id>,
) -> Result<Json<Vec<WebhookDelivery>>> {
    let webhook = ManagedWebhook::of_delivery(tx, me, id)?;
    super::send_again(tx, id, &webhook)?;
    store::deliveries(tx, &webhook).map(Json)
}
