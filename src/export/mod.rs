//! Exports a site as text: one JSON object per line (NDJSON), readable without SQLite.
//!
//! `docs/export-format.md` describes the lines; a test generates its tables from [`store::KINDS`],
//! which also says how `import::json` reads the records. Derived values, such as scores, counts and
//! the search index, are not exported. Neither is what belongs to this server and not to the
//! community: sessions, known devices, invitations and failed logins.

mod error;
pub mod store;

use std::io::Write;
use std::path::Path;

pub use error::ExportError;

/// The version of the format: written by this module, and the only one that is read.
pub const FORMAT: u64 = 1;
/// The `type` of the first line, which names the format.
pub const HEAD: &str = "export";
/// The `type` of the last line, which proves that the file is complete.
pub const END: &str = "end";

/// Writes a snapshot of the site in `data_dir`, whether or not a server runs there. With `secrets`,
/// users include their password hashes. Calls `progress` after each record with its type and the
/// number of records so far. Returns the number of records.
pub fn export(
    data_dir: &Path,
    secrets: bool,
    to: &mut impl Write,
    mut progress: impl FnMut(&'static str, u64),
) -> Result<u64, ExportError> {
    let snapshot = store::Snapshot::open(data_dir)?;
    writeln!(
        to,
        r#"{{"type":"{HEAD}","format":{FORMAT},"secrets":{secrets}}}"#
    )?;
    let mut records = 0;
    for kind in store::KINDS {
        snapshot.each_record(kind, secrets, |line| {
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
