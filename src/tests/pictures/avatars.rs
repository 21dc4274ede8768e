//! The pictures that users and communities have chosen.

use serde_json::json;

use super::*;

impl Person {
    /// Uploads a square picture with a side of that many pixels and returns its id.
    pub(in crate::tests) async fn square(&self, side: u32) -> String {
        let bytes = encoded(&photograph(side, side), ImageFormat::Png);
        id_of(&self.upload(bytes).await.ok())
    }

    pub(in crate::tests) async fn choose(&self, picture: Value) -> Reply {
        self.patch("/avatar/setAvatar", json!({"picture": picture}))
            .await
    }

    async fn choose_for(&self, community: &str, picture: Value) -> Reply {
        let body = json!({"community": community, "picture": picture});
        self.patch("/avatar/setCommunityAvatar", body).await
    }

    pub(in crate::tests) async fn avatars(&self, query: &str) -> Value {
        self.get(&format!("/avatar/getAvatars?{query}")).await.ok()
    }
}

#[tokio::test]
async fn a_chosen_picture_is_seen_by_every_member() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let picture = ann.square(256).await;
    assert!(!ben.sees_picture(&picture).await);
    let chosen = ann.choose(json!(picture)).await.ok();
    assert_eq!(
        chosen,
        json!({"of": "users", "seed": "ann", "picture": picture})
    );
    assert!(ben.sees_picture(&picture).await);
    assert_eq!(
        ben.avatars("users=Ann,ben,nobody").await,
        json!({"users": {"Ann": picture}, "communities": {}})
    );
    site.visitor()
        .get(&format!("/media/{picture}"))
        .await
        .refused(401, "Please log in");
}

#[tokio::test]
async fn another_picture_takes_the_place_of_the_first_which_is_private_again() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (first, second) = (ann.square(64).await, ann.square(512).await);
    ann.choose(json!(first)).await.ok();
    ann.choose(json!(second)).await.ok();
    assert!(!ben.sees_picture(&first).await && ben.sees_picture(&second).await);
    let removed = ann.choose(Value::Null).await.ok();
    assert_eq!(removed["picture"], Value::Null);
    assert!(!ben.sees_picture(&second).await);
    assert_eq!(ben.avatars("users=ann").await["users"], json!({}));
    let unused = "SELECT count(*) FROM pictures WHERE use_count = 0";
    assert_eq!(site.number(unused), 2);
}

#[tokio::test]
async fn only_ones_own_small_squares_can_be_chosen() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (of_ben, small, large) = (
        ben.square(256).await,
        ann.square(63).await,
        ann.square(513).await,
    );
    for picture in [&of_ben, ABSENT] {
        let refused = ann.choose(json!(picture)).await;
        refused.refused(404, "Picture not found");
    }
    let oblong = encoded(&photograph(256, 255), ImageFormat::Png);
    let oblong = id_of(&ann.upload(oblong).await.ok());
    let reason = "Such a picture must be square, with 64 to 512 pixels a side";
    for picture in [small, large, oblong] {
        ann.choose(json!(picture)).await.refused(400, reason);
    }
    assert_eq!(ann.avatars("users=ann,ben").await["users"], json!({}));
}

#[tokio::test]
async fn moderators_choose_the_picture_of_their_community() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = json!({"name": "Zebras", "visibility": "private"});
    let community = id_of(&ann.post("/community/addCommunity", community).await.ok());
    let (picture, other) = (ann.square(256).await, ben.square(256).await);
    let refused = ben.choose_for(&community, json!(other)).await;
    assert_eq!(refused.status, 403);
    ann.choose_for(&community, json!(picture)).await.ok();
    assert!(ben.sees_picture(&picture).await);
    assert_eq!(
        ben.avatars(&format!("communities={community},{ABSENT}"))
            .await,
        json!({"users": {}, "communities": {&community: picture}})
    );
    let mine = ann.my_pictures().await;
    assert_eq!(
        (&mine[0]["useCount"], &mine[0]["uses"]),
        (
            &json!(1),
            &json!([{"kind": "avatar", "contentId": community, "community": "Zebras"}])
        )
    );
}

#[tokio::test]
async fn a_deleted_picture_is_no_longer_chosen() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let picture = ann.square(256).await;
    ann.choose(json!(picture)).await.ok();
    let path = format!("/picture/deletePicture/{picture}");
    ann.delete(&path).await.ok();
    assert_eq!(ann.avatars("users=ann").await["users"], json!({}));
}

#[tokio::test]
async fn a_call_returns_at_most_100_pictures() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let names = vec!["ann"; 99].join(",");
    ann.get(&format!("/avatar/getAvatars?users={names}&communities=1"))
        .await
        .ok();
    ann.get(&format!("/avatar/getAvatars?users={names}&communities=1,2"))
        .await
        .refused(400, "A call returns at most 100 pictures");
}
