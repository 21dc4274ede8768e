//! Creating chats.

use futures_util::future::join_all;
use std::collections::BTreeSet;

use super::*;

#[tokio::test]
async fn the_same_participants_share_one_chat() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let create = async |person: &Person, names: Value| {
        person
            .post(
                "/chat/createChat",
                json!({"participants": names, "messages": []}),
            )
            .await
            .ok()
    };
    // The result is the same for every caller, order, spelling (name or id) and repetition,
    // concurrent ones included.
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
}

#[tokio::test]
async fn the_first_messages_of_a_chat_count_against_the_limit_of_messages() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let body = json!({"participants": ["ann", "ben"], "messages": vec![json!({"msg": "x"}); 100]});
    ann.post("/chat/createChat", body.clone()).await.ok();
    let refused = ann.post("/chat/createChat", body).await;
    refused.refused(429, "Too many requests, please slow down");
    // A minute and twenty seconds after the first call, which a busy machine begins long before.
    let seconds: u64 = refused.header("retry-after").parse().expect("a number");
    assert!((20..90).contains(&seconds), "{seconds}");
    let chat = ann.chat_with(&["ben"]).await;
    let stored = ann.get(&format!("/chat/{chat}")).await;
    stored.ok();
    assert_eq!(stored.header("x-total-count"), "100");
}

#[tokio::test]
async fn other_participants_have_another_chat() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let cem = site.sign_up("cem").await;
    let id = ann.chat_with(&["ben"]).await;
    let three = ann.chat_with(&["ben", "cem"]).await;
    assert_eq!(
        (three == id, cem.chat_with(&["ben", "ann"]).await == three),
        (false, true)
    );
    assert_eq!((ann.chats().await.len(), cem.chats().await.len()), (2, 1));
}

#[tokio::test]
async fn a_chat_requires_another_participant() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let create = async |body: Value| ann.post("/chat/createChat", body).await;
    for alone in [
        json!({}),
        json!({"participants": []}),
        json!({"participants": ["ann"]}),
        json!({"participants": ["ann", "ANN"]}),
    ] {
        create(alone)
            .await
            .refused(400, "Please select a user to chat with");
    }
    assert_eq!(ann.chats().await, [Value::Null; 0]);
}

#[tokio::test]
async fn only_a_participant_creates_a_chat() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for name in ["ben", "cem"] {
        site.sign_up(name).await;
    }
    let create = async |body: Value| ann.post("/chat/createChat", body).await;
    create(json!({"participants": ["ben", "cem"]}))
        .await
        .refused(403, "You can only do this as yourself");
    assert_eq!(ann.chats().await, [Value::Null; 0]);
}

#[tokio::test]
async fn a_chat_requires_existing_users() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    site.sign_up("gone")
        .await
        .delete("/user/deleteUser/gone")
        .await
        .ok();
    let create = async |body: Value| ann.post("/chat/createChat", body).await;
    for absent in ["nobody", "gone", "", "be\0n", ABSENT] {
        let missing = "No user data found. Make sure the username parameter is correct.";
        create(json!({"participants": ["ann", "ben", absent]}))
            .await
            .refused(404, missing);
    }
    assert_eq!(ann.chats().await, [Value::Null; 0]);
}

#[tokio::test]
async fn a_new_chat_has_at_most_fifty_participants() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let create = async |body: Value| ann.post("/chat/createChat", body).await;
    let names: Vec<String> = (0..51).map(|number| format!("user{number}")).collect();
    let many: Vec<&str> = names.iter().map(String::as_str).collect();
    create(json!({"participants": many}))
        .await
        .refused(400, "A chat cannot have more than 50 participants");
    assert_eq!(ann.chats().await, [Value::Null; 0]);
}

#[tokio::test]
async fn a_chat_with_invalid_messages_is_not_created() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let create = async |body: Value| ann.post("/chat/createChat", body).await;
    let with_ben = json!(["ann", "ben"]);
    for (messages, status) in [
        (json!([{"msg": "x", "msgFrom": "ben"}]), 403),
        (json!([{"msg": "x"}, {"msg": " "}]), 400),
        (json!(vec![json!({"msg": "x"}); 101]), 400),
        (json!("x"), 400),
    ] {
        assert_eq!(
            create(json!({"participants": with_ben, "messages": messages}))
                .await
                .status,
            status
        );
    }
    assert_eq!(ann.chats().await, [Value::Null; 0]);
}

#[tokio::test]
async fn a_malformed_chat_is_not_created() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let create = async |body: Value| ann.post("/chat/createChat", body).await;
    for malformed in [
        json!({"participants": "ann"}),
        json!({"participants": [1]}),
        json!([]),
    ] {
        assert_eq!(create(malformed).await.status, 400);
    }
    assert_eq!(ann.chats().await, [Value::Null; 0]);
}

#[tokio::test]
async fn messages_of_the_request_are_added_to_a_new_or_existing_chat() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let create = async |body: Value| ann.post("/chat/createChat", body).await;
    let with_ben = json!(["ann", "ben"]);
    let chat = create(json!({"participants": with_ben, "messages": [{"msg": "1", "msgFrom": "ann"}, {"msg": "2"}]})).await.ok();
    assert_eq!(
        (texts(&chat["messages"]), &chat["messages"][0]["type"]),
        (vec!["1".to_owned(), "2".to_owned()], &json!("direct"))
    );
    let again = create(json!({"participants": with_ben, "messages": [{"msg": "3"}]}))
        .await
        .ok();
    assert_eq!(
        (id_of(&again), texts(&again["messages"]).len()),
        (id_of(&chat), 3)
    );
}
