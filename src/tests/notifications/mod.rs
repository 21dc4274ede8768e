//! Notifications: recipients, access, and what counts as seen.

mod history;

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{Person, TestSite, id_of};
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::features::{notifications, users};
use crate::platform::db::plans;

const ABSENT: &str = "0000000000001";

impl Person {
    /// Returns the ids of the notifications, newest first, with a `*` for unread ones.
    async fn notification_ids(&self) -> Vec<String> {
        let reply = self
            .get(&format!("/getNotifications?userID={}", self.name))
            .await;
        let list = reply.ok();
        let list = list.as_array().expect("an array");
        let is_unread = |item: &Value| !item["viewed"].as_bool().expect("a flag");
        let unread = list.iter().filter(|item| is_unread(item)).count();
        assert_eq!(
            (
                reply.header("x-total-count"),
                reply.header("x-unread-count")
            ),
            (&*list.len().to_string(), &*unread.to_string())
        );
        list.iter()
            .map(|item| {
                item["_id"].as_str().expect("an id").to_owned()
                    + if is_unread(item) { "*" } else { "" }
            })
            .collect()
    }
}

#[tokio::test]
async fn authors_are_notified_of_answers_and_comments_by_others() {
    let site = TestSite::new();
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    let question = ann.ask("Who?", "x", &["a"]).await;
    let answer = ben.answer(&question, "Me").await;
    let on_question = cem.comment("question", &question, "you").await;
    let on_answer = cem.comment("answer", &answer, "not you").await;
    // Users are not notified of their own actions.
    ann.answer(&question, "I").await;
    ann.comment("question", &question, "I").await;
    ben.comment("answer", &answer, "I").await;

    let notified = |id: &str, kind: &str, by: &str, text: &str, answer: Value| {
        let mut notified = json!({"_id": id, "questionId": question, "questionTitle": "Who?", "updateType": kind, "updateBy": by,
                              "updateText": text, "viewed": false, "createdAt": "2026-11-21T00:00:00.000Z"});
        if answer.is_string() {
            notified["answerId"] = answer;
        }
        notified
    };
    let of_ann = json!([
        notified(&on_question, "comment", "cem", "you", Value::Null),
        notified(&answer, "answer", "ben", "Me", json!(answer))
    ]);
    assert_eq!(ann.get("/getNotifications").await.ok(), of_ann);
    let of_ben = json!([notified(
        &on_answer,
        "comment",
        "cem",
        "not you",
        json!(answer)
    )]);
    assert_eq!(
        ben.get("/notification/getNotifications?userID=ben")
            .await
            .ok(),
        of_ben
    );
    assert_eq!(cem.get("/getNotifications").await.ok(), json!([]));
    cem.get("/getNotifications?userID=ann")
        .await
        .refused(403, "You can only do this as yourself");
}

#[tokio::test]
async fn a_notification_shows_the_current_text_of_its_post() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    let text = format!("\u{1f40e}{}", "ö".repeat(1_500));
    ben.patch("/answer/editAnswer", json!({"aid": answer, "text": text}))
        .await
        .ok();
    ann.patch(
        "/question/editQuestion",
        json!({"qid": question, "title": "U", "text": "x", "tags": [{"name": "a"}]}),
    )
    .await
    .ok();
    let notified = &ann.get("/getNotifications").await.ok()[0];
    assert_eq!(
        (&notified["updateText"], &notified["questionTitle"]),
        (
            &json!(text.chars().take(1_000).collect::<String>()),
            &json!("U")
        )
    );
}

#[tokio::test]
async fn only_the_recipient_marks_a_notification_as_seen() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let (first, second) = (
        ben.answer(&question, "1").await,
        ben.answer(&question, "2").await,
    );
    let third = ben.comment("question", &question, "3").await;
    assert_eq!(
        ann.notification_ids().await,
        [
            format!("{third}*"),
            format!("{second}*"),
            format!("{first}*")
        ]
    );

    for spelling in ["/viewNotification", "/notification/viewNotification"] {
        let seen = ann
            .patch(spelling, json!({"userID": "ann", "notificationID": second}))
            .await
            .ok();
        assert_eq!(
            (&seen["_id"], &seen["viewed"]),
            (&json!(second), &json!(true))
        );
    }
    assert_eq!(
        ann.notification_ids().await,
        [format!("{third}*"), second.clone(), format!("{first}*")]
    );
    for id in [ABSENT, &question, "undefined", ""] {
        ann.patch(
            "/viewNotification",
            json!({"userID": "ann", "notificationID": id}),
        )
        .await
        .refused(404, "Notification not found");
    }
    ben.patch("/viewNotification", json!({"notificationID": first}))
        .await
        .refused(404, "Notification not found");
    for call in ["/viewNotification", "/clearAllNotifications"] {
        let body = json!({"userID": "ann", "notificationID": first});
        ben.patch(call, body)
            .await
            .refused(403, "You can only do this as yourself");
    }
    for spelling in [
        "/clearAllNotifications",
        "/notification/clearAllNotifications",
    ] {
        let all = ann.patch(spelling, json!({"userID": "ann"})).await.ok();
        assert!(
            all.as_array()
                .unwrap()
                .iter()
                .all(|item| item["viewed"] == true),
            "{all}"
        );
    }
    assert_eq!(ann.notification_ids().await, [third, second, first]);
    assert_eq!(
        ben.patch("/clearAllNotifications", json!({})).await.ok(),
        json!([])
    );
}

