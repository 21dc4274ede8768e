//! The private notes and reminders of stars.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Person, Reply, TestSite};
use crate::features::stars::notes::MAX_NOTES;

const ABSENT: &str = "0000000000001";
/// Ten seconds after the tests begin.
const SOON: &str = "2026-11-21T00:00:10.000Z";

impl Person {
    async fn try_to_note(&self, question: &str, mut change: Value) -> Reply {
        change["qid"] = json!(question);
        self.patch("/star/setStarNote", change).await
    }

    async fn note(&self, question: &str, change: Value) -> Value {
        self.try_to_note(question, change).await.ok()
    }

    async fn notes(&self, question: &str) -> Value {
        self.get(&format!("/star/getStarNotes?ids={question}"))
            .await
            .ok()
    }

    async fn reminders(&self) -> Value {
        self.get("/star/getReminders").await.ok()
    }

    /// Returns the titles of the due reminders.
    async fn due(&self) -> Vec<String> {
        super::titles(&self.reminders().await["due"])
    }
}

/// A site with a question that has a star of ann, and its asker.
async fn starred() -> (TestSite, Person, Person, String) {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ben.ask("Why?", "x", &["a"]).await;
    star(&ann, &question).await;
    (site, ann, ben, question)
}

async fn star(person: &Person, question: &str) {
    let body = json!({"qid": question});
    person.post("/star/addStar", body).await.ok();
}

async fn unstar(person: &Person, question: &str) {
    let body = json!({"qid": question});
    person.delete_with("/star/removeStar", body).await.ok();
}

fn later(site: &TestSite) {
    site.clock.advance(Duration::from_secs(10));
}

#[tokio::test]
async fn a_star_takes_a_note_and_a_reminder() {
    let (_site, ann, _, question) = starred().await;
    let set = json!({"qid": question, "note": "Read again", "remindAt": SOON});
    let change = json!({"note": " Read\u{7} again\n", "remindAt": "2026-11-21T01:00:10+01:00"});
    assert_eq!(ann.note(&question, change).await, set);
    assert_eq!(ann.notes(&question).await, json!([set]));
}

#[tokio::test]
async fn what_a_change_does_not_name_stays() {
    let (_site, ann, _, question) = starred().await;
    ann.note(&question, json!({"note": "One", "remindAt": SOON}))
        .await;
    ann.note(&question, json!({"note": "Two"})).await;
    let both = json!({"qid": question, "note": "Two", "remindAt": SOON});
    assert_eq!(ann.notes(&question).await, json!([both]));
    assert_eq!(
        ann.note(&question, json!({"remindAt": "none"})).await,
        json!({"qid": question, "note": "Two"})
    );
}

#[tokio::test]
async fn a_note_and_a_reminder_are_removed() {
    let (_site, ann, _, question) = starred().await;
    ann.note(&question, json!({"note": "One", "remindAt": SOON}))
        .await;
    let nothing = json!({"qid": question, "note": ""});
    let removed = json!({"note": " ", "remindAt": "none"});
    assert_eq!(ann.note(&question, removed.clone()).await, nothing);
    assert_eq!(ann.notes(&question).await, json!([]));
    assert_eq!(ann.note(&question, removed).await, nothing, "twice");
}

#[tokio::test]
async fn only_a_starred_question_takes_a_note() {
    let (_site, _, ben, question) = starred().await;
    ben.try_to_note(&question, json!({"note": "x"}))
        .await
        .refused(409, "Star this question first");
    ben.try_to_note(ABSENT, json!({"note": "x"}))
        .await
        .refused(404, "Question not found");
}

#[tokio::test]
async fn a_note_has_at_most_1000_characters() {
    let (_site, ann, _, question) = starred().await;
    ann.note(&question, json!({"note": "ö".repeat(1_000)}))
        .await;
    ann.try_to_note(&question, json!({"note": "ö".repeat(1_001)}))
        .await
        .refused(400, "Note cannot be more than 1000 characters");
}

