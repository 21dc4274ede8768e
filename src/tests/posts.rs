//! Changing what is there: edits and what was said before, deletion, closing, accepted answers, votes on answers,
//! duplicates.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::{Person, TestSite, id_of};

const ABSENT: &str = "0000000000001";

fn names(list: &Value, key: &str) -> Vec<String> {
    list.as_array().expect("an array").iter().map(|item| item[key].as_str().expect("a text").to_owned()).collect()
}

impl Person {
    async fn question(&self, id: &str) -> Value {
        self.get(&format!("/question/getQuestionById/{id}")).await.ok()
    }

    async fn revisions(&self, id: &str) -> Vec<String> {
        names(&self.get(&format!("/post/getRevisions/{id}")).await.ok(), "text")
    }
}

#[tokio::test]
async fn answers_are_voted_on() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    let body = json!({"aid": answer, "username": "ann"});
    for (call, msg, up, down, score) in [
        ("up", "Answer upvoted successfully", json!(["ann"]), json!([]), 1),
        ("up", "Upvote cancelled successfully", json!([]), json!([]), 0),
        ("down", "Answer downvoted successfully", json!([]), json!(["ann"]), -1),
        ("up", "Answer upvoted successfully", json!(["ann"]), json!([]), 1),
        ("down", "Answer downvoted successfully", json!([]), json!(["ann"]), -1),
        ("down", "Downvote cancelled successfully", json!([]), json!([]), 0),
    ] {
        let reply = ann.post(&format!("/answer/{call}voteAnswer"), body.clone()).await.ok();
        assert_eq!(reply, json!({"msg": msg, "upVotes": up, "downVotes": down}));
        let stored = &ben.question(&question).await["answers"][0];
        assert_eq!((&stored["upVotes"], &stored["downVotes"], &stored["score"]), (&up, &down, &json!(score)));
    }
    assert_eq!(ann.question(&question).await["score"], 0, "the question's votes are its own");
    ann.post("/answer/upvoteAnswer", json!({"aid": answer, "username": "ben"})).await.refused(403, "You can only do this as yourself");
    for id in [ABSENT, &question, "../x"] {
        ann.post("/answer/upvoteAnswer", json!({"aid": id})).await.refused(404, "Post not found");
    }
}

#[tokio::test]
async fn the_asker_accepts_one_answer() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let (first, second) = (ben.answer(&question, "y").await, ann.answer(&question, "z").await);
    let elsewhere = ben.answer(&ben.ask("U", "x", &["a"]).await, "y").await;
    let accept = |aid: &str| json!({"qid": question, "aid": aid});
    for aid in [&first, &second, &second] {
        let reply = ann.post("/question/acceptAnswer", accept(aid)).await.ok();
        assert_eq!((&reply["acceptedAnswerId"], &reply["_id"]), (&json!(aid), &json!(question)));
        assert_eq!(names(&reply["answers"], "_id"), [first.as_str(), second.as_str()], "their order stays");
    }
    assert_eq!(ben.get("/question/getQuestion?view=card&search=x+user:ann").await.ok()[0]["accepted"], true);
    ben.post("/question/acceptAnswer", accept(&first)).await.refused(403, "Only the asker can accept an answer");
    ben.post("/question/unacceptAnswer", json!({"qid": question})).await.refused(403, "Only the asker can accept an answer");
    for aid in [ABSENT, &question, &elsewhere] {
        ann.post("/question/acceptAnswer", accept(aid)).await.refused(404, "Post not found");
    }
    ann.post("/question/acceptAnswer", json!({"qid": ABSENT, "aid": first})).await.refused(404, "Question not found");
    assert_eq!(ben.question(&question).await["acceptedAnswerId"], json!(second));
    // A deleted answer is not accepted until it is brought back, unless the asker has chosen anew since.
    let deleted = json!({"aid": second});
    ann.delete_with("/answer/deleteAnswer", deleted.clone()).await.ok();
    assert_eq!(ben.question(&question).await.get("acceptedAnswerId"), None);
    ann.post("/answer/undeleteAnswer", deleted.clone()).await.ok();
    assert_eq!(ben.question(&question).await["acceptedAnswerId"], json!(second));
    ann.delete_with("/answer/deleteAnswer", deleted.clone()).await.ok();
    ann.post("/question/acceptAnswer", accept(&first)).await.ok();
    ann.post("/answer/undeleteAnswer", deleted.clone()).await.ok();
    assert_eq!(ben.question(&question).await["acceptedAnswerId"], json!(first));
    ann.delete_with("/answer/deleteAnswer", deleted).await.ok();
    ann.post("/question/acceptAnswer", accept(&second)).await.refused(404, "Post not found");
    ann.post("/question/acceptAnswer", accept(&first)).await.ok();
    let reply = ann.post("/question/unacceptAnswer", json!({"qid": question})).await.ok();
    assert_eq!(reply.get("acceptedAnswerId"), None);
}

