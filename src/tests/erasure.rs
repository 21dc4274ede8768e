//! What is left of a deleted account, at once and 30 days later.

use std::time::Duration;

use serde_json::json;

use super::administration::people;
use super::doctor::sound_site;
use super::{Person, TestSite};
use crate::features::account_data;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Runs all steps that are due.
pub(super) async fn run(site: &TestSite) {
    let db = &site.site.app.db;
    while db.write(account_data::step).await.expect("a step") {}
}

fn texts(site: &TestSite, sql: &str) -> Vec<String> {
    let connection = site.connection();
    crate::platform::db::add_functions(&connection).expect("functions");
    let mut rows = connection.prepare(sql).expect("a statement");
    let rows = rows
        .query_map([], |row| row.get(0))
        .expect("rows")
        .map(|text| text.expect("a text"));
    rows.collect()
}

/// Returns all stored titles, texts and words.
fn stored(site: &TestSite) -> String {
    let sql = "SELECT text FROM posts UNION ALL SELECT title FROM questions UNION ALL SELECT text FROM comments
               UNION ALL SELECT concat_ws(' ', title, decompressed(compressed_text)) FROM revisions UNION ALL SELECT text FROM comment_revisions
               UNION ALL SELECT word FROM search_words";
    texts(site, sql).join("\n")
}

/// Ann writes, edits and deletes texts.
async fn write(ann: &Person, ben: &Person) -> [String; 3] {
    let edited = ann.ask("First title", "first text", &["a"]).await;
    let edit = json!({"qid": edited, "title": "Second title", "text": "second text", "tags": [{"name": "a"}]});
    ann.patch("/question/editQuestion", edit).await.ok();
    let deleted = ann.ask("Deleted title", "deleted text", &["a"]).await;
    ann.delete_with("/question/deleteQuestion", json!({"qid": deleted}))
        .await
        .ok();
    let by_ben = ben.ask("By Ben", "x", &["a"]).await;
    let comment = ann.comment("question", &by_ben, "first comment").await;
    let edit = json!({"cid": comment, "text": "second comment"});
    ann.patch("/comment/editComment", edit).await.ok();
    [edited, deleted, by_ben]
}

#[tokio::test]
async fn earlier_versions_and_deleted_texts_are_erased_after_30_days() {
    let site = TestSite::new();
    let [_root, ann, ben] = people(&site).await;
    let [edited, _deleted, _] = write(&ann, &ben).await;
    ann.delete("/user/deleteUser/ann").await.ok();
    run(&site).await;
    site.clock.advance(29 * DAY);
    run(&site).await;
    assert!(stored(&site).contains("deleted text"));
    assert!(stored(&site).contains("first comment"));
    site.clock.advance(DAY);
    run(&site).await;
    let content = stored(&site);
    for gone in [
        "First title",
        "first text",
        "Deleted title",
        "deleted text",
        "first comment",
    ] {
        assert!(!content.contains(gone), "{gone} is still there");
    }
    // The session has expired.
    ben.authenticate("login").await;
    let question = ben.question_without_views(&edited).await;
    assert_eq!(
        [&question["title"], &question["text"], &question["askedBy"]],
        ["Second title", "second text", "[deleted]"]
    );
    assert!(content.contains("second comment"));
    assert!(texts(&site, "SELECT 'x' FROM pending_erasures").is_empty());
    sound_site(&site, "the erasure");
}

#[tokio::test]
async fn the_owner_chooses_to_remove_their_posts() {
    let site = TestSite::new();
    let [_root, ann, ben] = people(&site).await;
    let [edited, ..] = write(&ann, &ben).await;
    let unknown = ann
        .delete_with("/user/deleteUser/ann", json!({"posts": "forget"}))
        .await;
    assert_eq!(unknown.status, 400);
    ann.delete_with("/user/deleteUser/ann", json!({"posts": "remove"}))
        .await
        .ok();
    run(&site).await;
    let gone = ben
        .get(&format!("/question/getQuestionById/{edited}"))
        .await;
    assert_eq!(gone.status, 404);
    site.clock.advance(30 * DAY);
    run(&site).await;
    let content = stored(&site);
    for gone in [
        "Second title",
        "second text",
        "second comment",
        "first comment",
    ] {
        assert!(!content.contains(gone), "{gone} is still there");
    }
    sound_site(&site, "the erasure");
}

