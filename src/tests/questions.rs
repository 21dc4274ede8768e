//! Asking, answering, commenting, voting, viewing, and the lists.

use std::collections::HashSet;
use std::time::Duration;

use axum::http::Method;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::live::Listening;
use super::{Person, TestSite, id_of, titles};

const ABSENT: &str = "0000000000001";

#[tokio::test]
async fn a_question_is_what_the_asker_wrote_and_the_server_knows() {
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
        .map(|tag| (tag["name"].as_str().unwrap(), tag["description"].as_str().unwrap()))
        .collect();
    assert_eq!(tags, [("fp", "user added tag"), ("Haskell", "user added tag")]);
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
            "title": "What is a monad?", "text": "Explain $x^2$\nplease \u{1f40e}", "askedBy": "ann", "askDateTime": "2026-11-21T00:00:00.000Z",
            "answers": [], "upVotes": [], "downVotes": [], "views": [], "comments": [], "viewCount": 0, "answerCount": 0, "score": 0,
        })
    );
    assert_eq!(ann.get("/question/getQuestion").await.ok(), json!([question]));
}

#[tokio::test]
async fn bad_questions_answers_and_comments_change_nothing() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let good = json!({"title": "T", "text": "x", "tags": [{"name": "a"}]});
    let with = |key: &str, value: Value| {
        let mut question = good.clone();
        question[key] = value;
        question
    };
    let tags = |names: &[&str]| names.iter().map(|name| json!({"name": name})).collect::<Value>();
    for (question, sentence) in [
        (with("title", json!(" \n")), "Title cannot be empty"),
        (with("title", json!("x".repeat(101))), "Title cannot be more than 100 characters"),
        (with("text", json!("")), "Question text cannot be empty"),
        (with("text", json!("x".repeat(30_001))), "Question text cannot be more than 30000 characters"),
        (with("text", json!("see [here](http://x.y)")), "Invalid hyperlink format."),
        (with("text", json!("a\u{0}")), "Text cannot contain the NUL character"),
        (with("tags", json!([])), "Should have at least 1 tag"),
        (with("tags", tags(&["a", "b", "c", "d", "e", "f"])), "Cannot have more than 5 tags"),
        (with("tags", tags(&["abcdefghijklmnopqrstu"])), "New tag length cannot be more than 20"),
        (json!({}), "Title cannot be empty"),
        (with("title", json!(null)), "Title cannot be empty"),
    ] {
        ann.post("/question/addQuestion", question).await.refused(400, sentence);
    }
    ann.post("/question/addQuestion", with("askedBy", json!("ben"))).await.refused(403, "You can only do this as yourself");
    for wrong_type in [
        with("title", json!(1)),
        with("tags", json!("a")),
        with("askedBy", json!(1)),
        json!([]),
        json!(["T", "x", [{"name": "a"}]]),
        json!(null),
        with("communityId", json!({})),
    ] {
        let reply = ann.post("/question/addQuestion", wrong_type).await;
        assert!(reply.status == 400 && reply.text.starts_with("Malformed request: "), "{}", reply.text);
    }
    assert_eq!(ann.get("/question/getQuestion").await.ok(), json!([]));
    ann.post("/question/addQuestion", with("title", json!("\u{1f40e}".repeat(100)))).await.ok();

    let question = ann.ask("T", "x", &["a"]).await;
    let answer = |text: &str| json!({"qid": question, "ans": {"text": text, "ansBy": "ann", "ansDateTime": "x", "comments": []}});
    ann.post("/answer/addAnswer", answer(" ")).await.refused(400, "Answer text cannot be empty");
    ann.post("/answer/addAnswer", answer("[](https://x.y)")).await.refused(400, "Invalid hyperlink format.");
    ann.post("/answer/addAnswer", answer(&"x".repeat(30_001))).await.refused(400, "Answer text cannot be more than 30000 characters");
    ann.post("/answer/addAnswer", json!({"qid": ABSENT, "ans": {"text": "x"}})).await.refused(404, "Question not found");
    ann.post("/answer/addAnswer", json!({"qid": "../..", "ans": {"text": "x"}})).await.refused(404, "Question not found");
    let comment = |text: &str| json!({"id": question, "type": "question", "comment": {"text": text, "commentBy": "ann"}});
    ann.post("/comment/addComment", comment("\t\n")).await.refused(400, "Comment text cannot be empty");
    ann.post("/comment/addComment", comment(&"x".repeat(5_001))).await.refused(400, "Comment text cannot be more than 5000 characters");
    ann.post("/comment/addComment", json!({"id": question, "type": "answer", "comment": {"text": "x"}}))
        .await
        .refused(404, "Post not found");
    for body in [json!({"id": question, "type": "user", "comment": {"text": "x"}}), json!({"id": question, "comment": {"text": "x"}})] {
        ann.post("/comment/addComment", body).await.refused(400, "Invalid comment type");
    }
    let stored = ann.get(&format!("/question/getQuestionById/{question}")).await.ok();
    assert_eq!((&stored["answers"], &stored["comments"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn answers_and_comments_hang_on_their_question() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let first = ben.answer(&question, "first").await;
    let second = ann.answer(&question, "second").await;
    let body = |id: &str, on: &str, text: &str| json!({"id": id, "type": on, "comment": {"text": text}});
    let comment = ann.post("/comment/addComment", body(&question, "question", "on q")).await.ok();
    assert_eq!(
        (&comment["text"], &comment["commentBy"], &comment["commentDateTime"]),
        (&json!("on q"), &json!("ann"), &json!("2026-11-21T00:00:00.000Z"))
    );
    ben.post("/comment/addComment", body(&second, "answer", "on a")).await.ok();
    let stored = ann.get(&format!("/question/getQuestionById/{question}")).await.ok();
    let texts =
        |list: &Value, key: &str| list.as_array().unwrap().iter().map(|item| item[key].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&stored["answers"], "_id"), [first, second]);
    assert_eq!(texts(&stored["answers"], "ansBy"), ["ben", "ann"]);
    assert_eq!(
        (texts(&stored["comments"], "text"), texts(&stored["answers"][1]["comments"], "text")),
        (vec!["on q".to_owned()], vec!["on a".to_owned()])
    );
    assert_eq!((&stored["answerCount"], &stored["answers"][0]["comments"]), (&json!(2), &json!([])));
}

/// Whose reply is lost, and who presses the button again, posts once.
#[tokio::test]
async fn what_is_sent_again_with_its_nonce_is_stored_once() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let mut by_ben = server.socket_of(&ben).await;
    let asked = |title: &str, nonce: &str| json!({"title": title, "text": "x", "tags": [{"name": "a"}], "nonce": nonce});
    let replies = join_all((0..5).map(|_| ann.post("/question/addQuestion", asked("T", "n")))).await;
    let question = id_of(&replies[0].ok());
    assert!(replies.iter().all(|reply| id_of(&reply.ok()) == question));
    // A nonce is its author's own, and an empty one is none.
    let others = [ben.post("/question/addQuestion", asked("B", "n")).await, ann.post("/question/addQuestion", asked("C", "")).await];
    assert!(others.iter().all(|reply| id_of(&reply.ok()) != question));
    assert_eq!(ann.titles("/question/getQuestion").await, ["C", "B", "T"]);

    let answered = |text: &str| json!({"qid": question, "ans": {"text": text, "nonce": "n"}});
    let answer = id_of(&ben.post("/answer/addAnswer", answered("once")).await.ok());
    // The first stands, whatever is said later, and also when nobody else can answer any more.
    ann.delete_with("/question/deleteQuestion", json!({"qid": question})).await.ok();
    let again = ben.post("/answer/addAnswer", answered("twice")).await.ok();
    assert_eq!((id_of(&again), &again["text"]), (answer.clone(), &json!("once")));
    ann.post("/answer/addAnswer", answered("by ann")).await.refused(409, "This question is closed");

    // What is called the same elsewhere is something else: a question, an answer to it, and comments on both.
    for (kind, id) in [("question", &question), ("answer", &answer)] {
        let comment = |text: &str| json!({"id": id, "type": kind, "comment": {"text": text, "nonce": "n"}});
        let first = ben.post("/comment/addComment", comment("once")).await.ok();
        assert_eq!(ben.post("/comment/addComment", comment("twice")).await.ok(), first);
    }
    let stored = ann.get(&format!("/question/getQuestionById/{question}")).await.ok();
    assert_eq!(stored["answers"].as_array().map(Vec::len), Some(1));
    for post in [&stored, &stored["answers"][0]] {
        assert_eq!(post["comments"].as_array().map(Vec::len), Some(1), "{post}");
    }
    // Nobody is told twice.
    ben.patch("/user/updateBiography", json!({"biography": "the fence"})).await.ok();
    let heard: Vec<_> = by_ben.events_until("the fence").await.into_iter().map(|(name, _)| name).collect();
    let heard = |event: &str| heard.iter().filter(|name| *name == event).count();
    assert_eq!((heard("answerUpdate"), heard("commentUpdate")), (1, 2));
    assert_eq!(ann.get("/getNotifications").await.ok().as_array().map(Vec::len), Some(2), "an answer and a comment on the question");
}

