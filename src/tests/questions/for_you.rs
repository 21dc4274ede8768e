//! The questions for a member: those with the tags that they use.

use serde_json::{Value, json};

use super::super::{Person, TestSite, titles};

impl Person {
    async fn for_you(&self) -> Value {
        self.get("/question/getForYou").await.ok()
    }

    /// Returns the titles of the new and of the unanswered questions.
    async fn titles_for_you(&self) -> [String; 2] {
        let reply = self.for_you().await;
        ["newQuestions", "unanswered"].map(|list| titles(&reply[list]).join(", "))
    }

    async fn open(&self, question: &str) {
        self.get(&format!("/question/getQuestionById/{question}"))
            .await
            .ok();
    }

    async fn set_follow(&self, kind: &str, object: &str, state: &str) {
        let change = json!({"kind": kind, "object": object, "state": state});
        self.patch("/following/setFollow", change).await.ok();
    }

    async fn bookmark(&self, question: &str) {
        self.post("/star/addStar", json!({"qid": question}))
            .await
            .ok();
    }
}

#[tokio::test]
async fn tags_are_those_that_a_member_asks_answers_and_stars_in() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let answered = ben.ask("Answered", "x", &["Gears", "chain"]).await;
    let starred = ben.ask("Starred", "x", &["brakes"]).await;
    ben.ask("Another", "x", &["saddle"]).await;
    ann.ask("Own", "x", &["chain", "brakes"]).await;
    ann.answer(&answered, "x").await;
    ann.bookmark(&starred).await;
    assert_eq!(
        ann.for_you().await["tags"],
        json!(["brakes", "chain", "Gears"])
    );
}

#[tokio::test]
async fn new_questions_are_those_that_a_member_has_not_opened() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.ask("Own", "x", &["chain"]).await;
    ben.ask("Other tag", "x", &["brakes"]).await;
    let first = ben.ask("First", "x", &["chain"]).await;
    let opened = ben.ask("Opened", "x", &["chain"]).await;
    let starred = ben.ask("Starred", "x", &["chain"]).await;
    let answered = ben.ask("Answered", "x", &["chain"]).await;
    let last = ben.ask("Last", "x", &["chain"]).await;
    ben.answer(&first, "x").await;
    ben.answer(&opened, "x").await;
    ben.answer(&last, "x").await;
    ann.open(&opened).await;
    ann.bookmark(&starred).await;
    ann.answer(&answered, "x").await;
    site.site.flush().await;
    assert_eq!(ann.titles_for_you().await, ["Last, First", ""]);
}

#[tokio::test]
async fn a_muted_question_is_not_for_the_member() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.ask("Own", "x", &["chain"]).await;
    let question = ben.ask("T", "x", &["chain"]).await;
    assert_eq!(ann.titles_for_you().await, ["T", ""]);
    ann.set_follow("question", &question, "muted").await;
    assert_eq!(ann.titles_for_you().await, ["", ""]);
}

#[tokio::test]
async fn questions_with_a_muted_tag_are_not_for_the_member() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.ask("Own", "x", &["chain"]).await;
    ben.ask("Both", "x", &["chain", "brakes"]).await;
    ben.ask("One", "x", &["chain"]).await;
    ann.set_follow("tag", "brakes", "muted").await;
    assert_eq!(ann.titles_for_you().await, ["One", ""]);
}

#[tokio::test]
async fn questions_of_a_muted_community_are_for_the_member_only_with_a_watched_tag() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "public", &["ben"]);
    ann.ask("Own", "x", &["chain", "brakes"]).await;
    for tag in ["chain", "brakes"] {
        let question =
            json!({"title": tag, "text": "x", "tags": [{"name": tag}], "communityId": community});
        ben.post("/question/addQuestion", question).await.ok();
    }
    ann.set_follow("community", &community, "muted").await;
    assert_eq!(ann.titles_for_you().await, ["", ""]);
    ann.set_follow("tag", "brakes", "watching").await;
    assert_eq!(ann.titles_for_you().await, ["brakes", ""]);
}

