//! Posts that wait for approval, and posts that reports hide.

mod hiding;
mod states;

use std::time::Duration;

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{Person, Reply, TestSite, id_of};
use crate::operations::invariants::{DERIVED, ORPHANS};

impl TestSite {
    /// Gives a setting of moderation a value.
    pub(super) async fn sets(&self, key: &str, value: Value) {
        let stored = value.to_string();
        self.sql(&format!(
            "INSERT OR REPLACE INTO site_settings (key, value, changed_at, changed_by) SELECT '{key}', '{stored}', 0, min(id) FROM users"
        ));
        self.settle().await;
    }

    /// Signs a user up who comes from this address.
    async fn sign_up_from(&self, name: &str, address: [u8; 4]) -> Person {
        let mut person = self.visitor();
        person.name = name.to_owned();
        person.peer.set_ip(address.into());
        person.authenticate("signup").await;
        person
    }
}

impl Person {
    async fn hidden_posts(&self) -> Value {
        self.get("/post/getDeletedPosts").await.ok()
    }

    async fn first_case(&self) -> Value {
        self.get("/flag/getQueue").await.ok()[0].clone()
    }

    pub(super) async fn decides_on(&self, object: &str, decision: &str) -> Reply {
        let body = json!({"id": object, "decision": decision, "reason": "because"});
        self.post("/flag/decideCase", body).await
    }

    async fn undoes_on(&self, object: &str) -> Reply {
        self.post("/flag/undoDecision", json!({"id": object})).await
    }
}

/// Creates a site that holds the first post of a member, with a moderator of the site, a member whose posts
/// appear, their question, and a newcomer.
async fn people(site: &TestSite) -> ([Person; 3], String) {
    let people = [
        site.sign_up("max1").await,
        site.sign_up("ann").await,
        site.sign_up("ned").await,
    ];
    site.appoint("max1").await;
    let question = people[1].ask("Zebra", "striped", &["animal"]).await;
    site.sets("holdFirst", json!("1")).await;
    (people, question)
}

#[tokio::test]
async fn with_default_settings_nothing_waits_and_nothing_is_hidden() {
    let site = TestSite::new();
    site.sign_up("max1").await;
    site.appoint("max1").await;
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    for name in ["ben", "cem", "dan", "eve"] {
        let member = site.sign_up(name).await;
        member.flag("question", &question, "spam").await.ok();
    }
    let shown = ann
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(shown.get("waiting"), None);
    assert_eq!(ann.hidden_posts().await, json!([]));
}

#[tokio::test]
async fn a_held_question_is_seen_by_its_author_and_the_moderators_only() {
    let server = Listening::start().await;
    let site = &server.site;
    let ([max, ann, ned], _) = people(site).await;
    let mut socket = server.socket_of(&ann).await;
    let body = json!({"title": "Quagga", "text": "Extinct? @ann", "tags": [{"name": "fossil"}], "nonce": "n"});
    let asked = ned.post("/question/addQuestion", body.clone()).await.ok();
    assert_eq!(asked["waiting"], json!(true));
    assert_eq!(asked.get("deletedAt"), None);
    assert_eq!(asked["tags"][0]["name"], json!("fossil"));
    let id = id_of(&asked);
    let again = ned.post("/question/addQuestion", body).await.ok();
    assert_eq!(again, asked);
    socket.expect_silence().await;
    ann.get(&format!("/question/getQuestionById/{id}"))
        .await
        .refused(404, "Question not found");
    for path in [
        "/question/getQuestion?order=newest",
        "/question/getQuestion?search=quagga",
        "/user/getPosts/ned",
    ] {
        let list = ann.get(path).await.ok();
        assert!(!list.to_string().contains("Quagga"), "{path}");
    }
    let tags = ann.get("/tag/getTagsWithQuestionNumber").await.ok();
    assert!(!tags.to_string().contains("fossil"));
    assert_eq!(ann.get("/mention/getMentions").await.ok(), json!([]));
    let waiting = ned.hidden_posts().await;
    assert_eq!(
        (&waiting[0]["state"], waiting[0].get("removalReason")),
        (&json!("held"), None)
    );
    assert_eq!(waiting[0]["tags"], json!(["fossil"]));
    let case = max.first_case().await;
    assert_eq!(
        (
            &case["ask"],
            &case["content"]["title"],
            &case["holdReasons"]
        ),
        (
            &json!("held"),
            &json!("Quagga"),
            &json!([{"signal": "first", "detail": ""}])
        )
    );
    assert_eq!(max.get("/flag/getQueueCount").await.ok()["count"], json!(1));
}

