//! The global chat: validation, order and unread counts.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::realtime::Listening;
use super::{Person, TestSite, id_of};

const ABSENT: &str = "0000000000001";

impl Person {
    /// Sends a global message and returns it.
    async fn write_to_all(&self, text: &str) -> Value {
        self.post(
            "/messaging/addMessage",
            json!({"messageToAdd": {"msg": text, "msgFrom": self.name}}),
        )
        .await
        .ok()
    }

    /// Returns the number of unread global messages.
    async fn unread(&self) -> Value {
        self.get("/messaging/getUnread").await.ok()["unread"].clone()
    }
}

/// Returns the texts of a list of messages.
pub(super) fn texts(messages: &Value) -> Vec<String> {
    let messages = messages.as_array().expect("an array").iter();
    messages
        .map(|message| message["msg"].as_str().expect("a text").to_owned())
        .collect()
}

#[tokio::test]
async fn global_messages_are_readable_by_all_users() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    assert_eq!(ben.get("/messaging/getMessages").await.ok(), json!([]));
    // The server ignores the client's time.
    let body = json!({"messageToAdd": {"msg": "Hi *all*\r\n\u{7}\u{1f40e}", "msgFrom": "ann", "msgDateTime": "1999-01-01T00:00:00.000Z"}});
    let first = ann.post("/messaging/addMessage", body).await.ok();
    let notified = json!({"_id": id_of(&first), "msg": "Hi *all*\n\u{1f40e}", "msgFrom": "ann",
                      "msgDateTime": "2026-11-21T00:00:00.000Z", "type": "global"});
    assert_eq!(first, notified);
    site.clock.advance(Duration::from_secs(1));
    let second = ben.write_to_all("Hi").await;
    for person in [&ann, &ben] {
        let reply = person.get("/messaging/getMessages").await;
        assert_eq!(
            (reply.ok(), reply.header("x-total-count"), reply.next_page()),
            (json!([first, second]), "2", None)
        );
    }
}

#[tokio::test]
async fn invalid_messages_are_rejected_without_changes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let send = async |message: Value| {
        ann.post("/messaging/addMessage", json!({"messageToAdd": message}))
            .await
    };
    for empty in [
        json!({}),
        json!({"msg": ""}),
        json!({"msg": " \n\t\u{2003}"}),
        json!({"msg": "\u{1}"}),
    ] {
        send(empty).await.refused(400, "Message cannot be empty");
    }
    send(json!({"msg": "ö".repeat(2_001)}))
        .await
        .refused(400, "Message cannot be more than 2000 characters");
    send(json!({"msg": "a\0b"}))
        .await
        .refused(400, "Text cannot contain the NUL character");
    send(json!({"msg": "x", "msgFrom": "ben"}))
        .await
        .refused(403, "You can only do this as yourself");
    let nonce = "n".repeat(65);
    send(json!({"msg": "x", "nonce": nonce}))
        .await
        .refused(400, "Malformed request: a nonce has at most 64 bytes");
    for malformed in [
        json!({"msg": 7}),
        json!({"msg": "x", "nonce": 7}),
        json!([]),
        json!("x"),
        Value::Null,
    ] {
        assert_eq!(send(malformed).await.status, 400);
    }
    assert_eq!(
        ann.post("/messaging/addMessage", json!({"msg": "x"}))
            .await
            .status,
        400
    );
    assert_eq!(ann.get("/messaging/getMessages").await.ok(), json!([]));
    send(json!({"msg": "\u{1f40e}".repeat(2_000)})).await.ok();
    assert_eq!(
        ann.get("/messaging/getMessages")
            .await
            .header("x-total-count"),
        "1"
    );
}

#[tokio::test]
async fn messages_are_paged_newest_first() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    // Several messages in the same millisecond.
    for number in 0..105 {
        ann.write_to_all(&number.to_string()).await;
    }
    let expected: Vec<String> = (0..105).map(|number| number.to_string()).collect();
    let newest = ann.get("/messaging/getMessages").await;
    assert_eq!(
        (
            texts(&newest.ok()).as_slice(),
            newest.header("x-total-count")
        ),
        (&expected[5..], "105")
    );
    let older = ann.get(&newest.next_page().expect("older ones")).await;
    assert_eq!(
        (texts(&older.ok()).as_slice(), older.next_page()),
        (&expected[..5], None)
    );

    let (mut found, mut next) = (
        Vec::new(),
        Some("/messaging/getMessages?limit=40".to_owned()),
    );
    while let Some(path) = next {
        let page = ann.get(&path).await;
        // Messages sent meanwhile do not shift the pages.
        ann.write_to_all("later").await;
        found.splice(0..0, texts(&page.ok()));
        next = page.next_page();
    }
    assert_eq!(found, expected);
    let few = texts(
        &ann.get(&format!(
            "/messaging/getMessages?limit=2&cursor={}",
            id_of(&newest.ok()[3])
        ))
        .await
        .ok(),
    );
    assert_eq!(few, ["6", "7"], "one can go on from any message");
    ann.get("/messaging/getMessages?cursor=x")
        .await
        .refused(400, "Invalid cursor");
    ann.get("/messaging/getMessages?limit=0")
        .await
        .refused(400, "Invalid limit");
}

