//! The limit of what a site stores: new texts and pictures are refused, and all else goes on.

use std::sync::atomic::Ordering;

use serde_json::json;

use super::full_disk::site_on_disk;
use super::operations::{configured, get_with};
use super::pictures::small_png;
use super::{PASSWORD, Person, Reply, TestSite};
use crate::core::clock::Timestamp;
use crate::core::error::Sentence;
use crate::operations::doctor::{DoctorContext, Status};

const MEGABYTE: u64 = 1_000_000;

fn limited(megabytes: u32) -> TestSite {
    TestSite::with(|config| config.limits.storage_mb = megabytes)
}

fn refused(reply: &Reply) {
    reply.refused(507, Sentence::NoRoomForTexts.text());
}

/// Returns what the site takes, and its room, as an administrator sees it.
async fn health(admin: &Person) -> (u64, String) {
    let health = admin.get("/administration/getHealth").await.ok();
    let room = health["room"].as_str().expect("a room").to_owned();
    (health["storedBytes"].as_u64().expect("a size"), room)
}

/// Fills a site with answers until one is refused, and returns their number.
async fn fill(person: &Person, question: &str) -> u64 {
    for number in 0..200 {
        let text: String = (0..4_000)
            .map(|word| format!("w{number}x{word} "))
            .collect();
        let answer = json!({"qid": question, "ans": {"text": &text[..29_000]}});
        let reply = person.post("/answer/addAnswer", answer).await;
        if reply.status != 200 {
            refused(&reply);
            return number;
        }
    }
    panic!("the site takes everything");
}

#[tokio::test]
async fn a_full_site_refuses_texts_and_pictures_and_allows_all_else() {
    let site = limited(3);
    let (ann, bob) = (site.sign_up("ann").await, site.sign_up("bob").await);
    let admin = site.administrator("root1").await;
    let question = ann.ask("Where is room?", "Somewhere.", &["room"]).await;
    let answer = bob.answer(&question, "Here.").await;
    let comment = bob.comment("question", &question, "Where?").await;
    assert_eq!(health(&admin).await.1, "enough");
    assert!(fill(&ann, &question).await > 3);
    let (used, room) = health(&admin).await;
    assert_eq!(room, "no");
    assert!((3 * MEGABYTE..4 * MEGABYTE).contains(&used), "{used}");

    let tags = json!([{"name": "a"}]);
    refused(
        &bob.post(
            "/question/addQuestion",
            json!({"title": "t", "text": "x", "tags": tags}),
        )
        .await,
    );
    refused(
        &bob.post(
            "/comment/addComment",
            json!({"id": question, "type": "question", "comment": {"text": "x"}}),
        )
        .await,
    );
    refused(
        &ann.patch(
            "/question/editQuestion",
            json!({"qid": question, "title": "t", "text": "x", "tags": tags}),
        )
        .await,
    );
    refused(
        &bob.patch("/answer/editAnswer", json!({"aid": answer, "text": "x"}))
            .await,
    );
    refused(
        &bob.patch("/comment/editComment", json!({"cid": comment, "text": "x"}))
            .await,
    );
    refused(
        &bob.post(
            "/messaging/addMessage",
            json!({"messageToAdd": {"msg": "x"}}),
        )
        .await,
    );
    refused(
        &bob.post(
            "/community/addCommunity",
            json!({"name": "c", "visibility": "public"}),
        )
        .await,
    );
    refused(&bob.upload(small_png(1)).await);

    bob.post("/question/upvoteQuestion", json!({"qid": question}))
        .await
        .ok();
    bob.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    bob.post("/user/logout", json!({})).await.ok();
    let login = json!({"username": "bob", "password": PASSWORD});
    site.visitor().post("/user/login", login).await.ok();
    site.sign_up("cid").await;
    admin
        .post(
            "/administration/removePost",
            json!({"id": question, "reason": "It is not a question."}),
        )
        .await
        .ok();
}

#[tokio::test]
async fn a_warning_comes_before_the_limit() {
    let site = limited(2);
    let admin = site.administrator("root1").await;
    let question = admin.ask("Where is room?", "Somewhere.", &["room"]).await;
    let mut rooms = vec![health(&admin).await.1];
    for number in 0..200 {
        let text: String = (0..1_000)
            .map(|word| format!("w{number}x{word} "))
            .collect();
        let answer = json!({"qid": question, "ans": {"text": text}});
        if admin.post("/answer/addAnswer", answer).await.status != 200 {
            break;
        }
        rooms.push(health(&admin).await.1);
    }
    rooms.dedup();
    assert_eq!(rooms, ["enough", "little", "no"]);
}

#[tokio::test]
async fn a_nearly_full_disk_refuses_texts_before_the_site_is_read_only() {
    let (site, free) = site_on_disk();
    let (ann, bob) = (site.sign_up("ann").await, site.sign_up("bob").await);
    let question = ann.ask("Where is room?", "Somewhere.", &["room"]).await;
    free.store((64 << 20) - 1, Ordering::Relaxed);
    let answer = json!({"qid": question, "ans": {"text": "Here."}});
    refused(&bob.post("/answer/addAnswer", answer.clone()).await);
    bob.post("/question/upvoteQuestion", json!({"qid": question}))
        .await
        .ok();
    let login = json!({"username": "bob", "password": PASSWORD});
    site.visitor().post("/user/login", login).await.ok();
    free.store(64 << 20, Ordering::Relaxed);
    bob.post("/answer/addAnswer", answer).await.ok();
}

#[tokio::test]
async fn metrics_and_the_doctor_know_the_room() {
    let site = TestSite::with(|config| {
        configured(config, &[("STOA_METRICS_TOKEN", "sesame")]);
        config.limits.storage_mb = 2;
    });
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Where is room?", "Somewhere.", &["room"]).await;
    let doctor = || {
        let doctor = DoctorContext {
            config: &site.site.app.config,
            data_dir: site.directory.path().to_owned(),
            now: Timestamp::from_millis(0),
            is_locked: false,
        };
        let mut found = doctor.inspect(&["storage".to_owned()]);
        found.remove(0).status
    };
    assert_eq!(doctor(), Status::Ok);
    fill(&ann, &question).await;
    assert_eq!(doctor(), Status::Error);
    let scraped = get_with(&ann, "/metrics", &[("authorization", "Bearer sesame")]).await;
    assert!(scraped.text.contains("stoa_storage_limit_bytes 2000000\n"));
    let used = scraped
        .text
        .lines()
        .find_map(|line| line.strip_prefix("stoa_storage_used_bytes "));
    let used: f64 = used.expect("a metric").parse().expect("a number");
    assert!(used >= 2e6, "{used}");
}
