//! Converts an uploaded file into the files that are stored: decoded and encoded again, upright, without
//! metadata, and not larger than pages need.
//!
//! Pure functions of bytes. What comes in is hostile; see [`strip`](strip::strip) for the limits.

mod colors;
mod shrink;
mod strip;

use std::collections::HashSet;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::codecs::gif::GifDecoder;
use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::{CompressionType, FilterType, PngDecoder, PngEncoder};
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{
    DynamicImage, GrayAlphaImage, GrayImage, ImageDecoder, ImageFormat, ImageResult, imageops,
};
use image::{ImageBuffer, Limits, Luma, LumaA, Pixel, Rgb, RgbImage, Rgba, RgbaImage};

use super::model::PictureType;
use shrink::{Layout, shrink};
use strip::{MAX_MEMORY, Place, Stripped, strip};

/// The longest side of a picture.
const LONGEST_SIDE: u32 = 2_560;
/// The longest side of a thumbnail.
pub(super) const THUMBNAIL_SIDE: u32 = 640;
const JPEG_QUALITY: u8 = 85;
/// The largest number of colors of a drawing, which JPEG would blur.
const FEW_COLORS: usize = 256;

/// A converted picture.
pub struct Converted {
    pub kind: PictureType,
    pub width: u32,
    pub height: u32,
    pub file: Vec<u8>,
    /// Absent if the picture is small enough itself.
    pub thumbnail: Option<Vec<u8>>,
}

/// Converts a file, or returns `None` if it is no picture of a known type, is damaged, or is too large to
/// decode. Survives panics of the decoders.
pub fn convert(file: Vec<u8>) -> Option<Converted> {
    catch_unwind(AssertUnwindSafe(|| try_convert(file))).ok()?
}

/// Returns whether a file has further frames, which [`convert`] leaves out.
pub fn is_animated(file: &[u8]) -> bool {
    strip(file).is_some_and(|stripped| stripped.is_animated)
}

/// Returns whether a file has no other parts than its pixels need, and is upright.
pub fn is_stripped(file: &[u8]) -> bool {
    strip(file).is_some_and(|stripped| {
        stripped.bytes == file && stripped.orientation == Orientation::NoTransforms
    })
}

fn try_convert(file: Vec<u8>) -> Option<Converted> {
    let Stripped {
        format,
        bytes,
        orientation,
        profile,
        place,
        is_animated: _,
    } = strip(&file)?;
    drop(file);
    let mut image = decode(format, bytes).ok()?;
    if let Some(place) = place {
        image = on_canvas(&image, place);
    }
    let mut image = fit(image, LONGEST_SIDE);
    image.apply_orientation(orientation);
    let image = without_needless_opacity(image);
    let image = match profile {
        Some(profile) => colors::to_srgb(image, &profile),
        None => image,
    };
    let is_drawing = match format {
        ImageFormat::Png => true,
        ImageFormat::Jpeg => false,
        _ => image.color().has_alpha() || has_few_colors(&image),
    };
    let kind = if is_drawing {
        PictureType::Png
    } else {
        PictureType::Jpeg
    };
    let (width, height) = (image.width(), image.height());
    let file = encode(&image, kind).ok()?;
    let thumbnail = if fitting((width, height), THUMBNAIL_SIDE) != (width, height) {
        let thumbnail = encode(&fit(image, THUMBNAIL_SIDE), kind).ok()?;
        Some(thumbnail).filter(|thumbnail| thumbnail.len() < file.len())
    } else {
        None
    };
    Some(Converted {
        kind,
        width,
        height,
        file,
        thumbnail,
    })
}

/// Returns a picture with a frame in its place.
fn on_canvas(frame: &DynamicImage, place: Place) -> DynamicImage {
    let (width, height) = place.canvas;
    let mut canvas = RgbaImage::new(width, height);
    let (x, y) = place.offset;
    imageops::replace(&mut canvas, frame, x.into(), y.into());
    canvas.into()
}

fn decode(format: ImageFormat, bytes: Vec<u8>) -> ImageResult<DynamicImage> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    let bytes = Cursor::new(bytes);
    match format {
        ImageFormat::Png => from_decoder(PngDecoder::with_limits(bytes, limits.clone())?, limits),
        ImageFormat::Gif => from_decoder(GifDecoder::new(bytes)?, limits),
        ImageFormat::WebP => from_decoder(WebPDecoder::new(bytes)?, limits),
        _ => from_decoder(JpegDecoder::new(bytes)?, limits),
    }
}

fn from_decoder(mut decoder: impl ImageDecoder, mut limits: Limits) -> ImageResult<DynamicImage> {
    limits.reserve(decoder.total_bytes())?;
    decoder.set_limits(limits)?;
    DynamicImage::from_decoder(decoder)
}

