//! Stars: private to their owner, on readable questions.

use futures_util::future::join_all;
use serde_json::json;

use super::realtime::Listening;
use super::{Person, TestSite, titles};

const ABSENT: &str = "0000000000001";

impl Person {
    async fn star(&self, question: &str) {
        let reply = self
            .post(
                "/star/addStar",
                json!({"username": self.name, "qid": question}),
            )
            .await
            .ok();
        assert_eq!(reply, json!({"qid": question, "starred": true}));
    }

    async fn unstar(&self, question: &str) {
        let reply = self
            .delete_with(
                "/star/removeStar",
                json!({"username": self.name, "qid": question}),
            )
            .await
            .ok();
        assert_eq!(reply, json!({"qid": question, "starred": false}));
    }

    /// Returns the titles of the starred questions, equal in both views and in number to the total.
    async fn starred(&self) -> Vec<String> {
        let full = self
            .get(&format!("/star/getStars?username={}", self.name))
            .await;
        let cards = self.get("/star/getStars?view=card").await.ok();
        assert!(
            cards
                .as_array()
                .unwrap()
                .iter()
                .all(|card| card["starred"] == true),
            "{cards}"
        );
        let whole_titles = titles(&full.ok());
        assert_eq!(
            (titles(&cards), full.header("x-total-count")),
            (whole_titles.clone(), &*whole_titles.len().to_string())
        );
        whole_titles
    }
}

#[tokio::test]
async fn starring_is_idempotent() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (first, second) = (
        ann.ask("first", "x", &["a"]).await,
        ann.ask("second", "x", &["a"]).await,
    );
    assert_eq!(ben.starred().await, [""; 0]);
    join_all([ben.star(&first), ben.star(&first), ben.star(&first)]).await;
    site.clock.advance(std::time::Duration::from_secs(1));
    ben.star(&second).await;
    ben.star(&first).await;
    assert_eq!(
        ben.starred().await,
        ["second", "first"],
        "the last starred first, and a star that is there stays as old as it is"
    );
    let full = ben.get("/star/getStars").await.ok();
    assert_eq!(
        full[0],
        ben.get("/question/getQuestion").await.ok()[0],
        "the question as it is everywhere"
    );
    for (question, person, starred) in [(&first, &ben, true), (&first, &ann, false)] {
        let reply = person.get(&format!("/star/getStar/{question}")).await.ok();
        assert_eq!(reply, json!({"qid": question, "starred": starred}));
        let cards = person.get("/question/getQuestion?view=card").await.ok();
        assert_eq!(cards[1]["starred"], starred);
    }
    join_all([ben.unstar(&first), ben.unstar(&first)]).await;
    assert_eq!(ben.starred().await, ["second"]);
    site.clock.advance(std::time::Duration::from_secs(1));
    ben.star(&first).await;
    assert_eq!(ben.starred().await, ["first", "second"]);
    assert_eq!(ann.starred().await, [""; 0]);
}

#[tokio::test]
async fn concurrent_stars_leave_at_most_one() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let body = json!({"qid": question});
    for _ in 0..10 {
        let adds = (0..3).map(|_| ann.post("/star/addStar", body.clone()));
        let removes = (0..3).map(|_| ann.delete_with("/star/removeStar", body.clone()));
        tokio::join!(join_all(adds), join_all(removes));
        let starred = ann.get(&format!("/star/getStar/{question}")).await.ok()["starred"]
            .as_bool()
            .unwrap();
        assert_eq!(ann.starred().await.len(), usize::from(starred));
    }
}

#[tokio::test]
async fn stars_are_private_to_their_owner() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let body = json!({"username": "ann", "qid": question});
    ben.post("/star/addStar", body.clone())
        .await
        .refused(403, "You can only do this as yourself");
    ben.delete_with("/star/removeStar", body)
        .await
        .refused(403, "You can only do this as yourself");
    ben.get("/star/getStars?username=ann")
        .await
        .refused(403, "You can only do this as yourself");
    ben.get("/star/getStars?view=x")
        .await
        .refused(400, "Invalid view");
    assert_eq!(ann.starred().await, [""; 0]);
    let answer = ben.answer(&question, "y").await;
    for id in [ABSENT, &answer, "undefined"] {
        ann.post("/star/addStar", json!({"qid": id}))
            .await
            .refused(404, "Question not found");
        ann.delete_with("/star/removeStar", json!({"qid": id}))
            .await
            .refused(404, "Question not found");
    }
    ann.get(&format!("/star/getStar/{ABSENT}"))
        .await
        .refused(404, "Question not found");
}

#[tokio::test]
async fn a_star_follows_access_to_its_question() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let (hidden, open) = (
        ben.ask_in(&private, "hidden").await,
        ben.ask("open", "x", &["a"]).await,
    );
    ann.star(&hidden).await;
    ann.star(&open).await;
    site.expel(7, "ann");
    assert_eq!(ann.starred().await, ["open"]);
    for (call, id) in [("post", &hidden), ("delete", &hidden), ("get", &hidden)] {
        let (hidden, absent) = match call {
            "post" => (
                ann.post("/star/addStar", json!({"qid": id})).await,
                ann.post("/star/addStar", json!({"qid": ABSENT})).await,
            ),
            "delete" => {
                let remove = async |qid: &str| {
                    ann.delete_with("/star/removeStar", json!({"qid": qid}))
                        .await
                };
                (remove(id).await, remove(ABSENT).await)
            }
            _ => (
                ann.get(&format!("/star/getStar/{id}")).await,
                ann.get(&format!("/star/getStar/{ABSENT}")).await,
            ),
        };
        assert_eq!(
            (hidden.status.as_u16(), hidden.text),
            (404, absent.text),
            "{call}"
        );
    }
    site.admit(7, "ann");
    assert_eq!(ann.starred().await, ["open", "hidden"]);
    ben.delete_with("/question/deleteQuestion", json!({"qid": open}))
        .await
        .ok();
    assert_eq!(ann.starred().await, ["hidden"]);
    ben.post("/question/undeleteQuestion", json!({"qid": open}))
        .await
        .ok();
    assert_eq!(ann.starred().await, ["open", "hidden"]);
}

#[tokio::test]
async fn starred_questions_are_paged() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    // Several stars in the same millisecond.
    for number in 0..7 {
        let question = ann.ask(&number.to_string(), "x", &["a"]).await;
        ann.star(&question).await;
    }
    let (mut found, mut next) = (
        Vec::new(),
        Some("/star/getStars?limit=3&view=card".to_owned()),
    );
    while let Some(path) = next {
        let page = ann.get(&path).await;
        assert_eq!(page.header("x-total-count"), "7");
        found.extend(titles(&page.ok()));
        next = page.next_page();
    }
    assert_eq!(found, ["6", "5", "4", "3", "2", "1", "0"]);
    ann.get("/star/getStars?cursor=1")
        .await
        .refused(400, "Invalid cursor");
}

#[tokio::test]
async fn a_star_sends_no_event() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let question = ann.ask("T", "x", &["a"]).await;
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    ben.star(&question).await;
    ben.unstar(&question).await;
    by_ann.expect_silence().await;
    by_ben.expect_silence().await;
}