#[tokio::test]
async fn an_edit_changes_the_post_and_keeps_what_it_said() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Zebra", "striped", &["animal", "africa"]).await;
    let answer = ben.answer(&question, "giraffe").await;
    let comment = ben.comment("answer", &answer, "tall").await;

    let edit = |title: &str, text: &str, tags: &[&str]| {
        let tags: Value = tags.iter().map(|tag| json!({"name": tag})).collect();
        json!({"qid": question, "title": title, "text": text, "tags": tags})
    };
    // The same again is no edit.
    let same = ann.patch("/question/editQuestion", edit("Zebra ", "striped", &["Animal", "africa"])).await.ok();
    assert_eq!(same.get("editedAt"), None);
    let edited = ann.patch("/question/editQuestion", edit("Quagga", "extinct", &["africa", "history"])).await.ok();
    assert_eq!((&edited["title"], &edited["text"], &edited["askedBy"]), (&json!("Quagga"), &json!("extinct"), &json!("ann")));
    assert_eq!(
        (names(&edited["tags"], "name"), &edited["editedAt"]),
        (vec!["africa".into(), "history".into()], &json!("2026-11-21T00:00:00.000Z"))
    );

    let reply = ben.patch("/answer/editAnswer", json!({"aid": answer, "text": "okapi"})).await.ok();
    assert_eq!((&reply["text"], &reply["comments"][0]["text"]), (&json!("okapi"), &json!("tall")));
    assert!(reply["editedAt"].is_string());
    for text in ["short", "short", "shy"] {
        ben.patch("/comment/editComment", json!({"cid": comment, "text": text})).await.ok();
    }
    let stored = &ann.question(&question).await["answers"][0];
    assert_eq!((&stored["text"], &stored["comments"][0]["text"]), (&json!("okapi"), &json!("shy")));

    // The lists and the search know only what it says now.
    for (search, found) in
        [("quagga", 1), ("[history]", 1), ("okapi", 1), ("extinct", 1), ("zebra", 0), ("[animal]", 0), ("giraffe", 0), ("striped", 0)]
    {
        assert_eq!(ann.titles(&format!("/question/getQuestion?search={search}")).await.len(), found, "{search}");
    }
    ann.get("/tag/getTagByName/animal").await.refused(404, "Tag not found");
    assert_eq!(names(&ann.get("/tag/getTagsWithQuestionNumber").await.ok(), "name"), ["africa", "history"]);

    let history = ben.get(&format!("/post/getRevisions/{question}")).await;
    assert_eq!(history.header("x-total-count"), "2");
    let history = history.ok();
    assert_eq!(
        (names(&history, "title"), names(&history, "text")),
        (vec!["Quagga".into(), "Zebra".into()], vec!["extinct".into(), "striped".into()])
    );
    assert_eq!((&history[1]["tags"], &history[1]["editedBy"]), (&json!(["animal", "africa"]), &json!("ann")));
    assert_eq!(ann.revisions(&answer).await, ["okapi", "giraffe"]);
    assert_eq!(ann.revisions(&comment).await, ["shy", "short", "tall"]);
    let page = ann.get(&format!("/post/getRevisions/{comment}?limit=2")).await;
    let next = page.header("link").strip_prefix('<').and_then(|link| link.split_once('>')).expect("a next page").0.to_owned();
    assert_eq!(
        (names(&page.ok(), "text"), names(&ann.get(&next).await.ok(), "text")),
        (vec!["shy".into(), "short".into()], vec!["tall".into()])
    );
    ann.get(&format!("/post/getRevisions/{ABSENT}")).await.refused(404, "Post not found");

    // A change of the title alone, and then of the text: what each version said stays, and what the post says is stored once.
    for (title, text) in [("Plains zebra", "extinct"), ("Plains zebra", "alive")] {
        ann.patch("/question/editQuestion", edit(title, text, &["africa", "history"])).await.ok();
    }
    assert_eq!(ann.revisions(&question).await, ["alive", "extinct", "extinct", "striped"]);
    let stored = "SELECT group_concat(text, ' ' ORDER BY id) FROM revisions";
    let stored: String = site.site.app.db.read(move |read| read.value(stored, [])).await.expect("texts");
    assert_eq!(stored, "striped giraffe extinct extinct");
}

