//! SQL of webhooks and their messages.

pub mod rights;

use rusqlite::Row;

use super::access::{ManagedWebhook, WebhookPlace};
use super::model::{NewWebhook, Webhook, WebhookDelivery, WebhookForm};
use super::signature::Secret;
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::SiteEvent;

/// How long a former secret signs beside the new one, in milliseconds.
const ROTATION: i64 = 24 * 3_600 * 1_000;
/// The number of ended messages that are kept of each webhook.
const KEPT: i64 = 50;

/// Returns whether one more webhook has room in a place, and of a community's with the account that adds it.
pub fn has_room(read: &Read<'_>, me: &Me, place: &WebhookPlace, most: u32) -> Result<bool> {
    let community = place.community();
    let sql = "SELECT count(*) FROM webhooks WHERE community_id IS ?1";
    let here: u32 = read.value(sql, [community])?;
    let sql = "SELECT count(*) FROM webhooks WHERE manager_id = ?1 AND community_id IS NOT NULL";
    let own: u32 = read.value(sql, [me.id()])?;
    Ok(here < most && (community.is_none() || own < most))
}

fn mask(events: &[SiteEvent]) -> i64 {
    events.iter().map(|event| event.bit()).sum()
}

fn chosen(mask: i64) -> Vec<SiteEvent> {
    let all = SiteEvent::CHOSEN.into_iter();
    all.filter(|event| mask & event.bit() != 0).collect()
}

/// Adds a webhook, which is on.
pub fn insert(
    tx: &Write<'_>,
    me: &Me,
    place: &WebhookPlace,
    new: &NewWebhook,
    secret: &Secret,
) -> Result<Id> {
    let id = tx.new_id();
    let sql = "INSERT INTO webhooks (id, community_id, manager_id, name, address, form, events, secret) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let parameters = (
        id,
        place.community(),
        me.id(),
        new.name(),
        new.address(),
        new.form(),
        mask(new.events()),
        secret.bytes(),
    );
    tx.execute(sql, parameters)?;
    Ok(id)
}

/// Changes a webhook. If it is turned on, it is tried immediately.
pub fn update(
    tx: &Write<'_>,
    me: &Me,
    webhook: &ManagedWebhook,
    new: &NewWebhook,
    is_on: bool,
) -> Result<()> {
    let sql = "UPDATE webhooks SET manager_id = ?2, name = ?3, address = ?4, form = ?5, events = ?6,
                   off_at = iif(?7, NULL, coalesce(off_at, ?8)), off_reason = iif(?7, NULL, off_reason),
                   failing_since = NULL, next_attempt_at = 0 WHERE id = ?1";
    let parameters = (
        webhook.id(),
        me.id(),
        new.name(),
        new.address(),
        new.form(),
        mask(new.events()),
        is_on,
        tx.now,
    );
    tx.execute(sql, parameters).map(drop)
}

/// Gives a webhook another secret.
pub fn rotate(tx: &Write<'_>, webhook: &ManagedWebhook, secret: &Secret) -> Result<()> {
    let sql =
        "UPDATE webhooks SET former_secret = secret, former_until = ?3, secret = ?2 WHERE id = ?1";
    let until = tx.now.millis() + ROTATION;
    tx.execute(sql, (webhook.id(), secret.bytes(), until))
        .map(drop)
}

/// Deletes a webhook with its messages.
pub fn delete(tx: &Write<'_>, webhook: &ManagedWebhook) -> Result<()> {
    tx.execute("DELETE FROM webhooks WHERE id = ?1", [webhook.id()])
        .map(drop)
}

fn row_settings(row: &Row<'_>, first: usize) -> rusqlite::Result<NewWebhook> {
    Ok(NewWebhook::stored(
        row.get(first)?,
        row.get(first + 1)?,
        row.get(first + 2)?,
        chosen(row.get(first + 3)?),
    ))
}

/// Returns the settings of a webhook.
pub fn settings(read: &Read<'_>, webhook: &ManagedWebhook) -> Result<NewWebhook> {
    let sql = "SELECT name, address, form, events FROM webhooks WHERE id = ?1";
    let found = read.first(sql, [webhook.id()], |row| row_settings(row, 0))?;
    found.ok_or_else(|| Error::internal("the webhook is missing"))
}

