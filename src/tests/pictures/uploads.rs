//! Uploads of each format, and what is stored.

use axum::http::Request;
use futures_util::StreamExt;
use serde_json::json;

use super::*;

#[tokio::test]
async fn a_picture_of_each_format_is_stored_and_shown() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let photograph = photograph(60, 40);
    let transparent = transparent(60, 40);
    let cases = [
        (encoded(&photograph, ImageFormat::Png), "image/png"),
        (encoded(&photograph, ImageFormat::Jpeg), "image/jpeg"),
        (encoded(&photograph, ImageFormat::WebP), "image/jpeg"),
        (encoded(&transparent, ImageFormat::WebP), "image/png"),
        (encoded(&transparent, ImageFormat::Gif), "image/png"),
        (
            encoded(&photograph.to_luma8().into(), ImageFormat::Jpeg),
            "image/jpeg",
        ),
        (
            encoded(&photograph.to_rgba16().into(), ImageFormat::Png),
            "image/png",
        ),
        (
            encoded(&photograph.to_luma16().into(), ImageFormat::Png),
            "image/png",
        ),
    ];
    for (bytes, kind) in cases {
        let picture = ann.upload(bytes).await.ok();
        let size = picture["bytes"].as_u64().expect("a size");
        assert_eq!(
            picture,
            json!({"_id": picture["_id"], "width": 60, "height": 40, "type": kind, "bytes": size})
        );
        let reply = ann.view(&id_of(&picture)).await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("content-type"), kind);
        assert_eq!(reply.bytes.len() as u64, size);
        let image = image::load_from_memory(&reply.bytes).expect("a picture");
        assert_eq!((image.width(), image.height()), (60, 40));
        let format = image::guess_format(&reply.bytes).expect("a format");
        assert_eq!(format.to_mime_type(), kind);
    }
}

#[tokio::test]
async fn the_pixels_of_a_png_stay_as_they_are() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for image in [photograph(90, 70), transparent(90, 70)] {
        let png = encoded(&image, ImageFormat::Png);
        let picture = id_of(&ann.upload(png).await.ok());
        let stored = image::load_from_memory(&ann.view(&picture).await.bytes).expect("a picture");
        assert_eq!(stored, image);
    }
}

#[tokio::test]
async fn large_pictures_become_smaller_and_have_a_thumbnail() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let jpeg = encoded(&photograph(4_000, 3_000), ImageFormat::Jpeg);
    let picture = ann.upload(jpeg).await.ok();
    assert_eq!([&picture["width"], &picture["height"]], [2_560, 1_920]);
    let path = format!("/media/{}", id_of(&picture));
    let thumbnail = ann.get(&format!("{path}?size=thumbnail")).await;
    assert_eq!(thumbnail.header("content-type"), "image/jpeg");
    let image = image::load_from_memory(&thumbnail.bytes).expect("a picture");
    assert_eq!((image.width(), image.height()), (640, 480));
    let both = thumbnail.bytes.len() + ann.get(&path).await.bytes.len();
    assert_eq!(picture["bytes"], both);
}

#[tokio::test]
async fn a_small_picture_is_its_own_thumbnail() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    let thumbnail = ann.get(&format!("/media/{picture}?size=thumbnail")).await;
    assert_eq!(thumbnail.bytes, ann.view(&picture).await.bytes);
}

#[tokio::test]
async fn a_picture_is_kept_by_browsers_that_ask_each_time() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let picture = ann.picture(1).await;
    let reply = ann.view(&picture).await;
    assert_eq!(reply.header("cache-control"), "private, no-cache");
    assert_eq!(reply.header("content-disposition"), "inline");
    assert_eq!(reply.header("x-content-type-options"), "nosniff");
    assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(
        reply.header("content-security-policy"),
        "default-src 'none'; sandbox"
    );
    let tag = reply.header("etag").to_owned();
    let ask = async |person: &Person, known: &str| {
        let request = Request::get(format!("/media/{picture}")).header("if-none-match", known);
        person
            .send(request.body(Body::empty()).expect("a request"))
            .await
    };
    for known in [tag.clone(), format!("\"x\", W/{tag}")] {
        let again = ask(&ann, &known).await;
        assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0));
        assert_eq!(again.header("etag"), tag);
        assert_eq!(again.header("cache-control"), "private, no-cache");
    }
    assert_eq!(ask(&ann, "\"x\"").await.status, 200);
    ask(&ben, &tag).await.refused(404, "Picture not found");
}

