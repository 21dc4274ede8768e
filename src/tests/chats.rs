//! Chats of few: who takes part, what only they read and hear, and what is unread of it.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::live::Listening;
use super::messages::texts;
use super::{Person, Reply, TestSite, id_of};
use crate::db::plans;
use crate::id::Id;
use crate::messages::Room;
use crate::web::Paging;
use crate::{chats, messages, users};

const ABSENT: &str = "0000000000001";

impl Person {
    /// The chat with these people, whose names do not include one's own.
    async fn chat_with(&self, others: &[&str]) -> String {
        let participants: Vec<&str> = others.iter().copied().chain([self.name.as_str()]).collect();
        id_of(&self.post("/chat/createChat", json!({"participants": participants, "messages": []})).await.ok())
    }

    async fn write_in(&self, chat: &str, text: &str) -> Reply {
        self.post(&format!("/chat/{chat}/addMessage"), json!({"msg": text, "msgFrom": self.name})).await
    }

    async fn add_to(&self, chat: &str, name: &str) -> Reply {
        self.post(&format!("/chat/{chat}/addParticipant"), json!({"username": name})).await
    }

    async fn chats(&self) -> Vec<Value> {
        let reply = self.get(&format!("/chat/getChatsByUser/{}?view=card", self.name)).await;
        let chats = reply.ok().as_array().expect("an array").clone();
        assert_eq!(reply.header("x-total-count"), chats.len().to_string());
        chats
    }

    async fn unread_chats(&self) -> Value {
        self.get("/chat/getUnreadChats").await.ok()["unread"].clone()
    }
}

#[tokio::test]
async fn the_same_people_have_one_chat() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let cem = site.sign_up("cem").await;
    let create =
        async |person: &Person, names: Value| person.post("/chat/createChat", json!({"participants": names, "messages": []})).await.ok();
    // Whoever asks, in whichever order, by name in any case or by id, however often and at the same time.
    let of_ben = id_of(&ben.get("/user/me").await.ok());
    let chats = join_all([
        create(&ann, json!(["ann", "ben"])),
        create(&ben, json!(["ben", "ann"])),
        create(&ann, json!(["BEN", "ann", "ben", "Ann"])),
        create(&ann, json!(["ann", of_ben])),
        create(&ann, json!(["ann", "ben"])),
    ]);
    let chats = chats.await;
    let ids: BTreeSet<String> = chats.iter().map(id_of).collect();
    assert_eq!(ids.len(), 1, "{chats:?}");
    let (then, id) = ("2026-11-21T00:00:00.000Z", id_of(&chats[0]));
    let expected = json!({"_id": id, "participants": ["ann", "ben"], "messages": [], "createdAt": then, "updatedAt": then,
                          "readUpTo": id, "unread": 0});
    assert_eq!(chats[0], expected);
    assert_eq!(ben.get(&format!("/chat/{id}")).await.ok(), expected);
    let three = ann.chat_with(&["ben", "cem"]).await;
    assert_eq!((three == id, cem.chat_with(&["ben", "ann"]).await == three), (false, true));
    assert_eq!((ann.chats().await.len(), cem.chats().await.len()), (2, 1));
}