/// Returns the webhooks of a place, oldest first.
pub fn list(read: &Read<'_>, place: &WebhookPlace) -> Result<Vec<Webhook>> {
    let sql = "SELECT w.id, w.community_id, w.name, w.address, w.form, w.events, coalesce((SELECT name FROM authors WHERE id = w.manager_id), '[deleted]'),
                 w.off_at, w.off_reason, w.failing_since, iif(w.former_until > ?2, w.former_until, NULL), w.waiting
               FROM webhooks w WHERE w.community_id IS ?1 ORDER BY w.id";
    read.all(sql, (place.community(), read.now), |row| {
        let id: Id = row.get(0)?;
        Ok(Webhook {
            id,
            community_id: row.get(1)?,
            name: row.get(2)?,
            address: row.get(3)?,
            form: row.get(4)?,
            events: chosen(row.get(5)?),
            managed_by: row.get(6)?,
            created_at: id.time(),
            off_at: row.get(7)?,
            off_reason: row.get(8)?,
            failing_since: row.get(9)?,
            former_secret_until: row.get(10)?,
            waiting: row.get(11)?,
        })
    })
}

/// Returns the names of the webhooks of a community that are on.
pub fn names(read: &Read<'_>, community: Id) -> Result<Vec<String>> {
    let sql = "SELECT name FROM webhooks WHERE community_id = ?1 AND off_at IS NULL ORDER BY id";
    read.all(sql, [community], |row| row.get(0))
}

const DELIVERY: &str = "SELECT id, event, ended_at, state = 'sent', attempts, status, duration, reply, problem FROM webhook_deliveries";

/// Returns the messages of a webhook: the next ones that wait, and then those that have ended, newest first.
pub fn deliveries(read: &Read<'_>, webhook: &ManagedWebhook) -> Result<Vec<WebhookDelivery>> {
    let delivery = |row: &Row<'_>| {
        let id: Id = row.get(0)?;
        Ok(WebhookDelivery {
            id,
            event: row.get(1)?,
            created_at: id.time(),
            ended_at: row.get(2)?,
            is_sent: row.get(3)?,
            attempts: row.get(4)?,
            status: row.get(5)?,
            duration: row.get(6)?,
            reply: row.get(7)?,
            problem: row.get(8)?,
        })
    };
    let parameters = (webhook.id(), KEPT);
    let sql =
        format!("{DELIVERY} WHERE webhook_id = ?1 AND state = 'waiting' ORDER BY id LIMIT ?2");
    let mut found = read.all(&sql, parameters, delivery)?;
    let sql = format!(
        "{DELIVERY} WHERE webhook_id = ?1 AND state <> 'waiting' ORDER BY ended_at DESC, id DESC LIMIT ?2"
    );
    found.extend(read.all(&sql, parameters, delivery)?);
    Ok(found)
}

/// Lets a message that has ended wait again. Returns whether there is one.
pub fn renew(tx: &Write<'_>, webhook: &ManagedWebhook, delivery: Id) -> Result<bool> {
    let sql = "UPDATE webhook_deliveries SET state = 'waiting', ended_at = NULL, attempts = 0, problem = NULL
               WHERE id = ?1 AND webhook_id = ?2 AND state <> 'waiting'";
    Ok(tx.execute(sql, (delivery, webhook.id()))? > 0)
}

/// A webhook whose next message is due.
pub(super) struct Due {
    pub webhook: Id,
    pub manager: Id,
}

/// Returns webhooks whose next message is due, those first that have waited longest. `most`: their number, and that of
/// those that one account manages.
pub(super) fn due(read: &Read<'_>, (most, of_account): (usize, usize)) -> Result<Vec<Due>> {
    let sql = "SELECT id, manager_id FROM
                 (SELECT id, manager_id, next_attempt_at, row_number() OVER (PARTITION BY manager_id ORDER BY next_attempt_at, id) AS place
                  FROM webhooks WHERE off_at IS NULL AND next_attempt_at <= ?1 AND waiting > 0)
               WHERE place <= ?3 ORDER BY next_attempt_at, id LIMIT ?2";
    read.all(sql, (read.now, most as i64, of_account as i64), |row| {
        Ok(Due {
            webhook: row.get(0)?,
            manager: row.get(1)?,
        })
    })
}

/// The next message of a webhook, and how it is sent.
pub(super) struct Waiting {
    pub delivery: Id,
    pub event: SiteEvent,
    pub actor: Option<Id>,
    pub object: Id,
    pub question: Id,
    /// The number of attempts before this one.
    pub attempts: u32,
    pub webhook: Id,
    pub community: Option<Id>,
    pub manager: Id,
    pub name: String,
    pub address: String,
    pub form: WebhookForm,
    /// The secrets that sign, the new one first.
    pub secrets: Vec<Secret>,
    pub failing_since: Option<Timestamp>,
}

