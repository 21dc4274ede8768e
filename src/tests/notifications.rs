//! Notifications: who is told of what, what he may still read of it, and what he has seen.

use serde_json::{Value, json};

use super::live::Listening;
use super::{Person, TestSite};

const ABSENT: &str = "0000000000001";

impl Person {
    /// The ids of the notifications, newest first, with a `*` at those that are unread.
    async fn notified(&self) -> Vec<String> {
        let reply = self.get(&format!("/getNotifications?userID={}", self.name)).await;
        let list = reply.ok();
        let list = list.as_array().expect("an array");
        let is_unread = |item: &Value| !item["viewed"].as_bool().expect("a flag");
        let unread = list.iter().filter(|item| is_unread(item)).count();
        assert_eq!((reply.header("x-total-count"), reply.header("x-unread-count")), (&*list.len().to_string(), &*unread.to_string()));
        list.iter().map(|item| item["_id"].as_str().expect("an id").to_owned() + if is_unread(item) { "*" } else { "" }).collect()
    }
}

#[tokio::test]
async fn authors_are_told_of_answers_and_comments_of_others() {
    let site = TestSite::new();
    let (ann, ben, cem) = (site.sign_up("ann").await, site.sign_up("ben").await, site.sign_up("cem").await);
    let question = ann.ask("Who?", "x", &["a"]).await;
    let answer = ben.answer(&question, "Me").await;
    let on_question = cem.comment("question", &question, "you").await;
    let on_answer = cem.comment("answer", &answer, "not you").await;
    // Nobody is told of what he does himself.
    ann.answer(&question, "I").await;
    ann.comment("question", &question, "I").await;
    ben.comment("answer", &answer, "I").await;

    let told = |id: &str, kind: &str, by: &str, text: &str, answer: Value| {
        let mut told = json!({"_id": id, "questionId": question, "questionTitle": "Who?", "updateType": kind, "updateBy": by,
                              "updateText": text, "viewed": false, "createdAt": "2026-11-21T00:00:00.000Z"});
        if answer.is_string() {
            told["answerId"] = answer;
        }
        told
    };
    let of_ann = json!([told(&on_question, "comment", "cem", "you", Value::Null), told(&answer, "answer", "ben", "Me", json!(answer))]);
    assert_eq!(ann.get("/getNotifications").await.ok(), of_ann);
    let of_ben = json!([told(&on_answer, "comment", "cem", "not you", json!(answer))]);
    assert_eq!(ben.get("/notification/getNotifications?userID=ben").await.ok(), of_ben);
    assert_eq!(cem.get("/getNotifications").await.ok(), json!([]));
    cem.get("/getNotifications?userID=ann").await.refused(403, "You can only do this as yourself");
}

#[tokio::test]
async fn what_is_told_is_what_the_post_says_now() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    let text = format!("\u{1f40e}{}", "ö".repeat(1_500));
    ben.patch("/answer/editAnswer", json!({"aid": answer, "text": text})).await.ok();
    ann.patch("/question/editQuestion", json!({"qid": question, "title": "U", "text": "x", "tags": [{"name": "a"}]})).await.ok();
    let told = &ann.get("/getNotifications").await.ok()[0];
    assert_eq!((&told["updateText"], &told["questionTitle"]), (&json!(text.chars().take(1_000).collect::<String>()), &json!("U")));
}

