//! SQL of deliveries.

pub mod choices;
pub mod webhooks;

use std::time::Duration;

use rusqlite::{Row, params};

use super::model::{Channel, Delivery, DeliveryCounts, DeliveryKind, FailedDelivery};
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::platform::db::{Read, Write};

const DAY: i64 = 24 * 3_600 * 1_000;
/// How long sent deliveries are kept, in milliseconds: a repeated cause must not send them again.
const SENT_KEPT: i64 = 7 * DAY;
/// The same for those of a thread, which tell whether the recipient has been told of it since they were
/// here.
const THREAD_KEPT: i64 = 90 * DAY;
/// How long failed deliveries are kept, in milliseconds.
const FAILED_KEPT: i64 = 14 * DAY;
/// How long a delivery may wait, in milliseconds: nobody wants to be told older news.
const LONGEST_WAIT: i64 = 4 * DAY;
/// The time between an event and its push message.
const PUSH_DELAY: Duration = Duration::from_secs(30);
/// The largest number of rows that one cleaning changes.
const CLEANED_AT_ONCE: i64 = 1_000;
/// After this number of refusals in a row, nothing that a user has chosen is sent to their address.
pub const MAX_REFUSALS: i64 = 3;

/// Adds a delivery by mail that concerns the recipient's account, to `destination` or to their address.
/// Does nothing if there is none, or if they got too many of its kind within a day. A delivery of the
/// same kind about the same object is never sent twice.
pub fn enqueue(
    tx: &Write<'_>,
    recipient: Id,
    kind: DeliveryKind,
    object: Id,
    destination: Option<&str>,
) -> Result<()> {
    insert(tx, recipient, kind, object, destination, None)
}

/// Adds a delivery by mail about something that the recipient has chosen. Does nothing if they have not,
/// if they have no address that takes mails, or if they got too many within a day. If it belongs to a
/// question or a chat, does nothing either while they have been told of that and have not been back.
pub fn enqueue_chosen(
    tx: &Write<'_>,
    recipient: Id,
    kind: DeliveryKind,
    object: Id,
    thread: Option<Id>,
) -> Result<()> {
    if !choices::exists(tx, recipient, Channel::Mail, kind)? {
        return Ok(());
    }
    if let Some(thread) = thread
        && is_told_of(tx, recipient, Channel::Mail, thread)?
    {
        return Ok(());
    }
    insert(tx, recipient, kind, object, None, thread)
}

/// Returns whether a user has been told of something in a thread, and has neither used the site nor seen
/// that since.
fn is_told_of(read: &Read<'_>, user: Id, channel: Channel, thread: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM deliveries d INDEXED BY deliveries_by_thread
               WHERE d.recipient_id = ?1 AND d.channel = ?2 AND d.thread_id = ?3 AND d.state <> 'failed'
                 AND d.created_at >= coalesce((SELECT last_used_at FROM delivery_settings WHERE user_id = ?1), 0)
                 AND NOT EXISTS (SELECT 1 FROM notifications WHERE recipient_id = ?1 AND id = d.object_id AND viewed_at IS NOT NULL)
                 AND NOT EXISTS (SELECT 1 FROM mentions WHERE id = d.object_id AND state = 'seen')
                 AND NOT EXISTS (SELECT 1 FROM visits WHERE user_id = ?1 AND question_id = ?3 AND (last_answer_id >= d.object_id OR renewed_at > d.created_at))";
    read.exists(sql, (user, channel, thread))
}

fn insert(
    tx: &Write<'_>,
    recipient: Id,
    kind: DeliveryKind,
    object: Id,
    destination: Option<&str>,
    thread: Option<Id>,
) -> Result<()> {
    tx.execute(
        "INSERT INTO deliveries (id, recipient_id, channel, kind, object_id, destination, thread_id, is_urgent, created_at, next_attempt_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9
         WHERE (?6 IS NOT NULL OR EXISTS (SELECT 1 FROM mail_addresses WHERE user_id = ?2 AND address IS NOT NULL AND (?8 OR refusals < ?10)))
           AND (SELECT count(*) FROM deliveries INDEXED BY deliveries_by_recipient
                WHERE recipient_id = ?2 AND created_at > ?11 AND channel = ?3 AND iif(?8, kind = ?4, NOT is_urgent)) < ?12
         ON CONFLICT DO NOTHING",
        params![
            tx.new_id(),
            recipient,
            Channel::Mail,
            kind,
            object,
            destination,
            thread,
            !kind.is_chosen(),
            tx.now,
            MAX_REFUSALS,
            tx.now.millis() - DAY,
            kind.per_day(),
        ],
    )?;
    Ok(())
}

