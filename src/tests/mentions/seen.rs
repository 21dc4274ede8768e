//! Mentions that have been seen.

use super::*;

impl Person {
    async fn mark_seen(&self, body: Value) {
        self.patch("/mention/markMentionsSeen", body).await.ok();
    }
}

/// A site on which Ann has mentioned Ben in three comments.
async fn three() -> (TestSite, Person, Person, [String; 3]) {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", "x", &["a"]).await;
    let comments = [
        ann.comment("question", &question, "1 @ben").await,
        ann.comment("question", &question, "2 @ben").await,
        ann.comment("question", &question, "3 @ben").await,
    ];
    (site, ann, ben, comments)
}

#[tokio::test]
async fn mentions_are_seen_one_by_one() {
    let (_site, _, ben, [first, _, third]) = three().await;
    let second = id_of(&ben.mentions().await[1]);
    ben.mark_seen(json!({"ids": [second, ABSENT]})).await;
    assert_eq!(ben.named_in().await, [third, first]);
}

#[tokio::test]
async fn nobody_marks_the_mentions_of_others() {
    let (_site, ann, ben, _) = three().await;
    let mentions = ben.mentions().await;
    ann.mark_seen(json!({"ids": [id_of(&mentions[0])]})).await;
    ann.mark_seen(json!({})).await;
    assert_eq!(ben.mentions().await, mentions);
}

#[tokio::test]
async fn mentions_are_seen_up_to_the_newest_shown() {
    let (_site, _, ben, [_, _, third]) = three().await;
    let second = id_of(&ben.mentions().await[1]);
    ben.mark_seen(json!({"upTo": second})).await;
    assert_eq!(ben.named_in().await, std::slice::from_ref(&third));
    ben.mark_seen(json!({"upTo": ABSENT})).await;
    assert_eq!(ben.named_in().await, [third], "it never goes back");
}

#[tokio::test]
async fn later_mentions_are_new_after_all_were_seen() {
    let (site, ann, ben, _) = three().await;
    ben.mark_seen(json!({})).await;
    site.clock.advance(std::time::Duration::from_millis(1));
    let question = ann.ask("T", "@ben", &["a"]).await;
    assert_eq!(ben.named_in().await, [question]);
}

#[tokio::test]
async fn at_most_100_mentions_are_marked_in_one_call() {
    let (_site, _, ben, _) = three().await;
    ben.patch(
        "/mention/markMentionsSeen",
        json!({"ids": vec![ABSENT; 101]}),
    )
    .await
    .refused(400, "Malformed request: more than 100 mentions");
}

#[tokio::test]
async fn pages_continue_after_the_last_mention() {
    let (_site, _, ben, [first, second, third]) = three().await;
    let mut path = "/mention/getMentions?limit=1".to_owned();
    for expected in [third, second, first] {
        let reply = ben.get(&path).await;
        assert_eq!(reply.ok()[0]["contentId"], expected);
        assert_eq!(reply.header("x-total-count"), "3");
        path = reply.next_page().unwrap_or_default();
    }
    assert_eq!(path, "");
}

/// A site on which Ann has named Ben in an answer to Ben's question.
async fn notified() -> (TestSite, Person) {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ben.ask("T", "x", &["a"]).await;
    ann.answer(&question, "@ben").await;
    (site, ben)
}

#[tokio::test]
async fn a_mention_says_whether_a_notification_is_about_the_same_text() {
    let (_site, ben) = notified().await;
    assert_eq!(ben.mentions().await[0]["notified"], true);
}

#[tokio::test]
async fn a_mention_is_seen_with_its_notification() {
    let (_site, ben) = notified().await;
    let notification = ben.named_in().await.remove(0);
    let body = json!({"notificationID": notification});
    ben.patch("/viewNotification", body).await.ok();
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn mentions_are_seen_when_all_notifications_are_cleared() {
    let (_site, ben) = notified().await;
    ben.patch("/clearAllNotifications", json!({})).await.ok();
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn an_edit_tells_whom_it_names_although_they_have_viewed_a_notification_about_the_text() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ben.ask("T", "x", &["a"]).await;
    let answer = ann.answer(&question, "y").await;
    ben.patch("/clearAllNotifications", json!({})).await.ok();
    site.clock.advance(std::time::Duration::from_millis(1));
    let body = json!({"aid": answer, "text": "@ben"});
    ann.patch("/answer/editAnswer", body).await.ok();
    assert_eq!(ben.named_in().await, [answer]);
}

#[tokio::test]
async fn a_notification_is_viewed_with_its_mention() {
    let (_site, ben) = notified().await;
    let mention = id_of(&ben.mentions().await[0]);
    ben.mark_seen(json!({"ids": [mention]})).await;
    assert_eq!(ben.get("/getNotifications").await.ok()[0]["viewed"], true);
}

#[tokio::test]
async fn notifications_stay_unread_when_all_mentions_are_seen() {
    let (_site, ben) = notified().await;
    ben.mark_seen(json!({})).await;
    assert_eq!(ben.get("/getNotifications").await.ok()[0]["viewed"], false);
}
