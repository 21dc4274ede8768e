//! What is equal: names that look the same are one name, texts that show nothing are empty, and a password is
//! the same from every keyboard.

use serde_json::{Value, json};

use super::{Person, TestSite, id_of};
use crate::features::auth::password;
use crate::platform::web::percent_encoded;

/// Spellings of one name.
const SPELLINGS: [&str; 5] = [
    "Caf\u{e9}",
    "cafe\u{301}",
    "CAF\u{c9}",
    "caf\u{e9}\u{200b}",
    "\u{ff23}af\u{e9}",
];

/// A character of each kind that shows nothing.
const INVISIBLE: &str = "\u{200b}\u{3164}\u{2800}\u{115f}\u{1160}\u{ffa0}\u{ad}\u{34f}\u{180e}\u{fe0f}\u{e0100}\u{e0041}\
    \u{200e}\u{202e}\u{2066}\u{61c}\u{feff}\u{2060}\u{17b4}\u{a0}\u{3000}";

impl Person {
    async fn names(&self, path: &str) -> Vec<String> {
        let items = self.get(path).await.ok();
        let items = items.as_array().expect("an array").iter();
        items
            .map(|item| item["name"].as_str().expect("a name").to_owned())
            .collect()
    }
}

#[tokio::test]
async fn spellings_of_a_tag_are_one_tag() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for (number, tag) in SPELLINGS.iter().enumerate() {
        ann.ask(&format!("Q{number}"), "x", &[tag, "x"]).await;
    }
    ann.ask("Both", "x", &SPELLINGS).await;
    for tag in SPELLINGS {
        let tag = percent_encoded(tag);
        let found = ann
            .names(&format!("/tag/getTagsWithQuestionNumber?search={tag}"))
            .await;
        assert_eq!(found, ["Café"], "{tag}");
        let page = ann.get(&format!("/tag/getTagPage/{tag}")).await.ok();
        assert_eq!(
            (&page["name"], &page["questionCount"]),
            (&json!("Café"), &json!(6))
        );
        let path = format!("/question/getQuestion?search={}", percent_encoded("[")) + &tag + "]";
        assert_eq!(ann.titles(&path).await.len(), 6, "{tag}");
        let follow = json!({"kind": "tag", "object": SPELLINGS[1], "state": "watching"});
        ann.patch("/following/setFollow", follow).await.ok();
    }
    let follows = ann.get("/following/getFollows").await.ok();
    assert_eq!(follows.as_array().map(Vec::len), Some(1));
    // Accents are no decoration.
    ann.ask("Other", "x", &["cafe"]).await;
    assert_eq!(
        ann.names("/tag/getTagsWithQuestionNumber?search=caf")
            .await
            .len(),
        2
    );
}

#[tokio::test]
async fn spellings_of_a_community_are_one_community() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let create = |name: &str| {
        ann.post(
            "/addCommunity",
            json!({"name": name, "visibility": "public"}),
        )
    };
    create("The Caf\u{e9}").await.ok();
    for spelling in SPELLINGS {
        create(&format!("the {spelling}"))
            .await
            .refused(409, "Community name already exists.");
        let search = percent_encoded(spelling);
        let found = ann
            .names(&format!("/community/getAllCommunities?search={search}"))
            .await;
        assert_eq!(found, ["The Café"], "{spelling}");
    }
    create("The Cafe").await.ok();
}