/// The invitations that were mailed within a day.
pub struct MailedInvitations {
    pub by_all: i64,
    /// In the name of one administrator.
    pub by_sender: i64,
    /// To one address, by anyone.
    pub to_address: i64,
}

/// Counts the invitations that were mailed within a day, in the name of `sender` and to `address`.
pub fn mailed_invitations(read: &Read<'_>, sender: Id, address: &str) -> Result<MailedInvitations> {
    let sql = "SELECT count(*), coalesce(sum(recipient_id = ?2), 0), coalesce(sum(lower(destination) = lower(?3)), 0)
               FROM deliveries WHERE kind = 'invitation' AND created_at > ?1";
    let since = read.now.millis() - DAY;
    let found = read.first(sql, (since, sender, address), |row| {
        Ok(MailedInvitations {
            by_all: row.get(0)?,
            by_sender: row.get(1)?,
            to_address: row.get(2)?,
        })
    })?;
    found.ok_or_else(|| Error::internal("count(*) returned no row"))
}

/// Returns where a mail in the name of a user went, while it is stored.
pub fn destination(
    read: &Read<'_>,
    recipient: Id,
    kind: DeliveryKind,
    object: Id,
) -> Result<Option<String>> {
    let sql = "SELECT destination FROM deliveries WHERE recipient_id = ?1 AND channel = ?2 AND kind = ?3 AND object_id = ?4";
    let found = read.first(sql, (recipient, Channel::Mail, kind, object), |row| {
        row.get(0)
    })?;
    Ok(found.flatten())
}

/// Adds a delivery by push about an object. Does nothing if the recipient does not want it, if they have
/// no device, or if they got too many of its kind within a day. A delivery of the same kind about the
/// same object is never sent twice. What the recipient sees on the site in the meantime is not sent.
pub fn enqueue_push(tx: &Write<'_>, recipient: Id, kind: DeliveryKind, object: Id) -> Result<()> {
    tx.execute(
        "INSERT INTO deliveries (id, recipient_id, channel, kind, object_id, is_urgent, created_at, next_attempt_at)
         SELECT ?1, ?2, ?3, ?4, ?5, 0, ?6, ?7
         WHERE EXISTS (SELECT 1 FROM delivery_choices WHERE user_id = ?2 AND channel = ?3 AND kind = ?4)
           AND EXISTS (SELECT 1 FROM sessions s JOIN push_devices d ON d.session_hash = s.token_hash
                       WHERE s.user_id = ?2 AND NOT EXISTS (SELECT 1 FROM json_each(d.silent_kinds) WHERE value = ?4))
           AND (SELECT count(*) FROM deliveries WHERE recipient_id = ?2 AND channel = ?3 AND kind = ?4 AND created_at > ?8) < ?9
         ON CONFLICT DO NOTHING",
        (
            tx.new_id(),
            recipient,
            Channel::Push,
            kind,
            object,
            tx.now,
            tx.now.plus(PUSH_DELAY),
            tx.now.millis() - DAY,
            kind.per_day(),
        ),
    )
    .map(drop)
}

/// Returns whether a delivery by a channel is due. Cheap: reads one row of an index.
pub fn is_due(read: &Read<'_>, channel: Channel) -> Result<bool> {
    Ok(next_due(read, channel, true)?.is_some() || next_due(read, channel, false)?.is_some())
}

fn next_due(read: &Read<'_>, channel: Channel, is_urgent: bool) -> Result<Option<Id>> {
    let sql = "SELECT id FROM deliveries
               WHERE state = 'waiting' AND claimed_at IS NULL AND channel = ?1 AND is_urgent = ?2 AND next_attempt_at <= ?3
               ORDER BY next_attempt_at, id LIMIT 1";
    read.first(sql, (channel, is_urgent, read.now), |row| row.get(0))
}