#[tokio::test]
async fn what_is_sent_again_shows_nothing_that_one_may_not_read_any_more() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let mut body = json!({"title": "T", "text": "x", "tags": [{"name": "a"}], "communityId": private, "nonce": "n"});
    let question = id_of(&ben.post("/question/addQuestion", body.clone()).await.ok());
    ann.answer(&question, "canary").await;
    ben.post(&format!("/community/leaveCommunity/{private}"), json!({"userId": "ben"})).await.ok();
    ben.post("/question/addQuestion", body.clone()).await.refused(403, "Please join the community to ask a question.");
    body.as_object_mut().expect("an object").remove("communityId");
    ben.post("/question/addQuestion", body).await.refused(404, "Question not found");

    let open = ann.ask("Open", "x", &["a"]).await;
    let answered = json!({"qid": open, "ans": {"text": "y", "nonce": "n"}});
    let answer = id_of(&ben.post("/answer/addAnswer", answered.clone()).await.ok());
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer})).await.ok();
    ben.post("/answer/addAnswer", answered).await.refused(404, "Post not found");
}

#[tokio::test]
async fn a_vote_toggles_and_changes_sides() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let vote = async |who: &Person, way: &str| {
        who.post(&format!("/question/{way}Question"), json!({"qid": question, "username": who.name})).await.ok()
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
        assert_eq!(reply, json!({"msg": msg, "upVotes": names(up), "downVotes": names(down)}));
        let stored = ben.get("/question/getQuestion?view=card").await.ok();
        assert_eq!(stored[0]["score"], json!(up as i64 - down as i64));
    }
    assert_eq!(vote(&ben, "upvote").await["upVotes"], json!(["ann", "ben"]));
    ann.post("/question/upvoteQuestion", json!({"qid": question, "username": "ben"}))
        .await
        .refused(403, "You can only do this as yourself");
    ann.post("/question/upvoteQuestion", json!({"qid": ABSENT})).await.refused(404, "Question not found");
}

