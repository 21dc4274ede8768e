//! The errors of imports.

use std::fmt;
use std::io;

use crate::core::error::Error;
use crate::operations::export::FORMAT;

/// An error of an import. It leaves the database unchanged.
#[derive(Debug)]
pub enum ImportError {
    /// There is no export or no dump at this path.
    NotFound(String),
    /// The file is not an export.
    Foreign(String),
    /// A newer program wrote the file.
    Newer {
        theirs: u64,
    },
    /// The site has content, or users other than its first administrator.
    NotEmpty,
    Io(io::Error),
    /// A line is wrong, or the database failed.
    Site(Error),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(message) => f.write_str(message),
            Self::Foreign(reason) => write!(f, "this is not an export of Stoa: {reason}"),
            Self::Newer { theirs } => write!(
                f,
                "the export has format {theirs}, but this program supports {FORMAT}"
            ),
            Self::NotEmpty => {
                f.write_str("the site has content, or users other than its first administrator")
            }
            Self::Io(error) => error.fmt(f),
            Self::Site(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for ImportError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for ImportError {
    fn from(error: Error) -> Self {
        Self::Site(error)
    }
}

impl From<ImportError> for Error {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Site(error) => error,
            other => Self::internal(other),
        }
    }
}