/// Returns the size of a picture whose sides are at most `longest`. A picture that is more than twice as high as wide,
/// such as that of a whole page, may be higher, so that its text can be read: it has at most the pixels of a square.
pub fn fitting((width, height): (u32, u32), longest: u32) -> (u32, u32) {
    let scale = |side: u32| {
        let (side, longest) = (f64::from(side), f64::from(longest));
        let (width, height) = (f64::from(width), f64::from(height));
        let scale = if height > 2.0 * width {
            (longest / (width * height).sqrt()).min(1.0)
        } else {
            (longest / width.max(height)).min(1.0)
        };
        ((side * scale).round() as u32).max(1)
    };
    (scale(width), scale(height))
}

/// Returns the picture with samples of one byte, and of the size that [`fitting`] returns.
fn fit(image: DynamicImage, longest: u32) -> DynamicImage {
    const SHORT: f32 = 255.0 / 65535.0;
    let size = fitting((image.width(), image.height()), longest);
    if size == (image.width(), image.height()) {
        return match image {
            DynamicImage::ImageLuma16(_) => image.into_luma8().into(),
            DynamicImage::ImageLumaA16(_) => image.into_luma_alpha8().into(),
            DynamicImage::ImageRgb16(_) => image.into_rgb8().into(),
            DynamicImage::ImageRgba16(_) => image.into_rgba8().into(),
            small => small,
        };
    }
    match image {
        DynamicImage::ImageLuma8(image) => luma(scaled(&image, size, 1.0), size),
        DynamicImage::ImageLuma16(image) => luma(scaled(&image, size, SHORT), size),
        DynamicImage::ImageLumaA8(image) => luma_alpha(scaled(&image, size, 1.0), size),
        DynamicImage::ImageLumaA16(image) => luma_alpha(scaled(&image, size, SHORT), size),
        DynamicImage::ImageRgb8(image) => rgb(scaled(&image, size, 1.0), size),
        DynamicImage::ImageRgb16(image) => rgb(scaled(&image, size, SHORT), size),
        DynamicImage::ImageRgba8(image) => rgba(scaled(&image, size, 1.0), size),
        DynamicImage::ImageRgba16(image) => rgba(scaled(&image, size, SHORT), size),
        other => rgba(scaled(&other.into_rgba8(), size, 1.0), size),
    }
}

fn scaled<P>(image: &ImageBuffer<P, Vec<P::Subpixel>>, size: (u32, u32), scale: f32) -> Vec<u8>
where
    P: Pixel,
    P::Subpixel: Into<f32>,
{
    let layout = Layout {
        width: image.width(),
        height: image.height(),
        samples: P::CHANNEL_COUNT.into(),
    };
    shrink(image.as_raw(), layout, size, scale)
}

fn buffer<P: Pixel<Subpixel = u8>>(
    pixels: Vec<u8>,
    (width, height): (u32, u32),
) -> ImageBuffer<P, Vec<u8>> {
    ImageBuffer::from_raw(width, height, pixels).expect("as many pixels as the size has")
}

fn luma(pixels: Vec<u8>, size: (u32, u32)) -> DynamicImage {
    GrayImage::into(buffer::<Luma<u8>>(pixels, size))
}

fn luma_alpha(pixels: Vec<u8>, size: (u32, u32)) -> DynamicImage {
    GrayAlphaImage::into(buffer::<LumaA<u8>>(pixels, size))
}

fn rgb(pixels: Vec<u8>, size: (u32, u32)) -> DynamicImage {
    RgbImage::into(buffer::<Rgb<u8>>(pixels, size))
}

fn rgba(pixels: Vec<u8>, size: (u32, u32)) -> DynamicImage {
    RgbaImage::into(buffer::<Rgba<u8>>(pixels, size))
}

/// Removes the opacity of a picture that is opaque everywhere.
fn without_needless_opacity(image: DynamicImage) -> DynamicImage {
    match image {
        DynamicImage::ImageRgba8(image) if image.pixels().all(|Rgba(p)| p[3] == 255) => {
            DynamicImage::from(image).into_rgb8().into()
        }
        DynamicImage::ImageLumaA8(image) if image.pixels().all(|LumaA(p)| p[1] == 255) => {
            DynamicImage::from(image).into_luma8().into()
        }
        image => image,
    }
}

fn has_few_colors(image: &DynamicImage) -> bool {
    let DynamicImage::ImageRgb8(image) = image else {
        return true;
    };
    let mut colors = HashSet::new();
    image.pixels().all(|color| {
        colors.insert(color);
        colors.len() <= FEW_COLORS
    })
}

fn encode(image: &DynamicImage, kind: PictureType) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    match kind {
        PictureType::Png => image.write_with_encoder(PngEncoder::new_with_quality(
            &mut bytes,
            CompressionType::Default,
            FilterType::Adaptive,
        ))?,
        PictureType::Jpeg => {
            image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))?;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_page_keeps_as_many_pixels_as_a_square() {
        for (size, fitted) in [
            ((1_080, 6_000), (1_080, 6_000)),
            ((1_080, 9_000), (887, 7_390)),
            ((3_000, 1_000), (2_560, 853)),
            ((1_000, 3_000), (1_000, 3_000)),
            ((4_000, 3_000), (2_560, 1_920)),
            ((1, 10_000), (1, 10_000)),
        ] {
            assert_eq!(fitting(size, LONGEST_SIDE), fitted);
        }
    }
}
