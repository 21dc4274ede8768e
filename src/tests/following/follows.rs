//! What users watch and mute.

use serde_json::{Value, json};

use super::{ABSENT, Person, TestSite};

fn follow(kind: &str, object: &str, name: &str, state: &str) -> Value {
    json!({"kind": kind, "object": object, "name": name, "state": state})
}

#[tokio::test]
async fn a_user_watches_and_mutes_questions_tags_and_communities() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ben.ask("T", "x", &["Plutus"]).await;
    let community = site.community(7, "public", &["ben"]);
    ann.follow("question", &question, "muted").await;
    let reply = ann.follow("tag", "pLUTUS", "watching").await;
    let expected = json!({"kind": "tag", "object": "pLUTUS", "state": "watching", "watchers": 1});
    assert_eq!(reply, expected);
    ann.follow("community", &community, "watching").await;
    let name = ann
        .get(&format!("/community/getCommunity/{community}"))
        .await
        .ok()["name"]
        .clone();
    let all = json!([
        follow(
            "community",
            &community,
            name.as_str().expect("a name"),
            "watching"
        ),
        follow("question", &question, "T", "muted"),
        follow("tag", "Plutus", "Plutus", "watching"),
    ]);
    assert_eq!(ann.follows().await, all);
    ann.follow("tag", "Plutus", "normal").await;
    assert_eq!(ann.follows().await.as_array().map(Vec::len), Some(2));
    assert_eq!(ben.follows().await, json!([]));
}

#[tokio::test]
async fn watchers_are_counted_and_those_who_mute_are_not() {
    let site = TestSite::new();
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    let question = ann.ask("T", "x", &["a"]).await;
    ben.follow("question", &question, "watching").await;
    cem.follow("question", &question, "muted").await;
    ben.follow("question", &question, "watching").await;
    let reply = cem.follow_reply("question", &question).await.ok();
    let expected = json!({"kind": "question", "object": question, "state": "muted", "watchers": 1});
    assert_eq!(reply, expected);
}

#[tokio::test]
async fn askers_always_watch_their_question() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let state = ann.follow_reply("question", &question).await.ok()["state"].clone();
    assert_eq!(state, "watching");
    let refused = ann.try_to_follow("question", &question, "muted").await;
    refused.refused(409, "You always watch your own questions");
}

#[tokio::test]
async fn hidden_objects_look_like_absent_ones() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ben"]);
    let question = ben.ask_in(&private, "hidden").await;
    let answer = ben.answer(&question, "x").await;
    for (object, absent) in [(&question, ABSENT), (&answer, "")] {
        let refused = ann.try_to_follow("question", object, "watching").await;
        refused.refused(404, "Question not found");
        let refused = ann.try_to_follow("question", absent, "watching").await;
        refused.refused(404, "Question not found");
    }
    let refused = ann.try_to_follow("community", &private, "watching").await;
    refused.refused(403, "Must request access to join this community.");
    let refused = ann.follow_reply("tag", "nonesuch").await;
    refused.refused(404, "Tag not found");
}

#[tokio::test]
async fn the_watchers_of_a_private_community_are_counted_among_its_members_only() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ben"]);
    let body =
        json!({"title": "T", "text": "x", "tags": [{"name": "plutus"}], "communityId": private});
    ben.post("/question/addQuestion", body).await.ok();
    ben.follow("tag", "plutus", "watching").await;
    ann.follow_reply("tag", "plutus")
        .await
        .refused(404, "Tag not found");
    ann.ask("T", "x", &["plutus"]).await;
    let watchers = async || ann.follow_reply("tag", "plutus").await.ok()["watchers"].clone();
    assert_eq!(watchers().await, 0);
    ben.follow("tag", "plutus", "watching").await;
    assert_eq!(watchers().await, 1);
}

#[tokio::test]
async fn what_a_user_may_no_longer_read_is_not_listed() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let private = site.community(7, "private", &["ann", "ben"]);
    let question = ben.ask_in(&private, "hidden").await;
    ann.follow("question", &question, "watching").await;
    ann.follow("community", &private, "watching").await;
    assert_eq!(ann.follows().await.as_array().map(Vec::len), Some(2));
    site.expel(7, "ann");
    assert_eq!(ann.follows().await, json!([]));
}

