//! SQL of what users want to be told outside of the site, and when.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::model::{
    Channel, DeliveryChoice, DeliveryKind, DeliverySettings, Look,
};
use crate::platform::outbox::schedule::{QuietHours, Zone};

/// Returns whether a user wants a kind by a channel.
pub fn exists(read: &Read<'_>, user: Id, channel: Channel, kind: DeliveryKind) -> Result<bool> {
    let sql = "SELECT 1 FROM delivery_choices WHERE user_id = ?1 AND channel = ?2 AND kind = ?3";
    read.exists(sql, (user, channel, kind))
}

/// Returns what a user wants.
pub fn of(read: &Read<'_>, user: Id) -> Result<Vec<DeliveryChoice>> {
    let sql =
        "SELECT channel, kind FROM delivery_choices WHERE user_id = ?1 ORDER BY channel, kind";
    read.all(sql, [user], |row| {
        Ok(DeliveryChoice {
            channel: row.get(0)?,
            kind: row.get(1)?,
        })
    })
}

/// Adds a choice of a user, from `told_up_to` on, with the time of its first look if it has looks. An
/// existing one stays as it is.
pub fn insert(
    tx: &Write<'_>,
    user: Id,
    DeliveryChoice { channel, kind }: DeliveryChoice,
    told_up_to: i64,
    next_look_at: Option<Timestamp>,
) -> Result<()> {
    let sql = "INSERT INTO delivery_choices (user_id, channel, kind, told_up_to, next_look_at) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    tx.execute(sql, (user, channel, kind, told_up_to, next_look_at))
        .map(drop)
}

/// Removes a choice of a user. Returns up to where they were told of it, if they had it.
pub fn delete(tx: &Write<'_>, user: Id, choice: DeliveryChoice) -> Result<Option<i64>> {
    let sql = "DELETE FROM delivery_choices WHERE user_id = ?1 AND channel = ?2 AND kind = ?3 RETURNING told_up_to";
    tx.first(sql, (user, choice.channel, choice.kind), |row| row.get(0))
}

/// Returns a user's settings, or those of a user without any.
pub fn settings(read: &Read<'_>, user: Id) -> Result<DeliverySettings> {
    let sql = "SELECT time_zone, quiet_from, quiet_to, last_used_at FROM delivery_settings WHERE user_id = ?1";
    let found = read.first(sql, [user], |row| {
        let quiet: (Option<i64>, Option<i64>) = (row.get(1)?, row.get(2)?);
        Ok(DeliverySettings {
            time_zone: row.get(0)?,
            quiet: quiet
                .0
                .zip(quiet.1)
                .map(|(from, to)| QuietHours { from, to }),
            last_used_at: row.get(3)?,
        })
    })?;
    Ok(found.unwrap_or_else(|| DeliverySettings {
        time_zone: "UTC".to_owned(),
        quiet: None,
        last_used_at: read.now,
    }))
}

/// Gives the caller the settings that apply without any, if they have none.
pub fn add_settings(tx: &Write<'_>, user: Id) -> Result<()> {
    let sql = "INSERT INTO delivery_settings (user_id, last_used_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    tx.execute(sql, (user, tx.now)).map(drop)
}

/// Changes the zone and the quiet hours of a user with settings.
pub fn set_times(
    tx: &Write<'_>,
    user: Id,
    time_zone: &str,
    quiet: Option<QuietHours>,
) -> Result<()> {
    let sql = "UPDATE delivery_settings SET time_zone = ?2, quiet_from = ?3, quiet_to = ?4 WHERE user_id = ?1";
    let (from, to) = quiet.map(|quiet| (quiet.from, quiet.to)).unzip();
    tx.execute(sql, (user, time_zone, from, to)).map(drop)
}

/// Makes what waits for the end of a user's quiet hours due, so that their new ones decide.
pub fn end_postponements(tx: &Write<'_>, user: Id) -> Result<()> {
    let sql = "UPDATE deliveries SET next_attempt_at = ?2
               WHERE recipient_id = ?1 AND state = 'waiting' AND NOT is_urgent AND attempts = 0 AND next_attempt_at > ?2";
    tx.execute(sql, (user, tx.now)).map(drop)
}

/// Changes when the next look for a mail of a kind to a user is.
pub fn set_next_look(
    tx: &Write<'_>,
    user: Id,
    kind: DeliveryKind,
    next_look_at: Timestamp,
) -> Result<()> {
    let sql = "UPDATE delivery_choices SET next_look_at = ?4 WHERE user_id = ?1 AND channel = ?2 AND kind = ?3";
    tx.execute(sql, (user, Channel::Mail, kind, next_look_at))
        .map(drop)
}

/// Records that a user uses the site now.
pub fn record_use(tx: &Write<'_>, user: Id) -> Result<()> {
    let sql = "UPDATE delivery_settings SET last_used_at = ?2 WHERE user_id = ?1";
    tx.execute(sql, (user, tx.now)).map(drop)
}

/// Returns whether a look for a channel is due. Cheap: reads one row of an index.
pub fn is_look_due(read: &Read<'_>, channel: Channel) -> Result<bool> {
    let sql = "SELECT 1 FROM delivery_choices WHERE channel = ?1 AND next_look_at <= ?2";
    read.exists(sql, (channel, read.now))
}

/// Returns the looks for a channel that are due first.
pub fn due_looks(read: &Read<'_>, channel: Channel, limit: usize) -> Result<Vec<Look>> {
    let sql = "SELECT user_id, kind, told_up_to, next_look_at FROM delivery_choices INDEXED BY delivery_choices_by_look
               WHERE channel = ?1 AND next_look_at <= ?2 ORDER BY next_look_at LIMIT ?3";
    read.all(sql, (channel, read.now, limit as i64), |row| {
        Ok(Look {
            user: row.get(0)?,
            kind: row.get(1)?,
            told_up_to: row.get(2)?,
            due_at: row.get(3)?,
        })
    })
}

/// Ends a look: the next one is at a time, or there is none. Returns whether the choice was still as the look found it.
pub fn end_look(
    tx: &Write<'_>,
    channel: Channel,
    look: &Look,
    next: Option<Timestamp>,
) -> Result<bool> {
    let sql = "UPDATE delivery_choices SET next_look_at = ?5
               WHERE user_id = ?1 AND channel = ?2 AND kind = ?3 AND told_up_to = ?4 AND next_look_at = ?6";
    let (user, kind, told_up_to) = (look.user, look.kind, look.told_up_to);
    let changed = tx.execute(sql, (user, channel, kind, told_up_to, next, look.due_at))?;
    Ok(changed > 0)
}

/// Records up to where a user was told of what is collected. Never goes back.
pub fn set_told(
    tx: &Write<'_>,
    user: Id,
    channel: Channel,
    kind: DeliveryKind,
    up_to: i64,
) -> Result<()> {
    let sql = "UPDATE delivery_choices SET told_up_to = ?4 WHERE user_id = ?1 AND channel = ?2 AND kind = ?3 AND told_up_to < ?4";
    tx.execute(sql, (user, channel, kind, up_to)).map(drop)
}

/// Returns the zone in which a user lives.
pub fn zone(read: &Read<'_>, user: Id) -> Result<Zone> {
    Ok(Zone::stored(&settings(read, user)?.time_zone))
}

/// Deletes the choices and the settings of a user.
pub fn purge_user(tx: &Write<'_>, user: Id) -> Result<()> {
    tx.execute("DELETE FROM delivery_choices WHERE user_id = ?1", [user])?;
    tx.execute("DELETE FROM delivery_settings WHERE user_id = ?1", [user])
        .map(drop)
}
