//! The logo of the site.

use serde_json::json;

use super::*;

/// A site with an administrator, who has a picture of this size.
struct Logo {
    site: TestSite,
    root: Person,
    picture: String,
}

impl Logo {
    async fn new(width: u32, height: u32) -> Self {
        let site = TestSite::new();
        let root = site.administrator("root1").await;
        let bytes = encoded(&photograph(width, height), ImageFormat::Png);
        let picture = id_of(&root.upload(bytes).await.ok());
        Self {
            site,
            root,
            picture,
        }
    }

    async fn change(&self, before: &str, value: Value) -> Reply {
        let change = json!({"key": "logo", "before": before, "value": value});
        self.root
            .patch("/administration/setSettings", json!({"changes": [change]}))
            .await
    }

    async fn of_visitor(&self) -> Reply {
        let path = format!("/site/getLogo/{}", self.picture);
        self.site.visitor().get(&path).await
    }
}

#[tokio::test]
async fn visitors_see_a_picture_while_it_is_the_logo() {
    let logo = Logo::new(300, 80).await;
    logo.of_visitor().await.refused(404, "Picture not found");
    logo.change("", json!(logo.picture)).await.ok();
    let site = logo.site.visitor().get("/site/getSite").await.ok();
    assert_eq!(site["logo"], logo.picture);
    let shown = logo.of_visitor().await;
    assert_eq!(
        (shown.status.as_u16(), shown.header("content-type")),
        (200, "image/png")
    );
    assert_eq!(shown.header("cache-control"), "private, no-cache");
    // The ordinary address of pictures still needs a session.
    let media = format!("/media/{}", logo.picture);
    assert_eq!(logo.site.visitor().get(&media).await.status, 401);
    logo.change(&logo.picture, Value::Null).await.ok();
    logo.of_visitor().await.refused(404, "Picture not found");
    let site = logo.site.visitor().get("/site/getSite").await.ok();
    assert_eq!(site.get("logo"), None);
}

#[tokio::test]
async fn visitors_see_no_other_picture_at_the_address_of_the_logo() {
    let logo = Logo::new(128, 128).await;
    logo.change("", json!(logo.picture)).await.ok();
    let ann = logo.site.sign_up("ann").await;
    let avatar = ann.picture(1).await;
    for id in [avatar.as_str(), ABSENT, "0000000000000", "x"] {
        let path = format!("/site/getLogo/{id}");
        let refused = logo.site.visitor().get(&path).await;
        refused.refused(404, "Picture not found");
    }
}

#[tokio::test]
async fn a_logo_is_an_own_picture_of_the_right_size() {
    let logo = Logo::new(600, 80).await;
    let ann = logo.site.sign_up("ann").await;
    let other = ann.picture(1).await;
    logo.change("", json!(logo.picture))
        .await
        .refused(400, "A logo has 64 to 512 pixels a side");
    for wrong in [other.as_str(), ABSENT, "x", "../../etc/passwd"] {
        logo.change("", json!(wrong))
            .await
            .refused(404, "Picture not found");
    }
    logo.change("", json!(true))
        .await
        .refused(400, "This setting cannot have this value");
    let site = logo.site.visitor().get("/site/getSite").await.ok();
    assert_eq!(site.get("logo"), None);
}

#[tokio::test]
async fn the_logo_is_used_and_not_deleted_by_accident() {
    let logo = Logo::new(64, 512).await;
    logo.change("", json!(logo.picture)).await.ok();
    let mine = logo.root.my_pictures().await;
    assert_eq!(mine[0]["uses"], json!([{"kind": "logo"}]));
    let path = format!("/picture/deletePicture/{}", logo.picture);
    logo.root
        .delete(&path)
        .await
        .refused(409, "This is the logo of the site: change the logo first");
    logo.change(&logo.picture, json!("")).await.ok();
    logo.root.delete(&path).await.ok();
}
