//! Notifications and stars after random histories, compared with a model.

use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

use super::*;

/// An action in a random history, with its target.
#[derive(Clone)]
struct Action {
    what: usize,
    question: String,
    answer: String,
    comment: String,
}

/// The result of an action, as far as it matters to notifications and stars.
#[derive(Debug)]
enum Outcome {
    Asked(String),
    Answered { id: String, question: String },
    Commented { id: String, on: String },
    Viewed(String),
    Cleared(Vec<String>),
    Starred(String, bool),
}

impl Person {
    async fn act(&self, act: &Action, private: &str) -> Option<Outcome> {
        let Action {
            what,
            question,
            answer,
            comment,
        } = act;
        let tags = json!([{"name": "a"}]);
        let community = if what.is_multiple_of(2) {
            json!(private)
        } else {
            Value::Null
        };
        let comment_on =
            |kind: &str, id: &str| json!({"id": id, "type": kind, "comment": {"text": "c"}});
        let notified = if what.is_multiple_of(2) {
            answer
        } else {
            comment
        };
        let (method, path, body) = match what {
            0 | 1 => (
                "POST",
                "/question/addQuestion",
                json!({"title": "T", "text": "x", "tags": tags, "communityId": community}),
            ),
            2..=4 => (
                "POST",
                "/answer/addAnswer",
                json!({"qid": question, "ans": {"text": "y"}}),
            ),
            5 | 6 => (
                "POST",
                "/comment/addComment",
                comment_on("question", question),
            ),
            7 | 8 => ("POST", "/comment/addComment", comment_on("answer", answer)),
            9 => (
                "DELETE",
                "/question/deleteQuestion",
                json!({"qid": question}),
            ),
            10 => (
                "POST",
                "/question/undeleteQuestion",
                json!({"qid": question}),
            ),
            11 => ("DELETE", "/answer/deleteAnswer", json!({"aid": answer})),
            12 => ("POST", "/answer/undeleteAnswer", json!({"aid": answer})),
            13 => ("DELETE", "/comment/deleteComment", json!({"cid": comment})),
            14 => ("POST", "/comment/undeleteComment", json!({"cid": comment})),
            15..=18 => (
                "PATCH",
                "/viewNotification",
                json!({"notificationID": notified}),
            ),
            19 => ("PATCH", "/clearAllNotifications", json!({})),
            20 | 21 => ("POST", "/star/addStar", json!({"qid": question})),
            _ => ("DELETE", "/star/removeStar", json!({"qid": question})),
        };
        let reply = self
            .request(method.parse().expect("a method"), path, Some(body))
            .await;
        assert!(
            reply.status.as_u16() < 500,
            "{}: {}",
            reply.call,
            reply.text
        );
        if reply.status != 200 {
            return None;
        }
        let reply = reply.ok();
        Some(match what {
            0 | 1 => Outcome::Asked(id_of(&reply)),
            2..=4 => Outcome::Answered {
                id: id_of(&reply),
                question: question.clone(),
            },
            5 | 6 => Outcome::Commented {
                id: id_of(&reply),
                on: question.clone(),
            },
            7 | 8 => Outcome::Commented {
                id: id_of(&reply),
                on: answer.clone(),
            },
            15..=18 => Outcome::Viewed(id_of(&reply)),
            19 => Outcome::Cleared(
                reply
                    .as_array()
                    .expect("an array")
                    .iter()
                    .map(id_of)
                    .collect(),
            ),
            20 | 21 => Outcome::Starred(question.clone(), true),
            22 | 23 => Outcome::Starred(question.clone(), false),
            _ => return None,
        })
    }
}

/// Derives the notifications from the posts alone: the answers and comments for each recipient who
/// may read them, newest first.
const CONCERNS: &str = "
    SELECT u.username, r.id, r.question_id FROM (
        SELECT a.id, a.author_id AS writer, q.author_id AS reader, a.question_id, a.deleted_at IS NOT NULL AS gone
        FROM posts a JOIN posts q ON q.id = a.question_id
        UNION ALL SELECT c.id, c.author_id, p.author_id, c.question_id, coalesce(c.deleted_at, p.deleted_at) IS NOT NULL
        FROM comments c JOIN posts p ON p.id = c.post_id) r
    JOIN questions q ON q.id = r.question_id JOIN users u ON u.id = r.reader
    WHERE NOT r.gone AND r.writer <> r.reader
      AND (q.scope = 0 OR EXISTS (SELECT 1 FROM memberships m WHERE m.community_id = q.scope AND m.user_id = u.id))
    ORDER BY r.id DESC";
const READABLE: &str = "
    SELECT u.username, q.id, q.id FROM users u JOIN questions q
    ON q.scope = 0 OR EXISTS (SELECT 1 FROM memberships m WHERE m.community_id = q.scope AND m.user_id = u.id)";

/// Returns the ids that `sql` selects for a user.
async fn ids(site: &TestSite, sql: &'static str, name: &str) -> Vec<String> {
    let row = |row: &rusqlite::Row<'_>| {
        Ok((
            row.get::<_, String>(0)?,
            row.get::<_, crate::core::id::Id>(1)?,
        ))
    };
    let rows = site
        .site
        .app
        .db
        .read(move |read| read.all(sql, [], row))
        .await
        .expect("rows");
    rows.into_iter()
        .filter(|(of, _)| of == name)
        .map(|(_, id)| id.to_string())
        .collect()
}

