//! Backups: a whole site in one file that proves itself, and the way back.
//!
//! An archive is a tar, compressed by zstd, of `manifest.json` and `stoa.db`. It is made beside a running server without
//! holding it up, and has been opened again and checked before it gets its name: what is called a backup is one. What is
//! restored has passed the same checks before anything is replaced.

pub mod migration;
pub mod retention;
pub mod schedule;
mod store;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::{NamedTempFile, TempDir, TempPath};

use crate::clock::Timestamp;
use crate::config::Config;
use crate::db;
use crate::db::files::{LOG, SHARED_MEMORY};
use crate::error::Error;

/// The database in a data directory and in an archive.
const DATABASE: &str = db::FILE;
const MANIFEST: &str = "manifest.json";
/// What archives are called: `stoa-` and the time, then this.
pub const EXTENSION: &str = "tar.zst";
/// What is not finished is called so.
const PREFIX: &str = ".stoa-unfinished-";
/// Whatever is not finished after so long never will be.
const ABANDONED: Duration = Duration::from_secs(86_400);
/// How this module writes archives. It reads no others.
const FORMAT: u32 = 1;
/// A manifest is not longer; what is, is none.
const MANIFEST_BYTES: u64 = 1 << 20;
/// The zeros with which a tar ends are fewer.
const END_BYTES: u64 = 1 << 20;
/// zstd's own default: a tenth of the time of the best one, and nearly as small.
const LEVEL: i32 = 3;

/// What an archive says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    /// ISO-8601, UTC.
    pub created_at: String,
    /// The version of the program that made it.
    pub stoa: String,
    /// The schema's version.
    pub schema: i32,
    /// Of the database.
    pub bytes: u64,
    /// Of the database, in hexadecimal.
    pub sha256: String,
    /// How many rows each table has.
    pub rows: BTreeMap<String, i64>,
}

impl Manifest {
    /// When it was made.
    pub fn time(&self) -> Option<Timestamp> {
        self.created_at.parse::<jiff::Timestamp>().ok().map(|time| Timestamp::from_millis(time.as_millisecond()))
    }
}

/// Why there is no backup, or none that could be used.
#[derive(Debug)]
pub enum BackupError {
    /// There is no such file, or no site to back up.
    NotFound(String),
    /// It is no archive of ours, or not as it was when it was made.
    Damaged(String),
    /// A newer program made it.
    Newer {
        theirs: i32,
        ours: i32,
    },
    /// The database cannot be looked at.
    Database(Error),
    /// The database could not be brought to the schema of this program, and is as it was.
    Migration {
        error: Error,
        /// How it was before, if a backup was wanted.
        backup: Option<PathBuf>,
    },
    /// Nothing is left of a database of which there are backups.
    Emptied {
        database: PathBuf,
        backups: PathBuf,
    },
    Io(io::Error),
    Sqlite(rusqlite::Error),
}

