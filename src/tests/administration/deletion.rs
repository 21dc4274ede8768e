//! Deleting the accounts of others, with or without their posts.

use super::*;

/// Waits until nothing of a deleted account is left to delete.
async fn finish(site: &TestSite) {
    let is_pending = || {
        let sql = "SELECT count(*) FROM pending_purges";
        let count = site
            .connection()
            .query_row(sql, [], |row| row.get::<_, i64>(0));
        count.expect("a count") > 0
    };
    while is_pending() {
        site.settle().await;
    }
}

#[tokio::test]
async fn a_deleted_users_posts_stay_unless_they_are_deleted_too() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let body = json!({"userId": "ann"});
    let deleted = root.post("/administration/deleteUser", body.clone()).await;
    assert_eq!(deleted.ok()["username"], "ann");
    finish(&site).await;
    ann.get("/user/me").await.refused(401, "Please log in");
    assert_eq!(
        ben.question_without_views(&question).await["askedBy"],
        "[deleted]"
    );
    root.post("/administration/deleteUser", body).await.refused(
        404,
        "No user data found. Make sure the username parameter is correct.",
    );
}

#[tokio::test]
async fn deleting_a_user_needs_the_password_again() {
    let site = TestSite::new();
    let [root, ..] = people(&site).await;
    site.clock.advance(std::time::Duration::from_secs(601));
    root.post("/administration/deleteUser", json!({"userId": "ann"}))
        .await
        .refused(403, "Current password required");
    root.get("/user/getUser/ann").await.ok();
}

#[tokio::test]
async fn deleting_a_user_with_posts_leaves_nothing_of_them_to_read() {
    let site = TestSite::new();
    let [root, ann, ben] = people(&site).await;
    let private = site.community(1, "private", &["ann", "ben"]);
    for number in 0..7 {
        ann.ask(&format!("Walrus {number}"), "tusks", &["zoo"])
            .await;
    }
    let own = ann.ask("Walrus with answers", "tusks", &["zoo"]).await;
    ann.answer(&own, "walrus").await;
    let by_ben = ben.answer(&own, "An answer by Ben").await;
    ann.comment("answer", &by_ben, "walrus").await;
    ann.ask_in(&private, "Walrus in private").await;
    let question = ben.ask("Okapi", "striped", &["zoo"]).await;
    let answer = ann.answer(&question, "walrus").await;
    ann.comment("question", &question, "walrus").await;
    ben.comment("answer", &answer, "a comment by Ben").await;
    // Hidden with the thread of another, which returns later.
    let hidden = ben.ask("Removed", "x", &["a"]).await;
    ann.answer(&hidden, "walrus").await;
    root.remove(&hidden, "x").await;
    for number in 0..60 {
        let message = json!({"messageToAdd": {"msg": format!("walrus {number}")}});
        ann.post("/messaging/addMessage", message).await.ok();
    }
    let chat =
        json!({"participants": ["ann", "ben"], "messages": [{"msg": "walrus"}, {"msg": "walrus"}]});
    let chat = id_of(&ann.post("/chat/createChat", chat).await.ok());
    let message = json!({"msg": "by ben"});
    ben.post(&format!("/chat/{chat}/addMessage"), message)
        .await
        .ok();

    let body = json!({"userId": "ann", "withPosts": true});
    root.post("/administration/deleteUser", body).await.ok();
    finish(&site).await;
    root.post("/administration/restorePost", json!({"id": hidden}))
        .await
        .ok();
    for path in [
        "/question/getQuestion".to_owned(),
        "/question/getQuestion?search=walrus".to_owned(),
        format!("/question/getQuestionById/{question}"),
        format!("/question/getQuestionById/{hidden}"),
        format!("/question/getCommunityQuestions/{private}"),
        "/messaging/getMessages".to_owned(),
        format!("/chat/{chat}"),
        "/chat/getChatsByUser/ben".to_owned(),
        "/getNotifications".to_owned(),
    ] {
        let shown = ben.get(&path).await;
        shown.ok();
        assert!(
            !shown.text.to_lowercase().contains("walrus"),
            "{path}: {}",
            shown.text
        );
    }
    let seen = ben.question_without_views(&question).await;
    assert_eq!(
        (&seen["answerCount"], &seen["comments"]),
        (&json!(0), &json!([]))
    );
    ben.get(&format!("/question/getQuestionById/{own}"))
        .await
        .refused(404, "Question not found");
    let messages = ben.get("/messaging/getMessages").await;
    assert_eq!(
        (messages.header("x-total-count"), messages.ok()),
        ("0", json!([]))
    );
    let chat = ben.get(&format!("/chat/{chat}")).await;
    assert_eq!(chat.header("x-total-count"), "1");
    site.expect_sound_index().await;
    let rows = site.site.app.db.write(|tx| {
        tx.without_event("a test");
        crate::operations::invariants::DERIVED
            .concat()
            .iter()
            .map(|invariant| invariant.count_violations(tx))
            .sum::<crate::core::error::Result<i64>>()
    });
    assert_eq!(rows.await.expect("a count"), 0);
}

#[tokio::test]
async fn the_posts_of_a_deleted_user_disappear_live() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, ann, ben] = people(site).await;
    let question = ann.ask("Walrus", "tusks", &["zoo"]).await;
    let message = json!({"messageToAdd": {"msg": "walrus"}});
    let message = ann.post("/messaging/addMessage", message).await.ok();
    let mut socket = server.socket_of(&ben).await;
    let body = json!({"userId": "ann", "withPosts": true});
    root.post("/administration/deleteUser", body).await.ok();
    assert_eq!(socket.event().await.0, "userUpdate");
    let (name, gone) = socket.event().await;
    assert_eq!(
        (name.as_str(), &gone["_id"], &gone["title"]),
        ("questionUpdate", &json!(question), &json!("[deleted]"))
    );
    let (name, removed) = socket.event().await;
    assert_eq!(
        (name.as_str(), removed),
        ("messageRemoved", json!({"_id": id_of(&message)}))
    );
}
