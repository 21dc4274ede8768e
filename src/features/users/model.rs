//! The types of users, sessions and invitations.

use std::str::FromStr;
use std::time::Duration;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::preferences::model::Preferences;
use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::string_enum::string_enum;
use crate::core::text;
use crate::platform::realtime::{Event, Subject};
use crate::platform::web::Scopes;

/// A user's role on the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    User,
    /// A moderator of the whole site.
    Moderator,
    Administrator,
}

impl Role {
    /// Returns the role's name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Moderator => "moderator",
            Self::Administrator => "administrator",
        }
    }
}

impl ToSql for Role {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.name().into())
    }
}

impl FromSql for Role {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "user" => Ok(Self::User),
            "moderator" => Ok(Self::Moderator),
            "administrator" => Ok(Self::Administrator),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

/// A user as every signed-in user sees them.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    #[serde(rename = "_id")]
    pub id: Id,
    pub username: String,
    pub date_joined: Timestamp,
    /// Markdown.
    pub biography: String,
    /// The name of an imported user on their original site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// Whether the user is an administrator.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_administrator: bool,
    /// Whether the user is a moderator of the site and not an administrator.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_site_moderator: bool,
    /// Whether the account is a bot, as which only programs act.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_bot: bool,
    /// Whether the caller themselves moderates a community. Absent for other users.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moderates_community: bool,
    /// Until when the caller themselves is silenced: they may read, but write nothing. Absent for other
    /// users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silenced_until: Option<Timestamp>,
    /// What the caller themselves has chosen. Absent for other users, and while they have chosen nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preferences: Option<Preferences>,
    /// The number of their questions that everyone may read.
    pub question_count: u32,
    /// The number of their answers that everyone may read.
    pub answer_count: u32,
    /// What their questions and answers that everyone may read have earned: 5 for each vote on a question
    /// and 10 on an answer, up or down, their own left out, and 15 for an answer that another member
    /// accepted; at least 0. It gives no right. Absent: the site does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reputation: Option<u32>,
}

/// The order of a list of users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UserOrder {
    Name,
    /// Most questions and answers that everyone may read first, then the newest account.
    MostPosts,
}

impl FromStr for UserOrder {
    type Err = Sentence;

    /// Parses the `order` parameter. An empty one means by name.
    fn from_str(text: &str) -> Result<Self, Sentence> {
        match text {
            "" | "name" => Ok(Self::Name),
            "mostPosts" => Ok(Self::MostPosts),
            _ => Err(Sentence::InvalidOrder),
        }
    }
}

/// A user who did something.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UserReference {
    #[serde(rename = "_id")]
    pub id: Id,
    pub username: String,
}

/// A session of the viewer. Other users do not see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    #[serde(rename = "_id")]
    pub id: Id,
    pub created_at: Timestamp,
    /// Recorded at most every five minutes.
    pub last_seen_at: Timestamp,
    /// The client's address at the login.
    pub address: String,
    /// The browser's `User-Agent` at the login.
    pub user_agent: String,
    pub signed_in_by: SignInMethod,
    /// Whether it is the session of this request.
    pub current: bool,
}

/// An identity of the viewer at an OpenID Connect provider, with which they can log in. Other users do not see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedIdentity {
    #[serde(rename = "_id")]
    pub id: Id,
    pub issuer: String,
    /// What the provider called them at the last login.
    pub name: String,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
}

string_enum! {
    /// How a user has signed in.
    SignInMethod {
        Password = "password",
        /// With the password and the code of a second factor.
        Code = "code",
        Passkey = "passkey",
        /// At an OpenID Connect provider.
        Provider = "provider",
    }
}

/// An account as administrators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminUserView {
    #[serde(rename = "_id")]
    pub id: Id,
    pub username: String,
    pub role: Role,
    pub date_joined: Timestamp,
    /// When the account was disabled, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled_at: Option<Timestamp>,
    /// The administrator who disabled it, with their name at that time; empty for the operator. Absent
    /// if the log of administration does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled_by: Option<String>,
    /// Until when the user cannot log in, if they are suspended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspended_until: Option<Timestamp>,
    /// Until when the user can only read, if they are silenced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silenced_until: Option<Timestamp>,
    /// The last use of any session, recorded at most every five minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seen_at: Option<Timestamp>,
    /// The number of open sessions.
    pub sessions: u32,
}

/// A filter of accounts.
#[derive(Clone, Debug, Default)]
pub struct UserFilter {
    /// A part of the name; empty for all names.
    pub search: String,
    pub role: Option<Role>,
    pub disabled: Option<bool>,
    /// Only accounts that signed up at this time or later.
    pub since: Option<Timestamp>,
    /// Only accounts that signed up at this time or earlier.
    pub until: Option<Timestamp>,
}

/// The number of accounts that signed up in a time span.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct NewAccounts {
    /// Users, without staff and imported users.
    pub users: u32,
    /// Accounts that wait for approval.
    pub waiting: u32,
}

