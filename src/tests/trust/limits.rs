//! Limits of new members.

use serde_json::json;

use super::{DAY, people};
use crate::tests::{Person, Reply, TestSite};

const LINKS: &str = "New members can use at most 2 links in a text";

impl Person {
    async fn tries_to_ask(&self, text: &str) -> Reply {
        let body = json!({"title": "T", "text": text, "tags": [{"name": "a"}]});
        self.post("/question/addQuestion", body).await
    }

    async fn tries_to_say(&self, text: &str) -> Reply {
        let body = json!({"messageToAdd": {"msg": text}});
        self.post("/messaging/addMessage", body).await
    }
}

/// Returns a text with links to different places.
fn links(count: usize) -> String {
    (0..count)
        .map(|number| format!("[l](https://{number}.example) "))
        .collect()
}

async fn limited(site: &TestSite) -> [Person; 3] {
    let people = people(site).await;
    site.promote("max1").await;
    people[0]
        .set("limitNew", json!(false), json!(true))
        .await
        .ok();
    people
}

#[tokio::test]
async fn without_the_setting_new_members_have_no_limits() {
    let site = TestSite::new();
    let [_max, ann, _ben] = people(&site).await;
    for _ in 0..4 {
        ann.tries_to_ask(&links(9)).await.ok();
    }
    let body = json!({"participants": ["ann", "ben"], "messages": [{"msg": "hello"}]});
    ann.post("/chat/createChat", body).await.ok();
}

#[tokio::test]
async fn a_text_of_a_new_member_has_few_links_pictures_and_mentions() {
    let site = TestSite::new();
    let [max, ann, ben] = limited(&site).await;
    ann.tries_to_ask(&links(3)).await.refused(403, LINKS);
    ann.tries_to_ask("![](https://a.example/1) ![](https://a.example/2)")
        .await
        .refused(403, "New members can use at most 1 picture in a text");
    ann.tries_to_ask("@max1 @ben @cem")
        .await
        .refused(403, "New members can mention at most 2 members in a text");
    let text = links(2) + "![](https://a.example/1) @max1 @ben `https://code.example`";
    let question = crate::tests::id_of(&ann.tries_to_ask(&text).await.ok());
    let body = json!({"id": question, "type": "question", "comment": {"text": links(3)}});
    ben.post("/comment/addComment", body)
        .await
        .refused(403, LINKS);
    let body = json!({"qid": question, "ans": {"text": links(3)}});
    ben.post("/answer/addAnswer", body)
        .await
        .refused(403, LINKS);
    ben.tries_to_say(&links(3)).await.refused(403, LINKS);
    let edit = json!({"qid": question, "title": "T", "text": links(3), "tags": [{"name": "a"}]});
    ann.patch("/question/editQuestion", edit)
        .await
        .refused(403, LINKS);
    max.tries_to_ask(&links(3)).await.ok();
    max.vouch("vouchUser", "ann").await.ok();
    ann.tries_to_ask(&links(3)).await.ok();
}

#[tokio::test]
async fn new_members_send_no_direct_messages() {
    let site = TestSite::new();
    let [max, ann, _ben] = limited(&site).await;
    let refusal = "New members cannot send direct messages yet";
    for messages in [json!([]), json!([{"msg": "buy"}])] {
        let body = json!({"participants": ["ann", "ben"], "messages": messages});
        ann.post("/chat/createChat", body)
            .await
            .refused(403, refusal);
    }
    let body = json!({"participants": ["max1", "ann"], "messages": [{"msg": "hello"}]});
    let chat = max.post("/chat/createChat", body).await.ok();
    let path = format!("/chat/{}/addMessage", crate::tests::id_of(&chat));
    let body = json!({"msg": "hello"});
    ann.post(&path, body).await.refused(403, refusal);
}

#[tokio::test]
async fn the_first_day_has_three_questions_and_ten_answers() {
    let site = TestSite::new();
    let [_max, ann, ben] = limited(&site).await;
    for _ in 0..3 {
        ann.tries_to_ask("x").await.ok();
    }
    ann.tries_to_ask("x").await.refused(
        403,
        "New members can ask at most 3 questions on their first day",
    );
    let question = ben.ask("T", "x", &["a"]).await;
    for _ in 0..10 {
        ann.tries_to_answer(&question).await.ok();
    }
    ann.tries_to_answer(&question).await.refused(
        403,
        "New members can give at most 10 answers on their first day",
    );
    site.clock.advance(DAY);
    ann.tries_to_ask("x").await.ok();
    ann.tries_to_answer(&question).await.ok();
}

#[tokio::test]
async fn a_question_that_is_sent_again_meets_no_limit() {
    let site = TestSite::new();
    let [_max, ann, _ben] = limited(&site).await;
    let mut replies = Vec::new();
    for number in [0, 1, 2, 2] {
        let nonce = format!("n{number}");
        let body = json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "nonce": nonce});
        replies.push(ann.post("/question/addQuestion", body).await.ok());
    }
    assert_eq!(replies[2]["_id"], replies[3]["_id"]);
}

#[tokio::test]
async fn an_ordinary_day_of_a_new_member_meets_no_limit() {
    let site = TestSite::new();
    let [max, ann, _ben] = limited(&site).await;
    let question = max.ask("T", "x", &["a"]).await;
    for _ in 0..2 {
        ann.tries_to_ask(&links(1)).await.ok();
    }
    for _ in 0..6 {
        ann.comment("question", &question, "why?").await;
    }
}
