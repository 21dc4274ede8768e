//! Messages that reply to a message of the same chat.

use serde_json::{Value, json};

use super::super::realtime::Listening;
use super::super::{Person, Reply, TestSite, id_of};

impl Person {
    async fn reply_in(&self, chat: &str, original: &str, text: &str) -> Reply {
        let body = json!({"msg": text, "replyTo": original});
        self.post(&format!("/chat/{chat}/addMessage"), body).await
    }

    async fn say_to_all(&self, message: Value) -> Reply {
        let body = json!({"messageToAdd": message});
        self.post("/messaging/addMessage", body).await
    }
}

fn last_of(chat: &Value) -> Value {
    let messages = chat["messages"].as_array().expect("an array");
    messages.last().expect("a message").clone()
}

#[tokio::test]
async fn a_reply_quotes_the_beginning_of_its_original_as_it_is_now() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let original = id_of(&ann.say_to_all(json!({"msg": "x".repeat(300)})).await.ok());
    let reply = json!({"msg": "yes", "replyTo": original});
    let reply = ben.say_to_all(reply).await.ok();
    let beginning = format!("{}…", "x".repeat(200));
    assert_eq!(
        reply["replyTo"],
        json!({"_id": original, "msgFrom": "ann", "msg": beginning})
    );
    let body = json!({"messageId": original, "msg": "y"});
    ann.patch("/messaging/editMessage", body).await.ok();
    let messages = ann.get("/messaging/getMessages").await.ok();
    assert_eq!(messages[1]["replyTo"]["msg"], "y");
}

#[tokio::test]
async fn a_reply_to_a_removed_message_stays_without_its_text() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let original = id_of(&ann.say_to_all(json!({"msg": "x"})).await.ok());
    let reply = json!({"msg": "yes", "replyTo": original, "nonce": "n"});
    ann.say_to_all(reply.clone()).await.ok();
    ann.delete_with("/messaging/deleteMessage", json!({"messageId": original}))
        .await
        .ok();
    let messages = ann.get("/messaging/getMessages").await.ok();
    assert_eq!(messages[0]["replyTo"], json!({"_id": original}));
    // A repeated call returns the stored reply, although its original is gone.
    assert_eq!(ann.say_to_all(reply).await.ok()["_id"], messages[0]["_id"]);
}

#[tokio::test]
async fn a_reply_belongs_to_the_chat_of_its_original() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let eve = site.sign_up("eve").await;
    let chat = ann.chat_with(&["ben"]).await;
    let original = ann.id_written_in(&chat, "secret").await;
    let other = eve.chat_with(&["ben"]).await;
    for reply in [
        eve.reply_in(&other, &original, "x").await,
        ben.reply_in(&other, &original, "x").await,
        ben.say_to_all(json!({"msg": "x", "replyTo": original}))
            .await,
        ben.reply_in(&chat, super::ABSENT, "x").await,
        ben.reply_in(&chat, "\0", "x").await,
    ] {
        reply.refused(404, "Message not found");
    }
    eve.reply_in(&chat, &original, "x")
        .await
        .refused(404, "Invalid chat ID");
    let wrong = json!({"msg": "x", "replyTo": 7});
    assert_eq!(ann.say_to_all(wrong).await.status, 400);
}

#[tokio::test]
async fn a_quote_hides_what_its_reader_may_not_read() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let cem = site.sign_up("cem").await;
    let chat = ann.chat_with(&["ben"]).await;
    let original = ann.id_written_in(&chat, "between us").await;
    ann.add_to(&chat, "cem").await.ok();
    let (mut of_ann, mut of_cem) = (server.socket_of(&ann).await, server.socket_of(&cem).await);
    let reply = last_of(&ben.reply_in(&chat, &original, "yes").await.ok());
    assert_eq!(reply["replyTo"]["msg"], "between us");
    let hidden = json!({"_id": original});
    let quote = |(_, event): (String, Value)| last_of(&event["chat"])["replyTo"].clone();
    assert_eq!(quote(of_ann.event().await), reply["replyTo"]);
    assert_eq!(quote(of_cem.event().await), hidden);
    let read = cem.get(&format!("/chat/{chat}")).await.ok();
    assert_eq!(last_of(&read)["replyTo"], hidden);
    let edit = json!({"messageId": id_of(&reply), "msg": "no"});
    ben.patch(&format!("/chat/{chat}/editMessage"), edit)
        .await
        .ok();
    assert_eq!(of_ann.event().await.1["msg"]["replyTo"], reply["replyTo"]);
    assert_eq!(of_cem.event().await.1["msg"]["replyTo"], hidden);
    cem.reply_in(&chat, &original, "what?")
        .await
        .refused(404, "Message not found");
}