/// After concurrent actions in random order, each user has exactly the notifications of readable
/// answers and comments, with the right seen state, and exactly their stars.
#[tokio::test]
async fn notifications_and_stars_agree_with_a_model() {
    for seed in 0..3 {
        let server = Listening::start().await;
        let site = &server.site;
        let mut dice = StdRng::seed_from_u64(seed);
        let names = ["ann", "ben", "cem"];
        let people = [
            site.sign_up("ann").await,
            site.sign_up("ben").await,
            site.sign_up("cem").await,
        ];
        let private = site.community(7, "private", &names);
        let mut is_member = [true; 3];
        let mut sockets = Vec::new();
        for person in &people {
            sockets.push(server.socket_of(person).await);
        }
        let mut outsider = server.socket("").await;
        // Questions, answers and comments, with their author and whether only members may read
        // them.
        let mut created: [Vec<String>; 3] = Default::default();
        let mut posts: std::collections::HashMap<String, (usize, bool)> = Default::default();
        let mut viewed: [BTreeSet<String>; 3] = Default::default();
        let mut starred: [BTreeSet<String>; 3] = Default::default();
        let mut events = 0;
        for round in 0..14 {
            let turn = dice.random_range(0..6);
            if turn < 3 {
                if is_member[turn] {
                    site.expel(7, names[turn]);
                } else {
                    site.admit(7, names[turn]);
                }
                is_member[turn] = !is_member[turn];
            }
            let mut any = |kind: usize| match created[kind].len() {
                0 => ABSENT.to_owned(),
                // Prefers new posts, whose notifications are neither seen nor deleted yet.
                all => created[kind][dice.random_range(all.saturating_sub(8)..all)].clone(),
            };
            let mut plans: Vec<Vec<Action>> = Vec::new();
            for _ in 0..people.len() {
                plans.push(
                    (0..5)
                        .map(|_| Action {
                            what: 0,
                            question: any(0),
                            answer: any(1),
                            comment: any(2),
                        })
                        .collect(),
                );
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

            // The authors first, then the recipients.
            for (who, (what, done)) in histories
                .iter()
                .enumerate()
                .flat_map(|(who, history)| history.iter().map(move |done| (who, done)))
            {
                match done {
                    Outcome::Asked(id) => {
                        posts.insert(id.clone(), (who, *what == 0));
                        created[0].push(id.clone());
                    }
                    Outcome::Answered { id, question } => {
                        posts.insert(id.clone(), (who, posts[question].1));
                        created[1].push(id.clone());
                    }
                    Outcome::Commented { id, .. } => created[2].push(id.clone()),
                    Outcome::Viewed(id) => viewed[who].extend([id.clone()]),
                    Outcome::Cleared(ids) => viewed[who].extend(ids.iter().cloned()),
                    Outcome::Starred(question, true) => starred[who].extend([question.clone()]),
                    Outcome::Starred(question, false) => {
                        starred[who].retain(|other| other != question);
                    }
                }
            }
            let mut notified: [BTreeSet<String>; 3] = Default::default();
            for (who, (_, done)) in histories
                .iter()
                .enumerate()
                .flat_map(|(who, history)| history.iter().map(move |done| (who, done)))
            {
                let (Outcome::Answered { id, question: on } | Outcome::Commented { id, on }) = done
                else {
                    continue;
                };
                let (author, is_hidden) = posts[on];
                if author != who && (is_member[author] || !is_hidden) {
                    notified[author].insert(id.clone());
                }
            }

            let end = format!("the end of round {round}");
            people[0]
                .patch("/user/updateBiography", json!({"biography": end}))
                .await
                .ok();
            for (who, socket) in sockets.iter_mut().enumerate() {
                let mut received = BTreeSet::new();
                loop {
                    let (name, payload) = socket.event().await;
                    if payload["user"]["biography"] == end.as_str() {
                        break;
                    }
                    if name != "notificationUpdate" {
                        continue;
                    }
                    events += 1;
                    let (id, is_seen) = (
                        id_of(&payload["notification"]),
                        payload["notification"]["viewed"] == true,
                    );
                    if payload["type"] == "created" {
                        assert!(
                            !is_seen && received.insert(id),
                            "seed {seed}, round {round}: {} received {payload}",
                            names[who]
                        );
                    } else {
                        assert!(
                            is_seen && viewed[who].contains(&id),
                            "seed {seed}, round {round}: {} received {payload}",
                            names[who]
                        );
                    }
                }
                assert_eq!(
                    received, notified[who],
                    "seed {seed}, round {round}: what {} heard",
                    names[who]
                );

                let expected: Vec<String> = ids(site, CONCERNS, names[who]).await;
                let expected: Vec<String> = expected
                    .into_iter()
                    .map(|id| {
                        if viewed[who].contains(&id) {
                            id
                        } else {
                            id + "*"
                        }
                    })
                    .collect();
                assert_eq!(
                    people[who].notification_ids().await,
                    expected,
                    "seed {seed}, round {round}: what {} finds",
                    names[who]
                );

                let readable = ids(site, READABLE, names[who]).await;
                let expected: BTreeSet<String> = starred[who]
                    .iter()
                    .filter(|id| readable.contains(id))
                    .cloned()
                    .collect();
                let reply = people[who].get("/star/getStars").await;
                let found: BTreeSet<String> =
                    reply.ok().as_array().unwrap().iter().map(id_of).collect();
                assert_eq!(reply.header("x-total-count"), expected.len().to_string());
                assert_eq!(
                    found, expected,
                    "seed {seed}, round {round}: the stars of {}",
                    names[who]
                );
            }
        }
        assert!(events > 20, "seed {seed}: only {events} events");
        outsider.expect_silence().await;
    }
}
