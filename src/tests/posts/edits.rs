//! Edits and revisions.

use super::*;
use crate::features::search;
use crate::platform::db::Write;

impl Person {
    async fn edit(&self, question: &str, title: &str, text: &str, tags: &[&str]) -> Value {
        let tags: Value = tags.iter().map(|tag| json!({"name": tag})).collect();
        let body = json!({"qid": question, "title": title, "text": text, "tags": tags});
        self.patch("/question/editQuestion", body).await.ok()
    }

    async fn edit_answer(&self, answer: &str, text: &str) -> Value {
        let body = json!({"aid": answer, "text": text});
        self.patch("/answer/editAnswer", body).await.ok()
    }

    /// Edits a comment three times, the second time without changes.
    async fn edit_comment_thrice(&self, comment: &str) {
        for text in ["short", "short", "shy"] {
            let body = json!({"cid": comment, "text": text});
            self.patch("/comment/editComment", body).await.ok();
        }
    }
}

/// A question of Ann with an answer by Ben, who also comments on the answer.
struct Thread {
    site: TestSite,
    ann: Person,
    ben: Person,
    question: String,
    answer: String,
    comment: String,
}

impl Thread {
    async fn new() -> Self {
        let site = TestSite::new();
        let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
        let question = ann.ask("Zebra", "striped", &["animal", "africa"]).await;
        let answer = ben.answer(&question, "giraffe").await;
        let comment = ben.comment("answer", &answer, "tall").await;
        Self {
            site,
            ann,
            ben,
            question,
            answer,
            comment,
        }
    }

    /// Edits each of the posts.
    async fn edited() -> Self {
        let thread = Self::new().await;
        let tags = ["africa", "history"];
        thread
            .ann
            .edit(&thread.question, "Quagga", "extinct", &tags)
            .await;
        thread.ben.edit_answer(&thread.answer, "okapi").await;
        thread.ben.edit_comment_thrice(&thread.comment).await;
        thread
    }
}

#[tokio::test]
async fn an_edit_without_changes_creates_no_revision() {
    let thread = Thread::new().await;
    let Thread { ann, question, .. } = &thread;
    let same = ann
        .edit(question, "Zebra ", "striped", &["Animal", "africa"])
        .await;
    assert_eq!(same.get("editedAt"), None);
    assert_eq!(ann.revisions(question).await, ["striped"]);
}

#[tokio::test]
async fn an_edit_changes_the_question() {
    let thread = Thread::new().await;
    let Thread { ann, question, .. } = &thread;
    let edited = ann
        .edit(question, "Quagga", "extinct", &["africa", "history"])
        .await;
    assert_eq!(
        (&edited["title"], &edited["text"], &edited["askedBy"]),
        (&json!("Quagga"), &json!("extinct"), &json!("ann"))
    );
    assert_eq!(
        (names(&edited["tags"], "name"), &edited["editedAt"]),
        (
            vec!["africa".into(), "history".into()],
            &json!("2026-11-21T00:00:00.000Z")
        )
    );
}

#[tokio::test]
async fn edits_change_answers_and_comments() {
    let thread = Thread::new().await;
    let Thread {
        ann,
        ben,
        question,
        answer,
        comment,
        ..
    } = &thread;
    let reply = ben.edit_answer(answer, "okapi").await;
    assert_eq!(
        (&reply["text"], &reply["comments"][0]["text"]),
        (&json!("okapi"), &json!("tall"))
    );
    assert!(reply["editedAt"].is_string());
    ben.edit_comment_thrice(comment).await;
    let stored = &ann.question(question).await["answers"][0];
    assert_eq!(
        (&stored["text"], &stored["comments"][0]["text"]),
        (&json!("okapi"), &json!("shy"))
    );
}

#[tokio::test]
async fn lists_and_search_use_the_edited_text() {
    let thread = Thread::edited().await;
    let Thread { ann, .. } = &thread;
    for (search, found) in [
        ("quagga", 1),
        ("[history]", 1),
        ("okapi", 1),
        ("extinct", 1),
        ("zebra", 0),
        ("[animal]", 0),
        ("giraffe", 0),
        ("striped", 0),
    ] {
        assert_eq!(
            ann.titles(&format!("/question/getQuestion?search={search}"))
                .await
                .len(),
            found,
            "{search}"
        );
    }
    ann.get("/tag/getTagByName/animal")
        .await
        .refused(404, "Tag not found");
    assert_eq!(
        names(
            &ann.get("/tag/getTagsWithQuestionNumber").await.ok(),
            "name"
        ),
        ["africa", "history"]
    );
}