/// Claims the delivery by a channel that is due first; those that concern accounts precede the others.
pub fn claim(tx: &Write<'_>, channel: Channel) -> Result<Option<Delivery>> {
    let due = match next_due(tx, channel, true)? {
        Some(urgent) => Some(urgent),
        None => next_due(tx, channel, false)?,
    };
    let Some(id) = due else { return Ok(None) };
    let sql = "UPDATE deliveries SET claimed_at = ?2 WHERE id = ?1
               RETURNING id, recipient_id, kind, object_id, destination, attempts";
    tx.first(sql, (id, tx.now), |row| {
        Ok(Delivery {
            id: row.get(0)?,
            recipient: row.get(1)?,
            kind: row.get(2)?,
            object: row.get(3)?,
            destination: row.get(4)?,
            attempts: row.get(5)?,
        })
    })
}

/// Makes the deliveries by a channel due again that another process had claimed: it has ended.
pub fn release_all(tx: &Write<'_>, channel: Channel) -> Result<usize> {
    let sql =
        "UPDATE deliveries SET claimed_at = NULL WHERE claimed_at IS NOT NULL AND channel = ?1";
    tx.execute(sql, [channel])
}

/// Makes a claimed delivery due again. The attempt does not count: the reason concerns all deliveries.
pub fn release(tx: &Write<'_>, id: Id, problem: &str) -> Result<()> {
    let sql = "UPDATE deliveries SET claimed_at = NULL, problem = ?2 WHERE id = ?1";
    tx.execute(sql, (id, problem)).map(drop)
}

/// Makes a claimed delivery due again at a time. The attempt does not count.
pub fn postpone(tx: &Write<'_>, id: Id, until: Timestamp) -> Result<()> {
    let sql = "UPDATE deliveries SET claimed_at = NULL, next_attempt_at = ?2 WHERE id = ?1";
    tx.execute(sql, (id, until)).map(drop)
}

/// Marks a claimed delivery as sent.
pub fn mark_sent(tx: &Write<'_>, id: Id) -> Result<()> {
    let sql = "UPDATE deliveries SET claimed_at = NULL, state = 'sent', ended_at = ?2, attempts = attempts + 1, problem = NULL WHERE id = ?1";
    tx.execute(sql, (id, tx.now)).map(drop)
}

/// Notes a failed attempt: the next one is at `next`, or the delivery has failed.
pub fn mark_attempt(tx: &Write<'_>, id: Id, problem: &str, next: Option<Timestamp>) -> Result<()> {
    let sql = "UPDATE deliveries SET claimed_at = NULL, attempts = attempts + 1, problem = ?2,
                   next_attempt_at = coalesce(?3, next_attempt_at),
                   state = iif(?3 IS NULL, 'failed', 'waiting'), ended_at = iif(?3 IS NULL, ?4, NULL)
               WHERE id = ?1";
    tx.execute(sql, (id, problem, next, tx.now)).map(drop)
}

/// Limits a delivery to a part of its destinations: it has reached the others.
pub fn set_destination(tx: &Write<'_>, id: Id, destination: &str) -> Result<()> {
    let sql = "UPDATE deliveries SET destination = ?2 WHERE id = ?1";
    tx.execute(sql, (id, destination)).map(drop)
}

/// Deletes a delivery that is not to be sent any more.
pub fn drop_delivery(tx: &Write<'_>, id: Id) -> Result<()> {
    tx.execute("DELETE FROM deliveries WHERE id = ?1", [id])
        .map(drop)
}

/// Deletes some old deliveries, and ends some of those that have waited too long.
pub fn clean(tx: &Write<'_>) -> Result<()> {
    let now = tx.now.millis();
    let sql = "DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries INDEXED BY deliveries_sent_without_thread
                   WHERE state = 'sent' AND thread_id IS NULL AND ended_at < ?1 LIMIT ?2)";
    tx.execute(sql, (now - SENT_KEPT, CLEANED_AT_ONCE))?;
    let sql = "DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE state = ?1 AND ended_at < ?2 LIMIT ?3)";
    tx.execute(sql, ("sent", now - THREAD_KEPT, CLEANED_AT_ONCE))?;
    tx.execute(sql, ("failed", now - FAILED_KEPT, CLEANED_AT_ONCE))?;
    let sql = "UPDATE deliveries SET state = 'failed', ended_at = ?1, problem = coalesce(problem, 'it has waited for four days') WHERE id IN (
                   SELECT id FROM (SELECT id, created_at, claimed_at FROM deliveries WHERE state = 'waiting' AND ended_at IS NULL ORDER BY id LIMIT ?3)
                   WHERE created_at < ?2 AND claimed_at IS NULL)";
    tx.execute(sql, (tx.now, now - LONGEST_WAIT, CLEANED_AT_ONCE))
        .map(drop)
}

