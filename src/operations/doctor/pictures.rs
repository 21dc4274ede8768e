//! The check and the repair of the files of pictures.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::time::SystemTime;

use serde::Serialize;

use super::context::{DoctorContext, has_site};
use super::finding::{Finding, Status};
use super::store;
use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::features::pictures::files::{FileHash, Media};
use crate::features::pictures::store::sweep::UNUSED_FILE;
use crate::operations::backup::{self, PutBack};
use crate::platform::db;

/// The most files of a kind that a finding names.
const MOST_NAMED: usize = 100;

/// What is wrong with the files of pictures.
#[derive(Default)]
struct Files {
    /// The number of rows.
    count: usize,
    /// Files that rows name, but that do not exist.
    missing: Vec<FileHash>,
    /// Files with other bytes than their names say, or that cannot be read.
    damaged: Vec<FileHash>,
    /// Old files that no row names.
    left_over: Vec<FileHash>,
}

impl Files {
    /// Returns one line for each file.
    fn details(&self) -> Vec<String> {
        let mut details = Vec::new();
        for (what, hashes) in [
            ("missing", &self.missing),
            ("damaged", &self.damaged),
            ("of no picture", &self.left_over),
        ] {
            let named = hashes.iter().take(MOST_NAMED);
            details.extend(named.map(|hash| format!("{what}: {hash}")));
            let others = hashes.len().saturating_sub(MOST_NAMED);
            if others > 0 {
                details.push(format!("{what}: {others} more"));
            }
        }
        details
    }
}

/// The number of files that a repair has put back or removed.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct RepairedFiles {
    pub put_back: u64,
    pub removed: u64,
}

/// Checks that every picture has its files, that they are intact, and that every file has a picture.
/// Reads all files.
pub(super) fn pictures(doctor: &DoctorContext<'_>) -> Result<Finding> {
    if !has_site(&doctor.data_dir)? {
        return Ok(Finding::skip("there is no site yet"));
    }
    if !doctor.has_current_schema() {
        return Ok(Finding::skip(
            "there is no database with the schema of this program",
        ));
    }
    let files = match doctor.find_files() {
        Err(Error::Internal(detail) | Error::Damaged(detail)) => {
            return Ok(Finding::error(
                detail,
                "solve the problems of the database and the data directory first",
            ));
        }
        files => files?,
    };
    let details = files.details();
    let found = if !files.missing.is_empty() || !files.damaged.is_empty() {
        Finding::error(
            format!(
                "files of pictures are missing ({}) or damaged ({})",
                files.missing.len(),
                files.damaged.len()
            ),
            "stop the server and run stoa doctor --fix, which puts back those that the backups have",
        )
    } else if !files.left_over.is_empty() {
        Finding::warn(
            format!("files of no picture: {}", files.left_over.len()),
            "stop the server and run stoa doctor --fix, which removes them",
        )
    } else {
        Finding::ok(format!("{} files of pictures are intact", files.count))
    };
    Ok(Finding { details, ..found })
}

impl DoctorContext<'_> {
    /// Compares the files with the rows.
    fn find_files(&self) -> Result<Files> {
        let media = Media::of(&self.data_dir);
        let io = |error: io::Error| {
            Error::internal(format_args!(
                "cannot read {}: {error}",
                media.directory().display()
            ))
        };
        // In this order: a file of a newer row is not left over.
        let mut stored = BTreeMap::new();
        for file in media.list() {
            let file = file.map_err(io)?;
            stored.insert(file.hash, file.modified);
        }
        let read_rows = || db::inspect(&self.data_dir, self.now, store::media_files);
        let rows = read_rows()?;
        let mut files = Files {
            count: rows.len(),
            ..Files::default()
        };
        for hash in &rows {
            match media.is_intact(hash) {
                Ok(true) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    files.missing.push(hash.clone());
                }
                Ok(false) | Err(_) => files.damaged.push(hash.clone()),
            }
        }
        if !files.missing.is_empty() && !self.is_locked {
            // The server removes rows, and their files later.
            let rows: HashSet<FileHash> = read_rows()?.into_iter().collect();
            files.missing.retain(|hash| rows.contains(hash));
        }
        for hash in rows {
            stored.remove(&hash);
        }
        let is_old = |modified| self.now.since(millis(modified)) >= UNUSED_FILE;
        let old = stored.into_iter().filter(|(_, modified)| is_old(*modified));
        files.left_over = old.map(|(hash, _)| hash).collect();
        Ok(files)
    }

    /// Puts missing and damaged files back that the backups have, and removes those that are left over.
    pub(super) fn repair_files(&self, findings: &[Finding]) -> Result<RepairedFiles> {
        let is_wanted = findings.iter().any(|finding| {
            finding.id == "pictures" && [Status::Error, Status::Warn].contains(&finding.status)
        });
        if !is_wanted || !self.can_be_repaired() {
            return Ok(RepairedFiles::default());
        }
        let mut files = self.find_files()?;
        let media = Media::of(&self.data_dir);
        for hash in &files.left_over {
            media.remove(hash).map_err(Error::internal)?;
        }
        files.missing.append(&mut files.damaged);
        let PutBack { restored, .. } = backup::put_back(
            &files.missing,
            &backup::directory(self.config),
            &self.data_dir,
        )
        .map_err(Error::internal)?;
        Ok(RepairedFiles {
            put_back: restored,
            removed: files.left_over.len() as u64,
        })
    }
}

/// Returns a time of the file system.
fn millis(time: SystemTime) -> Timestamp {
    let since_1970 = time.duration_since(SystemTime::UNIX_EPOCH);
    Timestamp::from_millis(since_1970.map_or(0, |since| since.as_millis() as i64))
}