#[tokio::test]
async fn bad_edits_change_nothing() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let answer = ann.answer(&question, "y").await;
    let comment = ann.comment("question", &question, "z").await;
    let before = ann.question(&question).await;
    let edit = |title: &str, text: &str| json!({"qid": question, "title": title, "text": text, "tags": [{"name": "a"}]});
    ann.patch("/question/editQuestion", edit("", "x")).await.refused(400, "Title cannot be empty");
    ann.patch("/question/editQuestion", edit("T", "")).await.refused(400, "Question text cannot be empty");
    ann.patch("/question/editQuestion", json!({"qid": question, "title": "T", "text": "x"}))
        .await
        .refused(400, "Should have at least 1 tag");
    ann.patch("/answer/editAnswer", json!({"aid": answer, "text": "[x](http://y)"})).await.refused(400, "Invalid hyperlink format.");
    ann.patch("/answer/editAnswer", json!({"aid": answer})).await.refused(400, "Answer text cannot be empty");
    ann.patch("/comment/editComment", json!({"cid": comment, "text": "x".repeat(5_001)}))
        .await
        .refused(400, "Comment text cannot be more than 5000 characters");
    ann.patch("/comment/editComment", json!({"cid": comment, "text": "\u{0}"})).await.refused(400, "Text cannot contain the NUL character");
    let not_yours = "You can only change your own posts";
    ben.patch("/question/editQuestion", edit("U", "x")).await.refused(403, not_yours);
    ben.patch("/answer/editAnswer", json!({"aid": answer, "text": "u"})).await.refused(403, not_yours);
    ben.patch("/comment/editComment", json!({"cid": comment, "text": "u"})).await.refused(403, not_yours);
    ben.delete_with("/question/deleteQuestion", json!({"qid": question})).await.refused(403, not_yours);
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer})).await.refused(403, not_yours);
    ben.delete_with("/comment/deleteComment", json!({"cid": comment})).await.refused(403, not_yours);
    ben.post("/question/undeleteQuestion", json!({"qid": question})).await.refused(403, not_yours);
    // Each id names one kind of thing.
    ann.patch("/question/editQuestion", json!({"qid": answer, "title": "T", "text": "x", "tags": [{"name": "a"}]}))
        .await
        .refused(404, "Question not found");
    ann.patch("/answer/editAnswer", json!({"aid": question, "text": "u"})).await.refused(404, "Post not found");
    ann.patch("/comment/editComment", json!({"cid": answer, "text": "u"})).await.refused(404, "Post not found");
    ann.delete_with("/answer/deleteAnswer", json!({"aid": comment})).await.refused(404, "Post not found");
    ann.post("/answer/undeleteAnswer", json!({"aid": answer})).await.refused(404, "Post not found");
    ann.post("/comment/undeleteComment", json!({"cid": comment})).await.refused(404, "Post not found");
    let reply = ann.patch("/answer/editAnswer", json!({"aid": 7, "text": "u"})).await;
    assert_eq!(reply.status, 400, "{}", reply.text);
    assert_eq!(ann.question(&question).await, before);
}

