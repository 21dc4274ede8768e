//! Trust levels, limits of new members, vouching, protected questions, and scores of suspected spam.

mod limits;
mod spam;

use std::time::Duration;

use serde_json::{Value, json};

use super::{PASSWORD, Person, TestSite, id_of};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl TestSite {
    /// Returns the value of a query as a text.
    fn sql_text(&self, sql: &str) -> String {
        let value = self
            .connection()
            .query_row(sql, [], |row| row.get::<_, rusqlite::types::Value>(0));
        match value.expect("a value") {
            rusqlite::types::Value::Integer(number) => number.to_string(),
            rusqlite::types::Value::Text(text) => text,
            other => panic!("{other:?}"),
        }
    }

    /// Lets the site have so many members that new ones have level 0.
    fn grow(&self) {
        self.sql("UPDATE user_counts SET users = users + 100");
    }
}

impl Person {
    async fn level(&self, member: &str) -> Value {
        self.trust(member).await["level"].clone()
    }

    async fn trust(&self, member: &str) -> Value {
        let path = format!("/moderation/getTrust?userId={member}");
        self.get(&path).await.ok()
    }

    async fn vouch(&self, call: &str, member: &str) -> super::Reply {
        let body = json!({"userId": member, "reason": "I know them"});
        self.post(&format!("/moderation/{call}"), body).await
    }

    /// Enters questions that another person asks for it.
    async fn enters(&self, site: &TestSite, asker: &Person, count: usize) {
        for number in 0..count {
            let question = asker.ask(&format!("Question {number}"), "x", &["a"]).await;
            let path = format!("/question/getQuestionById/{question}");
            self.get(&path).await.ok();
        }
        site.site.flush().await;
    }

    async fn protect(&self, call: &str, question: &str) -> super::Reply {
        let body = json!({"qid": question, "reason": "Only advertising"});
        self.post(&format!("/moderation/{call}"), body).await
    }

    async fn tries_to_answer(&self, question: &str) -> super::Reply {
        let body = json!({"qid": question, "ans": {"text": "y"}});
        self.post("/answer/addAnswer", body).await
    }
}

/// Creates a site with more than 50 members, a moderator of the site and two new members.
async fn people(site: &TestSite) -> [Person; 3] {
    let people = [
        site.sign_up("max1").await,
        site.sign_up("ann").await,
        site.sign_up("ben").await,
    ];
    site.appoint("max1").await;
    site.grow();
    people
}

#[tokio::test]
async fn everybody_has_level_1_on_a_small_site_and_staff_level_2() {
    let site = TestSite::new();
    let [max, _ann] = [site.sign_up("max1").await, site.sign_up("ann").await];
    site.appoint("max1").await;
    assert_eq!(max.level("ann").await, 1);
    site.grow();
    assert_eq!(max.level("ann").await, 0);
    assert_eq!(max.level("max1").await, 2);
}

#[tokio::test]
async fn reading_gives_level_1_after_ten_minutes() {
    let site = TestSite::new();
    let [max, _ann, ben] = people(&site).await;
    ben.enters(&site, &max, 20).await;
    assert_eq!(max.level("ben").await, 0);
    site.clock.advance(Duration::from_secs(10 * 60));
    assert_eq!(max.level("ben").await, 1);
}

#[tokio::test]
async fn five_questions_and_a_text_that_has_stood_for_a_day_give_level_1() {
    let site = TestSite::new();
    let [max, _ann, ben] = people(&site).await;
    ben.enters(&site, &max, 5).await;
    let question = max.ask("T", "x", &["a"]).await;
    let comment = ben.comment("question", &question, "why?").await;
    site.clock.advance(DAY / 2);
    assert_eq!(max.level("ben").await, 0);
    site.clock.advance(DAY);
    assert_eq!(max.level("ben").await, 1);
    ben.delete_with("/comment/deleteComment", json!({"cid": comment}))
        .await
        .ok();
    assert_eq!(max.level("ben").await, 0);
}

#[tokio::test]
async fn removed_texts_take_level_1_away() {
    let site = TestSite::new();
    let [max, _ann, ben] = people(&site).await;
    ben.enters(&site, &max, 20).await;
    site.clock.advance(DAY);
    let question = max.ask("T", "x", &["a"]).await;
    for _ in 0..3 {
        assert_eq!(max.level("ben").await, 1);
        let answer = ben.answer(&question, "buy this").await;
        let body = json!({"id": answer, "reason": "advertising"});
        max.post("/administration/removePost", body).await.ok();
    }
    assert_eq!(max.level("ben").await, 0);
    site.clock.advance(31 * DAY);
    site.sql("UPDATE sessions SET created_at = created_at + 2678400000, last_seen_at = last_seen_at + 2678400000");
    assert_eq!(max.level("ben").await, 1);
}

