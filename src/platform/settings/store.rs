//! SQL of the settings.

use std::collections::BTreeMap;

use super::key::SettingKey;
use super::model::SettingValue;
use super::site_mail::SiteMail;
use crate::core::clock::Timestamp;
use crate::core::config::{Reading, Secret};
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::platform::db::{Read, Write};

/// The name of the password at the mail server among the keys of this server, which no export has.
const MAIL_PASSWORD: &str = "mail-password";

/// What administrators have set.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Stored {
    pub values: BTreeMap<SettingKey, SettingValue>,
    /// The password at the mail server; empty if there is none.
    pub mail_password: Secret,
}

impl Stored {
    /// Returns the mail server, if there is one.
    pub fn mail(&self) -> Option<&SiteMail> {
        match self.values.get(&SettingKey::Mail)? {
            SettingValue::Mail(mail) => Some(mail),
            _ => None,
        }
    }
}

/// Returns what administrators have set.
pub fn stored(read: &Read<'_>) -> Result<Stored> {
    let sql = "SELECT CAST(key AS TEXT) FROM site_keys WHERE name = ?1";
    let password: Option<String> = read.first(sql, [MAIL_PASSWORD], |row| row.get(0))?;
    Ok(Stored {
        values: values(read)?,
        mail_password: password.unwrap_or_default().into(),
    })
}

/// Stores the password at the mail server; an empty one deletes it.
pub fn set_mail_password(tx: &Write<'_>, password: &Secret) -> Result<()> {
    tx.execute("DELETE FROM site_keys WHERE name = ?1", [MAIL_PASSWORD])?;
    if password.is_empty() {
        return Ok(());
    }
    let sql = "INSERT INTO site_keys VALUES (?1, ?2)";
    let row = (MAIL_PASSWORD, password.expose().as_bytes());
    tx.execute(sql, row).map(drop)
}

/// Returns since when everyone may read the site. `None`: only members may.
pub fn public_since(read: &Read<'_>) -> Result<Option<Timestamp>> {
    read.first("SELECT since FROM public_reading", (), |row| row.get(0))
}

/// Notes whether everyone may read the site, and since when: since the change of the setting, or since now if the
/// configuration sets it.
pub fn note_reading(tx: &Write<'_>, everyone_reads: bool) -> Result<()> {
    if !everyone_reads {
        return tx.execute("DELETE FROM public_reading", ()).map(drop);
    }
    let sql = "INSERT INTO public_reading (id, since)
               SELECT 1, coalesce((SELECT changed_at FROM site_settings WHERE key = ?1 AND value = json_quote(?2)), ?3)
               WHERE NOT EXISTS (SELECT 1 FROM public_reading)";
    let everyone = Reading::Everyone.word();
    tx.execute(sql, (SettingKey::Reading.word(), everyone, tx.now))
        .map(drop)
}

/// Returns the stored values. A row that this program does not understand has no effect, so that the
/// site starts.
fn values(read: &Read<'_>) -> Result<BTreeMap<SettingKey, SettingValue>> {
    let sql = "SELECT json_quote(key), value FROM site_settings";
    let rows = read.all(sql, [], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
    })?;
    let parse = |(key, value): (String, String)| {
        let parsed =
            serde_json::from_str(&key).and_then(|known| Ok((known, serde_json::from_str(&value)?)));
        parsed
            .inspect_err(|error| tracing::warn!(key, %error, "ignored a stored setting"))
            .ok()
    };
    Ok(rows.into_iter().filter_map(parse).collect())
}

/// Returns whether members are awarded badges.
pub fn awards_badges(read: &Read<'_>) -> Result<bool> {
    Ok(value(read, SettingKey::Badges)? != Some(SettingValue::Flag(false)))
}

/// Returns when and by whom the settings were changed that are not their defaults: the words of the
/// settings with the times and the names of the users.
pub fn changes(read: &Read<'_>) -> Result<BTreeMap<String, (Timestamp, String)>> {
    let sql = "SELECT key, changed_at, username FROM site_settings JOIN users ON id = changed_by";
    let rows = read.all(sql, [], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
    Ok(rows.into_iter().collect())
}

/// Stores a value; `None` deletes it.
pub fn set(
    tx: &Write<'_>,
    key: SettingKey,
    value: Option<&SettingValue>,
    changed_by: Id,
) -> Result<()> {
    let Some(value) = value else {
        let sql = "DELETE FROM site_settings WHERE key = ?1";
        return tx.execute(sql, [key.word()]).map(drop);
    };
    let json = serde_json::to_string(value).map_err(Error::internal)?;
    let sql =
        "INSERT INTO site_settings (key, value, changed_at, changed_by) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT DO UPDATE SET value = ?2, changed_at = ?3, changed_by = ?4";
    tx.execute(sql, (key.word(), json, tx.now, changed_by))
        .map(drop)
}

/// Returns the stored value of a setting that the configuration cannot set; `None` for the default.
fn value(read: &Read<'_>, key: SettingKey) -> Result<Option<SettingValue>> {
    let sql = "SELECT value FROM site_settings WHERE key = ?1";
    let json: Option<String> = read.first(sql, [key.word()], |row| row.get(0))?;
    // As in `values`, a row that this program does not understand has no effect.
    Ok(json.and_then(|json| serde_json::from_str(&json).ok()))
}

/// Returns whether a setting that is off by default is on. The configuration cannot set it.
pub fn is_on(read: &Read<'_>, key: SettingKey) -> Result<bool> {
    Ok(value(read, key)? == Some(SettingValue::Flag(true)))
}

/// Returns a text that the configuration cannot set; empty if there is none.
pub fn text(read: &Read<'_>, key: SettingKey) -> Result<String> {
    match value(read, key)? {
        Some(SettingValue::Text(text)) => Ok(text),
        _ => Ok(String::new()),
    }
}

/// Returns the number that a setting with a number as its text has; 0 is its default.
pub fn number(read: &Read<'_>, key: SettingKey) -> Result<i64> {
    Ok(text(read, key)?.parse().unwrap_or(0))
}
