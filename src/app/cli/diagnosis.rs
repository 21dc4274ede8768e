//! Finds the cause of a failure that does not say what to do: in the data directory, on its disk, or in
//! the limits of the process.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use rustix::process::{Resource, getrlimit};

use crate::operations::doctor::{LOCK, ownership};
use crate::platform::db::{disk_reserve, files};

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
    let absolute = std::path::absolute(data_dir).ok()?;
    let place = absolute.ancestors().find(|path| path.exists())?;
    for name in [files::FILE, files::WAL, files::SHARED_MEMORY, LOCK] {
        let path = data_dir.join(name);
        let opened = File::options().read(true).write(true).open(&path);
        if opened.is_err_and(|error| is_refusal(error.kind())) {
            return Some(ownership::hint(&path));
        }
    }
    if data_dir.is_dir() && !files::is_writable(data_dir) {
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

fn is_refusal(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// `ui/e2e/failures.spec.ts` has the problems, which root does not have.
    #[test]
    fn there_is_no_hint_without_a_problem_that_it_solves() {
        let directory = tempfile::tempdir().expect("a directory");
        assert_eq!(hint(&directory.path().join("new")), None);
        // The message names these.
        let file = directory.path().join("file");
        fs::write(&file, "").expect("a file");
        assert_eq!(hint(&file), None);
        fs::create_dir(directory.path().join(files::FILE)).expect("a directory");
        assert_eq!(hint(directory.path()), None);
    }
}
