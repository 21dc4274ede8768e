//! The contribution calendar, limited to what the viewer may read.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Person, TestSite};

const DAY: Duration = Duration::from_secs(24 * 3600);

impl Person {
    /// Returns each day as its date, questions, comments and answers.
    async fn calendar(&self, of: &str) -> Vec<String> {
        let days = self
            .get(&format!("/contributions/getContributions?userID={of}"))
            .await
            .ok();
        let number = |day: &Value, key: &str| day[key].as_u64().expect("a count");
        let text = |day: &Value| {
            let counts = ["questions", "comments", "answers"]
                .map(|key| number(day, key).to_string())
                .join(" ");
            format!("{} {counts}", day["date"].as_str().expect("a date"))
        };
        days.as_array()
            .expect("an array")
            .iter()
            .map(text)
            .collect()
    }
}

#[tokio::test]
async fn contributions_are_counted_per_utc_day() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    assert_eq!(ann.calendar("ann").await, [""; 0]);
    let question = ann.ask("T", "x", &["a"]).await;
    ann.ask("U", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    ann.comment("answer", &answer, "c").await;
    // The last millisecond of one day and the first of the next.
    site.clock.advance(DAY - Duration::from_millis(1));
    ann.comment("question", &question, "d").await;
    site.clock.advance(Duration::from_millis(1));
    ann.answer(&question, "z").await;
    site.clock.advance(10 * DAY);
    ann.comment("question", &question, "e").await;
    let all = ["2026-11-21 2 2 0", "2026-11-22 0 0 1", "2026-12-02 0 1 0"];
    for viewer in [&ann, &ben] {
        assert_eq!(viewer.calendar("ann").await, all);
        assert_eq!(viewer.calendar("ANN").await, all);
        assert_eq!(
            viewer
                .calendar(&super::id_of(&ann.get("/user/me").await.ok()))
                .await,
            all
        );
    }
    assert_eq!(ann.calendar("ben").await, ["2026-11-21 0 0 1"]);
    for (range, days) in [
        ("from=2026-11-22", &all[1..]),
        ("to=2026-11-22", &all[..2]),
        ("from=2026-11-22&to=2026-11-22", &all[1..2]),
        ("from=2026-11-21&to=2026-12-02", &all[..]),
        ("from=2026-11-23&to=2026-12-01", &[]),
        ("from=2026-12-02&to=2026-11-21", &[]),
        ("from=1970-01-01&to=9999-12-30", &all[..]),
    ] {
        assert_eq!(ben.calendar(&format!("ann&{range}")).await, days, "{range}");
    }
    // A post that an import brought along from an earlier date.
    site.sql(
        "INSERT INTO posts (id, author_id, text, created_at) SELECT 5, id, 'x', 86399999 FROM users WHERE username = 'ben';
         INSERT INTO questions (id, title) VALUES (5, 'old');
         INSERT INTO comments (question_id, post_id, id, author_id, text, created_at) SELECT 5, 5, 6, id, 'x', 86400000 FROM users WHERE username = 'ben'",
    );
    assert_eq!(
        ann.calendar("ben").await,
        ["1970-01-01 1 0 0", "1970-01-02 0 1 0", "2026-11-21 0 0 1"]
    );
}

#[tokio::test]
async fn deleted_and_hidden_posts_are_not_counted() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let hidden = ann.ask_in(&private, "hidden").await;
    ann.answer(&hidden, "y").await;
    ann.comment("question", &hidden, "z").await;
    site.clock.advance(DAY);
    let open = ben.ask("open", "x", &["a"]).await;
    let answer = ben.answer(&open, "y").await;
    let comment = ann.comment("answer", &answer, "c").await;
    let own = ann.ask("mine", "x", &["a"]).await;
    let own_comment = ann.comment("question", &own, "d").await;
    let (inside, outside) = ("2026-11-21 1 1 1", "2026-11-22 1 2 0");
    assert_eq!(ben.calendar("ann").await, [inside, outside]);
    site.expel(7, "ben");
    assert_eq!(ben.calendar("ann").await, [outside]);
    assert_eq!(ann.calendar("ann").await, [inside, outside]);
    // The author's own posts are no exception.
    site.expel(7, "ann");
    assert_eq!(ann.calendar("ann").await, [outside]);

    for (person, call, body, left) in [
        (
            &ann,
            "comment/deleteComment",
            json!({"cid": own_comment}),
            vec!["2026-11-22 1 1 0"],
        ),
        // The children of a deleted post do not count either.
        (
            &ben,
            "answer/deleteAnswer",
            json!({"aid": answer}),
            vec!["2026-11-22 1 0 0"],
        ),
        (&ann, "question/deleteQuestion", json!({"qid": own}), vec![]),
    ] {
        person.delete_with(&format!("/{call}"), body).await.ok();
        assert_eq!(ben.calendar("ann").await, left, "{call}");
    }
    ben.post("/answer/undeleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    assert_eq!(ben.calendar("ann").await, ["2026-11-22 0 1 0"]);
    ann.delete_with("/comment/deleteComment", json!({"cid": comment}))
        .await
        .ok();
    assert_eq!(ben.calendar("ann").await, [""; 0]);
}

#[tokio::test]
async fn the_calendar_rejects_unknown_users_and_invalid_years() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let path = |query: &str| format!("/contributions/getContributions?{query}");
    ben.delete("/user/deleteUser/ben").await.ok();
    for query in [
        "",
        "userID=",
        "userID=nobody",
        "userID=ben",
        "userID=0000000000001",
    ] {
        ann.get(&path(query)).await.refused(
            404,
            "No user data found. Make sure the username parameter is correct.",
        );
    }
    for date in [
        "",
        "x",
        "2026-02-30",
        "2026-1-1",
        "20260101",
        "2026-01-01T00:00:00Z",
    ] {
        ann.get(&path(&format!("userID=ann&from={date}")))
            .await
            .refused(400, "Invalid date");
        ann.get(&path(&format!("userID=ann&to={date}")))
            .await
            .refused(400, "Invalid date");
    }
}

#[tokio::test]
async fn a_username_that_equals_an_id_is_not_mistaken_for_that_id() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let id = super::id_of(&ann.get("/user/me").await.ok());
    let ben = site.sign_up(&id).await;
    ann.ask("T", "x", &["a"]).await;
    assert_eq!(ben.calendar(&id).await, ["2026-11-21 1 0 0"]);
}