#[tokio::test]
async fn a_reminder_is_in_the_future_and_at_most_two_years_ahead() {
    let (_site, ann, _, question) = starred().await;
    ann.note(&question, json!({"remindAt": "2028-11-21T00:00:00Z"}))
        .await;
    let refused = "A reminder must be in the future and at most two years ahead";
    for (time, sentence) in [
        ("2026-11-21T00:00:00Z", refused),
        ("1970-01-01T00:00:00Z", refused),
        ("2028-11-23T00:00:00Z", refused),
        ("9999-12-30T00:00:00Z", refused),
        ("tomorrow", "Invalid date"),
        ("", "Invalid date"),
    ] {
        ann.try_to_note(&question, json!({"remindAt": time}))
            .await
            .refused(400, sentence);
    }
}

#[tokio::test]
async fn a_reminder_is_due_at_its_time() {
    let (site, ann, _, question) = starred().await;
    ann.note(&question, json!({"note": "Look", "remindAt": SOON}))
        .await;
    let waiting = json!({"due": [], "nextDueMs": 10_000});
    assert_eq!(ann.reminders().await, waiting);
    later(&site);
    let due = json!({"qid": question, "title": "Why?", "note": "Look", "remindAt": SOON});
    assert_eq!(ann.reminders().await, json!({"due": [due]}));
}

#[tokio::test]
async fn the_latest_reminder_comes_first_and_the_next_one_is_announced() {
    let (site, ann, ben, first) = starred().await;
    for (title, time) in [
        ("Later", "2026-11-21T00:00:09Z"),
        ("Next", "2026-11-21T00:01:00Z"),
        ("Last", "2026-11-21T00:02:00Z"),
    ] {
        let question = ben.ask(title, "x", &["a"]).await;
        star(&ann, &question).await;
        ann.note(&question, json!({"remindAt": time})).await;
    }
    ann.note(&first, json!({"remindAt": "2026-11-21T00:00:08Z"}))
        .await;
    later(&site);
    assert_eq!(ann.due().await, ["Later", "Why?"]);
    assert_eq!(ann.reminders().await["nextDueMs"], 50_000);
}

#[tokio::test]
async fn a_reminder_that_is_done_keeps_its_note() {
    let (site, ann, _, question) = starred().await;
    ann.note(&question, json!({"note": "Look", "remindAt": SOON}))
        .await;
    later(&site);
    ann.note(&question, json!({"remindAt": "none"})).await;
    assert_eq!(ann.reminders().await, json!({"due": []}));
    assert_eq!(ann.notes(&question).await[0]["note"], "Look");
}

#[tokio::test]
async fn a_due_reminder_is_put_off() {
    let (site, ann, _, question) = starred().await;
    ann.note(&question, json!({"remindAt": SOON})).await;
    later(&site);
    ann.note(&question, json!({"remindAt": "2026-11-22T00:00:10Z"}))
        .await;
    let day = 24 * 60 * 60 * 1_000;
    assert_eq!(ann.reminders().await, json!({"due": [], "nextDueMs": day}));
}

#[tokio::test]
async fn a_note_without_its_star_is_hidden_and_comes_back_with_it() {
    let (site, ann, _, question) = starred().await;
    let set = ann
        .note(&question, json!({"note": "Look", "remindAt": SOON}))
        .await;
    unstar(&ann, &question).await;
    assert_eq!(ann.notes(&question).await, json!([]));
    assert_eq!(ann.reminders().await, json!({"due": []}), "not announced");
    later(&site);
    assert_eq!(ann.due().await, [""; 0]);
    star(&ann, &question).await;
    assert_eq!(ann.notes(&question).await, json!([set]));
    assert_eq!(ann.due().await, ["Why?"]);
}

#[tokio::test]
async fn a_note_follows_access_to_its_question() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let hidden = ben.ask_in(&private, "hidden").await;
    star(&ann, &hidden).await;
    let set = ann
        .note(&hidden, json!({"note": "Look", "remindAt": SOON}))
        .await;
    site.expel(7, "ann");
    assert_eq!(ann.notes(&hidden).await, json!([]));
    assert_eq!(ann.reminders().await, json!({"due": []}), "not announced");
    later(&site);
    assert_eq!(ann.due().await, [""; 0]);
    ann.try_to_note(&hidden, json!({"note": "x"}))
        .await
        .refused(404, "Question not found");
    site.admit(7, "ann");
    assert_eq!(ann.notes(&hidden).await, json!([set]));
    assert_eq!(ann.due().await, ["hidden"]);
}