#[tokio::test]
async fn a_chat_needs_oneself_and_others_who_are_there() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let names: Vec<String> = (0..51).map(|number| format!("user{number}")).collect();
    for name in ["ben", "cem"] {
        site.sign_up(name).await;
    }
    site.sign_up("gone").await.delete("/user/deleteUser/gone").await.ok();
    let create = async |body: Value| ann.post("/chat/createChat", body).await;
    for alone in [json!({}), json!({"participants": []}), json!({"participants": ["ann"]}), json!({"participants": ["ann", "ANN"]})] {
        create(alone).await.refused(400, "Please select a user to chat with");
    }
    create(json!({"participants": ["ben", "cem"]})).await.refused(403, "You can only do this as yourself");
    for absent in ["nobody", "gone", "", "be\0n", ABSENT] {
        let missing = "No user data found. Make sure the username parameter is correct.";
        create(json!({"participants": ["ann", "ben", absent]})).await.refused(404, missing);
    }
    let many: Vec<&str> = names.iter().map(String::as_str).collect();
    create(json!({"participants": many})).await.refused(400, "A chat cannot have more than 50 participants");
    let with_ben = json!(["ann", "ben"]);
    for (messages, status) in [
        (json!([{"msg": "x", "msgFrom": "ben"}]), 403),
        (json!([{"msg": "x"}, {"msg": " "}]), 400),
        (json!(vec![json!({"msg": "x"}); 101]), 400),
        (json!("x"), 400),
    ] {
        assert_eq!(create(json!({"participants": with_ben, "messages": messages})).await.status, status);
    }
    for malformed in [json!({"participants": "ann"}), json!({"participants": [1]}), json!([])] {
        assert_eq!(create(malformed).await.status, 400);
    }
    assert_eq!(ann.chats().await, [Value::Null; 0]);
    let chat = create(json!({"participants": with_ben, "messages": [{"msg": "1", "msgFrom": "ann"}, {"msg": "2"}]})).await.ok();
    assert_eq!((texts(&chat["messages"]), &chat["messages"][0]["type"]), (vec!["1".to_owned(), "2".to_owned()], &json!("direct")));
    // To the one that is there they are sent too.
    let again = create(json!({"participants": with_ben, "messages": [{"msg": "3"}]})).await.ok();
    assert_eq!((id_of(&again), texts(&again["messages"]).len()), (id_of(&chat), 3));
}

#[tokio::test]
async fn nobody_else_finds_a_chat() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let eve = site.sign_up("eve").await;
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.write_in(&chat, "secret").await.ok()["messages"][0].clone();
    eve.get("/chat/getChatsByUser/ann").await.refused(403, "You can only do this as yourself");
    assert_eq!((eve.chats().await, eve.unread_chats().await), (vec![], json!(0)));
    for id in [chat.as_str(), ABSENT, "undefined", "x", "0000000000000"] {
        eve.get(&format!("/chat/{id}")).await.refused(404, "Invalid chat ID");
        eve.write_in(id, "x").await.refused(404, "Invalid chat ID");
        eve.write_in(id, "").await.refused(404, "Invalid chat ID");
        eve.add_to(id, "eve").await.refused(404, "Invalid chat ID");
        eve.add_to(id, "nobody").await.refused(404, "Invalid chat ID");
        let body = json!({"messageId": id_of(&message)});
        eve.post(&format!("/chat/{id}/markRead"), body).await.refused(404, "Invalid chat ID");
    }
    // Nor is its message one of the global chat, or of another.
    let of_eve = eve.chat_with(&["ben"]).await;
    let body = json!({"messageId": id_of(&message)});
    eve.post("/messaging/markRead", body.clone()).await.refused(404, "Message not found");
    eve.post(&format!("/chat/{of_eve}/markRead"), body).await.refused(404, "Message not found");
    assert_eq!(eve.get("/messaging/getMessages").await.ok(), json!([]));
    assert_eq!(texts(&ben.get(&format!("/chat/{chat}")).await.ok()["messages"]), ["secret"]);
}

#[tokio::test]
async fn messages_of_a_chat_have_the_rules_of_all_messages() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let chat = ann.chat_with(&["ben"]).await;
    let send = async |message: Value| ann.post(&format!("/chat/{chat}/addMessage"), message).await;
    for empty in [json!({}), json!({"msg": ""}), json!({"msg": " \n "})] {
        send(empty).await.refused(400, "Message cannot be empty");
    }
    send(json!({"msg": "x".repeat(2_001)})).await.refused(400, "Message cannot be more than 2000 characters");
    send(json!({"msg": "x", "msgFrom": "ben"})).await.refused(403, "You can only do this as yourself");
    // The same nonce in another chat is another message.
    let other = ann.chat_with(&["ben"]).await;
    assert_eq!(other, chat);
    for _ in 0..3 {
        assert_eq!(send(json!({"msg": "once", "nonce": "n"})).await.ok()["messages"][0]["nonce"], "n");
    }
    ann.post("/messaging/addMessage", json!({"messageToAdd": {"msg": "to all", "nonce": "n"}})).await.ok();
    assert_eq!(texts(&ann.get(&format!("/chat/{chat}")).await.ok()["messages"]), ["once"]);
    assert_eq!(texts(&ann.get("/messaging/getMessages").await.ok()), ["to all"]);
}

