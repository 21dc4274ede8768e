//! Questions related to a question.

use super::*;

const ABSENT: &str = "0000000000001";

fn path(question: &str) -> String {
    format!("/question/getRelatedQuestions/{question}")
}

/// Returns the SQL value of an id.
fn sql_id(id: &str) -> i64 {
    crate::core::id::Id::parse_or_unknown(id).as_i64()
}

fn link(site: &TestSite, question: &str, linked: &str) {
    site.sql(&format!(
        "INSERT INTO question_links VALUES ({}, {})",
        sql_id(question),
        sql_id(linked)
    ));
}

impl Person {
    /// Returns the titles of the questions related to a question.
    async fn related(&self, question: &str) -> String {
        self.titles(&path(question)).await.join(", ")
    }
}

#[tokio::test]
async fn linked_questions_come_before_similar_ones() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Rusty chain", "x", &["a"]).await;
    ann.ask("Another rusty chain", "x", &["a"]).await;
    let copy = ann.ask("Brakes", "x", &["a"]).await;
    let mentioned = ann.ask("Wheels and a chain", "x", &["a"]).await;
    let mentioning = ann.ask("Lights", "x", &["a"]).await;
    ann.ask("Saddles", "x", &["a"]).await;
    ann.post(
        "/question/addDuplicate",
        json!({"qid": copy, "duplicateOf": question}),
    )
    .await
    .ok();
    link(&site, &question, &mentioned);
    link(&site, &mentioned, &question);
    link(&site, &mentioning, &question);
    link(&site, &question, &copy);
    assert_eq!(
        ann.related(&question).await,
        "Brakes, Lights, Wheels and a chain, Another rusty chain"
    );
    let ben = site.sign_up("ben").await;
    ben.post("/question/upvoteQuestion", json!({"qid": mentioned}))
        .await
        .ok();
    assert_eq!(
        ann.related(&question).await,
        "Brakes, Wheels and a chain, Lights, Another rusty chain"
    );
    assert_eq!(ann.related(&copy).await, "Rusty chain");
    let cards = ann.get(&path(&question)).await.ok();
    assert!(cards[0]["answerCount"].is_number());
}

#[tokio::test]
async fn at_most_five_questions_are_related() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Rusty chain", "x", &["a"]).await;
    for number in 0..4 {
        ann.ask(&format!("Rusty chain {number}"), "x", &["a"]).await;
    }
    let linked = ann.ask("Brakes", "x", &["a"]).await;
    link(&site, &question, &linked);
    let related = ann.titles(&path(&question)).await;
    assert_eq!((related.len(), related[0].as_str()), (5, "Brakes"));
    for number in 0..6 {
        let linked = ann.ask(&format!("Brakes {number}"), "x", &["a"]).await;
        link(&site, &question, &linked);
    }
    assert_eq!(ann.titles(&path(&question)).await.len(), 5);
}

#[tokio::test]
async fn hidden_questions_are_not_related() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(77, "private", &["ben"]);
    let question = ann.ask("Rusty chain", "x", &["a"]).await;
    let hidden = ben.ask_in(&community, "Secret rusty chain").await;
    let deleted = ann.ask("Brakes", "x", &["a"]).await;
    ann.delete_with("/question/deleteQuestion", json!({"qid": deleted}))
        .await
        .ok();
    link(&site, &question, &hidden);
    link(&site, &deleted, &question);
    assert_eq!(ann.related(&question).await, "");
    assert_eq!(ben.related(&question).await, "Secret rusty chain");
    assert_eq!(ben.related(&hidden).await, "Rusty chain");
    for absent in [&hidden, &deleted, ABSENT] {
        ann.get(&path(absent))
            .await
            .refused(404, "Question not found");
    }
    site.visitor()
        .get(&path(&question))
        .await
        .refused(401, "Please log in");
}
