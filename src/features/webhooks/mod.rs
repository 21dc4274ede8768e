//! Webhooks: the site notifies other programs of what happens on it.
//!
//! A webhook of the site sends what everyone may read, and one of a community what is in it. Messages are added in
//! the transaction of what they are about (`platform::outbox`), and written when they are sent, from what may be read then
//! and only if the account that manages the webhook still has the right to. They are signed as Standard Webhooks
//! (<https://www.standardwebhooks.com>) describes, sent in their order, and repeated until the receiver takes them; after a day
//! of failures the site turns the webhook off.

mod access;
mod content;
mod forms;
pub mod invariants;
mod model;
pub mod routes;
mod sender;
mod signature;
pub mod store;

pub use access::WebhookPlace;
pub use model::{NewWebhook, Webhook, WebhookDelivery, WebhookForm};
pub use sender::{Sender, start};

use ring::rand::{SecureRandom, SystemRandom};

use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::users::Me;
use crate::features::users::admin_log::{self, AdminAction};
use crate::platform::db::Write;
use crate::platform::outbox::store::webhooks::add_test;
use access::ManagedWebhook;
use signature::Secret;

/// The largest number of webhooks of the site, of a community, and that an account manages in communities.
const MAX_WEBHOOKS: u32 = 10;

/// Adds a webhook that the actor manages. Returns its id and its secret, which is not shown again. Rejects one too many
/// with 409.
fn add(
    tx: &mut Write<'_>,
    me: &Me,
    place: &WebhookPlace,
    new: &NewWebhook,
) -> Result<(Id, String)> {
    if store::has_room(tx, me, place, MAX_WEBHOOKS)? {
        let secret = new_secret()?;
        let id = store::insert(tx, me, place, new, &secret)?;
        record(tx, me, AdminAction::AddWebhook, place, new)?;
        Ok((id, secret.text()))
    } else {
        Err(Sentence::WebhooksTooMany.into())
    }
}

/// Changes a webhook, which the actor manages from then on, and turns it on or off.
fn change(
    tx: &mut Write<'_>,
    me: &Me,
    webhook: &ManagedWebhook,
    new: &NewWebhook,
    is_on: bool,
) -> Result<()> {
    store::update(tx, me, webhook, new, is_on)?;
    record(tx, me, AdminAction::ChangeWebhook, webhook.place(), new)
}

/// Removes a webhook with all its messages.
fn remove(tx: &mut Write<'_>, me: &Me, webhook: &ManagedWebhook) -> Result<()> {
    let removed = store::settings(tx, webhook)?;
    store::delete(tx, webhook)?;
    record(
        tx,
        me,
        AdminAction::RemoveWebhook,
        webhook.place(),
        &removed,
    )
}

/// Gives a webhook another secret, and returns it. The former one signs beside it for a day.
fn rotate_secret(tx: &mut Write<'_>, me: &Me, webhook: &ManagedWebhook) -> Result<String> {
    let secret = new_secret()?;
    store::rotate(tx, webhook, &secret)?;
    let settings = store::settings(tx, webhook)?;
    record(
        tx,
        me,
        AdminAction::ChangeWebhook,
        webhook.place(),
        &settings,
    )?;
    Ok(secret.text())
}

/// Adds a test message.
fn test(tx: &mut Write<'_>, webhook: &ManagedWebhook) -> Result<()> {
    private(tx);
    add_test(tx, webhook.id())
}

/// Lets a message be sent once more, under its id. Rejects one that has not ended with 404.
fn send_again(tx: &mut Write<'_>, delivery: Id, webhook: &ManagedWebhook) -> Result<()> {
    private(tx);
    if store::renew(tx, webhook, delivery)? {
        Ok(())
    } else {
        Err(Sentence::DeliveryNotFound.into())
    }
}

/// Returns the bodies of all messages of a webhook that wait, as programs get them, and deletes the messages, for tests.
#[cfg(test)]
pub fn take_bodies(
    tx: &Write<'_>,
    config: &crate::core::config::Config,
    webhook: Id,
) -> Result<Vec<String>> {
    let mut bodies = Vec::new();
    while let Some(waiting) = store::next(tx, webhook)? {
        let right = access::SendingRight::find(tx, waiting.manager, waiting.community)?;
        let right = right.ok_or_else(|| Error::internal("no right to send"))?;
        if let Some(message) = content::compose(tx, config, &right, &waiting)? {
            let request = forms::write(&message, WebhookForm::Standard, "/");
            bodies.push(String::from_utf8(request.body).map_err(Error::internal)?);
        }
        store::drop_delivery(tx, waiting.delivery)?;
    }
    Ok(bodies)
}

fn private(tx: &mut Write<'_>) {
    tx.without_event("only those who manage a webhook see it");
}

/// Records a change in the log: the name and the host, because the address is often a secret itself.
fn record(
    tx: &mut Write<'_>,
    me: &Me,
    action: AdminAction,
    place: &WebhookPlace,
    webhook: &NewWebhook,
) -> Result<()> {
    private(tx);
    let detail = format!("{}: {}", webhook.name(), webhook.host());
    admin_log::record(tx, me, action, &place.target(), &detail).map(drop)
}

fn new_secret() -> Result<Secret> {
    let mut key = [0; 32];
    SystemRandom::new()
        .fill(&mut key)
        .map_err(|_| Error::internal("no random bytes"))?;
    Ok(Secret::new(key))
}