#[tokio::test]
async fn a_resent_message_is_stored_once() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let mut by_ben = server.socket_of(&ben).await;
    let body = |text: &str| json!({"messageToAdd": {"msg": text, "nonce": "n1"}});
    let replies = join_all((0..5).map(|_| ann.post("/messaging/addMessage", body("once")))).await;
    let first = replies[0].ok();
    assert_eq!(first["nonce"], "n1");
    assert!(replies.iter().all(|reply| reply.ok() == first));
    // Another text is not lost silently, and nonces of different authors are independent.
    ann.post("/messaging/addMessage", body("twice"))
        .await
        .refused(409, "You have sent another text with this key before");
    let of_ben = ben.post("/messaging/addMessage", body("by ben")).await.ok();
    assert_eq!(
        ann.get("/messaging/getMessages").await.ok(),
        json!([first, of_ben])
    );
    // An empty nonce counts as none.
    for _ in 0..2 {
        ann.post(
            "/messaging/addMessage",
            json!({"messageToAdd": {"msg": "x", "nonce": ""}}),
        )
        .await
        .ok();
    }
    ben.patch("/user/updateBiography", json!({"biography": "the fence"}))
        .await
        .ok();
    let received: Vec<_> = by_ben
        .events_until("the fence")
        .await
        .into_iter()
        .map(|(_, payload)| payload["msg"]["msg"].clone())
        .collect();
    assert_eq!(received, ["once", "by ben", "x", "x"]);
}

#[tokio::test]
async fn unread_counts_messages_after_the_read_cursor() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let first = ann.write_to_all("1").await;
    let second = ann.write_to_all("2").await;
    ann.write_to_all("3").await;
    let state = ben.get("/messaging/getUnread").await.ok();
    assert_eq!(
        (
            &state["unread"],
            state["readUpTo"].as_str() < first["_id"].as_str()
        ),
        (&json!(3), true)
    );
    assert_eq!(ann.unread().await, 0, "one has read what one writes");
    site.clock.advance(Duration::from_secs(1));
    let cem = site.sign_up("cem").await;
    assert_eq!(
        cem.unread().await,
        0,
        "earlier messages of the chat are not unread"
    );

    let read = async |person: &Person, id: &str| {
        person
            .post("/messaging/markRead", json!({"messageId": id}))
            .await
    };
    assert_eq!(
        read(&ben, &id_of(&second)).await.ok(),
        json!({"readUpTo": id_of(&second), "unread": 1})
    );
    // The read cursor never moves back.
    assert_eq!(
        read(&ben, &id_of(&first)).await.ok(),
        json!({"readUpTo": id_of(&second), "unread": 1})
    );
    assert_eq!(ben.unread().await, 1);
    for id in [ABSENT, "undefined", ""] {
        read(&ben, id).await.refused(404, "Message not found");
    }
    // Writing marks the earlier messages as read.
    ben.write_to_all("4").await;
    assert_eq!(
        (ben.unread().await, ann.unread().await),
        (json!(0), json!(1))
    );
    for number in 0..120 {
        ben.write_to_all(&number.to_string()).await;
    }
    assert_eq!(ann.unread().await, 100);
}

#[tokio::test]
async fn messages_of_a_deleted_user_stay() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let message = ann.write_to_all("still here").await;
    ben.write_to_all("I too").await;
    let data = ann.get("/user/getData").await.ok();
    assert_eq!(
        data["messages"],
        json!([{"_id": id_of(&message), "msg": "still here", "createdAt": "2026-11-21T00:00:00.000Z"}])
    );
    ann.delete("/user/deleteUser/ann").await.ok();
    let messages = ben.get("/messaging/getMessages").await.ok();
    assert_eq!(
        (&messages[0]["msg"], &messages[0]["msgFrom"]),
        (&json!("still here"), &json!("[deleted]"))
    );
    let left = "SELECT count(*) FROM read_cursors WHERE user_id = (SELECT id FROM users WHERE username = 'ann')";
    assert_eq!(
        site.site
            .app
            .db
            .read(|read| read.value::<i64>(left, []))
            .await
            .unwrap(),
        0
    );
}

#[tokio::test]
async fn a_site_without_chat_has_no_message_routes() {
    let site = TestSite::with(|config| config.features.chat = false);
    let ann = site.sign_up("ann").await;
    for path in [
        "/messaging/getMessages",
        "/messaging/getUnread",
        "/chat/getChatsByUser/ann",
        "/chat/getUnreadChats",
        "/chat/x",
    ] {
        ann.get(path).await.refused(404, "Not found");
    }
    let body = json!({"messageToAdd": {"msg": "x"}});
    ann.post("/messaging/addMessage", body)
        .await
        .refused(404, "Not found");
    ann.post("/chat/createChat", json!({"participants": ["ann", "ben"]}))
        .await
        .refused(404, "Not found");
}

