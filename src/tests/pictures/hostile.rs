//! Files that unpack to more than they are, pretend to be something else, or carry something else.

use std::io::Write as _;
use std::time::Instant;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};

use super::*;

/// The largest picture that the site takes, in pixels of one side.
const SIDE: u32 = 4_400;

/// Returns a chunk of a PNG.
pub(super) fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = (data.len() as u32).to_be_bytes().to_vec();
    chunk.extend_from_slice(kind);
    chunk.extend_from_slice(data);
    let mut sum = crc(kind, u32::MAX);
    sum = !crc(data, sum);
    chunk.extend_from_slice(&sum.to_be_bytes());
    chunk
}

fn crc(bytes: &[u8], start: u32) -> u32 {
    bytes.iter().fold(start, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 {
                0xedb8_8320 ^ (sum >> 1)
            } else {
                sum >> 1
            }
        })
    })
}

/// Returns a PNG with another chunk after its header.
pub(super) fn with_chunk(chunk: &[u8]) -> Vec<u8> {
    let png = small_png(1);
    let header = 8 + 25;
    [&png[..header], chunk, &png[header..]].concat()
}

/// Returns zlib's form of so many zeros.
fn packed_zeros(count: usize) -> Vec<u8> {
    // The pixels of a black PNG.
    let side = count.isqrt() as u32;
    let mut png = Vec::new();
    let (best, plain) = (CompressionType::Best, FilterType::NoFilter);
    DynamicImage::from(image::GrayImage::new(side, side))
        .write_with_encoder(PngEncoder::new_with_quality(&mut png, best, plain))
        .expect("encoded");
    let start = png
        .windows(4)
        .position(|part| part == b"IDAT")
        .expect("pixels");
    let length = u32::from_be_bytes(png[start - 4..start].try_into().expect("a length"));
    png[start + 4..][..length as usize].to_vec()
}

#[tokio::test]
async fn metadata_that_unpack_to_much_are_not_unpacked() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let zeros = packed_zeros(200_000_000);
    assert!(zeros.len() < 1_000_000);
    for (kind, head) in [
        (b"zTXt", b"Comment\0\0".as_slice()),
        (b"iCCP", b"profile\0\0"),
        (b"iTXt", b"Comment\0\x01\0\0\0"),
    ] {
        let bytes = with_chunk(&chunk(kind, &[head, &zeros].concat()));
        let began = Instant::now();
        let picture = ann.upload(bytes).await.ok();
        assert_eq!(picture["width"], 8);
        assert!(began.elapsed().as_millis() < 2_000, "{:?}", began.elapsed());
    }
}

#[tokio::test]
async fn pictures_with_too_many_pixels_are_rejected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut huge = small_png(1);
    huge.splice(
        8..33,
        chunk(
            b"IHDR",
            &[&[0, 0, 0x75, 0x30].repeat(2)[..], &[8, 2, 0, 0, 0]].concat(),
        ),
    );
    ann.upload(huge).await.refused(400, "Not a picture");
    let wide = image::GrayImage::new(10_001, 1);
    ann.upload(encoded(&wide.into(), ImageFormat::Png))
        .await
        .refused(400, "Not a picture");
    let large = encoded(&image::GrayImage::new(SIDE, SIDE).into(), ImageFormat::Png);
    ann.upload(large).await.ok();
    let too_large = image::GrayImage::new(SIDE + 100, SIDE + 100);
    ann.upload(encoded(&too_large.into(), ImageFormat::Png))
        .await
        .refused(400, "Not a picture");
    // As many pixels, but more than 96 MiB of them.
    let deep = image::ImageBuffer::<image::Rgba<u16>, Vec<u16>>::new(SIDE, SIDE);
    ann.upload(encoded(&deep.into(), ImageFormat::Png))
        .await
        .refused(400, "Not a picture");
}

#[tokio::test]
async fn a_small_gif_that_claims_gigabytes_is_rejected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut gif = encoded(&transparent(8, 8), ImageFormat::Gif);
    gif.splice(6..10, [0xff; 4]);
    ann.upload(gif.clone()).await.refused(400, "Not a picture");
    // A small screen and a large frame.
    gif.splice(6..10, [8, 0, 8, 0]);
    let frame = gif.iter().rposition(|byte| *byte == 0x2c).expect("a frame");
    gif.splice(frame + 5..frame + 9, [0xff; 4]);
    ann.upload(gif).await.refused(400, "Not a picture");
}

