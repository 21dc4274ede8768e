//! The archive format: a zstd-compressed tar of `manifest.json`, `media.sha256` if there are pictures,
//! and `stoa.db`.
//!
//! The list of the pictures' files comes before the database, so that it can be read without it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use tempfile::{NamedTempFile, TempPath};

use super::error::{BackupError, Result, damaged};
use super::files::sha256;
use super::media::{self, LIST, MAX_FILES, MediaSummary, read_list, size_of_list, write_list};
use super::names::UNFINISHED_PREFIX;
use super::store;
use crate::core::clock::Timestamp;
use crate::features::pictures::files::{DIRECTORY, FileHash, Media};
use crate::platform::db;

/// The name of the database in a data directory and in an archive.
pub(super) const DATABASE: &str = db::FILE;

/// The name of the manifest in an archive.
pub(super) const MANIFEST: &str = "manifest.json";

/// The version of the format of archives without pictures.
pub(super) const FORMAT: u32 = 1;

/// The version of the format of archives that name the files of pictures. Later versions cannot be
/// read.
pub(super) const FORMAT_WITH_MEDIA: u32 = 2;

/// The largest manifest that is read.
const MAX_MANIFEST_BYTES: u64 = 1 << 20;

/// An upper limit for the zeros that end a tar.
const MAX_TRAILING_BYTES: u64 = 1 << 20;

/// zstd's default level: a tenth of the time of the best level, and nearly the same size.
pub(super) const LEVEL: i32 = 3;

/// The description of an archive, stored in it as `manifest.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    /// ISO 8601, UTC.
    pub created_at: String,
    /// The version of the program that made the archive.
    pub stoa: String,
    /// The version of the schema.
    pub schema: i32,
    /// The size of the database.
    pub bytes: u64,
    /// The SHA-256 of the database, in hexadecimal.
    pub sha256: String,
    /// The number of rows of each table.
    pub rows: BTreeMap<String, i64>,
    /// When the site was created: tells its backups from those of another site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// The files of pictures that the archive names, if the site has pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media: Option<MediaSummary>,
}

impl Manifest {
    /// Adds the files of pictures that the archive names.
    pub(super) fn with_media(self, media: MediaSummary) -> Self {
        Self {
            format: FORMAT_WITH_MEDIA,
            media: Some(media),
            ..self
        }
    }

    /// Returns the time at which the archive was made, if it can be parsed.
    pub fn time(&self) -> Option<Timestamp> {
        self.created_at
            .parse::<jiff::Timestamp>()
            .ok()
            .map(|time| Timestamp::from_millis(time.as_millisecond()))
    }

    /// Returns the number of rows that users wrote. Deleted content keeps its rows, so this hardly
    /// ever shrinks.
    pub fn content(&self) -> i64 {
        ["users", "posts", "comments", "messages"]
            .iter()
            .filter_map(|table| self.rows.get(*table))
            .sum()
    }
}

/// Checks that the database is a sound site with a supported schema, and adds its schema and row
/// counts to the manifest.
pub(super) fn inspect(database: &Path, manifest: Manifest) -> Result<Manifest> {
    let found = store::inspect(database)?;
    if !found.is_ours {
        return Err(damaged("its database is not one of Stoa"));
    }
    if let Some(error) = found.unreleased {
        return Err(BackupError::Database(error));
    }
    let ours = db::newest_schema();
    if found.schema > ours {
        return Err(BackupError::Newer {
            theirs: found.schema,
            ours,
        });
    }
    match found.problems.as_slice() {
        [] => Ok(Manifest {
            schema: found.schema,
            rows: found.rows,
            site: found.site,
            ..manifest
        }),
        [problem, ..] => Err(damaged(format_args!("SQLite says: {problem}"))),
    }
}

