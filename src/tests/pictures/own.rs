//! The caller's own pictures: their list, their deletion, and the download.

use serde_json::json;

use super::*;

#[tokio::test]
async fn my_pictures_are_listed_with_the_texts_that_show_them() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (unused, used) = (ann.picture(1).await, ann.picture(2).await);
    ben.picture(3).await;
    let text = shown(&used);
    let question = ann.ask("Zebra", &text, &["animal"]).await;
    let answer = ann.answer(&question, &text).await;
    let comment = ann.comment("answer", &answer, &text).await;
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.id_written_in(&chat, &text).await;
    let description = json!({"name": "animal", "text": text, "base": null});
    ann.patch("/tag/editTagDescription", description).await.ok();
    let community = json!({"name": "Zebras", "description": text});
    let community = id_of(&ann.post("/community/addCommunity", community).await.ok());
    let mine = ann.my_pictures().await;
    assert_eq!(mine.as_array().map(Vec::len), Some(2));
    assert_eq!(
        mine[1],
        json!({"_id": unused, "owner": "ann", "width": 8, "height": 6, "bytes": mine[1]["bytes"], "type": "image/png",
               "uploadedAt": "2026-11-21T00:00:00.000Z", "uses": [], "useCount": 0})
    );
    assert_eq!(
        (&mine[0]["_id"], &mine[0]["useCount"]),
        (&json!(used), &json!(6))
    );
    let uses = mine[0]["uses"].as_array().expect("uses");
    assert_eq!(uses.len(), 5);
    let mut expected = [
        json!({"kind": "question", "contentId": question, "qid": question, "title": "Zebra"}),
        json!({"kind": "answer", "contentId": answer, "qid": question, "title": "Zebra", "answerId": answer}),
        json!({"kind": "comment", "contentId": comment, "qid": question, "title": "Zebra", "answerId": answer}),
        json!({"kind": "message", "contentId": message, "chatId": chat}),
        json!({"kind": "community", "contentId": community, "community": "Zebras"}),
    ];
    for (found, expected) in uses
        .iter()
        .filter(|found| found["kind"] != "tag")
        .zip(&mut expected)
    {
        assert_eq!(found, expected);
    }
    let tag = uses
        .iter()
        .find(|found| found["kind"] == "tag")
        .expect("a tag");
    assert_eq!(
        (&tag["tag"], &tag["contentId"]),
        (&json!("animal"), &Value::Null)
    );
    assert_eq!(ben.my_pictures().await.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn my_pictures_come_in_pages() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let first = ann.picture(1).await;
    let second = ann.picture(2).await;
    let page = ann.get("/picture/getMyPictures?limit=1").await;
    assert_eq!(
        (id_of(&page.ok()[0]), page.header("x-total-count")),
        (second, "2")
    );
    let next = page.next_page().expect("another page");
    let page = ann.get(&next).await;
    assert_eq!((id_of(&page.ok()[0]), page.next_page()), (first, None));
}

#[tokio::test]
async fn a_use_that_the_owner_may_no_longer_read_is_not_listed() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    let community = site.community(1, "private", &["ann"]);
    let body = json!({"title": "T", "text": shown(&picture), "tags": [{"name": "a"}], "communityId": community});
    ann.post("/question/addQuestion", body).await.ok();
    assert_eq!(ann.my_pictures().await[0]["useCount"], 1);
    site.expel(1, "ann");
    let mine = ann.my_pictures().await;
    assert_eq!(
        (&mine[0]["useCount"], &mine[0]["uses"]),
        (&json!(0), &json!([]))
    );
}

#[tokio::test]
async fn the_owner_deletes_a_picture_and_nobody_sees_it_any_more() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let picture = ann.picture(1).await;
    ann.ask("T", &shown(&picture), &["a"]).await;
    let path = format!("/picture/deletePicture/{picture}");
    ben.delete(&path).await.refused(404, "Picture not found");
    ben.delete(&format!("/picture/deletePicture/{ABSENT}"))
        .await
        .refused(404, "Picture not found");
    assert!(ben.sees_picture(&picture).await);
    assert_eq!(ann.delete(&path).await.ok(), json!({"_id": picture}));
    assert!(!ben.sees_picture(&picture).await && !ann.sees_picture(&picture).await);
    assert_eq!(ann.my_pictures().await, json!([]));
    ann.delete(&path).await.refused(404, "Picture not found");
    // Writing it again does not bring it back.
    ann.ask("T", &shown(&picture), &["a"]).await;
    assert!(!ann.sees_picture(&picture).await);
}

#[tokio::test]
async fn the_download_lists_the_pictures() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let picture = ann.picture(1).await;
    ben.picture(2).await;
    let data = ann.get("/user/getData").await.ok();
    assert_eq!(data["pictures"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["pictures"][0]["_id"], json!(picture));
}