#[tokio::test]
async fn a_notification_is_seen_once_and_by_its_recipient_alone() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let (first, second) = (ben.answer(&question, "1").await, ben.answer(&question, "2").await);
    let third = ben.comment("question", &question, "3").await;
    assert_eq!(ann.notified().await, [format!("{third}*"), format!("{second}*"), format!("{first}*")]);

    for spelling in ["/viewNotification", "/notification/viewNotification"] {
        let seen = ann.patch(spelling, json!({"userID": "ann", "notificationID": second})).await.ok();
        assert_eq!((&seen["_id"], &seen["viewed"]), (&json!(second), &json!(true)));
    }
    assert_eq!(ann.notified().await, [format!("{third}*"), second.clone(), format!("{first}*")]);
    for id in [ABSENT, &question, "undefined", ""] {
        ann.patch("/viewNotification", json!({"userID": "ann", "notificationID": id})).await.refused(404, "Notification not found");
    }
    ben.patch("/viewNotification", json!({"notificationID": first})).await.refused(404, "Notification not found");
    for call in ["/viewNotification", "/clearAllNotifications"] {
        let body = json!({"userID": "ann", "notificationID": first});
        ben.patch(call, body).await.refused(403, "You can only do this as yourself");
    }
    for spelling in ["/clearAllNotifications", "/notification/clearAllNotifications"] {
        let all = ann.patch(spelling, json!({"userID": "ann"})).await.ok();
        assert!(all.as_array().unwrap().iter().all(|item| item["viewed"] == true), "{all}");
    }
    assert_eq!(ann.notified().await, [third, second, first]);
    assert_eq!(ben.patch("/clearAllNotifications", json!({})).await.ok(), json!([]));
}

#[tokio::test]
async fn a_notification_is_as_readable_as_what_it_tells_of() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (question, other) = (ann.ask("T", "x", &["a"]).await, ann.ask("U", "x", &["a"]).await);
    let answer = ann.answer(&question, "y").await;
    let theirs = ben.answer(&question, "z").await;
    let comment = ben.comment("answer", &answer, "c").await;
    let last = ben.comment("question", &other, "d").await;
    let [theirs_new, comment_new, last_new] = [&theirs, &comment, &last].map(|id| format!("{id}*"));
    ann.patch("/viewNotification", json!({"notificationID": comment})).await.ok();
    let all = [last_new.clone(), comment.clone(), theirs_new.clone()];
    assert_eq!(ann.notified().await, all);

    for (person, kind, call, id, left) in [
        (&ben, "aid", "Answer", &theirs, vec![&last_new, &comment]),
        (&ben, "cid", "Comment", &comment, vec![&last_new, &theirs_new]),
        // The answer that was commented on.
        (&ann, "aid", "Answer", &answer, vec![&last_new, &theirs_new]),
        (&ann, "qid", "Question", &other, vec![&comment, &theirs_new]),
    ] {
        let kind_path = call.to_lowercase();
        person.delete_with(&format!("/{kind_path}/delete{call}"), json!({kind: id})).await.ok();
        assert_eq!(ann.notified().await, left.into_iter().cloned().collect::<Vec<_>>(), "{call} {id}");
        person.post(&format!("/{kind_path}/undelete{call}"), json!({kind: id})).await.ok();
        assert_eq!(ann.notified().await, all, "{call} {id}");
    }
    assert_eq!(comment_new, format!("{comment}*"));
}

#[tokio::test]
async fn a_notification_goes_with_the_right_to_read_the_question() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let (open, hidden) = (ann.ask("T", "x", &["a"]).await, ann.ask_in(&private, "hidden").await);
    let (seen, unseen) = (ben.answer(&open, "1").await, ben.answer(&hidden, "2").await);
    assert_eq!(ann.notified().await, [format!("{unseen}*"), format!("{seen}*")]);
    site.expel(7, "ann");
    assert_eq!(ann.notified().await, [format!("{seen}*")]);
    let absent = ann.patch("/viewNotification", json!({"notificationID": ABSENT})).await;
    let hidden_one = ann.patch("/viewNotification", json!({"notificationID": unseen})).await;
    assert_eq!((hidden_one.status, &hidden_one.text), (absent.status, &absent.text));
    assert_eq!(absent.status, 404);
    // What he cannot see he has not seen, and written meanwhile is there when he comes back.
    ann.patch("/clearAllNotifications", json!({})).await.ok();
    let later = ben.comment("question", &hidden, "3").await;
    assert_eq!(ann.notified().await, [seen.as_str()]);
    site.admit(7, "ann");
    assert_eq!(ann.notified().await, [format!("{later}*"), format!("{unseen}*"), seen]);
}

