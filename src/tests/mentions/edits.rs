//! Mentions in edited texts.

use super::*;

#[tokio::test]
async fn an_edit_tells_only_who_is_named_for_the_first_time() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let cem = site.sign_up("cem").await;
    let question = ann.ask("T", "@ben", &["a"]).await;
    ben.patch("/mention/markMentionsSeen", json!({})).await.ok();
    ann.edit_question(&question, "@ben and @cem").await;
    assert_eq!(cem.named_in().await, [question]);
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn edited_answers_and_comments_tell_whom_they_name() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ann.answer(&question, "y").await;
    let comment = ann.comment("answer", &answer, "z").await;
    let body = json!({"aid": answer, "text": "@ben"});
    ann.patch("/answer/editAnswer", body).await.ok();
    let body = json!({"cid": comment, "text": "@ben"});
    ann.patch("/comment/editComment", body).await.ok();
    assert_eq!(ben.named_in().await, [comment, answer]);
}

#[tokio::test]
async fn a_removed_name_is_no_mention() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", "@ben", &["a"]).await;
    let edited = ann.edit_question(&question, "x").await;
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
    assert_eq!(edited.get("mentions"), None);
}

#[tokio::test]
async fn naming_a_member_again_does_not_tell_them_again() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", "@ben", &["a"]).await;
    let before = ben.mentions().await;
    ann.edit_question(&question, "x").await;
    ann.edit_question(&question, "@ben again").await;
    assert_eq!(ben.mentions().await[0]["_id"], before[0]["_id"]);
    ben.patch("/mention/markMentionsSeen", json!({})).await.ok();
    ann.edit_question(&question, "y").await;
    ann.edit_question(&question, "@ben again").await;
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn purging_a_version_forgets_whom_it_named() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", "@ben", &["a"]).await;
    ann.edit_question(&question, "x").await;
    let path = format!("/post/getRevisions/{question}");
    let first = ann.get(&path).await.ok()[1].clone();
    let body = json!({"id": question, "revisionId": id_of(&first)});
    ann.delete_with("/post/purgeRevision", body).await.ok();
    assert!(!site.content().contains("mentions ["));
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
}
