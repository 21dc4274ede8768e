//! Finds the dump in a backup: a file `.tar.gz` with `dump.sql.gz` and the folder `uploads` (`lib/backup_restore/creator.rb` of the
//! source of Discourse).

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use tar::Archive;
use tempfile::TempDir;

use super::schema::SCHEMA;
use super::store;
use crate::core::error::{Error, Result};
use crate::operations::import::dumps::{self, Loaded};
use crate::operations::import::error::ImportError;
use crate::operations::import::stackexchange::tables::Tables;

/// The largest file of a picture that is taken out of a backup.
const MAX_PICTURE: u64 = 64 << 20;
/// The magic number of an archive of tar and its place.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// A site, and the folder with the pictures that its backup contains.
pub struct Site {
    pub tables: Tables,
    pub pictures: Option<TempDir>,
}

/// Reads a backup, or a dump of the database. `progress` gets the bytes read.
pub fn open(path: &Path, progress: &mut dyn FnMut(u64)) -> Result<Site, ImportError> {
    let name = path.display();
    if !path.is_file() {
        return Err(ImportError::NotFound(format!("there is no file {name}")));
    }
    let cannot_be_read =
        |error: io::Error| Error::internal(format_args!("cannot read {name}: {error}"));
    if !is_archive(path).map_err(cannot_be_read)? {
        let (tables, _) = store::open(dumps::load_file(path, &SCHEMA, progress)?)?;
        return Ok(Site {
            tables,
            pictures: None,
        });
    }
    let (tables, named) = store::open(dump_in(path, progress)?)?;
    let folder = TempDir::new().map_err(cannot_be_read)?;
    extract(path, &named, folder.path()).map_err(|error| {
        Error::internal(format_args!(
            "the pictures of {name} cannot be read ({error}): copy the backup again"
        ))
    })?;
    Ok(Site {
        tables,
        pictures: Some(folder),
    })
}

/// Returns the content of a file, after gzip if it is compressed.
fn content(path: &Path) -> io::Result<Box<dyn Read>> {
    let mut start = [0; 2];
    let read = File::open(path)?.take(2).read(&mut start)?;
    let file = BufReader::new(File::open(path)?);
    Ok(if start[..read] == [0x1f, 0x8b] {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    })
}

/// Returns whether a file is an archive of tar. What cannot be decompressed is none.
fn is_archive(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    let (at, magic) = TAR;
    let mut content = content(path)?.take(at as u64 + magic.len() as u64);
    let is_read = content.read_to_end(&mut start).is_ok();
    Ok(is_read && start.ends_with(magic) && start.len() == at + magic.len())
}

/// Reads the dump in a backup.
fn dump_in(path: &Path, progress: &mut dyn FnMut(u64)) -> Result<Loaded> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let damaged = |error: io::Error| {
        Error::internal(format_args!(
            "{name} cannot be read as a backup ({error}): copy it again"
        ))
    };
    let mut archive = Archive::new(content(path).map_err(damaged)?);
    for entry in archive.entries().map_err(damaged)? {
        let entry = entry.map_err(damaged)?;
        let inside = entry.path().map_err(damaged)?.into_owned();
        let file = inside.file_name().unwrap_or_default().to_string_lossy();
        match &*file {
            "dump.sql.gz" | "dump.sql" => {
                return dumps::load(&format!("{name}: {file}"), entry, &SCHEMA, progress);
            }
            "toc.dat" => return Err(dumps::archive(&name)),
            _ => {}
        }
    }
    Err(Error::internal(format_args!(
        "{name} contains no dump.sql.gz: make a backup on the page /admin/backups of the old site"
    )))
}

/// Writes these files of the folder `uploads` of a backup to a folder.
fn extract(path: &Path, named: &HashSet<String>, folder: &Path) -> io::Result<()> {
    let mut left = named.len();
    for entry in Archive::new(content(path)?).entries()? {
        if left == 0 {
            break;
        }
        let mut entry = entry?;
        let inside = entry.path()?.into_owned();
        let Ok(inside) = inside.strip_prefix("uploads") else {
            continue;
        };
        let is_named = inside.to_str().is_some_and(|path| named.contains(path));
        if !is_named || entry.size() > MAX_PICTURE || !entry.header().entry_type().is_file() {
            continue;
        }
        let target: PathBuf = folder.join(inside);
        fs::create_dir_all(target.parent().unwrap_or(folder))?;
        io::copy(&mut entry, &mut File::create(target)?)?;
        left -= 1;
    }
    Ok(())
}