#[tokio::test]
async fn racing_votes_end_in_one_state() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let calls = (0..60)
        .map(|n| ann.post(if n % 3 == 0 { "/question/downvoteQuestion" } else { "/question/upvoteQuestion" }, json!({"qid": question})));
    for reply in futures_util::future::join_all(calls).await {
        let reply = reply.ok();
        assert!(reply["upVotes"].as_array().unwrap().len() + reply["downVotes"].as_array().unwrap().len() <= 1);
    }
    let stored = ann.get("/question/getQuestion").await.ok();
    let sum = stored[0]["upVotes"].as_array().unwrap().len() as i64 - stored[0]["downVotes"].as_array().unwrap().len() as i64;
    assert_eq!(stored[0]["score"], json!(sum));
}

#[tokio::test]
async fn each_user_views_once_and_no_viewer_is_named() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let path = format!("/question/getQuestionById/{question}?username=ann");
    for _ in 0..3 {
        let seen = ann.get(&path).await.ok();
        assert_eq!((&seen["viewCount"], &seen["views"]), (&json!(1), &json!([""])));
    }
    tokio::time::sleep(Duration::from_millis(1_300)).await;
    let seen = ben.get(&format!("/question/getQuestionById/{question}")).await.ok();
    assert_eq!((&seen["viewCount"], &seen["views"]), (&json!(2), &json!(["", ""])));
    ben.get(&path).await.refused(403, "You can only do this as yourself");
}

