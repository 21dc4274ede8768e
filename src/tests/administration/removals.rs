//! Removing and restoring posts.

use std::time::Duration;

use super::*;

/// A closed question of Ann with a comment and an accepted answer by Ben, and an administrator.
struct Thread {
    site: TestSite,
    root: Person,
    ann: Person,
    ben: Person,
    question: String,
    answer: String,
    comment: String,
    before: Value,
}

impl Thread {
    async fn new() -> Self {
        let site = TestSite::new();
        let [root, ann, ben] = people(&site).await;
        let question = ann.ask("Zebra", "striped", &["animal"]).await;
        let answer = ben.answer(&question, "giraffe").await;
        let comment = ben.comment("question", &question, "why?").await;
        ann.post(
            "/question/acceptAnswer",
            json!({"qid": question, "aid": answer}),
        )
        .await
        .ok();
        ann.delete_with("/question/deleteQuestion", json!({"qid": question}))
            .await
            .ok();
        let before = ann.question_without_views(&question).await;
        assert!(before["closedAt"].is_string());
        Self {
            site,
            root,
            ann,
            ben,
            question,
            answer,
            comment,
            before,
        }
    }

    /// Removes the comment, then the question.
    async fn remove_comment_and_question(&self) {
        self.root.remove(&self.comment, "spam").await;
        self.site.clock.advance(Duration::from_secs(1));
        self.root.remove(&self.question, "rude").await;
    }

    async fn restore(&self, post: &str) {
        let body = json!({"id": post});
        self.root
            .post("/administration/restorePost", body)
            .await
            .ok();
    }
}

#[tokio::test]
async fn a_removal_is_returned_with_its_reason() {
    let thread = Thread::new().await;
    let Thread {
        root,
        ann,
        question,
        comment,
        ..
    } = &thread;
    let removal = root.remove(comment, " spam ").await;
    assert_eq!(
        (
            &removal["type"],
            &removal["author"],
            &removal["removedBy"],
            &removal["reason"],
            &removal["text"]
        ),
        (
            &json!("comment"),
            &json!("ben"),
            &json!("root1"),
            &json!("spam"),
            &json!("why?")
        )
    );
    assert_eq!(
        ann.question_without_views(question).await["comments"],
        json!([])
    );
    root.post(
        "/administration/removePost",
        json!({"id": comment, "reason": "again"}),
    )
    .await
    .refused(404, "Post not found");
}

#[tokio::test]
async fn only_the_author_sees_why_a_comment_was_removed() {
    let thread = Thread::new().await;
    let Thread {
        root, ben, comment, ..
    } = &thread;
    root.remove(comment, "spam").await;
    let listed = ben.get("/post/getDeletedPosts").await.ok();
    assert_eq!(
        (&listed[0]["_id"], &listed[0]["removalReason"]),
        (&json!(comment), &json!("spam"))
    );
    ben.post("/comment/undeleteComment", json!({"cid": comment}))
        .await
        .refused(404, "Post not found");
    assert_eq!(
        ben.get("/user/getData").await.ok()["comments"][0]["removalReason"],
        "spam"
    );
}

#[tokio::test]
async fn a_removed_answer_is_gone_and_cannot_be_undeleted() {
    let thread = Thread::new().await;
    let Thread {
        root,
        ann,
        ben,
        question,
        answer,
        ..
    } = &thread;
    root.remove(answer, "off topic").await;
    let seen = ann.question_without_views(question).await;
    assert_eq!(
        (
            &seen["answers"],
            &seen["answerCount"],
            seen.get("acceptedAnswerId")
        ),
        (&json!([]), &json!(0), None)
    );
    assert_eq!(
        ann.titles("/question/getQuestion?search=giraffe").await,
        [""; 0]
    );
    ben.post("/answer/undeleteAnswer", json!({"aid": answer}))
        .await
        .refused(404, "Post not found");
}

/// Removing a question removes its answers too, instead of closing the question.
#[tokio::test]
async fn a_removed_question_is_gone_for_all_users() {
    let thread = Thread::new().await;
    let Thread {
        root,
        ann,
        ben,
        question,
        ..
    } = &thread;
    root.remove(question, "rude").await;
    for person in [ann, ben, root] {
        person
            .get(&format!("/question/getQuestionById/{question}"))
            .await
            .refused(404, "Question not found");
        assert_eq!(person.titles("/question/getQuestion").await, [""; 0]);
        assert_eq!(
            person.get("/tag/getTagsWithQuestionNumber").await.ok(),
            json!([])
        );
    }
}

