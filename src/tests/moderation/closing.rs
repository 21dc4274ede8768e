//! Closing with a reason.

use super::*;

fn closing(question: &str) -> Value {
    json!({"id": question, "reason": "too-broad", "note": "Ask one thing at a time."})
}

#[tokio::test]
async fn a_closed_question_says_why_and_what_to_do_next() {
    let place = Place::new().await;
    let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
    place.ben.answer(&question, "giraffe").await;
    let before = place.exported();
    let closed = place
        .max
        .moderation("closeQuestion", closing(&question))
        .await
        .ok();
    assert_eq!(
        (&closed["closeReason"], &closed["closeNote"]),
        (&json!("too-broad"), &json!("Ask one thing at a time."))
    );
    assert_eq!(
        place.ben.reads(&question).await["closedAt"],
        closed["closedAt"]
    );
    let answer = json!({"qid": question, "ans": {"text": "no"}});
    place
        .ben
        .post("/answer/addAnswer", answer)
        .await
        .refused(409, "This question is closed");
    place
        .max
        .moderation("closeQuestion", closing(&question))
        .await
        .refused(409, "This question is closed");
    let reopening = json!({"id": question, "reason": "It is clear now"});
    let reopened = place.max.moderation("reopenQuestion", reopening).await.ok();
    assert_eq!(
        (reopened.get("closedAt"), reopened.get("closeNote")),
        (None, None)
    );
    assert_eq!(place.exported(), before);
}

#[tokio::test]
async fn authors_do_not_reopen_what_a_moderator_has_closed() {
    let place = Place::new().await;
    for has_answer in [true, false] {
        let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
        if has_answer {
            place.ben.answer(&question, "giraffe").await;
        }
        place
            .max
            .moderation("closeQuestion", closing(&question))
            .await
            .ok();
        let own = json!({"qid": question});
        if has_answer {
            place
                .ann
                .post("/question/undeleteQuestion", own)
                .await
                .refused(
                    409,
                    "A moderator has closed this question: only moderators can reopen it",
                );
        } else {
            // It stays closed when it is deleted and restored.
            place
                .ann
                .delete_with("/question/deleteQuestion", own.clone())
                .await
                .ok();
            let restored = place.ann.post("/question/undeleteQuestion", own).await.ok();
            assert!(restored["closedAt"].is_string(), "{restored}");
        }
    }
}

#[tokio::test]
async fn moderators_do_not_reopen_what_its_author_has_closed() {
    let place = Place::new().await;
    let question = place.ann.ask("Zebra", "striped", &["animal"]).await;
    place.ben.answer(&question, "giraffe").await;
    let own = json!({"qid": question});
    place
        .ann
        .delete_with("/question/deleteQuestion", own.clone())
        .await
        .ok();
    let reopening = json!({"id": question, "reason": "x"});
    place
        .max
        .moderation("reopenQuestion", reopening)
        .await
        .refused(409, "No moderator has closed this question");
    let reopened = place.ann.post("/question/undeleteQuestion", own).await.ok();
    assert_eq!(reopened.get("closedAt"), None);
}
