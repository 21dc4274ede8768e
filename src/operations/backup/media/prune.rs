//! Removes files that no archive names any more.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::folder::Folder;
use crate::core::clock::Timestamp;
use crate::features::pictures::files::FileHash;
use crate::operations::backup::archive::read_names;
use crate::operations::backup::error::Result;
use crate::operations::backup::list::paths_of_archives;
use crate::platform::db;

/// How long a file stays after it was added. An operator may copy files first, and their archive
/// later.
const GRACE: Duration = Duration::from_secs(86_400);

/// The files of pictures that [`prune`] has removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrunedFiles {
    pub removed: u64,
    /// An archive that cannot be read, and may name any of the files: because of it, all were kept.
    pub kept_for: Option<PathBuf>,
}

/// Removes the files in the folder `media` of a directory that no archive in this directory names.
/// Removes nothing while a backup is being made. A dry run counts the files that are not needed when
/// the archives `expired` are gone.
pub(in crate::operations::backup) fn prune(
    directory: &Path,
    now: Timestamp,
    expired: &[PathBuf],
    dry_run: bool,
) -> Result<PrunedFiles> {
    let mut pruned = PrunedFiles::default();
    let folder = Folder::beside(directory);
    // The folder of a site belongs to the site.
    if !folder.media().directory().is_dir() || directory.join(db::FILE).exists() {
        return Ok(pruned);
    }
    // Only now no archive can appear that names files without having added them.
    let Some(folder) = folder.lock_alone()? else {
        return Ok(pruned);
    };
    let mut needed: HashSet<FileHash> = HashSet::new();
    for path in paths_of_archives(directory)? {
        if dry_run && expired.contains(&path) {
            continue;
        }
        match read_names(&path) {
            Ok(hashes) => needed.extend(hashes),
            Err(error) => {
                tracing::debug!(%error, path = %path.display(), "an archive that cannot be read");
                pruned.kept_for = Some(path);
            }
        }
    }
    let unneeded: Vec<FileHash> = folder.names()?.difference(&needed).cloned().collect();
    if unneeded.is_empty() {
        pruned.kept_for = None;
    }
    if pruned.kept_for.is_some() {
        return Ok(pruned);
    }
    for hash in unneeded {
        let path = folder.media().path(&hash);
        let added = Timestamp::from_millis(fs::metadata(&path)?.ctime() * 1_000);
        if added.plus(GRACE) > now {
            continue;
        }
        if !dry_run {
            folder.media().remove(&hash)?;
        }
        pruned.removed += 1;
    }
    if !dry_run {
        folder.media().clear_incoming()?;
    }
    Ok(pruned)
}
