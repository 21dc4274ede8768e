//! What is new in what users watch.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Person, TestSite};

impl TestSite {
    async fn two(&self) -> (Person, Person) {
        (self.sign_up("ann").await, self.sign_up("ben").await)
    }

    /// Lets a millisecond pass: what is written in the one of a follow counts as new.
    fn later(&self) {
        self.clock.advance(Duration::from_millis(1));
    }
}

impl Person {
    /// Returns the questions in the inbox with the names of what the person watches, newest first.
    async fn reasons(&self) -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let inbox = self.inbox().await;
        let items = inbox.as_array().expect("items").iter();
        items
            .map(|item| (text(&item["title"]), text(&item["reason"]["name"])))
            .collect()
    }
}

fn reason(title: &str, reason: &str) -> (String, String) {
    (title.to_owned(), reason.to_owned())
}

#[tokio::test]
async fn questions_of_watched_tags_and_communities_are_new() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let community = site.community(7, "public", &["ben"]);
    ben.ask("Before", "x", &["plutus"]).await;
    site.later();
    ann.follow("tag", "plutus", "watching").await;
    ann.follow("community", &community, "watching").await;
    assert_eq!(ann.inbox().await, json!([]));
    let tagged = ben.ask("Tagged", "x", &["other", "Plutus"]).await;
    ben.ask_in(&community, "Inside").await;
    ben.ask("Elsewhere", "x", &["other"]).await;
    let inbox = ann.inbox().await;
    let first = json!({
        "_id": tagged, "qid": tagged, "title": "Tagged", "newAnswers": 0, "author": "ben", "createdAt": inbox[1]["createdAt"],
        "reason": {"kind": "tag", "object": "plutus", "name": "plutus"},
    });
    assert_eq!(inbox[1], first);
    assert_eq!(inbox[0]["title"], "Inside");
    assert_eq!(inbox[0]["reason"]["kind"], "community");
    assert_eq!(inbox.as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn answers_to_watched_questions_are_new() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let question = ben.ask("T", "x", &["a"]).await;
    ben.answer(&question, "before").await;
    site.later();
    ann.follow("question", &question, "watching").await;
    assert_eq!(ann.inbox().await, json!([]));
    let first = ben.answer(&question, "first").await;
    let second = site.sign_up("cem").await.answer(&question, "second").await;
    let inbox = ann.inbox().await;
    let item = json!([{
        "_id": second, "qid": question, "title": "T", "newAnswers": 2, "firstNewAnswer": first, "author": "cem",
        "createdAt": inbox[0]["createdAt"], "reason": {"kind": "question", "object": question, "name": "T"},
    }]);
    assert_eq!(inbox, item);
}

#[tokio::test]
async fn a_question_has_one_reason_which_is_the_nearest() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let community = site.community(7, "public", &["ben"]);
    ben.ask("Before", "x", &["a"]).await;
    ben.ask("Before", "x", &["b"]).await;
    site.later();
    ann.follow("community", &community, "watching").await;
    ann.follow("tag", "a", "watching").await;
    ann.follow("tag", "b", "watching").await;
    let body = json!({"title": "T", "text": "x", "tags": [{"name": "a"}, {"name": "b"}], "communityId": community});
    ben.post("/question/addQuestion", body).await.ok();
    let inbox = ann.inbox().await;
    assert_eq!(inbox[0]["reason"]["kind"], "tag");
    assert_eq!(inbox.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_muted_question_is_silent() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let community = site.community(7, "public", &["ben"]);
    ann.follow("community", &community, "watching").await;
    site.later();
    let question = ben.ask_in(&community, "T").await;
    assert_eq!(ann.inbox().await.as_array().map(Vec::len), Some(1));
    ann.follow("question", &question, "muted").await;
    ben.answer(&question, "y").await;
    assert_eq!(ann.inbox().await, json!([]));
}

#[tokio::test]
async fn a_muted_tag_silences_a_watched_tag_and_a_watched_community() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let community = site.community(7, "public", &["ben"]);
    ben.ask("Before", "x", &["watched", "muted"]).await;
    site.later();
    ann.follow("community", &community, "watching").await;
    ann.follow("tag", "watched", "watching").await;
    ann.follow("tag", "muted", "muted").await;
    let body = json!({"title": "T", "text": "x", "tags": [{"name": "watched"}, {"name": "muted"}], "communityId": community});
    ben.post("/question/addQuestion", body).await.ok();
    assert_eq!(ann.inbox().await, json!([]));
}

#[tokio::test]
async fn a_watched_question_is_nearer_than_its_muted_tag() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let question = ben.ask("T", "x", &["a"]).await;
    ann.follow("tag", "a", "muted").await;
    ann.follow("question", &question, "watching").await;
    ben.answer(&question, "y").await;
    assert_eq!(ann.reasons().await, [reason("T", "T")]);
}

#[tokio::test]
async fn a_watched_tag_is_nearer_than_its_muted_community() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let community = site.community(7, "public", &["ben"]);
    ben.ask("Before", "x", &["a"]).await;
    site.later();
    ann.follow("tag", "a", "watching").await;
    ann.follow("community", &community, "muted").await;
    let body =
        json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": community});
    ben.post("/question/addQuestion", body).await.ok();
    assert_eq!(ann.reasons().await, [reason("T", "a")]);
}