#[tokio::test]
async fn what_is_deleted_is_gone_until_its_author_brings_it_back() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = ben.answer(&question, "giraffe").await;
    let (on_question, on_answer) = (ben.comment("question", &question, "c").await, ann.comment("answer", &answer, "d").await);
    let whole = ann.question(&question).await;
    let deleted = |reply: Value| assert!(reply["deletedAt"].is_string(), "{reply}");

    deleted(ben.delete_with("/comment/deleteComment", json!({"cid": on_question})).await.ok());
    deleted(ann.delete_with("/comment/deleteComment", json!({"cid": on_answer})).await.ok());
    let stored = ann.question(&question).await;
    assert_eq!((&stored["comments"], &stored["answers"][0]["comments"]), (&json!([]), &json!([])));
    site.clock.advance(std::time::Duration::from_secs(1));
    deleted(ben.delete_with("/answer/deleteAnswer", json!({"aid": answer})).await.ok());
    let stored = ann.question(&question).await;
    assert_eq!((&stored["answers"], &stored["answerCount"]), (&json!([]), &json!(0)));
    assert_eq!(ann.titles("/question/getQuestion?order=unanswered").await, ["Zebra"]);
    assert_eq!(ann.titles("/question/getQuestion?search=giraffe").await, [""; 0]);
    // What is on a deleted answer is as gone as the answer.
    ann.post("/comment/undeleteComment", json!({"cid": on_answer})).await.refused(404, "Post not found");
    ann.get(&format!("/post/getRevisions/{answer}")).await.refused(404, "Post not found");
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer})).await.refused(404, "Post not found");

    let listed = ben.get(&format!("/post/getDeletedPosts?qid={question}")).await;
    assert_eq!(listed.header("x-total-count"), "2");
    let listed = listed.ok();
    assert_eq!(
        (names(&listed, "_id"), names(&listed, "type")),
        (vec![answer.clone(), on_question.clone()], vec!["answer".into(), "comment".into()])
    );
    assert_eq!((&listed[0]["title"], &listed[0]["text"], &listed[0]["qid"]), (&json!("Zebra"), &json!("giraffe"), &json!(question)));
    assert_eq!(ben.get(&format!("/post/getDeletedPosts?qid={ABSENT}")).await.ok(), json!([]));
    assert_eq!(ann.get("/post/getDeletedPosts").await.ok(), json!([]), "a comment cannot come back without its answer");

    // Only its author brings it back.
    ann.post("/answer/undeleteAnswer", json!({"aid": answer})).await.refused(404, "Post not found");
    ben.post("/answer/undeleteAnswer", json!({"aid": answer})).await.ok();
    ann.post("/comment/undeleteComment", json!({"cid": on_answer})).await.ok();
    ben.post("/comment/undeleteComment", json!({"cid": on_question})).await.ok();
    assert_eq!(ann.question(&question).await, whole);
    assert_eq!(ben.get("/post/getDeletedPosts").await.ok(), json!([]));
    assert_eq!(ann.titles("/question/getQuestion?search=giraffe").await, ["Zebra"]);
}

