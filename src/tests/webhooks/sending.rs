//! How messages are sent, and what becomes of them when a receiver fails.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;

use super::{ADDRESS, HookSite, add, deliveries, settings, types, webhooks};
use crate::tests::id_of;
use crate::tests::push::double::{Fault, Received};
use crate::tests::security::CapturedLog;

const HOUR: Duration = Duration::from_secs(3_600);

/// Returns the signature of a received message by a secret.
fn signature(secret: &str, received: &Received) -> String {
    let key = BASE64_STANDARD
        .decode(&secret["whsec_".len()..])
        .expect("a key");
    let head = format!(
        "{}.{}.",
        received.headers["webhook-id"], received.headers["webhook-timestamp"]
    );
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key");
    mac.update(head.as_bytes());
    mac.update(&received.body);
    format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()))
}

#[tokio::test]
async fn both_secrets_sign_for_a_day() {
    let mut at = HookSite::new().await;
    let added = at
        .root
        .post("/webhook/addWebhook", settings(ADDRESS, "standard"));
    let added = added.await.ok();
    let (id, first) = (id_of(&added), added["secret"].as_str().expect("a secret"));
    let test = format!("/webhook/testWebhook/{id}");
    at.root.post(&test, json!({})).await.ok();
    let received = at.send().await;
    assert_eq!(received[0].path, "/secret-path");
    assert_eq!(
        received[0].headers["webhook-signature"],
        signature(first, &received[0])
    );
    let path = format!("/webhook/renewWebhookSecret/{id}");
    let renewed = at.root.post(&path, json!({}));
    let renewed = renewed.await.ok();
    let second = renewed["secret"].as_str().expect("a secret");
    at.root.post(&test, json!({})).await.ok();
    let received = at.send().await;
    let both = format!(
        "{} {}",
        signature(second, &received[0]),
        signature(first, &received[0])
    );
    assert_eq!(received[0].headers["webhook-signature"], both);
    at.site.clock.advance(25 * HOUR);
    at.root.post(&test, json!({})).await.ok();
    let received = at.send().await;
    assert_eq!(
        received[0].headers["webhook-signature"],
        signature(second, &received[0])
    );
}

#[tokio::test]
async fn messages_keep_their_order_and_ids_when_the_receiver_fails() {
    let mut at = HookSite::new().await;
    let hook = add(&at.root, None, "standard").await;
    let ann = at.site.sign_up("ann").await;
    at.double.fail([
        Fault::Status(503),
        Fault::Silence,
        Fault::RetryAfter(429, "100"),
    ]);
    let question = ann.ask("Walnut ink", "Which one?", &["ink"]).await;
    ann.answer(&question, "Iron gall").await;
    let mut received = at.send().await;
    assert_eq!(types(&received), ["question.created"]);
    let waiting = webhooks(&at.root).await;
    assert_eq!(waiting[0]["waiting"], 2);
    assert!(waiting[0]["failingSince"].is_string());
    for seconds in [5, 30] {
        at.site.clock.advance(Duration::from_secs(seconds - 1));
        assert!(at.send().await.is_empty());
        at.site.clock.advance(Duration::from_secs(1));
        received.extend(at.send().await);
    }
    assert_eq!(types(&received), ["question.created"; 3]);
    // The receiver asked for less than the pause of two minutes.
    at.site.clock.advance(Duration::from_secs(120));
    received.extend(at.send().await);
    assert_eq!(
        types(&received)[3..],
        ["question.created", "answer.created"]
    );
    let ids: Vec<_> = received
        .iter()
        .map(|it| &it.headers["webhook-id"])
        .collect();
    assert!(
        ids[..4].iter().all(|id| *id == ids[0]) && ids[3] != ids[4],
        "{ids:?}"
    );
    assert_eq!(webhooks(&at.root).await[0].get("failingSince"), None);
    let sent = deliveries(&at.root, &hook).await;
    assert_eq!(
        (&sent[1]["attempts"], &sent[1]["status"]),
        (&json!(4), &json!(201))
    );
}

