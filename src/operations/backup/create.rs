//! Creates backups, and temporary copies of a site's database.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use tempfile::{NamedTempFile, TempDir, TempPath};

use super::archive::{DATABASE, FORMAT, Manifest, inspect, unpack, write_archive};
use super::error::{BackupError, Result, damaged};
use super::files::{create_private, sha256};
use super::media;
use super::names::{UNFINISHED_PREFIX, is_archive_name, name_at, remove_leftovers};
use super::store;
use crate::core::clock::Timestamp;
use crate::features::pictures::files::FileHash;
use crate::platform::db;
use crate::platform::db::files::sync_directory;

/// The result of [`create`].
#[derive(Debug, Serialize)]
pub struct Created {
    pub path: PathBuf,
    /// The size of the archive.
    pub archive_bytes: u64,
    #[serde(flatten)]
    pub manifest: Manifest,
    /// The damage of the database, if the backup was made from its rows alone. It contains all
    /// content; the first start after a restore builds its search index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rebuilt: Option<String>,
    /// Files of pictures that are missing in the site, or damaged. The backup has everything else.
    #[serde(
        rename = "lost_files",
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "texts"
    )]
    pub lost: Vec<FileHash>,
}

fn texts<S: serde::Serializer>(hashes: &[FileHash], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(hashes.iter().map(FileHash::as_str))
}

/// Where a backup is stored. A missing directory is created.
#[derive(Clone, Copy, Debug)]
pub enum Place<'p> {
    /// In this file, which must not exist.
    File(&'p Path),
    /// In this directory, under a name with the time.
    Directory(&'p Path),
    /// In this directory, under a name with the time, without the files of pictures.
    WithoutFiles(&'p Path),
}

/// Backs up the site in `data_dir`, whether or not a server runs there: its database in an archive, and
/// the files of its pictures in the folder `media` beside it. Only the owner may read them.
pub fn create(data_dir: &Path, place: Place<'_>, now: Timestamp) -> Result<Created> {
    let database = data_dir.join(DATABASE);
    if let Some(problem) = db::foreign_log(&database) {
        return Err(damaged(problem));
    }
    if !holds_site(data_dir)? {
        return Err(BackupError::NotFound(format!(
            "there is no site in {}",
            data_dir.display()
        )));
    }
    let path = match place {
        Place::File(path) if !is_archive_name(path) => {
            return Err(BackupError::Name(path.to_owned()));
        }
        Place::File(path) => path.to_owned(),
        Place::Directory(directory) | Place::WithoutFiles(directory) => {
            directory.join(name_at(now))
        }
    };
    // Fails early. Another process can still create the file; `persist_noclobber` detects that.
    if path.exists() {
        return Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!("the file {} already exists", path.display()),
        )
        .into());
    }
    let directory = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let cannot = |error: io::Error| {
        let message = format!("cannot write in {}: {}", directory.display(), cause(&error));
        io::Error::new(error.kind(), message)
    };
    if directory.exists() && !directory.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::NotADirectory,
            format!("{} is not a directory", directory.display()),
        )
        .into());
    }
    create_private(directory)
        .and_then(|()| remove_leftovers(directory))
        .map_err(cannot)?;
    // A separate directory: if SQLite fails, it leaves a journal beside the copy.
    let scratch = tempfile::Builder::new()
        .prefix(UNFINISHED_PREFIX)
        .tempdir_in(directory)
        .map_err(cannot)?;
    let full = |error: BackupError| match error {
        BackupError::Io(error) => cannot(error).into(),
        BackupError::Sqlite(error) if is_disk_full(&error) => {
            cannot(io::ErrorKind::StorageFull.into()).into()
        }
        error => error,
    };
    let (copy, manifest, rebuilt) =
        copy_or_rebuild(&database, scratch.path(), now).map_err(full)?;

    // The files come before the archive that names them, and are locked until it has its name.
    let with_files = match place {
        Place::WithoutFiles(_) => None,
        Place::File(_) | Place::Directory(_) => Some(directory),
    };
    let collected = media::collect(data_dir, with_files, &copy).map_err(full)?;
    let (manifest, hashes) = match &collected {
        Some(collected) => (
            manifest.with_media(collected.summary),
            collected.hashes.as_slice(),
        ),
        None => (manifest, [].as_slice()),
    };

    let archive = NamedTempFile::with_prefix_in(UNFINISHED_PREFIX, directory).map_err(cannot)?;
    write_archive(&manifest, hashes, &copy, archive.as_file()).map_err(full)?;
    archive.as_file().sync_all().map_err(cannot)?;
    drop(scratch);
    // Verify the archive before it gets its final name.
    unpack(archive.path(), directory).map_err(full)?;
    archive
        .persist_noclobber(&path)
        .map_err(|failed| failed.error)?;
    sync_directory(directory)?;
    Ok(Created {
        archive_bytes: fs::metadata(&path)?.len(),
        path,
        manifest,
        rebuilt,
        lost: collected.map_or_else(Vec::new, |collected| collected.lost),
    })
}

