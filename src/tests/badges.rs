//! Badges: which acts earn them, once, and who is told.

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{Person, TestSite};

impl Person {
    /// Returns the badges of a user, the latest first.
    async fn badges_of(&self, name: &str) -> Vec<String> {
        let badges = self.get(&format!("/badge/getBadges/{name}")).await.ok();
        let word = |awarded: &Value| awarded["badge"].as_str().expect("a word").to_owned();
        badges
            .as_array()
            .expect("a list")
            .iter()
            .map(word)
            .collect()
    }
}

#[tokio::test]
async fn an_accepted_answer_earns_one_for_the_asker_and_one_for_its_author() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let own = ann.answer(&question, "z").await;
    let answer = ben.answer(&question, "y").await;
    let accept = |aid: &str| json!({"qid": question, "aid": aid});
    ann.post("/question/acceptAnswer", accept(&own)).await.ok();
    assert!(ben.badges_of("ann").await.is_empty());
    for _ in 0..2 {
        ann.post("/question/acceptAnswer", accept(&answer))
            .await
            .ok();
        assert_eq!(ben.badges_of("ann").await, ["solved"]);
        assert_eq!(ann.badges_of("ben").await, ["helped"]);
        ann.post("/question/unacceptAnswer", json!({"qid": question}))
            .await
            .ok();
    }
    assert_eq!(ann.badges_of("ben").await, ["helped"], "which stays");
}

#[tokio::test]
async fn the_first_upvote_of_a_post_of_another_member_earns_one() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let vote = json!({"qid": question});
    ann.post("/question/upvoteQuestion", vote.clone())
        .await
        .ok();
    ben.post("/question/downvoteQuestion", vote.clone())
        .await
        .ok();
    assert!(ann.badges_of("ann").await.is_empty());
    assert!(ann.badges_of("ben").await.is_empty());
    ben.post("/question/upvoteQuestion", vote.clone())
        .await
        .ok();
    ben.post("/question/upvoteQuestion", vote).await.ok();
    assert_eq!(ann.badges_of("ben").await, ["voted"]);
}

#[tokio::test]
async fn an_edit_after_a_comment_of_another_member_earns_one() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let edit = async |text: &str| {
        let body = json!({"qid": question, "title": "T", "text": text, "tags": [{"name": "a"}]});
        ann.patch("/question/editQuestion", body).await.ok();
    };
    ann.comment("question", &question, "Anything missing?")
        .await;
    edit("y").await;
    assert!(ben.badges_of("ann").await.is_empty());
    ben.comment("question", &question, "Which version?").await;
    edit("y").await;
    assert!(ben.badges_of("ann").await.is_empty(), "nothing changed");
    edit("Version 2").await;
    assert_eq!(ben.badges_of("ann").await, ["improved"]);
}

#[tokio::test]
async fn a_description_of_a_tag_earns_one() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("T", "x", &["a"]).await;
    let describe = |text: &str| json!({"name": "a", "text": text});
    ann.patch("/tag/editTagDescription", describe("The first letter."))
        .await
        .ok();
    assert_eq!(ann.badges_of("ann").await, ["explained"]);
}

#[tokio::test]
async fn nothing_in_a_private_community_earns_one() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "private", &["ann", "ben"]);
    let question = ann.ask_in(&community, "T").await;
    let answer = ben.answer(&question, "y").await;
    ann.comment("answer", &answer, "Why?").await;
    ann.post("/answer/upvoteAnswer", json!({"aid": answer}))
        .await
        .ok();
    ben.patch("/answer/editAnswer", json!({"aid": answer, "text": "z"}))
        .await
        .ok();
    ann.post(
        "/question/acceptAnswer",
        json!({"qid": question, "aid": answer}),
    )
    .await
    .ok();
    for name in ["ann", "ben"] {
        assert!(ann.badges_of(name).await.is_empty());
    }
}

#[tokio::test]
async fn only_who_earned_one_is_told() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.ask("T", "x", &["a"]).await;
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let describe = json!({"name": "a", "text": "The first letter."});
    ann.patch("/tag/editTagDescription", describe).await.ok();
    assert_eq!(
        by_ann.event_or_badge().await,
        ("badgeAwarded".to_owned(), json!({"badge": "explained"}))
    );
    by_ben.expect_silence().await;
}

#[tokio::test]
async fn a_site_without_badges_awards_and_shows_none() {
    let site = TestSite::new();
    let (ann, root) = (site.sign_up("ann").await, site.administrator("root1").await);
    ann.ask("T", "x", &["a"]).await;
    let set = async |before: bool, value: bool| {
        let change = json!({"key": "badges", "before": before, "value": value});
        root.patch("/administration/setSettings", json!({"changes": [change]}))
            .await
            .ok();
    };
    set(true, false).await;
    let describe = |text: &str, base: Value| json!({"name": "a", "text": text, "base": base});
    let first = ann
        .patch("/tag/editTagDescription", describe("One.", Value::Null))
        .await
        .ok();
    set(false, true).await;
    assert!(ann.badges_of("ann").await.is_empty());
    ann.patch(
        "/tag/editTagDescription",
        describe("Two.", first["revisionId"].clone()),
    )
    .await
    .ok();
    assert_eq!(ann.badges_of("ann").await, ["explained"]);
    set(true, false).await;
    assert!(ann.badges_of("ann").await.is_empty());
    ann.get("/badge/getBadges/nobody").await.refused(
        404,
        "No user data found. Make sure the username parameter is correct.",
    );
}