#[tokio::test]
async fn what_is_read_again_shows_every_change_since() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let id = ann.ask("Kept", "before", &["a"]).await;
    let path = format!("/question/getQuestionById/{id}");
    // Who has seen it gets what others were given.
    site.sql("INSERT INTO views SELECT q.id, u.id FROM questions q, users u");
    // So often that every reader answers.
    let all_read = async |what: &str, expected: Value| {
        for person in [&ann, &ben].into_iter().cycle().take(16) {
            assert_eq!(person.get(&path).await.ok().pointer(what), Some(&expected), "{what} as {:?}", person.name);
        }
    };
    // Alone, in a list, and as a card; the star is each viewer's own.
    let all_listed = async |view: &str, what: &str, expected: [Value; 2]| {
        for (person, expected) in [&ann, &ben].into_iter().zip(&expected).cycle().take(16) {
            let list = person.get(&format!("/question/getQuestion?view={view}")).await.ok();
            assert_eq!(list[0].pointer(what), Some(expected), "{what} with view={view} as {:?}", person.name);
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
    ann.post("/answer/upvoteAnswer", json!({"aid": answer})).await.ok();
    all_read("/answers/0/upVotes", json!(["ann"])).await;
    // By a command beside the running server, for instance.
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
async fn every_order_and_every_page_of_it() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut ids = Vec::new();
    for number in 0..7 {
        site.clock.advance(Duration::from_secs(60));
        ids.push(ann.ask(&format!("q{number}"), "x", &["a"]).await);
    }
    for number in [4, 1, 2] {
        site.clock.advance(Duration::from_secs(60));
        ann.answer(&ids[number], "x").await;
    }
    site.sql("UPDATE questions SET view_count = imported_views + 5, imported_views = 5 WHERE title IN ('q0', 'q3')");
    site.sql("UPDATE questions SET view_count = 9, imported_views = 9 WHERE title = 'q6'");
    for (order, expected) in [
        ("", "q6 q5 q4 q3 q2 q1 q0"),
        ("newest", "q6 q5 q4 q3 q2 q1 q0"),
        ("unanswered", "q6 q5 q3 q0"),
        ("active", "q2 q1 q4 q6 q5 q3 q0"),
        ("mostViewed", "q6 q3 q0 q5 q4 q2 q1"),
    ] {
        for (size, search) in [(100, ""), (3, ""), (1, ""), (2, "[a]"), (2, "x"), (2, "user:ann")] {
            let mut path = format!("/question/getQuestion?order={order}&limit={size}&search={search}");
            let mut seen = Vec::new();
            loop {
                let page = ann.get(&path).await;
                let part = titles(&page.ok());
                assert!(part.len() <= size);
                seen.extend(part);
                assert_eq!(page.header("x-total-count"), expected.split(' ').count().to_string(), "{}", page.call);
                let Some(next) = page.header("link").strip_prefix('<').and_then(|link| link.split_once(">; rel=\"next\"")) else { break };
                path = next.0.to_owned();
            }
            assert_eq!(seen.join(" "), expected, "order {order:?}, pages of {size}, search {search:?}");
        }
    }
    for (path, sentence) in [
        ("order=oldest", "Invalid order"),
        ("order=relevance", "Invalid order"),
        ("limit=0", "Invalid limit"),
        ("limit=x", "Invalid limit"),
        ("cursor=x", "Invalid cursor"),
        ("cursor=1.2.3", "Invalid cursor"),
        ("view=table", "Invalid view"),
    ] {
        ann.get(&format!("/question/getQuestion?{path}")).await.refused(400, sentence);
    }
    let end = i64::MAX;
    for path in
        ["/question/getQuestion?order=relevance&search=x&", "/question/getQuestion?order=active&", "/tag/getTagsWithQuestionNumber?"]
    {
        ann.get(&format!("{path}cursor={end}{}", if path.contains("active") { ".0" } else { "" })).await.ok();
    }
    assert_eq!(ann.get("/question/getQuestion?limit=1000000").await.ok().as_array().unwrap().len(), 7);
}

#[tokio::test]
async fn cards_have_counts_and_the_beginning_of_the_text() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let text = format!("First.\n\n{}", "word ".repeat(400));
    let question = ann.ask("T", &text, &["b", "a"]).await;
    ann.answer(&question, "x").await;
    site.sql("INSERT INTO stars SELECT u.id, q.id, 0 FROM users u, questions q");
    let cards = ann.get("/question/getQuestion?view=card").await.ok();
    let card = cards[0].as_object().unwrap();
    assert_eq!((&card["text"], &card["truncated"], &card["starred"]), (&json!("First."), &json!(true), &json!(true)));
    assert_eq!((&card["answerCount"], &card["tags"][0]["name"], &card["accepted"]), (&json!(1), &json!("b"), &json!(false)));
    let keys: HashSet<&str> = card.keys().map(String::as_str).collect();
    let expected = "_id title text truncated tags askedBy askDateTime answerCount viewCount score starred accepted closed";
    assert_eq!(keys, expected.split(' ').collect());
}

