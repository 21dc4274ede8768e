//! Uploads of pictures that move, and of those that are long.

use image::Frame;
use image::codecs::gif::GifEncoder;

use super::hostile::{chunk, with_chunk};
use super::*;

const MOVES: &str = "This picture moves, and the site would keep only its first frame";

fn gif(frames: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    for _ in 0..frames {
        let frame = Frame::new(transparent(8, 8).into_rgba8());
        encoder.encode_frame(frame).expect("a frame");
    }
    drop(encoder);
    bytes
}

/// A chunk of a WebP file.
fn part(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).expect("a length").to_le_bytes();
    let pad = &[0][..data.len() % 2];
    [kind, &length[..], data, pad].concat()
}

/// An animation of 20 by 10 pixels. Its frames have 8 by 6 pixels and are at (4, 2).
fn webp(frames: usize) -> Vec<u8> {
    let still = encoded(&photograph(8, 6), ImageFormat::WebP);
    let head = [2, 0, 0, 1, 0, 0, 7, 0, 0, 5, 0, 0, 100, 0, 0, 0];
    let frame = part(b"ANMF", &[&head[..], &still[12..]].concat());
    let size = part(b"VP8X", &[2, 0, 0, 0, 19, 0, 0, 9, 0, 0]);
    let chunks = [size, part(b"ANIM", &[0; 6]), frame.repeat(frames)].concat();
    part(b"RIFF", &[b"WEBP", &chunks[..]].concat())
}

/// A PNG that announces so many frames.
fn png(frames: u8) -> Vec<u8> {
    with_chunk(&chunk(b"acTL", &[0, 0, 0, frames, 0, 0, 0, 0]))
}

impl Person {
    async fn upload_first_frame(&self, bytes: Vec<u8>) -> Reply {
        let request = Request::post("/picture/upload?firstFrame=true")
            .header("content-type", "application/octet-stream");
        self.send(request.body(bytes.into()).expect("a request"))
            .await
    }
}

#[tokio::test]
async fn an_animation_is_refused_until_its_first_frame_is_enough() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for animation in [gif(2), webp(2), png(2)] {
        ann.upload(animation.clone()).await.refused(400, MOVES);
        ann.upload_first_frame(animation).await.ok();
    }
    for still in [gif(1), webp(1), png(1)] {
        ann.upload(still).await.ok();
    }
}

#[tokio::test]
async fn the_first_frame_of_an_animation_keeps_its_place() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let picture = ann.upload_first_frame(webp(2)).await.ok();
    assert_eq!([&picture["width"], &picture["height"]], [20, 10]);
    let stored = ann.view(&id_of(&picture)).await.bytes;
    let stored = image::load_from_memory(&stored).expect("a picture");
    let frame = stored.crop_imm(4, 2, 8, 6).into_rgb8();
    assert_eq!(frame, photograph(8, 6).into_rgb8());
    assert_eq!(stored.into_rgba8().get_pixel(3, 2).0, [0; 4]);
}

#[tokio::test]
async fn a_frame_that_leaves_its_canvas_is_cut() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut animation = webp(1);
    let place = animation.windows(4).position(|part| part == b"ANMF");
    let place = place.expect("a frame") + 8;
    animation[place..place + 6].copy_from_slice(&[7, 0, 0, 0xff, 0xff, 0xff]);
    let picture = ann.upload(animation).await.ok();
    assert_eq!([&picture["width"], &picture["height"]], [20, 10]);
}

#[tokio::test]
async fn a_long_screenshot_keeps_its_width() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let white = RgbImage::from_pixel(100, 3_000, Rgb([255; 3]));
    let picture = ann
        .upload(encoded(&white.into(), ImageFormat::Png))
        .await
        .ok();
    assert_eq!([&picture["width"], &picture["height"]], [100, 3_000]);
}
