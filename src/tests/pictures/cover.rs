//! The cover of the site.

use serde_json::json;

use super::*;

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
