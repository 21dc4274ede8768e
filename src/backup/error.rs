//! Why a backup, a restore or a migration failed.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::error::Error;

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
    /// The database file is empty although backups of it exist.
    Emptied {
        database: PathBuf,
        backups: PathBuf,
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
            Self::Emptied { database, backups } => {
                write!(
                    f,
                    "{} is empty, but there are backups in {}",
                    database.display(),
                    backups.display()
                )
            }
            Self::Io(error) => error.fmt(f),
            Self::Sqlite(error) => error.fmt(f),
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