#[tokio::test]
async fn tags_are_counted_and_found() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    assert_eq!(ann.get("/tag/getTagsWithQuestionNumber").await.ok(), json!([]));
    ann.ask("q1", "x", &["React", "c++"]).await;
    ann.ask("q2", "x", &["react", "日本"]).await;
    let reply = ann.get("/tag/getTagsWithQuestionNumber").await;
    let tags: Vec<(String, i64)> = reply
        .ok()
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| (tag["name"].as_str().unwrap().to_owned(), tag["qcnt"].as_i64().unwrap()))
        .collect();
    assert_eq!((tags, reply.header("x-total-count")), (vec![("React".to_owned(), 2), ("c++".to_owned(), 1), ("日本".to_owned(), 1)], "3"));
    let tag = ann.get("/tag/getTagByName/REACT").await.ok();
    assert_eq!((&tag["name"], &tag["description"]), (&json!("React"), &json!("user added tag")));
    assert_eq!(ann.get("/tag/getTagByName/c++").await.ok()["name"], "c++");
    ann.get("/tag/getTagByName/nope").await.refused(404, "Tag not found");
    assert_eq!(ann.titles("/question/getQuestion?search=[REACT]").await, ["q2", "q1"]);
    assert_eq!(ann.titles("/question/getQuestion?search=[react][c%2B%2B]").await, ["q1"]);
}

/// A tag is written as in the scope where one sees it.
#[tokio::test]
async fn a_tags_spelling_is_told_to_those_who_may_read_it() {
    let site = TestSite::new();
    let (ann, ben, cem) = (site.sign_up("ann").await, site.sign_up("ben").await, site.sign_up("cem").await);
    let communities = [site.community(7, "private", &["ann", "ben"]), site.community(8, "private", &["ann"])];
    let ask = async |community: usize, tag: &str| {
        let body = json!({"title": tag, "text": "x", "tags": [{"name": tag}], "communityId": communities[community]});
        id_of(&ann.post("/question/addQuestion", body).await.ok())
    };
    ask(1, "SECOND-SECRET").await;
    ask(1, "react").await;
    let hidden = ask(0, "ReAcT").await;
    site.sql("UPDATE tag_totals SET description = 'the merger' WHERE scope <> 0");
    let tags = async |who: &Person| {
        let list = who.get("/tag/getTagsWithQuestionNumber").await.ok();
        let list: Vec<String> =
            list.as_array().unwrap().iter().map(|tag| format!("{} {} {}", tag["name"], tag["description"], tag["qcnt"])).collect();
        (list.join(", ").replace('"', ""), who.get("/tag/getTagByName/rEACT").await.text)
    };
    assert_eq!(tags(&cem).await, (String::new(), "Tag not found".to_owned()));
    assert_eq!(tags(&ben).await.0, "ReAcT the merger 1");
    assert_eq!(tags(&ann).await.0, "ReAcT the merger 2, SECOND-SECRET the merger 1");

    // Cem is the first, as far as everyone may know. Nor does the tag's id tell of an older use.
    let (question, id) = (cem.ask("public", "x", &["React", "second-secret"]).await, |tag: &Value| tag["_id"].as_str().unwrap().to_owned());
    let asked = cem.get(&format!("/question/getQuestionById/{question}")).await.ok();
    assert!(asked["tags"].as_array().unwrap().iter().all(|tag| id(tag) > question), "{asked}");
    assert_eq!(tags(&cem).await.0, "React user added tag 1, second-secret user added tag 1");
    assert_eq!(tags(&ben).await.0, "React user added tag 2, second-secret user added tag 1");
    assert_eq!(tags(&ann).await.0, "React user added tag 3, second-secret user added tag 2");
    assert!(tags(&ann).await.1.contains("\"React\""));
    // A question shows its own scope's spelling, also when it is being deleted and is back.
    let shown = async |path: &str| ann.get(path).await.ok()[0]["tags"][0]["name"].as_str().unwrap().to_owned();
    for path in ["/question/getQuestion?search=user:ann", "/question/getQuestion?search=user:ann&view=card"] {
        assert_eq!(shown(path).await, "ReAcT", "{path}");
    }
    for (method, path) in [(Method::DELETE, "/question/deleteQuestion"), (Method::POST, "/question/undeleteQuestion")] {
        let reply = ann.request(method, path, Some(json!({"qid": hidden}))).await.ok();
        assert_eq!((&reply["tags"][0]["name"], &reply["tags"][0]["description"]), (&json!("ReAcT"), &json!("the merger")));
    }
    // A tag that is on nothing public any more is again what those know who use it.
    cem.delete_with("/question/deleteQuestion", json!({"qid": question})).await.ok();
    assert_eq!(tags(&cem).await, (String::new(), "Tag not found".to_owned()));
    assert_eq!(tags(&ben).await.0, "ReAcT the merger 1");
}

