//! The administrator's side, as far as it is done in a browser: accounts, communities, sign-ins, what was removed, how the
//! server is, and its backups. The role gives no right to read private communities or the chats of others.

pub mod routes;
pub mod store;

use std::path::Path;

use serde::Serialize;
use utoipa::ToSchema;

use crate::backup::{self, BackupError};
use crate::clock::Timestamp;
use crate::communities::Visibility;
use crate::config::Config;
use crate::db;
use crate::db::files;
use crate::error::{Error, Result, Sentence};
use crate::id::Id;
use crate::users::Session;

/// A password that the site has made up for somebody. It is shown this once and stored nowhere.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewPassword {
    pub username: String,
    pub password: String,
}

/// A community as administrators see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CommunityStanding {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub name: String,
    pub visibility: Visibility,
    /// Nobody, where the last member is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub owner: Option<String>,
    pub member_count: u32,
    /// Where this administrator may read them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub question_count: Option<u32>,
    #[cfg_attr(test, ts(type = "string"))]
    pub created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub archived_at: Option<Timestamp>,
}

/// A browser in which somebody is logged in.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SignIn {
    pub username: String,
    pub session: Session,
}

/// How the server is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Health {
    pub version: &'static str,
    /// The schema's version.
    pub schema: i32,
    #[cfg_attr(test, ts(type = "string"))]
    pub started_at: Timestamp,
    /// Of the database's file.
    #[cfg_attr(test, ts(type = "number"))]
    pub database_bytes: u64,
    /// Of what has been committed and is not in that file yet.
    #[cfg_attr(test, ts(type = "number"))]
    pub log_bytes: u64,
    /// Left on the disk of the data directory, where the system tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub free_bytes: Option<u64>,
    /// The last one of which is known what is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub last_backup: Option<Backup>,
    /// Whether the directory of the backups can be read; if not, the log says why.
    pub backups_readable: bool,
}

/// A backup in the directory where the server puts them.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    /// Of its file.
    pub name: String,
    /// Of its file.
    #[cfg_attr(test, ts(type = "number"))]
    pub bytes: u64,
    /// What it says of itself; nothing, when it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub content: Option<BackupContent>,
}

/// What is in a backup, as far as every administrator may know: nobody learns how many questions others ask in private.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BackupContent {
    pub created_at: String,
    /// The schema's version.
    pub schema: i32,
    #[cfg_attr(test, ts(type = "number"))]
    pub users: i64,
}

impl Backup {
    fn of(path: &Path, bytes: u64, manifest: Option<&backup::Manifest>) -> Self {
        let content = manifest.map(|manifest| BackupContent {
            created_at: manifest.created_at.clone(),
            schema: manifest.schema,
            users: manifest.rows.get("users").copied().unwrap_or_default(),
        });
        Self { name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(), bytes, content }
    }
}

/// The backups that are there, the newest first.
pub fn backups(config: &Config) -> Result<Vec<Backup>> {
    let listed = backup::list(&backup::directory(config)).map_err(failed)?;
    Ok(listed.iter().rev().map(|backup| Backup::of(&backup.path, backup.archive_bytes, backup.manifest.as_ref())).collect())
}

/// Makes a backup where the server puts them. It takes as long as the database is large.
pub fn back_up(config: &Config, now: Timestamp) -> Result<Backup> {
    let created = backup::create(&config.data_dir(), &backup::directory(config), now).map_err(failed)?;
    Ok(Backup::of(&created.path, created.archive_bytes, Some(&created.manifest)))
}

/// What went wrong with a backup goes to the log: it names places on the server.
fn failed(error: BackupError) -> Error {
    tracing::error!(%error, "a backup failed");
    Sentence::BackupFailed.into()
}

/// How a server is that began at `started_at`.
pub fn health(config: &Config, started_at: Timestamp) -> Health {
    let directory = config.data_dir();
    let backups = backups(config);
    Health {
        version: env!("CARGO_PKG_VERSION"),
        schema: db::newest_schema(),
        started_at,
        database_bytes: files::size(&directory.join(db::FILE)),
        log_bytes: files::size(&directory.join(files::LOG)),
        free_bytes: files::free_bytes(&directory).ok(),
        backups_readable: backups.is_ok(),
        last_backup: backups.into_iter().flatten().find(|backup| backup.content.is_some()),
    }
}
