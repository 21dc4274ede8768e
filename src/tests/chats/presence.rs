//! How far others have read, who has a chat open, and who is writing in it.

use serde_json::{Value, json};

use super::super::realtime::{Listening, Socket};
use super::super::{Person, TestSite};

impl Person {
    async fn mark_read(&self, chat: &str, message: &str) {
        let path = format!("/chat/{chat}/markRead");
        self.post(&path, json!({"messageId": message})).await.ok();
    }

    async fn read_positions(&self, chat: &str) -> Value {
        let path = format!("/chat/{chat}/getReadPositions");
        self.get(&path).await.ok()
    }

    async fn announce(&self, fence: &str) {
        let body = json!({"biography": fence});
        self.patch("/user/updateBiography", body).await.ok();
    }
}

impl Socket {
    /// Sends an event about a chat and waits until the server has handled it.
    async fn tells(&mut self, event: &str, chat: &str) {
        self.send_text(&format!("427{}", json!([event, chat])))
            .await;
        while self.text().await.expect("an acknowledgement") != "437[]" {}
    }

    /// Returns the payload of the next event, which has this name.
    async fn hears(&mut self, name: &str) -> Value {
        let (heard, payload) = self.event().await;
        assert_eq!(heard, name, "{payload}");
        payload
    }
}

#[tokio::test]
async fn others_learn_how_far_a_user_has_read() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let chat = ann.chat_with(&["ben"]).await;
    let first = ann.id_written_in(&chat, "one").await;
    let second = ann.id_written_in(&chat, "two").await;
    assert_eq!(ann.read_positions(&chat).await, json!([]));
    let mut by_ann = server.socket_of(&ann).await;
    ben.mark_read(&chat, &second).await;
    let position = json!({"username": "ben", "readUpTo": second});
    assert_eq!(
        by_ann.hears("chatRead").await,
        json!({"chatId": chat, "username": "ben", "readUpTo": second})
    );
    assert_eq!(ann.read_positions(&chat).await, json!([position]));
    // What is no news is not told.
    ben.mark_read(&chat, &second).await;
    ben.mark_read(&chat, &first).await;
    ann.announce("the fence").await;
    assert_eq!(by_ann.events_until("the fence").await, []);
}

#[tokio::test]
async fn a_later_participant_does_not_learn_of_reading_before_them() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let eve = site.sign_up("eve").await;
    let chat = ann.chat_with(&["ben"]).await;
    let hidden = ann.id_written_in(&chat, "before").await;
    ann.add_to(&chat, "eve").await.ok();
    let mut by_eve = server.socket_of(&eve).await;
    ben.mark_read(&chat, &hidden).await;
    let shown = ann.id_written_in(&chat, "after").await;
    assert_eq!(by_eve.event().await.0, "chatUpdate");
    assert_eq!(
        eve.read_positions(&chat).await,
        json!([{"username": "ann", "readUpTo": shown}])
    );
    ben.mark_read(&chat, &shown).await;
    assert_eq!(by_eve.hears("chatRead").await["readUpTo"], shown);
}

#[tokio::test]
async fn users_who_are_blocked_learn_nothing_of_each_other() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.id_written_in(&chat, "x").await;
    ben.post("/user/blockUser", json!({"userId": "ann"}))
        .await
        .ok();
    let mut by_ann = server.socket_of(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    for socket in [&mut by_ann, &mut by_ben] {
        socket.tells("joinChat", &chat).await;
    }
    ben.mark_read(&chat, &message).await;
    by_ben.tells("typing", &chat).await;
    tokio::time::sleep(crate::chats::presence::INTERVAL * 2).await;
    ann.announce("the fence").await;
    assert_eq!(by_ann.events_until("the fence").await, []);
    assert_eq!(ann.read_positions(&chat).await, json!([]));
}

#[tokio::test]
async fn a_stranger_learns_nothing_of_a_chat() {
    let site = TestSite::new();
    let (ann, eve) = (site.sign_up("ann").await, site.sign_up("eve").await);
    site.sign_up("ben").await;
    let chat = ann.chat_with(&["ben"]).await;
    let path = format!("/chat/{chat}/getReadPositions");
    eve.get(&path).await.refused(404, "Invalid chat ID");
}

