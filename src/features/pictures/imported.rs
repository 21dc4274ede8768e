//! Pictures that come with the content of another site: an export, or a dump.

use std::io::{self, Cursor};

use image::{ImageFormat, ImageReader};

use super::convert::{Converted, THUMBNAIL_SIDE, convert, fitting, is_stripped};
use super::converter::{PictureBytes, StoredPicture};
use super::files::{FileHash, Media};
use super::model::PictureType;

/// A picture that a site accepts.
pub struct ImportedPicture(Converted);

impl ImportedPicture {
    /// Converts a file as an upload, or returns `None` if it is no picture. A file that has nothing but
    /// pixels, and the size and the type that it would be converted to, stays as it is, and so does such
    /// a thumbnail of it: JPEG would lose details each time.
    pub fn accept(file: Vec<u8>, thumbnail: Option<Vec<u8>>) -> Option<Self> {
        let original = file.clone();
        let mut picture = convert(file)?;
        let size = (picture.width, picture.height);
        if is_plain(&original, picture.kind, |found| found == size) {
            picture.file = original;
            picture.thumbnail = thumbnail
                .filter(|thumbnail| is_thumbnail(thumbnail, &picture))
                .or(picture.thumbnail);
        }
        Some(Self(picture))
    }

    /// Returns the type of the file that is stored.
    pub fn kind(&self) -> PictureType {
        self.0.kind
    }

    /// Stores the files, so that they survive a power cut. Without a directory, they are only named.
    pub fn store(self, media: Option<&Media>) -> io::Result<StoredPicture> {
        let put = |bytes: Vec<u8>| -> io::Result<PictureBytes> {
            Ok(PictureBytes {
                hash: match media {
                    Some(media) => media.put(&bytes)?,
                    None => FileHash::of(&bytes),
                },
                bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
            })
        };
        Ok(StoredPicture {
            kind: self.0.kind,
            width: self.0.width,
            height: self.0.height,
            file: put(self.0.file)?,
            thumbnail: self.0.thumbnail.map(put).transpose()?,
        })
    }
}

/// Returns whether a file has this type and an expected size, and no other parts than its pixels need.
fn is_plain(file: &[u8], kind: PictureType, is_expected: impl Fn((u32, u32)) -> bool) -> bool {
    let format = match kind {
        PictureType::Png => ImageFormat::Png,
        PictureType::Jpeg => ImageFormat::Jpeg,
    };
    let size = ImageReader::with_format(Cursor::new(file), format).into_dimensions();
    is_stripped(file) && size.is_ok_and(is_expected)
}

/// Returns whether a file can be the thumbnail of a picture, and can be decoded.
fn is_thumbnail(file: &[u8], picture: &Converted) -> bool {
    let is_expected = |size| fitting(size, THUMBNAIL_SIDE) == size;
    file.len() < picture.file.len()
        && is_plain(file, picture.kind, is_expected)
        && convert(file.to_vec()).is_some_and(|converted| converted.kind == picture.kind)
}
