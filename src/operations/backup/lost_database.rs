//! Detects a lost database: the file is missing or empty, but there are traces of its site. Most
//! often its disk is not mounted.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::archive::DATABASE;
use super::create::holds_site;
use super::error::{BackupError, Result};
use super::files::{copy_file, create_private, remove_if_exists};
use super::names::is_archive_name;
use crate::core::clock::Timestamp;
use crate::features::pictures::files::{DIRECTORY, Media};
use crate::platform::db::disk_reserve;
use crate::platform::db::files::{SHARED_MEMORY, WAL, size, sync_directory};

/// The prefixes of directories in which a site's earlier files are kept.
const KEPT: [&str; 3] = ["before-restore-", "before-repair-", "set-aside-"];

/// Fails with [`BackupError::Lost`] if the database is missing or empty although a site existed: in
/// `data_dir` are files that only a site leaves, or in `backups` are archives.
pub fn refuse_lost(data_dir: &Path, backups: &Path) -> Result<()> {
    if has_content(data_dir)? {
        return Ok(());
    }
    let traces = traces(data_dir, backups)?;
    if traces.is_empty() {
        return Ok(());
    }
    let database = data_dir.join(DATABASE);
    Err(BackupError::Lost {
        is_empty: database.exists(),
        database,
        traces,
    })
}

/// Returns whether the database file exists and is not empty.
fn has_content(data_dir: &Path) -> io::Result<bool> {
    let database = data_dir.join(DATABASE);
    holds_site(data_dir)?;
    match fs::metadata(&database) {
        Ok(metadata) => Ok(metadata.len() > 0),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(cannot("look for", &database, &error)),
    }
}

/// Returns the paths that show that a site existed. The lock is not among them: any command creates
/// it.
fn traces(data_dir: &Path, backups: &Path) -> io::Result<Vec<PathBuf>> {
    // A link to a database on another disk stays when that disk is gone.
    let database = data_dir.join(DATABASE);
    let mut traces: Vec<PathBuf> = (database.is_symlink() && !database.exists())
        .then_some(database)
        .into_iter()
        .collect();
    for name in [WAL, SHARED_MEMORY, disk_reserve::FILE] {
        traces.extend(
            Some(data_dir.join(name))
                .filter(|path| path.metadata().is_ok_and(|metadata| metadata.len() > 0)),
        );
    }
    let media = Media::of(data_dir);
    if media.list().any(|file| file.is_ok()) {
        traces.push(media.directory().to_owned());
    }
    let is_kept = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        KEPT.iter().any(|prefix| name.starts_with(prefix))
    };
    traces.extend(paths(data_dir)?.into_iter().filter(|path| is_kept(path)));
    traces.extend(
        paths(backups)?
            .into_iter()
            .filter(|path| is_archive_name(path)),
    );
    Ok(traces)
}

/// Returns the sorted paths in a directory, or none if it does not exist.
fn paths(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| cannot("read", directory, &error))?,
    };
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn cannot(action: &str, path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("cannot {action} {}: {error}", path.display()),
    )
}

/// Moves a write-ahead log that does not belong to the database, and its shared memory, into a new
/// directory beside them, which it returns. Returns `None` if there is no log. No other process may
/// use the data directory.
pub fn set_log_aside(data_dir: &Path, now: Timestamp) -> Result<Option<PathBuf>> {
    let log = data_dir.join(WAL);
    if size(&log) == 0 {
        return Ok(None);
    }
    let directory = set_aside(data_dir, now)?;
    copy_file(&log, &directory.join(WAL))?;
    sync_directory(&directory)?;
    sync_directory(data_dir)?;
    // The shared memory is only an index of the log.
    for name in [SHARED_MEMORY, WAL] {
        remove_if_exists(&data_dir.join(name))?;
    }
    sync_directory(data_dir)?;
    Ok(Some(directory))
}

/// Moves the pictures of a lost site into a new directory beside them, which it returns: the server of a
/// new site would remove them. Returns `None` if there are none. No other process may use the data
/// directory.
pub fn set_pictures_aside(data_dir: &Path, now: Timestamp) -> Result<Option<PathBuf>> {
    let media = Media::of(data_dir);
    if !media.list().any(|file| file.is_ok()) {
        return Ok(None);
    }
    let directory = set_aside(data_dir, now)?;
    fs::rename(media.directory(), directory.join(DIRECTORY))?;
    sync_directory(&directory)?;
    sync_directory(data_dir)?;
    Ok(Some(directory))
}

