//! The colors of a picture: stored ones are sRGB, as browsers take pictures without a profile.

use image::DynamicImage;
use moxcms::{ColorProfile, Layout, TransformOptions};

/// Converts a picture with samples of one byte from the colors of an ICC profile. Returns it unchanged if it
/// has no colors, and if the profile is damaged or not one of three primaries with curves, as cameras and
/// screens have them.
pub fn to_srgb(image: DynamicImage, profile: &[u8]) -> DynamicImage {
    match image {
        DynamicImage::ImageRgb8(mut image) => {
            convert(&mut image, Layout::Rgb, profile);
            image.into()
        }
        DynamicImage::ImageRgba8(mut image) => {
            convert(&mut image, Layout::Rgba, profile);
            image.into()
        }
        image => image,
    }
}

/// Converts pixels a row of this many at a time, so that the copy of what is converted stays small.
const ROW: usize = 4_096;

fn convert(pixels: &mut [u8], layout: Layout, profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else {
        return;
    };
    if !profile.is_matrix_shaper() {
        return;
    }
    let srgb = ColorProfile::new_srgb();
    let options = TransformOptions::default();
    let Ok(transform) = profile.create_transform_8bit(layout, &srgb, layout, options) else {
        return;
    };
    for row in pixels.chunks_mut(ROW * layout.channels()) {
        let source = row.to_vec();
        // It fails only for rows of another length.
        let _ = transform.transform(&source, row);
    }
}
