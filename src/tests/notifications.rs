//! Notifications: who is told of what, what he may still read of it, and what he has seen.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::live::Listening;
use super::{Person, TestSite, id_of};
use crate::db::plans;
use crate::web::Paging;
use crate::{notifications, users};

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
        found.extend(page.ok().as_array().unwrap().iter().map(id_of));
        next = page.next_page();
    }
    assert_eq!(found, expected);
    ann.get("/getNotifications?cursor=x").await.refused(400, "Invalid cursor");
}

/// What somebody has seen long ago is not gone through to tell him what is new, nor is all that there is to count it.
#[tokio::test]
async fn old_notifications_cost_nothing() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let token = users::session::hash(&ann.cookie("stoa_session").expect("a session"));
    let statements = site.site.app.db.write(move |tx| {
        let me = users::store::sessions::me(tx, &token)?.expect("ann");
        plans(tx, || {
            notifications::store::list(tx, &me, &Paging::first())?;
            notifications::store::mark_all_viewed(tx, &me).map(drop)
        })
    });
    for (sql, plan) in statements.await.unwrap() {
        let is_bounded = sql.contains("LIMIT") && !plan.iter().any(|line| line.contains("ORDER BY"));
        let of_unread = |line: &String| line.starts_with("SEARCH n USING") && line.contains("notifications_unread");
        let is_about_unread = sql.contains("viewed_at IS NULL");
        assert!(is_bounded || is_about_unread, "{sql}");
        assert_eq!(plan.iter().any(of_unread), is_about_unread, "{sql}\n{}", plan.join("\n"));
    }
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
    let (mut by_ann, mut again, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ann).await, server.socket_of(&ben).await);
    let mut stranger = server.socket("").await;
    let first = ben.answer(&hidden, "y").await;
    let second = ben.comment("question", &open, "z").await;
    ann.patch("/viewNotification", json!({"notificationID": first})).await.ok();
    ann.patch("/viewNotification", json!({"notificationID": first})).await.ok();
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

/// One of the things that somebody does in a random history: what it is, and to what.
#[derive(Clone)]
struct Act {
    what: usize,
    question: String,
    answer: String,
    comment: String,
}

/// What came of it, as far as notifications and stars are concerned.
#[derive(Debug)]
enum Done {
    Asked(String),
    Answered { id: String, question: String },
    Commented { id: String, on: String },
    Viewed(String),
    Cleared(Vec<String>),
    Starred(String, bool),
}

impl Person {
    async fn act(&self, act: &Act, private: &str) -> Option<Done> {
        let Act { what, question, answer, comment } = act;
        let tags = json!([{"name": "a"}]);
        let community = if what.is_multiple_of(2) { json!(private) } else { Value::Null };
        let comment_on = |kind: &str, id: &str| json!({"id": id, "type": kind, "comment": {"text": "c"}});
        let told = if what.is_multiple_of(2) { answer } else { comment };
        let (method, path, body) = match what {
            0 | 1 => ("POST", "/question/addQuestion", json!({"title": "T", "text": "x", "tags": tags, "communityId": community})),
            2..=4 => ("POST", "/answer/addAnswer", json!({"qid": question, "ans": {"text": "y"}})),
            5 | 6 => ("POST", "/comment/addComment", comment_on("question", question)),
            7 | 8 => ("POST", "/comment/addComment", comment_on("answer", answer)),
            9 => ("DELETE", "/question/deleteQuestion", json!({"qid": question})),
            10 => ("POST", "/question/undeleteQuestion", json!({"qid": question})),
            11 => ("DELETE", "/answer/deleteAnswer", json!({"aid": answer})),
            12 => ("POST", "/answer/undeleteAnswer", json!({"aid": answer})),
            13 => ("DELETE", "/comment/deleteComment", json!({"cid": comment})),
            14 => ("POST", "/comment/undeleteComment", json!({"cid": comment})),
            15..=18 => ("PATCH", "/viewNotification", json!({"notificationID": told})),
            19 => ("PATCH", "/clearAllNotifications", json!({})),
            20 | 21 => ("POST", "/star/addStar", json!({"qid": question})),
            _ => ("DELETE", "/star/removeStar", json!({"qid": question})),
        };
        let reply = self.request(method.parse().expect("a method"), path, Some(body)).await;
        assert!(reply.status.as_u16() < 500, "{}: {}", reply.call, reply.text);
        if reply.status != 200 {
            return None;
        }
        let reply = reply.ok();
        Some(match what {
            0 | 1 => Done::Asked(id_of(&reply)),
            2..=4 => Done::Answered { id: id_of(&reply), question: question.clone() },
            5 | 6 => Done::Commented { id: id_of(&reply), on: question.clone() },
            7 | 8 => Done::Commented { id: id_of(&reply), on: answer.clone() },
            15..=18 => Done::Viewed(id_of(&reply)),
            19 => Done::Cleared(reply.as_array().expect("an array").iter().map(id_of).collect()),
            20 | 21 => Done::Starred(question.clone(), true),
            22 | 23 => Done::Starred(question.clone(), false),
            _ => return None,
        })
    }
}

