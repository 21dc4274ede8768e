//! Exports a site as text, one JSON object per line (NDJSON), and a folder of pictures: readable without
//! SQLite.
//!
//! `docs/export-format.md` describes the lines; a test generates its tables from [`store::kinds`],
//! which also says how `import::json` reads the records. Derived values, such as scores, counts and
//! the search index, are not exported. Neither is what belongs to this server and not to the
//! community: sessions, known devices, invitations and failed logins. Second factors, passkeys and API tokens leave a
//! server in backups only: their secrets and hashes are in no export, with or without password hashes.

mod error;
mod media;
pub mod store;

use std::io::Write;
use std::path::Path;

use crate::features::pictures::files::Media;

pub use error::ExportError;
pub use media::{folder_of, path_of, path_of_thumbnail};

/// The version of the format: written by this module, and the only one that is read.
pub const FORMAT: u64 = 1;
/// The `type` of the first line, which names the format.
pub const HEAD: &str = "export";
/// The `type` of the last line, which proves that the file is complete.
pub const END: &str = "end";

/// What an export contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub records: u64,
    /// The number of pictures.
    pub pictures: u64,
    /// The number of pictures that the folder lacks, because their files are missing or damaged.
    pub missing: u64,
}

/// Writes a snapshot of the site in `data_dir`, whether or not a server runs there. With `secrets`,
/// users include their password hashes. The files of pictures go into the new folder `media`, which is
/// not created for a site without pictures; with `None`, they are left out. Calls `progress` after each
/// record with its type and the number of records so far.
pub fn export(
    data_dir: &Path,
    secrets: bool,
    to: &mut impl Write,
    media: Option<&Path>,
    mut progress: impl FnMut(&'static str, u64),
) -> Result<Exported, ExportError> {
    let snapshot = store::Snapshot::open(data_dir)?;
    writeln!(
        to,
        r#"{{"type":"{HEAD}","format":{FORMAT},"secrets":{secrets}}}"#
    )?;
    let mut records = 0;
    for kind in store::kinds() {
        snapshot.each_record(kind, secrets, |line| {
            to.write_all(line)?;
            records += 1;
            progress(kind.name, records);
            Ok(())
        })?;
    }
    writeln!(to, r#"{{"type":"{END}","records":{records}}}"#)?;
    to.flush()?;
    let pictures = snapshot.pictures()?;
    // The server keeps removed files for a day.
    drop(snapshot);
    let missing = match media {
        Some(folder) if !pictures.is_empty() => {
            progress("files of pictures", records);
            media::copy_files(&pictures, &Media::of(data_dir), folder)?
        }
        _ => 0,
    };
    Ok(Exported {
        records,
        pictures: pictures.len() as u64,
        missing,
    })
}