#[tokio::test]
async fn only_the_author_sees_why_a_question_was_removed() {
    let thread = Thread::new().await;
    let Thread {
        root,
        ann,
        ben,
        question,
        ..
    } = &thread;
    root.remove(question, "rude").await;
    ann.post("/question/undeleteQuestion", json!({"qid": question}))
        .await
        .refused(404, "Question not found");
    assert_eq!(
        ann.get("/post/getDeletedPosts").await.ok()[0]["removalReason"],
        "rude"
    );
    assert_eq!(
        ann.get("/user/getData").await.ok()["questions"][0]["removalReason"],
        "rude"
    );
    for person in [ben, root] {
        assert_eq!(
            person
                .get(&format!("/post/getDeletedPosts?qid={question}"))
                .await
                .ok(),
            json!([])
        );
        assert!(!person.get("/user/getData").await.text.contains("rude"));
    }
}

#[tokio::test]
async fn a_comment_is_restored_only_after_its_question() {
    let thread = Thread::new().await;
    let Thread {
        root,
        question,
        comment,
        ..
    } = &thread;
    thread.remove_comment_and_question().await;
    root.post("/administration/restorePost", json!({"id": comment}))
        .await
        .refused(404, "Post not found");
    let listed = root.get("/administration/getRemovals").await;
    assert_eq!(
        (listed.header("x-total-count"), id_of(&listed.ok()[0])),
        ("1", question.clone())
    );
    for (post, found) in [(question, 1), (comment, 0)] {
        let path = format!("/administration/getRemovals?post={post}");
        let listed = root.get(&path).await.ok();
        assert_eq!(listed.as_array().map(Vec::len), Some(found), "{post}");
    }
}

#[tokio::test]
async fn restored_posts_are_as_before() {
    let thread = Thread::new().await;
    let Thread {
        root,
        ann,
        ben,
        question,
        answer,
        comment,
        before,
        ..
    } = &thread;
    root.remove(answer, "off topic").await;
    thread.restore(answer).await;
    thread.remove_comment_and_question().await;
    for id in [question, comment] {
        root.post("/administration/restorePost", json!({"id": id}))
            .await
            .ok();
        root.post("/administration/restorePost", json!({"id": id}))
            .await
            .refused(404, "Post not found");
    }
    ann.post(
        "/question/acceptAnswer",
        json!({"qid": question, "aid": answer}),
    )
    .await
    .ok();
    assert_eq!(ann.question_without_views(question).await, *before);
    assert_eq!(
        ann.titles("/question/getQuestion?search=giraffe").await,
        ["Zebra"]
    );
    assert_eq!(
        root.get("/administration/getRemovals").await.ok(),
        json!([])
    );
    for author in [ann, ben] {
        assert_eq!(author.get("/post/getDeletedPosts").await.ok(), json!([]));
        assert!(
            !author
                .get("/user/getData")
                .await
                .text
                .contains("removalReason")
        );
    }
}

#[tokio::test]
async fn removals_and_restorations_are_in_the_audit_log() {
    let thread = Thread::new().await;
    thread.root.remove(&thread.comment, "spam").await;
    thread.site.clock.advance(Duration::from_secs(1));
    thread.root.remove(&thread.answer, "off topic").await;
    thread.restore(&thread.answer).await;
    thread.site.clock.advance(Duration::from_secs(1));
    thread.root.remove(&thread.question, "rude").await;
    thread.restore(&thread.question).await;
    thread.restore(&thread.comment).await;
    let record = thread.site.site.app.db.read(|read| {
        let sql = "SELECT r.reason, a.username, r.removed_at, b.username, r.restored_at FROM removals r
                   JOIN users a ON a.id = r.removed_by JOIN users b ON b.id = r.restored_by ORDER BY r.id";
        read.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?, row.get(3)?, row.get::<_, i64>(4)?)))
    });
    let record: Vec<(String, String, i64, String, i64)> = record.await.expect("the record");
    let reasons: Vec<&str> = record.iter().map(|(reason, ..)| reason.as_str()).collect();
    assert_eq!(reasons, ["spam", "off topic", "rude"]);
    assert!(
        record
            .iter()
            .all(|(_, by, removed, undone_by, undone)| by == "root1"
                && undone_by == "root1"
                && removed <= undone)
    );
}

