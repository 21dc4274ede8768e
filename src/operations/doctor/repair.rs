//! Repairs: what `stoa doctor --fix` changes, and what it keeps before.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::context::DoctorContext;
use super::database::{self, NOT_SERVED};
use super::finding::{Finding, Status};
use super::pictures::RepairedFiles;
use super::store;
use crate::core::clock::Clock;
use crate::core::error::{Error, Result};
use crate::operations::backup::{self, BackupError, Place};
use crate::operations::invariants::{DERIVED, INDEXES, ORPHANS};
use crate::platform::db::schema_objects::{self, Remedy};
use crate::platform::db::{self, Db, files};
use crate::platform::realtime::Hub;

/// The checks whose findings a repair of rows or structures can change.
const REPAIRABLE: [&str; 7] = [
    "integrity",
    "objects",
    "foreign-keys",
    "orphans",
    "counters",
    "name-indexes",
    "search-index",
];

/// What a repair has kept of the site as it was, and what it did to its files.
#[derive(Debug, Default, Serialize)]
pub struct RepairOutcome {
    /// The backup made before the repair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup: Option<PathBuf>,
    /// The directory with the database as it was: before it was made again from its rows, or in place
    /// of a backup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database: Option<PathBuf>,
    /// The directory with the write-ahead log of another database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<PathBuf>,
    /// The files of pictures.
    pub files: RepairedFiles,
}

impl DoctorContext<'_> {
    /// Repairs what it can of the findings. Before it changes a row it makes a backup in `backups`, and
    /// changes nothing if it cannot; `None` means that no backup is wanted. Changes nothing in a
    /// database whose rows are damaged, or with another schema, nor the files of its pictures. The
    /// caller holds the lock of the data directory, and runs the checks again afterwards.
    pub fn repair(&self, findings: &[Finding], backups: Option<&Path>) -> Result<RepairOutcome> {
        let kept = self.repair_database(findings, backups)?;
        let files = self.repair_files(findings)?;
        Ok(RepairOutcome { files, ..kept })
    }

    fn repair_database(
        &self,
        findings: &[Finding],
        backups: Option<&Path>,
    ) -> Result<RepairOutcome> {
        let mut kept = RepairOutcome::default();
        if is_wrong(findings, "log") {
            kept.log = backup::set_log_aside(&self.data_dir, self.now).map_err(Error::internal)?;
            let only: Vec<String> = findings
                .iter()
                .map(|finding| finding.id.to_owned())
                .collect();
            let again = self.inspect(&only);
            let more = self.repair_content(&again, backups)?;
            return Ok(RepairOutcome {
                log: kept.log,
                ..more
            });
        }
        self.repair_content(findings, backups)
    }

    fn repair_content(
        &self,
        findings: &[Finding],
        backups: Option<&Path>,
    ) -> Result<RepairOutcome> {
        let mut kept = RepairOutcome::default();
        if !REPAIRABLE.iter().any(|id| is_wrong(findings, id)) || !self.can_be_repaired() {
            return Ok(kept);
        }
        if let Some(backups) = backups {
            self.back_up(backups, &mut kept)?;
        }
        let path = self.data_dir.join(db::FILE);
        let must_rebuild = self.needs_rebuild()?;
        if must_rebuild {
            kept.database = self.rebuild()?;
        } else if is_wrong(findings, "objects") {
            schema_objects::repair(&path)?;
        }
        let db = Db::open(&self.data_dir, Clock::system(), Hub::default())?;
        // The order matters: first remove orphans, so that they are not counted, then derive what
        // others are derived from.
        for (id, invariants) in [
            ("orphans", ORPHANS.concat()),
            ("counters", DERIVED.concat()),
        ] {
            if is_wrong(findings, id) {
                db.write_blocking(move |tx| {
                    tx.without_event(NOT_SERVED);
                    invariants
                        .iter()
                        .try_for_each(|invariant| invariant.repair(tx).map(drop))
                })?;
            }
        }
        // The repairs above change what these two contain.
        let are_names_wrong = db.read_blocking(|read| {
            INDEXES.concat().iter().try_fold(false, |wrong, index| {
                Ok(wrong || index.count_violations(read)? > 0)
            })
        });
        if are_names_wrong.unwrap_or(true) {
            db.write_blocking(|tx| {
                tx.without_event(NOT_SERVED);
                INDEXES
                    .concat()
                    .iter()
                    .try_for_each(|index| index.repair(tx).map(drop))
            })?;
        }
        let is_search_wrong = must_rebuild || {
            let found = database::search_index(self);
            found.map_or(true, |found| {
                [Status::Error, Status::Warn].contains(&found.status)
            })
        };
        if is_search_wrong {
            database::reindex(&db)?;
        }
        Ok(kept)
    }

    /// Returns whether the database can be read, has the schema of this program, and has sound rows.
    pub(super) fn can_be_repaired(&self) -> bool {
        self.has_current_schema()
            && db::inspect(&self.data_dir, self.now, store::damaged_rows)
                .is_ok_and(|damaged| damaged.is_empty())
    }

    /// Backs the site up, or copies a database that is not fit for a backup, for example because rows
    /// refer to missing rows. Fails with advice if neither is possible.
    fn back_up(&self, backups: &Path, kept: &mut RepairOutcome) -> Result<()> {
        let refuse = |reason: &dyn std::fmt::Display| {
            Error::internal(format_args!(
                "nothing was repaired, because the backup before it failed: {reason}; make room in {}, choose another directory with backup.dir, or repair without a backup: stoa doctor --fix --no-backup",
                backups.display()
            ))
        };
        let needed = 2 * files::size_in(&self.data_dir);
        let place = backups.ancestors().find(|path| path.is_dir());
        if let Some(free) = place.and_then(|path| files::free_bytes(path).ok())
            && free < needed
        {
            let reason = format!("it needs {needed} bytes, and only {free} are free");
            return Err(refuse(&reason));
        }
        match backup::create(&self.data_dir, Place::Directory(backups), self.now) {
            Ok(created) => kept.backup = Some(created.path),
            Err(BackupError::Damaged(_)) => {
                let copy = backup::keep_copy(&self.data_dir, "before-repair", self.now);
                kept.database = Some(copy.map_err(|error| refuse(&error))?);
            }
            Err(error) => return Err(refuse(&error)),
        }
        Ok(())
    }

    /// Returns whether structures are damaged that cannot be created one by one.
    fn needs_rebuild(&self) -> Result<bool> {
        db::inspect(&self.data_dir, self.now, |read| {
            let is_damaged = store::integrity(read, false).map_or(true, |found| !found.is_empty());
            let objects = schema_objects::differing(read)?;
            Ok(is_damaged
                || objects
                    .iter()
                    .any(|difference| difference.remedy == Remedy::Rebuild))
        })
    }

    /// Makes the database again from its rows, and puts it in the place of the damaged one. Returns the
    /// directory that keeps the damaged one.
    fn rebuild(&self) -> Result<Option<PathBuf>> {
        let scratch = backup::temporary_directory(&self.data_dir).map_err(Error::internal)?;
        let rebuilt = backup::rebuild(&self.data_dir, scratch.path()).map_err(|error| {
            Error::internal(format_args!(
                "the database could not be made again from its rows, and is unchanged: {error}"
            ))
        })?;
        backup::replace(&self.data_dir, rebuilt, "before-repair", self.now, |_| {
            Ok(())
        })
        .map_err(Error::internal)
    }
}

fn is_wrong(findings: &[Finding], id: &str) -> bool {
    findings
        .iter()
        .any(|finding| finding.id == id && finding.status == Status::Error)
}
