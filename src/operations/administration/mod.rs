//! Administration in the browser: accounts, communities, sessions, removals, the log, server health and
//! backups. Administrators have no right to read private communities or other users' chats, but could use
//! the link of a sign-in that they have reset, which its user notices.

mod figures;
mod invitation_routes;
pub mod log;
pub mod mail_routes;
mod mail_settings;
mod model;
mod removal_routes;
pub mod routes;
mod settings;
mod settings_routes;
pub mod store;
mod user_routes;

use std::path::Path;

use crate::core::clock::Timestamp;
use crate::core::config::{BaseUrl, Config};
use crate::core::error::{Error, Result, Sentence};
use crate::core::metrics::Metrics;
use crate::operations::backup::{self, BackupError, Place};
use crate::platform::db::{self, StorageUse, files};

pub use model::{
    AdminCommunityView, Backup, BackupContent, Health, LogFilter, PublicReach, SessionInfo,
    Setting, SettingChange, WeekFigures,
};

impl Backup {
    fn of(path: &Path, bytes: u64, manifest: Option<&backup::Manifest>) -> Self {
        let content = manifest.map(|manifest| BackupContent {
            created_at: manifest.created_at.clone(),
            schema: manifest.schema,
            users: manifest.rows.get("users").copied().unwrap_or_default(),
        });
        Self {
            name: path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            bytes,
            content,
        }
    }
}

/// Returns the backups in the backup directory, newest first.
pub fn backups(config: &Config) -> Result<Vec<Backup>> {
    let listed = backup::list(&backup::directory(config)).map_err(log_failure)?;
    Ok(listed
        .iter()
        .rev()
        .map(|backup| Backup::of(&backup.path, backup.archive_bytes, backup.manifest.as_ref()))
        .collect())
}

/// Creates a backup in the backup directory. The time grows with the size of the database.
pub fn back_up(config: &Config, metrics: &Metrics, now: Timestamp) -> Result<Backup> {
    let created = backup::usable_directory(config)
        .and_then(|to| backup::create(&config.data_dir(), Place::Directory(&to), now))
        .inspect_err(|_| backup::schedule::note_failure(metrics, now))
        .map_err(log_failure)?;
    backup::schedule::log_lost(&created.lost);
    metrics.count("stoa_backups_total", &[("result", "ok")]);
    Ok(Backup::of(
        &created.path,
        created.archive_bytes,
        Some(&created.manifest),
    ))
}

/// Logs a backup error. Users see a general message, because the error contains paths of the server.
fn log_failure(error: BackupError) -> Error {
    tracing::error!(%error, "a backup failed");
    Sentence::BackupFailed.into()
}

/// Returns the state of the server that started at `started_at`.
pub fn health(
    config: &Config,
    started_at: Timestamp,
    storage: StorageUse,
    missing_base_url: Option<BaseUrl>,
) -> Health {
    let directory = config.data_dir();
    let backups = backups(config);
    Health {
        version: env!("CARGO_PKG_VERSION"),
        schema: db::newest_schema(),
        started_at,
        database_bytes: files::size(&directory.join(db::FILE)),
        log_bytes: files::size(&directory.join(files::WAL)),
        free_bytes: storage.disk.map(|(free, _)| free),
        stored_bytes: storage.used,
        storage_limit: storage.limit,
        room: storage.room(),
        backups_readable: backups.is_ok(),
        backup_schedule: config.backup.schedule.clone(),
        missing_base_url: missing_base_url.map(|url| url.to_string()),
        has_base_url: !config.server.base_url.is_empty(),
        last_backup: backups
            .into_iter()
            .flatten()
            .find(|backup| backup.content.is_some()),
    }
}
