//! WebP: a RIFF file with chunks. A simple file has one chunk; an extended one says in its first chunk
//! what it has.

use image::ImageFormat;
use image::metadata::Orientation;

use super::parts::{Header, Parts, Place, Stripped, orientation, profile};

/// The flag of an extended file that has an alpha channel.
const ALPHA: u8 = 0x10;
/// The bytes of an animation's frame before its chunks.
const FRAME_HEAD: usize = 16;

/// Keeps the pixels and the alpha channel of the only frame or the first one.
pub fn strip(file: &[u8]) -> Option<Stripped> {
    let mut found = Orientation::NoTransforms;
    let mut colors = None;
    let (mut canvas, mut offset, mut frames) = (None, (0, 0), 0);
    let (mut pixels, mut alpha): (Option<Chunk<'_>>, Option<Chunk<'_>>) = (None, None);
    let length = u32::from_le_bytes(file.get(4..8)?.try_into().ok()?) as usize;
    // What follows the RIFF file is not looked at.
    let mut parts = Parts::of(file.get(12..length.checked_add(8)?)?);
    while let Some(chunk) = Chunk::next(&mut parts) {
        match &chunk.kind {
            b"VP8 " | b"VP8L" if pixels.is_none() => pixels = Some(chunk),
            b"ALPH" if alpha.is_none() && pixels.is_none() => alpha = Some(chunk),
            b"VP8X" => {
                let mut size = Parts::of(chunk.data.get(4..)?);
                canvas = Some((size.u24()? + 1, size.u24()? + 1));
            }
            b"ANMF" if pixels.is_some() => frames += 1,
            b"ANMF" => {
                frames += 1;
                let mut place = Parts::of(chunk.data);
                offset = (2 * place.u24()?, 2 * place.u24()?);
                let mut frame = Parts::of(chunk.data.get(FRAME_HEAD..)?);
                while let Some(part) = Chunk::next(&mut frame) {
                    match &part.kind {
                        b"VP8 " | b"VP8L" if pixels.is_none() => pixels = Some(part),
                        b"ALPH" if alpha.is_none() && pixels.is_none() => alpha = Some(part),
                        _ => {}
                    }
                }
            }
            b"EXIF" => {
                found = orientation(chunk.data.strip_prefix(b"Exif\0\0").unwrap_or(chunk.data));
            }
            b"ICCP" => colors = profile(chunk.data),
            _ => {}
        }
    }
    let pixels = pixels?;
    let (width, height, has_own_alpha) = pixels.size()?;
    let header = Header {
        width,
        height,
        bytes_per_pixel: match (&pixels.kind, &alpha) {
            (b"VP8L", _) if has_own_alpha => 4.5,
            (b"VP8L", _) => 7.5,
            // The planes of brightness and colors, the pixels, and what unpacks the alpha channel.
            (_, Some(_)) => 1.5 + 4.0 + 6.0,
            (_, None) => 1.5 + 3.0,
        },
    };
    let canvas = canvas.filter(|size| frames > 0 && *size != (width, height));
    if let Some((width, height)) = canvas {
        let canvas = Header {
            width,
            height,
            bytes_per_pixel: 4.0 + header.bytes_per_pixel,
        };
        canvas.is_allowed().then_some(())?;
    }
    let mut chunks = Vec::new();
    if let (b"VP8 ", Some(alpha)) = (&pixels.kind, &alpha) {
        let mut extended = vec![ALPHA, 0, 0, 0];
        extended.extend_from_slice(&(width - 1).to_le_bytes()[..3]);
        extended.extend_from_slice(&(height - 1).to_le_bytes()[..3]);
        let extended = Chunk {
            kind: *b"VP8X",
            data: &extended,
        };
        extended.write(&mut chunks);
        alpha.write(&mut chunks);
    }
    pixels.write(&mut chunks);
    let mut bytes = b"RIFF".to_vec();
    bytes.extend_from_slice(&u32::try_from(chunks.len() + 4).ok()?.to_le_bytes());
    bytes.extend_from_slice(b"WEBP");
    bytes.append(&mut chunks);
    header.is_allowed().then_some(Stripped {
        format: ImageFormat::WebP,
        bytes,
        orientation: found,
        profile: colors,
        place: canvas.map(|canvas| Place { canvas, offset }),
        is_animated: frames > 1,
    })
}

struct Chunk<'f> {
    kind: [u8; 4],
    data: &'f [u8],
}

impl<'f> Chunk<'f> {
    /// Returns the next chunk, or `None` at the end and if it is cut off.
    fn next(parts: &mut Parts<'f>) -> Option<Self> {
        let kind = parts.array()?;
        let length = u32::from_le_bytes(parts.array()?) as usize;
        let data = parts.take(length)?;
        // A byte that makes the length even. The last one may be missing.
        let _ = parts.take(length % 2);
        Some(Self { kind, data })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.kind);
        out.extend_from_slice(&(self.data.len() as u32).to_le_bytes());
        out.extend_from_slice(self.data);
        if self.data.len() % 2 == 1 {
            out.push(0);
        }
    }

    /// Returns the width and the height in pixels, and whether the pixels have an alpha channel
    /// themselves.
    fn size(&self) -> Option<(u32, u32, bool)> {
        let mut parts = Parts::of(self.data);
        if &self.kind == b"VP8L" {
            // A signature.
            (parts.byte()? == 0x2f).then_some(())?;
            let bits = u32::from_le_bytes(parts.array()?);
            Some((
                (bits & 0x3fff) + 1,
                (bits >> 14 & 0x3fff) + 1,
                bits >> 28 & 1 == 1,
            ))
        } else {
            let [first, ..] = parts.array::<3>()?;
            // A key frame, and a signature.
            (first & 1 == 0 && parts.array::<3>()? == [0x9d, 0x01, 0x2a]).then_some(())?;
            let side = |pair| u32::from(u16::from_le_bytes(pair) & 0x3fff);
            Some((side(parts.array()?), side(parts.array()?), false))
        }
    }
}