#[tokio::test]
async fn the_log_loses_the_names_of_an_erased_account_and_nothing_else() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    site.promote("ann").await;
    ann.post("/administration/disableUser", json!({"userId": "ben"}))
        .await
        .ok();
    ann.post("/administration/enableUser", json!({"userId": "ben"}))
        .await
        .ok();
    let body = json!({"userId": "ann", "newUsername": "zenobia"});
    root.post("/administration/renameUser", body).await.ok();
    ann.delete("/user/deleteUser/zenobia").await.ok();
    run(&site).await;
    let log = "SELECT concat_ws('|', actor, action, target, detail, before) FROM admin_log ORDER BY id DESC LIMIT 3";
    assert_eq!(
        texts(&site, log),
        [
            "root1|rename-user|ann|zenobia|ann",
            "ann|enable|ben|",
            "ann|disable|ben|"
        ]
    );
    site.clock.advance(30 * DAY);
    run(&site).await;
    assert_eq!(
        texts(&site, log),
        [
            "root1|rename-user|[deleted]|",
            "[deleted]|enable|ben|",
            "[deleted]|disable|ben|"
        ]
    );
    drop(ben);
}

#[tokio::test]
async fn nothing_else_changes_the_log_even_while_an_account_is_erased() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    root.post("/administration/disableUser", json!({"userId": "ben"}))
        .await
        .ok();
    ann.delete("/user/deleteUser/ann").await.ok();
    run(&site).await;
    // An entry of the operator has no account.
    site.sql("INSERT INTO admin_log (id, logged_at, actor, action, target_kind, target, scope, detail) VALUES (1, 0, 'eve', 'disable', 'site', '', 0, '')");
    let connection = site.connection();
    for stage in 0..6 {
        site.sql(&format!("UPDATE pending_erasures SET stage = {stage}"));
        for change in [
            "actor = '[deleted]'",
            "actor = 'eve'",
            "target = '[deleted]'",
            "detail = ''  , before = NULL, action = 'enable'",
            "logged_at = 0",
            "actor_id = NULL",
            "concerns = NULL",
            "detail = 'x'",
        ] {
            let changed = connection.execute(
                &format!("UPDATE admin_log SET {change} WHERE action = 'disable'"),
                [],
            );
            let error = changed.expect_err(change).to_string();
            assert!(error.contains("append-only"), "{error}");
        }
        connection
            .execute("DELETE FROM admin_log", [])
            .expect_err("entries stay");
    }
    drop(ben);
}

#[tokio::test]
async fn an_interrupted_erasure_goes_on() {
    let site = TestSite::new();
    let [_root, ann, ben] = people(&site).await;
    for number in 0..45 {
        let question = ann.ask(&format!("T{number}"), "secret", &["a"]).await;
        ann.delete_with("/question/deleteQuestion", json!({"qid": question}))
            .await
            .ok();
    }
    ann.delete("/user/deleteUser/ann").await.ok();
    run(&site).await;
    site.clock.advance(30 * DAY);
    let before = texts(&site, "SELECT 'x' FROM posts WHERE text = 'secret'").len();
    assert_eq!(before, 45);
    let step = site.site.app.db.write(|tx| {
        tx.without_event("a test");
        account_data::erasure::step(tx)
    });
    assert!(step.await.expect("a step"));
    let left = texts(&site, "SELECT 'x' FROM posts WHERE text = 'secret'").len();
    assert!((1..45).contains(&left), "{left} are left");
    // Another process, after a kill.
    run(&site).await;
    assert!(texts(&site, "SELECT 'x' FROM posts WHERE text = 'secret'").is_empty());
    drop(ben);
}