#[tokio::test]
async fn a_notification_requires_access_to_its_post() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (question, other) = (
        ann.ask("T", "x", &["a"]).await,
        ann.ask("U", "x", &["a"]).await,
    );
    let answer = ann.answer(&question, "y").await;
    let theirs = ben.answer(&question, "z").await;
    let comment = ben.comment("answer", &answer, "c").await;
    let last = ben.comment("question", &other, "d").await;
    let [theirs_new, comment_new, last_new] = [&theirs, &comment, &last].map(|id| format!("{id}*"));
    ann.patch("/viewNotification", json!({"notificationID": comment}))
        .await
        .ok();
    let all = [last_new.clone(), comment.clone(), theirs_new.clone()];
    assert_eq!(ann.notification_ids().await, all);

    for (person, kind, call, id, left) in [
        (&ben, "aid", "Answer", &theirs, vec![&last_new, &comment]),
        (
            &ben,
            "cid",
            "Comment",
            &comment,
            vec![&last_new, &theirs_new],
        ),
        // The answer with the comment.
        (&ann, "aid", "Answer", &answer, vec![&last_new, &theirs_new]),
        (&ann, "qid", "Question", &other, vec![&comment, &theirs_new]),
    ] {
        let kind_path = call.to_lowercase();
        person
            .delete_with(&format!("/{kind_path}/delete{call}"), json!({kind: id}))
            .await
            .ok();
        assert_eq!(
            ann.notification_ids().await,
            left.into_iter().cloned().collect::<Vec<_>>(),
            "{call} {id}"
        );
        person
            .post(&format!("/{kind_path}/undelete{call}"), json!({kind: id}))
            .await
            .ok();
        assert_eq!(ann.notification_ids().await, all, "{call} {id}");
    }
    assert_eq!(comment_new, format!("{comment}*"));
}

#[tokio::test]
async fn a_notification_disappears_with_access_to_its_question() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let (open, hidden) = (
        ann.ask("T", "x", &["a"]).await,
        ann.ask_in(&private, "hidden").await,
    );
    let (seen, unseen) = (ben.answer(&open, "1").await, ben.answer(&hidden, "2").await);
    assert_eq!(
        ann.notification_ids().await,
        [format!("{unseen}*"), format!("{seen}*")]
    );
    site.expel(7, "ann");
    assert_eq!(ann.notification_ids().await, [format!("{seen}*")]);
    let absent = ann
        .patch("/viewNotification", json!({"notificationID": ABSENT}))
        .await;
    let hidden_one = ann
        .patch("/viewNotification", json!({"notificationID": unseen}))
        .await;
    assert_eq!(
        (hidden_one.status, &hidden_one.text),
        (absent.status, &absent.text)
    );
    assert_eq!(absent.status, 404);
    // Hidden notifications do not count as seen, and ones written meanwhile appear when access
    // returns.
    ann.patch("/clearAllNotifications", json!({})).await.ok();
    let later = ben.comment("question", &hidden, "3").await;
    assert_eq!(ann.notification_ids().await, [seen.as_str()]);
    site.admit(7, "ann");
    assert_eq!(
        ann.notification_ids().await,
        [format!("{later}*"), format!("{unseen}*"), seen]
    );
}

#[tokio::test]
async fn notifications_are_paged() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let mut expected = Vec::new();
    for number in 0..7 {
        expected.insert(
            0,
            ben.comment("question", &question, &number.to_string())
                .await,
        );
    }
    ann.patch("/viewNotification", json!({"notificationID": expected[3]}))
        .await
        .ok();
    let (mut found, mut next) = (
        Vec::new(),
        Some("/getNotifications?userID=ann&limit=3".to_owned()),
    );
    while let Some(path) = next {
        let page = ann.get(&path).await;
        assert_eq!(
            (page.header("x-total-count"), page.header("x-unread-count")),
            ("7", "6")
        );
        found.extend(page.ok().as_array().unwrap().iter().map(id_of));
        next = page.next_page();
    }
    assert_eq!(found, expected);
    ann.get("/getNotifications?cursor=x")
        .await
        .refused(400, "Invalid cursor");
}

