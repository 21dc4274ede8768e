//! The types of the administrators' calls.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::core::clock::Timestamp;
use crate::core::config::Secret;
use crate::core::id::Id;
use crate::features::communities::Visibility;
use crate::features::users::Session;
use crate::features::users::admin_log::AdminAction;
use crate::platform::db::Room;
use crate::platform::settings::{SettingKey, SettingValue, SiteMail};

/// A community as administrators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminCommunityView {
    #[serde(rename = "_id")]
    pub id: Id,
    pub name: String,
    pub visibility: Visibility,
    /// Absent if the last member has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    pub member_count: u32,
    /// Present if this administrator may read the questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question_count: Option<u32>,
    pub created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archived_at: Option<Timestamp>,
    /// The administrator who archived it, with their name at that time. Absent if its owner did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archived_by: Option<String>,
}

/// A session and its user.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionInfo {
    pub username: String,
    pub session: Session,
}

/// Which entries of the log of administration to return.
#[derive(Default)]
pub struct LogFilter {
    /// The name of a user, as an actor or a target.
    pub user: Option<String>,
    pub action: Option<AdminAction>,
}

/// Figures of one week, about what every member may read. Each counts at most 10,000.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekFigures {
    /// When the week begins.
    pub from: Timestamp,
    pub sign_ups: u32,
    /// The number of questions and answers.
    pub posts: u32,
    /// The number of members who wrote them.
    pub authors: u32,
    /// The number of questions of this week that have no answer.
    pub unanswered: u32,
    /// The median time until the first answer to a question of this week, in minutes. Absent without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes_to_answer: Option<u32>,
}

/// What everyone can read when reading needs no account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PublicReach {
    /// The number of questions and answers.
    pub posts: u32,
    /// The number of their authors.
    pub authors: u32,
}

/// A setting as administrators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Setting {
    pub key: SettingKey,
    /// The value that applies; null: there is no announcement, or no mail server.
    #[schema(required = true)]
    pub value: Option<SettingValue>,
    /// When the value was set. Absent: it is the default, or the configuration's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
    /// The administrator who set the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_by: Option<String>,
    /// Where the configuration sets the value, such as `environment variable STOA_SITE_TITLE`. Absent:
    /// administrators can change it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_by: Option<String>,
}

/// The query of a list that is searched by name.
#[derive(Deserialize, IntoParams)]
pub(super) struct NameQuery {
    /// Only names that contain this text.
    #[serde(default)]
    pub search: String,
}

/// A change of one setting.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct SettingChange {
    pub key: SettingKey,
    /// The value that the administrator saw. If it is not the current one, nothing changes.
    #[serde(default)]
    pub before: Option<SettingValue>,
    /// The new value; null: the default.
    #[serde(default)]
    pub value: Option<SettingValue>,
}

/// A change of the mail server.
pub struct MailChange {
    /// The server that the administrator saw. If it is not the present one, nothing changes.
    pub before: Option<SiteMail>,
    /// The new server. `None`: the site sends no mail.
    pub value: Option<SiteMail>,
    /// The password at the mail server. `None`: the present one stays, if server and username do.
    pub mail_password: Option<Secret>,
}

/// The state of the server.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    pub version: &'static str,
    /// The schema's version.
    pub schema: i32,
    pub started_at: Timestamp,
    /// The size of the database file.
    pub database_bytes: u64,
    /// The size of the write-ahead log.
    pub log_bytes: u64,
    /// The free bytes of the data directory's disk, if the system reports them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_bytes: Option<u64>,
    /// The size of what is stored: the used part of the database, and the pictures.
    pub stored_bytes: u64,
    /// The largest size of these. Absent: there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub storage_limit: Option<u64>,
    pub room: Room,
    /// The newest readable backup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_backup: Option<Backup>,
    /// Whether the backup directory is readable; if not, the log has the reason.
    pub backups_readable: bool,
    /// When backups are made: a time of day in UTC such as `03:30`, an interval such as `6h`, or empty: never by itself.
    pub backup_schedule: String,
    /// The address under which the administrator uses the site, if `server.base_url` should be set to
    /// it: no `base_url` is set, so the site answers under any name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing_base_url: Option<String>,
    /// Whether `server.base_url` is set.
    pub has_base_url: bool,
}

/// A backup in the server's backup directory.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    /// The file name.
    pub name: String,
    /// The file size.
    pub bytes: u64,
    /// The backup's own description; absent if it is unreadable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<BackupContent>,
}

/// The content of a backup. It has no number of questions, because that would reveal private questions.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupContent {
    pub created_at: String,
    /// The schema's version.
    pub schema: i32,
    pub users: i64,
}