#[tokio::test]
async fn a_private_communitys_questions_are_absent_for_others() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann"]);
    let public = site.community(8, "public", &["ann"]);
    let ask = |community: &str, title: &str, tag: &str| json!({"title": title, "text": "canary", "tags": [{"name": tag}], "communityId": community});
    let hidden = id_of(&ann.post("/question/addQuestion", ask(&private, "hidden", "secret")).await.ok());
    let open = ann.post("/question/addQuestion", ask(&public, "open", "shared")).await.ok();
    assert_eq!(open["communityId"], json!(public));
    let answer = ann.answer(&hidden, "canary").await;

    for community in [&public, &private] {
        ben.post("/question/addQuestion", ask(community, "x", "y")).await.refused(403, "Please join the community to ask a question.");
    }
    ben.post("/question/addQuestion", ask(ABSENT, "x", "y")).await.refused(404, "Community not found");

    for order in ["newest", "unanswered", "active", "mostViewed"] {
        for search in ["", "canary", "[secret]", "user:ann", "-zzz"] {
            let path = format!("/question/getQuestion?order={order}&search={search}");
            let (for_ben, for_ann) = (ben.get(&path).await, ann.get(&path).await);
            assert!(!for_ben.text.contains("hidden") && !for_ben.text.contains("secret"), "{}", for_ben.call);
            assert_eq!(for_ben.header("x-total-count"), for_ben.ok().as_array().unwrap().len().to_string(), "{}", for_ben.call);
            assert_eq!(for_ann.header("x-total-count"), for_ann.ok().as_array().unwrap().len().to_string(), "{}", for_ann.call);
        }
    }
    assert_eq!(ann.titles(&format!("/getCommunityQuestions/{private}")).await, ["hidden"]);
    assert_eq!(ben.titles(&format!("/question/getCommunityQuestions/{private}")).await, [""; 0]);
    assert_eq!(ben.titles(&format!("/question/getCommunityQuestions/{public}")).await, ["open"]);
    ben.get(&format!("/getCommunityQuestions/{ABSENT}")).await.refused(404, "Community not found");

    let absent = ben.get(&format!("/question/getQuestionById/{ABSENT}")).await;
    let reply = ben.get(&format!("/question/getQuestionById/{hidden}")).await;
    assert_eq!((reply.status, &reply.text, reply.headers.len()), (absent.status, &absent.text, absent.headers.len()));
    ben.post("/answer/addAnswer", json!({"qid": hidden, "ans": {"text": "x"}})).await.refused(404, "Question not found");
    ben.post("/question/upvoteQuestion", json!({"qid": hidden})).await.refused(404, "Question not found");
    for (id, on, sentence) in [(&hidden, "question", "Question not found"), (&answer, "answer", "Post not found")] {
        ben.post("/comment/addComment", json!({"id": id, "type": on, "comment": {"text": "x"}})).await.refused(404, sentence);
    }
    ben.get("/tag/getTagByName/secret").await.refused(404, "Tag not found");
    assert!(!ben.get("/tag/getTagsWithQuestionNumber").await.text.contains("secret"));
    assert!(ann.get("/tag/getTagsWithQuestionNumber").await.text.contains("secret"));
    let stored = ann.get(&format!("/question/getQuestionById/{hidden}")).await.ok();
    assert_eq!(
        (&stored["viewCount"], &stored["comments"], &stored["answerCount"], &stored["score"]),
        (&json!(1), &json!([]), &json!(1), &json!(0))
    );

    // Whoever leaves reads nothing of it any more; a deleted question is nobody's.
    site.sql("DELETE FROM members WHERE community_id = 7");
    ann.get(&format!("/question/getQuestionById/{hidden}")).await.refused(404, "Question not found");
    site.sql("UPDATE questions SET scope = NULL");
    assert_eq!(ann.get("/question/getQuestion?search=canary").await.ok(), json!([]));
}
