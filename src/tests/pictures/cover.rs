//! The cover of the site.

use std::io::Cursor;

use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::core::clock::Timestamp;
use crate::operations::backup::{self, FilesOf, Place};
use crate::operations::export::export;
use crate::operations::import::PictureSource;
use crate::operations::import::json::{Source, import};
use crate::platform::db::Db;
use crate::platform::realtime::Hub;
use crate::tests::copy_of;
use crate::tests::doctor::{look, sound, sound_site, sql, wrong};

/// A site with an administrator, who has a picture of this size.
struct Cover {
    site: TestSite,
    root: Person,
    picture: String,
}

impl Cover {
    async fn new(width: u32, height: u32) -> Self {
        let site = TestSite::new();
        let root = site.administrator("root1").await;
        let picture = picture(&root, width, height).await;
        Self {
            site,
            root,
            picture,
        }
    }

    async fn change(&self, before: &str, value: Value) -> Reply {
        let change = json!({"key": "cover", "before": before, "value": value});
        self.root
            .patch("/administration/setSettings", json!({"changes": [change]}))
            .await
    }

    async fn of_visitor(&self) -> Reply {
        let path = format!("/site/getCover/{}", self.picture);
        self.site.visitor().get(&path).await
    }
}

/// A new site with the export of another one, with the files of its pictures or without them.
async fn imported(from: &TestSite, with_files: bool) -> TestSite {
    let (folder, directory) = (TempDir::new(), TempDir::new());
    let (folder, directory) = (folder.expect("a folder"), directory.expect("a folder"));
    let mut text = Vec::new();
    let files = with_files.then(|| folder.path().join("site.media"));
    export(
        from.directory.path(),
        true,
        &mut text,
        files.as_deref(),
        |_, _| (),
    )
    .expect("an export");
    let db = Db::open(directory.path(), from.clock.clone(), Hub::default()).expect("a database");
    let mut source = Source::new(Cursor::new(text), 0).expect("an export");
    if let Some(folder) = files {
        let media = Media::of(directory.path());
        source = source.with_pictures(PictureSource { folder, media });
    }
    tokio::task::spawn_blocking(move || import(&db, source, false, |_| ()).map(drop))
        .await
        .expect("no panic")
        .expect("an import");
    TestSite::within(directory, |_| ())
}

async fn picture(owner: &Person, width: u32, height: u32) -> String {
    let bytes = encoded(&photograph(width, height), ImageFormat::Png);
    id_of(&owner.upload(bytes).await.ok())
}

#[tokio::test]
async fn visitors_see_a_picture_while_it_is_the_cover() {
    let cover = Cover::new(800, 160).await;
    cover.of_visitor().await.refused(404, "Picture not found");
    cover.change("", json!(cover.picture)).await.ok();
    let site = cover.site.visitor().get("/site/getSite").await.ok();
    assert_eq!(site["cover"], cover.picture);
    let shown = cover.of_visitor().await;
    assert_eq!(
        (shown.status.as_u16(), shown.header("content-type")),
        (200, "image/png")
    );
    // Neither is it the logo, nor is the ordinary address of pictures open.
    for (path, status) in [("/site/getLogo", 404), ("/media", 401)] {
        let path = format!("{path}/{}", cover.picture);
        assert_eq!(cover.site.visitor().get(&path).await.status, status);
    }
    let next = picture(&cover.root, 640, 128).await;
    cover.change(&cover.picture, json!(next)).await.ok();
    cover.of_visitor().await.refused(404, "Picture not found");
    cover.change(&next, Value::Null).await.ok();
    let site = cover.site.visitor().get("/site/getSite").await.ok();
    assert_eq!(site.get("cover"), None);
}

#[tokio::test]
async fn a_cover_is_an_own_wide_picture() {
    let cover = Cover::new(640, 128).await;
    let ann = cover.site.sign_up("ann").await;
    let other = picture(&ann, 640, 128).await;
    for wrong in [other.as_str(), ABSENT, "x", "../../etc/passwd"] {
        cover
            .change("", json!(wrong))
            .await
            .refused(404, "Picture not found");
    }
    for (width, height) in [(300, 60), (640, 127), (128, 640), (320, 320), (2_405, 481)] {
        let wrong = picture(&cover.root, width, height).await;
        cover.change("", json!(wrong)).await.refused(
            400,
            "A cover is five times as wide as high, 640 to 2,400 pixels wide and at most 1 MiB",
        );
    }
    cover.site.sql("UPDATE pictures SET bytes = 1048577");
    assert_eq!(cover.change("", json!(cover.picture)).await.status, 400);
    let site = cover.site.visitor().get("/site/getSite").await.ok();
    assert_eq!(site.get("cover"), None);
}

#[tokio::test]
async fn the_cover_is_used_and_not_deleted_by_accident() {
    let cover = Cover::new(640, 128).await;
    cover.change("", json!(cover.picture)).await.ok();
    let mine = cover.root.my_pictures().await;
    assert_eq!(mine[0]["uses"], json!([{"kind": "cover"}]));
    let path = format!("/picture/deletePicture/{}", cover.picture);
    cover
        .root
        .delete(&path)
        .await
        .refused(409, "This is the cover of the site: change the cover first");
    cover.change(&cover.picture, json!("")).await.ok();
    cover.root.delete(&path).await.ok();
}

#[tokio::test]
async fn a_restored_or_imported_site_has_its_cover() {
    let cover = Cover::new(640, 128).await;
    cover.change("", json!(cover.picture)).await.ok();
    let shown = cover.of_visitor().await.bytes;
    let created = backup::create(
        cover.site.directory.path(),
        Place::Directory(&cover.site.directory.path().join("backups")),
        Timestamp::from_millis(0),
    );
    let restored = TempDir::new().expect("a directory");
    backup::restore(
        &created.expect("a backup").path,
        &FilesOf::default(),
        restored.path(),
        Timestamp::from_millis(1),
    )
    .expect("restored");
    for site in [
        TestSite::within(restored, |_| ()),
        imported(&cover.site, true).await,
    ] {
        let visitor = site.visitor();
        let setting = visitor.get("/site/getSite").await.ok()["cover"].clone();
        assert_eq!(setting, cover.picture);
        let path = format!("/site/getCover/{}", cover.picture);
        assert_eq!(visitor.get(&path).await.bytes, shown);
        sound_site(&site, "a restore");
    }
    // Without the file there is no cover, and the site says so.
    let site = imported(&cover.site, false).await;
    let setting = site.visitor().get("/site/getSite").await.ok();
    assert_eq!(setting.get("cover"), None);
    sound_site(&site, "an import");
}

#[tokio::test]
async fn the_doctor_removes_the_setting_of_a_lost_cover() {
    let cover = Cover::new(640, 128).await;
    cover.change("", json!(cover.picture)).await.ok();
    let copy = copy_of(cover.site.directory.path());
    sql(copy.path(), "DELETE FROM avatars");
    assert_eq!(wrong(&look(copy.path(), false)).len(), 1);
    let path = copy.path().to_owned();
    let repaired = tokio::task::spawn_blocking(move || look(&path, true));
    sound(&repaired.await.expect("no panic"), "a repair");
    let site = TestSite::within(copy, |_| ());
    let setting = site.visitor().get("/site/getSite").await.ok();
    assert_eq!(setting.get("cover"), None);
}