#[tokio::test]
async fn a_message_that_is_refused_three_times_does_not_stop_the_next() {
    let mut at = HookSite::new().await;
    let hook = add(&at.root, None, "standard").await;
    let ann = at.site.sign_up("ann").await;
    at.double
        .fail([Fault::Status(400), Fault::Status(400), Fault::Status(400)]);
    let question = ann.ask("Walnut ink", "Which one?", &["ink"]).await;
    ann.answer(&question, "Iron gall").await;
    let mut received = Vec::new();
    for seconds in [0, 5, 30, 120] {
        at.site.clock.advance(Duration::from_secs(seconds));
        received.extend(at.send().await);
    }
    assert_eq!(
        types(&received),
        [
            "question.created",
            "question.created",
            "question.created",
            "answer.created"
        ]
    );
    let ended = deliveries(&at.root, &hook).await;
    assert_eq!(
        (&ended[0]["isSent"], &ended[1]["isSent"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(ended[1]["reply"], "reason");
}

#[tokio::test]
async fn a_webhook_that_fails_for_a_day_is_turned_off_and_its_manager_notified() {
    let mut at = HookSite::new().await;
    add(&at.root, None, "standard").await;
    let ann = at.site.sign_up("ann").await;
    at.double.fail(std::iter::repeat_n(Fault::Status(500), 60));
    let question = ann.ask("Walnut ink", "Which one?", &["ink"]).await;
    let mut attempts = 0;
    for _ in 0..26 {
        attempts += at.send().await.len();
        at.site.clock.advance(HOUR);
    }
    assert!((24..=27).contains(&attempts), "{attempts}");
    let off = webhooks(&at.root).await;
    assert_eq!(off[0]["offReason"], "It has failed for a day");
    let inbox = at.root.get("/inbox/getEntries").await.ok().to_string();
    assert!(inbox.contains("webhookOff"), "{inbox}");
    ann.answer(&question, "Iron gall").await;
    assert!(at.send().await.is_empty());
    assert_eq!(
        webhooks(&at.root).await[0]["waiting"],
        1,
        "nothing is added while it is off"
    );
}

#[tokio::test]
async fn a_receiver_that_is_gone_turns_it_off_at_once() {
    let mut at = HookSite::new().await;
    let hook = add(&at.root, None, "standard").await;
    at.double.fail([Fault::Status(410)]);
    at.root
        .post(&format!("/webhook/testWebhook/{hook}"), json!({}))
        .await
        .ok();
    assert_eq!(at.send().await.len(), 1);
    assert!(webhooks(&at.root).await[0]["offAt"].is_string());
}

/// The address of the name is checked when it is contacted, and a redirect is not followed.
#[tokio::test]
async fn nothing_is_sent_to_private_addresses_behind_a_name_or_a_redirect() {
    let log = CapturedLog::default();
    let _logging = log.start();
    let mut at = HookSite::new().await;
    let hook = add(&at.root, None, "standard").await;
    let test = format!("/webhook/testWebhook/{hook}");
    for address in [
        "127.0.0.1",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "::1",
        "::",
        "fe80::1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "ff02::1",
    ] {
        at.double.network.answer(&[address]);
        at.root.post(&test, json!({})).await.ok();
        assert!(at.send().await.is_empty(), "{address}");
        at.site
            .sql("DELETE FROM webhook_deliveries; UPDATE webhooks SET next_attempt_at = 0");
    }
    assert!(at.double.network.connected().is_empty());
    at.double.network.answer(&["93.184.215.14", "10.0.0.1"]);
    at.root.post(&test, json!({})).await.ok();
    assert!(at.send().await.is_empty() && at.double.network.connected().is_empty());
    at.site.clock.advance(HOUR);
    at.double
        .fail([Fault::Redirect("https://127.0.0.1/".to_owned())]);
    assert_eq!(at.send().await.len(), 1);
    assert_eq!(at.double.network.connected().len(), 1);
    let lines = log.lines("a message of a webhook");
    assert!(
        lines.len() >= 19 && !lines.concat().contains("secret-path"),
        "{lines:?}"
    );
}

#[tokio::test]
async fn large_and_endless_replies_are_cut() {
    let mut at = HookSite::new().await;
    let hook = add(&at.root, None, "standard").await;
    let test = format!("/webhook/testWebhook/{hook}");
    at.double.fail([Fault::BigBody(100_000)]);
    at.root.post(&test, json!({})).await.ok();
    at.send().await;
    let sent = deliveries(&at.root, &hook).await;
    assert_eq!(sent[0]["reply"].as_str().expect("a reply").len(), 4_000);
    for fault in [Fault::EndlessHead, Fault::SlowBytes] {
        at.double.fail([fault]);
        at.root.post(&test, json!({})).await.ok();
        at.send().await;
        assert!(webhooks(&at.root).await[0]["failingSince"].is_string());
        at.site.clock.advance(HOUR);
        at.send().await;
    }
}

/// One message at a time, and at most two webhooks of an account: the others do not wait for a slow receiver.
#[tokio::test]
async fn slow_receivers_do_not_delay_the_webhooks_of_others() {
    let mut at = HookSite::new().await;
    let ann = at.site.sign_up("ann").await;
    let wells = ann.creates_community("wells", "public").await;
    for _ in 0..5 {
        add(&ann, Some(&wells), "standard").await;
    }
    at.double.fail([Fault::Silence, Fault::Silence]);
    ann.ask_in(&wells, "A question").await;
    let app = at.site.site.app.clone();
    let start = std::time::Instant::now();
    let slow = tokio::time::timeout(Duration::from_millis(300), at.sender.step(&app));
    assert!(slow.await.is_err(), "both places of the account are taken");
    assert_eq!(at.double.all().len(), 2);
    let hook = add(&at.root, None, "standard").await;
    at.root
        .post(&format!("/webhook/testWebhook/{hook}"), json!({}))
        .await
        .ok();
    at.sender.step(&app).await.expect("a step");
    assert!(start.elapsed() < super::TIMEOUT, "{:?}", start.elapsed());
    let received = at.double.all();
    assert!(
        types(&received).iter().any(|event| event == "test"),
        "{received:?}"
    );
}

#[tokio::test]
async fn at_most_5000_messages_wait_and_50_are_kept() {
    let mut at = HookSite::new().await;
    let hook = add(&at.root, None, "standard").await;
    let test = format!("/webhook/testWebhook/{hook}");
    at.root.post(&test, json!({})).await.ok();
    at.site.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
         INSERT INTO webhook_deliveries (id, webhook_id, event, object_id, question_id)
         SELECT d.id - n.i, d.webhook_id, d.event, d.object_id, d.question_id FROM n, webhook_deliveries d",
    );
    at.root.post(&test, json!({})).await.ok();
    assert_eq!(webhooks(&at.root).await[0]["waiting"], 5_000);
    at.site.sql("DELETE FROM webhook_deliveries WHERE id NOT IN (SELECT id FROM webhook_deliveries ORDER BY id LIMIT 60)");
    assert_eq!(at.send().await.len(), 60);
    assert_eq!(deliveries(&at.root, &hook).await.len(), 50);
}
