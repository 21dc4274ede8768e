//! PNG: a signature and chunks.

use std::io::Read;

use flate2::read::ZlibDecoder;
use image::ImageFormat;
use image::metadata::Orientation;

use super::parts::{Header, MAX_PROFILE, Parts, Stripped, orientation, profile};

/// The bytes of a chunk beside its data: its length, its type and its checksum.
const FRAME: usize = 12;

/// Keeps the chunks with the pixels, the palette and the transparency.
pub fn strip(file: &[u8]) -> Option<Stripped> {
    let mut parts = Parts::of(file);
    let mut bytes = parts.take(8)?.to_vec();
    let mut header: Option<(Header, u8)> = None;
    let mut is_transparent = false;
    let mut found = Orientation::NoTransforms;
    let mut colors = None;
    let mut is_animated = false;
    loop {
        let chunk = parts.rest;
        let length = u32::from_be_bytes(parts.array()?) as usize;
        let kind = parts.array::<4>()?;
        let data = parts.take(length)?;
        parts.take(4)?;
        match &kind {
            b"IHDR" if header.is_none() => header = Some(parse(data)?),
            b"IEND" if !data.is_empty() => return None,
            b"PLTE" | b"IDAT" | b"IEND" if header.is_some() => {}
            b"tRNS" if header.is_some() => is_transparent = true,
            b"eXIf" => {
                found = orientation(data);
                continue;
            }
            // APNG: the number of frames comes first.
            b"acTL" => {
                is_animated = Parts::of(data).array().map(u32::from_be_bytes) > Some(1);
                continue;
            }
            b"iCCP" => {
                colors = unpack_profile(data);
                continue;
            }
            _ => continue,
        }
        bytes.extend_from_slice(&chunk[..length + FRAME]);
        if &kind == b"IEND" {
            break;
        }
    }
    let (mut header, sample) = header?;
    if is_transparent {
        header.bytes_per_pixel += f64::from(sample);
    }
    header.is_allowed().then_some(Stripped {
        format: ImageFormat::Png,
        bytes,
        orientation: found,
        profile: colors,
        place: None,
        is_animated,
    })
}

/// Returns the profile that follows its name and the number of its compression. Unpacks no more than the
/// largest one.
fn unpack_profile(data: &[u8]) -> Option<Vec<u8>> {
    let end = data.iter().position(|byte| *byte == 0)?;
    let packed = data.get(end + 1..)?.strip_prefix(&[0])?;
    let mut icc = Vec::new();
    let most = MAX_PROFILE as u64 + 1;
    ZlibDecoder::new(packed)
        .take(most)
        .read_to_end(&mut icc)
        .ok()?;
    profile(&icc)
}

/// Returns the header, and the number of bytes of a sample.
fn parse(data: &[u8]) -> Option<(Header, u8)> {
    let mut parts = Parts::of(data);
    let width = u32::from_be_bytes(parts.array()?);
    let height = u32::from_be_bytes(parts.array()?);
    let sample = parts.byte()?.div_ceil(8);
    let samples = match parts.byte()? {
        0 => 1,
        // A palette becomes colors.
        2 | 3 => 3,
        4 => 2,
        6 => 4,
        _ => return None,
    };
    let header = Header {
        width,
        height,
        bytes_per_pixel: f64::from(samples * sample),
    };
    Some((header, sample))
}