#[tokio::test]
async fn a_deleted_question_is_absent_and_an_answered_one_is_closed() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let qid = json!({"qid": question});
    let gone = ann.delete_with("/question/deleteQuestion", qid.clone()).await.ok();
    assert_eq!((&gone["title"], gone["deletedAt"].is_string()), (&json!("Zebra"), true));
    for person in [&ann, &ben] {
        person.get(&format!("/question/getQuestionById/{question}")).await.refused(404, "Question not found");
        person.get(&format!("/post/getRevisions/{question}")).await.refused(404, "Post not found");
        person.post("/answer/addAnswer", json!({"qid": question, "ans": {"text": "x"}})).await.refused(404, "Question not found");
        for path in ["", "?search=zebra", "?search=[animal]", "?order=unanswered", "?order=active", "?order=mostViewed"] {
            let list = person.get(&format!("/question/getQuestion{path}")).await;
            assert_eq!((list.ok(), list.header("x-total-count")), (json!([]), "0"), "{path}");
        }
        assert_eq!(person.get("/tag/getTagsWithQuestionNumber").await.ok(), json!([]));
    }
    ann.delete_with("/question/deleteQuestion", qid.clone()).await.refused(404, "Question not found");
    ben.post("/question/undeleteQuestion", qid.clone()).await.refused(404, "Question not found");
    assert_eq!(names(&ann.get("/post/getDeletedPosts").await.ok(), "type"), ["question"]);
    assert_eq!(ann.post("/question/undeleteQuestion", qid.clone()).await.ok().get("deletedAt"), None);
    assert_eq!(ben.titles("/question/getQuestion?search=zebra").await, ["Zebra"]);
    assert_eq!(ben.get("/tag/getTagsWithQuestionNumber").await.ok()[0]["qcnt"], 1);

    let answer = ben.answer(&question, "giraffe").await;
    for _ in 0..2 {
        let closed = ann.delete_with("/question/deleteQuestion", qid.clone()).await.ok();
        assert_eq!((closed["closedAt"].is_string(), closed.get("deletedAt")), (true, None));
    }
    assert_eq!(ben.get("/question/getQuestion?view=card").await.ok()[0]["closed"], true);
    ann.post("/answer/addAnswer", json!({"qid": question, "ans": {"text": "x"}})).await.refused(409, "This question is closed");
    // Everything else goes on.
    ben.patch("/answer/editAnswer", json!({"aid": answer, "text": "okapi"})).await.ok();
    ben.comment("question", &question, "why?").await;
    ann.post("/question/acceptAnswer", json!({"qid": question, "aid": answer})).await.ok();
    ben.post("/question/undeleteQuestion", qid.clone()).await.refused(403, "You can only change your own posts");
    for _ in 0..2 {
        assert_eq!(ann.post("/question/undeleteQuestion", qid.clone()).await.ok().get("closedAt"), None);
    }
    let second = ann.answer(&question, "x").await;

    // Closed while it had answers, deleted without any: it comes back open.
    ann.delete_with("/question/deleteQuestion", qid.clone()).await.ok();
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer})).await.ok();
    ann.delete_with("/answer/deleteAnswer", json!({"aid": second})).await.ok();
    let gone = ann.delete_with("/question/deleteQuestion", qid.clone()).await.ok();
    assert_eq!((gone["deletedAt"].is_string(), gone.get("closedAt")), (true, None));
    assert_eq!(ann.post("/question/undeleteQuestion", qid).await.ok().get("closedAt"), None);
    ann.answer(&question, "x").await;
}