#[tokio::test]
async fn a_user_watches_at_most_1000_objects() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ben.ask("T", "x", &["a"]).await;
    site.sql(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
         INSERT INTO tags (id, name_key) SELECT n, 'tag' || n FROM n;
         INSERT INTO follows SELECT u.id, 'tag', t.id, 'watching', 0, 0 FROM users u, tags t WHERE u.username = 'ann' AND t.id <= 1000",
    );
    let refused = ann.try_to_follow("question", &question, "watching").await;
    refused.refused(
        409,
        "You cannot watch or mute more than 1000 questions, tags and communities",
    );
    site.sql("UPDATE follows SET object_id = (SELECT id FROM tags WHERE name_key = 'a') WHERE object_id = 1000");
    ann.follow("tag", "a", "muted").await;
    ann.follow("tag", "a", "normal").await;
    ann.follow("question", &question, "watching").await;
}

#[tokio::test]
async fn unknown_kinds_and_states_are_rejected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let refused = ann.try_to_follow("user", &question, "watching").await;
    refused.refused(400, "Invalid kind: it is question, tag or community");
    let refused = ann.try_to_follow("tag", "a", "").await;
    refused.refused(400, "Invalid state: it is watching, normal or muted");
}

#[tokio::test]
async fn follows_go_with_the_account_and_are_in_its_data() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ben.ask("T", "x", &["a"]).await;
    ann.follow("tag", "a", "muted").await;
    ann.patch("/following/markInboxSeen", json!({})).await.ok();
    let followed = json!([{"kind": "tag", "object": "a", "state": "muted", "since": "2026-11-21T00:00:00.000Z"}]);
    assert_eq!(ann.get("/user/getData").await.ok()["follows"], followed);
    ann.delete("/user/deleteUser/ann").await.ok();
    let rest = site.site.app.db.read(|read| {
        let sql = "SELECT (SELECT count(*) FROM follows) + (SELECT count(*) FROM inboxes)";
        read.value::<i64>(sql, [])
    });
    assert_eq!(rest.await.expect("a count"), 0);
}

/// Ann watches what they answer, and Ben has asked a question.
async fn answering() -> (TestSite, Person, Person, String) {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let switch = json!({"watch": true});
    ann.patch("/following/setWatchAnswered", switch).await.ok();
    let question = ben.ask("T", "x", &["a"]).await;
    (site, ann, ben, question)
}

#[tokio::test]
async fn who_wants_it_watches_what_they_answer_and_is_told_of_later_answers() {
    let (_site, ann, ben, question) = answering().await;
    ann.answer(&question, "x").await;
    let expected = json!([follow("question", &question, "T", "watching")]);
    assert_eq!(ann.follows().await, expected);
    assert_eq!(ann.inbox().await, json!([]));
    ben.answer(&question, "y").await;
    assert_eq!(ann.inbox().await[0]["newAnswers"], 1);
}

#[tokio::test]
async fn nobody_watches_what_they_answer_unless_they_want_it() {
    let (_site, ann, ben, question) = answering().await;
    let on = ann.get("/following/getWatchAnswered").await.ok();
    assert_eq!(on, json!(true));
    let switch = json!({"watch": false});
    let off = ann.patch("/following/setWatchAnswered", switch).await.ok();
    assert_eq!(off, json!(false));
    ann.answer(&question, "x").await;
    assert_eq!(ann.follows().await, json!([]));
    assert_eq!(
        ben.get("/following/getWatchAnswered").await.ok(),
        json!(false)
    );
}

#[tokio::test]
async fn an_answer_changes_neither_what_is_muted_nor_an_own_question() {
    let (_site, ann, _ben, question) = answering().await;
    ann.follow("question", &question, "muted").await;
    ann.answer(&question, "x").await;
    let own = ann.ask("Own", "x", &["a"]).await;
    ann.answer(&own, "x").await;
    let expected = json!([follow("question", &question, "T", "muted")]);
    assert_eq!(ann.follows().await, expected);
}

#[tokio::test]
async fn an_answer_beyond_the_largest_number_of_follows_is_given_all_the_same() {
    let (site, ann, _ben, question) = answering().await;
    site.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
         INSERT INTO follows SELECT u.id, 'tag', 1000 + i, 'watching', 0, 0 FROM n, users u WHERE u.username = 'ann'",
    );
    ann.answer(&question, "x").await;
    let state = ann.follow_reply("question", &question).await.ok();
    assert_eq!(state["state"], "normal");
}
