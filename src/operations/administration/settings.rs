//! Settings of the site: what administrators see of them, and their changes.

use super::model::{Setting, SettingChange};
use crate::core::config::{Config, Reading};
use crate::core::error::{Result, Sentence};
use crate::features::profiles::avatars;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::{Administrator, Recorded};
use crate::platform::db::{Read, Write};
use crate::platform::settings::{
    Announcement, AnnouncementKind, SettingKey, SettingValue, SiteSettings, checked, store,
};

/// Returns all settings.
pub fn list(read: &Read<'_>, _: &Administrator, config: &Config) -> Result<Vec<Setting>> {
    let settings = SiteSettings::new(config, store::stored(read)?);
    let mut changes = store::changes(read)?;
    let setting = |key: SettingKey| {
        let fixed_by = SiteSettings::fixed_by(config, key).map(ToString::to_string);
        let change = changes
            .remove(key.word())
            .filter(|_| fixed_by.is_none())
            .unzip();
        Setting {
            key,
            value: settings.value(key),
            changed_at: change.0,
            changed_by: change.1,
            fixed_by,
        }
    };
    Ok(SettingKey::ALL.into_iter().map(setting).collect())
}

/// Changes settings: all of them, or none if one is rejected. Rejects a setting of the configuration and
/// one that is not as the administrator saw it with 409, and a value that the setting cannot have with 400.
pub fn change(
    tx: &mut Write<'_>,
    by: &Administrator,
    config: &Config,
    changes: Vec<SettingChange>,
) -> Result<Recorded> {
    tx.without_event("the event follows the replacement of the copy in memory");
    if changes.len() > SettingKey::ALL.len() {
        return Err(Sentence::SettingInvalid.into());
    }
    let mut recorded = None;
    for change in changes {
        recorded = Some(change_one(tx, by, config, change)?);
    }
    recorded.ok_or_else(|| Sentence::SettingInvalid.into())
}

fn change_one(
    tx: &mut Write<'_>,
    by: &Administrator,
    config: &Config,
    SettingChange { key, before, value }: SettingChange,
) -> Result<Recorded> {
    if key == SettingKey::Mail {
        return Err(Sentence::SettingInvalid.into());
    }
    if SiteSettings::fixed_by(config, key).is_some() {
        return Err(Sentence::SettingFixed.into());
    }
    // What the administrator saw has the type of the setting, or they saw another one.
    checked(config, key, before.clone(), tx.now)?;
    let old = current(tx, config, key)?;
    if old != before {
        return Err(Sentence::SettingChanged.into());
    }
    let new = checked(config, key, value, tx.now)?;
    let picture = new.as_ref().and_then(SettingValue::id);
    match key {
        SettingKey::Logo => avatars::set_logo(tx, by, picture)?,
        SettingKey::Cover => avatars::set_cover(tx, by, picture)?,
        _ => {}
    }
    store::set(tx, key, new.as_ref(), by.id())?;
    let everyone = SettingValue::Text(Reading::Everyone.word().to_owned());
    if key == SettingKey::Reading
        && new.as_ref() == Some(&everyone)
        && old.as_ref() != Some(&everyone)
    {
        announce_public_reading(tx, by, config)?;
    }
    let text = |value: Option<SettingValue>| value.map_or(String::new(), |value| value.to_string());
    let after = text(current(tx, config, key)?);
    let target = AdminTarget::new(AdminTargetKind::Setting, None, key.word());
    admin_log::record_replacement(
        tx,
        by.authority(),
        AdminAction::SetSetting,
        &target,
        &text(old),
        &after,
    )
}

/// The announcement to members when everyone may read what they wrote.
const PUBLIC_READING: &str = "From now on everyone can read this site without an account, and search engines can find it: questions, \
     answers, comments, the names of voters, profiles, and the names and descriptions of all communities. What is written in private communities, \
     messages and chats stays private.";

/// Tells all members in the announcement, which replaces another one. The log has that.
fn announce_public_reading(tx: &mut Write<'_>, by: &Administrator, config: &Config) -> Result<()> {
    let announcement = Announcement {
        text: PUBLIC_READING.to_owned(),
        kind: AnnouncementKind::Warning,
        ends_at: None,
        posted_at: None,
    };
    let change = SettingChange {
        key: SettingKey::Announcement,
        before: current(tx, config, SettingKey::Announcement)?,
        value: Some(SettingValue::Announcement(announcement)),
    };
    change_one(tx, by, config, change).map(drop)
}

fn current(read: &Read<'_>, config: &Config, key: SettingKey) -> Result<Option<SettingValue>> {
    Ok(SiteSettings::new(config, store::stored(read)?).value(key))
}