/// Writes the manifest, the list of the pictures' files and the database into an archive.
pub(super) fn write_archive(
    manifest: &Manifest,
    hashes: &[FileHash],
    database: &Path,
    to: &File,
) -> Result<()> {
    let mut encoder = zstd::Encoder::new(to, LEVEL)?;
    encoder.include_checksum(true)?;
    let mut tar = tar::Builder::new(encoder);
    let text = serde_json::to_vec_pretty(manifest).map_err(io::Error::other)?;
    append(&mut tar, MANIFEST, text.len() as u64, text.as_slice())?;
    if manifest.media.is_some() {
        let list = write_list(hashes);
        append(&mut tar, LIST, list.len() as u64, list.as_slice())?;
    }
    append(&mut tar, DATABASE, manifest.bytes, File::open(database)?)?;
    tar.into_inner()?.finish()?;
    Ok(())
}

/// Appends a file to a tar.
pub(super) fn append(
    tar: &mut tar::Builder<impl io::Write>,
    name: &str,
    bytes: u64,
    content: impl Read,
) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes);
    header.set_mode(0o600);
    header.set_cksum();
    tar.append_data(&mut header, name, content)
}

/// Reads the manifest of an archive, without its database.
pub(super) fn read_manifest(archive: &Path) -> Result<Manifest> {
    Ok(read_archive(archive, Until::Manifest)?.manifest)
}

/// Reads the hashes of the files that an archive names, without its database.
pub(super) fn read_names(archive: &Path) -> Result<Vec<FileHash>> {
    Ok(read_archive(archive, Until::List)?.hashes)
}

/// Opens an archive, or fails if there is no such file.
pub fn open(archive: &Path) -> Result<File> {
    let shown = archive.display();
    if archive.is_dir() {
        let message = format!("{shown} is a directory: name one of the backups in it");
        return Err(BackupError::NotFound(message));
    }
    File::open(archive).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => BackupError::NotFound(format!("there is no file {shown}")),
        kind => io::Error::new(kind, format!("cannot read {shown}: {error}")).into(),
    })
}

/// How much of an archive is read.
enum Until<'f> {
    Manifest,
    List,
    /// Everything, with the database written to a file.
    End(&'f mut NamedTempFile),
}

/// What was read of an archive.
struct Content {
    manifest: Manifest,
    /// Empty if the list was not read.
    hashes: Vec<FileHash>,
    /// The number of bytes of the database, or 0 if it was not read.
    bytes: u64,
}

/// Reads an archive from its beginning. Protects against decompression bombs: it writes no more than
/// the manifest declares, and nothing if the disk has no room for that.
fn read_archive(archive: &Path, until: Until<'_>) -> Result<Content> {
    let file = open(archive)?;
    let mut tar = tar::Archive::new(zstd::Decoder::new(file)?);
    // Raw entries: a GNU long name would otherwise be read into memory whole.
    let mut entries = tar.entries().map_err(damaged)?.raw(true);
    let mut entry = |name: &str| match entries.next() {
        Some(Ok(entry)) if entry.path().is_ok_and(|path| path.as_os_str() == name) => Ok(entry),
        Some(Err(error)) => Err(damaged(error)),
        Some(Ok(_)) | None => Err(damaged(format_args!("{name} is missing or out of place"))),
    };
    let manifest: Manifest =
        serde_json::from_reader(entry(MANIFEST)?.take(MAX_MANIFEST_BYTES)).map_err(damaged)?;
    if !(FORMAT..=FORMAT_WITH_MEDIA).contains(&manifest.format) {
        return Err(damaged(format_args!(
            "its format is {}, but this program supports up to {FORMAT_WITH_MEDIA}",
            manifest.format
        )));
    }
    let mut content = Content {
        manifest,
        hashes: Vec::new(),
        bytes: 0,
    };
    if matches!(until, Until::Manifest) {
        return Ok(content);
    }
    if let Some(media) = content.manifest.media {
        let list = entry(LIST)?;
        if media.files > MAX_FILES || list.size() != size_of_list(media.files) {
            return Err(damaged(
                "its list of pictures has another length than its manifest says",
            ));
        }
        content.hashes = read_list(list, media.files)?;
    }
    let Until::End(to) = until else {
        return Ok(content);
    };
    let database = entry(DATABASE)?;
    if database.size() != content.manifest.bytes {
        return Err(damaged(
            "its database has another size than its manifest says",
        ));
    }
    if let Ok(free) = db::files::free_bytes(to.path())
        && free < content.manifest.bytes
    {
        let directory = to.path().parent().unwrap_or(to.path()).display();
        let message = format!(
            "the archive unpacks to {} bytes, but {directory} has only {free} bytes free",
            content.manifest.bytes
        );
        return Err(io::Error::new(io::ErrorKind::StorageFull, message).into());
    }
    content.bytes = copy(database, to)?;
    // zstd's checksum of the content is at the end of the stream.
    if io::copy(
        &mut tar.into_inner().take(MAX_TRAILING_BYTES),
        &mut io::sink(),
    )
    .map_err(damaged)?
        == MAX_TRAILING_BYTES
    {
        return Err(damaged("it has content after its database"));
    }
    Ok(content)
}

