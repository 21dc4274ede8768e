//! Visits, and the new answers since them.

use serde_json::{Value, json};

use super::{ABSENT, Person, Reply, TestSite};

impl Person {
    async fn see(&self, question: &str) -> Value {
        self.see_up_to(question, Value::Null).await.ok()
    }

    async fn see_up_to(&self, question: &str, up_to: Value) -> Reply {
        let body = json!({"qid": question, "upTo": up_to});
        self.patch("/following/markSeen", body).await
    }

    async fn news(&self, questions: &[&str]) -> Value {
        let path = format!("/following/getNews?ids={}", questions.join(","));
        self.get(&path).await.ok()
    }

    /// Returns the number of new answers to a question that the person has visited.
    async fn new_answers(&self, question: &str) -> Value {
        self.news(&[question]).await[0]["newAnswers"].clone()
    }
}

/// Makes all rows of a table older. Sessions would not outlive a clock that goes on.
fn age(site: &TestSite, table: &str, column: &str, days: i64) {
    site.sql(&format!(
        "UPDATE {table} SET {column} = {column} - {days} * 86400000"
    ));
}

#[tokio::test]
async fn answers_of_others_since_the_visit_are_new() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let old = ben.answer(&question, "before").await;
    assert_eq!(
        ann.see(&question).await,
        json!({"qid": question, "newAnswers": 0, "lastAnswer": old})
    );
    ann.answer(&question, "own").await;
    let first = ben.answer(&question, "first").await;
    let second = ben.answer(&question, "second").await;
    let news =
        json!([{"qid": question, "newAnswers": 2, "firstNewAnswer": first, "lastAnswer": second}]);
    assert_eq!(ann.news(&[&question]).await, news);
    ann.see(&question).await;
    assert_eq!(ann.new_answers(&question).await, 0);
}

#[tokio::test]
async fn a_question_that_was_never_visited_has_no_news() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ann.answer(&question, "y").await;
    assert_eq!(ben.news(&[&question, ABSENT, "", "x"]).await, json!([]));
}

#[tokio::test]
async fn askers_have_seen_their_question_without_answers() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    assert_eq!(ann.new_answers(&question).await, 0);
    let answer = ben.answer(&question, "y").await;
    assert_eq!(ann.news(&[&question]).await[0]["firstNewAnswer"], answer);
    age(&site, "posts", "created_at", 91);
    assert_eq!(ann.news(&[&question]).await, json!([]));
}

#[tokio::test]
async fn what_was_seen_only_moves_forward() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let first = ben.answer(&question, "first").await;
    let second = ben.answer(&question, "second").await;
    let news = ann.see_up_to(&question, json!(first)).await.ok();
    assert_eq!(news["firstNewAnswer"], second);
    ann.see_up_to(&question, json!(second)).await.ok();
    for earlier in [json!(question), json!(first), json!("not an id")] {
        let news = ann.see_up_to(&question, earlier).await.ok();
        assert_eq!(news["newAnswers"], 0);
    }
}

#[tokio::test]
async fn nobody_sees_answers_that_do_not_exist_yet() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ann.see_up_to(&question, json!("7zzzzzzzzzzzz")).await.ok();
    ben.answer(&question, "y").await;
    assert_eq!(ann.new_answers(&question).await, 1);
}

#[tokio::test]
async fn deleted_answers_are_not_new() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ann.see(&question).await;
    let first = ben.answer(&question, "first").await;
    let second = ben.answer(&question, "second").await;
    let body = json!({"aid": first});
    ben.delete_with("/answer/deleteAnswer", body).await.ok();
    let news =
        json!([{"qid": question, "newAnswers": 1, "firstNewAnswer": second, "lastAnswer": second}]);
    assert_eq!(ann.news(&[&question]).await, news);
}

#[tokio::test]
async fn a_hidden_question_has_no_news() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let question = ann.ask_in(&private, "hidden").await;
    ann.see(&question).await;
    ben.answer(&question, "y").await;
    site.expel(7, "ann");
    assert_eq!(ann.news(&[&question]).await, json!([]));
    let refused = ann.see_up_to(&question, Value::Null).await;
    refused.refused(404, "Question not found");
    let absent = ann.see_up_to(ABSENT, Value::Null).await;
    absent.refused(404, "Question not found");
}

#[tokio::test]
async fn news_are_of_at_most_a_hundred_questions_and_answers() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ann.see(&question).await;
    for _ in 0..101 {
        ben.answer(&question, "y").await;
    }
    assert_eq!(ann.new_answers(&question).await, 100);
    let ids = |count: usize| {
        let ids = (0..count).map(|i| format!("{i:013}"));
        ids.collect::<Vec<_>>().join(",")
    };
    let path = |count| format!("/following/getNews?ids={}", ids(count));
    ann.get(&path(100)).await.ok();
    ann.get(&path(101))
        .await
        .refused(400, "Cannot ask for more than 100 questions at once");
}

/// Returns the number of stored visits.
async fn count(site: &TestSite) -> i64 {
    let count = site
        .site
        .app
        .db
        .read(|read| read.value("SELECT count(*) FROM visits", []));
    count.await.expect("a count")
}

#[tokio::test]
async fn a_visit_expires_after_90_days_without_another() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (first, second) = (
        ben.ask("first", "x", &["a"]).await,
        ben.ask("second", "x", &["a"]).await,
    );
    ann.see(&first).await;
    age(&site, "visits", "renewed_at", 60);
    ann.see(&first).await;
    age(&site, "visits", "renewed_at", 60);
    assert_eq!(ann.new_answers(&first).await, 0);
    age(&site, "visits", "renewed_at", 31);
    assert_eq!(ann.news(&[&first]).await, json!([]));
    ann.see(&second).await;
    assert_eq!(count(&site).await, 1);
}

#[tokio::test]
async fn a_user_has_at_most_2000_visits() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ben.ask("T", "x", &["a"]).await;
    site.sql(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2005)
         INSERT INTO posts (id, author_id, created_at, text) SELECT n, u.id, 0, '' FROM n, users u WHERE u.username = 'ben';
         INSERT INTO questions (id, title) SELECT id, '' FROM posts WHERE id <= 2005;
         INSERT INTO visits SELECT u.id, q.id, 0, 1795219200000 - q.id FROM users u, questions q WHERE u.username = 'ann' AND q.id <= 2005",
    );
    ann.see(&question).await;
    assert_eq!(count(&site).await, 2_000);
    let latest = site.site.app.db.read(|read| {
        let sql = "SELECT count(*) FROM visits WHERE question_id <= 1999";
        read.value::<i64>(sql, [])
    });
    assert_eq!(latest.await.expect("a count"), 1_999);
}

#[tokio::test]
async fn visits_go_with_the_account_and_are_in_its_data() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ben.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    ann.see(&question).await;
    let visit =
        json!([{"qid": question, "lastAnswer": answer, "renewedAt": "2026-11-21T00:00:00.000Z"}]);
    assert_eq!(ann.get("/user/getData").await.ok()["visits"], visit);
    ann.delete("/user/deleteUser/ann").await.ok();
    assert_eq!(count(&site).await, 0);
}
