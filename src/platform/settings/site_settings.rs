//! All settings with the values that apply.

use std::collections::BTreeMap;
use std::net::IpAddr;

use super::blocked;
use super::key::SettingKey;
use super::model::{Announcement, LoginProvider, PublicSite, SettingValue, SiteFeatures, SitePage};
use super::palette::Palette;
use super::site_mail::SiteMail;
use super::store::Stored;
use super::values::{DEFAULT_DENSITY, DEFAULT_THEME};
use crate::core::config::{Config, Reading, Signup, Source};

/// The settings of a site.
#[derive(Clone, Debug)]
pub struct SiteSettings {
    /// The configuration, with the settings that it leaves to administrators.
    pub config: Config,
    /// The values of the other settings that are not their defaults.
    values: BTreeMap<SettingKey, SettingValue>,
}

impl SiteSettings {
    /// Returns the settings: first the configuration, then the stored values, then the defaults.
    pub fn new(config: &Config, stored: Stored) -> Self {
        let mut settings = Self {
            config: config.clone(),
            values: BTreeMap::new(),
        };
        for (key, value) in stored.values {
            match value {
                _ if Self::fixed_by(config, key).is_some() => {}
                SettingValue::Mail(mail) if key == SettingKey::Mail => {
                    let password = stored.mail_password.clone();
                    // An import may bring a server without its password.
                    if let Err(error) = mail.apply(password, &mut settings.config) {
                        tracing::warn!(%error, "ignored the stored mail server");
                    }
                }
                value => settings.apply(key, value),
            }
        }
        settings
    }

    fn apply(&mut self, key: SettingKey, value: SettingValue) {
        let config = &mut self.config;
        match (key, value) {
            (SettingKey::Title, SettingValue::Text(title)) => config.site.title = title,
            (SettingKey::Signup, SettingValue::Text(word)) => {
                config.auth.signup = Signup::from_word(&word).unwrap_or(config.auth.signup);
            }
            (SettingKey::Reading, SettingValue::Text(word)) => {
                config.site.reading = Reading::from_word(&word).unwrap_or(config.site.reading);
            }
            (SettingKey::Voice, SettingValue::Flag(is_on)) => config.features.voice = is_on,
            (SettingKey::Games, SettingValue::Flag(is_on)) => config.features.games = is_on,
            (SettingKey::Chat, SettingValue::Flag(is_on)) => config.features.chat = is_on,
            (SettingKey::Pictures, SettingValue::Flag(is_on)) => config.pictures.enabled = is_on,
            (key, SettingValue::Number(number)) => {
                // A row of an import may have any number.
                let is_valid = key.bounds().is_some_and(|valid| valid.contains(&number));
                if let Some(limit) = limit(config, key).filter(|_| is_valid) {
                    *limit = number;
                }
            }
            (key, value) => drop(self.values.insert(key, value)),
        }
    }

    /// Returns where the configuration sets the value of a setting, if it does.
    pub fn fixed_by(config: &Config, key: SettingKey) -> Option<&Source> {
        config.sources.get(key.config_key()?)
    }

    /// Returns the value that applies. `None`: there is no announcement.
    pub fn value(&self, key: SettingKey) -> Option<SettingValue> {
        let config = &self.config;
        let flag = |is_on| Some(SettingValue::Flag(is_on));
        let number = |number| Some(SettingValue::Number(number));
        let text = |text: &str| Some(SettingValue::Text(text.to_owned()));
        match key {
            SettingKey::Title => text(&config.site.title),
            SettingKey::Signup => text(config.auth.signup.word()),
            SettingKey::Reading => text(config.site.reading.word()),
            SettingKey::Voice => flag(config.features.voice),
            SettingKey::Games => flag(config.features.games),
            SettingKey::Chat => flag(config.features.chat),
            SettingKey::Pictures => flag(config.pictures.enabled),
            SettingKey::PicturesPerMemberMb => number(config.pictures.per_member_mb),
            SettingKey::PicturesPerDay => number(config.pictures.per_day),
            SettingKey::PicturesPerDayMb => number(config.pictures.per_day_mb),
            SettingKey::PicturesSiteMb => number(config.pictures.site_mb),
            SettingKey::Mail => SiteMail::of(config).map(SettingValue::Mail),
            SettingKey::MailsPerMinute => number(config.mail.per_minute),
            SettingKey::Announcement => self.values.get(&key).cloned(),
            SettingKey::HoldFirst => self.values.get(&key).cloned().or_else(|| text("0")),
            SettingKey::DefaultTheme => {
                let stored = self.values.get(&key).cloned();
                stored.or_else(|| text(DEFAULT_THEME))
            }
            SettingKey::DefaultDensity => {
                let stored = self.values.get(&key).cloned();
                stored.or_else(|| text(DEFAULT_DENSITY))
            }
            _ => match key.default_flag() {
                Some(is_on) => self.values.get(&key).cloned().or_else(|| flag(is_on)),
                None => text(self.text(key)),
            },
        }
    }

