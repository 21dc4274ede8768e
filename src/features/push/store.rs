//! SQL of push: the devices, and the key of the site.

use super::encryption::DeviceKeys;
use super::model::{PushDevice, device_name};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::store::sessions::{ABSOLUTE_LIFETIME, IDLE_LIFETIME};
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};
use crate::platform::outbox::DeliveryKind;
use crate::platform::realtime::TokenHash;

/// The largest number of devices of a user; a further one replaces the oldest.
const PER_USER: i64 = 10;
/// A device is removed when its push service has refused this number of messages in a row.
const MAX_REFUSALS: i64 = 10;

/// The name of the site's key pair.
const KEY: &str = "push";

/// Returns the stored key pair of the site.
pub(super) fn site_key(read: &Read<'_>) -> Result<Option<Vec<u8>>> {
    read.first("SELECT key FROM site_keys WHERE name = ?1", [KEY], |row| {
        row.get(0)
    })
}

/// Stores the key pair of the site.
pub(super) fn insert_site_key(tx: &Write<'_>, key: &[u8]) -> Result<()> {
    tx.execute("INSERT INTO site_keys VALUES (?1, ?2)", (KEY, key))
        .map(drop)
}

/// Returns the devices of an account, newest first; marks that of the session `current`.
pub fn of(
    read: &Read<'_>,
    account: &Account,
    current: Option<&TokenHash>,
) -> Result<Vec<PushDevice>> {
    let sql =
        "SELECT d.id, s.user_agent, d.created_at, s.token_hash IS ?2, d.hides_text,
                      (SELECT json_group_array(kind) FROM delivery_choices
                       WHERE user_id = ?1 AND channel = 'push' AND kind NOT IN (SELECT value FROM json_each(d.silent_kinds)))
               FROM sessions s JOIN push_devices d ON d.session_hash = s.token_hash WHERE s.user_id = ?1 ORDER BY d.id DESC";
    read.all(sql, (account.id(), current), |row| {
        Ok(PushDevice {
            id: row.get(0)?,
            name: device_name(&row.get::<_, String>(1)?),
            created_at: row.get(2)?,
            is_current: row.get(3)?,
            hides_text: row.get(4)?,
            kinds: serde_json::from_str(&row.get::<_, String>(5)?).unwrap_or_default(),
        })
    })
}

