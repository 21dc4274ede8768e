//! Names of archives and of unfinished files, and the removal of unfinished files.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::files::remove_if_exists;
use crate::core::clock::Timestamp;

/// The extension of archives: their names are `stoa-`, the time, and this.
pub const EXTENSION: &str = "tar.zst";

/// The prefix of unfinished files and directories.
pub(super) const UNFINISHED_PREFIX: &str = ".stoa-unfinished-";

/// The age after which an unfinished file belongs to no running process.
const ABANDONED_AFTER: Duration = Duration::from_secs(86_400);

/// Returns whether the path ends with the extension of archives.
pub(super) fn is_archive_name(path: &Path) -> bool {
    path.file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| name.ends_with(&format!(".{EXTENSION}")))
}

/// Returns the name of an archive made at a time.
pub(super) fn name_at(time: Timestamp) -> String {
    // Some file systems allow no colon in a name.
    format!("stoa-{}.{EXTENSION}", time.to_string().replace(':', "-"))
}

/// Removes unfinished files that killed processes left in a directory more than a day ago.
pub(super) fn remove_leftovers(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let is_abandoned = || {
            entry
                .metadata()?
                .modified()
                .map(|at| at.elapsed().is_ok_and(|age| age > ABANDONED_AFTER))
        };
        if entry
            .file_name()
            .to_string_lossy()
            .starts_with(UNFINISHED_PREFIX)
            && is_abandoned().unwrap_or(false)
        {
            tracing::info!(path = %entry.path().display(), "removing an unfinished file of a killed process");
            let path = entry.path();
            let removed = if entry.file_type()?.is_dir() {
                fs::remove_dir_all(&path)
            } else {
                remove_if_exists(&path)
            };
            if let Err(error) = removed {
                tracing::warn!(%error, path = %path.display(), "cannot remove the unfinished file");
            }
        }
    }
    Ok(())
}