#[tokio::test]
async fn an_edit_keeps_the_previous_revision() {
    let thread = Thread::edited().await;
    let Thread {
        ann,
        ben,
        question,
        answer,
        comment,
        ..
    } = &thread;
    let history = ben.get(&format!("/post/getRevisions/{question}")).await;
    assert_eq!(history.header("x-total-count"), "2");
    let history = history.ok();
    assert_eq!(
        (names(&history, "title"), names(&history, "text")),
        (
            vec!["Quagga".into(), "Zebra".into()],
            vec!["extinct".into(), "striped".into()]
        )
    );
    assert_eq!(
        (&history[1]["tags"], &history[1]["editedBy"]),
        (&json!(["animal", "africa"]), &json!("ann"))
    );
    assert_eq!(ann.revisions(answer).await, ["okapi", "giraffe"]);
    assert_eq!(ann.revisions(comment).await, ["shy", "short", "tall"]);
}

#[tokio::test]
async fn revisions_are_paged() {
    let thread = Thread::edited().await;
    let Thread { ann, comment, .. } = &thread;
    let page = ann
        .get(&format!("/post/getRevisions/{comment}?limit=2"))
        .await;
    let next = page
        .header("link")
        .strip_prefix('<')
        .and_then(|link| link.split_once('>'))
        .expect("a next page")
        .0
        .to_owned();
    assert_eq!(
        (
            names(&page.ok(), "text"),
            names(&ann.get(&next).await.ok(), "text")
        ),
        (vec!["shy".into(), "short".into()], vec!["tall".into()])
    );
}

#[tokio::test]
async fn an_absent_post_has_no_revisions() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.get(&format!("/post/getRevisions/{ABSENT}"))
        .await
        .refused(404, "Post not found");
}

#[tokio::test]
async fn revisions_store_only_replaced_texts() {
    let thread = Thread::edited().await;
    let Thread {
        site,
        ann,
        question,
        ..
    } = &thread;
    // After an edit of the title alone and one of the text, each revision keeps its content, and
    // the current text is stored once.
    for (title, text) in [("Plains zebra", "extinct"), ("Plains zebra", "alive")] {
        ann.edit(question, title, text, &["africa", "history"])
            .await;
    }
    assert_eq!(
        ann.revisions(question).await,
        ["alive", "extinct", "extinct", "striped"]
    );
    let stored =
        "SELECT group_concat(decompressed(compressed_text), ' ' ORDER BY id) FROM revisions";
    let stored: String = site
        .site
        .app
        .db
        .read(move |read| read.value(stored, []))
        .await
        .expect("texts");
    assert_eq!(stored, "striped giraffe extinct extinct");
}

#[tokio::test]
async fn invalid_edits_change_nothing() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ann.answer(&question, "y").await;
    let comment = ann.comment("question", &question, "z").await;
    let before = ann.question(&question).await;
    let edit = |title: &str, text: &str| json!({"qid": question, "title": title, "text": text, "tags": [{"name": "a"}]});
    ann.patch("/question/editQuestion", edit("", "x"))
        .await
        .refused(400, "Title cannot be empty");
    ann.patch("/question/editQuestion", edit("T", ""))
        .await
        .refused(400, "Question text cannot be empty");
    ann.patch(
        "/question/editQuestion",
        json!({"qid": question, "title": "T", "text": "x"}),
    )
    .await
    .refused(400, "Should have at least 1 tag");
    ann.patch(
        "/answer/editAnswer",
        json!({"aid": answer, "text": "[x](http://y)"}),
    )
    .await
    .refused(400, "Invalid hyperlink format.");
    ann.patch("/answer/editAnswer", json!({"aid": answer}))
        .await
        .refused(400, "Answer text cannot be empty");
    ann.patch(
        "/comment/editComment",
        json!({"cid": comment, "text": "x".repeat(5_001)}),
    )
    .await
    .refused(400, "Comment text cannot be more than 5000 characters");
    ann.patch(
        "/comment/editComment",
        json!({"cid": comment, "text": "\u{0}"}),
    )
    .await
    .refused(400, "Text cannot contain the NUL character");
    assert_eq!(ann.question(&question).await, before);
}

