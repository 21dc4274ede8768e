//! Reduces an uploaded file to the parts that its first frame needs, and reads from its header how much
//! memory that takes. Everything else is left out before a decoder sees it: texts and profiles that
//! unpack to any size, comments, further frames, and what follows the end of the picture.
//!
//! The type of a file is that of its first bytes, whatever its name and its headers say.

mod gif;
mod jpeg;
mod png;
mod webp;

use image::ImageFormat;
use image::metadata::Orientation;

/// The largest number of pixels.
const MAX_PIXELS: u64 = 20_000_000;
/// The largest width and height.
const MAX_SIDE: u32 = 10_000;
/// The largest memory in bytes that decoding may take.
pub const MAX_MEMORY: u64 = 96 << 20;
/// The largest EXIF part that is looked at for the orientation, in bytes.
const MAX_EXIF: usize = 64 << 10;

/// A file of which only the first frame is left.
pub struct Stripped {
    pub format: ImageFormat,
    /// The file.
    pub bytes: Vec<u8>,
    pub orientation: Orientation,
}

/// What a header says about a picture.
struct Header {
    width: u32,
    height: u32,
    /// The memory in bytes that each pixel takes while it is decoded.
    bytes_per_pixel: f64,
}

impl Header {
    /// Returns whether the picture is not empty and small enough to decode.
    fn is_allowed(&self) -> bool {
        let pixels = u64::from(self.width) * u64::from(self.height);
        let sides = [self.width, self.height];
        sides.iter().all(|side| (1..=MAX_SIDE).contains(side))
            && pixels <= MAX_PIXELS
            && pixels as f64 * self.bytes_per_pixel <= MAX_MEMORY as f64
    }
}

/// Returns what the first frame of a file needs, or `None` if it is no picture of a known type, is cut
/// off, or is too large to decode.
pub fn strip(file: &[u8]) -> Option<Stripped> {
    match file {
        [0x89, b'P', b'N', b'G', ..] => png::strip(file),
        [0xff, 0xd8, 0xff, ..] => jpeg::strip(file),
        [b'G', b'I', b'F', b'8', ..] => gif::strip(file),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => webp::strip(file),
        _ => None,
    }
}

/// Returns the orientation that an EXIF part contains.
fn orientation(exif: &[u8]) -> Orientation {
    let exif = exif.get(..MAX_EXIF).unwrap_or(exif);
    Orientation::from_exif_chunk(exif).unwrap_or(Orientation::NoTransforms)
}

/// A reader of the numbers and parts of a file.
struct Parts<'f> {
    rest: &'f [u8],
}

impl<'f> Parts<'f> {
    fn of(file: &'f [u8]) -> Self {
        Self { rest: file }
    }

    /// Returns the next bytes, or `None` if there are not so many.
    fn take(&mut self, length: usize) -> Option<&'f [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }
}
