//! What the formats have in common: limits, and a reader of the parts of a file.

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
/// The largest color profile that is looked at, in bytes. Those of cameras and screens have less than 5,000.
pub const MAX_PROFILE: usize = 64 << 10;

/// A file with nothing but its first frame.
pub struct Stripped {
    pub format: ImageFormat,
    /// The file.
    pub bytes: Vec<u8>,
    pub orientation: Orientation,
    /// The ICC profile of the colors, which is not in the file any more.
    pub profile: Option<Vec<u8>>,
    /// Where the frame is, unless it is the whole picture.
    pub place: Option<Place>,
    /// Whether there were further frames.
    pub is_animated: bool,
}

/// The place of a frame in its picture, in pixels. What it does not cover is transparent.
#[derive(Clone, Copy)]
pub struct Place {
    /// The width and the height of the picture.
    pub canvas: (u32, u32),
    /// From the left and from the top.
    pub offset: (u32, u32),
}

/// What a header says about a picture.
pub struct Header {
    pub width: u32,
    pub height: u32,
    /// The memory in bytes that each pixel takes while it is decoded.
    pub bytes_per_pixel: f64,
}

impl Header {
    /// Returns whether the picture is not empty and small enough to decode.
    pub fn is_allowed(&self) -> bool {
        let pixels = u64::from(self.width) * u64::from(self.height);
        let sides = [self.width, self.height];
        sides.iter().all(|side| (1..=MAX_SIDE).contains(side))
            && pixels <= MAX_PIXELS
            && pixels as f64 * self.bytes_per_pixel <= MAX_MEMORY as f64
    }
}

/// Returns the orientation that an EXIF part contains.
pub fn orientation(exif: &[u8]) -> Orientation {
    let exif = exif.get(..MAX_EXIF).unwrap_or(exif);
    Orientation::from_exif_chunk(exif).unwrap_or(Orientation::NoTransforms)
}

/// Returns a profile that is not too large.
pub fn profile(icc: &[u8]) -> Option<Vec<u8>> {
    (icc.len() <= MAX_PROFILE).then(|| icc.to_vec())
}

/// The part of a file that has not been read.
pub struct Parts<'f> {
    pub rest: &'f [u8],
}

impl<'f> Parts<'f> {
    pub fn of(file: &'f [u8]) -> Self {
        Self { rest: file }
    }

    /// Returns the next bytes, or `None` if there are not so many.
    pub fn take(&mut self, length: usize) -> Option<&'f [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    /// Returns the next three bytes as a number, the lowest first.
    pub fn u24(&mut self) -> Option<u32> {
        let [low, middle, high] = self.array()?;
        Some(u32::from_le_bytes([low, middle, high, 0]))
    }
}