/// What follows from the posts alone: whom each answer and each comment concerns that he may read, newest first.
const CONCERNS: &str = "
    SELECT u.username, r.id, r.question_id FROM (
        SELECT a.id, a.author_id AS writer, q.author_id AS reader, a.question_id, a.deleted_at IS NOT NULL AS gone
        FROM posts a JOIN posts q ON q.id = a.question_id
        UNION ALL SELECT c.id, c.author_id, p.author_id, c.question_id, coalesce(c.deleted_at, p.deleted_at) IS NOT NULL
        FROM comments c JOIN posts p ON p.id = c.post_id) r
    JOIN questions q ON q.id = r.question_id JOIN users u ON u.id = r.reader
    WHERE NOT r.gone AND r.writer <> r.reader
      AND (q.scope = 0 OR EXISTS (SELECT 1 FROM members m WHERE m.community_id = q.scope AND m.user_id = u.id))
    ORDER BY r.id DESC";
const READABLE: &str = "
    SELECT u.username, q.id, q.id FROM users u JOIN questions q
    ON q.scope = 0 OR EXISTS (SELECT 1 FROM members m WHERE m.community_id = q.scope AND m.user_id = u.id)";

/// The ids that `sql` has for somebody.
async fn ids(site: &TestSite, sql: &'static str, name: &str) -> Vec<String> {
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, crate::id::Id>(1)?));
    let rows = site.site.app.db.read(move |read| read.all(sql, [], row)).await.expect("rows");
    rows.into_iter().filter(|(of, _)| of == name).map(|(_, id)| id.to_string()).collect()
}