/// A removal of all accounts that signed up in a time span.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkRemoval {
    #[serde(rename = "_id")]
    pub id: Id,
    pub removed_by: String,
    pub removed_at: Timestamp,
    pub reason: String,
    pub since: Timestamp,
    pub until: Timestamp,
    /// The number of users.
    pub users: u32,
    /// The number of accounts that waited for approval.
    pub waiting: u32,
    /// The number of users who are still being removed, or restored if it is undone.
    pub remaining: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone_at: Option<Timestamp>,
}

/// A session as the operator sees it.
#[derive(Debug, Serialize)]
pub struct Login {
    pub id: Id,
    pub username: String,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
    pub address: String,
    pub user_agent: String,
    pub signed_in_by: SignInMethod,
}

/// An invitation as administrators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The creator; absent if it was created on the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_by: Option<String>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// The creator's note, such as the recipient; it may be empty. The user who signs up with the
    /// invitation can read it in their own data.
    pub note: String,
    /// Where it was mailed. Only its creator sees this, for a week after the mail was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mailed_to: Option<String>,
    /// The user who signed up with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used_at: Option<Timestamp>,
}

/// A new invitation. Its token is shown once and not stored.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NewInvitation {
    pub invitation: Invitation,
    /// The token of the link `/signup#invitation={token}`.
    pub token: String,
}

string_enum! {
    /// What became of an address that an invitation was to be mailed to.
    MailingOutcome {
        /// The mail is on its way.
        Sent = "sent",
        /// It is not an address that mails are sent to.
        Invalid = "invalid",
        /// An invitation was mailed to it within the last 24 hours.
        Repeated = "repeated",
        /// The administrator or the site has mailed as many as are allowed in 24 hours.
        TooMany = "too-many",
    }
}

/// An address that an invitation was to be mailed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MailedInvitation {
    /// As the administrator wrote it.
    pub address: String,
    pub outcome: MailingOutcome,
}

/// A link with which a user chooses a new password. Its token is shown once and not stored.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordLink {
    pub username: String,
    /// The token of the link `/reset#token={token}`.
    pub token: String,
    pub expires_at: Timestamp,
}

string_enum! {
    /// What a security notice is about.
    NoticeKind {
        /// The sessions ended, and the password was replaced or removed.
        SignInReset = "signInReset",
        /// The second factor was turned off.
        SecondFactorReset = "secondFactorReset",
        /// The mail server of the site was set on its page. It receives links that reset passwords.
        MailServer = "mailServer",
        /// A browser logged in that the account did not know.
        NewDevice = "newDevice",
        /// The site turned off a webhook that the account manages.
        WebhookOff = "webhookOff",
    }
}

/// What another person did to the viewer's sign-in or to the mail server, a login with a new device, or a webhook that
/// is off.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecurityNotice {
    #[serde(rename = "_id")]
    pub id: Id,
    pub kind: NoticeKind,
    /// The administrator's name at that time; absent if it was the operator, on the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The browser, system and address of a login with a new device; the name of a webhook that is off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    pub created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dismissed_at: Option<Timestamp>,
}

/// A change of a user, sent to all signed-in users.
#[derive(Serialize, ToSchema)]
pub struct UserUpdate {
    pub user: User,
    #[serde(rename = "type")]
    pub change: UserChange,
    /// A name that led to another account or to none until now, and leads to this user: they were renamed,
    /// or the account of this name was merged into theirs.
    #[serde(rename = "formerUsername", skip_serializing_if = "Option::is_none")]
    pub former_username: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum UserChange {
    Created,
    Updated,
    Deleted,
}

impl Event for UserUpdate {
    const NAME: &'static str = "userUpdate";
    const IS_PUBLIC: bool = true;

    fn subject(&self) -> Subject {
        Subject::object(self.user.id)
    }
}

/// The longest time for which a token with an end is valid, in days.
pub const MAX_TOKEN_DAYS: u16 = 366;

/// What a token is to be.
pub struct NewApiToken {
    name: String,
    scopes: Scopes,
    days: Option<u16>,
}

impl NewApiToken {
    /// Rejects an empty or long name, no scopes and a wrong number of days with 400. Without days, the token has no
    /// end.
    pub fn new(name: &str, scopes: Scopes, days: Option<u16>) -> Result<Self> {
        let name = text::token_name(name)?;
        if scopes.is_empty() {
            return Err(Sentence::TokenScopesEmpty.into());
        }
        if days.is_some_and(|days| days == 0 || days > MAX_TOKEN_DAYS) {
            return Err(Sentence::TokenDaysInvalid.into());
        }
        Ok(Self { name, scopes, days })
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its scopes.
    pub fn scopes(&self) -> Scopes {
        self.scopes
    }

    /// Returns when it ends if it is created now.
    pub fn expires_at(&self, now: Timestamp) -> Option<Timestamp> {
        let day = Duration::from_secs(24 * 3600);
        self.days.map(|days| now.plus(day * u32::from(days)))
    }

    /// Returns its name and its scopes, for the log.
    pub(super) fn describe(&self) -> String {
        let scopes: Vec<_> = self.scopes.words().collect();
        format!("{}: {}", self.name, scopes.join(", "))
    }
}
