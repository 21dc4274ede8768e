//! Metadata: none of it is stored. exiftool (Debian: libimage-exiftool-perl) writes and finds it.

use std::fs;
use std::path::Path;
use std::process::Command;

use image::ImageEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use moxcms::ColorProfile;

use super::*;

/// Runs exiftool and returns what it prints.
fn exiftool(arguments: &[&str], file: &Path) -> String {
    let output = Command::new("exiftool").args(arguments).arg(file).output();
    let output = output.expect("exiftool is installed (Debian: libimage-exiftool-perl)");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the groups of tags that are not those of the file itself and of its pixels.
fn metadata_of(bytes: &[u8]) -> Vec<String> {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("picture");
    fs::write(&file, bytes).expect("a file");
    let tags = exiftool(&["-G1", "-s", "-a", "-u", "-ee"], &file);
    let structural = [
        "[ExifTool]",
        "[System]",
        "[File]",
        "[Composite]",
        "[PNG]",
        "[JFIF]",
    ];
    let is_pixels = |line: &&str| structural.iter().any(|group| line.starts_with(group));
    tags.lines()
        .filter(|line| !is_pixels(line))
        .map(str::to_owned)
        .collect()
}

/// Returns a picture with a place, a name, a comment and an orientation in it.
fn with_metadata(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let directory = tempfile::tempdir().expect("a directory");
    let extension = format.extensions_str()[0];
    let file = directory.path().join(format!("picture.{extension}"));
    fs::write(&file, encoded(image, format)).expect("a file");
    let mut tags = vec![
        "-overwrite_original",
        "-q",
        "-XMP:Creator=Ann Secret",
        "-XMP:GPSLatitude=48.2",
        "-XMP:GPSLongitude=16.37",
    ];
    if format != ImageFormat::Gif {
        tags.extend([
            "-EXIF:GPSLatitude=48.2",
            "-EXIF:GPSLatitudeRef=N",
            "-EXIF:GPSLongitude=16.37",
            "-EXIF:GPSLongitudeRef=E",
            "-EXIF:Artist=Ann Secret",
            "-EXIF:SerialNumber=12345",
        ]);
    }
    if matches!(
        format,
        ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Gif
    ) {
        tags.push("-Comment=Ann Secret");
    }
    exiftool(&tags, &file);
    fs::read(&file).expect("the file")
}

#[tokio::test]
async fn no_metadata_are_stored() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let image = photograph(1_000, 40);
    for format in [
        ImageFormat::Png,
        ImageFormat::Jpeg,
        ImageFormat::WebP,
        ImageFormat::Gif,
    ] {
        let bytes = with_metadata(&image, format);
        let before = metadata_of(&bytes);
        assert!(
            before.iter().any(|tag| tag.contains("GPSLatitude")),
            "{before:?}"
        );
        let picture = id_of(&ann.upload(bytes).await.ok());
        for size in ["", "?size=thumbnail"] {
            let stored = ann.get(&format!("/media/{picture}{size}")).await.bytes;
            assert_eq!(metadata_of(&stored), Vec::<String>::new(), "{format:?}");
            let secret = b"Secret";
            assert!(
                !stored.windows(secret.len()).any(|part| part == secret),
                "{format:?}"
            );
        }
    }
}

#[tokio::test]
async fn the_orientation_is_applied() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    // Red at the left, blue at the right.
    let image: DynamicImage = RgbImage::from_fn(40, 20, |x, _| {
        if x < 20 {
            Rgb([255, 0, 0])
        } else {
            Rgb([0, 0, 255])
        }
    })
    .into();
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory
            .path()
            .join(format!("picture.{}", format.extensions_str()[0]));
        fs::write(&file, encoded(&image, format)).expect("a file");
        // To be turned clockwise by 90 degrees.
        exiftool(
            &["-overwrite_original", "-q", "-n", "-EXIF:Orientation=6"],
            &file,
        );
        let picture = ann.upload(fs::read(&file).expect("the file")).await.ok();
        assert_eq!(
            [&picture["width"], &picture["height"]],
            [20, 40],
            "{format:?}"
        );
        let stored = ann.view(&id_of(&picture)).await.bytes;
        let stored = image::load_from_memory(&stored)
            .expect("a picture")
            .to_rgb8();
        let (top, bottom) = (stored.get_pixel(10, 5), stored.get_pixel(10, 35));
        assert!(
            top[0] > 200 && top[2] < 50 && bottom[0] < 50 && bottom[2] > 200,
            "{format:?}"
        );
    }
}

/// Returns a picture of this color in the colors of a profile.
fn with_profile(color: [u8; 3], format: ImageFormat, icc: &[u8]) -> Vec<u8> {
    let image = DynamicImage::from(RgbImage::from_pixel(16, 16, Rgb(color)));
    let mut bytes = Vec::new();
    let written = match format {
        ImageFormat::Jpeg => write_with_profile(JpegEncoder::new(&mut bytes), &image, icc),
        ImageFormat::Png => write_with_profile(PngEncoder::new(&mut bytes), &image, icc),
        _ => write_with_profile(WebPEncoder::new_lossless(&mut bytes), &image, icc),
    };
    written.expect("encoded");
    bytes
}

fn write_with_profile(
    mut encoder: impl ImageEncoder,
    image: &DynamicImage,
    icc: &[u8],
) -> image::ImageResult<()> {
    encoder.set_icc_profile(icc.to_vec()).expect("a profile");
    image.write_with_encoder(encoder)
}

impl Person {
    /// Uploads a picture of one color, and returns the stored color.
    async fn color_of(&self, bytes: Vec<u8>) -> [u8; 3] {
        let picture = id_of(&self.upload(bytes).await.ok());
        let stored = image::load_from_memory(&self.view(&picture).await.bytes);
        stored.expect("a picture").to_rgb8().get_pixel(8, 8).0
    }
}

/// Telephones store pictures in the colors of Display P3.
#[tokio::test]
async fn the_colors_of_a_profile_become_those_of_pages() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let icc = ColorProfile::new_display_p3().encode().expect("a profile");
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let color = ann
            .color_of(with_profile([200, 100, 100], format, &icc))
            .await;
        // As the matrices of both color spaces give it.
        let differences = std::iter::zip(color, [215_u8, 93, 97]).map(|(a, b)| a.abs_diff(b));
        assert!(differences.max() <= Some(3), "{format:?}: {color:?}");
    }
}

#[tokio::test]
async fn a_damaged_or_large_profile_changes_no_color() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let good = ColorProfile::new_display_p3().encode().expect("a profile");
    let cut_off = &good[..good.len() - 100];
    let large = [&good[..], &[0; 65_536]].concat();
    for icc in [cut_off, &large, b"no profile"] {
        let color = [200, 100, 100];
        let bytes = with_profile(color, ImageFormat::Png, icc);
        assert_eq!(ann.color_of(bytes).await, color, "{} bytes", icc.len());
    }
}