type Result<T, E = BackupError> = std::result::Result<T, E>;

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(what) => f.write_str(what),
            Self::Damaged(what) => write!(f, "this is not a sound backup: {what}"),
            Self::Newer { theirs, ours } => {
                write!(f, "the backup has schema {theirs}, and this program knows {ours}")
            }
            Self::Database(error) => error.fmt(f),
            Self::Migration { error, .. } => write!(f, "the migration was undone, and the site is as it was: {error}"),
            Self::Emptied { database, backups } => {
                write!(f, "{} is empty, but there are backups in {}", database.display(), backups.display())
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

fn damaged(what: impl fmt::Display) -> BackupError {
    BackupError::Damaged(what.to_string())
}

/// Held by whoever makes a backup in the server: its schedule or an administrator, one at a time.
pub type Turn = Arc<tokio::sync::Mutex<()>>;

/// Where a site's backups are, unless somebody names another place.
pub fn directory(config: &Config) -> PathBuf {
    match config.backup.dir.as_os_str() {
        nothing if nothing.is_empty() => config.data_dir().join("backups"),
        _ => config.backup.dir.clone(),
    }
}

/// A new backup.
#[derive(Debug, Serialize)]
pub struct Created {
    pub path: PathBuf,
    /// Of the archive.
    pub archive_bytes: u64,
    #[serde(flatten)]
    pub manifest: Manifest,
}

/// Backs up the site in `data_dir`, whether or not a server is running there. `to` is the archive's path, or the directory
/// in which it is to get a name of its own; that directory is made if need be. Nobody else may read the archive.
pub fn create(data_dir: &Path, to: &Path, now: Timestamp) -> Result<Created> {
    let database = data_dir.join(DATABASE);
    if !holds_site(data_dir)? {
        return Err(BackupError::NotFound(format!("there is no site in {}", data_dir.display())));
    }
    let path = if is_archive_name(to) { to.to_owned() } else { to.join(name_at(now)) };
    // Found out before the work, if it can be; somebody else may yet be quicker.
    if path.exists() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("there is a file {} already", path.display())).into());
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let cannot = |error: io::Error| io::Error::new(error.kind(), format!("cannot write in {}: {error}", directory.display()));
    create_private(directory).and_then(|()| sweep(directory)).map_err(cannot)?;
    // In a directory of its own: should this fail, SQLite leaves a journal beside it.
    let beside = tempfile::Builder::new().prefix(PREFIX).tempdir_in(directory).map_err(cannot)?;
    let copy = beside.path().join(DATABASE);
    store::copy(&database, &copy)?;
    let manifest = Manifest {
        format: FORMAT,
        created_at: now.to_string(),
        stoa: env!("CARGO_PKG_VERSION").to_owned(),
        schema: 0,
        bytes: fs::metadata(&copy)?.len(),
        sha256: sha256(&copy)?,
        rows: BTreeMap::new(),
    };
    let manifest = inspected(&copy, manifest)?;

    let archive = NamedTempFile::with_prefix_in(PREFIX, directory)?;
    write_archive(&manifest, &copy, archive.as_file())?;
    archive.as_file().sync_all()?;
    drop(beside);
    // What was written is read again before it may be called a backup.
    unpack(archive.path(), directory)?;
    archive.persist_noclobber(&path).map_err(|failed| failed.error)?;
    sync_directory(directory)?;
    Ok(Created { archive_bytes: fs::metadata(&path)?.len(), path, manifest })
}

fn is_archive_name(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(&format!(".{EXTENSION}")))
}

fn name_at(time: Timestamp) -> String {
    // A colon is no part of a file's name everywhere.
    format!("stoa-{}.{EXTENSION}", time.to_string().replace(':', "-"))
}

/// The manifest with what the database itself says, which is a site's, sound, and not too new.
fn inspected(database: &Path, manifest: Manifest) -> Result<Manifest> {
    let found = store::inspect(database)?;
    if !found.is_ours {
        return Err(damaged("its database is not one of Stoa"));
    }
    let ours = db::newest_schema();
    if found.schema > ours {
        return Err(BackupError::Newer { theirs: found.schema, ours });
    }
    match found.problems.as_slice() {
        [] => Ok(Manifest { schema: found.schema, rows: found.rows, ..manifest }),
        [problem, ..] => Err(damaged(format_args!("SQLite says: {problem}"))),
    }
}

fn write_archive(manifest: &Manifest, database: &Path, to: &File) -> Result<()> {
    let mut encoder = zstd::Encoder::new(to, LEVEL)?;
    encoder.include_checksum(true)?;
    let mut tar = tar::Builder::new(encoder);
    let text = serde_json::to_vec_pretty(manifest).map_err(io::Error::other)?;
    append(&mut tar, MANIFEST, text.len() as u64, text.as_slice())?;
    append(&mut tar, DATABASE, manifest.bytes, File::open(database)?)?;
    tar.into_inner()?.finish()?;
    Ok(())
}

fn append(tar: &mut tar::Builder<impl io::Write>, name: &str, bytes: u64, content: impl Read) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes);
    header.set_mode(0o600);
    header.set_cksum();
    tar.append_data(&mut header, name, content)
}

/// What an archive says of itself, without a look at its database.
pub fn manifest(archive: &Path) -> Result<Manifest> {
    read_archive(archive, None).map(|(manifest, _)| manifest)
}