#[tokio::test]
async fn message_rate_is_limited() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    // The limit is per time; later, messages are accepted again.
    let body = json!({"messageToAdd": {"msg": "x"}});
    let replies = join_all((0..200).map(|_| ann.post("/messaging/addMessage", body.clone()))).await;
    let (accepted, refused): (Vec<_>, Vec<_>) =
        replies.iter().partition(|reply| reply.status == 200);
    assert!(
        accepted.len() >= 120 && !refused.is_empty(),
        "{} accepted",
        accepted.len()
    );
    for reply in refused {
        reply.refused(429, "Too many requests, please slow down");
        assert!(reply.header("retry-after").parse::<u64>().unwrap() > 0);
    }
}

#[tokio::test]
async fn authors_remove_their_own_messages_of_the_global_chat() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let message = id_of(&ann.write_to_all("oops").await);
    let last = ann.write_to_all("stays").await;
    let body = json!({"messageId": message});
    ben.delete_with("/messaging/deleteMessage", body.clone())
        .await
        .refused(403, "You can only remove your own messages");
    let mut sockets = [server.socket_of(&ann).await, server.socket_of(&ben).await];
    ann.delete_with("/messaging/deleteMessage", body.clone())
        .await
        .ok();
    for socket in &mut sockets {
        let (name, removed) = socket.event().await;
        assert_eq!(
            (name.as_str(), removed),
            ("messageRemoved", json!({"_id": message}))
        );
    }
    let messages = ben.get("/messaging/getMessages").await;
    assert_eq!(
        (messages.header("x-total-count"), messages.ok()),
        ("1", json!([last]))
    );
    assert_eq!(ben.unread().await, 1);
    assert!(!ann.get("/user/getData").await.text.contains("oops"));
    // A double click.
    ann.delete_with("/messaging/deleteMessage", body)
        .await
        .refused(404, "Message not found");
}

#[tokio::test]
async fn administrators_remove_messages_of_the_global_chat_only() {
    let site = TestSite::new();
    let (root, ann, ben) = (
        site.sign_up("root1").await,
        site.sign_up("ann").await,
        site.sign_up("ben").await,
    );
    site.promote("root1").await;
    let message = id_of(&ann.write_to_all("buy").await);
    let chat = json!({"participants": ["ann", "ben"], "messages": [{"msg": "between us"}]});
    let chat = ann.post("/chat/createChat", chat).await.ok();
    let direct = id_of(&chat["messages"][0]);
    let remove = async |person: &Person, id: &str| {
        person
            .post("/administration/removeMessage", json!({"id": id}))
            .await
    };
    remove(&ben, &message)
        .await
        .refused(403, "Only moderators of the site can do this");
    remove(&root, &direct)
        .await
        .refused(404, "Message not found");
    ann.delete_with("/messaging/deleteMessage", json!({"messageId": direct}))
        .await
        .refused(404, "Message not found");
    remove(&root, &message).await.ok();
    assert_eq!(ben.get("/messaging/getMessages").await.ok(), json!([]));
    // The log keeps the author, but not the text.
    let log = root.get("/administration/getLog?user=root1").await;
    assert_eq!(
        (
            &log.ok()[0]["action"],
            &log.ok()[0]["target"],
            log.text.contains("buy")
        ),
        (&json!("remove-message"), &json!("ann"), false)
    );
}

#[tokio::test]
async fn the_author_of_a_removed_message_reads_why() {
    let site = TestSite::new();
    let [root, ann, ben] = [
        site.sign_up("root1").await,
        site.sign_up("ann").await,
        site.sign_up("ben").await,
    ];
    site.promote("root1").await;
    let [first, second, third] = [
        id_of(&ann.write_to_all("buy").await),
        id_of(&ann.write_to_all("buy now").await),
        id_of(&ann.write_to_all("buy here").await),
    ];
    let remove = async |body: Value| root.post("/administration/removeMessage", body).await;
    remove(json!({"id": first, "reason": " \n"}))
        .await
        .refused(400, "Reason cannot be empty");
    // As before reasons: none is needed.
    remove(json!({"id": first})).await.ok();
    remove(json!({"id": second, "reason": " spam "})).await.ok();
    ben.flag("message", &third, "spam").await.ok();
    let case = json!({"id": third, "decision": "uphold", "remove": true, "reason": "spam again"});
    root.post("/flag/decideCase", case).await.ok();
    let (removed, log) = (
        json!("remove-message"),
        ann.get("/moderation/getOwnLog").await.ok(),
    );
    assert_eq!(
        [&log[0], &log[1], &log[2]].map(|entry| (&entry["action"], &entry["reason"])),
        [&json!("spam again"), &json!("spam"), &json!("")].map(|reason| (&removed, reason))
    );
}
