//! GIF: a header, a palette and blocks.

use image::ImageFormat;
use image::metadata::Orientation;

use super::parts::{Header, Parts, Stripped};

const EXTENSION: u8 = 0x21;
const IMAGE: u8 = 0x2c;
const TRAILER: u8 = 0x3b;
/// The extension with the transparent color of the next frame.
const GRAPHIC_CONTROL: u8 = 0xf9;

/// Keeps the header, the palettes, and the first frame with its transparent color.
pub fn strip(file: &[u8]) -> Option<Stripped> {
    let mut parts = Parts::of(file);
    let start = parts.take(13)?;
    let mut bytes = start.to_vec();
    bytes.extend_from_slice(parts.take(palette_length(start[10]))?);
    let mut control: &[u8] = &[];
    loop {
        let block = parts.rest;
        match parts.byte()? {
            EXTENSION => {
                let label = parts.byte()?;
                skip_data(&mut parts)?;
                if label == GRAPHIC_CONTROL {
                    control = &block[..block.len() - parts.rest.len()];
                }
            }
            IMAGE => {
                let frame = parts.take(9)?;
                parts.take(palette_length(frame[8]))?;
                // The size of the codes.
                parts.byte()?;
                skip_data(&mut parts)?;
                let image = &block[..block.len() - parts.rest.len()];
                let canvas = size(&start[6..10]);
                let frame = size(&frame[4..8]);
                bytes.extend_from_slice(control);
                bytes.extend_from_slice(image);
                bytes.push(TRAILER);
                return (is_allowed(canvas) && is_allowed(frame) && fits(canvas, frame)).then_some(
                    Stripped {
                        format: ImageFormat::Gif,
                        bytes,
                        orientation: Orientation::NoTransforms,
                        profile: None,
                        place: None,
                        is_animated: has_frame(parts),
                    },
                );
            }
            _ => return None,
        }
    }
}

/// Returns whether a frame follows.
fn has_frame(mut parts: Parts<'_>) -> bool {
    loop {
        match parts.byte() {
            Some(EXTENSION) => {
                if parts.byte().and_then(|_| skip_data(&mut parts)).is_none() {
                    return false;
                }
            }
            other => return other == Some(IMAGE),
        }
    }
}

/// Returns the length of the palette that flags announce.
fn palette_length(flags: u8) -> usize {
    if flags & 0x80 == 0 {
        0
    } else {
        3 << ((flags & 7) + 1)
    }
}

/// Skips parts of data up to the empty one.
fn skip_data(parts: &mut Parts<'_>) -> Option<()> {
    loop {
        let length = parts.byte()?;
        if length == 0 {
            return Some(());
        }
        parts.take(length.into())?;
    }
}

fn size(numbers: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from(u16::from_le_bytes([numbers[at], numbers[at + 1]]));
    (number(0), number(2))
}

fn is_allowed((width, height): (u32, u32)) -> bool {
    let header = Header {
        width,
        height,
        bytes_per_pixel: 4.0,
    };
    header.is_allowed()
}

/// Returns whether canvas and frame are decoded within the memory. They share it if they are equal.
fn fits(canvas: (u32, u32), frame: (u32, u32)) -> bool {
    let pixels = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    canvas == frame || 4 * (pixels(canvas) + pixels(frame)) <= super::parts::MAX_MEMORY
}