/// Reads the manifest, and if the database is wanted the rest of the archive to its end; returns the database's bytes too. However much
/// a small archive may unpack to, no more is written than it says, nor more than there is room for.
fn read_archive(archive: &Path, database: Option<&mut NamedTempFile>) -> Result<(Manifest, u64)> {
    let file = File::open(archive).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => BackupError::NotFound(format!("there is no file {}", archive.display())),
        _ => BackupError::Io(error),
    })?;
    let mut tar = tar::Archive::new(zstd::Decoder::new(file)?);
    // As they are: a name that is too long for its place would be read whole.
    let mut entries = tar.entries().map_err(damaged)?.raw(true);
    let mut entry = |name: &str| match entries.next() {
        Some(Ok(entry)) if entry.path().is_ok_and(|path| path.as_os_str() == name) => Ok(entry),
        Some(Err(error)) => Err(damaged(error)),
        Some(Ok(_)) | None => Err(damaged(format_args!("{name} is not where it should be"))),
    };
    let manifest: Manifest = serde_json::from_reader(entry(MANIFEST)?.take(MANIFEST_BYTES)).map_err(damaged)?;
    if manifest.format != FORMAT {
        return Err(damaged(format_args!("its format is {}, this program knows {FORMAT}", manifest.format)));
    }
    let Some(to) = database else { return Ok((manifest, 0)) };
    let database = entry(DATABASE)?;
    if database.size() != manifest.bytes {
        return Err(damaged("its database is not as long as its manifest says"));
    }
    if let Ok(free) = db::files::free_bytes(to.path())
        && free < manifest.bytes
    {
        let directory = to.path().parent().unwrap_or(to.path()).display();
        let message = format!("unpacked it takes {} bytes, and {directory} has room for {free}", manifest.bytes);
        return Err(io::Error::new(io::ErrorKind::StorageFull, message).into());
    }
    let bytes = copy(database, to)?;
    // The checksum of the whole comes last.
    if io::copy(&mut tar.into_inner().take(END_BYTES), &mut io::sink()).map_err(damaged)? == END_BYTES {
        return Err(damaged("something follows its database"));
    }
    Ok((manifest, bytes))
}

/// Copies what comes out of an archive. That it does not come is the archive's fault, that it does not arrive is not.
fn copy(mut from: impl Read, to: &mut dyn io::Write) -> Result<u64> {
    let (mut bytes, mut buffer) = (0, vec![0; 1 << 16]);
    loop {
        let count = from.read(&mut buffer).map_err(damaged)?;
        if count == 0 {
            return Ok(bytes);
        }
        to.write_all(&buffer[..count])?;
        bytes += count as u64;
    }
}

/// Unpacks the archive's database into a temporary file in `directory`, and checks that it is what the manifest says.
fn unpack(archive: &Path, directory: &Path) -> Result<(Manifest, TempPath)> {
    let mut file = NamedTempFile::with_prefix_in(PREFIX, directory)?;
    let (manifest, bytes) = read_archive(archive, Some(&mut file))?;
    file.as_file().sync_all()?;
    let database = file.into_temp_path();
    if bytes != manifest.bytes || sha256(&database)? != manifest.sha256 {
        return Err(damaged("its database is not the one that was backed up"));
    }
    let found = inspected(&database, manifest.clone())?;
    if found != manifest {
        return Err(damaged("its manifest does not describe its database"));
    }
    Ok((manifest, database))
}

/// Whether an archive could be restored: unpacks it into the system's temporary directory, and opens its database.
pub fn verify(archive: &Path) -> Result<Manifest> {
    unpack(archive, &std::env::temp_dir()).map(|(manifest, _)| manifest)
}

/// What was restored.
#[derive(Debug, Serialize)]
pub struct Restored {
    /// What the archive says of itself.
    pub manifest: Manifest,
    /// The rows of the database that is in place now.
    pub rows: BTreeMap<String, i64>,
    /// Where the site is now that was in this directory before.
    pub kept: Option<PathBuf>,
}

/// A directory of its own beside the database, which is gone when this is dropped.
pub fn room(data_dir: &Path) -> Result<TempDir> {
    if !holds_site(data_dir)? && !data_dir.is_dir() {
        return Err(BackupError::NotFound(format!("there is no site in {}", data_dir.display())));
    }
    sweep(data_dir)?;
    Ok(tempfile::Builder::new().prefix(PREFIX).tempdir_in(data_dir)?)
}

/// What `f` does with a copy of the site's database, beside whoever serves it. The copy takes as much space as the database,
/// and is gone afterwards.
pub fn with_copy<T>(data_dir: &Path, f: impl FnOnce(&Path) -> T) -> Result<T> {
    let directory = room(data_dir)?;
    let copy = NamedTempFile::new_in(&directory)?.into_temp_path();
    store::copy(&data_dir.join(DATABASE), &copy)?;
    Ok(f(&copy))
}

