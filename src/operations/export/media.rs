//! The files of pictures beside an export: `ID.png` or `ID.jpg`, and smaller ones as
//! `ID.thumbnail.png` or `ID.thumbnail.jpg`.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::error::ExportError;
use crate::core::id::Id;
use crate::features::pictures::PictureType;
use crate::features::pictures::files::{FileHash, Media};

/// The extension of the folder.
const EXTENSION: &str = "media";

/// The files of a picture.
pub struct PictureFiles {
    pub id: Id,
    pub kind: PictureType,
    pub file: FileHash,
    pub thumbnail: Option<FileHash>,
}

/// Returns the folder of the pictures of an export: beside it, with another extension.
pub fn folder_of(export: &Path) -> PathBuf {
    let folder = export.with_extension(EXTENSION);
    if folder == export {
        let mut name = folder.into_os_string();
        name.push(".");
        name.push(EXTENSION);
        name.into()
    } else {
        folder
    }
}

/// Returns the path of the file of a picture in the folder of an export.
pub fn path_of(folder: &Path, id: Id, kind: PictureType) -> PathBuf {
    folder.join(format!("{id}.{}", extension(kind)))
}

/// Returns the path of the thumbnail of a picture in the folder of an export.
pub fn path_of_thumbnail(folder: &Path, id: Id, kind: PictureType) -> PathBuf {
    folder.join(format!("{id}.thumbnail.{}", extension(kind)))
}

fn extension(kind: PictureType) -> &'static str {
    match kind {
        PictureType::Png => "png",
        PictureType::Jpeg => "jpg",
    }
}

/// Copies the files of pictures into a new folder, which only this user can read. Returns the number of
/// pictures whose file is missing or damaged, and which the folder lacks.
pub(super) fn copy_files(
    pictures: &[PictureFiles],
    site: &Media,
    folder: &Path,
) -> Result<u64, ExportError> {
    DirBuilder::new().mode(0o700).create(folder)?;
    let mut missing = 0;
    for picture in pictures {
        let path = path_of(folder, picture.id, picture.kind);
        missing += u64::from(!copy_file(site, &picture.file, &path)?);
        if let Some(thumbnail) = &picture.thumbnail {
            let path = path_of_thumbnail(folder, picture.id, picture.kind);
            copy_file(site, thumbnail, &path)?;
        }
    }
    // All of them at once: a sync of each one takes long.
    rustix::fs::syncfs(File::open(folder)?).map_err(io::Error::from)?;
    Ok(missing)
}

/// Copies an intact file. Returns whether there is one.
fn copy_file(site: &Media, hash: &FileHash, to: &Path) -> io::Result<bool> {
    let bytes = match fs::read(site.path(hash)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        bytes => bytes?,
    };
    if FileHash::of(&bytes) != *hash {
        return Ok(false);
    }
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(to)?;
    io::Write::write_all(&mut file, &bytes)?;
    Ok(true)
}
