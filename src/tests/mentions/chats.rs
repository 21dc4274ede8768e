//! Mentions in messages.

use super::*;

#[tokio::test]
async fn a_message_in_the_global_chat_tells_whom_it_names() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let message = ann.send_to_all("@ben").await;
    let mentions = ben.mentions().await;
    let expected = json!({
        "_id": mentions[0]["_id"], "kind": "message", "contentId": message, "mentionedBy": "ann", "text": "@ben",
        "notified": false, "createdAt": "2026-11-21T00:00:00.000Z",
    });
    assert_eq!(mentions, [expected]);
}

#[tokio::test]
async fn a_direct_message_tells_only_participants() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let eve = site.sign_up("eve").await;
    let chat = ann.chat_of(&["ben"]).await;
    ann.write_to(&chat, "@ben @eve").await;
    assert_eq!(ben.mentions().await[0]["chatId"], chat);
    assert_eq!(eve.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn messages_carry_the_names_that_exist() {
    let site = TestSite::new();
    let (ann, _) = site.ann_and_ben().await;
    site.sign_up("eve").await;
    let chat = ann.chat_of(&["ben"]).await;
    let id = ann.write_to(&chat, "@eve, @ben and @nobody").await;
    ann.write_to(&chat, "x").await;
    let names = json!(["ben", "eve"]);
    let sorted = |message: &Value| {
        let mut names = message["mentions"].as_array().expect("names").clone();
        names.sort_by_key(Value::to_string);
        json!(names)
    };
    let messages = ann.get(&format!("/chat/{chat}")).await.ok()["messages"].clone();
    assert_eq!(sorted(&messages[0]), names);
    assert_eq!(messages[1].get("mentions"), None);
    let path = format!("/chat/{chat}/getMessagesAround?message={id}");
    let around = ann.get(&path).await.ok();
    assert_eq!(sorted(&around["messages"][0]), names);
}

#[tokio::test]
async fn who_leaves_a_chat_loses_its_mentions() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let chat = ann.chat_of(&["ben"]).await;
    ann.write_to(&chat, "@ben").await;
    ben.post(&format!("/chat/{chat}/leave"), json!({}))
        .await
        .ok();
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn who_is_added_to_a_chat_is_not_told_of_earlier_messages() {
    let site = TestSite::new();
    let (ann, _) = site.ann_and_ben().await;
    let cem = site.sign_up("cem").await;
    let chat = ann.chat_of(&["ben"]).await;
    let earlier = ann.write_to(&chat, "x").await;
    let path = format!("/chat/{chat}/addParticipant");
    ann.post(&path, json!({"username": "cem"})).await.ok();
    let body = json!({"messageId": earlier, "msg": "@cem"});
    ann.patch(&format!("/chat/{chat}/editMessage"), body)
        .await
        .ok();
    assert_eq!(cem.mentions().await, [] as [Value; 0]);
    let later = ann.write_to(&chat, "@cem").await;
    assert_eq!(cem.named_in().await, [later]);
}

#[tokio::test]
async fn an_edited_message_tells_who_is_named_for_the_first_time() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let message = ann.send_to_all("x").await;
    let body = json!({"messageId": message, "msg": "@ben"});
    let edited = ann.patch("/messaging/editMessage", body).await.ok();
    assert_eq!(edited["mentions"], json!(["ben"]));
    assert_eq!(ben.named_in().await, [message]);
}

#[tokio::test]
async fn a_removed_message_leaves_no_mention() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let message = ann.send_to_all("@ben").await;
    ann.delete_with("/messaging/deleteMessage", json!({"messageId": message}))
        .await
        .ok();
    assert_eq!(ben.mentions().await, [] as [Value; 0]);
    assert!(!site.content().contains("mentions ["));
}

#[tokio::test]
async fn a_repeated_message_tells_once() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    for _ in 0..2 {
        let body = json!({"messageToAdd": {"msg": "@ben", "nonce": "n"}});
        let message = ann.post("/messaging/addMessage", body).await.ok();
        assert_eq!(message["mentions"], json!(["ben"]));
    }
    assert_eq!(ben.mentions().await.len(), 1);
}
