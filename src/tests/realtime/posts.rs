//! Events about posts.

use super::*;

/// A question of Ann with an answer and a comment by Ben, who also asked the question `original`.
/// `by_ben` is a socket of Ben that has received these events.
struct Thread {
    _server: Listening,
    ann: Person,
    ben: Person,
    by_ben: Socket,
    question: String,
    answer: String,
    comment: String,
    original: String,
}

impl Thread {
    async fn new() -> Self {
        let server = Listening::start().await;
        let (ann, ben) = (
            server.site.sign_up("ann").await,
            server.site.sign_up("ben").await,
        );
        let mut by_ben = server.socket_of(&ben).await;
        let question = ann.ask("T", "x", &["a"]).await;
        let answer = ben.answer(&question, "y").await;
        let body = json!({"id": question, "type": "question", "comment": {"text": "c"}});
        let comment = super::super::id_of(&ben.post("/comment/addComment", body).await.ok());
        let original = ben.ask("first", "x", &["a"]).await;
        for expected in [
            "questionUpdate",
            "answerUpdate",
            "commentUpdate",
            "questionUpdate",
        ] {
            assert_eq!(by_ben.event().await.0, expected);
        }
        Self {
            _server: server,
            ann,
            ben,
            by_ben,
            question,
            answer,
            comment,
            original,
        }
    }
}

/// A client without support for votes on answers must neither take them for the question's nor add
/// the answer twice.
#[tokio::test]
async fn a_vote_on_an_answer_sends_a_comment_update() {
    let mut thread = Thread::new().await;
    let Thread {
        ann,
        by_ben,
        question,
        answer,
        ..
    } = &mut thread;
    ann.post("/answer/upvoteAnswer", json!({"aid": answer}))
        .await
        .ok();
    let (name, payload) = by_ben.event().await;
    assert_eq!(
        (name.as_str(), &payload["type"], &payload["qid"]),
        ("commentUpdate", &json!("answer"), &json!(question))
    );
    assert_eq!(
        (&payload["result"]["_id"], &payload["result"]["upVotes"]),
        (&json!(answer), &json!(["ann"]))
    );
}

#[tokio::test]
async fn changes_to_a_question_send_a_question_update() {
    let mut thread = Thread::new().await;
    let Thread {
        ann,
        by_ben,
        question,
        answer,
        ..
    } = &mut thread;
    let qid = json!({"qid": question});
    let replies = [
        ann.post(
            "/question/acceptAnswer",
            json!({"qid": question, "aid": answer}),
        )
        .await,
        ann.patch(
            "/question/editQuestion",
            json!({"qid": question, "title": "U", "text": "x", "tags": [{"name": "b"}]}),
        )
        .await,
        ann.delete_with("/question/deleteQuestion", qid.clone())
            .await,
        ann.post("/question/undeleteQuestion", qid).await,
    ];
    for reply in replies {
        assert_eq!(
            by_ben.event().await,
            ("questionUpdate".to_owned(), reply.ok()),
            "{}",
            reply.call
        );
    }
}

#[tokio::test]
async fn a_change_without_effect_sends_no_event() {
    let mut thread = Thread::new().await;
    let Thread {
        ann,
        by_ben,
        question,
        answer,
        ..
    } = &mut thread;
    let accepted = json!({"qid": question, "aid": answer});
    ann.post("/question/acceptAnswer", accepted).await.ok();
    assert_eq!(by_ben.event().await.0, "questionUpdate");
    ann.post(
        "/question/acceptAnswer",
        json!({"qid": question, "aid": answer}),
    )
    .await
    .ok();
    ann.post("/question/undeleteQuestion", json!({"qid": question}))
        .await
        .ok();
    by_ben.expect_silence().await;
}

#[tokio::test]
async fn edits_and_deletions_of_answers_and_comments_send_events() {
    let mut thread = Thread::new().await;
    let Thread {
        ben,
        by_ben,
        question,
        answer,
        comment,
        ..
    } = &mut thread;
    ben.patch("/answer/editAnswer", json!({"aid": answer, "text": "z"}))
        .await
        .ok();
    let (name, payload) = by_ben.event().await;
    assert_eq!(
        (name.as_str(), &payload["type"], &payload["qid"]),
        ("commentUpdate", &json!("answer"), &json!(question))
    );
    assert_eq!(
        (
            &payload["result"]["text"],
            payload["result"]["editedAt"].is_string()
        ),
        (&json!("z"), true)
    );
    ben.patch("/comment/editComment", json!({"cid": comment, "text": "d"}))
        .await
        .ok();
    let (name, payload) = by_ben.event().await;
    assert_eq!(
        (name.as_str(), &payload["result"]["comments"][0]["text"]),
        ("commentUpdate", &json!("d"))
    );
    ben.delete_with("/comment/deleteComment", json!({"cid": comment}))
        .await
        .ok();
    assert_eq!(by_ben.event().await.1["result"]["comments"], json!([]));
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    assert_eq!(by_ben.event().await.1["answers"], json!([]));
}