#[tokio::test]
async fn only_the_author_edits_or_deletes_a_post() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ann.answer(&question, "y").await;
    let comment = ann.comment("question", &question, "z").await;
    let before = ann.question(&question).await;
    let edit = |title: &str, text: &str| json!({"qid": question, "title": title, "text": text, "tags": [{"name": "a"}]});
    let not_yours = "You can only change your own posts";
    ben.patch("/question/editQuestion", edit("U", "x"))
        .await
        .refused(403, not_yours);
    ben.patch("/answer/editAnswer", json!({"aid": answer, "text": "u"}))
        .await
        .refused(403, not_yours);
    ben.patch("/comment/editComment", json!({"cid": comment, "text": "u"}))
        .await
        .refused(403, not_yours);
    ben.delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .refused(403, not_yours);
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .refused(403, not_yours);
    ben.delete_with("/comment/deleteComment", json!({"cid": comment}))
        .await
        .refused(403, not_yours);
    ben.post("/question/undeleteQuestion", json!({"qid": question}))
        .await
        .refused(403, not_yours);
    assert_eq!(ann.question(&question).await, before);
}

#[tokio::test]
async fn an_edit_requires_an_id_of_the_right_kind() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ann.answer(&question, "y").await;
    let comment = ann.comment("question", &question, "z").await;
    let before = ann.question(&question).await;
    ann.patch(
        "/question/editQuestion",
        json!({"qid": answer, "title": "T", "text": "x", "tags": [{"name": "a"}]}),
    )
    .await
    .refused(404, "Question not found");
    ann.patch("/answer/editAnswer", json!({"aid": question, "text": "u"}))
        .await
        .refused(404, "Post not found");
    ann.patch("/comment/editComment", json!({"cid": answer, "text": "u"}))
        .await
        .refused(404, "Post not found");
    ann.delete_with("/answer/deleteAnswer", json!({"aid": comment}))
        .await
        .refused(404, "Post not found");
    ann.post("/answer/undeleteAnswer", json!({"aid": answer}))
        .await
        .refused(404, "Post not found");
    ann.post("/comment/undeleteComment", json!({"cid": comment}))
        .await
        .refused(404, "Post not found");
    let reply = ann
        .patch("/answer/editAnswer", json!({"aid": 7, "text": "u"}))
        .await;
    assert_eq!(reply.status, 400, "{}", reply.text);
    assert_eq!(ann.question(&question).await, before);
}

/// An import writes links that members may not write.
#[tokio::test]
async fn an_edit_may_keep_the_links_of_a_post_and_add_no_such_links() {
    let Thread {
        site,
        ann,
        ben,
        question,
        answer,
        ..
    } = Thread::new().await;
    let imported = format!("[a](/question/{question}) [b](http://b.example)");
    let text = imported.clone();
    let import = move |tx: &mut Write<'_>| {
        tx.without_event("an import");
        tx.execute("UPDATE posts SET text = ?1", [&text])?;
        search::rebuild(tx)?;
        while search::step(tx)? {}
        Ok(())
    };
    site.site.app.db.write(import).await.expect("the texts");
    ann.edit(&question, "Zebra", &format!("{imported} more"), &["a"])
        .await;
    ben.edit_answer(&answer, &format!("[b](http://b.example) {imported}"))
        .await;
    let other = format!("{imported} [c](http://c.example)");
    let body = json!({"aid": answer, "text": other});
    ben.patch("/answer/editAnswer", body)
        .await
        .refused(400, "Invalid hyperlink format.");
    let body = json!({"qid": question, "title": "Zebra", "text": "[a](/question/1)", "tags": [{"name": "a"}]});
    ann.patch("/question/editQuestion", body)
        .await
        .refused(400, "Invalid hyperlink format.");
    site.promote("ben").await;
    let body = json!({"id": question, "title": "Zebra", "text": imported, "tags": [{"name": "a"}], "reason": "r"});
    ben.patch("/moderation/editPost", body).await.ok();
}
