//! Accepted answers.

use super::*;

/// Creates a question of `ann` with an answer by `ben` and one by `ann`.
async fn question_with_answers(ann: &Person, ben: &Person) -> (String, String, String) {
    let question = ann.ask("T", "x", &["a"]).await;
    let first = ben.answer(&question, "y").await;
    let second = ann.answer(&question, "z").await;
    (question, first, second)
}

#[tokio::test]
async fn the_asker_accepts_one_answer() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (question, first, second) = question_with_answers(&ann, &ben).await;
    let accept = |aid: &str| json!({"qid": question, "aid": aid});
    for aid in [&first, &second, &second] {
        let reply = ann.post("/question/acceptAnswer", accept(aid)).await.ok();
        assert_eq!(
            (&reply["acceptedAnswerId"], &reply["_id"]),
            (&json!(aid), &json!(question))
        );
        assert_eq!(
            names(&reply["answers"], "_id"),
            [first.as_str(), second.as_str()],
            "their order stays"
        );
    }
    assert_eq!(
        ben.get("/question/getQuestion?view=card&search=x+user:ann")
            .await
            .ok()[0]["accepted"],
        true
    );
}

#[tokio::test]
async fn only_the_asker_accepts_an_answer() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (question, first, _) = question_with_answers(&ann, &ben).await;
    let accept = |aid: &str| json!({"qid": question, "aid": aid});
    ben.post("/question/acceptAnswer", accept(&first))
        .await
        .refused(403, "Only the asker can accept an answer");
    ben.post("/question/unacceptAnswer", json!({"qid": question}))
        .await
        .refused(403, "Only the asker can accept an answer");
}

#[tokio::test]
async fn an_accepted_answer_must_belong_to_the_question() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (question, first, second) = question_with_answers(&ann, &ben).await;
    let accept = |aid: &str| json!({"qid": question, "aid": aid});
    let elsewhere = ben.answer(&ben.ask("U", "x", &["a"]).await, "y").await;
    ann.post("/question/acceptAnswer", accept(&second))
        .await
        .ok();
    for aid in [ABSENT, &question, &elsewhere] {
        ann.post("/question/acceptAnswer", accept(aid))
            .await
            .refused(404, "Post not found");
    }
    ann.post(
        "/question/acceptAnswer",
        json!({"qid": ABSENT, "aid": first}),
    )
    .await
    .refused(404, "Question not found");
    assert_eq!(
        ben.question(&question).await["acceptedAnswerId"],
        json!(second)
    );
}

#[tokio::test]
async fn a_deleted_answer_loses_its_acceptance_until_undeleted() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (question, _, second) = question_with_answers(&ann, &ben).await;
    let accept = |aid: &str| json!({"qid": question, "aid": aid});
    ann.post("/question/acceptAnswer", accept(&second))
        .await
        .ok();
    let deleted = json!({"aid": second});
    ann.delete_with("/answer/deleteAnswer", deleted.clone())
        .await
        .ok();
    assert_eq!(ben.question(&question).await.get("acceptedAnswerId"), None);
    ann.post("/answer/undeleteAnswer", deleted).await.ok();
    assert_eq!(
        ben.question(&question).await["acceptedAnswerId"],
        json!(second)
    );
}

#[tokio::test]
async fn an_undeleted_answer_does_not_replace_a_later_acceptance() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (question, first, second) = question_with_answers(&ann, &ben).await;
    let accept = |aid: &str| json!({"qid": question, "aid": aid});
    ann.post("/question/acceptAnswer", accept(&second))
        .await
        .ok();
    let deleted = json!({"aid": second});
    ann.delete_with("/answer/deleteAnswer", deleted.clone())
        .await
        .ok();
    ann.post("/question/acceptAnswer", accept(&first))
        .await
        .ok();
    ann.post("/answer/undeleteAnswer", deleted).await.ok();
    assert_eq!(
        ben.question(&question).await["acceptedAnswerId"],
        json!(first)
    );
}

#[tokio::test]
async fn a_deleted_answer_cannot_be_accepted() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (question, _, second) = question_with_answers(&ann, &ben).await;
    let accept = |aid: &str| json!({"qid": question, "aid": aid});
    ann.delete_with("/answer/deleteAnswer", json!({"aid": second}))
        .await
        .ok();
    ann.post("/question/acceptAnswer", accept(&second))
        .await
        .refused(404, "Post not found");
}

#[tokio::test]
async fn the_asker_unaccepts_an_answer() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (question, first, _) = question_with_answers(&ann, &ben).await;
    let accept = |aid: &str| json!({"qid": question, "aid": aid});
    ann.post("/question/acceptAnswer", accept(&first))
        .await
        .ok();
    let reply = ann
        .post("/question/unacceptAnswer", json!({"qid": question}))
        .await
        .ok();
    assert_eq!(reply.get("acceptedAnswerId"), None);
}