#[tokio::test]
async fn authors_and_administrators_cannot_undo_each_others_deletions() {
    let site = TestSite::new();
    let [root, ann, _] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ann.delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .ok();
    root.post("/administration/restorePost", json!({"id": question}))
        .await
        .refused(404, "Post not found");
    root.post(
        "/administration/removePost",
        json!({"id": question, "reason": "x"}),
    )
    .await
    .refused(404, "Post not found");
    // The administrator's own post is no exception.
    let own = root.ask("Mine", "x", &["a"]).await;
    root.remove(&own, "a test").await;
    root.post("/question/undeleteQuestion", json!({"qid": own}))
        .await
        .refused(404, "Question not found");
    root.post("/administration/restorePost", json!({"id": own}))
        .await
        .ok();
    root.get(&format!("/question/getQuestionById/{own}"))
        .await
        .ok();
}

#[tokio::test]
async fn a_removal_needs_a_reason() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let before = ann.question_without_views(&question).await;
    let remove = |reason: &str| json!({"id": question, "reason": reason});
    for (reason, sentence) in [
        (String::new(), "Reason cannot be empty"),
        (" \n".to_owned(), "Reason cannot be empty"),
        ("x".repeat(501), "Reason cannot be more than 500 characters"),
        ("\u{0}".to_owned(), "Text cannot contain the NUL character"),
    ] {
        root.post("/administration/removePost", remove(&reason))
            .await
            .refused(400, sentence);
    }
    root.post("/administration/removePost", json!({"id": question}))
        .await
        .refused(400, "Reason cannot be empty");
    ben.post("/administration/removePost", remove("x"))
        .await
        .refused(403, "Only moderators of the site can do this");
    assert_eq!(ann.question_without_views(&question).await, before);
}

#[tokio::test]
async fn administrators_cannot_read_or_remove_private_posts() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let private = site.community(1, "private", &["ann", "ben"]);
    site.community(2, "public", &[]);
    let question = ann.ask_in(&private, "Secret").await;
    let remove = json!({"id": question, "reason": "x"});
    root.post("/administration/removePost", remove.clone())
        .await
        .refused(404, "Post not found");
    let listed = root.get("/administration/getCommunities").await;
    assert_eq!(listed.header("x-total-count"), "2");
    let listed = listed.ok();
    assert_eq!(
        (&listed[0]["memberCount"], listed[0].get("questionCount")),
        (&json!(2), None)
    );
    assert_eq!(listed[1]["questionCount"], 0);

    // As a member they may; after leaving they may not.
    site.promote("ben").await;
    ben.post("/administration/removePost", remove).await.ok();
    assert_eq!(
        ben.get("/administration/getCommunities?search=UNITY%201")
            .await
            .ok()[0]["questionCount"],
        0
    );
    assert_eq!(
        root.get("/administration/getRemovals").await.ok(),
        json!([])
    );
    root.post("/administration/restorePost", json!({"id": question}))
        .await
        .refused(404, "Post not found");
    site.expel(1, "ben");
    assert_eq!(ben.get("/administration/getRemovals").await.ok(), json!([]));
    site.admit(1, "ben");
    ben.post("/administration/restorePost", json!({"id": question}))
        .await
        .ok();
    ann.get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
}

#[tokio::test]
async fn a_removal_event_has_no_reason() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, ann, ben] = people(site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let comment = ann.comment("question", &question, "hm").await;
    let mut sockets = [server.socket_of(&ann).await, server.socket_of(&ben).await];
    root.remove(&comment, "the reason").await;
    root.remove(&question, "the reason").await;
    root.post("/administration/restorePost", json!({"id": question}))
        .await
        .ok();
    for (socket, is_author) in sockets.iter_mut().zip([true, false]) {
        let (name, payload) = socket.event().await;
        assert_eq!(
            (name.as_str(), &payload["result"]["comments"]),
            ("commentUpdate", &json!([]))
        );
        if is_author {
            assert_eq!(socket.event().await.0, "moderationNotice");
        }
        let (name, gone) = socket.event().await;
        assert_eq!(
            (name.as_str(), &gone["title"], gone["deletedAt"].is_string()),
            ("questionUpdate", &json!("[deleted]"), true)
        );
        if is_author {
            assert_eq!(socket.event().await.0, "moderationNotice");
        }
        let (name, back) = socket.event().await;
        assert_eq!(
            (name.as_str(), &back["title"], back.get("deletedAt")),
            ("questionUpdate", &json!("Zebra"), None)
        );
        assert!(
            ![payload, gone, back]
                .iter()
                .any(|told| told.to_string().contains("the reason"))
        );
    }
}
