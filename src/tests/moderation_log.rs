//! What members read of the log of administration.

use serde_json::{Value, json};

use super::realtime::Listening;
use super::{Person, TestSite};

impl Person {
    pub(super) async fn own_log(&self) -> Vec<Value> {
        let log = self.get("/moderation/getOwnLog").await.ok();
        log.as_array().expect("a list").clone()
    }

    async fn notices(&self) -> Value {
        self.get("/moderation/getNotices").await.ok()
    }

    async fn takes_down(&self, id: &str, reason: &str) {
        let body = json!({"id": id, "reason": reason});
        self.post("/administration/removePost", body).await.ok();
    }

    async fn shows_the_log(&self) {
        let change = json!({"key": "publicLog", "before": false, "value": true});
        self.patch("/administration/setSettings", json!({"changes": [change]}))
            .await
            .ok();
    }
}

#[tokio::test]
async fn the_author_of_a_removed_answer_reads_why_but_not_who_did_it() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let root = site.administrator("root1").await;
    let question = ann.ask("Zebra", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    root.takes_down(&answer, "off topic").await;
    let log = ben.own_log().await;
    assert_eq!(log.len(), 1);
    let mut entry = log[0].clone();
    let fields = entry.as_object_mut().expect("an entry");
    for field in ["_id", "loggedAt"] {
        assert!(fields.remove(field).is_some_and(|text| text.is_string()));
    }
    assert_eq!(
        entry,
        json!({
            "action": "remove-post", "targetKind": "answer", "targetId": answer, "target": "Zebra",
            "qid": question, "reason": "off topic", "isNew": true
        })
    );
    assert!(ann.own_log().await.is_empty(), "it does not concern them");
}

#[tokio::test]
async fn the_author_of_a_held_question_reads_its_title_with_each_decision() {
    let site = TestSite::new();
    let [max, ned] = [site.sign_up("max1").await, site.sign_up("ned").await];
    site.appoint("max1").await;
    site.sql("INSERT INTO site_settings (key, value, changed_at, changed_by) SELECT 'holdFirst', '\"1\"', 0, min(id) FROM users");
    site.settle().await;
    let question = ned.ask("Quagga", "Extinct?", &["fossil"]).await;
    let decide = async |decision: &str| {
        let body = json!({"id": question, "decision": decision, "reason": "because"});
        max.post("/flag/decideCase", body).await.ok();
    };
    let newest = async || {
        let entry = ned.own_log().await[0].clone();
        ["action", "target", "reason", "qid"].map(|field| entry[field].clone())
    };
    decide("reject").await;
    assert_eq!(
        newest().await,
        [
            json!("decide-flag"),
            json!("Quagga"),
            json!("reject: because"),
            Value::Null
        ]
    );
    max.post("/flag/undoDecision", json!({"id": question}))
        .await
        .ok();
    assert_eq!(
        newest().await,
        [
            json!("undo-decision"),
            json!("Quagga"),
            json!("reject"),
            Value::Null
        ]
    );
    decide("approve").await;
    assert_eq!(
        newest().await,
        [
            json!("decide-flag"),
            json!("Quagga"),
            json!("approve: because"),
            json!(question)
        ]
    );
}

#[tokio::test]
async fn members_are_not_told_that_their_account_was_created() {
    let site = TestSite::new();
    let root = site.administrator("root1").await;
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(log[0]["action"], json!("create-user"));
    assert!(root.own_log().await.is_empty());
    assert_eq!(root.notices().await["entryCount"], json!(0));
}

#[tokio::test]
async fn a_member_reads_which_removal_is_undone() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let root = site.administrator("root1").await;
    let question = ann.ask("T", "x", &["a"]).await;
    root.takes_down(&question, "spam").await;
    let is_undone = async || {
        let log = ann.own_log().await;
        let of = |action: &str| log.iter().find(|entry| entry["action"] == action);
        of("remove-post").map(|entry| entry.get("isUndone").cloned())
    };
    assert_eq!(is_undone().await, Some(None));
    root.post("/administration/restorePost", json!({"id": question}))
        .await
        .ok();
    assert_eq!(is_undone().await, Some(Some(json!(true))));
}

