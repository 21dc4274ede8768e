//! Lists the archives of a directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::archive::{Manifest, read_manifest};
use super::error::Result;
use super::names::is_archive_name;
use crate::core::clock::Timestamp;

/// An archive in a directory, as [`list`] returns it.
#[derive(Debug, Serialize)]
pub struct Listed {
    pub path: PathBuf,
    pub archive_bytes: u64,
    /// `None` if the manifest cannot be read.
    #[serde(flatten)]
    pub manifest: Option<Manifest>,
}

impl Listed {
    /// Returns the time at which the archive was made, if its manifest can be read.
    pub fn time(&self) -> Option<Timestamp> {
        self.manifest.as_ref()?.time()
    }
}

/// Returns the time of the newest archive. Ignores archives later than `now`: they were made while
/// the clock was ahead.
pub fn last(listed: &[Listed], now: Timestamp) -> Option<Timestamp> {
    listed
        .iter()
        .filter_map(Listed::time)
        .filter(|time| *time <= now)
        .max()
}

/// Lists the archives in a directory, sorted by name and so by time. Reads only their manifests.
pub fn list(directory: &Path) -> Result<Vec<Listed>> {
    let listed = |path: PathBuf| {
        Ok(Listed {
            archive_bytes: fs::metadata(&path)?.len(),
            manifest: read_manifest(&path).ok(),
            path,
        })
    };
    paths_of_archives(directory)?
        .into_iter()
        .map(listed)
        .collect()
}

/// Returns the sorted paths of the archives in a directory, or none if it does not exist.
pub(super) fn paths_of_archives(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| is_archive_name(path));
    paths.sort();
    Ok(paths)
}
