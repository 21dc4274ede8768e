//! Client-chosen idempotency keys.

use axum::body::Body;
use axum::http::Request;

use super::*;
use crate::tests::Reply;

/// A client that repeats a call after a lost response posts once.
#[tokio::test]
async fn a_resent_question_with_a_nonce_is_stored_once() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let asked = |title: &str, nonce: &str| json!({"title": title, "text": "x", "tags": [{"name": "a"}], "nonce": nonce});
    let replies =
        join_all((0..5).map(|_| ann.post("/question/addQuestion", asked("T", "n")))).await;
    let question = id_of(&replies[0].ok());
    assert!(replies.iter().all(|reply| id_of(&reply.ok()) == question));
    assert_eq!(ann.titles("/question/getQuestion").await, ["T"]);
}

#[tokio::test]
async fn nonces_of_different_authors_are_independent_and_an_empty_one_is_none() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let asked = |title: &str, nonce: &str| json!({"title": title, "text": "x", "tags": [{"name": "a"}], "nonce": nonce});
    let question = id_of(
        &ann.post("/question/addQuestion", asked("T", "n"))
            .await
            .ok(),
    );
    let others = [
        ben.post("/question/addQuestion", asked("B", "n")).await,
        ann.post("/question/addQuestion", asked("C", "")).await,
    ];
    assert!(others.iter().all(|reply| id_of(&reply.ok()) != question));
    assert_eq!(ann.titles("/question/getQuestion").await, ["C", "B", "T"]);
}

#[tokio::test]
async fn a_resent_answer_is_answered_with_the_first_version_even_after_closing() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let answered = |text: &str| json!({"qid": question, "ans": {"text": text, "nonce": "n"}});
    let answer = id_of(&ben.post("/answer/addAnswer", answered("once")).await.ok());
    // Even if the question no longer accepts answers.
    ann.delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .ok();
    ben.post("/answer/addAnswer", answered("twice"))
        .await
        .refused(409, "You have sent another text with this key before");
    let again = ben.post("/answer/addAnswer", answered("once")).await.ok();
    assert_eq!(
        (id_of(&again), &again["text"]),
        (answer.clone(), &json!("once"))
    );
    ann.post("/answer/addAnswer", answered("by ann"))
        .await
        .refused(409, "This question is closed");
}

/// The same nonce on another target is another post: a question, an answer to it, and comments on
/// both.
#[tokio::test]
async fn a_nonce_applies_to_one_target() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = id_of(
        &ben.post("/question/addQuestion", question_with("nonce", json!("n")))
            .await
            .ok(),
    );
    let body = json!({"qid": question, "ans": {"text": "once", "nonce": "n"}});
    let answer = id_of(&ben.post("/answer/addAnswer", body.clone()).await.ok());
    assert_eq!(
        id_of(&ben.post("/answer/addAnswer", body).await.ok()),
        answer
    );
    for (kind, id) in [("question", &question), ("answer", &answer)] {
        let comment =
            |text: &str| json!({"id": id, "type": kind, "comment": {"text": text, "nonce": "n"}});
        let first = ben.post("/comment/addComment", comment("once")).await.ok();
        assert_eq!(
            ben.post("/comment/addComment", comment("once")).await.ok(),
            first
        );
    }
    let stored = ann
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(stored["answers"].as_array().map(Vec::len), Some(1));
    for post in [&stored, &stored["answers"][0]] {
        assert_eq!(post["comments"].as_array().map(Vec::len), Some(1), "{post}");
    }
}

#[tokio::test]
async fn a_resent_post_sends_no_second_event_or_notification() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let question = ann.ask("T", "x", &["a"]).await;
    let mut by_ben = server.socket_of(&ben).await;
    let answer = json!({"qid": question, "ans": {"text": "once", "nonce": "n"}});
    let answer_id = id_of(&ben.post("/answer/addAnswer", answer.clone()).await.ok());
    ben.post("/answer/addAnswer", answer).await.ok();
    for (kind, id) in [("question", &question), ("answer", &answer_id)] {
        let comment = json!({"id": id, "type": kind, "comment": {"text": "once", "nonce": "n"}});
        ben.post("/comment/addComment", comment.clone()).await.ok();
        ben.post("/comment/addComment", comment).await.ok();
    }
    ben.patch("/user/updateBiography", json!({"biography": "the fence"}))
        .await
        .ok();
    let received: Vec<_> = by_ben
        .events_until("the fence")
        .await
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let received = |event: &str| received.iter().filter(|name| *name == event).count();
    assert_eq!(
        (received("answerUpdate"), received("commentUpdate")),
        (1, 2)
    );
    assert_eq!(
        ann.get("/getNotifications")
            .await
            .ok()
            .as_array()
            .map(Vec::len),
        Some(2),
        "an answer and a comment on the question"
    );
}