/// Returns the numbers of deliveries.
pub fn counts(read: &Read<'_>) -> Result<DeliveryCounts> {
    let count = |state: &str, kept: i64| {
        let sql = "SELECT count(*) FROM deliveries WHERE state = ?1 AND ended_at > ?2";
        read.value(sql, (state, read.now.millis() - kept))
    };
    Ok(DeliveryCounts {
        waiting: read.value("SELECT count(*) FROM deliveries WHERE state = 'waiting'", [])?,
        sent: count("sent", SENT_KEPT)?,
        failed: count("failed", FAILED_KEPT)?,
        // Ids ascend with time.
        waiting_since: read.first(
            "SELECT created_at FROM deliveries WHERE state = 'waiting' AND ended_at IS NULL ORDER BY id LIMIT 1",
            [],
            |row| row.get(0),
        )?,
    })
}

/// Returns the number of deliveries that wait for an attempt by a channel, and when the oldest of them was caused.
pub fn waiting(read: &Read<'_>, channel: Channel) -> Result<(u32, Option<Timestamp>)> {
    let sql = "SELECT count(*), min(created_at) FROM deliveries WHERE state = 'waiting' AND claimed_at IS NULL AND channel = ?1";
    let found = read.first(sql, [channel], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.unwrap_or_default())
}

fn failed_from(row: &Row<'_>) -> rusqlite::Result<FailedDelivery> {
    Ok(FailedDelivery {
        id: row.get(0)?,
        username: row.get(1)?,
        channel: row.get(2)?,
        kind: row.get(3)?,
        created_at: row.get(4)?,
        failed_at: row.get(5)?,
        attempts: row.get(6)?,
        problem: row.get(7)?,
    })
}

/// Returns the failed deliveries, the latest failure first. The caller must be an administrator.
pub fn failed(read: &Read<'_>, paging: &Paging) -> Result<Page<FailedDelivery>> {
    let total = read.value("SELECT count(*) FROM deliveries WHERE state = 'failed'", [])?;
    let [ended, id] = paging.position()?.unwrap_or([i64::MAX; 2]);
    let sql = "SELECT d.id, u.username, d.channel, d.kind, d.created_at, d.ended_at, d.attempts, coalesce(d.problem, '')
               FROM deliveries d JOIN users u ON u.id = d.recipient_id
               WHERE d.state = 'failed' AND (d.ended_at, d.id) < (?1, ?2) ORDER BY d.ended_at DESC, d.id DESC LIMIT ?3";
    let rows = read.all(sql, (ended, id, paging.limit as i64 + 1), failed_from)?;
    Ok(Page::cut(rows, paging.limit, total, |last| {
        format!("{}.{}", last.failed_at.millis(), last.id.as_i64())
    }))
}

/// Makes a failed delivery due again, with all its attempts. Returns its recipient's id and name,
/// or `None` if no such delivery has failed. The caller must be an administrator.
pub fn resend(tx: &Write<'_>, id: Id) -> Result<Option<(Id, String)>> {
    let sql = "UPDATE deliveries SET id = ?2, state = 'waiting', ended_at = NULL, attempts = 0, created_at = ?3, next_attempt_at = ?3
               WHERE id = ?1 AND state = 'failed'
               RETURNING recipient_id, (SELECT username FROM users WHERE id = recipient_id)";
    // The order of the ids is that of the times.
    tx.first(sql, (id, tx.new_id(), tx.now), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// Returns a key of this server.
pub fn site_key(read: &Read<'_>, name: &str) -> Result<Vec<u8>> {
    read.value("SELECT key FROM site_keys WHERE name = ?1", [name])
}

/// Deletes a user's waiting deliveries of a kind by a channel. One that is being sent is not tried again.
pub fn cancel(tx: &Write<'_>, user: Id, channel: Channel, kind: DeliveryKind) -> Result<()> {
    let sql = "DELETE FROM deliveries WHERE recipient_id = ?1 AND channel = ?2 AND kind = ?3 AND state = 'waiting'";
    tx.execute(sql, (user, channel, kind)).map(drop)
}

/// Deletes what belongs to a user. Their deliveries are few, because the number in a day is limited.
pub fn purge_user(tx: &Write<'_>, user: Id) -> Result<()> {
    tx.execute("DELETE FROM deliveries WHERE recipient_id = ?1", [user])?;
    choices::purge_user(tx, user)
}
