//! Validates the values of settings.

use super::blocked;
use super::key::SettingKey;
use super::model::{Announcement, SettingValue};
use super::palette;
use crate::core::clock::Timestamp;
use crate::core::config::{Config, Reading, Signup};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::text::{self, limits};

/// The themes, those of `features::users::preferences`, which the UI draws.
const THEMES: [&str; 7] = [
    "flatly", "darkly", "minty", "quartz", "light", "dark", "system",
];
/// The theme without a setting.
pub(super) const DEFAULT_THEME: &str = "dark";
/// The heights of rows in question lists, those of `features::users::preferences`.
const DENSITIES: [&str; 2] = ["comfortable", "compact"];
/// The height without a setting.
pub(super) const DEFAULT_DENSITY: &str = "comfortable";

/// Returns a value as it is stored; `None` for the default. Rejects a value of another type, a text that
/// is too long and a link that the operator's texts may not have.
pub fn checked(
    config: &Config,
    key: SettingKey,
    value: Option<SettingValue>,
    now: Timestamp,
) -> Result<Option<SettingValue>> {
    use SettingKey as Key;
    let Some(value) = value else {
        return Ok(None);
    };
    let base_url = &config.server.base_url;
    let text_or_none = |text: String| (!text.is_empty()).then_some(SettingValue::Text(text));
    match (key, value) {
        (Key::Title, SettingValue::Text(text)) => {
            let title = text::site_line(&text, limits::SITE_TITLE)?;
            Ok(text_or_none(title))
        }
        (Key::Signup, SettingValue::Text(word)) if Signup::from_word(&word).is_some() => {
            Ok(Some(SettingValue::Text(word)))
        }
        (Key::Reading, SettingValue::Text(word)) if Reading::from_word(&word).is_some() => {
            Ok(Some(SettingValue::Text(word)))
        }
        (Key::Voice | Key::Games | Key::Chat | Key::Pictures, flag @ SettingValue::Flag(_)) => {
            Ok(Some(flag))
        }
        (key, flag @ SettingValue::Flag(_)) if key.default_flag().is_some() => Ok(Some(flag)),
        (key, SettingValue::Number(number)) => {
            let bounds = key.bounds().ok_or(Sentence::SettingInvalid)?;
            if bounds.contains(&number) {
                return Ok(Some(SettingValue::Number(number)));
            }
            let range = format!("{} to {}", bounds.start(), bounds.end());
            Err(Error::with(Sentence::SettingOutOfBounds, range))
        }
        (Key::HoldFirst, SettingValue::Text(word)) if ["0", "1", "3"].contains(&&*word) => {
            Ok((word != "0").then_some(SettingValue::Text(word)))
        }
        (Key::Accent, SettingValue::Text(text)) if text.is_empty() || palette::is_color(&text) => {
            Ok(text_or_none(text))
        }
        (Key::DefaultTheme, SettingValue::Text(word)) if THEMES.contains(&&*word) => {
            Ok((word != DEFAULT_THEME).then_some(SettingValue::Text(word)))
        }
        (Key::DefaultDensity, SettingValue::Text(word)) if DENSITIES.contains(&&*word) => {
            Ok((word != DEFAULT_DENSITY).then_some(SettingValue::Text(word)))
        }
        (Key::BlockedWords, SettingValue::Text(text)) => {
            Ok(text_or_none(blocked::checked_words(&text)?))
        }
        (Key::BlockedDomains, SettingValue::Text(text)) => {
            Ok(text_or_none(blocked::checked_domains(&text)?))
        }
        (Key::BlockedNetworks, SettingValue::Text(text)) => {
            Ok(text_or_none(blocked::checked_networks(&text)?))
        }
        (Key::Welcome, SettingValue::Text(text)) => Ok(text_or_none(text::site_text(
            &text,
            limits::WELCOME,
            base_url,
        )?)),
        (Key::Rules | Key::Terms | Key::Privacy | Key::Contact, SettingValue::Text(text)) => Ok(
            text_or_none(text::site_text(&text, limits::SITE_PAGE, base_url)?),
        ),
        (Key::Logo | Key::Cover, SettingValue::Text(text)) if text.is_empty() => Ok(None),
        (Key::Logo | Key::Cover, SettingValue::Text(text)) => {
            let picture = text.parse::<Id>().map_err(|_| Sentence::PictureNotFound)?;
            Ok(Some(SettingValue::Text(picture.to_string())))
        }
        (Key::Announcement, SettingValue::Announcement(new)) => announcement(new, now).map(Some),
        _ => Err(Sentence::SettingInvalid.into()),
    }
}

fn announcement(new: Announcement, now: Timestamp) -> Result<SettingValue> {
    let text = text::site_line(&new.text, limits::ANNOUNCEMENT)?;
    if text.is_empty() {
        return Err(Error::from(Sentence::AnnouncementEmpty));
    }
    Ok(SettingValue::Announcement(Announcement {
        text,
        posted_at: Some(now),
        ..new
    }))
}
