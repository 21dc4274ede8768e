//! Locking.

use super::*;

const REFUSAL: &str = "This question is locked: only moderators can change it";

#[tokio::test]
async fn only_moderators_change_what_is_in_a_locked_question() {
    let place = Place::new().await;
    let community = place.community("Columns", "public").await;
    let question = place.ann.ask_in(&community, "Zebra").await;
    let answer = place.ben.answer(&question, "giraffe").await;
    let comment = place.ben.comment("answer", &answer, "why?").await;
    let before = place.exported();
    let lock = |locked: bool| json!({"id": question, "locked": locked, "reason": "a quarrel"});
    let locked = place.mia.moderation("setLock", lock(true)).await.ok();
    assert!(locked["lockedAt"].is_string());
    place
        .mia
        .moderation("setLock", lock(true))
        .await
        .refused(409, REFUSAL);
    let edit = json!({"qid": question, "title": "T", "text": "y", "tags": [{"name": "a"}]});
    for (person, call, body) in [
        (
            &place.ann,
            "POST /answer/addAnswer",
            json!({"qid": question, "ans": {"text": "no"}}),
        ),
        (
            &place.ann,
            "POST /comment/addComment",
            json!({"id": answer, "type": "answer", "comment": {"text": "no"}}),
        ),
        (
            &place.ann,
            "POST /question/upvoteQuestion",
            json!({"qid": question}),
        ),
        (
            &place.ann,
            "POST /answer/downvoteAnswer",
            json!({"aid": answer}),
        ),
        (&place.ann, "PATCH /question/editQuestion", edit),
        (
            &place.ben,
            "PATCH /answer/editAnswer",
            json!({"aid": answer, "text": "no"}),
        ),
        (
            &place.ben,
            "PATCH /comment/editComment",
            json!({"cid": comment, "text": "no"}),
        ),
    ] {
        let (method, path) = call.split_once(' ').expect("a method");
        let method = method.parse().expect("a method");
        let reply = person.request(method, path, Some(body)).await;
        reply.refused(409, REFUSAL);
    }
    assert_eq!(place.exported().len(), before.len());
    for moderator in [&place.mia, &place.max] {
        moderator
            .post("/answer/upvoteAnswer", json!({"aid": answer}))
            .await
            .ok();
        moderator
            .post("/answer/upvoteAnswer", json!({"aid": answer}))
            .await
            .ok();
    }
    place.mia.moderation("setLock", lock(false)).await.ok();
    place
        .mia
        .moderation("setLock", lock(false))
        .await
        .refused(409, "This question is not locked");
    assert_eq!(place.exported(), before);
    place.ann.answer(&question, "now").await;
}

/// A browser that has lost the reply sends the answer again.
#[tokio::test]
async fn a_repeated_answer_is_returned_although_the_question_is_locked() {
    let place = Place::new().await;
    let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
    let body = json!({"qid": question, "ans": {"text": "giraffe", "nonce": "n"}});
    let first = place.ben.post("/answer/addAnswer", body.clone()).await.ok();
    let lock = json!({"id": question, "locked": true, "reason": "x"});
    place.max.moderation("setLock", lock).await.ok();
    let second = place.ben.post("/answer/addAnswer", body).await.ok();
    assert_eq!(first["_id"], second["_id"]);
}