#[tokio::test]
async fn a_link_sends_an_event_for_both_questions() {
    let mut thread = Thread::new().await;
    let Thread {
        ann,
        by_ben,
        question,
        original,
        ..
    } = &mut thread;
    ann.post(
        "/question/addDuplicate",
        json!({"qid": question, "duplicateOf": original}),
    )
    .await
    .ok();
    assert_eq!(
        [
            by_ben.event().await.1["_id"].clone(),
            by_ben.event().await.1["_id"].clone()
        ],
        [json!(question), json!(original)]
    );

    ann.delete_with(
        "/question/removeDuplicate",
        json!({"qid": question, "duplicateOf": original}),
    )
    .await
    .ok();
    assert_eq!(
        [
            by_ben.event().await.1["_id"].clone(),
            by_ben.event().await.1["_id"].clone()
        ],
        [json!(question), json!(original)]
    );
}

#[tokio::test]
async fn a_vote_on_a_question_sends_a_vote_update() {
    let mut thread = Thread::new().await;
    let Thread {
        ben,
        by_ben,
        question,
        ..
    } = &mut thread;
    ben.post("/question/upvoteQuestion", json!({"qid": question}))
        .await
        .ok();
    assert_eq!(by_ben.event().await.0, "voteUpdate");
}

#[tokio::test]
async fn a_deleted_question_is_sent_without_content() {
    let mut thread = Thread::new().await;
    let Thread {
        ann,
        ben,
        by_ben,
        question,
        answer,
        ..
    } = &mut thread;
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    assert_eq!(by_ben.event().await.0, "questionUpdate");
    let qid = json!({"qid": question});
    ann.delete_with("/question/deleteQuestion", qid.clone())
        .await
        .ok();
    let (name, mut payload) = by_ben.event().await;
    assert!(
        payload
            .as_object_mut()
            .unwrap()
            .remove("deletedAt")
            .is_some_and(|at| at.is_string())
    );
    // Only its author and date are left.
    let gone = json!({"_id": question, "title": "[deleted]", "text": "", "tags": [], "answers": [], "askedBy": "ann",
                      "askDateTime": "2026-11-21T00:00:00.000Z", "views": [], "upVotes": [], "downVotes": [], "comments": [],
                      "viewCount": 0, "answerCount": 0, "score": 0});
    assert_eq!((name.as_str(), payload), ("questionUpdate", gone));
    ann.post("/question/undeleteQuestion", qid).await.ok();
    assert_eq!(by_ben.event().await.1["title"], "T");
    by_ben.expect_silence().await;
}

#[tokio::test]
async fn link_events_show_the_state_of_both_questions() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let private = server.site.community(7, "private", &["ann"]);
    let (question, linked) = (
        ann.ask("T", "x", &["a"]).await,
        ben.ask("first", "x", &["a"]).await,
    );
    let body =
        json!({"title": "hidden", "text": "x", "tags": [{"name": "a"}], "communityId": private});
    let hidden = super::super::id_of(&ann.post("/question/addQuestion", body).await.ok());
    for original in [&linked, &hidden] {
        ann.post(
            "/question/addDuplicate",
            json!({"qid": question, "duplicateOf": original}),
        )
        .await
        .ok();
    }
    let qid = json!({"qid": question});
    let edit =
        |text: &str| json!({"qid": question, "title": "U", "text": text, "tags": [{"name": "a"}]});

    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let received = async |socket: &mut Socket, expected: &[&String]| {
        for id in expected {
            let (name, payload) = socket.event().await;
            assert_eq!(
                (name.as_str(), &payload["_id"]),
                ("questionUpdate", &json!(id))
            );
        }
    };
    ann.patch("/question/editQuestion", edit("x")).await.ok();
    ann.delete_with("/question/deleteQuestion", qid.clone())
        .await
        .ok();
    ann.post("/question/undeleteQuestion", qid.clone())
        .await
        .ok();
    for _ in 0..3 {
        received(&mut by_ann, &[&linked, &hidden, &question]).await;
        received(&mut by_ben, &[&linked, &question]).await;
    }
    let answer = ben.answer(&question, "y").await;
    for socket in [&mut by_ann, &mut by_ben] {
        assert_eq!(socket.event().await.1["answer"]["_id"], answer);
    }
    assert_eq!(by_ann.event().await.0, "notificationUpdate");
    ann.delete_with("/question/deleteQuestion", qid.clone())
        .await
        .ok();
    ann.post("/question/undeleteQuestion", qid).await.ok();
    for _ in 0..2 {
        received(&mut by_ann, &[&linked, &hidden, &question]).await;
        received(&mut by_ben, &[&linked, &question]).await;
    }
    // The links do not show the text.
    ann.patch("/question/editQuestion", edit("y")).await.ok();
    received(&mut by_ben, &[&question]).await;
    by_ben.expect_silence().await;
}