/// Returns the next message of a webhook that is on.
pub(super) fn next(read: &Read<'_>, webhook: Id) -> Result<Option<Waiting>> {
    let sql = "SELECT d.id, d.event, d.actor_id, d.object_id, d.question_id, d.attempts,
                 w.community_id, w.manager_id, w.name, w.address, w.form, w.secret, iif(w.former_until > ?2, w.former_secret, NULL), w.failing_since
               FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
               WHERE d.webhook_id = ?1 AND d.state = 'waiting' AND w.off_at IS NULL ORDER BY d.id LIMIT 1";
    read.first(sql, (webhook, read.now), |row| {
        let former: Option<[u8; 32]> = row.get(12)?;
        let secrets = [Some(row.get(11)?), former].into_iter().flatten();
        Ok(Waiting {
            delivery: row.get(0)?,
            event: row.get(1)?,
            actor: row.get(2)?,
            object: row.get(3)?,
            question: row.get(4)?,
            attempts: row.get(5)?,
            webhook,
            community: row.get(6)?,
            manager: row.get(7)?,
            name: row.get(8)?,
            address: row.get(9)?,
            form: row.get(10)?,
            secrets: secrets.map(Secret::new).collect(),
            failing_since: row.get(13)?,
        })
    })
}

/// Deletes a message that is not to be sent.
pub(super) fn drop_delivery(tx: &Write<'_>, delivery: Id) -> Result<()> {
    tx.execute("DELETE FROM webhook_deliveries WHERE id = ?1", [delivery])
        .map(drop)
}

/// What became of an attempt.
#[derive(Default)]
pub(super) struct Attempt {
    pub status: Option<u16>,
    pub duration: u32,
    pub reply: Option<String>,
    pub problem: Option<String>,
}

/// Records that the receiver has taken a message. The webhook's next one is due at `next`.
pub(super) fn mark_sent(
    tx: &Write<'_>,
    of: &Waiting,
    attempt: &Attempt,
    next: Timestamp,
) -> Result<()> {
    end(tx, of, attempt, "sent")?;
    let sql = "UPDATE webhooks SET failing_since = NULL, next_attempt_at = ?2 WHERE id = ?1";
    tx.execute(sql, (of.webhook, next)).map(drop)
}

/// Records a failure. `is_given_up`: the message is not tried again. The webhook's next attempt is at `next`.
pub(super) fn mark_failure(
    tx: &Write<'_>,
    of: &Waiting,
    attempt: &Attempt,
    is_given_up: bool,
    next: Timestamp,
) -> Result<()> {
    if is_given_up {
        end(tx, of, attempt, "failed")?;
    } else {
        note(tx, of, attempt)?;
    }
    let sql = "UPDATE webhooks SET failing_since = coalesce(failing_since, ?2), next_attempt_at = ?3 WHERE id = ?1";
    tx.execute(sql, (of.webhook, tx.now, next)).map(drop)
}

/// Turns off a webhook.
pub(super) fn turn_off(tx: &Write<'_>, webhook: Id, reason: &str) -> Result<()> {
    let sql = "UPDATE webhooks SET off_at = ?2, off_reason = ?3 WHERE id = ?1 AND off_at IS NULL";
    tx.execute(sql, (webhook, tx.now, reason)).map(drop)
}

fn note(tx: &Write<'_>, of: &Waiting, attempt: &Attempt) -> Result<()> {
    let sql = "UPDATE webhook_deliveries SET attempts = attempts + 1, status = ?2, duration = ?3, reply = ?4, problem = ?5 WHERE id = ?1";
    let parameters = (
        of.delivery,
        attempt.status,
        attempt.duration,
        attempt.reply.as_deref(),
        attempt.problem.as_deref(),
    );
    tx.execute(sql, parameters).map(drop)
}

/// Ends a message, and deletes the oldest of its webhook that have ended.
fn end(tx: &Write<'_>, of: &Waiting, attempt: &Attempt, state: &str) -> Result<()> {
    note(tx, of, attempt)?;
    let sql = "UPDATE webhook_deliveries SET state = ?2, ended_at = ?3 WHERE id = ?1";
    tx.execute(sql, (of.delivery, state, tx.now))?;
    let sql = "DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries
                   WHERE webhook_id = ?1 AND state <> 'waiting' ORDER BY ended_at DESC, id DESC LIMIT -1 OFFSET ?2)";
    tx.execute(sql, (of.webhook, KEPT)).map(drop)
}

/// Deletes what waits of a site that does not use webhooks any more.
pub(super) fn forget_waiting(tx: &Write<'_>) -> Result<()> {
    tx.execute("DELETE FROM webhook_deliveries WHERE state = 'waiting'", [])
        .map(drop)
}