#[tokio::test]
async fn notifications_come_in_pages() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let mut expected = Vec::new();
    for number in 0..7 {
        expected.insert(0, ben.comment("question", &question, &number.to_string()).await);
    }
    ann.patch("/viewNotification", json!({"notificationID": expected[3]})).await.ok();
    let (mut found, mut next) = (Vec::new(), Some("/getNotifications?userID=ann&limit=3".to_owned()));
    while let Some(path) = next {
        let page = ann.get(&path).await;
        assert_eq!((page.header("x-total-count"), page.header("x-unread-count")), ("7", "6"));
        found.extend(page.ok().as_array().unwrap().iter().map(super::id_of));
        next = page.next_page();
    }
    assert_eq!(found, expected);
    ann.get("/getNotifications?cursor=x").await.refused(400, "Invalid cursor");
}

#[tokio::test]
async fn the_deleted_tell_without_a_name_and_are_told_nothing() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (of_ann, of_ben) = (ann.ask("T", "x", &["a"]).await, ben.ask("U", "x", &["a"]).await);
    ben.answer(&of_ann, "y").await;
    ann.answer(&of_ben, "z").await;
    ben.delete("/user/deleteUser/ben").await.ok();
    ann.comment("question", &of_ben, "are you there?").await;
    let told = ann.get("/getNotifications").await.ok();
    assert_eq!((told.as_array().unwrap().len(), &told[0]["updateBy"], &told[0]["updateText"]), (1, &json!("[deleted]"), &json!("y")));
    let rows = site.site.app.db.read(|read| read.value::<i64>("SELECT count(*) FROM notifications", [])).await.unwrap();
    assert_eq!(rows, 1, "only what ann was told is kept");
}

#[tokio::test]
async fn only_the_recipient_hears_of_a_notification_and_only_while_he_may_read_it() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let private = server.site.community(7, "private", &["ann", "ben"]);
    let (open, hidden) = (ann.ask("T", "x", &["a"]).await, ann.ask_in(&private, "hidden").await);
    let (mut by_ann, mut again, mut by_ben) =
        (server.socket_of(&ann).await, server.socket_of(&ann).await, server.socket_of(&ben).await);
    let mut stranger = server.socket("").await;
    let first = ben.answer(&hidden, "y").await;
    let second = ben.comment("question", &open, "z").await;
    ann.patch("/viewNotification", json!({"notificationID": first})).await.ok();
    ann.patch("/viewNotification", json!({"notificationID": first})).await.ok();
    ann.patch("/clearAllNotifications", json!({})).await.ok();
    ann.patch("/clearAllNotifications", json!({})).await.ok();
    for socket in [&mut by_ann, &mut again] {
        for (other, change, id, viewed) in
            [("answerUpdate", "created", &first, false), ("commentUpdate", "created", &second, false), ("", "viewed", &first, true), ("", "cleared", &second, true)]
        {
            if !other.is_empty() {
                assert_eq!(socket.event().await.0, other);
            }
            let (name, payload) = socket.event().await;
            assert_eq!((name.as_str(), &payload["type"]), ("notificationUpdate", &json!(change)));
            assert_eq!((&payload["notification"]["_id"], &payload["notification"]["viewed"]), (&json!(id), &json!(viewed)));
        }
    }
    assert_eq!([by_ben.event().await.0, by_ben.event().await.0], ["answerUpdate", "commentUpdate"]);

    server.site.expel(7, "ann");
    ben.comment("question", &hidden, "secret").await;
    // All that is unread is hidden: to clear it is no news.
    ann.patch("/clearAllNotifications", json!({})).await.ok();
    assert_eq!(by_ben.event().await.0, "commentUpdate");
    for socket in [&mut by_ann, &mut again, &mut by_ben, &mut stranger] {
        socket.hears_nothing().await;
    }
}
