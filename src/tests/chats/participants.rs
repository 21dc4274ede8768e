//! Who takes part in a chat: being added, leaving, and what each may read.

use super::*;

#[tokio::test]
async fn added_participants_read_a_chat_from_that_point_on() {
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
    assert_eq!(
        (&with_cem["participants"], with_cem["unread"].clone()),
        (&json!(["ann", "ben", "cem"]), json!(1))
    );
    let seen_by_cem = cem.get(&format!("/chat/{chat}")).await.ok();
    assert_eq!(
        (&seen_by_cem["messages"], &seen_by_cem["unread"]),
        (&json!([]), &json!(0))
    );
    assert_eq!(
        (
            cem.chats().await[0]["messages"].clone(),
            cem.unread_chats().await
        ),
        (json!([]), json!(0))
    );
    let hidden = json!({"messageId": id_of(&with_cem["messages"][0])});
    cem.post(&format!("/chat/{chat}/markRead"), hidden)
        .await
        .refused(404, "Message not found");
    // Adding a participant twice has no further effect.
    ann.add_to(&chat, &id_of(&cem.get("/user/me").await.ok()))
        .await
        .ok();
    cem.write_in(&chat, "after").await.ok();
    let page = cem.get(&format!("/chat/{chat}")).await;
    assert_eq!(
        (texts(&page.ok()["messages"]), page.header("x-total-count")),
        (vec!["after".to_owned()], "1")
    );
    assert_eq!(
        texts(&ann.get(&format!("/chat/{chat}")).await.ok()["messages"]),
        ["before", "after"]
    );

    ann.add_to(&chat, "nobody").await.refused(
        404,
        "No user data found. Make sure the username parameter is correct.",
    );
    ann.add_to(&chat, "")
        .await
        .refused(400, "Please select a user to chat with");
    // Their chat now has three participants, so the first two start another one, which cannot
    // become the same.
    let of_two = ann.chat_with(&["ben"]).await;
    assert_ne!(of_two, chat);
    ann.add_to(&of_two, "cem")
        .await
        .refused(409, "These people have a chat already");
    assert_eq!(
        ann.get(&format!("/chat/{of_two}")).await.ok()["participants"],
        json!(["ann", "ben"])
    );
    assert_eq!(cem.chat_with(&["ann", "ben"]).await, chat);

    ann.patch("/user/updateBiography", json!({"biography": "the fence"}))
        .await
        .ok();
    let both = [(&chat, "created", 0), (&chat, "newMessage", 1)];
    let all = [(&chat, "newParticipant", 1), (&chat, "newMessage", 2)];
    let expected = [
        [&both[..], &all, &[(&of_two, "created", 0)]].concat(),
        [&both[..], &all, &[(&of_two, "created", 0)]].concat(),
        vec![(&chat, "newParticipant", 0), (&chat, "newMessage", 1)],
        vec![],
    ];
    for (socket, expected) in sockets.iter_mut().zip(expected) {
        let received = socket.events_until("the fence").await;
        let received: Vec<_> = received
            .iter()
            .map(|(name, payload)| {
                assert_eq!(name, "chatUpdate");
                let chat = &payload["chat"];
                assert!(
                    chat.get("unread").is_none() && chat.get("readUpTo").is_none(),
                    "read cursors are per participant"
                );
                (
                    id_of(chat),
                    payload["type"].as_str().unwrap(),
                    chat["messages"].as_array().unwrap().len(),
                )
            })
            .collect();
        let expected: Vec<_> = expected
            .into_iter()
            .map(|(id, change, count)| (id.clone(), change, count))
            .collect();
        assert_eq!(received, expected);
    }
}

#[tokio::test]
async fn who_leaves_a_chat_no_longer_sees_or_receives_it() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let cem = site.sign_up("cem").await;
    let mut sockets = [
        server.socket_of(&ann).await,
        server.socket_of(&ben).await,
        server.socket_of(&cem).await,
    ];
    let chat = ann.chat_with(&["ben", "cem"]).await;
    let leave = format!("/chat/{chat}/leave");
    let left = cem.post(&leave, json!({})).await.ok();
    assert_eq!(left, json!({"chatId": chat, "username": "cem"}));
    cem.post(&leave, json!({}))
        .await
        .refused(404, "Invalid chat ID");
    let after = ann.write_in(&chat, "after").await.ok();
    assert_eq!(after["participants"], json!(["ann", "ben"]));
    cem.get(&format!("/chat/{chat}"))
        .await
        .refused(404, "Invalid chat ID");
    assert_eq!((cem.chats().await.len(), ben.chats().await.len()), (0, 1));
    ann.patch("/user/updateBiography", json!({"biography": "the fence"}))
        .await
        .ok();
    for (number, socket) in sockets.iter_mut().enumerate() {
        let received = socket.events_until("the fence").await;
        let names: Vec<&str> = received.iter().map(|(name, _)| name.as_str()).collect();
        let expected = ["chatUpdate", "chatLeft", "chatUpdate"];
        assert_eq!(names, expected[..if number == 2 { 2 } else { 3 }]);
        assert_eq!(received[1].1, left);
    }
}

