//! Changes to posts: edits and revisions, deletion, closing, accepted answers, votes on answers,
//! duplicate links.

mod accepting;
mod access;
mod counters;
mod deletion;
mod edits;
mod links;
mod purging;
mod suggested;
mod wiki;

use serde_json::{Value, json};

use super::{Person, TestSite, id_of};

const ABSENT: &str = "0000000000001";

fn names(list: &Value, key: &str) -> Vec<String> {
    list.as_array()
        .expect("an array")
        .iter()
        .map(|item| item[key].as_str().expect("a text").to_owned())
        .collect()
}

impl Person {
    async fn question(&self, id: &str) -> Value {
        self.get(&format!("/question/getQuestionById/{id}"))
            .await
            .ok()
    }

    async fn revisions(&self, id: &str) -> Vec<String> {
        names(
            &self.get(&format!("/post/getRevisions/{id}")).await.ok(),
            "text",
        )
    }
}

#[tokio::test]
async fn answers_are_voted_on() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    let body = json!({"aid": answer, "username": "ann"});
    for (call, msg, up, down, score) in [
        (
            "up",
            "Answer upvoted successfully",
            json!(["ann"]),
            json!([]),
            1,
        ),
        (
            "up",
            "Upvote cancelled successfully",
            json!([]),
            json!([]),
            0,
        ),
        (
            "down",
            "Answer downvoted successfully",
            json!([]),
            json!(["ann"]),
            -1,
        ),
        (
            "up",
            "Answer upvoted successfully",
            json!(["ann"]),
            json!([]),
            1,
        ),
        (
            "down",
            "Answer downvoted successfully",
            json!([]),
            json!(["ann"]),
            -1,
        ),
        (
            "down",
            "Downvote cancelled successfully",
            json!([]),
            json!([]),
            0,
        ),
    ] {
        let reply = ann
            .post(&format!("/answer/{call}voteAnswer"), body.clone())
            .await
            .ok();
        assert_eq!(reply, json!({"msg": msg, "upVotes": up, "downVotes": down}));
        let stored = &ben.question(&question).await["answers"][0];
        assert_eq!(
            (&stored["upVotes"], &stored["downVotes"], &stored["score"]),
            (&up, &down, &json!(score))
        );
    }
    assert_eq!(
        ann.question(&question).await["score"],
        0,
        "the question's votes are its own"
    );
}

#[tokio::test]
async fn a_vote_with_another_username_is_rejected() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    ann.post(
        "/answer/upvoteAnswer",
        json!({"aid": answer, "username": "ben"}),
    )
    .await
    .refused(403, "You can only do this as yourself");
}

#[tokio::test]
async fn a_vote_requires_an_existing_answer() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    for id in [ABSENT, &question, "../x"] {
        ann.post("/answer/upvoteAnswer", json!({"aid": id}))
            .await
            .refused(404, "Post not found");
    }
}

#[tokio::test]
async fn tags_are_searched_by_a_part_of_their_name() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("q1", "x", &["react", "preact", "rust", "Ünïcode", "50%"])
        .await;
    ann.ask("q2", "x", &["preact", "rust"]).await;
    for (part, expected) in [
        ("REA", "react preact"),
        ("", "preact rust 50% react Ünïcode"),
        ("%25", "50%"),
        ("ünï", "Ünïcode"),
        ("_", ""),
        ("'", ""),
    ] {
        let reply = ann
            .get(&format!("/tag/getTagsWithQuestionNumber?search={part}"))
            .await;
        let found = names(&reply.ok(), "name");
        assert_eq!(
            (found.join(" "), reply.header("x-total-count")),
            (expected.to_owned(), found.len().to_string().as_str()),
            "{part}"
        );
    }
}