/// Copies content of an archive. A read error means a damaged archive; a write error does not.
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

/// An unpacked archive.
pub(super) struct Unpacked {
    pub manifest: Manifest,
    pub database: TempPath,
    /// The files of pictures that the archive names.
    pub hashes: Vec<FileHash>,
}

/// Unpacks the archive's database into a temporary file in `directory`, and checks that it matches
/// the manifest and the list of files. Does not look for the files.
pub(super) fn unpack(archive: &Path, directory: &Path) -> Result<Unpacked> {
    let mut file = NamedTempFile::with_prefix_in(UNFINISHED_PREFIX, directory)?;
    let Content {
        manifest,
        hashes,
        bytes,
    } = read_archive(archive, Until::End(&mut file))?;
    file.as_file().sync_all()?;
    let database = file.into_temp_path();
    if bytes != manifest.bytes || sha256(&database)? != manifest.sha256 {
        return Err(damaged("its database does not match its checksum"));
    }
    let mut found = inspect(&database, manifest.clone())?;
    // Older archives do not name their site.
    if manifest.site.is_none() {
        found.site = None;
    }
    if found != manifest {
        return Err(damaged("its manifest does not describe its database"));
    }
    if media::summarize(&database, &hashes)? != manifest.media {
        return Err(damaged("its list of pictures is not that of its database"));
    }
    Ok(Unpacked {
        manifest,
        database,
        hashes,
    })
}

/// Checks that an archive can be restored: unpacks it into the system's temporary directory, opens
/// its database, and reads the files of pictures that it names, in `media`, by default beside it.
pub fn verify(archive: &Path, media: Option<&Path>) -> Result<Manifest> {
    let unpacked = unpack_to_check(archive)?;
    media::verify(&unpacked.hashes, &media_at(archive, media))?;
    Ok(unpacked.manifest)
}

/// Returns the files of pictures in `media`, by default beside an archive.
pub(super) fn media_at(archive: &Path, media: Option<&Path>) -> Media {
    let beside = archive.parent().unwrap_or(Path::new("")).join(DIRECTORY);
    Media::at(media.map_or(beside, Path::to_owned))
}

/// Unpacks an archive into the system's temporary directory.
pub(super) fn unpack_to_check(archive: &Path) -> Result<Unpacked> {
    let directory = std::env::temp_dir();
    match unpack(archive, &directory) {
        Err(BackupError::Io(error)) if error.kind() == io::ErrorKind::StorageFull => {
            let message = format!(
                "{error}; the variable TMPDIR names another directory than {}",
                directory.display()
            );
            Err(io::Error::new(io::ErrorKind::StorageFull, message).into())
        }
        unpacked => unpacked,
    }
}