#[tokio::test]
async fn own_posts_are_not_new() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let question = ben.ask("T", "x", &["a"]).await;
    site.later();
    ann.follow("question", &question, "watching").await;
    ann.follow("tag", "a", "watching").await;
    ann.answer(&question, "own").await;
    ann.ask("Own", "x", &["a"]).await;
    assert_eq!(ann.inbox().await, json!([]));
}

#[tokio::test]
async fn posts_of_blocked_users_are_not_new() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let cem = site.sign_up("cem").await;
    let question = cem.ask("T", "x", &["a"]).await;
    site.later();
    ann.follow("question", &question, "watching").await;
    ann.follow("tag", "a", "watching").await;
    ben.answer(&question, "x").await;
    ben.ask("Bens", "x", &["a"]).await;
    assert_eq!(ann.inbox().await.as_array().map(Vec::len), Some(2));
    ann.post("/user/blockUser", json!({"userId": "ben"}))
        .await
        .ok();
    assert_eq!(ann.inbox().await, json!([]));
}

#[tokio::test]
async fn what_was_opened_is_not_new() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let watched = ben.ask("T", "x", &["a"]).await;
    site.later();
    ann.follow("question", &watched, "watching").await;
    ann.follow("tag", "a", "watching").await;
    ben.answer(&watched, "x").await;
    ben.ask("New", "x", &["a"]).await;
    let body = json!({"qid": watched});
    ann.patch("/following/markSeen", body).await.ok();
    assert_eq!(ann.reasons().await, [reason("New", "a")]);
    site.sql("INSERT INTO question_views SELECT q.id, u.id FROM questions q, users u WHERE q.title = 'New' AND u.username = 'ann'");
    assert_eq!(ann.inbox().await, json!([]));
}

#[tokio::test]
async fn deleted_and_hidden_posts_are_not_new() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    let private = site.community(7, "private", &["ann", "ben"]);
    let old = ben.ask_in(&private, "Old").await;
    site.later();
    ann.follow("community", &private, "watching").await;
    ann.follow("question", &old, "watching").await;
    ben.answer(&old, "x").await;
    let deleted = ben.ask_in(&private, "Deleted").await;
    ben.ask_in(&private, "Kept").await;
    assert_eq!(ann.inbox().await.as_array().map(Vec::len), Some(3));
    ben.delete_with("/question/deleteQuestion", json!({"qid": deleted}))
        .await
        .ok();
    assert_eq!(ann.inbox().await.as_array().map(Vec::len), Some(2));
    site.expel(7, "ann");
    assert_eq!(ann.inbox().await, json!([]));
}

#[tokio::test]
async fn what_the_user_has_seen_is_not_new_and_never_becomes_so() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    ben.ask("Before", "x", &["a"]).await;
    site.later();
    ann.follow("tag", "a", "watching").await;
    let first = ben.ask("First", "x", &["a"]).await;
    let second = ben.ask("Second", "x", &["a"]).await;
    let mark = async |up_to: Value| {
        let body = json!({"upTo": up_to});
        ann.patch("/following/markInboxSeen", body).await.ok();
        ann.reasons().await
    };
    assert_eq!(mark(json!(first)).await, [reason("Second", "a")]);
    assert!(mark(json!(second)).await.is_empty());
    assert!(mark(json!(first)).await.is_empty());
    site.later();
    ben.ask("Third", "x", &["a"]).await;
    assert_eq!(ann.reasons().await, [reason("Third", "a")]);
    assert!(mark(json!("7zzzzzzzzzzzz")).await.is_empty());
    site.later();
    ben.ask("Fourth", "x", &["a"]).await;
    assert_eq!(ann.reasons().await, [reason("Fourth", "a")]);
    assert!(mark(Value::Null).await.is_empty());
}

#[tokio::test]
async fn the_inbox_has_pages() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    ben.ask("Before", "x", &["a"]).await;
    site.later();
    ann.follow("tag", "a", "watching").await;
    for title in ["1", "2", "3"] {
        ben.ask(title, "x", &["a"]).await;
    }
    let first = ann.get("/following/getInbox?limit=2").await;
    let link = first.headers["link"].to_str().expect("a link");
    let next = link.split(['<', '>']).nth(1).expect("a path").to_owned();
    assert_eq!(first.headers["x-total-count"], "3");
    assert_eq!(first.ok()[1]["title"], "2");
    let last = ann.get(&next).await;
    assert!(!last.headers.contains_key("link"));
    assert_eq!(last.ok()[0]["title"], "1");
}

#[tokio::test]
async fn the_inbox_looks_at_the_newest_500() {
    let site = TestSite::new();
    let (ann, ben) = site.two().await;
    ben.ask("Before", "x", &["a"]).await;
    ann.follow("tag", "a", "watching").await;
    site.sql(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 600)
         INSERT INTO posts (id, author_id, created_at, text) SELECT 5000000000000000000 + n, u.id, 0, '' FROM n, users u WHERE u.username = 'ben';
         INSERT INTO questions (id, title) SELECT id, '' FROM posts WHERE id > 5000000000000000000;
         INSERT INTO question_tags SELECT t.id, q.id, 0 FROM tags t, questions q WHERE t.name_key = 'a' AND q.id > 5000000000000000000",
    );
    let first = ann.get("/following/getInbox?limit=1").await;
    assert_eq!(first.headers["x-total-count"], "500");
}
