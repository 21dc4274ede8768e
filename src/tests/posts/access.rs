//! Posts of private communities.

use super::*;

#[tokio::test]
async fn private_posts_are_absent_for_non_members() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let body =
        json!({"title": "hidden", "text": "x", "tags": [{"name": "a"}], "communityId": private});
    let hidden = id_of(&ben.post("/question/addQuestion", body.clone()).await.ok());
    let second = id_of(&ben.post("/question/addQuestion", body).await.ok());
    let answer = ben.answer(&hidden, "y").await;
    let comment = ben.comment("answer", &answer, "z").await;
    let open = ann.ask("open", "x", &["a"]).await;
    ben.post(
        "/question/addDuplicate",
        json!({"qid": open, "duplicateOf": hidden}),
    )
    .await
    .ok();
    let lost = ben.comment("answer", &answer, "deleted").await;
    ben.delete_with("/comment/deleteComment", json!({"cid": lost}))
        .await
        .ok();
    ben.delete_with("/question/deleteQuestion", json!({"qid": second}))
        .await
        .ok();
    assert_eq!(
        ben.get("/post/getDeletedPosts")
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        2
    );
    site.sql(
        "DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE username = 'ben')",
    );

    // Authors lose access too when they leave.
    let before = ann.question(&hidden).await;
    for (method, path, body) in [
        (
            "PATCH",
            "/question/editQuestion",
            json!({"qid": hidden, "title": "T", "text": "x", "tags": [{"name": "a"}]}),
        ),
        ("DELETE", "/question/deleteQuestion", json!({"qid": hidden})),
        ("POST", "/question/undeleteQuestion", json!({"qid": hidden})),
        ("POST", "/question/undeleteQuestion", json!({"qid": second})),
        (
            "POST",
            "/question/acceptAnswer",
            json!({"qid": hidden, "aid": answer}),
        ),
        ("POST", "/question/unacceptAnswer", json!({"qid": hidden})),
        (
            "POST",
            "/question/addDuplicate",
            json!({"qid": open, "duplicateOf": hidden}),
        ),
        (
            "DELETE",
            "/question/removeDuplicate",
            json!({"qid": open, "duplicateOf": hidden}),
        ),
        (
            "GET",
            &format!("/question/getDuplicates/{hidden}"),
            Value::Null,
        ),
        (
            "PATCH",
            "/answer/editAnswer",
            json!({"aid": answer, "text": "x"}),
        ),
        ("DELETE", "/answer/deleteAnswer", json!({"aid": answer})),
        ("POST", "/answer/upvoteAnswer", json!({"aid": answer})),
        (
            "PATCH",
            "/comment/editComment",
            json!({"cid": comment, "text": "x"}),
        ),
        ("DELETE", "/comment/deleteComment", json!({"cid": comment})),
        ("POST", "/comment/undeleteComment", json!({"cid": lost})),
        ("GET", &format!("/post/getRevisions/{hidden}"), Value::Null),
        ("GET", &format!("/post/getRevisions/{answer}"), Value::Null),
        ("GET", &format!("/post/getRevisions/{comment}"), Value::Null),
    ] {
        let body = Some(body).filter(|body| !body.is_null());
        let reply = ben.request(method.parse().unwrap(), path, body).await;
        assert!(
            reply.status == 404
                && ["Question not found", "Post not found"].contains(&reply.text.as_str()),
            "{}: {}",
            reply.call,
            reply.text
        );
    }
    assert_eq!(ben.get("/post/getDeletedPosts").await.ok(), json!([]));
    assert_eq!(
        ben.get(&format!("/question/getDuplicates/{open}"))
            .await
            .ok(),
        json!([])
    );
    assert_eq!(
        names(
            &ann.get(&format!("/question/getDuplicates/{open}"))
                .await
                .ok(),
            "title"
        ),
        ["hidden"]
    );
    assert_eq!(ann.question(&hidden).await, before);
}