#[tokio::test]
async fn a_text_without_a_visible_character_is_empty() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["x"]).await;
    let post = |path: &'static str, body: Value| ann.post(path, body);
    for c in INVISIBLE.chars() {
        let blank = format!("{c} {c}\n{c}");
        let asked = |title: &str, text: &str, tag: &str| json!({"title": title, "text": text, "tags": [{"name": tag}]});
        for (path, body, sentence) in [
            (
                "/question/addQuestion",
                asked(&blank, "x", "x"),
                "Title cannot be empty",
            ),
            (
                "/question/addQuestion",
                asked("T", &blank, "x"),
                "Question text cannot be empty",
            ),
            (
                "/question/addQuestion",
                asked("T", "x", &format!("{c}{c}")),
                "Should have at least 1 tag",
            ),
            (
                "/answer/addAnswer",
                json!({"qid": question, "ans": {"text": blank}}),
                "Answer text cannot be empty",
            ),
            (
                "/comment/addComment",
                json!({"id": question, "type": "question", "comment": {"text": blank}}),
                "Comment text cannot be empty",
            ),
            (
                "/messaging/addMessage",
                json!({"messageToAdd": {"msg": blank}}),
                "Message cannot be empty",
            ),
            (
                "/addCommunity",
                json!({"name": blank, "visibility": "public"}),
                "Community name cannot be empty",
            ),
        ] {
            post(path, body).await.refused(400, sentence);
        }
        let body = json!({"username": "ann", "biography": blank});
        let user = ann.patch("/user/updateBiography", body).await.ok();
        assert_eq!(user["biography"], "", "{c:?}");
    }
}

#[tokio::test]
async fn tags_that_no_path_can_hold_are_refused() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for tag in [".", "..", "a/b", "/", "．", "‥", ".\u{200b}.", "a／b", "℀"] {
        let body = json!({"title": "T", "text": "x", "tags": [{"name": tag}]});
        ann.post("/question/addQuestion", body)
            .await
            .refused(400, "Tags cannot contain slashes, or be . or ..");
    }
    for tag in ["...", ".net", "c++", "c#", "a?b", "100%", "%2e", "a;b", "~"] {
        ann.ask("T", "x", &[tag]).await;
        let path = format!("/tag/getTagPage/{}", percent_encoded(tag));
        assert_eq!(ann.get(&path).await.ok()["name"], tag);
    }
}

#[tokio::test]
async fn a_password_is_the_same_from_every_keyboard() {
    let site = TestSite::new();
    let log_in = async |name: &str, password: &str| {
        let body = json!({"username": name, "password": password});
        site.visitor().post_when_busy("/user/login", body).await
    };
    let body = json!({"username": "norm", "password": "p\u{e4}ssw\u{f6}rd lang"});
    site.visitor()
        .post_when_busy("/user/signup", body)
        .await
        .ok();
    for password in [
        "pa\u{308}sswo\u{308}rd lang",
        "p\u{e4}ssw\u{f6}rd\u{a0}lang",
    ] {
        log_in("norm", password).await.ok();
    }
    log_in("norm", "passw\u{f6}rd lang")
        .await
        .refused(401, "Invalid username or password");
}

/// A hash from before passwords were prepared.
#[tokio::test]
async fn an_older_hash_stays_valid_and_is_replaced_at_a_login() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let (raw, composed) = ("pa\u{308}ssword of old", "p\u{e4}ssword of old");
    let old = password::hash_unprepared(raw);
    site.sql(&format!("UPDATE users SET password_hash = '{old}'"));
    let log_in = async |password: &str| {
        let body = json!({"username": "ann", "password": password});
        site.visitor().post_when_busy("/user/login", body).await
    };
    log_in(composed)
        .await
        .refused(401, "Invalid username or password");
    log_in(raw).await.ok();
    log_in(composed).await.ok();
    log_in(raw).await.ok();
    // No session ended.
    assert_eq!(id_of(&ann.get("/user/me").await.ok()).len(), 13);
    site.sql(&format!("UPDATE users SET password_hash = '{old}'"));
    site.sql("UPDATE sessions SET confirmed_at = 0");
    let body = json!({"username": "ann", "password": "another password", "currentPassword": raw});
    let mut reset = ann.patch("/user/resetPassword", body.clone()).await;
    while reset.status == 503 {
        reset = ann.patch("/user/resetPassword", body.clone()).await;
    }
    reset.ok();
}
