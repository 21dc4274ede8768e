//! A site as text: one JSON object a line (NDJSON), for people and programs that want to read it without SQLite.
//!
//! `docs/export-format.md` describes the lines; its table is made from [`store::KINDS`], which also says how
//! `import::json` reads them again. What follows from the rest, such as scores, totals and the search index, is
//! not written. Nor is what belongs to this server and not to the community: sessions, invitations and failed logins.

pub mod store;

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

/// How this module writes, and the only format that is read.
pub const FORMAT: u64 = 1;
/// The `type` of the first line, which says what the file is, and of the last, which says that it is whole.
pub const HEAD: &str = "export";
pub const END: &str = "end";

/// Why a site cannot be exported.
#[derive(Debug)]
pub enum ExportError {
    /// There is no site, or no such user.
    NotFound(String),
    /// The database is not of the schema that this program knows.
    Schema {
        theirs: i32,
        ours: i32,
    },
    Io(io::Error),
    Sqlite(rusqlite::Error),
    /// A column does not hold what it should.
    Damaged(String),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(what) | Self::Damaged(what) => f.write_str(what),
            Self::Schema { theirs, ours } => write!(f, "the site has schema {theirs}, this program knows {ours}"),
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

/// Writes all of the site in `data_dir`, as it is at this moment, whether or not a server is running there. With
/// `secrets`, users come with the hashes of their passwords. `progress` hears what is being written, and how many records
/// there are so far; so many are returned.
pub fn export(
    data_dir: &Path,
    secrets: bool,
    to: &mut impl Write,
    mut progress: impl FnMut(&'static str, u64),
) -> Result<u64, ExportError> {
    let snapshot = store::Snapshot::open(data_dir)?;
    writeln!(to, r#"{{"type":"{HEAD}","format":{FORMAT},"secrets":{secrets}}}"#)?;
    let mut records = 0;
    for kind in store::KINDS {
        snapshot.each(kind, secrets, |line| {
            to.write_all(line)?;
            records += 1;
            progress(kind.name, records);
            Ok(())
        })?;
    }
    writeln!(to, r#"{{"type":"{END}","records":{records}}}"#)?;
    to.flush()?;
    Ok(records)
}