/// Inserts a device of the caller's session in place of its former one, of one with the same address,
/// and of the oldest beyond the limit.
pub(super) fn replace(
    tx: &Write<'_>,
    me: &Me,
    endpoint: &str,
    keys: &DeviceKeys,
    hides_text: Option<bool>,
) -> Result<()> {
    let sql = "SELECT hides_text, silent_kinds FROM push_devices WHERE session_hash = ?1";
    let former = tx.first(sql, [me.session()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (hid_text, silent_kinds) = former.unwrap_or((false, "[]".to_owned()));
    let hides_text = hides_text.unwrap_or(hid_text);
    tx.execute(
        "DELETE FROM push_devices WHERE session_hash = ?1 OR endpoint = ?2",
        (me.session(), endpoint),
    )?;
    tx.execute(
        "INSERT INTO push_devices (id, session_hash, endpoint, public_key, secret, hides_text, silent_kinds, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        (tx.new_id(), me.session(), endpoint, keys.public, keys.secret, hides_text, silent_kinds, tx.now),
    )?;
    let surplus = "DELETE FROM push_devices WHERE id IN
        (SELECT d.id FROM sessions s JOIN push_devices d ON d.session_hash = s.token_hash WHERE s.user_id = ?1 ORDER BY d.id DESC LIMIT -1 OFFSET ?2)";
    tx.execute(surplus, (me.id(), PER_USER)).map(drop)
}

/// Records whether a device of the caller is not told of a kind. Returns whether there is one with this id.
pub(super) fn set_silent(
    tx: &Write<'_>,
    me: &Me,
    device: Id,
    kind: DeliveryKind,
    is_silent: bool,
) -> Result<bool> {
    let sql = "UPDATE push_devices SET silent_kinds =
                   (SELECT json_group_array(value) FROM (SELECT value FROM json_each(silent_kinds) WHERE value <> ?3 UNION ALL SELECT ?3 WHERE ?4))
               WHERE id = ?2 AND session_hash IN (SELECT token_hash FROM sessions WHERE user_id = ?1)";
    Ok(tx.execute(sql, (me.id(), device, kind, is_silent))? > 0)
}

/// Removes a device of the caller. Returns whether there was one with this id.
pub(super) fn remove(tx: &Write<'_>, me: &Me, device: Id) -> Result<bool> {
    let sql = "DELETE FROM push_devices WHERE id = ?2 AND session_hash IN (SELECT token_hash FROM sessions WHERE user_id = ?1)";
    Ok(tx.execute(sql, (me.id(), device))? > 0)
}

/// Removes all devices and what waits for them: the site does not use push any more.
pub(super) fn remove_all(tx: &Write<'_>) -> Result<()> {
    tx.execute("DELETE FROM push_devices", [])?;
    let sql = "DELETE FROM deliveries WHERE channel = 'push' AND state = 'waiting'";
    tx.execute(sql, []).map(drop)
}

/// Returns whether there are devices, or deliveries that wait for some.
pub(super) fn is_in_use(read: &Read<'_>) -> Result<bool> {
    let sql = "SELECT 1 FROM push_devices UNION ALL SELECT 1 FROM deliveries WHERE channel = 'push' AND state = 'waiting'";
    read.exists(sql, [])
}

/// A device to which a message goes.
#[derive(Clone, Debug)]
pub(super) struct Receiver {
    pub id: Id,
    pub endpoint: String,
    pub keys: DeviceKeys,
    pub hides_text: bool,
}

/// Returns the devices of a user that messages of a kind may go to: of sessions that have not ended, and
/// not of a deleted, disabled or suspended user.
pub(super) fn receivers(read: &Read<'_>, user: Id, kind: DeliveryKind) -> Result<Vec<Receiver>> {
    let sql = "SELECT d.id, d.endpoint, d.public_key, d.secret, d.hides_text
               FROM users u JOIN sessions s ON s.user_id = u.id JOIN push_devices d ON d.session_hash = s.token_hash
               WHERE u.id = ?1 AND u.deleted_at IS NULL AND u.disabled_at IS NULL AND coalesce(u.suspended_until, 0) <= ?5 AND NOT EXISTS (SELECT 1 FROM json_each(d.silent_kinds) WHERE value = ?2)
                 AND s.last_seen_at > ?3 AND s.created_at > ?4 ORDER BY d.id";
    let (idle, absolute) = (
        read.now.minus(IDLE_LIFETIME),
        read.now.minus(ABSOLUTE_LIFETIME),
    );
    read.all(sql, (user, kind, idle, absolute, read.now), |row| {
        Ok(Receiver {
            id: row.get(0)?,
            endpoint: row.get(1)?,
            keys: DeviceKeys {
                public: row.get(2)?,
                secret: row.get(3)?,
            },
            hides_text: row.get(4)?,
        })
    })
}

/// Removes a device that its push service does not know any more.
pub(super) fn remove_gone(tx: &Write<'_>, device: Id) -> Result<()> {
    tx.execute("DELETE FROM push_devices WHERE id = ?1", [device])
        .map(drop)
}

/// Notes that the push service has taken a message for a device.
pub(super) fn note_taken(tx: &Write<'_>, device: Id) -> Result<()> {
    let sql = "UPDATE push_devices SET refusals = 0 WHERE id = ?1 AND refusals > 0";
    tx.execute(sql, [device]).map(drop)
}

/// Notes that the push service has refused a message for a device, and removes a device whose messages
/// it always refuses.
pub(super) fn note_refused(tx: &Write<'_>, device: Id) -> Result<()> {
    let sql = "UPDATE push_devices SET refusals = refusals + 1 WHERE id = ?1";
    tx.execute(sql, [device])?;
    let sql = "DELETE FROM push_devices WHERE id = ?1 AND refusals >= ?2";
    tx.execute(sql, (device, MAX_REFUSALS)).map(drop)
}