#[tokio::test]
async fn a_long_chat_comes_in_parts() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    for number in 0..103 {
        ann.write_in(&chat, &number.to_string()).await.ok();
    }
    let newest = ben.get(&format!("/chat/{chat}")).await;
    let messages = texts(&newest.ok()["messages"]);
    assert_eq!((messages.len(), messages[0].as_str(), newest.header("x-total-count")), (100, "3", "103"));
    let older = ben.get(&newest.next_page().expect("older ones")).await;
    assert_eq!((texts(&older.ok()["messages"]), older.next_page()), (vec!["0".to_owned(), "1".to_owned(), "2".to_owned()], None));
    let few = ben.get(&format!("/chat/{chat}?limit=2")).await;
    assert_eq!(texts(&few.ok()["messages"]), ["101", "102"]);
    assert_eq!(texts(&ben.get(&few.next_page().unwrap()).await.ok()["messages"]), ["99", "100"]);
    ben.get(&format!("/chat/{chat}?cursor=x")).await.refused(400, "Invalid cursor");
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
    // That somebody came is no message.
    ann.add_to(&with_dan, "cem").await.ok();
    assert_eq!(ids().await, [with_ben.as_str(), &with_cem, &with_dan]);
    let list = ann.chats().await;
    assert_eq!((texts(&list[0]["messages"]), &list[0]["unread"]), (vec!["very last".to_owned()], &json!(3)));
    assert_eq!((texts(&list[1]["messages"]), &list[1]["unread"]), (vec!["x".to_owned()], &json!(0)));
    assert_eq!(
        (&list[2]["messages"], &list[2]["participants"], &list[2]["updatedAt"]),
        (&json!([]), &json!(["ann", "cem", "dan"]), &json!("2026-11-21T00:00:01.000Z"))
    );
    // A client that knows of no cards finds in the list what it would find in each chat.
    let whole = ann.get("/chat/getChatsByUser/ann").await.ok();
    for chat in whole.as_array().expect("chats") {
        assert_eq!(ann.get(&format!("/chat/{}", id_of(chat))).await.ok(), *chat);
    }
    assert!(texts(&whole[0]["messages"]).len() > 1, "{whole}");
    ann.get("/chat/getChatsByUser/ann?view=cards").await.refused(400, "Invalid view");
    let (mut found, mut next) = (Vec::new(), Some("/chat/getChatsByUser/ann?limit=2".to_owned()));
    while let Some(path) = next {
        let page = ann.get(&path).await;
        assert_eq!(page.header("x-total-count"), "3");
        found.extend(page.ok().as_array().unwrap().iter().map(id_of));
        next = page.next_page();
    }
    assert_eq!(found, [with_ben.as_str(), &with_cem, &with_dan]);
}

#[tokio::test]
async fn what_one_has_not_read_is_counted_chat_by_chat() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let cem = site.sign_up("cem").await;
    let (with_ben, with_cem) = (ann.chat_with(&["ben"]).await, ann.chat_with(&["cem"]).await);
    assert_eq!(ann.unread_chats().await, 0);
    let messages = ben.write_in(&with_ben, "1").await.ok()["messages"].clone();
    let latest = id_of(&ben.write_in(&with_ben, "2").await.ok()["messages"][1]);
    cem.write_in(&with_cem, "3").await.ok();
    assert_eq!((ann.unread_chats().await, ben.unread_chats().await), (json!(2), json!(0)));
    let read = async |id: &str| ann.post(&format!("/chat/{with_ben}/markRead"), json!({"messageId": id})).await;
    let first = id_of(&messages[0]);
    assert_eq!(read(&first).await.ok(), json!({"readUpTo": first, "unread": 1}));
    assert_eq!(ann.unread_chats().await, 2);
    assert_eq!(read(&latest).await.ok(), json!({"readUpTo": latest, "unread": 0}));
    assert_eq!((ann.unread_chats().await, ann.chats().await[1]["unread"].clone()), (json!(1), json!(0)));
    read(ABSENT).await.refused(404, "Message not found");
    // Who writes has read what was there.
    ann.write_in(&with_cem, "4").await.ok();
    assert_eq!((ann.unread_chats().await, cem.unread_chats().await), (json!(0), json!(1)));
}