/// Neither listing new notifications nor counting them scans those seen long ago.
#[tokio::test]
async fn seen_notifications_are_not_scanned() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let token = users::session::hash(&ann.cookie("stoa_session").expect("a session"));
    let statements = site.site.app.db.write(move |tx| {
        let me = users::store::sessions::me(tx, &token)?.expect("ann");
        plans(tx, || {
            notifications::store::list(tx, &me, &Paging::first())?;
            notifications::store::mark_all_viewed(tx, &me, Id::from_i64(i64::MAX)).map(drop)
        })
    });
    for (sql, plan) in statements.await.unwrap() {
        let is_bounded =
            sql.contains("LIMIT") && !plan.iter().any(|line| line.contains("ORDER BY"));
        let of_unread = |line: &String| {
            line.starts_with("SEARCH n USING") && line.contains("notifications_unread")
        };
        let is_about_unread = sql.contains("viewed_at IS NULL");
        assert!(is_bounded || is_about_unread, "{sql}");
        assert_eq!(
            plan.iter().any(of_unread),
            is_about_unread,
            "{sql}\n{}",
            plan.join("\n")
        );
    }
}

#[tokio::test]
async fn deleted_users_notify_without_a_name_and_receive_nothing() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (of_ann, of_ben) = (
        ann.ask("T", "x", &["a"]).await,
        ben.ask("U", "x", &["a"]).await,
    );
    ben.answer(&of_ann, "y").await;
    ann.answer(&of_ben, "z").await;
    ben.delete("/user/deleteUser/ben").await.ok();
    ann.comment("question", &of_ben, "are you there?").await;
    let notified = ann.get("/getNotifications").await.ok();
    assert_eq!(
        (
            notified.as_array().unwrap().len(),
            &notified[0]["updateBy"],
            &notified[0]["updateText"]
        ),
        (1, &json!("[deleted]"), &json!("y"))
    );
    let rows = site
        .site
        .app
        .db
        .read(|read| read.value::<i64>("SELECT count(*) FROM notifications", []))
        .await
        .unwrap();
    assert_eq!(rows, 1, "only the notification of ann is stored");
}

#[tokio::test]
async fn notification_events_reach_only_recipients_with_access() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let private = server.site.community(7, "private", &["ann", "ben"]);
    let (open, hidden) = (
        ann.ask("T", "x", &["a"]).await,
        ann.ask_in(&private, "hidden").await,
    );
    let (mut by_ann, mut again, mut by_ben) = (
        server.socket_of(&ann).await,
        server.socket_of(&ann).await,
        server.socket_of(&ben).await,
    );
    let mut visitor = server.socket("").await;
    let first = ben.answer(&hidden, "y").await;
    let second = ben.comment("question", &open, "z").await;
    ann.patch("/viewNotification", json!({"notificationID": first}))
        .await
        .ok();
    ann.patch("/viewNotification", json!({"notificationID": first}))
        .await
        .ok();
    ann.patch("/clearAllNotifications", json!({})).await.ok();
    ann.patch("/clearAllNotifications", json!({})).await.ok();
    for socket in [&mut by_ann, &mut again] {
        for (other, change, id, viewed) in [
            ("answerUpdate", "created", &first, false),
            ("commentUpdate", "created", &second, false),
            ("", "viewed", &first, true),
            ("", "cleared", &second, true),
        ] {
            if !other.is_empty() {
                assert_eq!(socket.event().await.0, other);
            }
            let (name, payload) = socket.event().await;
            assert_eq!(
                (name.as_str(), &payload["type"]),
                ("notificationUpdate", &json!(change))
            );
            assert_eq!(
                (
                    &payload["notification"]["_id"],
                    &payload["notification"]["viewed"]
                ),
                (&json!(id), &json!(viewed))
            );
        }
    }
    assert_eq!(
        [by_ben.event().await.0, by_ben.event().await.0],
        ["answerUpdate", "commentUpdate"]
    );

    server.site.expel(7, "ann");
    ben.comment("question", &hidden, "secret").await;
    // All unread notifications are hidden, so clearing them sends no event.
    ann.patch("/clearAllNotifications", json!({})).await.ok();
    assert_eq!(by_ben.event().await.0, "commentUpdate");
    for socket in [&mut by_ann, &mut again, &mut by_ben, &mut visitor] {
        socket.expect_silence().await;
    }
}
