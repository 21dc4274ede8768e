//! Why an export failed.

use std::fmt;
use std::io;

use crate::core::error::Error;

/// An error of an export.
#[derive(Debug)]
pub enum ExportError {
    /// The site or the user does not exist.
    NotFound(String),
    /// The database has another schema than this program.
    Schema {
        theirs: i32,
        ours: i32,
    },
    /// A build from before the first release made the database.
    Unreleased(Error),
    Io(io::Error),
    Sqlite(rusqlite::Error),
    /// A column contains a value of another type.
    Damaged(String),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(message) | Self::Damaged(message) => f.write_str(message),
            Self::Schema { theirs, ours } => {
                write!(
                    f,
                    "the site has schema {theirs}, but this program supports {ours}"
                )
            }
            Self::Unreleased(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
            Self::Sqlite(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<rusqlite::Error> for ExportError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}