#[tokio::test]
async fn who_takes_part_adds_others_who_read_it_all() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (cem, eve) = (site.sign_up("cem").await, site.sign_up("eve").await);
    let mut sockets = Vec::new();
    for person in [&ann, &ben, &cem, &eve] {
        sockets.push(server.socket_of(person).await);
    }
    let chat = ann.chat_with(&["ben"]).await;
    ann.write_in(&chat, "before").await.ok();
    let with_cem = ben.add_to(&chat, "Cem").await.ok();
    assert_eq!((&with_cem["participants"], with_cem["unread"].clone()), (&json!(["ann", "ben", "cem"]), json!(1)));
    // Once more is nothing new.
    ann.add_to(&chat, &id_of(&cem.get("/user/me").await.ok())).await.ok();
    cem.write_in(&chat, "after").await.ok();
    assert_eq!(texts(&cem.get(&format!("/chat/{chat}")).await.ok()["messages"]), ["before", "after"]);

    ann.add_to(&chat, "nobody").await.refused(404, "No user data found. Make sure the username parameter is correct.");
    ann.add_to(&chat, "").await.refused(400, "Please select a user to chat with");
    // Their chat is this one now: the two begin another, which cannot become the same.
    let of_two = ann.chat_with(&["ben"]).await;
    assert_ne!(of_two, chat);
    ann.add_to(&of_two, "cem").await.refused(409, "These people have a chat already");
    assert_eq!(ann.get(&format!("/chat/{of_two}")).await.ok()["participants"], json!(["ann", "ben"]));
    assert_eq!(cem.chat_with(&["ann", "ben"]).await, chat);

    ann.patch("/user/updateBiography", json!({"biography": "the fence"})).await.ok();
    let both = [(&chat, "created", 0), (&chat, "newMessage", 1)];
    let all = [(&chat, "newParticipant", 1), (&chat, "newMessage", 2)];
    let expected = [
        [&both[..], &all, &[(&of_two, "created", 0)]].concat(),
        [&both[..], &all, &[(&of_two, "created", 0)]].concat(),
        all.to_vec(),
        vec![],
    ];
    for (socket, expected) in sockets.iter_mut().zip(expected) {
        let heard = socket.events_until("the fence").await;
        let heard: Vec<_> = heard
            .iter()
            .map(|(name, payload)| {
                assert_eq!(name, "chatUpdate");
                let chat = &payload["chat"];
                assert!(chat.get("unread").is_none() && chat.get("readUpTo").is_none(), "what one has read is one's own");
                (id_of(chat), payload["type"].as_str().unwrap(), chat["messages"].as_array().unwrap().len())
            })
            .collect();
        let expected: Vec<_> = expected.into_iter().map(|(id, change, count)| (id.clone(), change, count)).collect();
        assert_eq!(heard, expected);
    }
}

#[tokio::test]
async fn a_chat_has_at_most_fifty_participants() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut names = vec!["ann".to_owned()];
    for number in 0..50 {
        let name = format!("user{number}");
        site.sql(&format!("INSERT INTO users (id, username, folded, created_at) VALUES ({}, '{name}', '{name}', 0)", number + 1));
        names.push(name);
    }
    let chat = id_of(&ann.post("/chat/createChat", json!({"participants": names[..50]})).await.ok());
    ann.add_to(&chat, "user49").await.refused(400, "A chat cannot have more than 50 participants");
    ann.add_to(&chat, "user48").await.ok();
    assert_eq!(ann.get(&format!("/chat/{chat}")).await.ok()["participants"].as_array().unwrap().len(), 50);
}

