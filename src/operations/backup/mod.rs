//! Backups: a whole site in one verified file and a folder of pictures, and its restoration.
//!
//! A backup is made while the server runs, without blocking it. The archive gets its final name
//! only after it has been read back and checked. A restore runs the same checks before it replaces
//! anything.

mod archive;
mod create;
mod error;
pub mod expiry;
mod files;
mod list;
mod media;
pub mod migration;
mod names;
mod restore;
pub mod retention;
pub mod schedule;
mod store;
mod lost_database;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;

use crate::core::config::Config;

pub use archive::{Manifest, open, verify};
pub use create::{
    Created, Place, cause, create, holds_site, rebuild, temporary_copy, temporary_directory,
    with_copy,
};
pub use error::BackupError;
pub use files::create_private;
pub use list::{Listed, last, list};
pub use lost_database::{refuse_lost, set_log_aside, set_pictures_aside};
pub use media::{MediaSummary, PrunedFiles, PutBack};
pub use names::EXTENSION;
pub use restore::{FilesOf, Restored, keep_copy, put_back, rehearse, replace, restore};
pub use store::source_tables;

/// Serializes backups in the server: the schedule and administrators hold it while they make one.
pub type BackupLock = Arc<tokio::sync::Mutex<()>>;

/// Returns the directory in which to store backups. Fails if `backup.dir` is not a directory: its disk
/// may not be mounted, and a backup on the disk of the site would not survive that disk. Only `backups`
/// in the data directory is created by the first backup.
pub fn usable_directory(config: &Config) -> Result<PathBuf, BackupError> {
    let directory = directory(config);
    if config.backup.dir.as_os_str().is_empty() || directory.is_dir() {
        Ok(directory)
    } else {
        Err(BackupError::NoDirectory(directory))
    }
}

/// Returns the directory of a site's backups: `backup.dir`, or `backups` in the data directory.
pub fn directory(config: &Config) -> PathBuf {
    match config.backup.dir.as_os_str() {
        unset if unset.is_empty() => config.data_dir().join("backups"),
        _ => config.backup.dir.clone(),
    }
}