#[tokio::test]
async fn weeks_of_standing_posts_give_level_2() {
    let site = TestSite::new();
    let [max, _ann, ben] = people(&site).await;
    let first = ben.ask("First", "x", &["a"]).await;
    for number in 0..19 {
        ben.ask(&format!("Question {number}"), "x", &["a"]).await;
    }
    site.clock.advance(27 * DAY);
    keep_sessions(&site);
    assert!(max.level("ben").await != 2);
    site.clock.advance(2 * DAY);
    keep_sessions(&site);
    assert_eq!(max.level("ben").await, 2);
    let body = json!({"qid": first});
    ben.delete_with("/question/deleteQuestion", body).await.ok();
    assert!(max.level("ben").await != 2);
}

fn keep_sessions(site: &TestSite) {
    let now = site.clock.now().millis();
    site.sql(&format!(
        "UPDATE sessions SET created_at = {now}, last_seen_at = {now}"
    ));
}

#[tokio::test]
async fn a_moderator_vouches_for_a_member_and_takes_it_back() {
    let site = TestSite::new();
    let [max, _ann, ben] = people(&site).await;
    let vouched = max.vouch("vouchUser", "ben").await.ok();
    assert_eq!(
        (&vouched["level"], &vouched["vouchedBy"]),
        (&json!(1), &json!("max1"))
    );
    max.vouch("vouchUser", "ben")
        .await
        .refused(409, "A moderator has vouched for this member already");
    let taken = max.vouch("unvouchUser", "ben").await.ok();
    assert_eq!((&taken["level"], taken.get("vouchedBy")), (&json!(0), None));
    max.vouch("unvouchUser", "ben")
        .await
        .refused(409, "No moderator has vouched for this member");
    max.vouch("vouchUser", "max1")
        .await
        .refused(409, "Moderators of the site need nobody to vouch for them");
    let log = site.sql_text("SELECT group_concat(action || ' ' || target || ' ' || detail, '; ') FROM admin_log WHERE action LIKE '%vouch' AND concerns IS NOT NULL");
    assert_eq!(log, "vouch ben I know them; unvouch ben I know them");
    for call in ["vouchUser", "unvouchUser"] {
        ben.vouch(call, "ann")
            .await
            .refused(403, "Only moderators of the site can do this");
    }
    ben.get("/moderation/getTrust?userId=ben")
        .await
        .refused(403, "Only moderators of the site can do this");
}

#[tokio::test]
async fn a_disabled_member_begins_again() {
    let site = TestSite::new();
    let [max, _ann, ben] = people(&site).await;
    site.promote("max1").await;
    ben.enters(&site, &max, 20).await;
    site.clock.advance(DAY);
    max.vouch("vouchUser", "ben").await.ok();
    let body = json!({"userId": "ben"});
    let confirmed = json!({"userId": "ben", "currentPassword": PASSWORD});
    max.post("/administration/disableUser", confirmed)
        .await
        .ok();
    max.post("/administration/enableUser", body).await.ok();
    let trust = max.trust("ben").await;
    assert_eq!((&trust["level"], trust.get("vouchedBy")), (&json!(0), None));
    assert!(trust["lostAt"].is_string());
    max.vouch("vouchUser", "ben").await.ok();
    assert_eq!(max.level("ben").await, 1);
}

#[tokio::test]
async fn new_members_cannot_answer_a_protected_question_and_its_asker_can() {
    let site = TestSite::new();
    let [max, ann, ben] = people(&site).await;
    let question = ann.ask("T", "x", &["a"]).await;
    let shown = max.protect("protectQuestion", &question).await.ok();
    assert!(shown["protectedAt"].is_string());
    max.protect("protectQuestion", &question)
        .await
        .refused(409, "This question is protected already");
    let refusal = "This question is protected: new members cannot answer it yet";
    ben.tries_to_answer(&question).await.refused(403, refusal);
    ben.comment("question", &question, "why?").await;
    ann.tries_to_answer(&question).await.ok();
    max.vouch("vouchUser", "ben").await.ok();
    ben.tries_to_answer(&question).await.ok();
    let shown = max.protect("unprotectQuestion", &question).await.ok();
    assert_eq!(shown.get("protectedAt"), None);
    max.protect("unprotectQuestion", &question)
        .await
        .refused(409, "This question is not protected");
}

#[tokio::test]
async fn moderators_of_the_community_protect_its_questions_and_nobody_else_does() {
    let site = TestSite::new();
    let [max, ann, ben] = people(&site).await;
    let community = ann.creates_community("Columns", "private").await;
    let hidden = ann.ask_in(&community, "Hidden").await;
    let public = ben.ask("T", "x", &["a"]).await;
    ann.protect("protectQuestion", &hidden).await.ok();
    max.protect("unprotectQuestion", &hidden)
        .await
        .refused(404, "Question not found");
    ann.protect("protectQuestion", &public)
        .await
        .refused(403, "Only moderators can do this");
    ben.protect("protectQuestion", &public)
        .await
        .refused(403, "Only moderators can do this");
    let body = json!({"qid": public, "reason": " "});
    max.post("/moderation/protectQuestion", body)
        .await
        .refused(400, "Reason cannot be empty");
    assert_eq!(
        id_of(&max.protect("protectQuestion", &public).await.ok()),
        public
    );
}
