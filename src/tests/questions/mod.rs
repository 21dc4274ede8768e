//! Questions, answers, comments, votes, views and lists.

mod access;
mod for_you;
mod lists;
mod nonces;
mod tags;
mod validation;

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::realtime::Listening;
use super::{Person, TestSite, id_of, titles};

const ABSENT: &str = "0000000000001";

/// Returns the body of a valid question with one field replaced.
fn question_with(key: &str, value: Value) -> Value {
    let mut question = json!({"title": "T", "text": "x", "tags": [{"name": "a"}]});
    question[key] = value;
    question
}

#[tokio::test]
async fn a_question_ignores_server_fields_sent_by_the_asker() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let sent = json!({
        "title": "  What  is a monad? ", "text": "Explain $x^2$\r\nplease \u{1f40e}", "askedBy": "ann", "askDateTime": "1999-01-01T00:00:00Z",
        "tags": [{"name": "fp", "description": "chosen by me"}, {"name": "Haskell"}, {"name": "haskell"}],
        "answers": [{"text": "x"}], "upVotes": ["ben"], "downVotes": [], "views": ["ben"], "comments": [1], "_id": "x", "score": 99,
    });
    let question = ann.post("/question/addQuestion", sent).await.ok();
    let tags: Vec<(&str, &str)> = question["tags"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| {
            (
                tag["name"].as_str().unwrap(),
                tag["description"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        tags,
        [("fp", "user added tag"), ("Haskell", "user added tag")]
    );
    let rest: Value = question
        .as_object()
        .unwrap()
        .iter()
        .filter(|(key, _)| !["_id", "tags"].contains(&key.as_str()))
        .map(|(k, v)| (k.clone(), v.clone()))
        .collect();
    assert_eq!(
        rest,
        json!({
            "title": "What is a monad?", "text": "Explain $x^2$\nplease \u{1f40e}", "askedBy": "ann", "askedByReputation": 0,
            "askDateTime": "2026-11-21T00:00:00.000Z", "answers": [], "upVotes": [], "downVotes": [], "views": [], "comments": [], "viewCount": 0, "answerCount": 0, "score": 0,
        })
    );
    assert_eq!(
        ann.get("/question/getQuestion").await.ok(),
        json!([question])
    );
}

#[tokio::test]
async fn answers_and_comments_belong_to_their_question() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let first = ben.answer(&question, "first").await;
    let second = ann.answer(&question, "second").await;
    let body =
        |id: &str, on: &str, text: &str| json!({"id": id, "type": on, "comment": {"text": text}});
    let comment = ann
        .post("/comment/addComment", body(&question, "question", "on q"))
        .await
        .ok();
    assert_eq!(
        (
            &comment["text"],
            &comment["commentBy"],
            &comment["commentDateTime"]
        ),
        (
            &json!("on q"),
            &json!("ann"),
            &json!("2026-11-21T00:00:00.000Z")
        )
    );
    ben.post("/comment/addComment", body(&second, "answer", "on a"))
        .await
        .ok();
    let stored = ann
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    let texts = |list: &Value, key: &str| {
        list.as_array()
            .unwrap()
            .iter()
            .map(|item| item[key].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&stored["answers"], "_id"), [first, second]);
    assert_eq!(texts(&stored["answers"], "ansBy"), ["ben", "ann"]);
    assert_eq!(
        (
            texts(&stored["comments"], "text"),
            texts(&stored["answers"][1]["comments"], "text")
        ),
        (vec!["on q".to_owned()], vec!["on a".to_owned()])
    );
    assert_eq!(
        (&stored["answerCount"], &stored["answers"][0]["comments"]),
        (&json!(2), &json!([]))
    );
}

#[tokio::test]
async fn votes_toggle_and_switch_sides() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let vote = async |who: &Person, way: &str| {
        who.post(
            &format!("/question/{way}Question"),
            json!({"qid": question, "username": who.name}),
        )
        .await
        .ok()
    };
    for (way, msg, up, down) in [
        ("upvote", "Question upvoted successfully", 1, 0),
        ("upvote", "Upvote cancelled successfully", 0, 0),
        ("downvote", "Question downvoted successfully", 0, 1),
        ("upvote", "Question upvoted successfully", 1, 0),
        ("downvote", "Question downvoted successfully", 0, 1),
        ("downvote", "Downvote cancelled successfully", 0, 0),
        ("upvote", "Question upvoted successfully", 1, 0),
    ] {
        let reply = vote(&ann, way).await;
        let names = |count: usize| json!(vec!["ann"; count]);
        assert_eq!(
            reply,
            json!({"msg": msg, "upVotes": names(up), "downVotes": names(down)})
        );
        let stored = ben.get("/question/getQuestion?view=card").await.ok();
        assert_eq!(stored[0]["score"], json!(up as i64 - down as i64));
    }
    assert_eq!(vote(&ben, "upvote").await["upVotes"], json!(["ann", "ben"]));
    ann.post(
        "/question/upvoteQuestion",
        json!({"qid": question, "username": "ben"}),
    )
    .await
    .refused(403, "You can only do this as yourself");
    ann.post("/question/upvoteQuestion", json!({"qid": ABSENT}))
        .await
        .refused(404, "Question not found");
}