/// Whatever people do, in whatever order and at the same time: each is told of what concerns him and of nothing else,
/// has seen what he has seen, and finds the stars that he gave.
#[tokio::test]
async fn notifications_and_stars_follow_every_history() {
    for seed in 0..3 {
        let server = Listening::start().await;
        let site = &server.site;
        let mut dice = StdRng::seed_from_u64(seed);
        let names = ["ann", "ben", "cem"];
        let people = [site.sign_up("ann").await, site.sign_up("ben").await, site.sign_up("cem").await];
        let private = site.community(7, "private", &names);
        let mut is_member = [true; 3];
        let mut sockets = Vec::new();
        for person in &people {
            sockets.push(server.socket_of(person).await);
        }
        let mut outsider = server.socket("").await;
        // Questions, answers and comments; who wrote a post, and whether only members may read it.
        let mut made: [Vec<String>; 3] = Default::default();
        let mut posts: std::collections::HashMap<String, (usize, bool)> = Default::default();
        let mut viewed: [BTreeSet<String>; 3] = Default::default();
        let mut starred: [BTreeSet<String>; 3] = Default::default();
        let mut events = 0;
        for round in 0..14 {
            let turn = dice.random_range(0..6);
            if turn < 3 {
                if is_member[turn] {
                    site.expel(7, names[turn])
                } else {
                    site.admit(7, names[turn])
                }
                is_member[turn] = !is_member[turn];
            }
            let mut any = |kind: usize| match made[kind].len() {
                0 => ABSENT.to_owned(),
                // Rather what is new: it is what has not been seen and deleted yet.
                all => made[kind][dice.random_range(all.saturating_sub(8)..all)].clone(),
            };
            let mut plans: Vec<Vec<Act>> = Vec::new();
            for _ in 0..people.len() {
                plans.push((0..5).map(|_| Act { what: 0, question: any(0), answer: any(1), comment: any(2) }).collect());
            }
            for act in plans.iter_mut().flatten() {
                act.what = dice.random_range(0..24);
            }
            let histories = people.iter().zip(&plans).map(async |(person, plan)| {
                let mut done = Vec::new();
                for act in plan {
                    done.extend(person.act(act, &private).await.map(|done| (act.what, done)));
                }
                done
            });
            let histories = join_all(histories).await;

            // First who wrote what, then whom it concerns.
            for (who, (what, done)) in histories.iter().enumerate().flat_map(|(who, history)| history.iter().map(move |done| (who, done))) {
                match done {
                    Done::Asked(id) => {
                        posts.insert(id.clone(), (who, *what == 0));
                        made[0].push(id.clone());
                    }
                    Done::Answered { id, question } => {
                        posts.insert(id.clone(), (who, posts[question].1));
                        made[1].push(id.clone());
                    }
                    Done::Commented { id, .. } => made[2].push(id.clone()),
                    Done::Viewed(id) => viewed[who].extend([id.clone()]),
                    Done::Cleared(ids) => viewed[who].extend(ids.iter().cloned()),
                    Done::Starred(question, true) => starred[who].extend([question.clone()]),
                    Done::Starred(question, false) => starred[who].retain(|other| other != question),
                }
            }
            let mut told: [BTreeSet<String>; 3] = Default::default();
            for (who, (_, done)) in histories.iter().enumerate().flat_map(|(who, history)| history.iter().map(move |done| (who, done))) {
                let (Done::Answered { id, question: on } | Done::Commented { id, on }) = done else { continue };
                let (author, is_hidden) = posts[on];
                if author != who && (is_member[author] || !is_hidden) {
                    told[author].insert(id.clone());
                }
            }

            let end = format!("the end of round {round}");
            people[0].patch("/user/updateBiography", json!({"biography": end})).await.ok();
            for (who, socket) in sockets.iter_mut().enumerate() {
                let mut heard = BTreeSet::new();
                loop {
                    let (name, payload) = socket.event().await;
                    if payload["user"]["biography"] == end.as_str() {
                        break;
                    }
                    if name != "notificationUpdate" {
                        continue;
                    }
                    events += 1;
                    let (id, is_seen) = (id_of(&payload["notification"]), payload["notification"]["viewed"] == true);
                    if payload["type"] == "created" {
                        assert!(!is_seen && heard.insert(id), "seed {seed}, round {round}: {} heard {payload}", names[who]);
                    } else {
                        assert!(is_seen && viewed[who].contains(&id), "seed {seed}, round {round}: {} heard {payload}", names[who]);
                    }
                }
                assert_eq!(heard, told[who], "seed {seed}, round {round}: what {} heard", names[who]);

                let expected: Vec<String> = ids(site, CONCERNS, names[who]).await;
                let expected: Vec<String> = expected.into_iter().map(|id| if viewed[who].contains(&id) { id } else { id + "*" }).collect();
                assert_eq!(people[who].notified().await, expected, "seed {seed}, round {round}: what {} finds", names[who]);

                let readable = ids(site, READABLE, names[who]).await;
                let expected: BTreeSet<String> = starred[who].iter().filter(|id| readable.contains(id)).cloned().collect();
                let reply = people[who].get("/star/getStars").await;
                let found: BTreeSet<String> = reply.ok().as_array().unwrap().iter().map(id_of).collect();
                assert_eq!(reply.header("x-total-count"), expected.len().to_string());
                assert_eq!(found, expected, "seed {seed}, round {round}: the stars of {}", names[who]);
            }
        }
        assert!(events > 20, "seed {seed}: only {events} events");
        outsider.hears_nothing().await;
    }
}
