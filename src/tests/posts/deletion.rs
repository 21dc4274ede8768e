//! Deleting, undeleting and closing.

use super::*;

/// A question of Ann with a comment by Ben, and with Ben's answer with a comment by Ann; both
/// comments and then the answer are deleted.
struct DeletedPosts {
    ann: Person,
    ben: Person,
    question: String,
    answer: String,
    on_question: String,
    on_answer: String,
    /// The question before the deletions.
    before: Value,
    _site: TestSite,
}

impl DeletedPosts {
    async fn new() -> Self {
        let site = TestSite::new();
        let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
        let question = ann.ask("Zebra", "striped", &["animal"]).await;
        let answer = ben.answer(&question, "giraffe").await;
        let on_question = ben.comment("question", &question, "c").await;
        let on_answer = ann.comment("answer", &answer, "d").await;
        let before = ann.question(&question).await;
        let delete = async |person: &Person, kind: &str, body: Value| {
            let reply = person.delete_with(&format!("/{kind}"), body).await.ok();
            assert!(reply["deletedAt"].is_string(), "{reply}");
        };
        delete(&ben, "comment/deleteComment", json!({"cid": on_question})).await;
        delete(&ann, "comment/deleteComment", json!({"cid": on_answer})).await;
        site.clock.advance(std::time::Duration::from_secs(1));
        delete(&ben, "answer/deleteAnswer", json!({"aid": answer})).await;
        Self {
            ann,
            ben,
            question,
            answer,
            on_question,
            on_answer,
            before,
            _site: site,
        }
    }
}

#[tokio::test]
async fn a_deleted_comment_is_gone() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = ben.answer(&question, "giraffe").await;
    let (on_question, on_answer) = (
        ben.comment("question", &question, "c").await,
        ann.comment("answer", &answer, "d").await,
    );
    let deleted = |reply: Value| assert!(reply["deletedAt"].is_string(), "{reply}");

    deleted(
        ben.delete_with("/comment/deleteComment", json!({"cid": on_question}))
            .await
            .ok(),
    );
    deleted(
        ann.delete_with("/comment/deleteComment", json!({"cid": on_answer}))
            .await
            .ok(),
    );
    let stored = ann.question(&question).await;
    assert_eq!(
        (&stored["comments"], &stored["answers"][0]["comments"]),
        (&json!([]), &json!([]))
    );
}

#[tokio::test]
async fn a_deleted_answer_is_neither_shown_nor_counted() {
    let posts = DeletedPosts::new().await;
    let DeletedPosts { ann, question, .. } = &posts;
    let stored = ann.question(question).await;
    assert_eq!(
        (&stored["answers"], &stored["answerCount"]),
        (&json!([]), &json!(0))
    );
    assert_eq!(
        ann.titles("/question/getQuestion?order=unanswered").await,
        ["Zebra"]
    );
    assert_eq!(
        ann.titles("/question/getQuestion?search=giraffe").await,
        [""; 0]
    );
}

#[tokio::test]
async fn a_deleted_answer_and_its_comments_are_absent() {
    let posts = DeletedPosts::new().await;
    let DeletedPosts {
        ann,
        ben,
        answer,
        on_answer,
        ..
    } = &posts;
    ann.post("/comment/undeleteComment", json!({"cid": on_answer}))
        .await
        .refused(404, "Post not found");
    ann.get(&format!("/post/getRevisions/{answer}"))
        .await
        .refused(404, "Post not found");
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .refused(404, "Post not found");
}

#[tokio::test]
async fn authors_list_their_deleted_posts() {
    let posts = DeletedPosts::new().await;
    let DeletedPosts {
        ann,
        ben,
        question,
        answer,
        on_question,
        ..
    } = &posts;
    let listed = ben
        .get(&format!("/post/getDeletedPosts?qid={question}"))
        .await;
    assert_eq!(listed.header("x-total-count"), "2");
    let listed = listed.ok();
    assert_eq!(
        (names(&listed, "_id"), names(&listed, "type")),
        (
            vec![answer.clone(), on_question.clone()],
            vec!["answer".into(), "comment".into()]
        )
    );
    assert_eq!(
        (&listed[0]["title"], &listed[0]["text"], &listed[0]["qid"]),
        (&json!("Zebra"), &json!("giraffe"), &json!(question))
    );
    assert_eq!(
        ben.get(&format!("/post/getDeletedPosts?qid={ABSENT}"))
            .await
            .ok(),
        json!([])
    );
    assert_eq!(
        ann.get("/post/getDeletedPosts").await.ok(),
        json!([]),
        "a comment cannot come back without its answer"
    );
}

