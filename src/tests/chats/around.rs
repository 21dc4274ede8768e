//! The messages around a message or a time.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::{Person, Reply, TestSite, id_of};
use super::ABSENT;
use crate::tests::messages::texts;

impl Person {
    async fn around(&self, chat: &str, query: &str) -> Reply {
        self.get(&format!("/chat/{chat}/getMessagesAround?{query}"))
            .await
    }

    /// Writes the messages `0` to `count - 1` and returns their ids.
    async fn write_numbers(&self, site: &TestSite, chat: &str, count: usize) -> Vec<String> {
        let mut ids = Vec::new();
        for number in 0..count {
            ids.push(self.id_written_in(chat, &number.to_string()).await);
            site.clock.advance(Duration::from_secs(60));
        }
        ids
    }
}

fn numbers(numbers: std::ops::Range<usize>) -> Vec<String> {
    numbers.map(|number| number.to_string()).collect()
}

/// Returns whether there are older and newer messages.
fn further(around: &Value) -> (bool, bool) {
    ["hasOlder", "hasNewer"]
        .map(|name| around[name].as_bool().expect("a boolean"))
        .into()
}

#[tokio::test]
async fn fifty_messages_before_a_point_and_fifty_from_it_on() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let chat = ann.chat_with(&["ben"]).await;
    let ids = ann.write_numbers(&site, &chat, 120).await;
    for (point, shown, sides) in [
        (0, 0..50, (false, true)),
        (50, 0..100, (false, true)),
        (60, 10..110, (true, true)),
        (70, 20..120, (true, false)),
        (119, 69..120, (true, false)),
    ] {
        let query = format!("message={}", ids[point]);
        let around = ann.around(&chat, &query).await.ok();
        assert_eq!(texts(&around["messages"]), numbers(shown), "{point}");
        assert_eq!(
            (further(&around), &around["target"]),
            (sides, &json!(ids[point])),
            "{point}"
        );
    }
}

#[tokio::test]
async fn a_client_continues_after_any_message_it_knows() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut ids = Vec::new();
    for number in 0..3 {
        let body = json!({"messageToAdd": {"msg": number.to_string()}});
        ids.push(id_of(&ann.post("/messaging/addMessage", body).await.ok()));
    }
    let body = json!({"messageId": ids[1]});
    ann.delete_with("/messaging/deleteMessage", body).await.ok();
    let after = async |id: &str| {
        let path = format!("/messaging/getMessagesAround?after={id}");
        ann.get(&path).await.ok()
    };
    let around = after(&ids[1]).await;
    assert_eq!(texts(&around["messages"]), ["2"]);
    assert_eq!(further(&around), (true, false));
    assert_eq!(around["target"], Value::Null);
    let nothing = after(&ids[2]).await;
    assert_eq!(texts(&nothing["messages"]), Vec::<String>::new());
    assert_eq!(further(&nothing), (true, false));
}

#[tokio::test]
async fn a_time_leads_to_the_next_message_else_to_the_newest() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let chat = ann.chat_with(&["ben"]).await;
    let empty = ann.around(&chat, "at=2026-11-21T00:00:00Z").await.ok();
    assert_eq!(
        empty,
        json!({"messages": [], "hasOlder": false, "hasNewer": false})
    );
    let ids = ann.write_numbers(&site, &chat, 3).await;
    for (time, target) in [
        ("1970-01-01T00:00:00Z", 0),
        ("-005000-01-01T00:00:00Z", 0),
        ("2026-11-21T00:00:00.000Z", 0),
        ("2026-11-21T00:00:01Z", 1),
        ("2026-11-21T01:02:00%2B01:00", 2),
        ("9999-12-01T00:00:00Z", 2),
    ] {
        let around = ann.around(&chat, &format!("at={time}")).await.ok();
        assert_eq!(around["target"], json!(ids[target]), "{time}");
    }
}

#[tokio::test]
async fn a_query_without_a_valid_point_is_rejected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let get = async |query: &str| {
        let path = format!("/messaging/getMessagesAround{query}");
        ann.get(&path).await
    };
    for query in ["", "?message=&after=&at="] {
        get(query)
            .await
            .refused(400, "Malformed request: message, after or at is missing");
    }
    for time in ["x", "2026-11-21", "2026-13-01T00:00:00Z", "7"] {
        get(&format!("?at={time}"))
            .await
            .refused(400, "Invalid date");
    }
    for id in [ABSENT, "x", "undefined"] {
        get(&format!("?message={id}"))
            .await
            .refused(404, "Message not found");
    }
}

#[tokio::test]
async fn messages_from_before_a_participant_was_added_are_not_around() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let (cem, eve) = (site.sign_up("cem").await, site.sign_up("eve").await);
    let chat = ann.chat_with(&["ben"]).await;
    let hidden = ann.write_numbers(&site, &chat, 2).await;
    ann.add_to(&chat, "cem").await.ok();
    let at = "at=2026-11-21T00:00:00Z";
    let nothing = json!({"messages": [], "hasOlder": false, "hasNewer": false});
    assert_eq!(cem.around(&chat, at).await.ok(), nothing);
    let shown = ann.id_written_in(&chat, "welcome").await;
    for query in [at.to_owned(), format!("message={shown}")] {
        let around = cem.around(&chat, &query).await.ok();
        assert_eq!(texts(&around["messages"]), ["welcome"]);
        assert_eq!(further(&around), (false, false));
    }
    let around = cem.around(&chat, &format!("after={}", hidden[0])).await;
    assert_eq!(
        (texts(&around.ok()["messages"]), further(&around.ok())),
        (vec!["welcome".to_owned()], (false, false))
    );
    cem.around(&chat, &format!("message={}", hidden[1]))
        .await
        .refused(404, "Message not found");
    for query in [at.to_owned(), String::new(), format!("message={shown}")] {
        eve.around(&chat, &query)
            .await
            .refused(404, "Invalid chat ID");
    }
    // A message of another chat is unknown here.
    eve.get(&format!("/messaging/getMessagesAround?message={shown}"))
        .await
        .refused(404, "Message not found");
}
