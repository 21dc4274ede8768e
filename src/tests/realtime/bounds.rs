//! The size of events and of the queues of sockets.

use serde::Serialize;

use super::*;
use crate::platform::realtime::{EVENT_SIZE, Event, Subject};

/// Returns a text. Three of them are larger than an event.
fn long_text(what: &str) -> String {
    format!("{what} {}", "x".repeat(29_000))
}

/// Asks a question with answers that are larger than an event together.
async fn large_question(person: &Person) -> (String, String) {
    let question = person.ask("Large", &long_text("question"), &["a"]).await;
    person.answer(&question, &long_text("first")).await;
    let answer = person.answer(&question, &long_text("second")).await;
    (question, answer)
}

#[tokio::test]
async fn new_questions_and_answers_are_sent_in_full() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let mut by_ann = server.socket_of(&ann).await;
    // Three bytes a character.
    let text = "€".repeat(29_000);
    let question = ann.ask("Large", &text, &["a"]).await;
    let answer = ann.answer(&question, &text).await;
    let (name, payload) = by_ann.event().await;
    assert_eq!(
        (name.as_str(), &payload["text"]),
        ("questionUpdate", &json!(text))
    );
    let (name, payload) = by_ann.event().await;
    assert_eq!(
        (name.as_str(), &payload["answer"]["_id"]),
        ("answerUpdate", &json!(answer))
    );
    assert_eq!(payload["answer"]["text"], json!(text));
}

#[tokio::test]
async fn events_about_a_large_question_name_it_instead_of_sending_it() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let (question, answer) = large_question(&ann).await;
    let mut by_ben = server.socket_of(&ben).await;
    ben.comment("question", &question, "c").await;
    ann.patch("/user/updateBiography", json!({"biography": "commented"}))
        .await
        .ok();
    assert_eq!(
        by_ben.events_until("commented").await,
        [(
            "changed".to_owned(),
            json!({"qid": question, "event": "commentUpdate"})
        )]
    );
    let edit = json!({"qid": question, "title": "Large", "text": "new", "tags": [{"name": "a"}, {"name": "b"}]});
    ann.patch("/question/editQuestion", edit).await.ok();
    let edit = json!({"qid": question, "title": "Large", "text": long_text("new"), "tags": [{"name": "a"}]});
    ann.patch("/question/editQuestion", edit).await.ok();
    ann.patch("/user/updateBiography", json!({"biography": "edited"}))
        .await
        .ok();
    let edited = by_ben.events_until("edited").await;
    assert_eq!(
        edited.last(),
        Some(&(
            "changed".to_owned(),
            json!({"qid": question, "event": "questionUpdate"})
        ))
    );
    assert_eq!(edited[0].0, "questionUpdate", "with a short text it fits");
    for number in 0..9 {
        ann.comment(
            "answer",
            &answer,
            &format!("{number} {}", "x".repeat(4_900)),
        )
        .await;
    }
    ann.patch(
        "/user/updateBiography",
        json!({"biography": "answer commented"}),
    )
    .await
    .ok();
    let commented = by_ben.events_until("answer commented").await;
    assert_eq!(commented[0].0, "commentUpdate");
    assert_eq!(
        commented.last(),
        Some(&(
            "changed".to_owned(),
            json!({"qid": question, "_id": answer, "event": "commentUpdate"})
        ))
    );
    ben.get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    server.site.site.flush().await;
    assert_eq!(
        by_ben.event().await,
        (
            "changed".to_owned(),
            json!({"qid": question, "event": "viewsUpdate"})
        )
    );
}

#[tokio::test]
async fn an_event_about_a_large_chat_names_the_chat() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let messages: Vec<Value> = (0..40)
        .map(|number| json!({"msg": format!("{number} {}", "x".repeat(1_900))}))
        .collect();
    let chat = ann
        .post(
            "/chat/createChat",
            json!({"participants": ["ann", "ben"], "messages": messages}),
        )
        .await
        .ok();
    let mut by_ben = server.socket_of(&ben).await;
    let id = chat["_id"].as_str().expect("an id");
    ann.post(&format!("/chat/{id}/addMessage"), json!({"msg": "more"}))
        .await
        .ok();
    assert_eq!(
        by_ben.event().await,
        (
            "changed".to_owned(),
            json!({"_id": id, "event": "chatUpdate"})
        )
    );
}

/// An event that is just small enough.
#[derive(Serialize)]
struct Large(String);

impl Large {
    fn new() -> Self {
        Self("x".repeat(EVENT_SIZE - 2))
    }
}

impl Event for Large {
    const NAME: &'static str = "large";

    fn subject(&self) -> Subject {
        Subject::default()
    }
}

#[tokio::test]
async fn a_socket_that_reads_nothing_is_dropped_and_one_that_reads_receives_everything() {
    const EVENTS: usize = 300;
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let (mut reading, mut stalled) = (server.socket_of(&ann).await, server.socket_of(&ann).await);
    for _ in 0..EVENTS {
        let event = Outgoing::event(Large::new(), Audience::SignedIn);
        server.site.site.app.db.publish(event);
        assert_eq!(reading.event().await.0, "large");
    }
    let mut received = 0;
    while let Some(packet) = stalled.text().await {
        assert_ne!(packet, "1", "some clients stay away after a close packet");
        received += 1;
    }
    assert!(received < EVENTS, "all {received} events waited for it");
}
