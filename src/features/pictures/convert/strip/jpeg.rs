//! JPEG: segments, and after the beginning of each scan its compressed data.

use image::ImageFormat;
use image::metadata::Orientation;

use super::parts::{Header, Parts, Stripped, orientation, profile};

/// The largest number of scans. Usual progressive pictures have about ten; each one takes as much time
/// as a whole picture.
const MAX_SCANS: usize = 30;

/// Keeps the tables, the frame, the scans, and the two segments that say how colors are stored.
pub fn strip(file: &[u8]) -> Option<Stripped> {
    let mut parts = Parts::of(file);
    let mut bytes = parts.take(2)?.to_vec();
    let mut frame: Option<Frame> = None;
    let mut scans = 0;
    let mut found = Orientation::NoTransforms;
    let mut colors = None;
    loop {
        let marker = next_marker(&mut parts)?;
        // The end of the picture.
        if marker == 0xd9 {
            break;
        }
        let segment = parts.rest;
        let length = usize::from(u16::from_be_bytes(parts.array()?));
        let data = parts.take(length.checked_sub(2)?)?;
        match marker {
            0xc0..=0xc2 if frame.is_none() => frame = Some(Frame::parse(data, marker == 0xc2)?),
            // Other kinds of frames, or a second one.
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => return None,
            // The tables, and the restart interval.
            0xc4 | 0xdb | 0xdd => {}
            // The segment of JFIF, which comes first, without a preview, and that of Adobe.
            0xe0 if bytes.len() == 2
                && data.len() == 14
                && data.starts_with(b"JFIF\0")
                && data.ends_with(&[0, 0]) => {}
            0xee if data.len() == 12 && data.starts_with(b"Adobe") => {}
            0xda if frame.is_some() => scans += 1,
            0xe1 => {
                if let Some(exif) = data.strip_prefix(b"Exif\0\0") {
                    found = orientation(exif);
                }
                continue;
            }
            0xe2 => {
                // The first part of one: a larger profile is none of those that are looked at.
                if let Some(icc) = data.strip_prefix(b"ICC_PROFILE\0\x01\x01") {
                    colors = profile(icc);
                }
                continue;
            }
            _ => continue,
        }
        bytes.extend([0xff, marker]);
        bytes.extend_from_slice(&segment[..length]);
        if marker == 0xda {
            let data = parts.take(data_length(parts.rest))?;
            bytes.extend_from_slice(data);
        }
        if parts.rest.is_empty() && scans > 0 {
            // Some cameras and programs leave out the end.
            break;
        }
    }
    bytes.extend([0xff, 0xd9]);
    let is_allowed = (1..=MAX_SCANS).contains(&scans) && frame?.header(scans).is_allowed();
    is_allowed.then_some(Stripped {
        format: ImageFormat::Jpeg,
        bytes,
        orientation: found,
        profile: colors,
        place: None,
        is_animated: false,
    })
}

/// Returns the next marker after any number of fill bytes.
fn next_marker(parts: &mut Parts<'_>) -> Option<u8> {
    if parts.byte()? != 0xff {
        return None;
    }
    loop {
        match parts.byte()? {
            0xff => {}
            marker => return Some(marker),
        }
    }
}

/// Returns the length of the compressed data of a scan: up to the next marker that is neither an escaped
/// byte nor a restart.
fn data_length(rest: &[u8]) -> usize {
    let is_end = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xd0..=0xd7 | 0xff);
    let end = rest.windows(2).position(is_end);
    end.unwrap_or(rest.len())
}

struct Frame {
    width: u32,
    height: u32,
    is_progressive: bool,
    /// For each component the part of the pixels for which it has a value.
    components: Vec<f64>,
}

impl Frame {
    fn parse(data: &[u8], is_progressive: bool) -> Option<Self> {
        let mut parts = Parts::of(data);
        // The precision.
        parts.byte()?;
        let height = u16::from_be_bytes(parts.array()?);
        let width = u16::from_be_bytes(parts.array()?);
        let count = parts.byte()?;
        let mut factors = Vec::new();
        for _ in 0..count {
            let [_, sampling, _] = parts.array()?;
            let (across, down) = (sampling >> 4, sampling & 15);
            if !(1..=4).contains(&across) || !(1..=4).contains(&down) {
                return None;
            }
            factors.push((f64::from(across), f64::from(down)));
        }
        let most_across = factors
            .iter()
            .fold(1.0, |most: f64, (across, _)| most.max(*across));
        let most_down = factors
            .iter()
            .fold(1.0, |most: f64, (_, down)| most.max(*down));
        let part = |(across, down): (f64, f64)| across * down / (most_across * most_down);
        let components: Vec<f64> = factors.into_iter().map(part).collect();
        matches!(components.len(), 1 | 3 | 4).then_some(Self {
            width: width.into(),
            height: height.into(),
            is_progressive,
            components,
        })
    }

    /// Several scans need the coefficients of all components in memory, of two bytes each.
    fn header(&self, scans: usize) -> Header {
        let output = if self.components.len() == 1 { 1.0 } else { 3.0 };
        let coefficients: f64 = self.components.iter().map(|part| 2.0 * part).sum();
        let needs_coefficients = self.is_progressive || scans > 1;
        Header {
            width: self.width,
            height: self.height,
            bytes_per_pixel: output
                + if needs_coefficients {
                    coefficients
                } else {
                    0.0
                },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A segment with this marker.
    fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(data.len() + 2).expect("a short segment");
        [&[0xff, marker][..], &length.to_be_bytes(), data].concat()
    }

    #[test]
    fn a_preview_in_the_segment_of_jfif_is_not_kept() {
        let picture = image::RgbImage::new(8, 8);
        let mut file = std::io::Cursor::new(Vec::new());
        picture
            .write_to(&mut file, ImageFormat::Jpeg)
            .expect("encoded");
        let file = file.into_inner();
        let preview = [&b"JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01"[..], b"abc"].concat();
        let extension = [&b"JFXX\0\x10"[..], b"abc"].concat();
        for hidden in [
            segment(0xe0, &preview),
            segment(0xe0, &extension),
            segment(0xee, b"abc"),
        ] {
            let with = [&file[..2], &hidden, &file[2..]].concat();
            let stripped = strip(&with).expect("a picture");
            assert!(!stripped.bytes.windows(3).any(|part| part == b"abc"));
            assert!(image::load_from_memory(&stripped.bytes).is_ok());
        }
        assert_eq!(strip(&file).expect("a picture").bytes, file);
    }
}
