//! The site that the doctor checks, and access to its database.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::finding::Finding;
use super::{ownership, store};
use crate::core::clock::Timestamp;
use crate::core::config::Config;
use crate::core::error::{Error, Result};
use crate::operations::backup;
use crate::platform::db::{self, Read, schema};

/// The advice for damage that only a backup can undo.
pub(super) const RESTORE: &str = "the doctor cannot repair this: restore a backup from before the damage (stoa backup list, stoa backup restore)";

/// The advice for damage that a repair undoes by making the database again from its rows.
pub(super) const REBUILDABLE: &str = "stop the server and run stoa doctor --fix, which makes the database again from its rows; no backup is needed";

/// The site to check.
pub struct DoctorContext<'a> {
    pub config: &'a Config,
    pub data_dir: PathBuf,
    pub now: Timestamp,
    /// Whether the caller holds [`LOCK`](super::LOCK).
    pub is_locked: bool,
}

impl DoctorContext<'_> {
    /// Runs a check of the database, or skips it if there is no site.
    pub(super) fn check_database(
        &self,
        check: impl FnOnce(&Read<'_>) -> Result<Finding>,
    ) -> Result<Finding> {
        if !has_site(&self.data_dir)? {
            return Ok(Finding::skip("there is no site yet"));
        }
        if db::foreign_log(&self.data_dir.join(db::FILE)).is_some() {
            return Ok(Finding::skip(
                "the write-ahead log does not belong to the database",
            ));
        }
        match db::inspect(&self.data_dir, self.now, check) {
            Err(Error::Internal(detail) | Error::Damaged(detail)) => {
                Ok(Finding::error(detail, advice(&self.data_dir)))
            }
            // Other errors, such as a busy database, are not findings.
            found => found,
        }
    }

    /// Runs a check of the database, or skips it if the schema is not this program's.
    pub(super) fn check_current_database(
        &self,
        check: impl FnOnce(&Read<'_>) -> Result<Finding>,
    ) -> Result<Finding> {
        if self.has_current_schema() {
            self.check_database(check)
        } else {
            Ok(Finding::skip(
                "there is no database with the schema of this program",
            ))
        }
    }

    /// Returns whether the database has the schema of this program.
    pub(super) fn has_current_schema(&self) -> bool {
        schema::version(&self.data_dir.join(db::FILE))
            .is_ok_and(|version| version == schema::newest())
    }
}

/// Returns whether the data directory contains a site.
pub(super) fn has_site(data_dir: &Path) -> Result<bool> {
    backup::holds_site(data_dir).map_err(Error::internal)
}

/// Returns what to do about a database that cannot be read.
pub(super) fn advice(data_dir: &Path) -> String {
    let path = data_dir.join(db::FILE);
    match db::open_to_read(&path) {
        Err(error) if db::is_refused(&error) => ownership::hint(if File::open(&path).is_ok() {
            data_dir
        } else {
            &path
        }),
        Ok(_)
            if db::inspect(data_dir, Timestamp::from_millis(0), store::damaged_rows)
                .is_ok_and(|damaged| damaged.is_empty()) =>
        {
            REBUILDABLE.to_owned()
        }
        _ => RESTORE.to_owned(),
    }
}