#[tokio::test]
async fn questions_that_ask_the_same_are_linked() {
    let site = TestSite::new();
    let (ann, ben, cem) = (site.sign_up("ann").await, site.sign_up("ben").await, site.sign_up("cem").await);
    let (copy, original) = (ann.ask("again", "x", &["a"]).await, ben.ask("first", "x", &["a"]).await);
    let link = json!({"qid": copy, "duplicateOf": original});
    for _ in 0..2 {
        let linked = cem.post("/question/addDuplicate", link.clone()).await.ok();
        assert_eq!(
            linked,
            json!([{"_id": original, "title": "first", "answerCount": 0, "score": 0, "accepted": false, "closed": false,
                    "linkedBy": "cem", "duplicate": "original", "mayUnlink": true}])
        );
    }
    let seen = ben.get(&format!("/question/getDuplicates/{original}")).await.ok();
    assert_eq!((&seen[0]["_id"], &seen[0]["duplicate"], &seen[0]["mayUnlink"]), (&json!(copy), &json!("copy"), &json!(true)));
    let dan = site.sign_up("dan").await;
    assert_eq!(dan.get(&format!("/question/getDuplicates/{copy}")).await.ok()[0]["mayUnlink"], false);
    let refusal = "Only the person who linked the questions, or the asker of one of them, can unlink them";
    dan.delete_with("/question/removeDuplicate", link.clone()).await.refused(403, refusal);
    dan.delete_with("/question/removeDuplicate", json!({"qid": original, "duplicateOf": copy})).await.ok();
    assert_eq!(dan.get(&format!("/question/getDuplicates/{copy}")).await.ok().as_array().unwrap().len(), 1);
    for _ in 0..2 {
        assert_eq!(ann.delete_with("/question/removeDuplicate", link.clone()).await.ok(), json!([]));
    }
    // Not both ways round.
    ann.post("/question/addDuplicate", link).await.ok();
    let refusal = "These questions are linked the other way round";
    ann.post("/question/addDuplicate", json!({"qid": original, "duplicateOf": copy})).await.refused(409, refusal);
    assert_eq!(names(&dan.get(&format!("/question/getDuplicates/{original}")).await.ok(), "_id"), [copy.as_str()]);
    ann.post("/question/addDuplicate", json!({"qid": copy, "duplicateOf": copy}))
        .await
        .refused(400, "A question cannot be a duplicate of itself");
    ann.post("/question/addDuplicate", json!({"qid": copy, "duplicateOf": ABSENT})).await.refused(404, "Question not found");
    ann.get(&format!("/question/getDuplicates/{ABSENT}")).await.refused(404, "Question not found");
}

#[tokio::test]
async fn a_question_has_few_links() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let first = ann.ask("first", "x", &["a"]).await;
    let refusal = "A question cannot have more than 20 linked questions";
    for n in 0..20 {
        let copy = ann.ask("again", "x", &["a"]).await;
        let (qid, original) = if n % 2 == 0 { (&copy, &first) } else { (&first, &copy) };
        let link = json!({"qid": qid, "duplicateOf": original});
        ann.post("/question/addDuplicate", link.clone()).await.ok();
        ann.post("/question/addDuplicate", link).await.ok();
    }
    let one_more = ann.ask("again", "x", &["a"]).await;
    ann.post("/question/addDuplicate", json!({"qid": one_more, "duplicateOf": first})).await.refused(409, refusal);
    ann.post("/question/addDuplicate", json!({"qid": first, "duplicateOf": one_more})).await.refused(409, refusal);
    let linked = ann.get(&format!("/question/getDuplicates/{first}")).await;
    assert_eq!((linked.ok().as_array().unwrap().len(), linked.header("link")), (20, ""));
}

