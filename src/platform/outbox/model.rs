//! The types of deliveries.

use std::time::Duration;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schedule::QuietHours;
use crate::core::clock::Timestamp;
use crate::core::id::Id;

/// A way to tell users something outside of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Channel {
    /// A mail at once.
    Mail,
    /// The mail that collects what is new of a day or a week.
    Digest,
    /// A push message to each device.
    Push,
    /// The whole text in mails at once, which otherwise have an excerpt. Nothing is sent because of it alone.
    FullText,
}

impl Channel {
    /// All channels.
    pub const ALL: [Self; 4] = [Self::Mail, Self::Digest, Self::Push, Self::FullText];

    /// Returns the name in the database and in metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Digest => "digest",
            Self::Push => "push",
            Self::FullText => "fullText",
        }
    }
}

impl ToSql for Channel {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.name().into())
    }
}

impl FromSql for Channel {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        let mut all = Self::ALL.into_iter();
        all.find(|channel| channel.name() == name)
            .ok_or(FromSqlError::InvalidType)
    }
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $kind:ident = $name:literal;)*) => {
        /// What a delivery tells.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum DeliveryKind { $($(#[doc = $doc])* $kind),* }

        impl DeliveryKind {
            /// All kinds.
            pub const ALL: &[DeliveryKind] = &[$(DeliveryKind::$kind),*];

            /// Returns the name in the database.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),* }
            }
        }
    };
}

kinds! {
    /// A link that confirms an address.
    VerifyAddress = "verifyAddress";
    /// A link to choose another password, which the user asked for.
    ResetPassword = "resetPassword";
    /// The account has another address, or none any more. It goes to the old one.
    AddressChanged = "addressChanged";
    /// The account has another password.
    PasswordChanged = "passwordChanged";
    /// An administrator or the operator reset the sign-in. It goes to the address, which was removed.
    SignInReset = "signInReset";
    /// An administrator or the operator turned off the second factor.
    SecondFactorReset = "secondFactorReset";
    /// A browser logged in that the account did not know. The object is its notice.
    NewDevice = "newDevice";
    /// A moderator has decided the report of a visitor. It goes to the visitor, in the name of the moderator.
    ReportDecided = "reportDecided";
    /// An invitation to the site. It goes to the invited person, in the name of an administrator.
    Invitation = "invitation";
    /// An answer to a question of the user.
    Answer = "answer";
    /// A comment on a post of the user.
    Comment = "comment";
    /// A text that names the user.
    Mention = "mention";
    /// What is new in what the user watches.
    Watched = "watched";
    /// Reminders of questions that the user has starred, which are due.
    Reminder = "reminder";
    /// What is new since the day before.
    DailyDigest = "dailyDigest";
    /// What is new since the week before.
    WeeklyDigest = "weeklyDigest";
}

impl DeliveryKind {
    /// The kinds of news that a user chooses for each channel.
    pub const NEWS: [Self; 5] = [
        Self::Answer,
        Self::Comment,
        Self::Mention,
        Self::Watched,
        Self::Reminder,
    ];
    /// The kinds of news that the first device of a user is told of: what concerns them.
    pub const PUSHED_AT_FIRST: [Self; 4] =
        [Self::Answer, Self::Comment, Self::Mention, Self::Reminder];
    /// The kinds of news whose mails have a text of another user.
    pub const WITH_TEXT: [Self; 3] = [Self::Answer, Self::Comment, Self::Mention];
    /// The kinds of digests. A user gets one of them at most.
    pub const DIGESTS: [Self; 2] = [Self::DailyDigest, Self::WeeklyDigest];

    /// Returns whether the user chooses to get it. The others concern the account and are always sent.
    pub fn is_chosen(self) -> bool {
        Self::NEWS.contains(&self) || self.is_digest()
    }

    /// Returns whether it is a digest.
    pub fn is_digest(self) -> bool {
        Self::DIGESTS.contains(&self)
    }

    /// Returns the largest number of deliveries of this kind, or of all kinds that are chosen, that a
    /// user gets in a day.
    pub(super) fn per_day(self) -> i64 {
        match self {
            Self::VerifyAddress | Self::ResetPassword => 10,
            Self::ReportDecided => 500,
            Self::Invitation => INVITATIONS_PER_DAY,
            Self::AddressChanged
            | Self::PasswordChanged
            | Self::SignInReset
            | Self::SecondFactorReset
            | Self::NewDevice => 20,
            _ => 50,
        }
    }

    /// Returns the kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl ToSql for DeliveryKind {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.name().into())
    }
}

impl FromSql for DeliveryKind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Self::named(value.as_str()?).ok_or(FromSqlError::InvalidType)
    }
}

/// A kind that a user wants to be told by a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DeliveryChoice {
    pub channel: Channel,
    pub kind: DeliveryKind,
}

/// When a user wants to be told what they have chosen.
#[derive(Clone, Debug)]
pub struct DeliverySettings {
    /// An IANA name.
    pub time_zone: String,
    pub quiet: Option<QuietHours>,
    /// The last recorded use of any session.
    pub last_used_at: Timestamp,
}

/// A look whether a user is to be told something that is collected.
#[derive(Clone, Debug)]
pub struct Look {
    pub user: Id,
    pub kind: DeliveryKind,
    /// They were told what has this id or a lower one; for reminders, what was due at this time.
    pub told_up_to: i64,
    pub due_at: Timestamp,
}

/// The largest number of invitations that are mailed for an administrator in a day.
pub const INVITATIONS_PER_DAY: i64 = 100;

/// The pauses before the second attempt and the further ones. After the last one a delivery has failed.
const PAUSES: [Duration; 6] = {
    const MINUTE: u64 = 60;
    [
        Duration::from_secs(MINUTE),
        Duration::from_secs(5 * MINUTE),
        Duration::from_secs(30 * MINUTE),
        Duration::from_secs(2 * 60 * MINUTE),
        Duration::from_secs(6 * 60 * MINUTE),
        Duration::from_secs(24 * 60 * MINUTE),
    ]
};

/// A delivery that has been claimed.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub id: Id,
    pub recipient: Id,
    pub kind: DeliveryKind,
    /// What it is about.
    pub object: Id,
    /// Where it goes: for mail an address, for push the ids of devices, separated by commas. Without one,
    /// to the recipient's address or to all of their devices.
    pub destination: Option<String>,
    /// The number of attempts before this one.
    pub attempts: u32,
}

impl Delivery {
    /// Returns the pause after this attempt fails; `None` if it was the last one.
    pub fn pause(&self) -> Option<Duration> {
        PAUSES.get(self.attempts as usize).copied()
    }
}

/// A delivery that has failed, as administrators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailedDelivery {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The recipient's name; not their address.
    pub username: String,
    pub channel: Channel,
    pub kind: DeliveryKind,
    pub created_at: Timestamp,
    pub failed_at: Timestamp,
    pub attempts: u32,
    /// Why the last attempt failed, in plain words; it may quote the mail server or the push service.
    pub problem: String,
}

/// The numbers of deliveries.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryCounts {
    pub waiting: u32,
    /// Of the last seven days.
    pub sent: u32,
    /// Of the last fourteen days.
    pub failed: u32,
    /// When the oldest waiting delivery was caused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting_since: Option<Timestamp>,
}
