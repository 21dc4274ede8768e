//! Reputation: which votes and acceptances earn it, and who sees it.

use serde_json::{Value, json};

use super::{Person, TestSite};

impl Person {
    /// Returns the reputation of a user.
    async fn reputation_of(&self, name: &str) -> Value {
        self.get(&format!("/user/getUser/{name}")).await.ok()["reputation"].clone()
    }

    async fn vote(&self, call: &str, id: &str) {
        let body = json!({"qid": id, "aid": id});
        self.post(call, body).await.ok();
    }

    async fn accept(&self, question: &str, answer: &str) {
        let body = json!({"qid": question, "aid": answer});
        self.post("/question/acceptAnswer", body).await.ok();
    }
}

#[tokio::test]
async fn votes_and_acceptances_by_others_earn_it() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let cem = site.sign_up("cem").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    assert_eq!(cem.reputation_of("ben").await, json!(0));
    cem.vote("/question/upvoteQuestion", &question).await;
    cem.vote("/answer/upvoteAnswer", &answer).await;
    ann.vote("/answer/upvoteAnswer", &answer).await;
    assert_eq!(cem.reputation_of("ann").await, json!(5));
    assert_eq!(cem.reputation_of("ben").await, json!(20));
    ann.accept(&question, &answer).await;
    assert_eq!(cem.reputation_of("ben").await, json!(35));
    cem.vote("/answer/downvoteAnswer", &answer).await;
    assert_eq!(cem.reputation_of("ben").await, json!(15));
    ann.post("/question/unacceptAnswer", json!({"qid": question}))
        .await
        .ok();
    assert_eq!(cem.reputation_of("ben").await, json!(0));
}

#[tokio::test]
async fn it_is_beside_authors_unless_the_site_does_without_it() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    ann.vote("/answer/upvoteAnswer", &answer).await;
    ben.vote("/question/upvoteQuestion", &question).await;
    let seen = async || {
        let card = ann.get("/question/getQuestion?view=card").await.ok()[0].clone();
        let full = ann.get("/question/getQuestion").await.ok()[0].clone();
        let answer = &full["answers"][0]["ansByReputation"];
        let asker = [&card, &full].map(|question| question["askedByReputation"].clone());
        json!([asker, answer])
    };
    assert_eq!(seen().await, json!([[5, 5], 10]));
    site.sql("UPDATE users SET deleted_at = 1 WHERE username = 'ben'");
    assert_eq!(seen().await, json!([[5, 5], null]));
    site.sql("INSERT INTO site_settings (key, value, changed_at, changed_by) SELECT 'reputation', 'false', 0, min(id) FROM users");
    assert_eq!(seen().await, json!([[null, null], null]));
}

#[tokio::test]
async fn nobody_earns_it_by_votes_for_themselves_or_by_accepting_their_own_answer() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ann.answer(&question, "y").await;
    ann.vote("/question/upvoteQuestion", &question).await;
    ann.vote("/answer/upvoteAnswer", &answer).await;
    ann.accept(&question, &answer).await;
    assert_eq!(ann.reputation_of("ann").await, json!(0));
    ann.vote("/answer/downvoteAnswer", &answer).await;
    let ben = site.sign_up("ben").await;
    ben.vote("/answer/upvoteAnswer", &answer).await;
    assert_eq!(ann.reputation_of("ann").await, json!(10));
}

#[tokio::test]
async fn it_is_never_below_0() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ben.vote("/question/downvoteQuestion", &question).await;
    assert_eq!(ben.reputation_of("ann").await, json!(0));
}

#[tokio::test]
async fn posts_that_not_everyone_may_read_earn_none() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "private", &["ann", "ben"]);
    let question = ann.ask_in(&community, "T").await;
    let answer = ben.answer(&question, "y").await;
    ann.vote("/answer/upvoteAnswer", &answer).await;
    ann.accept(&question, &answer).await;
    for viewer in [&ann, &ben] {
        assert_eq!(viewer.reputation_of("ben").await, json!(0));
    }
}

#[tokio::test]
async fn deleted_posts_earn_none_until_they_are_restored() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let root = site.administrator("root1").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    ann.vote("/answer/upvoteAnswer", &answer).await;
    ann.accept(&question, &answer).await;
    let aid = json!({"aid": answer});
    ben.delete_with("/answer/deleteAnswer", aid.clone())
        .await
        .ok();
    assert_eq!(ann.reputation_of("ben").await, json!(0));
    ben.post("/answer/undeleteAnswer", aid).await.ok();
    assert_eq!(ann.reputation_of("ben").await, json!(25));
    let remove = json!({"id": question, "reason": "off topic"});
    root.post("/administration/removePost", remove).await.ok();
    assert_eq!(ann.reputation_of("ben").await, json!(0));
    root.post("/administration/restorePost", json!({"id": question}))
        .await
        .ok();
    assert_eq!(ann.reputation_of("ben").await, json!(25));
}

#[tokio::test]
async fn a_site_may_do_without_it() {
    let site = TestSite::new();
    let (ann, root) = (site.sign_up("ann").await, site.administrator("root1").await);
    let change = json!({"key": "reputation", "before": true, "value": false});
    root.patch("/administration/setSettings", json!({"changes": [change]}))
        .await
        .ok();
    for path in ["/user/getUser/ann", "/user/me"] {
        assert_eq!(ann.get(path).await.ok().get("reputation"), None);
    }
    let users = ann.get("/user/getUsers").await.ok();
    assert_eq!(users[0].get("reputation"), None);
}