#[tokio::test]
async fn nothing_private_can_be_changed_or_read_from_outside() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let body = json!({"title": "hidden", "text": "x", "tags": [{"name": "a"}], "communityId": private});
    let hidden = id_of(&ben.post("/question/addQuestion", body.clone()).await.ok());
    let second = id_of(&ben.post("/question/addQuestion", body).await.ok());
    let answer = ben.answer(&hidden, "y").await;
    let comment = ben.comment("answer", &answer, "z").await;
    let open = ann.ask("open", "x", &["a"]).await;
    ben.post("/question/addDuplicate", json!({"qid": open, "duplicateOf": hidden})).await.ok();
    let lost = ben.comment("answer", &answer, "deleted").await;
    ben.delete_with("/comment/deleteComment", json!({"cid": lost})).await.ok();
    ben.delete_with("/question/deleteQuestion", json!({"qid": second})).await.ok();
    assert_eq!(ben.get("/post/getDeletedPosts").await.ok().as_array().unwrap().len(), 2);
    site.sql("DELETE FROM members WHERE user_id = (SELECT id FROM users WHERE username = 'ben')");

    // Even to who wrote it, once he has left.
    let before = ann.question(&hidden).await;
    for (method, path, body) in [
        ("PATCH", "/question/editQuestion", json!({"qid": hidden, "title": "T", "text": "x", "tags": [{"name": "a"}]})),
        ("DELETE", "/question/deleteQuestion", json!({"qid": hidden})),
        ("POST", "/question/undeleteQuestion", json!({"qid": hidden})),
        ("POST", "/question/undeleteQuestion", json!({"qid": second})),
        ("POST", "/question/acceptAnswer", json!({"qid": hidden, "aid": answer})),
        ("POST", "/question/unacceptAnswer", json!({"qid": hidden})),
        ("POST", "/question/addDuplicate", json!({"qid": open, "duplicateOf": hidden})),
        ("DELETE", "/question/removeDuplicate", json!({"qid": open, "duplicateOf": hidden})),
        ("GET", &format!("/question/getDuplicates/{hidden}"), Value::Null),
        ("PATCH", "/answer/editAnswer", json!({"aid": answer, "text": "x"})),
        ("DELETE", "/answer/deleteAnswer", json!({"aid": answer})),
        ("POST", "/answer/upvoteAnswer", json!({"aid": answer})),
        ("PATCH", "/comment/editComment", json!({"cid": comment, "text": "x"})),
        ("DELETE", "/comment/deleteComment", json!({"cid": comment})),
        ("POST", "/comment/undeleteComment", json!({"cid": lost})),
        ("GET", &format!("/post/getRevisions/{hidden}"), Value::Null),
        ("GET", &format!("/post/getRevisions/{answer}"), Value::Null),
        ("GET", &format!("/post/getRevisions/{comment}"), Value::Null),
    ] {
        let body = Some(body).filter(|body| !body.is_null());
        let reply = ben.request(method.parse().unwrap(), path, body).await;
        assert!(
            reply.status == 404 && ["Question not found", "Post not found"].contains(&reply.text.as_str()),
            "{}: {}",
            reply.call,
            reply.text
        );
    }
    assert_eq!(ben.get("/post/getDeletedPosts").await.ok(), json!([]));
    assert_eq!(ben.get(&format!("/question/getDuplicates/{open}")).await.ok(), json!([]));
    assert_eq!(names(&ann.get(&format!("/question/getDuplicates/{open}")).await.ok(), "title"), ["hidden"]);
    assert_eq!(ann.question(&hidden).await, before);
}

#[tokio::test]
async fn tags_are_found_by_a_part_of_their_name() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("q1", "x", &["react", "preact", "rust", "Ünïcode", "50%"]).await;
    ann.ask("q2", "x", &["preact", "rust"]).await;
    for (part, expected) in
        [("REA", "react preact"), ("", "preact rust 50% react Ünïcode"), ("%25", "50%"), ("ünï", "Ünïcode"), ("_", ""), ("'", "")]
    {
        let reply = ann.get(&format!("/tag/getTagsWithQuestionNumber?search={part}")).await;
        let found = names(&reply.ok(), "name");
        assert_eq!((found.join(" "), reply.header("x-total-count")), (expected.to_owned(), found.len().to_string().as_str()), "{part}");
    }
}