#[tokio::test]
async fn a_link_event_reaches_only_readers_of_both_questions() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let ask = |community: &str| json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": community});
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let mut hidden = Vec::new();
    for (number, members) in [(7, ["ann", "ben"]), (8, ["ann", "cem"])] {
        let community = server.site.community(number, "private", &members);
        hidden.push(super::super::id_of(
            &ann.post("/question/addQuestion", ask(&community))
                .await
                .ok(),
        ));
        assert_eq!(by_ann.event().await.0, "questionUpdate");
    }
    let open = ben.ask("open", "x", &["a"]).await;
    assert_eq!(by_ann.event().await.1["_id"], open);
    for asked in [&hidden[0], &open] {
        assert_eq!(by_ben.event().await.1["_id"], **asked);
    }
    for (qid, original) in [(&open, &hidden[1]), (&hidden[0], &hidden[1])] {
        ann.post(
            "/question/addDuplicate",
            json!({"qid": qid, "duplicateOf": original}),
        )
        .await
        .ok();
        assert_eq!(
            [
                by_ann.event().await.1["_id"].clone(),
                by_ann.event().await.1["_id"].clone()
            ],
            [json!(qid), json!(original)]
        );
    }
    by_ben.expect_silence().await;
}

#[tokio::test]
async fn a_new_view_sends_an_event() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let mut by_ann = server.socket_of(&ann).await;
    let question = ann.ask("T", "x", &["a"]).await;
    assert_eq!(by_ann.event().await.0, "questionUpdate");
    for _ in 0..3 {
        ben.get(&format!("/question/getQuestionById/{question}"))
            .await
            .ok();
        ann.get(&format!("/question/getQuestionById/{question}"))
            .await
            .ok();
    }
    // One event for both views, or one each if a second ends between them; never another one for
    // the same viewer.
    let mut counts = Vec::new();
    while counts.last() != Some(&2) {
        let (name, payload) = by_ann.event().await;
        assert_eq!(name, "viewsUpdate");
        assert_eq!(
            payload["views"].as_array().unwrap().len() as u64,
            payload["viewCount"].as_u64().unwrap()
        );
        counts.push(payload["viewCount"].as_u64().unwrap());
    }
    assert!(counts == [2] || counts == [1, 2], "{counts:?}");
    ben.get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    by_ann.expect_silence().await;
}

#[tokio::test]
async fn events_of_a_private_community_reach_members_only() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let community = server.site.community(7, "private", &["ann"]);
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let body =
        json!({"title": "hidden", "text": "x", "tags": [{"name": "a"}], "communityId": community});
    let question = super::super::id_of(&ann.post("/question/addQuestion", body).await.ok());
    assert_eq!(by_ann.event().await.0, "questionUpdate");
    ann.post("/question/upvoteQuestion", json!({"qid": question}))
        .await
        .ok();
    assert_eq!(by_ann.event().await.0, "voteUpdate");
    // Rights are checked at each event, not at the handshake.
    server.site.sql("INSERT INTO memberships SELECT 7, id, 'member', 0 FROM users WHERE username = 'ben'; DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE username = 'ann')");
    ben.answer(&question, "now I can").await;
    assert_eq!(by_ben.event().await.0, "answerUpdate");
    by_ann.expect_silence().await;
}
