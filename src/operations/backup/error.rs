//! Why a backup, a restore or a migration failed.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::names::EXTENSION;
use crate::core::error::Error;
use crate::features::pictures::files::FileHash;

/// The number of traces that a message lists.
const MAX_TRACES: usize = 3;

/// An error of a backup, a restore or a migration.
#[derive(Debug)]
pub enum BackupError {
    /// The file, or the site to back up, does not exist.
    NotFound(String),
    /// The file is not an archive of Stoa, or it has changed since it was made.
    Damaged(String),
    /// A newer program made the archive.
    Newer {
        theirs: i32,
        ours: i32,
    },
    /// The database cannot be read.
    Database(Error),
    /// The migration to the schema of this program failed and was rolled back.
    Migration {
        error: Error,
        /// The backup made before the migration, if one was requested.
        backup: Option<PathBuf>,
    },
    /// The database is missing or empty, but there are traces of its site.
    Lost {
        database: PathBuf,
        is_empty: bool,
        traces: Vec<PathBuf>,
    },
    /// `backup.dir` is not a directory.
    NoDirectory(PathBuf),
    /// The name does not have the extension with which pruning finds archives.
    Name(PathBuf),
    /// The folder beside the archive would be this folder of the site's own pictures.
    OwnFolder(PathBuf),
    /// Files of pictures that the archive names are not beside it, or have changed.
    Files {
        directory: PathBuf,
        missing: Vec<FileHash>,
        damaged: Vec<FileHash>,
    },
    Io(io::Error),
    Sqlite(rusqlite::Error),
}

pub(super) type Result<T, E = BackupError> = std::result::Result<T, E>;

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(message) => f.write_str(message),
            Self::Damaged(reason) => write!(f, "this is not a sound backup: {reason}"),
            Self::Newer { theirs, ours } => {
                write!(
                    f,
                    "the backup has schema {theirs}, but this program supports up to {ours}"
                )
            }
            Self::Database(error) => error.fmt(f),
            Self::Migration { error, .. } => {
                write!(f, "the migration failed and was rolled back: {error}")
            }
            Self::Lost {
                database,
                is_empty,
                traces,
            } => {
                let state = if *is_empty { "empty" } else { "missing" };
                let shown: Vec<String> = traces
                    .iter()
                    .take(MAX_TRACES)
                    .map(|path| path.display().to_string())
                    .collect();
                let others = match traces.len().saturating_sub(MAX_TRACES) {
                    0 => String::new(),
                    others => format!(" and {others} more"),
                };
                write!(
                    f,
                    "{} is {state}, but there are traces of a site: {}{others}",
                    database.display(),
                    shown.join(", ")
                )
            }
            Self::NoDirectory(path) if path.exists() => {
                write!(f, "backup.dir: {} is not a directory", path.display())
            }
            Self::NoDirectory(path) => {
                write!(f, "backup.dir: there is no directory {}", path.display())
            }
            Self::Name(path) => {
                write!(
                    f,
                    "the name of a backup ends with .{EXTENSION}, but this is {}",
                    path.display()
                )
            }
            Self::OwnFolder(path) => {
                let path = path.display();
                write!(
                    f,
                    "{path} is the folder of the site's own pictures, and no place for a backup of them"
                )
            }
            Self::Files {
                directory,
                missing,
                damaged,
            } => {
                let described = |what: &str, hashes: &[FileHash]| {
                    let count = hashes.len();
                    (count > 0).then(|| format!("{what}: {count} ({})", few(hashes)))
                };
                let problems = [described("missing", missing), described("damaged", damaged)];
                let problems: Vec<String> = problems.into_iter().flatten().collect();
                write!(
                    f,
                    "files of pictures in {} are not those of the backup; {}",
                    directory.display(),
                    problems.join("; ")
                )
            }
            Self::Io(error) => error.fmt(f),
            Self::Sqlite(error) => error.fmt(f),
        }
    }
}

impl BackupError {
    /// Returns whether the database itself is damaged.
    pub(super) fn is_damage(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, Unknown};
        match self {
            Self::Damaged(_) | Self::Database(Error::Damaged(_)) => true,
            // For example a missing table of a search index.
            Self::Sqlite(error) => {
                matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | Unknown))
            }
            _ => false,
        }
    }
}

impl From<io::Error> for BackupError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for BackupError {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

impl From<rusqlite::Error> for BackupError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// Creates a [`BackupError::Damaged`].
pub(super) fn damaged(reason: impl fmt::Display) -> BackupError {
    BackupError::Damaged(reason.to_string())
}

/// Describes lost files in one line: the first few of them, and the number of the others.
fn few(hashes: &[FileHash]) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<&str> = hashes.iter().take(SHOWN).map(FileHash::as_str).collect();
    let others = match hashes.len().saturating_sub(SHOWN) {
        0 => String::new(),
        others => format!(" and {others} more"),
    };
    format!("{}{others}", shown.join(", "))
}
