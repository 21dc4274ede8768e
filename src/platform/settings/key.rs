//! The names of the settings.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SettingKey {
    /// The name of the site.
    Title,
    /// Who may sign up: `open`, `approval`, `invite` or `closed`.
    Signup,
    /// Who may read what every member may read: `members` or `everyone`.
    Reading,
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
    /// The id of the wide picture above the home pages and beside the login; empty for none.
    Cover,
    /// The color of the site, such as `#1d55cf`; empty for that of the theme.
    Accent,
    /// The theme of who has chosen none.
    DefaultTheme,
    /// How high the rows of question lists are for who has not chosen: `comfortable` or `compact`.
    DefaultDensity,
    /// Whether visitors without an account can report illegal content.
    VisitorReports,
    /// Whether members can upload pictures.
    Pictures,
    /// The largest size of all pictures of a member, in megabytes.
    PicturesPerMemberMb,
    /// How many files a member can upload in a day.
    PicturesPerDay,
    /// How many megabytes a member can upload in a day.
    PicturesPerDayMb,
    /// The largest size of all pictures of the site, in megabytes.
    PicturesSiteMb,
    /// The largest number of mails in a minute.
    MailsPerMinute,
    /// The mail server. It has calls of its own, because its password is never told.
    Mail,
}

impl SettingKey {
    /// All settings.
    pub const ALL: [Self; 38] = [
        Self::Title,
        Self::Signup,
        Self::Reading,
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
        Self::Cover,
        Self::Accent,
        Self::DefaultTheme,
        Self::DefaultDensity,
        Self::VisitorReports,
        Self::Pictures,
        Self::PicturesPerMemberMb,
        Self::PicturesPerDay,
        Self::PicturesPerDayMb,
        Self::PicturesSiteMb,
        Self::MailsPerMinute,
        Self::Mail,
    ];

    /// The pages with texts of the operator, in the order of their links.
    pub const PAGES: [Self; 4] = [Self::Rules, Self::Terms, Self::Privacy, Self::Contact];

    /// Returns the word in the database, on the wire and in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Signup => "signup",
            Self::Reading => "reading",
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
            Self::Cover => "cover",
            Self::Accent => "accent",
            Self::DefaultTheme => "defaultTheme",
            Self::DefaultDensity => "defaultDensity",
            Self::VisitorReports => "visitorReports",
            Self::Pictures => "pictures",
            Self::PicturesPerMemberMb => "picturesPerMemberMb",
            Self::PicturesPerDay => "picturesPerDay",
            Self::PicturesPerDayMb => "picturesPerDayMb",
            Self::PicturesSiteMb => "picturesSiteMb",
            Self::MailsPerMinute => "mailsPerMinute",
            Self::Mail => "mail",
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
            Self::Reading => Some("site.reading"),
            Self::Voice => Some("features.voice"),
            Self::Games => Some("features.games"),
            Self::Chat => Some("features.chat"),
            Self::Pictures => Some("pictures.enabled"),
            Self::PicturesPerMemberMb => Some("pictures.per_member_mb"),
            Self::PicturesPerDay => Some("pictures.per_day"),
            Self::PicturesPerDayMb => Some("pictures.per_day_mb"),
            Self::PicturesSiteMb => Some("pictures.site_mb"),
            Self::MailsPerMinute => Some("mail.per_minute"),
            // The whole group: a password of the file goes to no server of the page.
            Self::Mail => Some("mail.host"),
            _ => None,
        }
    }

    /// Returns the smallest and the largest value of a setting that is a number.
    pub fn bounds(self) -> Option<RangeInclusive<u32>> {
        match self {
            Self::PicturesPerMemberMb => Some(1..=1_000_000),
            Self::PicturesPerDay => Some(1..=10_000),
            Self::PicturesPerDayMb => Some(1..=100_000),
            Self::PicturesSiteMb => Some(1..=10_000_000),
            Self::MailsPerMinute => Some(1..=6_000),
            _ => None,
        }
    }
}