#[tokio::test]
async fn a_chat_that_someone_has_left_is_not_the_chat_of_the_others() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    ann.write_in(&chat, "before").await.ok();
    ben.post(&format!("/chat/{chat}/leave"), json!({}))
        .await
        .ok();
    // Ben's new chat with Ann has no message of the old one, which only Ann still sees.
    let new = ben.chat_with(&["ann"]).await;
    assert_ne!(new, chat);
    assert_eq!(ann.chat_with(&["ben"]).await, new);
    assert_eq!(
        ben.get(&format!("/chat/{new}")).await.ok()["messages"],
        json!([])
    );
    assert_eq!((ann.chats().await.len(), ben.chats().await.len()), (2, 1));
    ann.add_to(&chat, "ben")
        .await
        .refused(409, "These people have a chat already");
}

#[tokio::test]
async fn an_invitation_back_into_a_chat_shows_only_later_messages() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    ben.write_in(&chat, "before").await.ok();
    ben.post(&format!("/chat/{chat}/leave"), json!({}))
        .await
        .ok();
    ann.add_to(&chat, "ben").await.ok();
    ann.write_in(&chat, "after").await.ok();
    let seen = ben.get(&format!("/chat/{chat}")).await.ok();
    assert_eq!(
        (texts(&seen["messages"]), &seen["unread"]),
        (vec!["after".to_owned()], &json!(1))
    );
    assert_eq!(ben.chat_with(&["ann"]).await, chat);
}

#[tokio::test]
async fn the_last_participant_of_a_chat_can_leave_it() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    ann.write_in(&chat, "x").await.ok();
    for person in [&ann, &ben] {
        person
            .post(&format!("/chat/{chat}/leave"), json!({}))
            .await
            .ok();
        assert_eq!(person.chats().await.len(), 0);
    }
    assert_ne!(ann.chat_with(&["ben"]).await, chat);
}

#[tokio::test]
async fn a_chat_has_at_most_fifty_participants() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut names = vec!["ann".to_owned()];
    for number in 0..50 {
        let name = format!("user{number}");
        site.sql(&format!("INSERT INTO users (id, username, name_key, created_at) VALUES ({}, '{name}', '{name}', 0)", number + 1));
        names.push(name);
    }
    let chat = id_of(
        &ann.post("/chat/createChat", json!({"participants": names[..50]}))
            .await
            .ok(),
    );
    ann.add_to(&chat, "user49")
        .await
        .refused(400, "A chat cannot have more than 50 participants");
    ann.add_to(&chat, "user48").await.ok();
    assert_eq!(
        ann.get(&format!("/chat/{chat}")).await.ok()["participants"]
            .as_array()
            .unwrap()
            .len(),
        50
    );
}

/// Clients of the specification join the room of the chat that they show. Joining grants nothing.
#[tokio::test]
async fn joining_the_room_of_a_foreign_chat_has_no_effect() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let eve = server.site.sign_up("eve").await;
    let chat = ann.chat_with(&["ben"]).await;
    let (mut by_ben, mut by_eve) = (server.socket_of(&ben).await, server.socket_of(&eve).await);
    for socket in [&mut by_ben, &mut by_eve] {
        for id in [&format!("\"{chat}\""), "\"undefined\"", "\"\"", "7", "null"] {
            socket.send_text(&format!("42[\"joinChat\",{id}]")).await;
        }
        socket.send_text("42[\"joinChat\"]").await;
    }
    ann.write_in(&chat, "secret").await.ok();
    assert_eq!(
        by_ben.event().await.1["chat"]["messages"][0]["msg"],
        "secret"
    );
    // Leaving the room does not leave the chat.
    by_ben
        .send_text(&format!("42[\"leaveChat\",\"{chat}\"]"))
        .await;
    ann.write_in(&chat, "more").await.ok();
    assert_eq!(by_ben.event().await.1["chat"]["messages"][1]["msg"], "more");
    ann.patch("/user/updateBiography", json!({"biography": "the fence"}))
        .await
        .ok();
    assert_eq!(by_eve.events_until("the fence").await, []);
}

#[tokio::test]
async fn a_chat_outlives_a_deleted_participant() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let chat = ann.chat_with(&["ben"]).await;
    let message = ann.write_in(&chat, "still here").await.ok()["messages"][0].clone();
    let then = "2026-11-21T00:00:00.000Z";
    let data = ann.get("/user/getData").await.ok();
    assert_eq!(
        data["messages"],
        json!([{"_id": id_of(&message), "chatId": chat, "msg": "still here", "createdAt": then}])
    );
    assert_eq!(
        data["chats"],
        json!([{"_id": chat, "participants": ["ann", "ben"], "createdAt": then}])
    );
    ann.delete("/user/deleteUser/ann").await.ok();
    let left = ben.get(&format!("/chat/{chat}")).await.ok();
    assert_eq!(
        (&left["participants"], &left["messages"][0]["msgFrom"]),
        (&json!(["[deleted]", "ben"]), &json!("[deleted]"))
    );
    ben.write_in(&chat, "alone").await.ok();
    assert_eq!(ben.chats().await.len(), 1);
}
