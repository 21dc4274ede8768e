//! Private chats: participants, access, events and unread counts.

mod around;
mod creation;
mod edits;
mod participants;
mod presence;
mod replies;
mod search;

use std::time::Duration;

use serde_json::{Value, json};

use super::messages::texts;
use super::realtime::Listening;
use super::{Person, Reply, TestSite, id_of};
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::features::messages::ChatAccess;
use crate::features::{chats, messages, users};
use crate::platform::db::plans;

const ABSENT: &str = "0000000000001";

impl Person {
    /// Creates or finds the chat with these users; `others` does not include the caller.
    pub(super) async fn chat_with(&self, others: &[&str]) -> String {
        let participants: Vec<&str> = others.iter().copied().chain([self.name.as_str()]).collect();
        id_of(
            &self
                .post(
                    "/chat/createChat",
                    json!({"participants": participants, "messages": []}),
                )
                .await
                .ok(),
        )
    }

    pub(super) async fn write_in(&self, chat: &str, text: &str) -> Reply {
        self.post(
            &format!("/chat/{chat}/addMessage"),
            json!({"msg": text, "msgFrom": self.name}),
        )
        .await
    }

    pub(super) async fn add_to(&self, chat: &str, name: &str) -> Reply {
        self.post(
            &format!("/chat/{chat}/addParticipant"),
            json!({"username": name}),
        )
        .await
    }

    async fn chats(&self) -> Vec<Value> {
        let reply = self
            .get(&format!("/chat/getChatsByUser/{}?view=card", self.name))
            .await;
        let chats = reply.ok().as_array().expect("an array").clone();
        assert_eq!(reply.header("x-total-count"), chats.len().to_string());
        chats
    }

    async fn unread_chats(&self) -> Value {
        self.get("/chat/getUnreadChats").await.ok()["unread"].clone()
    }
}

#[tokio::test]
async fn a_chat_is_hidden_from_non_participants() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let eve = site.sign_up("eve").await;
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.write_in(&chat, "secret").await.ok()["messages"][0].clone();
    eve.get("/chat/getChatsByUser/ann")
        .await
        .refused(403, "You can only do this as yourself");
    assert_eq!(
        (eve.chats().await, eve.unread_chats().await),
        (vec![], json!(0))
    );
    for id in [chat.as_str(), ABSENT, "undefined", "x", "0000000000000"] {
        eve.get(&format!("/chat/{id}"))
            .await
            .refused(404, "Invalid chat ID");
        eve.write_in(id, "x").await.refused(404, "Invalid chat ID");
        eve.write_in(id, "").await.refused(404, "Invalid chat ID");
        eve.add_to(id, "eve").await.refused(404, "Invalid chat ID");
        eve.add_to(id, "nobody")
            .await
            .refused(404, "Invalid chat ID");
        let body = json!({"messageId": id_of(&message)});
        eve.post(&format!("/chat/{id}/markRead"), body)
            .await
            .refused(404, "Invalid chat ID");
    }
    assert_eq!(
        texts(&ben.get(&format!("/chat/{chat}")).await.ok()["messages"]),
        ["secret"]
    );
}

#[tokio::test]
async fn a_message_of_a_chat_belongs_to_no_other_chat() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let eve = site.sign_up("eve").await;
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.write_in(&chat, "secret").await.ok()["messages"][0].clone();
    let of_eve = eve.chat_with(&["ben"]).await;
    let body = json!({"messageId": id_of(&message)});
    eve.post("/messaging/markRead", body.clone())
        .await
        .refused(404, "Message not found");
    eve.post(&format!("/chat/{of_eve}/markRead"), body)
        .await
        .refused(404, "Message not found");
    assert_eq!(eve.get("/messaging/getMessages").await.ok(), json!([]));
}

#[tokio::test]
async fn chat_messages_are_validated_like_global_messages() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let chat = ann.chat_with(&["ben"]).await;
    let send = async |message: Value| ann.post(&format!("/chat/{chat}/addMessage"), message).await;
    for empty in [json!({}), json!({"msg": ""}), json!({"msg": " \n "})] {
        send(empty).await.refused(400, "Message cannot be empty");
    }
    send(json!({"msg": "x".repeat(2_001)}))
        .await
        .refused(400, "Message cannot be more than 2000 characters");
    send(json!({"msg": "x", "msgFrom": "ben"}))
        .await
        .refused(403, "You can only do this as yourself");
}

