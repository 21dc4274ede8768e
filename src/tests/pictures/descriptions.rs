//! Pictures in biographies and in the descriptions of communities.

use serde_json::json;

use super::*;

impl Person {
    async fn describes_themselves(&self, text: &str) {
        let body = json!({"biography": text});
        self.patch("/user/updateBiography", body).await.ok();
    }
}

#[tokio::test]
async fn everyone_who_is_signed_in_sees_the_pictures_of_a_biography_while_it_shows_them() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let picture = ann.picture(1).await;
    ann.describes_themselves(&shown(&picture)).await;
    assert!(ben.sees_picture(&picture).await);
    let visitor = site.visitor().get(&format!("/media/{picture}")).await;
    assert_eq!(visitor.status, 401);
    ann.describes_themselves("words").await;
    assert!(!ben.sees_picture(&picture).await);
    // Biographies have no earlier versions, so nothing keeps the picture.
    assert_eq!(site.number("SELECT count(*) FROM picture_uses"), 0);
}

#[tokio::test]
async fn a_profile_has_the_sizes_of_the_pictures_in_its_biography() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let picture = ann.picture(1).await;
    let profile = ben.get("/user/getUser/ann").await.ok();
    assert_eq!(profile.get("pictures"), None);
    ann.describes_themselves(&shown(&picture)).await;
    assert_eq!(
        ben.get("/user/getUser/ann").await.ok()["pictures"],
        json!([{"_id": picture, "width": 8, "height": 6}])
    );
}

#[tokio::test]
async fn a_community_has_the_sizes_of_the_pictures_in_its_description() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (first, second) = (ann.picture(1).await, ann.picture(2).await);
    let body = json!({"name": "Zebras", "description": shown(&first), "visibility": "private"});
    let community = id_of(&ann.post("/community/addCommunity", body).await.ok());
    let sizes = async || {
        let card = format!("/community/getCommunity/{community}?view=card");
        let whole = format!("/community/getCommunity/{community}");
        let (card, whole) = (ben.get(&card).await.ok(), ben.get(&whole).await.ok());
        assert_eq!(card["pictures"], whole["pictures"]);
        card["pictures"].clone()
    };
    let size = |id: &str| json!([{"_id": id, "width": 8, "height": 6}]);
    assert_eq!(sizes().await, size(&first));
    let body = json!({"description": shown(&second)});
    let path = format!("/community/editDescription/{community}");
    ann.patch(&path, body).await.ok();
    assert_eq!(sizes().await, size(&second));
    assert!(!ben.sees_picture(&first).await);
}

#[tokio::test]
async fn my_files_name_the_biography_that_shows_a_picture() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    ann.describes_themselves(&shown(&picture)).await;
    let me = id_of(&ann.get("/user/me").await.ok());
    assert_eq!(
        ann.my_pictures().await[0]["uses"],
        json!([{"kind": "biography", "contentId": me}])
    );
}

#[tokio::test]
async fn a_deleted_account_leaves_no_picture_of_its_biography() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let picture = ann.picture(1).await;
    ann.describes_themselves(&shown(&picture)).await;
    ann.delete("/user/deleteUser/ann").await.ok();
    assert!(!ben.sees_picture(&picture).await);
    assert_eq!(
        site.number("SELECT count(*) FROM pictures")
            + site.number("SELECT count(*) FROM picture_uses"),
        0
    );
}
