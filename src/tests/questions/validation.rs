//! Validation of questions, answers and comments.

use super::*;

#[tokio::test]
async fn invalid_questions_are_rejected_without_changes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let tags = |names: &[&str]| {
        names
            .iter()
            .map(|name| json!({"name": name}))
            .collect::<Value>()
    };
    for (question, sentence) in [
        (
            question_with("title", json!(" \n")),
            "Title cannot be empty",
        ),
        (
            question_with("title", json!("x".repeat(101))),
            "Title cannot be more than 100 characters",
        ),
        (
            question_with("text", json!("")),
            "Question text cannot be empty",
        ),
        (
            question_with("text", json!("x".repeat(30_001))),
            "Question text cannot be more than 30000 characters",
        ),
        (
            question_with("text", json!("see [here](http://x.y)")),
            "Invalid hyperlink format.",
        ),
        (
            question_with("text", json!("a\u{0}")),
            "Text cannot contain the NUL character",
        ),
        (
            question_with("tags", json!([])),
            "Should have at least 1 tag",
        ),
        (
            question_with("tags", tags(&["a", "b", "c", "d", "e", "f"])),
            "Cannot have more than 5 tags",
        ),
        (
            question_with("tags", tags(&["abcdefghijklmnopqrstu"])),
            "New tag length cannot be more than 20",
        ),
        (json!({}), "Title cannot be empty"),
        (question_with("title", json!(null)), "Title cannot be empty"),
    ] {
        ann.post("/question/addQuestion", question)
            .await
            .refused(400, sentence);
    }
    assert_eq!(ann.get("/question/getQuestion").await.ok(), json!([]));
}

#[tokio::test]
async fn titles_and_tags_lose_direction_controls_and_keep_marks() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut question = question_with(
        "title",
        json!("a\u{202e}b\u{2066} \u{2069}c\u{200f}\u{200e}\u{61c}"),
    );
    question["tags"] = json!([{"name": "ru\u{202a}st"}, {"name": "\u{2067}rust"}]);
    let asked = ann.post("/question/addQuestion", question).await.ok();
    assert_eq!(asked["title"], "ab c\u{200f}\u{200e}\u{61c}");
    assert_eq!(asked["tags"].as_array().unwrap().len(), 1);
    assert_eq!(asked["tags"][0]["name"], "rust");
}

#[tokio::test]
async fn a_question_is_asked_only_in_the_own_name() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.post(
        "/question/addQuestion",
        question_with("askedBy", json!("ben")),
    )
    .await
    .refused(403, "You can only do this as yourself");
}

#[tokio::test]
async fn values_of_a_wrong_type_are_rejected_without_changes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for wrong_type in [
        question_with("title", json!(1)),
        question_with("tags", json!("a")),
        question_with("askedBy", json!(1)),
        json!([]),
        json!(["T", "x", [{"name": "a"}]]),
        json!(null),
        question_with("communityId", json!({})),
    ] {
        let reply = ann.post("/question/addQuestion", wrong_type).await;
        assert!(
            reply.status == 400 && reply.text.starts_with("Malformed request: "),
            "{}",
            reply.text
        );
    }
    assert_eq!(ann.get("/question/getQuestion").await.ok(), json!([]));
}

#[tokio::test]
async fn a_title_may_have_a_hundred_characters() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.post(
        "/question/addQuestion",
        question_with("title", json!("\u{1f40e}".repeat(100))),
    )
    .await
    .ok();
}

#[tokio::test]
async fn invalid_answers_are_rejected_without_changes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = |text: &str| json!({"qid": question, "ans": {"text": text, "ansBy": "ann", "ansDateTime": "x", "comments": []}});
    ann.post("/answer/addAnswer", answer(" "))
        .await
        .refused(400, "Answer text cannot be empty");
    ann.post("/answer/addAnswer", answer("[](https://x.y)"))
        .await
        .refused(400, "Invalid hyperlink format.");
    ann.post("/answer/addAnswer", answer(&"x".repeat(30_001)))
        .await
        .refused(400, "Answer text cannot be more than 30000 characters");
    ann.post(
        "/answer/addAnswer",
        json!({"qid": ABSENT, "ans": {"text": "x"}}),
    )
    .await
    .refused(404, "Question not found");
    ann.post(
        "/answer/addAnswer",
        json!({"qid": "../..", "ans": {"text": "x"}}),
    )
    .await
    .refused(404, "Question not found");
    let stored = ann
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(
        (&stored["answers"], &stored["comments"]),
        (&json!([]), &json!([]))
    );
}

#[tokio::test]
async fn invalid_comments_are_rejected_without_changes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let comment = |text: &str| json!({"id": question, "type": "question", "comment": {"text": text, "commentBy": "ann"}});
    ann.post("/comment/addComment", comment("\t\n"))
        .await
        .refused(400, "Comment text cannot be empty");
    ann.post("/comment/addComment", comment(&"x".repeat(5_001)))
        .await
        .refused(400, "Comment text cannot be more than 5000 characters");
    ann.post(
        "/comment/addComment",
        json!({"id": question, "type": "answer", "comment": {"text": "x"}}),
    )
    .await
    .refused(404, "Post not found");
    for body in [
        json!({"id": question, "type": "user", "comment": {"text": "x"}}),
        json!({"id": question, "comment": {"text": "x"}}),
    ] {
        ann.post("/comment/addComment", body)
            .await
            .refused(400, "Invalid comment type");
    }
    let stored = ann
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(
        (&stored["answers"], &stored["comments"]),
        (&json!([]), &json!([]))
    );
}