#[tokio::test]
async fn a_nonce_applies_to_one_chat() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let chat = ann.chat_with(&["ben"]).await;
    let send = async |message: Value| ann.post(&format!("/chat/{chat}/addMessage"), message).await;
    let other = ann.chat_with(&["ben"]).await;
    assert_eq!(other, chat);
    for _ in 0..3 {
        assert_eq!(
            send(json!({"msg": "once", "nonce": "n"})).await.ok()["messages"][0]["nonce"],
            "n"
        );
    }
    ann.post(
        "/messaging/addMessage",
        json!({"messageToAdd": {"msg": "to all", "nonce": "n"}}),
    )
    .await
    .ok();
    assert_eq!(
        texts(&ann.get(&format!("/chat/{chat}")).await.ok()["messages"]),
        ["once"]
    );
    assert_eq!(
        texts(&ann.get("/messaging/getMessages").await.ok()),
        ["to all"]
    );
}

#[tokio::test]
async fn a_long_chat_is_paged() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    for number in 0..103 {
        ann.write_in(&chat, &number.to_string()).await.ok();
    }
    let newest = ben.get(&format!("/chat/{chat}")).await;
    let messages = texts(&newest.ok()["messages"]);
    assert_eq!(
        (
            messages.len(),
            messages[0].as_str(),
            newest.header("x-total-count")
        ),
        (100, "3", "103")
    );
    let older = ben.get(&newest.next_page().expect("older ones")).await;
    assert_eq!(
        (texts(&older.ok()["messages"]), older.next_page()),
        (vec!["0".to_owned(), "1".to_owned(), "2".to_owned()], None)
    );
    let few = ben.get(&format!("/chat/{chat}?limit=2")).await;
    assert_eq!(texts(&few.ok()["messages"]), ["101", "102"]);
    assert_eq!(
        texts(&ben.get(&few.next_page().unwrap()).await.ok()["messages"]),
        ["99", "100"]
    );
    ben.get(&format!("/chat/{chat}?cursor=x"))
        .await
        .refused(400, "Invalid cursor");
}

#[tokio::test]
async fn chats_are_listed_by_their_last_message() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    for name in ["cem", "dan"] {
        site.sign_up(name).await;
    }
    let (with_ben, with_cem) = (ann.chat_with(&["ben"]).await, ann.chat_with(&["cem"]).await);
    let with_dan = ann.chat_with(&["dan"]).await;
    let ids = async || ann.chats().await.iter().map(id_of).collect::<Vec<_>>();
    assert_eq!(ids().await, [with_dan.as_str(), &with_cem, &with_ben]);
    site.clock.advance(Duration::from_secs(1));
    ben.write_in(&with_ben, "first").await.ok();
    ben.write_in(&with_ben, "last").await.ok();
    ann.write_in(&with_cem, "x").await.ok();
    ben.write_in(&with_ben, "very last").await.ok();
    // Adding a participant is not a message.
    ann.add_to(&with_dan, "cem").await.ok();
    assert_eq!(ids().await, [with_ben.as_str(), &with_cem, &with_dan]);
    let list = ann.chats().await;
    assert_eq!(
        (texts(&list[0]["messages"]), &list[0]["unread"]),
        (vec!["very last".to_owned()], &json!(3))
    );
    assert_eq!(
        (texts(&list[1]["messages"]), &list[1]["unread"]),
        (vec!["x".to_owned()], &json!(0))
    );
    assert_eq!(
        (
            &list[2]["messages"],
            &list[2]["participants"],
            &list[2]["updatedAt"]
        ),
        (
            &json!([]),
            &json!(["ann", "cem", "dan"]),
            &json!("2026-11-21T00:00:01.000Z")
        )
    );
    // For clients without card support, the list has the same data as each chat.
    let full = ann.get("/chat/getChatsByUser/ann").await.ok();
    for chat in full.as_array().expect("chats") {
        assert_eq!(ann.get(&format!("/chat/{}", id_of(chat))).await.ok(), *chat);
    }
    assert!(texts(&full[0]["messages"]).len() > 1, "{full}");
    ann.get("/chat/getChatsByUser/ann?view=cards")
        .await
        .refused(400, "Invalid view");
    let (mut found, mut next) = (
        Vec::new(),
        Some("/chat/getChatsByUser/ann?limit=2".to_owned()),
    );
    while let Some(path) = next {
        let page = ann.get(&path).await;
        assert_eq!(page.header("x-total-count"), "3");
        found.extend(page.ok().as_array().unwrap().iter().map(id_of));
        next = page.next_page();
    }
    assert_eq!(found, [with_ben.as_str(), &with_cem, &with_dan]);
}