#[tokio::test]
async fn a_resent_nonce_reveals_nothing_to_a_former_member() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let mut body = json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": private, "nonce": "n"});
    let question = id_of(&ben.post("/question/addQuestion", body.clone()).await.ok());
    ann.answer(&question, "canary").await;
    ben.post(
        &format!("/community/leaveCommunity/{private}"),
        json!({"userId": "ben"}),
    )
    .await
    .ok();
    ben.post("/question/addQuestion", body.clone())
        .await
        .refused(403, "Please join the community to ask a question.");
    body.as_object_mut()
        .expect("an object")
        .remove("communityId");
    ben.post("/question/addQuestion", body)
        .await
        .refused(404, "Question not found");

    let open = ann.ask("Open", "x", &["a"]).await;
    let answered = json!({"qid": open, "ans": {"text": "y", "nonce": "n"}});
    let answer = id_of(&ben.post("/answer/addAnswer", answered.clone()).await.ok());
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    ben.post("/answer/addAnswer", answered)
        .await
        .refused(404, "Post not found");
}

#[tokio::test]
async fn another_text_with_a_used_nonce_is_rejected_and_the_same_one_is_not_posted_again() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = |title: &str, text: &str| {
        let body = json!({"title": title, "text": text, "tags": [{"name": "a"}], "nonce": "n"});
        ann.post("/question/addQuestion", body)
    };
    let asked = question("Zebra", "striped").await.ok();
    let id = id_of(&asked);
    let answer = async |text: &str| {
        let body = json!({"qid": id, "ans": {"text": text, "nonce": "n"}});
        ann.post("/answer/addAnswer", body).await
    };
    let comment = async |text: &str| {
        let body = json!({"id": id, "type": "question", "comment": {"text": text, "nonce": "n"}});
        ann.post("/comment/addComment", body).await
    };
    let answered = answer("giraffe").await.ok();
    let commented = comment("why?").await.ok();
    // What was posted counts, not what an edit has made of it.
    let edit = json!({"qid": id, "title": "Okapi", "text": "shy", "tags": [{"name": "a"}]});
    ann.patch("/question/editQuestion", edit).await.ok();
    let sentence = "You have sent another text with this key before";
    question("Okapi", "shy").await.refused(409, sentence);
    question("Zebra", "spotted").await.refused(409, sentence);
    answer("okapi").await.refused(409, sentence);
    comment("how?").await.refused(409, sentence);
    assert_eq!(id_of(&question("Zebra", "striped").await.ok()), id);
    assert_eq!(id_of(&answer("giraffe").await.ok()), id_of(&answered));
    assert_eq!(id_of(&comment("why?").await.ok()), id_of(&commented));
}

/// Sends a body with an `Idempotency-Key`.
async fn keyed(person: &Person, path: &str, key: &str, body: &Value) -> Reply {
    let request = Request::builder()
        .method("POST")
        .uri(path)
        .header("content-type", "application/json")
        .header("idempotency-key", key)
        .body(Body::from(body.to_string()));
    person.send(request.expect("a request")).await
}

#[tokio::test]
async fn a_key_in_the_header_counts_like_a_nonce() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sign_up("ben").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let chat = json!({"participants": ["ann", "ben"], "messages": []});
    let chat = id_of(&ann.post("/chat/createChat", chat).await.ok());
    let chat = format!("/chat/{chat}/addMessage");
    type WithText = fn(&str, &str) -> Value;
    let calls: [(&str, WithText); 5] = [
        (
            "/question/addQuestion",
            |_, text| json!({"title": "U", "text": text, "tags": [{"name": "a"}]}),
        ),
        (
            "/answer/addAnswer",
            |id, text| json!({"qid": id, "ans": {"text": text}}),
        ),
        (
            "/comment/addComment",
            |id, text| json!({"id": id, "type": "question", "comment": {"text": text}}),
        ),
        (
            "/messaging/addMessage",
            |_, text| json!({"messageToAdd": {"msg": text}}),
        ),
        (&chat, |_, text| json!({"msg": text})),
    ];
    for (path, body) in calls {
        let once = body(&question, "once");
        keyed(&ann, path, "k", &once).await.ok();
        let stored = site.content();
        // A key in quotes is the same one.
        keyed(&ann, path, "\"k\"", &once).await.ok();
        assert_eq!(site.content(), stored, "{path}");
        keyed(&ann, path, "k", &body(&question, "another"))
            .await
            .refused(409, "You have sent another text with this key before");
        keyed(&ann, path, "other", &once).await.ok();
        assert_ne!(site.content(), stored, "{path}");
        keyed(&ann, path, &"k".repeat(65), &once)
            .await
            .refused(400, "Malformed request: a nonce has at most 64 bytes");
    }
}

#[tokio::test]
async fn a_nonce_in_the_body_counts_before_the_header() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let body =
        |nonce: &str| json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "nonce": nonce});
    let path = "/question/addQuestion";
    let first = keyed(&ann, path, "k", &body("n")).await.ok();
    let again = keyed(&ann, path, "other", &body("n")).await.ok();
    assert_eq!(first["_id"], again["_id"]);
    let by_key = keyed(&ann, path, "k", &body("")).await.ok();
    assert_ne!(first["_id"], by_key["_id"]);
}
