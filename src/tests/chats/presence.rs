//! How far others have read, who has a chat open, and who is writing in it.

use std::net::Ipv4Addr;
use std::sync::Arc;

use engineioxide::Str;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::super::realtime::{Listening, Socket};
use super::super::{Person, TestSite};
use crate::core::id::Id;
use crate::features::chats::presence::announce_changes;
use crate::features::messages::ChatAccess;
use crate::platform::db::{QUEUE_LENGTH, READERS};
use crate::platform::realtime::{Connection, Identity, Room};

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

    /// Hears who has a chat open until they are these users.
    async fn hears_present(&mut self, usernames: &[&str]) -> Value {
        loop {
            let heard = self.hears("chatPresence").await;
            if heard["usernames"] == json!(usernames) {
                return heard;
            }
        }
    }

    /// Expects no news of who has another chat open than `own`, which nobody else opens, until all
    /// earlier changes have been told: the second event about `own` comes after them.
    async fn hears_only_of(&mut self, own: &str) {
        for _ in 0..2 {
            self.tells("joinChat", own).await;
            assert_eq!(self.hears("chatPresence").await["chatId"], own);
            self.tells("leaveChat", own).await;
        }
    }
}

/// A connection that nobody reads.
struct Unread;

impl Connection for Unread {
    fn send(&self, _: Str, _: bool) {}
    fn close(&self) {}
}

/// Lets new users open the global chat. Their ids are smaller than those of people who sign up.
fn open_global_chat(site: &TestSite, users: std::ops::Range<u8>) {
    let hub = &site.site.app.hub;
    for number in users {
        let id = i64::from(number) + 1;
        site.sql(&format!(
            "INSERT INTO users (id, username, name_key, created_at) VALUES ({id}, 'many{id}', 'many{id}', 0)"
        ));
        let identity = Identity {
            address: Ipv4Addr::LOCALHOST.into(),
            visitor: Some(id.to_string()),
            has_new_visitor: false,
            sessions: Vec::new(),
            user: None,
        };
        let key = hub.connect(identity, Arc::new(Unread)).expect("a place");
        hub.sign_in(key, Id::from_i64(id), [number; 32], || ());
        hub.join_room(key, Room::Chat(ChatAccess::GLOBAL));
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
    site.sign_up("eve").await;
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
    for (person, socket) in [(&ann, &mut by_ann), (&ben, &mut by_ben)] {
        person.mark_read(&chat, &message).await;
        socket.tells("typing", &chat).await;
    }
    ann.announce("the fence").await;
    for (person, socket) in [(&ann, &mut by_ann), (&ben, &mut by_ben)] {
        assert_eq!(socket.events_until("the fence").await, []);
        assert_eq!(person.read_positions(&chat).await, json!([]));
    }
    let (of_ann, of_ben) = (ann.chat_with(&["eve"]).await, ben.chat_with(&["eve"]).await);
    by_ann.hears("chatUpdate").await;
    by_ben.hears("chatUpdate").await;
    by_ann.hears_only_of(&of_ann).await;
    by_ben.hears_only_of(&of_ben).await;
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
    assert_eq!(by_ann.hears_present(&["ann", "ben"]).await, both);
    assert_eq!(by_ben.hears_present(&["ann", "ben"]).await, both);
    drop(by_ben);
    let alone = json!({"chatId": chat, "count": 1, "usernames": ["ann"]});
    assert_eq!(by_ann.hears("chatPresence").await, alone);
    by_eve.expect_no_event().await;
}

#[tokio::test]
async fn a_user_with_two_tabs_counts_once() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let mut by_ann = server.socket_of(&ann).await;
    let (mut first, mut second) = (server.socket_of(&ben).await, server.socket_of(&ben).await);
    for socket in [&mut by_ann, &mut first, &mut second] {
        socket.tells("joinChat", "global").await;
    }
    let heard = by_ann.hears_present(&["ann", "ben"]).await;
    assert_eq!(heard["count"], 2);
    drop(first);
    second.tells("leaveChat", "global").await;
    let heard = by_ann.hears_present(&["ann"]).await;
    assert_eq!(heard["count"], 1);
}

#[tokio::test]
async fn a_user_who_logs_out_is_no_longer_present() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let mut by_ann = server.socket_of(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    for socket in [&mut by_ann, &mut by_ben] {
        socket.tells("joinChat", &chat).await;
    }
    by_ann.hears_present(&["ann", "ben"]).await;
    ben.post("/user/logout", json!({})).await.ok();
    by_ann.hears_present(&["ann"]).await;
}