#[tokio::test]
async fn unread_messages_are_counted_per_chat() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let cem = site.sign_up("cem").await;
    let (with_ben, with_cem) = (ann.chat_with(&["ben"]).await, ann.chat_with(&["cem"]).await);
    assert_eq!(ann.unread_chats().await, 0);
    let messages = ben.write_in(&with_ben, "1").await.ok()["messages"].clone();
    let latest = id_of(&ben.write_in(&with_ben, "2").await.ok()["messages"][1]);
    cem.write_in(&with_cem, "3").await.ok();
    assert_eq!(
        (ann.unread_chats().await, ben.unread_chats().await),
        (json!(2), json!(0))
    );
    let read = async |id: &str| {
        ann.post(
            &format!("/chat/{with_ben}/markRead"),
            json!({"messageId": id}),
        )
        .await
    };
    let first = id_of(&messages[0]);
    assert_eq!(
        read(&first).await.ok(),
        json!({"readUpTo": first, "unread": 1})
    );
    assert_eq!(ann.unread_chats().await, 2);
    assert_eq!(
        read(&latest).await.ok(),
        json!({"readUpTo": latest, "unread": 0})
    );
    assert_eq!(
        (
            ann.unread_chats().await,
            ann.chats().await[1]["unread"].clone()
        ),
        (json!(1), json!(0))
    );
    read(ABSENT).await.refused(404, "Message not found");
    // Writing a message marks the earlier ones as read.
    ann.write_in(&with_cem, "4").await.ok();
    assert_eq!(
        (ann.unread_chats().await, cem.unread_chats().await),
        (json!(0), json!(1))
    );
}

/// Queries for messages and chats use an index, and pages are not sorted.
#[tokio::test]
async fn message_and_chat_lists_use_indexes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let chat = ann.chat_with(&["ben"]).await;
    let message: Id = id_of(&ann.write_in(&chat, "x").await.ok()["messages"][0])
        .parse()
        .unwrap();
    let token = users::session::hash(&ann.cookie("stoa_session").expect("a session"));
    let statements = site.site.app.db.write(move |tx| {
        let me = users::store::sessions::me(tx, &token)?.expect("ann");
        let chat: Id = chat.parse()?;
        let new = messages::NewMessage::new("x", Some("n".to_owned()), None)?;
        plans(tx, || {
            for (cursor, of_list) in [
                (None, None),
                (Some(message.to_string()), Some(i64::MAX.to_string())),
            ] {
                let (paging, of_list) = (
                    Paging { limit: 30, cursor },
                    Paging {
                        limit: 30,
                        cursor: of_list,
                    },
                );
                for access in [ChatAccess::global(&me), ChatAccess::find(tx, &me, chat)?] {
                    messages::store::list(tx, &access, &paging)?;
                    messages::store::read_state(tx, &me, &access)?;
                    messages::store::contains(tx, &access, message)?;
                    for point in [
                        messages::Point::Time(tx.now),
                        messages::Point::After(message),
                    ] {
                        messages::store::around::around(tx, &access, point)?;
                    }
                    let words = messages::SearchWords::parse("x").expect("a word");
                    messages::store::search::search(tx, &access, &words, message)?;
                    messages::store::by_nonce(tx, &me, &access, &new)?;
                }
                let access = ChatAccess::find(tx, &me, chat)?;
                chats::store::for_viewer(tx, &me, &access, &paging)?;
                chats::store::participants(tx, &access)?;
                assert_eq!(chats::store::list(tx, &me, &of_list, 1)?.items.len(), 1);
            }
            chats::store::unread_chats(tx, &me).map(drop)
        })
    });
    let statements = statements.await.unwrap();
    assert!(
        statements.len() >= 20,
        "only {} statements were seen",
        statements.len()
    );
    for (sql, plan) in statements {
        // Counting stops at the cap.
        let is_expensive = |line: &String| {
            line.starts_with("SCAN ") && !line.contains("(subquery") || line.contains("TEMP B-TREE")
        };
        assert!(!plan.iter().any(is_expensive), "{sql}\n{}", plan.join("\n"));
    }
}

#[tokio::test]
async fn a_direct_message_names_its_author_and_a_global_one_has_only_the_name() {
    let site = TestSite::new();
    let (ann, _) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let me = ann.get("/user/me").await.ok();
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.write_in(&chat, "hello").await.ok()["messages"][0].clone();
    assert_eq!(
        message["user"],
        json!({"_id": me["_id"], "username": "ann"})
    );
    let global = json!({"messageToAdd": {"msg": "hello"}});
    let message = ann.post("/messaging/addMessage", global).await.ok();
    assert!(message.get("user").is_none(), "{message}");
}