#[tokio::test]
async fn a_note_of_a_deleted_question_comes_back_with_it() {
    let (site, ann, ben, question) = starred().await;
    ann.note(&question, json!({"note": "Look", "remindAt": SOON}))
        .await;
    later(&site);
    let body = json!({"qid": question});
    ben.delete_with("/question/deleteQuestion", body.clone())
        .await
        .ok();
    assert_eq!(ann.due().await, [""; 0]);
    assert_eq!(ann.notes(&question).await, json!([]));
    ben.post("/question/undeleteQuestion", body).await.ok();
    assert_eq!(ann.due().await, ["Why?"]);
    assert_eq!(ann.notes(&question).await[0]["note"], "Look");
}

#[tokio::test]
async fn no_other_user_sees_a_note_or_a_reminder() {
    let (site, ann, ben, question) = starred().await;
    star(&ben, &question).await;
    ann.note(&question, json!({"note": "only mine", "remindAt": SOON}))
        .await;
    later(&site);
    assert_eq!(ben.notes(&question).await, json!([]));
    assert_eq!(ben.reminders().await, json!({"due": []}));
    for path in [
        format!("/question/getQuestionById/{question}"),
        format!("/star/getStar/{question}"),
        "/star/getStars".to_owned(),
        "/user/getUser/ann".to_owned(),
        "/user/getData".to_owned(),
    ] {
        let reply = ben.get(&path).await;
        assert!(!reply.text.contains("only mine"), "{path}");
    }
}

#[tokio::test]
async fn a_note_sends_no_event() {
    let server = super::realtime::Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let question = ben.ask("T", "x", &["a"]).await;
    star(&ann, &question).await;
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    ann.note(
        &question,
        json!({"note": "x", "remindAt": "2028-01-01T00:00:00Z"}),
    )
    .await;
    by_ann.expect_silence().await;
    by_ben.expect_silence().await;
}

/// SQL that adds notes of ann on questions of nobody else, up to a number.
fn fill(notes: i64) -> String {
    format!(
        "INSERT INTO posts (id, author_id, created_at, text)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {notes})
         SELECT i, (SELECT id FROM users WHERE username = 'ben'), 0, 'x' FROM n;
         INSERT INTO questions (id, title) SELECT id, 'T' FROM posts WHERE id <= {notes};
         INSERT INTO star_notes SELECT u.id, q.id, 'x', 1 FROM users u, questions q
             WHERE u.username = 'ann' AND q.id <= {notes};"
    )
}

const STAR_ALL: &str = "INSERT INTO stars SELECT u.id, q.id, 0 FROM users u, questions q
    WHERE u.username = 'ann' AND q.id < 2000 ON CONFLICT DO NOTHING";

#[tokio::test]
async fn a_member_has_at_most_1000_notes() {
    let (site, ann, _, question) = starred().await;
    site.sql(&fill(MAX_NOTES - 1));
    site.sql(STAR_ALL);
    ann.note(&question, json!({"note": "the last"})).await;
    ann.note(&question, json!({"note": "changed"})).await;
    let other = ann.ask("One more", "x", &["a"]).await;
    star(&ann, &other).await;
    ann.try_to_note(&other, json!({"note": "x"}))
        .await
        .refused(409, "You cannot have more than 1000 notes and reminders");
    ann.note(&question, json!({"note": ""})).await;
    ann.note(&other, json!({"note": "x"})).await;
}

#[tokio::test]
async fn hidden_notes_make_room_for_new_ones() {
    let (site, ann, _, question) = starred().await;
    site.sql(&fill(MAX_NOTES));
    ann.note(&question, json!({"note": "x"})).await;
    site.sql(STAR_ALL);
    assert_eq!(ann.due().await, [""; 0], "they are gone");
}

#[tokio::test]
async fn at_most_20_due_reminders_are_returned() {
    let (site, ann, _, _) = starred().await;
    site.sql(&fill(30));
    site.sql(STAR_ALL);
    assert_eq!(ann.due().await.len(), 20);
}

#[tokio::test]
async fn at_most_100_questions_are_asked_for() {
    let (_site, ann, _, _) = starred().await;
    let ids: Vec<String> = (1_000_000_000_000_u64..1_000_000_000_101)
        .map(|id| id.to_string())
        .collect();
    ann.get(&format!("/star/getStarNotes?ids={}", ids.join(",")))
        .await
        .refused(400, "Cannot ask for more than 100 questions at once");
}