/// Copies a database into a directory. If it is damaged, but its rows are sound, the copy is made
/// from the rows. Returns the path of the copy, its manifest, and the damage.
fn copy_or_rebuild(
    database: &Path,
    directory: &Path,
    now: Timestamp,
) -> Result<(PathBuf, Manifest, Option<String>)> {
    let copy = directory.join(DATABASE);
    let copied = store::copy(database, &copy)
        .map_err(BackupError::from)
        .and_then(|()| describe(&copy, now));
    let damage = match copied {
        Ok(manifest) => return Ok((copy, manifest, None)),
        Err(error) if error.is_damage() => error,
        Err(error) => return Err(error),
    };
    let rebuilt = directory.join("rebuilt");
    create_private(&rebuilt)?;
    let copy = rebuilt.join(DATABASE);
    match store::rebuild(database, &rebuilt)
        .map_err(BackupError::from)
        .and_then(|()| describe(&copy, now))
    {
        Ok(manifest) => Ok((copy, manifest, Some(damage.to_string()))),
        // The damage of the database says more.
        Err(error) => {
            tracing::debug!(%error, "the rows are damaged too");
            Err(damage)
        }
    }
}

/// Makes the database of a site again from its rows, in a new file in `directory`, and checks it.
pub fn rebuild(data_dir: &Path, directory: &Path) -> Result<TempPath> {
    store::rebuild(&data_dir.join(DATABASE), directory)?;
    let rebuilt = directory.join(DATABASE);
    describe(&rebuilt, Timestamp::from_millis(0))?;
    Ok(TempPath::try_from_path(rebuilt)?)
}

/// Checks a database and returns its manifest.
fn describe(database: &Path, now: Timestamp) -> Result<Manifest> {
    let manifest = Manifest {
        format: FORMAT,
        created_at: now.to_string(),
        stoa: env!("CARGO_PKG_VERSION").to_owned(),
        schema: 0,
        bytes: fs::metadata(database)?.len(),
        sha256: sha256(database)?,
        rows: BTreeMap::new(),
        site: None,
        media: None,
    };
    inspect(database, manifest)
}

/// Creates a temporary directory in the data directory. Dropping the value removes it.
pub fn temporary_directory(data_dir: &Path) -> Result<TempDir> {
    if !holds_site(data_dir)? && !data_dir.is_dir() {
        return Err(BackupError::NotFound(format!(
            "there is no site in {}",
            data_dir.display()
        )));
    }
    remove_leftovers(data_dir)?;
    Ok(tempfile::Builder::new()
        .prefix(UNFINISHED_PREFIX)
        .tempdir_in(data_dir)?)
}

/// Copies the database of a site into a temporary directory in its data directory. A server may run
/// meanwhile. The copy takes as much space as the database. Dropping the value removes it.
pub fn temporary_copy(data_dir: &Path) -> Result<TempDir> {
    let database = data_dir.join(DATABASE);
    if let Some(problem) = db::foreign_log(&database) {
        return Err(damaged(problem));
    }
    let directory = temporary_directory(data_dir)?;
    store::copy(&database, &directory.path().join(DATABASE))?;
    Ok(directory)
}

/// Calls `f` with the path of a temporary copy of the site's database.
pub fn with_copy<T>(data_dir: &Path, f: impl FnOnce(&Path) -> T) -> Result<T> {
    let directory = temporary_copy(data_dir)?;
    Ok(f(&directory.path().join(DATABASE)))
}

fn is_disk_full(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull)
}

/// Returns the description of an error without the name of a temporary file, which says nothing to the
/// operator.
pub fn cause(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(_) => error.to_string(),
        None if error.kind() != io::ErrorKind::Other => error.kind().to_string(),
        None => error.to_string(),
    }
}

/// Returns whether a directory contains a site, or an error if it cannot be read.
pub fn holds_site(data_dir: &Path) -> io::Result<bool> {
    let database = data_dir.join(DATABASE);
    if data_dir.exists() && !data_dir.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::NotADirectory,
            format!(
                "{} is not a directory: name another one with --data-dir or data.dir",
                data_dir.display()
            ),
        ));
    }
    if database.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            format!(
                "{} is a directory, not a database: name another directory with --data-dir or data.dir",
                database.display()
            ),
        ));
    }
    database.try_exists().map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("cannot look for {}: {error}", database.display()),
        )
    })
}