#[tokio::test]
async fn only_the_author_undeletes_a_post() {
    let posts = DeletedPosts::new().await;
    let DeletedPosts {
        ann,
        ben,
        question,
        answer,
        on_question,
        on_answer,
        before,
        ..
    } = &posts;
    ann.post("/answer/undeleteAnswer", json!({"aid": answer}))
        .await
        .refused(404, "Post not found");
    ben.post("/answer/undeleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    ann.post("/comment/undeleteComment", json!({"cid": on_answer}))
        .await
        .ok();
    ben.post("/comment/undeleteComment", json!({"cid": on_question}))
        .await
        .ok();
    assert_eq!(ann.question(question).await, *before);
    assert_eq!(ben.get("/post/getDeletedPosts").await.ok(), json!([]));
    assert_eq!(
        ann.titles("/question/getQuestion?search=giraffe").await,
        ["Zebra"]
    );
}

#[tokio::test]
async fn a_deleted_question_is_absent_for_all_users() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let qid = json!({"qid": question});
    let gone = ann
        .delete_with("/question/deleteQuestion", qid.clone())
        .await
        .ok();
    assert_eq!(
        (&gone["title"], gone["deletedAt"].is_string()),
        (&json!("Zebra"), true)
    );
    for person in [&ann, &ben] {
        person
            .get(&format!("/question/getQuestionById/{question}"))
            .await
            .refused(404, "Question not found");
        person
            .get(&format!("/post/getRevisions/{question}"))
            .await
            .refused(404, "Post not found");
        person
            .post(
                "/answer/addAnswer",
                json!({"qid": question, "ans": {"text": "x"}}),
            )
            .await
            .refused(404, "Question not found");
        for path in [
            "",
            "?search=zebra",
            "?search=[animal]",
            "?order=unanswered",
            "?order=active",
            "?order=mostViewed",
        ] {
            let list = person.get(&format!("/question/getQuestion{path}")).await;
            assert_eq!(
                (list.ok(), list.header("x-total-count")),
                (json!([]), "0"),
                "{path}"
            );
        }
        assert_eq!(
            person.get("/tag/getTagsWithQuestionNumber").await.ok(),
            json!([])
        );
    }
    ann.delete_with("/question/deleteQuestion", qid)
        .await
        .refused(404, "Question not found");
}

#[tokio::test]
async fn only_the_asker_undeletes_a_question() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let qid = json!({"qid": question});
    ann.delete_with("/question/deleteQuestion", qid.clone())
        .await
        .ok();
    ben.post("/question/undeleteQuestion", qid.clone())
        .await
        .refused(404, "Question not found");
    assert_eq!(
        names(&ann.get("/post/getDeletedPosts").await.ok(), "type"),
        ["question"]
    );
    assert_eq!(
        ann.post("/question/undeleteQuestion", qid)
            .await
            .ok()
            .get("deletedAt"),
        None
    );
    assert_eq!(
        ben.titles("/question/getQuestion?search=zebra").await,
        ["Zebra"]
    );
    assert_eq!(
        ben.get("/tag/getTagsWithQuestionNumber").await.ok()[0]["qcnt"],
        1
    );
}

#[tokio::test]
async fn deleting_an_answered_question_closes_it() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let qid = json!({"qid": question});
    ben.answer(&question, "giraffe").await;
    for _ in 0..2 {
        let closed = ann
            .delete_with("/question/deleteQuestion", qid.clone())
            .await
            .ok();
        assert_eq!(
            (closed["closedAt"].is_string(), closed.get("deletedAt")),
            (true, None)
        );
    }
    assert_eq!(
        ben.get("/question/getQuestion?view=card").await.ok()[0]["closed"],
        true
    );
}

#[tokio::test]
async fn a_closed_question_rejects_only_new_answers() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let qid = json!({"qid": question});
    let answer = ben.answer(&question, "giraffe").await;
    ann.delete_with("/question/deleteQuestion", qid).await.ok();
    ann.post(
        "/answer/addAnswer",
        json!({"qid": question, "ans": {"text": "x"}}),
    )
    .await
    .refused(409, "This question is closed");
    ben.patch(
        "/answer/editAnswer",
        json!({"aid": answer, "text": "okapi"}),
    )
    .await
    .ok();
    ben.comment("question", &question, "why?").await;
    ann.post(
        "/question/acceptAnswer",
        json!({"qid": question, "aid": answer}),
    )
    .await
    .ok();
}

#[tokio::test]
async fn only_the_asker_reopens_a_question() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let qid = json!({"qid": question});
    ben.answer(&question, "giraffe").await;
    ann.delete_with("/question/deleteQuestion", qid.clone())
        .await
        .ok();
    ben.post("/question/undeleteQuestion", qid.clone())
        .await
        .refused(403, "You can only change your own posts");
    for _ in 0..2 {
        assert_eq!(
            ann.post("/question/undeleteQuestion", qid.clone())
                .await
                .ok()
                .get("closedAt"),
            None
        );
    }
    ann.answer(&question, "x").await;
}

#[tokio::test]
async fn a_closed_question_can_be_deleted_without_its_answers() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let qid = json!({"qid": question});
    let answer = ben.answer(&question, "giraffe").await;
    let second = ann.answer(&question, "x").await;

    ann.delete_with("/question/deleteQuestion", qid.clone())
        .await
        .ok();
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    ann.delete_with("/answer/deleteAnswer", json!({"aid": second}))
        .await
        .ok();
    let gone = ann
        .delete_with("/question/deleteQuestion", qid.clone())
        .await
        .ok();
    assert_eq!(
        (gone["deletedAt"].is_string(), gone.get("closedAt")),
        (true, None)
    );
    assert_eq!(
        ann.post("/question/undeleteQuestion", qid)
            .await
            .ok()
            .get("closedAt"),
        None
    );
    ann.answer(&question, "x").await;
}
