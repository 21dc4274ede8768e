//! A full disk: the site stays readable, logging out and deleting work, and writing resumes when
//! there is room.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;

use super::{PASSWORD, TestSite};
use crate::core::error::Sentence;
use crate::platform::db::DiskReserve;

/// More than any threshold, and no space at all.
const ROOM: u64 = 1 << 40;
const FULL: u64 = 0;

/// Creates a site and the number of bytes that its disk has left.
pub(super) fn site_on_disk() -> (TestSite, Arc<AtomicU64>) {
    let (site, free) = (TestSite::new(), Arc::new(AtomicU64::new(ROOM)));
    let probe = free.clone();
    site.site
        .app
        .db
        .use_reserve(DiskReserve::with(site.directory.path(), move || {
            Some(probe.load(Ordering::Relaxed))
        }));
    (site, free)
}

#[tokio::test]
async fn a_full_disk_allows_only_reading_logging_out_and_deleting() {
    let (site, free) = site_on_disk();
    let (ann, bob) = (site.sign_up("ann").await, site.sign_up("bob").await);
    let (admin, eve) = (site.sign_up("root1").await, site.sign_up("eve").await);
    site.promote("root1").await;
    let eve_id = super::id_of(&eve.get("/user/me").await.ok());
    let spam = eve.ask("Where is spam?", "Everywhere.", &["spam"]).await;
    let question = ann.ask("Where is room?", "Somewhere.", &["room"]).await;
    let answer = bob.answer(&question, "Here.").await;
    bob.post("/star/addStar", json!({"qid": question}))
        .await
        .ok();
    let elsewhere = site.visitor();
    elsewhere
        .post(
            "/user/login",
            json!({"username": "bob", "password": PASSWORD}),
        )
        .await
        .ok();

    free.store(FULL, Ordering::Relaxed);
    let full = |reply: super::Reply| {
        reply.refused(503, Sentence::StorageFull.text());
        assert!(!reply.header("retry-after").is_empty());
    };
    full(
        ann.post(
            "/question/addQuestion",
            json!({"title": "t", "text": "x", "tags": [{"name": "a"}]}),
        )
        .await,
    );
    full(
        bob.post("/question/upvoteQuestion", json!({"qid": question}))
            .await,
    );
    full(
        ann.patch("/user/updateBiography", json!({"biography": "x"}))
            .await,
    );
    full(
        site.visitor()
            .post(
                "/user/login",
                json!({"username": "bob", "password": PASSWORD}),
            )
            .await,
    );
    full(
        site.visitor()
            .post(
                "/user/signup",
                json!({"username": "cid", "password": PASSWORD}),
            )
            .await,
    );
    let shown = ann
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(
        (&shown["answerCount"], &shown["score"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(ann.get("/user/me").await.ok()["biography"], json!(""));
    let ready = site.visitor().get("/readyz").await;
    assert_eq!(
        (
            ready.status.as_u16(),
            ready.text.contains("\"writes\":false")
        ),
        (503, true),
        "{}",
        ready.text
    );

    // A user who filled the disk can be stopped.
    admin
        .post(
            "/administration/removePost",
            json!({"id": spam, "reason": "It is not a question."}),
        )
        .await
        .ok();
    admin
        .post("/administration/disableUser", json!({"userId": eve_id}))
        .await
        .ok();
    eve.get("/user/me")
        .await
        .refused(401, Sentence::NotSignedIn.text());

    bob.delete_with("/star/removeStar", json!({"qid": question}))
        .await
        .ok();
    bob.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    bob.post("/user/endOtherSessions", json!({})).await.ok();
    elsewhere
        .get("/user/me")
        .await
        .refused(401, Sentence::NotSignedIn.text());
    bob.post("/user/logout", json!({})).await.ok();
    bob.get("/user/me")
        .await
        .refused(401, Sentence::NotSignedIn.text());

    free.store(ROOM, Ordering::Relaxed);
    ann.ask("Is there room?", "There is.", &["room"]).await;
    bob.get("/user/me")
        .await
        .refused(401, Sentence::NotSignedIn.text());
    assert_eq!(
        ann.get(&format!("/question/getQuestionById/{question}"))
            .await
            .ok()["answerCount"],
        json!(0)
    );
}

/// A write that SQLite cannot complete is rolled back whatever the system says about free space,
/// and reading continues.
#[tokio::test]
async fn a_failed_sqlite_write_makes_the_site_read_only() {
    let (site, free) = site_on_disk();
    let (ann, bob) = (site.sign_up("ann").await, site.sign_up("bob").await);
    let admin = site.administrator("root1").await;
    let db = &site.site.app.db;
    // Neither full, nor enough room to resume writing.
    free.store(10 << 20, Ordering::Relaxed);
    let limit = async |pages: i64| {
        db.write_critical(move |tx| {
            tx.without_event("a test");
            tx.value::<i64>(&format!("PRAGMA max_page_count = {pages}"), [])
        })
        .await
        .expect("a limit")
    };
    limit(1).await;
    // A long text, which is none of a member: those are refused already.
    let long = json!({"key": "rules", "before": "", "value": "long ".repeat(5_000)});
    admin
        .patch("/administration/setSettings", json!({"changes": [long]}))
        .await
        .refused(503, Sentence::StorageFull.text());
    assert!(!site.directory.path().join("stoa.reserve").exists());
    limit(1 << 30).await;
    // A write would succeed by now, but the reported space does not allow one yet.
    ann.patch("/user/updateBiography", json!({"biography": "x"}))
        .await
        .refused(503, Sentence::StorageFull.text());
    bob.post("/user/logout", json!({})).await.ok();
    free.store(ROOM, Ordering::Relaxed);
    ann.patch("/user/updateBiography", json!({"biography": "x"}))
        .await
        .ok();
    assert_eq!(ann.titles("/question/getQuestion").await, [""; 0]);
}
