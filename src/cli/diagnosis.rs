//! Finds the cause of a failure that does not say what to do: in the data directory, on its disk, or in
//! the limits of the process.

use std::fs::File;
use std::path::Path;

use rustix::process::{Resource, getrlimit};

use crate::db::{disk_reserve, files};
use crate::doctor::{LOCK, ownership};

/// A command needs fewer open files than this.
const ENOUGH_FILES: u64 = 32;

/// Returns what to do about the first problem that is found, if there is one.
pub(super) fn hint(data_dir: &Path) -> Option<String> {
    let shown = data_dir.display();
    if let Some(limit) = getrlimit(Resource::Nofile).current
        && limit < ENOUGH_FILES
    {
        return Some(format!(
            "this process may open only {limit} files: raise the limit, for example with `ulimit -n 1024`"
        ));
    }
    let place = data_dir.ancestors().find(|path| path.exists())?;
    for name in [files::FILE, files::WAL, files::SHARED_MEMORY, LOCK] {
        let path = data_dir.join(name);
        if path.exists() && File::options().read(true).write(true).open(&path).is_err() {
            return Some(ownership::hint(&path));
        }
    }
    if place == data_dir && !files::is_writable(data_dir) {
        return Some(ownership::hint(data_dir));
    }
    let free = files::free_bytes(place).ok()?;
    (free < disk_reserve::LEAST_FREE).then(|| {
        format!(
            "the disk of {shown} has only {} KiB free: make room, or use another directory with --data-dir or data.dir",
            free >> 10
        )
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_sound_directory_gives_no_hint_and_an_unusable_file_is_named() {
        let directory = tempfile::tempdir().expect("a directory");
        assert_eq!(hint(&directory.path().join("new")), None);
        // A directory can be opened by nobody as a file, not even by root.
        let log = directory.path().join(files::WAL);
        fs::create_dir(&log).expect("a directory");
        let found = hint(directory.path()).expect("a hint");
        assert!(found.contains(&log.display().to_string()), "{found}");
    }
}
