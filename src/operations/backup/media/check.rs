//! Checks the files that an archive names, and puts them back into a site.

use std::io;

use super::folder::Folder;
use crate::features::pictures::files::{FileHash, Media};
use crate::operations::backup::error::{BackupError, Result};

/// The state of a file in a folder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Intact,
    Missing,
    /// It has other bytes, or cannot be read.
    Damaged,
}

fn state(media: &Media, hash: &FileHash) -> State {
    match media.is_intact(hash) {
        Ok(true) => State::Intact,
        Ok(false) => State::Damaged,
        Err(error) if error.kind() == io::ErrorKind::NotFound => State::Missing,
        Err(error) => {
            tracing::warn!(%error, %hash, "cannot read the file of a picture");
            State::Damaged
        }
    }
}

/// Reads all these files, and fails if one of them is missing or damaged.
pub(in crate::operations::backup) fn verify(hashes: &[FileHash], media: &Media) -> Result<()> {
    let (mut missing, mut damaged) = (Vec::new(), Vec::new());
    for hash in hashes {
        match state(media, hash) {
            State::Intact => {}
            State::Missing => missing.push(hash.clone()),
            State::Damaged => damaged.push(hash.clone()),
        }
    }
    if missing.is_empty() && damaged.is_empty() {
        return Ok(());
    }
    Err(BackupError::files(media, missing, damaged))
}

/// What [`Plan::carry_out`] does to the files of a site.
pub(in crate::operations::backup) struct Plan {
    /// The number of intact files that stay as they are.
    kept: u64,
    /// Missing or damaged files of the site that the backup has.
    restored: Vec<FileHash>,
    /// Files that neither has.
    missing: Vec<FileHash>,
    /// Files that are damaged in the backup, and not intact in the site.
    damaged: Vec<FileHash>,
}

/// How many files of pictures were put back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct PutBack {
    /// Files of the site that were intact.
    pub kept: u64,
    /// Files that came from the backup.
    pub restored: u64,
    /// Files that neither the site nor the backup has intact.
    pub missing: u64,
}

impl Plan {
    /// Reads all these files in the site and, where they are not intact, in the backup.
    pub fn new(hashes: &[FileHash], backup: &Media, site: &Media) -> Self {
        let mut plan = Self {
            kept: 0,
            restored: Vec::new(),
            missing: Vec::new(),
            damaged: Vec::new(),
        };
        for hash in hashes {
            if state(site, hash) == State::Intact {
                plan.kept += 1;
                continue;
            }
            match state(backup, hash) {
                State::Intact => plan.restored.push(hash.clone()),
                State::Missing => plan.missing.push(hash.clone()),
                State::Damaged => plan.damaged.push(hash.clone()),
            }
        }
        plan
    }

    /// Fails if some files can be found nowhere.
    pub fn require_all(&self, backup: &Media) -> Result<()> {
        if self.missing.is_empty() && self.damaged.is_empty() {
            return Ok(());
        }
        let (missing, damaged) = (self.missing.clone(), self.damaged.clone());
        Err(BackupError::files(backup, missing, damaged))
    }

    /// Returns what [`Plan::carry_out`] would do.
    pub fn numbers(&self) -> PutBack {
        PutBack {
            kept: self.kept,
            restored: self.restored.len() as u64,
            missing: (self.missing.len() + self.damaged.len()) as u64,
        }
    }

    /// Puts the files into the site, so that they survive a power cut.
    pub fn carry_out(&self, backup: &Media, site: &Media) -> Result<PutBack> {
        if !self.restored.is_empty() {
            let folder = Folder::at(site);
            for hash in &self.restored {
                folder.place(&backup.path(hash), hash)?;
            }
            folder.sync(&self.restored)?;
        }
        Ok(self.numbers())
    }
}
