//! `stoa version`

use clap::Args;
use serde::Serialize;

use super::error::Failure;
use super::output::{print, print_json};
use crate::platform::db;

#[derive(Args)]
pub struct Options {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The version and build details of a program. Details that were unknown at build time are null.
#[derive(Serialize)]
pub struct Version {
    version: &'static str,
    /// The git revision of the source.
    revision: Option<&'static str>,
    /// The commit time of the revision, ISO 8601.
    committed_at: Option<&'static str>,
    rustc: Option<&'static str>,
    target: &'static str,
    allocator: &'static str,
    sqlite: &'static str,
    /// The newest schema version.
    schema: i32,
}

/// Returns the version of this program.
pub fn current() -> Version {
    Version {
        version: env!("CARGO_PKG_VERSION"),
        revision: option_env!("BUILD_REVISION"),
        committed_at: option_env!("BUILD_COMMITTED_AT"),
        rustc: option_env!("BUILD_RUSTC"),
        target: env!("BUILD_TARGET"),
        allocator: "mimalloc",
        sqlite: rusqlite::version(),
        schema: db::newest_schema(),
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let unknown = |known: Option<&'static str>| known.unwrap_or("unknown");
        let (revision, committed_at) = (unknown(self.revision), unknown(self.committed_at));
        writeln!(f, "stoa {}", self.version)?;
        writeln!(f, "revision   {revision}, committed at {committed_at}")?;
        writeln!(f, "built by   {}", unknown(self.rustc))?;
        writeln!(f, "target     {}", self.target)?;
        writeln!(f, "allocator  {}", self.allocator)?;
        writeln!(f, "SQLite     {}", self.sqlite)?;
        writeln!(f, "schema     {}", self.schema)
    }
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    if options.json {
        print_json(&current())
    } else {
        print(current().to_string())
    }
}