/// Clients of the specification join the chat that they show. It gives them nothing that they do not have.
#[tokio::test]
async fn joining_a_chat_one_does_not_take_part_in_gives_nothing() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let eve = server.site.sign_up("eve").await;
    let chat = ann.chat_with(&["ben"]).await;
    let (mut by_ben, mut by_eve) = (server.socket_of(&ben).await, server.socket_of(&eve).await);
    for socket in [&mut by_ben, &mut by_eve] {
        for id in [&format!("\"{chat}\""), "\"undefined\"", "\"\"", "7", "null"] {
            socket.say(&format!("42[\"joinChat\",{id}]")).await;
        }
        socket.say("42[\"joinChat\"]").await;
    }
    ann.write_in(&chat, "secret").await.ok();
    assert_eq!(by_ben.event().await.1["chat"]["messages"][0]["msg"], "secret");
    // Who has left the room takes part still.
    by_ben.say(&format!("42[\"leaveChat\",\"{chat}\"]")).await;
    ann.write_in(&chat, "more").await.ok();
    assert_eq!(by_ben.event().await.1["chat"]["messages"][1]["msg"], "more");
    ann.patch("/user/updateBiography", json!({"biography": "the fence"})).await.ok();
    assert_eq!(by_eve.events_until("the fence").await, []);
}

#[tokio::test]
async fn a_chat_stays_for_the_others_when_an_account_is_deleted() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.write_in(&chat, "still here").await.ok()["messages"][0].clone();
    let then = "2026-11-21T00:00:00.000Z";
    let data = ann.get("/user/getData").await.ok();
    assert_eq!(data["messages"], json!([{"_id": id_of(&message), "chatId": chat, "msg": "still here", "createdAt": then}]));
    assert_eq!(data["chats"], json!([{"_id": chat, "participants": ["ann", "ben"], "createdAt": then}]));
    ann.delete("/user/deleteUser/ann").await.ok();
    let left = ben.get(&format!("/chat/{chat}")).await.ok();
    assert_eq!((&left["participants"], &left["messages"][0]["msgFrom"]), (&json!(["[deleted]", "ben"]), &json!("[deleted]")));
    ben.write_in(&chat, "alone").await.ok();
    assert_eq!(ben.chats().await.len(), 1);
}

/// What is read of messages and chats is found by an index, however many there are, and pages are not sorted.
#[tokio::test]
async fn no_list_of_messages_or_chats_scans_or_sorts() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let chat = ann.chat_with(&["ben"]).await;
    let message: Id = id_of(&ann.write_in(&chat, "x").await.ok()["messages"][0]).parse().unwrap();
    let token = users::session::hash(&ann.cookie("stoa_session").expect("a session"));
    let statements = site.site.app.db.write(move |tx| {
        let me = users::store::sessions::me(tx, &token)?.expect("ann");
        let chat: Id = chat.parse()?;
        let new = messages::NewMessage::new("x", Some("n".to_owned()))?;
        plans(tx, || {
            for (cursor, of_list) in [(None, None), (Some(message.to_string()), Some(i64::MAX.to_string()))] {
                let (paging, of_list) = (Paging { limit: 30, cursor }, Paging { limit: 30, cursor: of_list });
                for room in [Room::GLOBAL, Room::find(tx, &me, chat)?] {
                    messages::store::list(tx, &room, &paging)?;
                    messages::store::read_state(tx, &me, &room)?;
                    messages::store::has(tx, &room, message)?;
                    messages::store::by_nonce(tx, &me, &room, &new)?;
                }
                let room = Room::find(tx, &me, chat)?;
                chats::store::seen(tx, &me, &room, &paging)?;
                chats::store::people(tx, &room)?;
                assert_eq!(chats::store::list(tx, &me, &of_list, 1)?.items.len(), 1);
            }
            chats::store::unread_chats(tx, &me).map(drop)
        })
    });
    let statements = statements.await.unwrap();
    assert!(statements.len() >= 20, "only {} statements were seen", statements.len());
    for (sql, plan) in statements {
        // Of what is counted no more than the cap is read.
        let is_expensive = |line: &String| line.starts_with("SCAN ") && !line.contains("(subquery") || line.contains("TEMP B-TREE");
        assert!(!plan.iter().any(is_expensive), "{sql}\n{}", plan.join("\n"));
    }
}
