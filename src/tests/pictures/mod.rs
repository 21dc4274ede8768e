//! Pictures: uploads, who may see them, quotas, and what remains of them.

mod administration;
mod animations;
mod avatars;
mod descriptions;
mod hostile;
mod cover;
mod logo;
mod metadata;
mod own;
mod quotas;
mod rights;
mod sweeps;
mod uploads;
mod uses;

use std::io::Cursor;

use axum::body::Body;
use axum::http::Request;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use serde_json::Value;

use super::{Person, Reply, TestSite, id_of};
use crate::features::pictures::files::Media;

impl TestSite {
    fn media(&self) -> Media {
        Media::of(self.directory.path())
    }

    /// Returns the only value of a query.
    fn number(&self, sql: &str) -> i64 {
        let value = self.connection().query_row(sql, [], |row| row.get(0));
        value.expect("the SQL runs")
    }
}

const ABSENT: &str = "0000000000001";

/// A colorful picture, which has more colors than a drawing.
fn photograph(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, y| {
        let part = |at: u32, of: u32| (at * 255 / of.max(1)) as u8;
        Rgb([part(x, width), part(y, height), part(x + y, width + height)])
    })
    .into()
}

/// A picture with a transparent half.
fn transparent(width: u32, height: u32) -> DynamicImage {
    RgbaImage::from_fn(width, height, |x, _| {
        Rgba([200, 30, 60, if x < width / 2 { 255 } else { 0 }])
    })
    .into()
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).expect("encoded");
    bytes.into_inner()
}

/// A small PNG. Each number makes another one.
pub(super) fn small_png(number: u8) -> Vec<u8> {
    let image = RgbImage::from_pixel(8, 6, Rgb([number, 0, 255]));
    encoded(&image.into(), ImageFormat::Png)
}

impl Person {
    async fn upload_as(&self, kind: &str, bytes: impl Into<Body>) -> Reply {
        let request = Request::post("/picture/upload").header("content-type", kind);
        self.send(request.body(bytes.into()).expect("a request"))
            .await
    }

    pub(super) async fn upload(&self, bytes: impl Into<Body>) -> Reply {
        self.upload_as("application/octet-stream", bytes).await
    }

    /// Uploads a small PNG and returns the picture's id.
    pub(super) async fn picture(&self, number: u8) -> String {
        id_of(&self.upload(small_png(number)).await.ok())
    }

    async fn view(&self, picture: &str) -> Reply {
        self.get(&format!("/media/{picture}")).await
    }

    /// Returns whether this person may see a picture. A hidden one looks like an absent one.
    pub(super) async fn sees_picture(&self, picture: &str) -> bool {
        let reply = self.view(picture).await;
        if reply.status == 200 {
            return true;
        }
        let absent = self.view(ABSENT).await;
        absent.refused(404, "Picture not found");
        reply.refused(404, "Picture not found");
        let names = |reply: &Reply| {
            let names = reply.headers.keys().map(ToString::to_string);
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(&reply), names(&absent));
        false
    }

    async fn my_pictures(&self) -> Value {
        self.get("/picture/getMyPictures").await.ok()
    }
}

/// Returns the Markdown that shows a picture.
pub(super) fn shown(picture: &str) -> String {
    format!("![a picture](/media/{picture})")
}