/// Whether a directory holds a site; an error if we may not look.
pub fn holds_site(data_dir: &Path) -> io::Result<bool> {
    let database = data_dir.join(DATABASE);
    database.try_exists().map_err(|error| io::Error::new(error.kind(), format!("cannot look for {}: {error}", database.display())))
}

/// Puts the archive's database into `data_dir`, where no server may be running. The one that is there is kept beside it.
/// However this ends, and whenever the process is killed, either the old site is in place or the new one. Only where the log of
/// the old one could not be emptied, the old database may be in place without it: the log is then with what is kept.
pub fn restore(archive: &Path, data_dir: &Path, now: Timestamp) -> Result<Restored> {
    sweep(data_dir)?;
    let (manifest, database) = unpack(archive, data_dir)?;
    let place = data_dir.join(DATABASE);
    let kept = if place.exists() { Some(keep(data_dir, now)?) } else { None };
    // Whatever a site left here that is gone: SQLite would play it back into the new one.
    for stale in [LOG, SHARED_MEMORY] {
        remove_if_there(&data_dir.join(stale))?;
    }
    database.persist(&place).map_err(|failed| failed.error)?;
    sync_directory(data_dir)?;
    Ok(Restored { manifest, rows: store::inspect(&place)?.rows, kept })
}

/// Makes a second name for the database, in a directory of its own, so that its own name can be given to another.
fn keep(data_dir: &Path, now: Timestamp) -> Result<PathBuf> {
    let directory = data_dir.join(format!("before-restore-{}", now.to_string().replace(':', "-")));
    create_private(&directory)?;
    let place = data_dir.join(DATABASE);
    // SQLite throws the log of a database away that it cannot make sense of: that one is kept as it is.
    let (log, kept_log) = (data_dir.join(LOG), directory.join(LOG));
    if log.exists() {
        copy_file(&log, &kept_log)?;
    }
    // Otherwise all that is in the log goes into the database.
    if store::empty_log(&place).unwrap_or(false) {
        remove_if_there(&kept_log)?;
    }
    let kept = directory.join(DATABASE);
    fs::hard_link(&place, &kept).or_else(|_| copy_file(&place, &kept))?;
    sync_directory(&directory)?;
    sync_directory(data_dir)?;
    Ok(directory)
}

/// Removes what killed processes have left behind.
fn sweep(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let is_abandoned = || entry.metadata()?.modified().map(|at| at.elapsed().is_ok_and(|age| age > ABANDONED));
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && is_abandoned().unwrap_or(false) {
            tracing::info!(path = %entry.path().display(), "removing what was left behind");
            let path = entry.path();
            let removed = if entry.file_type()?.is_dir() { fs::remove_dir_all(&path) } else { remove_if_there(&path) };
            if let Err(error) = removed {
                tracing::warn!(%error, path = %path.display(), "it could not be removed");
            }
        }
    }
    Ok(())
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// An archive in a directory.
#[derive(Debug, Serialize)]
pub struct Listed {
    pub path: PathBuf,
    pub archive_bytes: u64,
    /// None, if it cannot be read.
    #[serde(flatten)]
    pub manifest: Option<Manifest>,
}

impl Listed {
    /// When it was made, as far as it can be read.
    pub fn time(&self) -> Option<Timestamp> {
        self.manifest.as_ref()?.time()
    }
}

/// When the last one was made. What is said to have been made after `now` was made while a clock was ahead, and does not count.
pub fn last(listed: &[Listed], now: Timestamp) -> Option<Timestamp> {
    listed.iter().filter_map(Listed::time).filter(|time| *time <= now).max()
}

/// The archives in a directory, by their names, which begin with the time at which each was made. Their databases are not
/// looked at.
pub fn list(directory: &Path) -> Result<Vec<Listed>> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| is_archive_name(path));
    paths.sort();
    let listed = |path: PathBuf| Ok(Listed { archive_bytes: fs::metadata(&path)?.len(), manifest: manifest(&path).ok(), path });
    paths.into_iter().map(listed).collect()
}

fn sha256(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            count => hasher.update(&buffer[..count]),
        }
    }
}

/// Makes a directory that only its owner may look into, unless it is there.
pub fn create_private(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Copies a file, whose content then survives a power cut.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    File::open(to)?.sync_all()
}

/// A new name survives a power cut once its directory is synced.
fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}
