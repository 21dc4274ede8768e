//! What moderators of the site know of a member, in one place.

use serde_json::{Value, json};

use super::people;
use crate::tests::{Person, Reply, TestSite};

impl Person {
    async fn member(&self, name: &str) -> Reply {
        self.get(&format!("/moderation/getMember/{name}")).await
    }

    /// Decides the first case of the queue.
    async fn decides_first(&self, decision: &str) {
        let queue = self.queue().await;
        let body =
            json!({"id": queue[0]["_id"], "decision": decision, "remove": false, "reason": "r"});
        self.post("/flag/decideCase", body).await.ok();
    }
}

#[tokio::test]
async fn the_record_counts_posts_reports_and_removals() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = ann.answer(&question, "giraffe").await;
    ben.flag("answer", &answer, "spam").await.ok();
    max.decides_first("uphold").await;
    cem.flag("question", &question, "spam").await.ok();
    let record = max.member("ann").await.ok();
    let reported = json!({"open": 1, "upheld": 1, "declined": 0});
    assert_eq!(record["reported"], reported, "{record}");
    assert_eq!(record["questionCount"], 1);
    max.decides_first("decline").await;
    let record = max.member("ann").await.ok();
    let reported = json!({"open": 0, "upheld": 1, "declined": 1});
    assert_eq!(record["reported"], reported, "{record}");
    for (name, upheld, declined) in [("ben", 1, 0), ("cem", 0, 1)] {
        let reports = json!({"upheld": upheld, "declined": declined, "abuse": 0});
        assert_eq!(max.member(name).await.ok()["reports"], reports, "{name}");
    }
    let removal = json!({"id": question, "reason": "r"});
    max.post("/administration/removePost", removal).await.ok();
    assert_eq!(max.member("ann").await.ok()["removedPosts"], 1);
}

#[tokio::test]
async fn nothing_of_private_communities_counts() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let private = site.community(7, "private", &["ann", "ben"]);
    let before = max.member("ann").await.ok();
    let question =
        json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": private});
    let asked = ann.post("/question/addQuestion", question).await.ok();
    let id = asked["_id"].as_str().expect("an id");
    ben.flag("question", id, "spam").await.ok();
    assert_eq!(max.member("ann").await.ok(), before);
    max.decides_first("decline").await;
    assert_eq!(max.member("ann").await.ok(), before);
    assert_eq!(max.member("ben").await.ok()["reports"]["declined"], 0);
}

#[tokio::test]
async fn restrictions_are_shown_while_they_last_and_nobody_learns_of_their_own_reports() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let until = site.clock.now().plus(std::time::Duration::from_secs(3600));
    let body = json!({"userId": "ann", "until": until, "reason": "r"});
    max.post("/moderation/silenceUser", body).await.ok();
    assert_eq!(max.member("ann").await.ok()["silencedUntil"], json!(until));
    site.clock.advance(std::time::Duration::from_secs(3601));
    assert_eq!(max.member("ann").await.ok()["silencedUntil"], Value::Null);
    let question = max.ask("Zebra", "striped", &["animal"]).await;
    ben.flag("question", &question, "spam").await.ok();
    assert_eq!(max.member("max1").await.ok()["reported"], Value::Null);
    assert_eq!(ann.member("ben").await.status, 403);
    max.member("nobody").await.refused(
        404,
        "No user data found. Make sure the username parameter is correct.",
    );
}