/// Does one of the things that change a question, and returns the id of what it made, if it made something.
async fn act(person: &Person, what: usize, [question, answer, community]: [&str; 3], step: usize) -> Option<String> {
    let text = format!("word{} text {step}", step % 7);
    let tags = json!([{"name": format!("tag{}", step % 3)}, {"name": format!("label{}", step % 5)}]);
    let community = if step.is_multiple_of(2) { json!(community) } else { Value::Null };
    let (method, path, body) = match what {
        0 | 1 => ("POST", "/question/addQuestion", json!({"title": text, "text": text, "tags": tags, "communityId": community})),
        2 | 3 => ("POST", "/answer/addAnswer", json!({"qid": question, "ans": {"text": text}})),
        4 => ("PATCH", "/question/editQuestion", json!({"qid": question, "title": text, "text": text, "tags": tags})),
        5 => ("PATCH", "/answer/editAnswer", json!({"aid": answer, "text": text})),
        6 => ("DELETE", "/question/deleteQuestion", json!({"qid": question})),
        7 => ("POST", "/question/undeleteQuestion", json!({"qid": question})),
        8 => ("DELETE", "/answer/deleteAnswer", json!({"aid": answer})),
        9 => ("POST", "/answer/undeleteAnswer", json!({"aid": answer})),
        10 => ("POST", "/answer/upvoteAnswer", json!({"aid": answer})),
        _ => ("POST", "/question/downvoteQuestion", json!({"qid": question})),
    };
    let reply = person.request(method.parse().expect("a method"), path, Some(body)).await;
    assert!(reply.status.as_u16() < 500, "{}: {}", reply.call, reply.text);
    (what < 4 && reply.status == 200).then(|| id_of(&reply.ok()))
}

/// Whatever people do, in whatever order and at the same time: the counters are those that counting anew would
/// give, and the index holds what the posts say.
#[tokio::test]
async fn counters_and_index_follow_every_history() {
    for seed in 0..4 {
        let site = TestSite::new();
        let mut dice = StdRng::seed_from_u64(seed);
        let people = [site.sign_up("ann").await, site.sign_up("ben").await];
        let private = site.community(7, "private", &["ann", "ben"]);
        let (mut questions, mut answers) = (Vec::new(), Vec::new());
        for round in 0..30 {
            // Several at once, so that the writer gathers them in one batch.
            let mut any = |ids: &[String]| if ids.is_empty() { ABSENT.to_owned() } else { ids[dice.random_range(0..ids.len())].clone() };
            let on = [any(&questions), any(&answers)];
            let acts: Vec<(usize, usize)> = (0..5).map(|_| (dice.random_range(0..2), dice.random_range(0..12))).collect();
            let made = acts.iter().enumerate().map(|(n, &(who, what))| act(&people[who], what, [&on[0], &on[1], &private], 5 * round + n));
            for (made, (_, what)) in futures_util::future::join_all(made).await.into_iter().zip(&acts) {
                let ids = if *what < 2 { &mut questions } else { &mut answers };
                ids.extend(made);
            }
        }
        let as_kept = counters(&site);
        let db = &site.site.app.db;
        db.write(|tx| {
            tx.quietly("a test");
            // Compares the index with what the posts say, and fails when they differ.
            tx.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)", [])?;
            crate::questions::counters::recompute(tx)
        })
        .await
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(as_kept, counters(&site), "seed {seed}");
    }
}

fn counters(site: &TestSite) -> Vec<String> {
    let connection = rusqlite::Connection::open(site.directory.path().join("stoa.db")).expect("the database opens");
    let mut statement = connection
        .prepare(
            "SELECT concat_ws(' ', 'post', id, score) FROM posts
             UNION ALL SELECT concat_ws(' ', 'question', id, answer_count, view_count, last_answer_id, accepted_answer_id) FROM questions
             UNION ALL SELECT concat_ws(' ', 'scope', scope, questions, unanswered) FROM question_totals WHERE questions > 0
             UNION ALL SELECT concat_ws(' ', 'tag', tag_id, scope, questions) FROM tag_totals WHERE questions > 0 ORDER BY 1",
        )
        .expect("SQL");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.collect::<Result<_, _>>().expect("rows")
}
