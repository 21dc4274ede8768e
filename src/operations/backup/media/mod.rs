//! The files of pictures in backups.
//!
//! An archive names the files by their hashes. The files themselves are in the folder `media` beside
//! the archives, which they share: a backup adds only those that are not there yet, as links if the
//! folder is on the same file system.
//!
//! A backup holds a shared lock of the folder until its archive is complete. Files are removed under
//! an exclusive lock, so that no backup counts on a file that is being removed.

mod check;
mod folder;
mod list;
mod prune;
#[cfg(test)]
mod tests;

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::{Result, damaged};
use super::store::{self, NamedFile};
use crate::features::pictures::files::{FileHash, Media};

pub use check::PutBack;
pub(super) use check::{Plan, verify};
pub(super) use folder::Folder;
pub(super) use list::{LIST, MAX_FILES, read_list, size_of_list, write_list};
pub use prune::PrunedFiles;
pub(super) use prune::prune;

/// What an archive says about the files of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MediaSummary {
    /// The number of files that the archive names.
    pub files: u64,
    /// The size of these files.
    pub bytes: u64,
    /// The number of files of the site that were missing or damaged when the archive was made.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub missing: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The files of a backup that is being made.
pub(super) struct Collected {
    /// The files that the archive names, sorted.
    pub hashes: Vec<FileHash>,
    pub summary: MediaSummary,
    /// Missing or damaged files of pictures that are in use.
    pub lost: Vec<FileHash>,
    /// The folder with its shared lock.
    _folder: Option<Folder>,
}

/// Adds the files that a copy of the site's database names to the folder beside an archive in
/// `directory`, so that they survive a power cut. With `None`, only looks which of them there are.
/// Returns `None` if the database names no files.
pub(super) fn collect(
    data_dir: &Path,
    directory: Option<&Path>,
    copy: &Path,
) -> Result<Option<Collected>> {
    let files = store::media_files(copy)?;
    if files.is_empty() {
        return Ok(None);
    }
    let source = Media::of(data_dir);
    let folder = match directory {
        Some(directory) => {
            let folder = Folder::beside(directory);
            folder.refuse_site_itself(&source)?;
            Some(folder.create_and_share()?)
        }
        None => None,
    };
    let there = match &folder {
        Some(folder) => folder.names()?,
        None => Folder::at(&source).names()?,
    };
    let (mut hashes, mut lost, mut added) = (Vec::new(), Vec::new(), Vec::new());
    let mut summary = MediaSummary::default();
    for NamedFile {
        hash,
        bytes,
        is_used,
    } in files
    {
        let mut is_there = there.contains(&hash);
        if !is_there && let Some(folder) = &folder {
            is_there = folder.add(&source, &hash)?;
            if is_there {
                added.push(hash.clone());
            }
        }
        if is_there {
            summary.files += 1;
            summary.bytes += bytes;
            hashes.push(hash);
        } else {
            summary.missing += 1;
            lost.extend(is_used.then_some(hash));
        }
    }
    if let Some(folder) = &folder {
        folder.sync(&added)?;
    }
    Ok(Some(Collected {
        hashes,
        summary,
        lost,
        _folder: folder,
    }))
}

/// Returns what the manifest of an archive with this database says about the files, if the archive names
/// `hashes`. Fails if it names other files than the database.
pub(super) fn summarize(database: &Path, hashes: &[FileHash]) -> Result<Option<MediaSummary>> {
    let files = store::media_files(database)?;
    let mut hashes = hashes.iter().peekable();
    let mut summary = MediaSummary::default();
    for file in &files {
        if hashes.next_if(|hash| **hash == file.hash).is_some() {
            summary.files += 1;
            summary.bytes += file.bytes;
        } else {
            summary.missing += 1;
        }
    }
    if hashes.next().is_some() {
        return Err(damaged("it names pictures that its database does not have"));
    }
    Ok((!files.is_empty()).then_some(summary))
}
