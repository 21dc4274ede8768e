//! Reduces an uploaded file to the parts that its first frame needs, and reads from its header how much
//! memory that takes. Everything else is left out before a decoder sees it: texts and profiles that
//! unpack to any size, comments, further frames, and what follows the end of the picture.
//!
//! The type of a file is that of its first bytes, whatever its name and its headers say.
//!
//! The crate `img-parts` does less: it reads no GIF and no frames of an animated WebP, has no limits, and
//! keeps what follows the first scan of a JPEG, whether that belongs to the picture or comes after its end.

mod gif;
mod jpeg;
mod parts;
mod png;
mod webp;

pub use parts::{MAX_MEMORY, Place, Stripped};

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
