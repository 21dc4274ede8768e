//! Which texts show which pictures, and the sizes that questions carry.

use serde_json::json;

use super::*;

#[tokio::test]
async fn a_question_carries_the_sizes_of_all_its_pictures() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let pictures = [1, 2, 3, 4].map(|number| ann.picture(number));
    let mut ids = Vec::new();
    for picture in pictures {
        ids.push(picture.await);
    }
    let question = ann.ask("T", &shown(&ids[0]), &["a"]).await;
    let path = format!("/question/getQuestionById/{question}");
    let size = |id: &String| json!({"_id": id, "width": 8, "height": 6});
    let body = json!({"qid": question, "ans": {"text": format!("{0} {0}", shown(&ids[1]))}});
    let answer = ann.post("/answer/addAnswer", body).await.ok();
    assert_eq!(answer["pictures"], json!([size(&ids[1])]));
    let answer = id_of(&answer);
    let body = json!({"id": answer, "type": "answer", "comment": {"text": shown(&ids[2])}});
    let comment = ann.post("/comment/addComment", body).await.ok();
    assert_eq!(comment["pictures"], json!([size(&ids[2])]));
    let on_question = ann.comment("question", &question, &shown(&ids[3])).await;
    let loaded = ann.get(&path).await.ok();
    assert_eq!(loaded["pictures"], ids.iter().map(size).collect::<Value>());
    assert_eq!(loaded["answers"][0].get("pictures"), None);
    assert_eq!(loaded["comments"][0].get("pictures"), None);
    ann.delete_with("/comment/deleteComment", json!({"cid": on_question}))
        .await
        .ok();
    ann.delete(&format!("/picture/deletePicture/{}", ids[0]))
        .await
        .ok();
    let loaded = ann.get(&path).await.ok();
    assert_eq!(loaded["pictures"], json!([size(&ids[1]), size(&ids[2])]));
}

#[tokio::test]
async fn a_question_without_pictures_carries_no_sizes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let loaded = ann
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(loaded.get("pictures"), None);
}

#[tokio::test]
async fn only_images_with_the_address_of_a_picture_may_leave_out_https() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let picture = ann.picture(1).await;
    for text in [
        format!("[a](/media/{picture})"),
        format!("![a](/media/{picture}?size=thumbnail)"),
    ] {
        let body = json!({"title": "T", "text": text, "tags": [{"name": "a"}]});
        ann.post("/question/addQuestion", body)
            .await
            .refused(400, "Invalid hyperlink format.");
    }
}

#[tokio::test]
async fn a_text_shows_a_hundred_pictures_at_most() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut text = String::new();
    for number in 0..=100 {
        text += &shown(&ann.picture(number).await);
    }
    let question = ann.ask("T", &text, &["a"]).await;
    let loaded = ann
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(loaded["pictures"].as_array().map(Vec::len), Some(100));
}

#[tokio::test]
async fn a_picture_is_shown_by_a_thousand_texts_at_most() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let picture = ann.picture(1).await;
    site.sql(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
         INSERT INTO picture_uses (picture_id, kind, content_id, place_id) SELECT i.id, 'comment', n, 1 FROM pictures i, n",
    );
    ann.ask("T", &shown(&picture), &["a"]).await;
    assert!(!ben.sees_picture(&picture).await);
}

#[tokio::test]
async fn purging_a_version_keeps_the_pictures_of_the_others() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (purged, kept) = (ann.picture(1).await, ann.picture(2).await);
    let answer = {
        let question = ann.ask("T", "x", &["a"]).await;
        ann.answer(&question, &shown(&purged)).await
    };
    for text in [&shown(&kept), "none"] {
        let body = json!({"aid": answer, "text": text});
        ann.patch("/answer/editAnswer", body).await.ok();
    }
    assert!(ben.sees_picture(&purged).await && ben.sees_picture(&kept).await);
    let versions = ann.get(&format!("/post/getRevisions/{answer}")).await.ok();
    let first = id_of(&versions[2]);
    let body = json!({"id": answer, "revisionId": first});
    ann.delete_with("/post/purgeRevision", body).await.ok();
    assert!(!ben.sees_picture(&purged).await);
    assert!(ben.sees_picture(&kept).await);
}