#[tokio::test]
async fn the_log_of_a_member_has_pages() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let root = site.administrator("root1").await;
    for title in ["One", "Two", "Three"] {
        let question = ann.ask(title, "x", &["a"]).await;
        root.takes_down(&question, "spam").await;
    }
    let first = ann.get("/moderation/getOwnLog?limit=2").await;
    assert_eq!(first.header("x-total-count"), "3");
    let targets = |page: &Value| {
        let entries = page.as_array().expect("a list").iter();
        entries
            .map(|entry| entry["target"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(targets(&first.ok()), ["Three", "Two"]);
    let next = first.next_page().expect("a second page");
    assert_eq!(targets(&ann.get(&next).await.ok()), ["One"]);
}

#[tokio::test]
async fn a_member_reads_no_entry_about_a_community_that_they_have_left() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "private", &["ann", "ben"]);
    site.sql("UPDATE memberships SET role = 'moderator' WHERE user_id = (SELECT id FROM users WHERE username = 'ann')");
    let question = ben.ask_in(&community, "Secret").await;
    let answer = ben.answer(&question, "y").await;
    let remove = async |id: &str| {
        let body = json!({"id": id, "reason": "off topic"});
        ann.post("/post/removePost", body).await.ok();
    };
    remove(&answer).await;
    assert_eq!(ben.own_log().await[0]["target"], json!("Secret"));
    site.expel(7, "ben");
    assert!(ben.own_log().await.is_empty());
    assert_eq!(ben.notices().await["entryCount"], json!(0));
    let mut socket = server.socket_of(&ben).await;
    remove(&question).await;
    socket.expect_silence().await;
    site.admit(7, "ben");
    assert_eq!(ben.own_log().await.len(), 2);
}

#[tokio::test]
async fn a_member_is_told_live_and_marks_it_as_seen() {
    let server = Listening::start().await;
    let site = &server.site;
    let ann = site.sign_up("ann").await;
    let root = site.administrator("root1").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let mut socket = server.socket_of(&ann).await;
    root.takes_down(&question, "spam").await;
    let log_id = loop {
        let (name, payload) = socket.event().await;
        if name == "moderationNotice" {
            break payload["logId"].clone();
        }
    };
    let notices = ann.notices().await;
    assert_eq!(
        (&notices["entryCount"], &notices["entries"][0]["_id"]),
        (&json!(1), &log_id)
    );
    ann.patch("/moderation/markNoticesSeen", json!({"upTo": log_id}))
        .await
        .ok();
    let none = json!({
        "entries": [], "entryCount": 0, "badges": [], "reports": [], "reportCount": 0
    });
    assert_eq!(ann.notices().await, none);
    assert_eq!(ann.own_log().await[0]["isNew"], json!(false));
}

#[tokio::test]
async fn a_badge_is_a_notice_until_it_is_seen() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("T", "x", &["a"]).await;
    let describe = json!({"name": "a", "text": "The first letter."});
    ann.patch("/tag/editTagDescription", describe).await.ok();
    let notices = ann.notices().await;
    assert_eq!(notices["badges"][0]["badge"], json!("explained"));
    // A later position counts as now: what comes after is told.
    for up_to in ["0000000000001", "zzzzzzzzzzzzz"] {
        ann.patch("/moderation/markNoticesSeen", json!({"upTo": up_to}))
            .await;
    }
    ann.patch("/moderation/markNoticesSeen", json!({}))
        .await
        .ok();
    assert_eq!(ann.notices().await["badges"], json!([]));
    let badges = ann.get("/badge/getBadges/ann").await.ok();
    assert_eq!(badges.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_site_shows_no_log_unless_it_wants_to() {
    let site = TestSite::new();
    let (ann, root) = (site.sign_up("ann").await, site.administrator("root1").await);
    let question = ann.ask("T", "x", &["a"]).await;
    root.takes_down(&question, "spam").await;
    let log = async || {
        let log = ann.get("/moderation/getPublicLog").await.ok();
        log.as_array().expect("a list").len()
    };
    assert_eq!(log().await, 0);
    let shown = async || ann.get("/site/getSite").await.text;
    assert!(!shown().await.contains("publicLog"));
    root.shows_the_log().await;
    assert_eq!(log().await, 1);
    assert!(shown().await.contains("publicLog"));
}

#[tokio::test]
async fn the_public_log_names_nobody_and_nothing_private() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let root = site.administrator("root1").await;
    root.shows_the_log().await;
    let community = site.community(7, "private", &["ann"]);
    site.sql("UPDATE memberships SET role = 'moderator'");
    let question = ann.ask("Zebra", "x", &["a"]).await;
    let answer = ben.answer(&question, "y").await;
    let secret = ann.ask_in(&community, "Secret").await;
    let hidden = ann.answer(&secret, "z").await;
    root.takes_down(&answer, "ben insults cem").await;
    ann.post(
        "/post/removePost",
        json!({"id": hidden, "reason": "off topic"}),
    )
    .await
    .ok();
    let log = ben.get("/moderation/getPublicLog").await;
    let entries = log.ok();
    assert_eq!(entries.as_array().map(Vec::len), Some(1));
    assert_eq!(
        (
            &entries[0]["action"],
            &entries[0]["title"],
            &entries[0]["qid"]
        ),
        (&json!("remove-post"), &json!("Zebra"), &json!(question))
    );
    for name in ["ann", "ben", "cem", "root1", "publicLog"] {
        assert!(!log.text.contains(name), "{name}");
    }
    let inside = ann.get("/moderation/getPublicLog").await.ok();
    assert_eq!(inside[0]["title"], json!("Secret"));
    root.takes_down(&question, "spam").await;
    let log = ben.get("/moderation/getPublicLog").await.ok();
    assert_eq!(log[0].get("title"), None, "which nobody may read now");
}