#[tokio::test]
async fn unanswered_questions_accept_answers_and_are_not_among_the_new_ones() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.ask("Own", "x", &["chain"]).await;
    for number in 0..8 {
        ben.ask(&format!("Q{number}"), "x", &["chain"]).await;
    }
    let closed = ben.ask("Closed", "x", &["chain"]).await;
    ann.open(&closed).await;
    site.site.flush().await;
    site.sql("UPDATE questions SET closed_at = 1 WHERE title = 'Closed'");
    assert_eq!(
        ann.titles_for_you().await,
        ["Q7, Q6, Q5, Q4, Q3", "Q2, Q1, Q0"]
    );
}

#[tokio::test]
async fn hidden_questions_have_no_part() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(77, "private", &["ann", "ben"]);
    ben.ask("Public", "x", &["a"]).await;
    let secret = json!({"title": "Secret", "text": "x", "tags": [{"name": "A"}, {"name": "merger"}], "communityId": private});
    ben.post("/question/addQuestion", secret.clone()).await.ok();
    let own = ann.post("/question/addQuestion", secret).await.ok();
    let deleted = ben.ask("Deleted", "x", &["a"]).await;
    ben.delete_with("/question/deleteQuestion", json!({"qid": deleted}))
        .await
        .ok();
    assert_eq!(ann.titles_for_you().await, ["Secret, Public", ""]);
    site.sql(
        "DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE username = 'ann')",
    );
    let left = ann.for_you().await;
    assert_eq!(left["tags"], json!([]), "of {own}");
    assert_eq!(ann.titles_for_you().await, ["", ""]);
    ann.ask("Own", "x", &["a"]).await;
    assert_eq!(ann.titles_for_you().await, ["Public", ""]);
    assert_eq!(ann.for_you().await["tags"], json!(["a"]));
    site.visitor()
        .get("/question/getForYou")
        .await
        .refused(401, "Please log in");
}

#[tokio::test]
async fn questions_of_others_that_nobody_may_read_hide_no_older_ones() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(77, "private", &["ben"]);
    ann.ask("Own", "x", &["a"]).await;
    ben.ask("Public", "x", &["a"]).await;
    for number in 0..120 {
        ben.ask_in(&private, &format!("Secret {number}")).await;
    }
    assert_eq!(ann.titles_for_you().await, ["Public", ""]);
}

#[tokio::test]
async fn a_newcomer_has_neither_asked_nor_answered() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ben.ask("Question", "x", &["a"]).await;
    let nothing = json!({"tags": [], "newQuestions": [], "unanswered": [], "hasAsked": false, "hasAnswered": false});
    assert_eq!(ann.for_you().await, nothing);
    let answer = ann.answer(&question, "x").await;
    assert_eq!(ann.for_you().await["hasAnswered"], true);
    ann.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    assert_eq!(ann.for_you().await["hasAnswered"], false);
    ann.ask("Own", "x", &["a"]).await;
    assert_eq!(ann.for_you().await["hasAsked"], true);
}

#[tokio::test]
async fn only_the_ten_most_frequent_tags_of_the_latest_posts_count() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let groups: [&[&str]; 3] = [
        &["a", "b", "c", "d", "e"],
        &["f", "g", "h", "i", "j"],
        &["k", "a", "b", "c", "d"],
    ];
    for tags in groups {
        ann.ask("Question", "x", tags).await;
    }
    let tags = ann.for_you().await["tags"].clone();
    assert_eq!(
        tags,
        json!(["a", "b", "c", "d", "k", "f", "g", "h", "i", "j"])
    );
}

#[tokio::test]
async fn a_card_names_its_community() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(77, "public", &["ben"]);
    ann.ask("Own", "x", &["a"]).await;
    ben.ask_in(&community, "Inside").await;
    let inside = &ann.for_you().await["newQuestions"][0];
    assert_eq!(inside["communityId"], community.as_str());
    assert_eq!(inside["communityName"], "community 77");
    let own = &ben.get("/question/getQuestion?view=card").await.ok()[1];
    assert_eq!(own["title"], "Own");
    assert_eq!(own.get("communityName"), None);
}