    /// Returns whether a feature is on.
    pub fn has(&self, feature: SettingKey) -> bool {
        match feature {
            SettingKey::Mail => self.config.has_mail(),
            _ => self.value(feature) == Some(SettingValue::Flag(true)),
        }
    }

    /// Returns whether everyone may read what every member may read, also without an account.
    pub fn everyone_reads(&self) -> bool {
        self.config.site.reading == Reading::Everyone
    }

    /// Returns whether nobody signs up from an address.
    pub fn blocks(&self, address: IpAddr) -> bool {
        let list = self.text(SettingKey::BlockedNetworks);
        blocked::network_of(list, address).is_some()
    }

    /// Returns a text; empty if there is none.
    fn text(&self, key: SettingKey) -> &str {
        match self.values.get(&key) {
            Some(SettingValue::Text(text)) => text,
            _ => "",
        }
    }

    fn announcement(&self) -> Option<Announcement> {
        match self.values.get(&SettingKey::Announcement)? {
            SettingValue::Announcement(announcement) => Some(announcement.clone()),
            _ => None,
        }
    }

    /// Returns a page by its word, if it has a text.
    pub fn page(&self, word: &str) -> Option<SitePage> {
        let mut pages = SettingKey::PAGES.into_iter();
        let page = pages.find(|page| page.word() == word)?;
        let text = self.text(page).to_owned();
        (!text.is_empty()).then_some(SitePage { page, text })
    }

    /// Returns whether administrators see the steps of a new site.
    pub fn has_first_steps(&self) -> bool {
        self.value(SettingKey::FirstSteps) == Some(SettingValue::Flag(true))
    }

    /// Returns what everybody may know.
    pub fn public(&self) -> PublicSite {
        let config = &self.config;
        let welcome = self.text(SettingKey::Welcome);
        let has_text = |page: &SettingKey| !self.text(*page).is_empty();
        PublicSite {
            title: config.site.title.clone(),
            signup: config.auth.signup.word(),
            signup_proof: self.has(SettingKey::SignupProof),
            features: SiteFeatures {
                voice: config.features.voice,
                games: config.features.games,
                chat: config.features.chat,
                mail: config.has_mail(),
                push: config.push.enabled,
                pictures: config.pictures.enabled,
                passkeys: config.passkey_host().is_ok(),
                webhooks: config.webhooks.enabled,
            },
            logo: self.text(SettingKey::Logo).parse().ok(),
            cover: self.text(SettingKey::Cover).parse().ok(),
            palette: Palette::of(self.text(SettingKey::Accent)),
            default_theme: Some(self.text(SettingKey::DefaultTheme))
                .filter(|theme| !theme.is_empty())
                .map(str::to_owned),
            default_density: Some(self.text(SettingKey::DefaultDensity))
                .filter(|density| !density.is_empty())
                .map(str::to_owned),
            public_log: self.has(SettingKey::PublicLog),
            without: [SettingKey::Reputation, SettingKey::Badges]
                .into_iter()
                .filter(|key| !self.has(*key))
                .collect(),
            welcome: (!welcome.is_empty()).then(|| welcome.to_owned()),
            pages: SettingKey::PAGES.into_iter().filter(has_text).collect(),
            announcement: self.announcement(),
            visitor_reports: self.has(SettingKey::VisitorReports),
            public_reading: self.everyone_reads(),
            embedding: self.everyone_reads() && !config.site.embedding.is_empty(),
            providers: config
                .auth
                .provider
                .iter()
                .map(LoginProvider::from)
                .collect(),
            only_providers: config.auth.only_providers,
        }
    }
}

/// Returns the limit of the configuration that a setting changes.
fn limit(config: &mut Config, key: SettingKey) -> Option<&mut u32> {
    match key {
        SettingKey::PicturesPerMemberMb => Some(&mut config.pictures.per_member_mb),
        SettingKey::PicturesPerDay => Some(&mut config.pictures.per_day),
        SettingKey::PicturesPerDayMb => Some(&mut config.pictures.per_day_mb),
        SettingKey::PicturesSiteMb => Some(&mut config.pictures.site_mb),
        SettingKey::MailsPerMinute => Some(&mut config.mail.per_minute),
        _ => None,
    }
}