#[tokio::test]
async fn a_webp_with_a_huge_canvas_is_rejected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let webp = encoded(&photograph(8, 8), ImageFormat::WebP);
    let at = webp
        .windows(4)
        .position(|part| part == b"VP8L")
        .expect("pixels")
        + 9;
    let mut huge = webp.clone();
    // 16,383 pixels wide and high.
    huge.splice(at..at + 4, 0x0fff_fffe_u32.to_le_bytes());
    ann.upload(huge).await.refused(400, "Not a picture");
    ann.upload(webp).await.ok();
}

#[tokio::test]
async fn a_jpeg_with_too_many_scans_or_two_frames_is_rejected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let jpeg = encoded(&photograph(8, 8), ImageFormat::Jpeg);
    let find = |marker: u8| {
        let is_marker = |part: &[u8]| part == [0xff, marker];
        jpeg.windows(2).position(is_marker).expect("a marker")
    };
    let (frame, scan) = (find(0xc0), find(0xda));
    let scans = jpeg[scan..jpeg.len() - 2].repeat(31);
    let many = [&jpeg[..scan], &scans, &[0xff, 0xd9]].concat();
    ann.upload(many).await.refused(400, "Not a picture");
    let length = usize::from(u16::from_be_bytes([jpeg[frame + 2], jpeg[frame + 3]])) + 2;
    let twice = [&jpeg[..frame], &jpeg[frame..frame + length], &jpeg[frame..]].concat();
    ann.upload(twice).await.refused(400, "Not a picture");
}

#[tokio::test]
async fn what_a_file_carries_besides_the_picture_is_not_stored() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let archive = b"PK\x03\x04secret.txt and its content PK\x05\x06";
    let page = b"<html><script>alert('secret')</script></html>";
    let script = b"*/=1;alert('secret')//";
    let image = photograph(30, 30);
    let png = encoded(&image, ImageFormat::Png);
    let jpeg = encoded(&image, ImageFormat::Jpeg);
    let mut gif = encoded(&image, ImageFormat::Gif);
    gif.truncate(gif.len() - 1);
    // In a comment of the JPEG, and after each picture.
    let mut comment = vec![0xff, 0xfe, 0, page.len() as u8 + 2];
    comment.extend_from_slice(page);
    let files = [
        [&png[..], archive].concat(),
        [&jpeg[..], page].concat(),
        [&jpeg[..2], &comment, &jpeg[2..]].concat(),
        [
            &gif[..],
            &[0x21, 0xfe, script.len() as u8],
            script,
            &[0, 0x3b],
            script,
        ]
        .concat(),
        with_chunk(&chunk(b"prVt", page)),
        [&png[..], &jpeg].concat(),
    ];
    for file in files {
        let picture = id_of(&ann.upload(file).await.ok());
        let stored = ann.view(&picture).await.bytes;
        for secret in ["secret", "script", "PK"] {
            let is_there = stored
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!is_there || secret == "PK", "{secret}");
        }
        let decoded = image::load_from_memory(&stored).expect("a picture");
        assert!(!encoded(&decoded, ImageFormat::Png).is_empty());
        let end: &[u8] = if stored.starts_with(&[0xff]) {
            &[0xff, 0xd9]
        } else {
            b"IEND\xaeB`\x82"
        };
        assert!(stored.ends_with(end));
    }
}

#[tokio::test]
async fn damaged_files_of_each_format_fail_without_harm() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let image = transparent(40, 40);
    let opaque: DynamicImage = image.to_rgb8().into();
    let files = [
        encoded(&image, ImageFormat::Png),
        encoded(&opaque, ImageFormat::Jpeg),
        encoded(&image, ImageFormat::WebP),
        encoded(&image, ImageFormat::Gif),
    ];
    for file in files {
        for step in 1..40 {
            let mut damaged = file.clone();
            let at = file.len() * step / 40;
            damaged[at] ^= 0x5a;
            let reply = ann.upload(damaged).await;
            assert!(
                [200, 400].contains(&reply.status.as_u16()),
                "{}",
                reply.text
            );
            let cut = ann.upload(file[..at].to_vec()).await;
            assert!([200, 400].contains(&cut.status.as_u16()), "{}", cut.text);
        }
    }
    let mut noise = Vec::new();
    noise.write_all(&[0xff; 5_000]).expect("memory");
    ann.upload(noise).await.refused(400, "Not a picture");
    ann.picture(1).await;
}
