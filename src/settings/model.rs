//! The types of settings.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::Id;
use crate::realtime::{Event, Subject};

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SettingKey {
    /// The name of the site.
    Title,
    /// Who may sign up: `open`, `approval`, `invite` or `closed`.
    Signup,
    /// Whether there is voice navigation.
    Voice,
    /// Whether there are games.
    Games,
    /// Whether there are the global chat and direct messages.
    Chat,
    /// Markdown on the login and sign-up pages.
    Welcome,
    /// The Markdown of a page, like the next three.
    Rules,
    Terms,
    Privacy,
    Contact,
    /// An [`Announcement`].
    Announcement,
    /// Whether administrators see the list of first steps.
    FirstSteps,
    /// How many posts of a new member wait for approval: `0`, `1` or `3`.
    HoldFirst,
    /// Whether reports of several members hide a post until it is decided.
    HideReported,
    /// Whether members of trust level 0 have limits.
    LimitNew,
    /// Whether suspected spam waits for approval.
    HoldSpam,
    /// Words and phrases whose texts wait for approval, one a line.
    BlockedWords,
    /// The same for domains of links.
    BlockedDomains,
    /// The same for the networks of authors, who cannot sign up from there either.
    BlockedNetworks,
    /// Whether profiles show reputation.
    Reputation,
    /// Whether members are awarded badges, which their profiles show.
    Badges,
    /// Whether members may read the log of moderation, without names.
    PublicLog,
    /// Whether a sign-up needs a proof of work.
    SignupProof,
    /// Whether sign-ups need approval and a proof of work during a wave of them.
    WaveGuard,
    /// The id of the picture that is the site's logo; empty for the drawn one.
    Logo,
    /// Whether visitors without an account can report illegal content.
    VisitorReports,
}

impl SettingKey {
    /// All settings.
    pub const ALL: [Self; 26] = [
        Self::Title,
        Self::Signup,
        Self::Voice,
        Self::Games,
        Self::Chat,
        Self::Welcome,
        Self::Rules,
        Self::Terms,
        Self::Privacy,
        Self::Contact,
        Self::Announcement,
        Self::FirstSteps,
        Self::HoldFirst,
        Self::HideReported,
        Self::LimitNew,
        Self::HoldSpam,
        Self::BlockedWords,
        Self::BlockedDomains,
        Self::BlockedNetworks,
        Self::Reputation,
        Self::Badges,
        Self::PublicLog,
        Self::SignupProof,
        Self::WaveGuard,
        Self::Logo,
        Self::VisitorReports,
    ];

    /// The pages with texts of the operator, in the order of their links.
    pub const PAGES: [Self; 4] = [Self::Rules, Self::Terms, Self::Privacy, Self::Contact];

    /// Returns the word in the database, on the wire and in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Signup => "signup",
            Self::Voice => "voice",
            Self::Games => "games",
            Self::Chat => "chat",
            Self::Welcome => "welcome",
            Self::Rules => "rules",
            Self::Terms => "terms",
            Self::Privacy => "privacy",
            Self::Contact => "contact",
            Self::Announcement => "announcement",
            Self::FirstSteps => "firstSteps",
            Self::HoldFirst => "holdFirst",
            Self::HideReported => "hideReported",
            Self::LimitNew => "limitNew",
            Self::HoldSpam => "holdSpam",
            Self::BlockedWords => "blockedWords",
            Self::BlockedDomains => "blockedDomains",
            Self::BlockedNetworks => "blockedNetworks",
            Self::Reputation => "reputation",
            Self::Badges => "badges",
            Self::PublicLog => "publicLog",
            Self::SignupProof => "signupProof",
            Self::WaveGuard => "waveGuard",
            Self::Logo => "logo",
            Self::VisitorReports => "visitorReports",
        }
    }

    /// Returns whether a setting that is on or off, and has no key in the configuration, is on unless it is changed.
    pub fn default_flag(self) -> Option<bool> {
        match self {
            Self::FirstSteps | Self::Reputation | Self::Badges => Some(true),
            Self::LimitNew
            | Self::HoldSpam
            | Self::HideReported
            | Self::PublicLog
            | Self::SignupProof
            | Self::WaveGuard
            | Self::VisitorReports => Some(false),
            _ => None,
        }
    }

    /// Returns the key of the configuration that wins over this setting, if there is one.
    pub fn config_key(self) -> Option<&'static str> {
        match self {
            Self::Title => Some("site.title"),
            Self::Signup => Some("auth.signup"),
            Self::Voice => Some("features.voice"),
            Self::Games => Some("features.games"),
            Self::Chat => Some("features.chat"),
            _ => None,
        }
    }
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum SettingValue {
    Flag(bool),
    Text(String),
    Announcement(Announcement),
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
            Self::Text(text) => f.write_str(text),
            Self::Announcement(announcement) => {
                f.write_str(&serde_json::to_string(announcement).unwrap_or_default())
            }
        }
    }
}

/// A text that all members see above every page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Announcement {
    /// One line without formatting.
    pub text: String,
    pub kind: AnnouncementKind,
    /// When browsers stop to show it. Absent: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub ends_at: Option<Timestamp>,
    /// When it was set. The server's clock decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub posted_at: Option<Timestamp>,
}

/// How urgent an announcement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum AnnouncementKind {
    Info,
    Warning,
}

/// A page with a text of the operator, such as the rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SitePage {
    pub page: SettingKey,
    /// Markdown.
    pub text: String,
}

/// What everybody may know of the site, also without a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PublicSite {
    pub title: String,
    /// Who may sign up.
    #[cfg_attr(test, ts(type = "'open' | 'approval' | 'invite' | 'closed'"))]
    pub signup: &'static str,
    /// Whether a sign-up needs a proof of work. During a wave of sign-ups it may need one without this.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub signup_proof: bool,
    pub features: SiteFeatures,
    /// The picture that is the site's logo. Absent: the drawn one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub logo: Option<Id>,
    /// Whether members may read the log of moderation.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub public_log: bool,
    /// Markdown for the login and sign-up pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub welcome: Option<String>,
    /// The pages that have a text. Absent: none has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<SettingKey>>"))]
    pub pages: Vec<SettingKey>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub announcement: Option<Announcement>,
    /// Whether visitors can report illegal content.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub visitor_reports: bool,
}

/// Which features are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SiteFeatures {
    pub voice: bool,
    pub games: bool,
    pub chat: bool,
    pub mail: bool,
    pub push: bool,
    pub pictures: bool,
}

/// Event: the site has changed, such as its announcement.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SiteUpdate {
    pub site: PublicSite,
}

impl Event for SiteUpdate {
    const NAME: &'static str = "siteUpdate";

    fn subject(&self) -> Subject {
        Subject::default()
    }
}
