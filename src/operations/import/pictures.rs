//! The files of pictures in the folder of an export.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde_json::{Value, json};

use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::features::pictures::files::{FileHash, Media};
use crate::features::pictures::{ImportedPicture, PictureType};
use crate::operations::export::{path_of, path_of_thumbnail};

/// The largest file that is read: a picture without compression.
const MAX_BYTES: u64 = 64 << 20;

/// Where the files of pictures come from, and where they go.
pub struct PictureSource {
    pub folder: PathBuf,
    pub media: Media,
}

/// What became of a picture of an export.
pub(super) enum Taken {
    /// The parameter of the statements that insert it.
    Stored(String),
    /// There is no file.
    Missing,
    /// The file is not the one that the export names, or no picture.
    Refused,
}

impl PictureSource {
    /// Takes the files of a picture, whose record is `record`. The record gets the properties of what is
    /// stored. A dry run stores nothing.
    pub(super) fn take(&self, record: &str, dry_run: bool) -> Result<Taken> {
        let mut record: Value = serde_json::from_str(record).map_err(Error::internal)?;
        let text = |name: &str| record.get(name).and_then(Value::as_str);
        let id = Id::from_i64(record["id"].as_i64().unwrap_or_default());
        let kind = match text("media_type") {
            Some("image/png") => PictureType::Png,
            _ => PictureType::Jpeg,
        };
        let file = match read_file(&path_of(&self.folder, id, kind)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Taken::Missing),
            Err(error) => return Err(Error::internal(error)),
        };
        let is_named = |bytes: &[u8], name: &str| {
            text(name).and_then(|hash| FileHash::from_str(hash).ok()) == Some(FileHash::of(bytes))
        };
        let Some(file) = file.filter(|file| is_named(file, "sha256")) else {
            return Ok(Taken::Refused);
        };
        // Without a thumbnail the picture gets a new one.
        let thumbnail = read_file(&path_of_thumbnail(&self.folder, id, kind));
        let thumbnail = thumbnail.ok().flatten();
        let thumbnail = thumbnail.filter(|file| is_named(file, "thumbnail_sha256"));
        let Some(picture) = ImportedPicture::accept(file, thumbnail) else {
            return Ok(Taken::Refused);
        };
        if picture.kind() != kind {
            return Ok(Taken::Refused);
        }
        let media = Some(&self.media).filter(|_| !dry_run);
        let stored = picture.store(media).map_err(Error::internal)?;
        record["sha256"] = json!(stored.file.hash.as_str());
        record["file_bytes"] = json!(stored.file.bytes);
        record["width"] = json!(stored.width);
        record["height"] = json!(stored.height);
        record["thumbnail_sha256"] = Value::Null;
        if let Some(thumbnail) = stored.thumbnail {
            record["thumbnail_sha256"] = json!(thumbnail.hash.as_str());
            record["thumbnail_bytes"] = json!(thumbnail.bytes);
        }
        Ok(Taken::Stored(record.to_string()))
    }
}

/// Reads a file, or returns `None` if it is too large or no file. Fails if there is none.
pub(super) fn read_file(path: &Path) -> io::Result<Option<Vec<u8>>> {
    // Not opened: a pipe could block.
    let metadata = path.metadata()?;
    if !metadata.is_file() || metadata.len() > MAX_BYTES {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}