#[tokio::test]
async fn concurrent_votes_end_in_one_state() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let calls = (0..60).map(|n| {
        ann.post(
            if n % 3 == 0 {
                "/question/downvoteQuestion"
            } else {
                "/question/upvoteQuestion"
            },
            json!({"qid": question}),
        )
    });
    for reply in futures_util::future::join_all(calls).await {
        let reply = reply.ok();
        assert!(
            reply["upVotes"].as_array().unwrap().len()
                + reply["downVotes"].as_array().unwrap().len()
                <= 1
        );
    }
    let stored = ann.get("/question/getQuestion").await.ok();
    let sum = stored[0]["upVotes"].as_array().unwrap().len() as i64
        - stored[0]["downVotes"].as_array().unwrap().len() as i64;
    assert_eq!(stored[0]["score"], json!(sum));
}

#[tokio::test]
async fn views_count_once_per_user_without_naming_viewers() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let path = format!("/question/getQuestionById/{question}?username=ann");
    for _ in 0..3 {
        let seen = ann.get(&path).await.ok();
        assert_eq!(
            (&seen["viewCount"], &seen["views"]),
            (&json!(1), &json!([""]))
        );
    }
    tokio::time::sleep(Duration::from_millis(1_300)).await;
    let seen = ben
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(
        (&seen["viewCount"], &seen["views"]),
        (&json!(2), &json!(["", ""]))
    );
    ben.get(&path)
        .await
        .refused(403, "You can only do this as yourself");
}

#[tokio::test]
async fn repeated_reads_show_every_change() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let id = ann.ask("Kept", "before", &["a"]).await;
    let path = format!("/question/getQuestionById/{id}");
    // A user who has viewed it gets the cached JSON.
    site.sql("INSERT INTO question_views SELECT q.id, u.id FROM questions q, users u");
    // Often enough to reach every reader thread.
    let all_read = async |what: &str, expected: Value| {
        for person in [&ann, &ben].into_iter().cycle().take(16) {
            assert_eq!(
                person.get(&path).await.ok().pointer(what),
                Some(&expected),
                "{what} as {:?}",
                person.name
            );
        }
    };
    // Alone, in a list, and as a card; the star is per viewer.
    let all_listed = async |view: &str, what: &str, expected: [Value; 2]| {
        for (person, expected) in [&ann, &ben].into_iter().zip(&expected).cycle().take(16) {
            let list = person
                .get(&format!("/question/getQuestion?view={view}"))
                .await
                .ok();
            assert_eq!(
                list[0].pointer(what),
                Some(expected),
                "{what} with view={view} as {:?}",
                person.name
            );
        }
    };
    let everywhere = async |text: &str| {
        all_read("/text", json!(text)).await;
        all_listed("", "/text", [json!(text), json!(text)]).await;
        all_listed("card", "/text", [json!(text), json!(text)]).await;
    };
    everywhere("before").await;
    all_listed("card", "/starred", [json!(false), json!(false)]).await;
    ben.post("/star/addStar", json!({"qid": id})).await.ok();
    all_listed("card", "/starred", [json!(false), json!(true)]).await;
    let answer = ben.answer(&id, "an answer").await;
    all_read("/answers/0/_id", json!(answer)).await;
    all_listed("card", "/answerCount", [json!(1), json!(1)]).await;
    ann.post("/answer/upvoteAnswer", json!({"aid": answer}))
        .await
        .ok();
    all_read("/answers/0/upVotes", json!(["ann"])).await;
    // For example by a command beside the running server.
    site.sql("UPDATE posts SET text = 'after' WHERE question_id IS NULL");
    everywhere("after").await;
    all_listed("card", "/starred", [json!(false), json!(true)]).await;
    site.sql("UPDATE questions SET scope = NULL");
    for person in [&ann, &ben].into_iter().cycle().take(16) {
        person.get(&path).await.refused(404, "Question not found");
        assert_eq!(person.get("/question/getQuestion").await.ok(), json!([]));
    }
}

#[tokio::test]
async fn an_empty_community_id_means_none() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": ""});
    let asked = ann.post("/question/addQuestion", question).await.ok();
    assert!(asked.get("communityId").is_none(), "{asked}");
}