#[tokio::test]
async fn a_change_that_could_not_be_read_is_told_later() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let chat = ann.chat_with(&["ben"]).await;
    let mut by_ann = server.socket_of(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    for socket in [&mut by_ann, &mut by_ben] {
        socket.tells("joinChat", &chat).await;
    }
    by_ann.hears_present(&["ann", "ben"]).await;
    let app = &server.site.site.app;
    let ((open, gate), (begin, begun)) = (
        crossbeam_channel::bounded::<()>(0),
        crossbeam_channel::bounded(READERS),
    );
    let held = (0..READERS).map(|_| {
        let (gate, begin) = (gate.clone(), begin.clone());
        app.db.read(move |_| {
            let _ = (begin.send(()), gate.recv());
            Ok(())
        })
    });
    tokio::join!(join_all(held), async {
        // Each reader has a job before the queue fills up behind them.
        (0..READERS).for_each(|_| begun.recv().expect("a reader begins"));
        let queued = (0..QUEUE_LENGTH).map(|_| app.db.read(|_| Ok(())));
        tokio::join!(join_all(queued), async {
            drop(by_ben);
            while app.hub.changed_chats().is_empty() {
                tokio::task::yield_now().await;
            }
            announce_changes(app).await;
            drop(open);
        });
    });
    by_ann.hears_present(&["ann"]).await;
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
async fn others_learn_that_a_user_who_has_left_a_chat_is_not_present() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let mut by_ann = server.socket_of(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    for socket in [&mut by_ann, &mut by_ben] {
        socket.tells("joinChat", &chat).await;
    }
    by_ann.hears_present(&["ann", "ben"]).await;
    // Their client does not say that it leaves the room.
    ben.post(&format!("/chat/{chat}/leave"), json!({}))
        .await
        .ok();
    by_ann.hears("chatLeft").await;
    by_ann.hears_present(&["ann"]).await;
    // They do not return to the room by being added again.
    ann.add_to(&chat, "ben").await.ok();
    by_ann.hears("chatUpdate").await;
    by_ann.tells("leaveChat", &chat).await;
    by_ann.tells("joinChat", &chat).await;
    by_ann.hears_present(&["ann"]).await;
}

#[tokio::test]
async fn a_client_that_comes_and_goes_causes_few_events() {
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
    by_ben.tells("joinChat", &chat).await;
    let mut events = 1;
    while by_ann.hears("chatPresence").await["count"] != 2 {
        events += 1;
    }
    assert!(events < 10, "{events} events");
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
    by_ann.hears_present(&["ann", "ben"]).await;
    by_ben.hears_present(&["ann", "ben"]).await;
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
    assert_eq!(by_ann.hears_present(&["ann", "ben"]).await, both);
    by_ben.hears_present(&["ann", "ben"]).await;
    by_ann.tells("typing", "global").await;
    assert_eq!(by_ben.hears("chatTyping").await, json!({"username": "ann"}));
}

#[tokio::test]
async fn at_most_twenty_users_of_the_global_chat_are_named() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut by_ann = server.socket_of(&ann).await;
    open_global_chat(&server.site, 0..20);
    by_ann.tells("joinChat", "global").await;
    let heard = loop {
        let heard = by_ann.hears("chatPresence").await;
        if heard["count"] == 21 {
            break heard;
        }
    };
    let names = heard["usernames"].as_array().expect("names");
    assert_eq!(names.len(), 20);
    assert!(!names.contains(&json!("ann")), "{names:?}");
}

#[tokio::test]
async fn typing_in_a_full_global_chat_is_not_told() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let mut by_ann = server.socket_of(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    for socket in [&mut by_ann, &mut by_ben] {
        socket.tells("joinChat", "global").await;
    }
    open_global_chat(site, 0..48);
    by_ann.tells("typing", "global").await;
    while by_ben.event().await.0 != "chatTyping" {}
    open_global_chat(site, 48..49);
    by_ben.tells("typing", "global").await;
    ann.announce("the fence").await;
    let heard = by_ann.events_until("the fence").await;
    assert!(
        heard.iter().all(|(name, _)| name == "chatPresence"),
        "{heard:?}"
    );
}

#[tokio::test]
async fn a_client_that_reports_typing_again_and_again_is_heard_once() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let mut by_ann = server.socket_of(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    for socket in [&mut by_ann, &mut by_ben] {
        socket.tells("joinChat", &chat).await;
    }
    by_ben.tells("typing", &chat).await;
    by_ben.tells("typing", &chat).await;
    ann.announce("the fence").await;
    let heard = by_ann.events_until("the fence").await;
    let typing = heard.iter().filter(|(name, _)| name == "chatTyping");
    assert_eq!(typing.count(), 1, "{heard:?}");
}
