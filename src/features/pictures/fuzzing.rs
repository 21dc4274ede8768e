//! The conversion of uploads as a function of bytes, with seeds for each format.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbaImage};

use super::convert;

/// Converts a file of any bytes. What comes out has no other parts than its pixels need, and is decodable.
///
/// # Panics
///
/// If it is not.
pub fn convert(file: Vec<u8>) {
    let Some(converted) = convert::convert(file) else {
        return;
    };
    for file in [Some(converted.file), converted.thumbnail]
        .into_iter()
        .flatten()
    {
        assert!(convert::is_stripped(&file), "only pixels are stored");
        assert!(
            convert::convert(file).is_some(),
            "what is stored is a picture"
        );
    }
}

/// Returns small files of a format: gray, opaque, and with transparent pixels.
pub fn seeds(format: ImageFormat) -> Vec<Vec<u8>> {
    let image = DynamicImage::from(RgbaImage::from_fn(24, 16, |x, y| {
        let (x, y) = (x as u8, y as u8);
        image::Rgba([x * 10, y * 15, x ^ y, if x < 8 { 0 } else { 255 }])
    }));
    let pictures = match format {
        ImageFormat::Jpeg => vec![image.to_luma8().into(), image.to_rgb8().into()],
        ImageFormat::Gif => vec![image],
        _ => vec![image.to_luma8().into(), image.to_rgb8().into(), image],
    };
    let encode = |picture: DynamicImage| {
        let mut file = Cursor::new(Vec::new());
        picture
            .write_to(&mut file, format)
            .expect("the seed is encodable");
        file.into_inner()
    };
    pictures.into_iter().map(encode).collect()
}