#[tokio::test]
async fn those_who_have_a_chat_open_learn_who_has() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let eve = site.sign_up("eve").await;
    let chat = ann.chat_with(&["ben"]).await;
    let mut by_ann = server.socket_of(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    let mut by_eve = server.socket_of(&eve).await;
    for socket in [&mut by_ann, &mut by_ben, &mut by_eve] {
        socket.tells("joinChat", &chat).await;
    }
    let both = json!({"chatId": chat, "count": 2, "usernames": ["ann", "ben"]});
    assert_eq!(by_ann.hears("chatPresence").await, both);
    assert_eq!(by_ben.hears("chatPresence").await, both);
    drop(by_ben);
    let alone = json!({"chatId": chat, "count": 1, "usernames": ["ann"]});
    assert_eq!(by_ann.hears("chatPresence").await, alone);
    by_eve.expect_no_event().await;
}

#[tokio::test]
async fn a_user_who_has_left_a_chat_is_not_present() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let mut by_ben = server.socket_of(&ben).await;
    by_ben.tells("joinChat", &chat).await;
    by_ben.hears("chatPresence").await;
    ben.post(&format!("/chat/{chat}/leave"), json!({}))
        .await
        .ok();
    by_ben.hears("chatLeft").await;
    let mut by_ann = server.socket_of(&ann).await;
    by_ann.tells("joinChat", &chat).await;
    assert_eq!(
        by_ann.hears("chatPresence").await["usernames"],
        json!(["ann"])
    );
    by_ann.tells("typing", &chat).await;
    by_ben.expect_no_event().await;
}

#[tokio::test]
async fn a_client_that_comes_and_goes_causes_one_event() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let mut by_ann = server.socket_of(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    by_ann.tells("joinChat", &chat).await;
    by_ann.hears("chatPresence").await;
    for _ in 0..40 {
        by_ben.tells("joinChat", &chat).await;
        by_ben.tells("leaveChat", &chat).await;
    }
    tokio::time::sleep(crate::chats::presence::INTERVAL * 2).await;
    ben.announce("the fence").await;
    let events = by_ann.events_until("the fence").await;
    assert!(events.len() <= 2, "{events:?}");
}

#[tokio::test]
async fn others_who_have_the_chat_open_learn_who_is_writing() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (eve, cleo) = (site.sign_up("eve").await, site.sign_up("cleo").await);
    let chat = ann.chat_with(&["ben", "cleo"]).await;
    let mut by_ann = server.socket_of(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    let mut by_eve = server.socket_of(&eve).await;
    let mut by_cleo = server.socket_of(&cleo).await;
    // Who has not opened the chat writes nothing in it.
    by_ann.tells("typing", &chat).await;
    by_ann.tells("joinChat", &chat).await;
    by_ben.tells("joinChat", &chat).await;
    by_eve.tells("typing", &chat).await;
    by_ann.hears("chatPresence").await;
    by_ben.hears("chatPresence").await;
    by_ben.tells("typing", &chat).await;
    let writing = json!({"chatId": chat, "username": "ben"});
    assert_eq!(by_ann.hears("chatTyping").await, writing);
    for socket in [&mut by_ben, &mut by_eve, &mut by_cleo] {
        socket.expect_no_event().await;
    }
}

#[tokio::test]
async fn the_global_chat_names_some_who_have_it_open() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let mut by_ann = server.socket_of(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    by_ann.tells("joinChat", "global").await;
    by_ben.tells("joinChat", "global").await;
    let both = json!({"count": 2, "usernames": ["ann", "ben"]});
    assert_eq!(by_ann.hears("chatPresence").await, both);
    by_ann.tells("typing", "global").await;
    by_ben.hears("chatPresence").await;
    assert_eq!(by_ben.hears("chatTyping").await, json!({"username": "ann"}));
}