/// Creates the directory for what is set aside.
fn set_aside(data_dir: &Path, now: Timestamp) -> Result<PathBuf> {
    let directory = data_dir.join(format!("set-aside-{}", now.to_string().replace(':', "-")));
    create_private(&directory)?;
    Ok(directory)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::tests::{NOW, site_with_backup};
    use super::*;

    /// Each trace alone, as (what is made, whether it is a trace).
    #[test]
    fn a_missing_database_with_traces_of_a_site_is_refused() {
        type Make = fn(&Path);
        let cases: [(&str, Make, bool); 11] = [
            ("nothing", |_| (), false),
            ("a lock", |at| write(at, "stoa.lock", "1"), false),
            ("an empty log", |at| write(at, WAL, ""), false),
            ("a log", |at| write(at, WAL, "x"), true),
            ("shared memory", |at| write(at, SHARED_MEMORY, "x"), true),
            ("a reserve", |at| write(at, disk_reserve::FILE, "x"), true),
            (
                "a folder of pictures",
                |at| write(at, "media/incoming/x", "x"),
                false,
            ),
            (
                "a picture",
                |at| drop(Media::of(at).put(b"x").expect("stored")),
                true,
            ),
            (
                "a backup",
                |at| write(at, "backups/stoa-1.tar.zst", "x"),
                true,
            ),
            (
                "a replaced site",
                |at| write(at, "before-restore-1/stoa.db", "x"),
                true,
            ),
            (
                "a link to another disk",
                |at| {
                    std::os::unix::fs::symlink("/nowhere-at-all/stoa.db", at.join(DATABASE))
                        .expect("a link");
                },
                true,
            ),
        ];
        for (what, make, is_trace) in cases {
            for is_empty in [false, true] {
                let site = TempDir::new().expect("a directory");
                make(site.path());
                if is_empty && !site.path().join(DATABASE).is_symlink() {
                    write(site.path(), DATABASE, "");
                }
                let refused = refuse_lost(site.path(), &site.path().join("backups"));
                assert_eq!(refused.is_err(), is_trace, "{what}: {refused:?}");
                if let Err(error) = refused {
                    let (text, database) = (error.to_string(), site.path().join(DATABASE));
                    assert!(text.contains(&database.display().to_string()), "{text}");
                }
                write(site.path(), "other/x", "");
            }
        }
    }

    fn write(directory: &Path, name: &str, content: &str) {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, content).expect("a file");
    }

    #[test]
    fn a_database_with_content_is_never_lost() {
        let (site, _) = site_with_backup(1);
        let backups = site.path().join("backups");
        refuse_lost(site.path(), &backups).expect("a site");
        fs::remove_file(site.path().join(DATABASE)).expect("the file is gone");
        let lost = refuse_lost(site.path(), &backups).expect_err("its backups are there");
        assert!(
            matches!(
                lost,
                BackupError::Lost {
                    is_empty: false,
                    ..
                }
            ),
            "{lost}"
        );
    }

    #[test]
    fn a_log_is_moved_and_never_deleted() {
        let site = TempDir::new().expect("a directory");
        assert_eq!(
            set_log_aside(site.path(), NOW).expect("nothing to do"),
            None
        );
        write(site.path(), WAL, "log");
        write(site.path(), SHARED_MEMORY, "index");
        let moved = set_log_aside(site.path(), NOW)
            .expect("moved")
            .expect("a directory");
        assert_eq!(fs::read_to_string(moved.join(WAL)).expect("the log"), "log");
        assert!(!site.path().join(WAL).exists() && !site.path().join(SHARED_MEMORY).exists());
    }

    #[test]
    fn pictures_are_moved_and_never_deleted() {
        let site = TempDir::new().expect("a directory");
        let set_aside = || set_pictures_aside(site.path(), NOW).expect("moved");
        assert_eq!(set_aside(), None);
        let hash = Media::of(site.path()).put(b"x").expect("stored");
        let moved = set_aside().expect("a directory");
        assert!(Media::of(&moved).is_intact(&hash).expect("read"));
        assert_eq!(Media::of(site.path()).list().count(), 0);
    }
}