#[tokio::test]
async fn approval_does_what_posting_does_once() {
    let server = Listening::start().await;
    let site = &server.site;
    let ([max, ann, ned], question) = people(site).await;
    let eve = site.sign_up("eve").await;
    let answer = ned.answer(&question, "A horse, @eve").await;
    assert_eq!(ann.get("/getNotifications").await.ok(), json!([]));
    let mut author = server.socket_of(&ann).await;
    let mut named = server.socket_of(&eve).await;
    max.decides_on(&answer, "approve").await.ok();
    let mut events = Vec::new();
    for _ in 0..2 {
        events.push(author.event().await.0);
    }
    events.sort();
    assert_eq!(events, ["answerUpdate", "notificationUpdate"]);
    let mut events = Vec::new();
    for _ in 0..2 {
        events.push(named.event().await.0);
    }
    events.sort();
    assert_eq!(events, ["answerUpdate", "mention"]);
    let shown = ann
        .get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
    assert_eq!(shown["answers"][0]["_id"], json!(answer));
    assert_eq!(shown["answerCount"], json!(1));
    let found = ann.titles("/question/getQuestion?search=horse").await;
    assert_eq!(found, ["Zebra"]);
    max.decides_on(&answer, "approve")
        .await
        .refused(409, "This has been decided already");
    // The next post appears at once.
    let comment = ned
        .post(
            "/comment/addComment",
            json!({"id": question, "type": "question", "comment": {"text": "why?"}}),
        )
        .await
        .ok();
    assert_eq!(comment.get("waiting"), None);
    // Nobody is told again if the approval is undone and repeated.
    max.undoes_on(&answer).await.ok();
    max.decides_on(&answer, "approve").await.ok();
    let mentions = eve.get("/mention/getMentions").await.ok();
    assert_eq!(mentions.as_array().map(Vec::len), Some(1));
    let notifications = ann.get("/getNotifications").await.ok();
    assert_eq!(notifications.as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn an_approved_question_is_new_in_lists_tags_search_and_counts() {
    let site = TestSite::new();
    let ([max, ann, ned], _) = people(&site).await;
    let question = ned.ask("Quagga", "extinct", &["fossil", "Animal"]).await;
    max.decides_on(&question, "approve").await.ok();
    site.settle().await;
    assert_eq!(
        ann.titles("/question/getQuestion?order=newest").await,
        ["Quagga", "Zebra"]
    );
    assert_eq!(
        ann.titles("/question/getQuestion?search=extinct").await,
        ["Quagga"]
    );
    let tags = ann
        .get("/tag/getTagsWithQuestionNumber")
        .await
        .ok()
        .to_string();
    assert!(tags.contains("fossil"), "{tags}");
    site.expect_sound().await;
}

#[tokio::test]
async fn a_rejected_post_stays_removed_with_a_reason_for_its_author() {
    let site = TestSite::new();
    let ([max, ann, ned], question) = people(&site).await;
    let answer = ned.answer(&question, "buy").await;
    max.decides_on(&answer, "reject").await.ok();
    let mine = ned.hidden_posts().await;
    assert_eq!(
        (&mine[0]["state"], &mine[0]["removalReason"]),
        (&json!("rejected"), &json!("because"))
    );
    ned.post("/answer/undeleteAnswer", json!({"aid": answer}))
        .await
        .refused(404, "Post not found");
    assert_eq!(ann.get("/getNotifications").await.ok(), json!([]));
    // A moderator can still restore it, which is its first appearance.
    let root = site.administrator("root1").await;
    root.post("/administration/restorePost", json!({"id": answer}))
        .await
        .ok();
    let notifications = ann.get("/getNotifications").await.ok();
    assert_eq!(notifications.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn editing_keeps_a_post_held_and_a_decision_is_about_what_the_moderator_read() {
    let site = TestSite::new();
    let ([max, ann, ned], question) = people(&site).await;
    let answer = ned.answer(&question, "harmless").await;
    let read = max.first_case().await["version"].clone();
    let edited = ned
        .patch(
            "/answer/editAnswer",
            json!({"aid": answer, "text": "buy pills"}),
        )
        .await
        .ok();
    assert_eq!(edited["waiting"], json!(true));
    let decision = json!({"id": answer, "decision": "approve", "reason": "fine", "version": read});
    max.post("/flag/decideCase", decision)
        .await
        .refused(409, "The author has changed this: read it again");
    assert_eq!(
        max.first_case().await["content"]["text"],
        json!("buy pills")
    );
    max.decides_on(&answer, "approve").await.ok();
    let revisions = ann.get(&format!("/post/getRevisions/{answer}")).await.ok();
    assert_eq!(revisions.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn its_author_withdraws_a_held_post_and_lets_it_wait_again() {
    let site = TestSite::new();
    let ([max, _, ned], _) = people(&site).await;
    let question = ned.ask("Quagga", "extinct", &["fossil"]).await;
    let deleted = ned
        .delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .ok();
    assert!(deleted["deletedAt"].is_string());
    assert_eq!(max.queue_length().await, 0);
    assert_eq!(ned.hidden_posts().await[0].get("state"), None);
    max.decides_on(&question, "approve")
        .await
        .refused(404, "Report not found");
    let waiting = ned
        .post("/question/undeleteQuestion", json!({"qid": question}))
        .await
        .ok();
    assert_eq!(waiting["waiting"], json!(true));
    assert_eq!(max.queue_length().await, 1);
    max.decides_on(&question, "approve").await.ok();
}

#[tokio::test]
async fn moderators_are_exempt_and_a_member_has_at_most_20_waiting_posts() {
    let site = TestSite::new();
    let ([max, _, ned], question) = people(&site).await;
    let own = max
        .post(
            "/answer/addAnswer",
            json!({"qid": question, "ans": {"text": "mine"}}),
        )
        .await
        .ok();
    assert_eq!(own.get("waiting"), None);
    for number in 0..20 {
        ned.comment("question", &question, &format!("{number}"))
            .await;
    }
    ned.post(
        "/comment/addComment",
        json!({"id": question, "type": "question", "comment": {"text": "more"}}),
    )
    .await
    .refused(
        409,
        "You cannot have more than 20 posts that wait for approval",
    );
    ned.delete("/user/deleteUser/ned").await.ok();
    assert_eq!(max.queue_length().await, 0);
}

#[tokio::test]
async fn what_was_held_in_a_place_that_is_gone_can_only_be_rejected() {
    let site = TestSite::new();
    let ([max, ann, ned], question) = people(&site).await;
    let answer = ned.answer(&question, "late").await;
    ann.delete_with("/question/deleteQuestion", json!({"qid": question}))
        .await
        .ok();
    max.decides_on(&answer, "approve")
        .await
        .refused(409, "What this belongs to is gone");
    max.decides_on(&answer, "reject").await.ok();
}

#[tokio::test]
async fn undoing_a_decision_about_a_held_post_restores_the_state() {
    let site = TestSite::new();
    let ([max, _, ned], question) = people(&site).await;
    let asked = ned.ask("Quagga", "extinct", &["animal"]).await;
    let answer = ned.answer(&question, "a horse").await;
    let comment = ned.comment("question", &question, "why?").await;
    for id in [&comment, &answer, &asked] {
        site.settle().await;
        let before = site.kept_content();
        for decision in ["approve", "reject"] {
            max.decides_on(id, decision).await.ok();
            max.undoes_on(id).await.ok();
            site.settle().await;
            let after = site.kept_content();
            for (before, after) in before.lines().zip(after.lines()) {
                assert_eq!(before, after, "{decision}");
            }
            assert_eq!(before, after, "{decision}");
        }
    }
    site.expect_sound().await;
}

impl Person {
    async fn queue_length(&self) -> usize {
        let queue = self.get("/flag/getQueue").await.ok();
        queue.as_array().map_or(0, Vec::len)
    }
}

impl TestSite {
    /// Expects that everything that is derived from posts and cases is right.
    async fn expect_sound(&self) {
        self.settle().await;
        self.expect_sound_index().await;
        let count = self.site.app.db.read(|read| {
            for rule in [DERIVED.concat(), ORPHANS.concat()].concat() {
                assert_eq!(rule.count_violations(read)?, 0, "{}", rule.name());
            }
            Ok(())
        });
        count.await.expect("counts");
    }

    /// Returns the content of the database, without the log, what was told, the search index, and the last column of
    /// questions: when their pages last changed, which undoing does too.
    fn kept_content(&self) -> String {
        let all = self.content();
        let left_out = [
            "admin_log ",
            "search_",
            "pending_indexing ",
            "notifications ",
            "mentions ",
        ];
        let kept = |line: &&str| !left_out.iter().any(|table| line.starts_with(table));
        let lines = all.lines().filter(kept).map(|line| {
            let (before, _) = line.rsplit_once(", ").unwrap_or((line, ""));
            if line.starts_with("questions ") {
                before
            } else {
                line
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

#[tokio::test]
async fn a_synonym_that_a_held_question_uses_can_be_removed() {
    let site = TestSite::new();
    let ([max, _, _], _) = people(&site).await;
    let newcomer = site.sign_up("newcomer").await;
    newcomer.ask("Gnu", "horned", &["beast"]).await;
    let synonym = json!({"name": "animal", "synonym": "beast"});
    max.post("/tag/addTagSynonym", synonym.clone()).await.ok();
    max.delete_with("/tag/removeTagSynonym", synonym).await.ok();
    site.expect_sound().await;
}

#[tokio::test]
async fn undoing_tells_a_moderator_nothing_of_posts_that_moved_out_of_their_sight() {
    let site = TestSite::new();
    let ([_, ann, ned], _) = people(&site).await;
    let (mia, kim) = (site.sign_up("mia").await, site.sign_up("kim").await);
    let open = site.community(1, "public", &["ann", "mia", "kim"]);
    let closed = site.community(2, "private", &["ann", "kim"]);
    site.sql("UPDATE memberships SET role = 'moderator' WHERE user_id IN (SELECT id FROM users WHERE username IN ('mia', 'kim'))");
    let question = ann.ask_in(&open, "Quagga").await;
    let approved = ned.answer(&question, "a horse").await;
    let rejected = ned.answer(&question, "a cow").await;
    mia.decides_on(&approved, "approve").await.ok();
    mia.decides_on(&rejected, "reject").await.ok();
    let there = json!({"id": question, "communityId": closed, "reason": "secret"});
    kim.post("/moderation/moveQuestion", there).await.ok();

    for answer in [&approved, &rejected] {
        mia.undoes_on(answer).await.refused(404, "Post not found");
    }
    kim.post(
        "/post/removePost",
        json!({"id": approved, "reason": "off topic"}),
    )
    .await
    .ok();
    mia.undoes_on(&approved)
        .await
        .refused(404, "Post not found");
    kim.undoes_on(&rejected).await.ok();
}

#[tokio::test]
async fn a_deleted_account_leaves_no_case_that_a_merge_had_brought_before_its_post() {
    let site = TestSite::new();
    let ([max, _, ned], question) = people(&site).await;
    let eve = site.sign_up("eve").await;
    let answer = ned.answer(&question, "a horse").await;
    // So far has a merge of an account with many rows come after its step with the cases.
    site.sql("UPDATE cases SET author_id = (SELECT id FROM users WHERE username = 'eve')");
    eve.delete("/user/deleteUser/eve").await.ok();
    assert_eq!(max.queue_length().await, 0);
    let hidden = ned.hidden_posts().await;
    assert_eq!(
        (&hidden[0]["_id"], hidden[0].get("state")),
        (&json!(answer), None)
    );
}