#[tokio::test]
async fn the_same_bytes_are_stored_once_and_have_an_id_for_each_upload() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (of_ann, of_ben) = (ann.picture(1).await, ben.picture(1).await);
    assert_ne!(of_ann, of_ben);
    assert_eq!(site.media().list().count(), 1);
    assert!(!ben.sees_picture(&of_ann).await && ben.sees_picture(&of_ben).await);
    ann.delete(&format!("/picture/deletePicture/{of_ann}"))
        .await
        .ok();
    assert!(!ann.sees_picture(&of_ann).await && ben.sees_picture(&of_ben).await);
}

#[tokio::test]
async fn what_is_no_picture_is_rejected_whatever_it_says() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for bytes in [
        Vec::new(),
        b"hello".to_vec(),
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec(),
        b"%PDF-1.4".to_vec(),
        b"BM\x3a\0\0\0".to_vec(),
        small_png(1)[..40].to_vec(),
    ] {
        ann.upload_as("image/png", bytes)
            .await
            .refused(400, "Not a picture");
    }
    let other = ann.upload_as("image/svg+xml", small_png(1)).await;
    other.refused(415, "Pictures are PNG, JPEG, WebP or GIF files");
    for kind in [
        "",
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=x",
    ] {
        assert_eq!(
            ann.upload_as(kind, small_png(1)).await.status,
            415,
            "{kind}"
        );
    }
    // The type is that of the bytes.
    let jpeg = encoded(&photograph(8, 8), ImageFormat::Jpeg);
    let picture = ann.upload_as("image/GIF; x=y", jpeg).await.ok();
    assert_eq!(picture["type"], "image/jpeg");
}

#[tokio::test]
async fn a_file_of_more_than_8_mebibytes_is_rejected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut bytes = small_png(1);
    bytes.resize(8 << 20, 0);
    ann.upload(bytes.clone()).await.ok();
    bytes.push(0);
    ann.upload(bytes.clone())
        .await
        .refused(413, "Picture too large");
    // Its length is not announced.
    let parts = bytes
        .chunks(1 << 20)
        .map(|part| Ok::<_, std::io::Error>(part.to_vec()));
    let parts = futures_util::stream::iter(parts.collect::<Vec<_>>());
    ann.upload(Body::from_stream(parts))
        .await
        .refused(413, "Picture too large");
    assert_eq!(site.media().list().count(), 1);
}

#[tokio::test]
async fn a_visitor_uploads_and_sees_nothing() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    let visitor = site.visitor();
    visitor.view(&picture).await.refused(401, "Please log in");
    visitor.view(ABSENT).await.refused(401, "Please log in");
    visitor
        .upload(small_png(1))
        .await
        .refused(401, "Please log in");
    // A cookie that names no session: the body is not waited for.
    let never = futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>();
    let request = Request::post("/picture/upload")
        .header("content-type", "image/png")
        .header(
            "cookie",
            "stoa_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        );
    let request = request.body(Body::from_stream(never)).expect("a request");
    visitor.send(request).await.refused(401, "Please log in");
}

#[tokio::test]
async fn unfinished_uploads_have_a_budget_per_network() {
    let site = TestSite::new();
    let mut ann = site.sign_up("ann").await;
    ann.peer.set_ip([203, 0, 113, 7].into());
    let unfinished = || {
        let part = Ok::<_, std::io::Error>(vec![0; 7 << 20]);
        let never = futures_util::stream::pending();
        ann.upload(Body::from_stream(
            futures_util::stream::iter([part]).chain(never),
        ))
    };
    let mut held: futures_util::stream::FuturesUnordered<_> =
        (0..3).map(|_| unfinished()).collect();
    // Two fit into 16 mebibytes.
    let refused = held.next().await.expect("a reply");
    refused.refused(503, "The site is busy, please try again");
    drop(held);
    ann.upload(small_png(1)).await.ok();
}

#[tokio::test]
async fn without_uploads_pictures_are_still_shown() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    let TestSite {
        site: running,
        directory,
        ..
    } = site;
    drop((running, ann));
    let site = TestSite::within(directory, |config| config.pictures.enabled = false);
    let mut ann = site.visitor();
    ann.name = "ann".to_owned();
    ann.authenticate("login").await;
    assert!(ann.sees_picture(&picture).await);
    assert_eq!(ann.upload(small_png(2)).await.status, 404);
}
