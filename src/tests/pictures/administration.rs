//! The calls of administrators about pictures.

use serde_json::json;

use super::*;

async fn people(site: &TestSite) -> [Person; 3] {
    let root = site.sign_up("root1").await;
    site.promote("root1").await;
    [root, site.sign_up("ann").await, site.sign_up("ben").await]
}

#[tokio::test]
async fn an_administrator_removes_a_picture_for_everybody_and_the_log_says_so() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let picture = ann.picture(1).await;
    ann.ask("T", &shown(&picture), &["a"]).await;
    let remove = async |id: &str, reason: &str| {
        let body = json!({"id": id, "reason": reason});
        root.post("/administration/removePicture", body).await
    };
    remove(&picture, " ")
        .await
        .refused(400, "Reason cannot be empty");
    remove(ABSENT, "rude")
        .await
        .refused(404, "Picture not found");
    assert_eq!(remove(&picture, "rude").await.ok(), json!({"_id": picture}));
    assert!(!ann.sees_picture(&picture).await && !ben.sees_picture(&picture).await);
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(
        [
            &log[0]["action"],
            &log[0]["targetKind"],
            &log[0]["targetId"],
            &log[0]["target"],
            &log[0]["detail"]
        ],
        ["remove-picture", "picture", &picture, "ann", "rude"]
    );
    let body = json!({"id": picture, "reason": "x"});
    ann.post("/administration/removePicture", body)
        .await
        .refused(403, "Only administrators can do this");
}

#[tokio::test]
async fn administrators_see_who_takes_how_much() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let picture = ann.picture(1).await;
    ann.picture(2).await;
    ben.picture(1).await;
    ann.ask("T", &shown(&picture), &["a"]).await;
    site.sql("UPDATE pictures SET bytes = 100; UPDATE media_files SET bytes = 90");
    assert_eq!(
        root.get("/administration/getPictureCounts").await.ok(),
        json!({"pictures": 3, "bytes": 180, "files": 2, "unused": {"pictures": 2, "bytes": 200},
               "largest": [{"username": "ann", "pictures": 2, "bytes": 200}, {"username": "ben", "pictures": 1, "bytes": 100}]})
    );
}

#[tokio::test]
async fn an_administrator_lists_the_pictures_of_a_member_with_the_texts_that_they_may_read() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let picture = ann.picture(1).await;
    let community = site.community(1, "private", &["ann"]);
    let private = json!({"title": "Secret", "text": shown(&picture), "tags": [{"name": "a"}], "communityId": community});
    ann.post("/question/addQuestion", private).await.ok();
    let public = ann.ask("Zebra", &shown(&picture), &["a"]).await;
    let list = root
        .get("/administration/getPictures?username=ann")
        .await
        .ok();
    assert_eq!(
        (&list[0]["_id"], &list[0]["owner"]),
        (&json!(picture), &json!("ann"))
    );
    assert_eq!(list[0]["useCount"], 1);
    assert_eq!(list[0]["uses"][0]["qid"], json!(public));
    let all = root.get("/administration/getPictures").await.ok();
    assert_eq!(all, list);
    root.get("/administration/getPictures?username=nobody")
        .await
        .refused(
            404,
            "No user data found. Make sure the username parameter is correct.",
        );
}
