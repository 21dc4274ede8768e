//! The types of settings.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::{PartialSchema, ToSchema};

use super::key::SettingKey;
use super::palette::Palette;
use super::site_mail::SiteMail;
use crate::core::clock::Timestamp;
use crate::core::config::{ProviderConfig, Signup};
use crate::core::id::Id;
use crate::platform::realtime::{Event, Subject};

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum SettingValue {
    Flag(bool),
    Number(u32),
    Text(String),
    Announcement(Announcement),
    Mail(SiteMail),
}

impl SettingValue {
    /// Returns the id of a picture, if the value is one.
    pub fn id(&self) -> Option<Id> {
        match self {
            Self::Text(text) => text.parse().ok(),
            _ => None,
        }
    }
}

impl fmt::Display for SettingValue {
    /// Writes a value as the log of administration has it: a text as it is, an announcement as JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::Mail(mail) => write!(f, "{mail}"),
            Self::Announcement(announcement) => {
                f.write_str(&serde_json::to_string(announcement).unwrap_or_default())
            }
        }
    }
}

/// A text that all members see above every page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Announcement {
    /// One line without formatting.
    pub text: String,
    pub kind: AnnouncementKind,
    /// When browsers stop to show it. Absent: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// When it was set. The server's clock decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posted_at: Option<Timestamp>,
}

/// How urgent an announcement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AnnouncementKind {
    Info,
    Warning,
}

/// A page with a text of the operator, such as the rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SitePage {
    pub page: SettingKey,
    /// Markdown.
    pub text: String,
}

/// What everybody may know of the site, also without a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicSite {
    pub title: String,
    /// Who may sign up.
    #[schema(schema_with = Signup::schema)]
    pub signup: &'static str,
    /// Whether a sign-up needs a proof of work. During a wave of sign-ups it may need one without this.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub signup_proof: bool,
    pub features: SiteFeatures,
    /// The picture that is the site's logo. Absent: the drawn one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<Id>,
    /// The picture that is the site's cover, five times as wide as high. Absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<Id>,
    /// The colors of the site. Absent: those of the themes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub palette: Option<Palette>,
    /// The theme of who has chosen none. Absent: `dark`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_theme: Option<String>,
    /// How high the rows of question lists are for who has not chosen. Absent: `comfortable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_density: Option<String>,
    /// Whether members may read the log of moderation.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub public_log: bool,
    /// Which of `reputation` and `badges` are off. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<SettingKey>,
    /// Markdown for the login and sign-up pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub welcome: Option<String>,
    /// The pages that have a text. Absent: none has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<SettingKey>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcement: Option<Announcement>,
    /// Whether visitors can report illegal content.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub visitor_reports: bool,
    /// Whether everyone may read what every member may read, also without an account.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub public_reading: bool,
    /// Whether pages of other sites may show questions as cards in frames.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub embedding: bool,
    /// The OpenID Connect providers at which people can log in. Absent: there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub providers: Vec<LoginProvider>,
    /// Whether people log in and sign up only through providers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only_providers: bool,
}

/// A provider at which people can log in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LoginProvider {
    /// Its name in the addresses of this site.
    pub id: String,
    pub name: String,
    /// The text of its button.
    pub button: String,
    /// The issuer of its identities.
    pub issuer: String,
}

impl From<&ProviderConfig> for LoginProvider {
    fn from(config: &ProviderConfig) -> Self {
        Self {
            id: config.id.clone(),
            name: config.name.clone(),
            button: config.button.clone(),
            issuer: config.issuer.clone(),
        }
    }
}

/// Which features are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SiteFeatures {
    pub voice: bool,
    pub games: bool,
    pub chat: bool,
    pub mail: bool,
    pub push: bool,
    pub pictures: bool,
    /// Whether members can log in with passkeys.
    pub passkeys: bool,
    pub webhooks: bool,
}

/// Event: the site has changed, such as its announcement.
#[derive(Serialize, ToSchema)]
pub struct SiteUpdate {
    pub site: PublicSite,
}

impl Event for SiteUpdate {
    const NAME: &'static str = "siteUpdate";
    const IS_PUBLIC: bool = true;

    fn subject(&self) -> Subject {
        Subject::default()
    }
}
