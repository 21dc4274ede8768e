//! Editing and quoting of messages, in the global chat and in direct chats.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::messages::texts;
use super::super::realtime::Listening;
use super::super::{Person, Reply, TestSite, id_of};

impl Person {
    async fn edit_in(&self, chat: &str, message: &str, text: &str) -> Reply {
        let body = json!({"messageId": message, "msg": text});
        self.patch(&format!("/chat/{chat}/editMessage"), body).await
    }

    async fn edit_for_all(&self, message: &str, text: &str) -> Reply {
        let body = json!({"messageId": message, "msg": text});
        self.patch("/messaging/editMessage", body).await
    }

    /// Sends a message to a direct chat and returns its id.
    pub async fn id_written_in(&self, chat: &str, text: &str) -> String {
        let chat = self.write_in(chat, text).await.ok();
        let messages = chat["messages"].as_array().expect("an array");
        id_of(messages.last().expect("the message"))
    }
}

#[tokio::test]
async fn an_edited_message_shows_when_it_was_edited_to_all_its_readers() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let eve = site.sign_up("eve").await;
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.id_written_in(&chat, "teh").await;
    let mut sockets = [server.socket_of(&ann).await, server.socket_of(&ben).await];
    let mut of_eve = server.socket_of(&eve).await;
    site.clock.advance(Duration::from_secs(60));
    let edited = ann.edit_in(&chat, &message, "the\r\nend").await.ok();
    assert_eq!(
        (&edited["msg"], &edited["editedAt"]),
        (&json!("the\nend"), &json!("2026-11-21T00:01:00.000Z"))
    );
    for socket in &mut sockets {
        assert_eq!(
            socket.event().await,
            (
                "messageEdited".to_owned(),
                json!({"chatId": chat, "msg": edited})
            )
        );
    }
    of_eve.expect_no_event().await;
    let read = ben.get(&format!("/chat/{chat}")).await.ok();
    assert_eq!(read["messages"], json!([edited]));
}

#[tokio::test]
async fn a_repeated_edit_changes_nothing() {
    let server = Listening::start().await;
    let site = &server.site;
    let ann = site.sign_up("ann").await;
    let message = json!({"messageToAdd": {"msg": "teh"}});
    let message = id_of(&ann.post("/messaging/addMessage", message).await.ok());
    let edited = ann.edit_for_all(&message, "the").await.ok();
    site.clock.advance(Duration::from_secs(60));
    let mut socket = server.socket_of(&ann).await;
    assert_eq!(ann.edit_for_all(&message, "the").await.ok(), edited);
    socket.expect_no_event().await;
}

#[tokio::test]
async fn only_the_author_edits_a_message() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let eve = site.sign_up("eve").await;
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.id_written_in(&chat, "x").await;
    ben.edit_in(&chat, &message, "y")
        .await
        .refused(403, "You can only edit your own messages");
    eve.edit_in(&chat, &message, "y")
        .await
        .refused(404, "Invalid chat ID");
    ann.edit_for_all(&message, "y")
        .await
        .refused(404, "Message not found");
    let other = ann.chat_with(&["eve"]).await;
    ann.edit_in(&other, &message, "y")
        .await
        .refused(404, "Message not found");
}

#[tokio::test]
async fn an_edit_is_validated_like_a_new_message() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.id_written_in(&chat, "x").await;
    for (text, refusal) in [
        (" \n", "Message cannot be empty"),
        ("a\0b", "Text cannot contain the NUL character"),
        (
            &"ö".repeat(2_001),
            "Message cannot be more than 2000 characters",
        ),
    ] {
        ann.edit_in(&chat, &message, text)
            .await
            .refused(400, refusal);
    }
    for body in [
        json!({"msg": "y"}),
        json!({"messageId": message, "msg": 7}),
        json!({"messageId": 7, "msg": "y"}),
        Value::Null,
    ] {
        let reply = ann.patch(&format!("/chat/{chat}/editMessage"), body).await;
        assert_eq!(reply.status, 400);
    }
    let read = ann.get(&format!("/chat/{chat}")).await.ok();
    assert_eq!(texts(&read["messages"]), ["x"]);
}

#[tokio::test]
async fn a_removed_message_cannot_be_edited() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let message = json!({"messageToAdd": {"msg": "x"}});
    let message = id_of(&ann.post("/messaging/addMessage", message).await.ok());
    ann.delete_with("/messaging/deleteMessage", json!({"messageId": message}))
        .await
        .ok();
    ann.edit_for_all(&message, "y")
        .await
        .refused(404, "Message not found");
}

#[tokio::test]
async fn messages_of_a_chat_that_one_has_left_cannot_be_edited() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    site.sign_up("cem").await;
    let chat = ann.chat_with(&["ben", "cem"]).await;
    let message = ann.id_written_in(&chat, "x").await;
    ann.post(&format!("/chat/{chat}/leave"), json!({}))
        .await
        .ok();
    ann.edit_in(&chat, &message, "y")
        .await
        .refused(404, "Invalid chat ID");
    // Added again, they read the chat from that point on.
    ben.add_to(&chat, "ann").await.ok();
    ann.edit_in(&chat, &message, "y")
        .await
        .refused(404, "Message not found");
}

#[tokio::test]
async fn an_edit_tells_a_blocked_user_nothing() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.id_written_in(&chat, "x").await;
    ben.post("/user/blockUser", json!({"userId": "ann"}))
        .await
        .ok();
    ann.edit_in(&chat, &message, "y")
        .await
        .refused(403, "One of you has blocked the other");
}

#[tokio::test]
async fn a_participant_who_cannot_read_a_message_gets_no_event_of_its_edit() {
    let server = Listening::start().await;
    let site = &server.site;
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let cem = site.sign_up("cem").await;
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.id_written_in(&chat, "before").await;
    ann.add_to(&chat, "cem").await.ok();
    let mut socket = server.socket_of(&cem).await;
    ann.edit_in(&chat, &message, "changed").await.ok();
    socket.expect_no_event().await;
}
