//! Clearing the profile of a member.

use super::*;
use crate::tests::erasure;

impl Person {
    async fn has_biography(&self, biography: &str) -> Reply {
        let body = json!({"username": "ann", "biography": biography});
        self.patch("/user/updateBiography", body).await
    }

    async fn clears_profile_of(&self, name: &str) -> Reply {
        let body = json!({"userId": name, "reason": "insults"});
        self.post("/moderation/clearProfile", body).await
    }

    async fn biography_of(&self, name: &str) -> Value {
        let user = self.get(&format!("/user/getUser/{name}")).await.ok();
        user["biography"].clone()
    }
}

#[tokio::test]
async fn a_cleared_profile_has_no_biography_and_no_picture_and_the_log_keeps_the_text() {
    let server = Listening::start().await;
    let site = &server.site;
    let [root, max, _mia, ann] = people(site).await;
    ann.has_biography("max is a fool").await.ok();
    let picture = ann.square(64).await;
    ann.choose(json!(picture)).await.ok();
    let mut socket = server.socket_of(&ann).await;
    let cleared = max.clears_profile_of("ann").await.ok();
    assert_eq!(
        (&cleared["kind"], &cleared["reason"], &cleared["endsAt"]),
        (&json!("clearing"), &json!("insults"), &Value::Null)
    );
    let names = [
        socket.event().await.0,
        socket.event().await.0,
        socket.event().await.0,
    ];
    assert_eq!(names, ["userUpdate", "avatarUpdate", "moderationNotice"]);
    assert_eq!(max.biography_of("ann").await, json!(""));
    assert_eq!(max.avatars("users=ann").await["users"], json!({}));
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(
        (&log[0]["action"], &log[0]["before"], &log[0]["detail"]),
        (
            &json!("clear-profile"),
            &json!("max is a fool"),
            &json!("insults")
        )
    );
    let own = ann.get("/moderation/getOwnLog").await.ok();
    assert_eq!(own[0]["reason"], json!("insults"));
    max.clears_profile_of("ann")
        .await
        .refused(409, "This profile has no biography and no picture");
}

#[tokio::test]
async fn undoing_gives_back_what_the_member_has_not_replaced() {
    let site = TestSite::new();
    let [_root, max, _mia, ann] = people(&site).await;
    ann.has_biography("first").await.ok();
    let picture = ann.square(64).await;
    ann.choose(json!(picture)).await.ok();
    let first = max.clears_profile_of("ann").await.ok()["logId"].clone();
    ann.has_biography("second").await.ok();
    max.undoes_action(&first).await.ok();
    assert_eq!(max.biography_of("ann").await, json!("second"));
    assert_eq!(
        max.avatars("users=ann").await["users"]["ann"],
        json!(picture)
    );
    max.undoes_action(&first)
        .await
        .refused(409, "This sanction is over or lifted already");
    let second = max.clears_profile_of("ann").await.ok()["logId"].clone();
    max.undoes_action(&second).await.ok();
    assert_eq!(max.biography_of("ann").await, json!("second"));
    ann.choose(Value::Null).await.ok();
    let third = max.clears_profile_of("ann").await.ok()["logId"].clone();
    ann.has_biography("third").await.ok();
    max.undoes_action(&third)
        .await
        .refused(409, "The member has changed the profile since");
}

#[tokio::test]
async fn a_clearing_is_undone_within_30_days_or_by_an_approved_appeal() {
    let site = TestSite::new();
    let [_root, max, mia, ann] = people(&site).await;
    ann.has_biography("fond of columns").await.ok();
    let first = max.clears_profile_of("ann").await.ok()["logId"].clone();
    let appeal = json!({"id": first, "text": "what is wrong with columns?"});
    ann.post("/moderation/appeal", appeal).await.ok();
    let decision = json!({"id": first, "decision": "approve", "reason": "nothing"});
    mia.post("/flag/decideCase", decision).await.ok();
    assert_eq!(max.biography_of("ann").await, json!("fond of columns"));
    let second = max.clears_profile_of("ann").await.ok()["logId"].clone();
    site.clock.advance(DAY * 31);
    max.again().await;
    max.undoes_action(&second)
        .await
        .refused(409, "This can be undone for 30 days");
}

#[tokio::test]
async fn a_biography_with_a_blocked_word_is_refused() {
    let site = TestSite::new();
    let [root, max, _mia, ann] = people(&site).await;
    let list = json!("cheap pills");
    let change = json!({"changes": [{"key": "blockedWords", "before": "", "value": list}]});
    root.patch("/administration/setSettings", change).await.ok();
    ann.has_biography("I sell Cheap  Pills")
        .await
        .refused(400, "This text has a word or a domain that is blocked here");
    ann.has_biography("I sell columns").await.ok();
    let body = json!({"username": "max1", "biography": "no cheap pills"});
    max.patch("/user/updateBiography", body).await.ok();
}

#[tokio::test]
async fn what_waits_for_no_approval_is_refused_with_a_blocked_word() {
    let site = TestSite::new();
    let [root, max, _mia, ann] = people(&site).await;
    let change = json!({"changes": [{"key": "blockedWords", "before": "", "value": "casino"}]});
    root.patch("/administration/setSettings", change).await.ok();
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let tagged = |tag: &str| json!([{"name": tag}]);
    let edit = json!({"qid": question, "title": "Zebra", "text": "striped", "tags": tagged("best-casino")});
    let chat = json!({"participants": ["ann", "max1"], "messages": [{"msg": "the casino"}]});
    let credentials = json!({"username": "casino", "password": crate::tests::PASSWORD});
    let community = ann.creates_community("Columns", "public").await;
    let described =
        |name: &str, description: &str| json!({"name": name, "description": description});
    for reply in [
        ann.post("/community/addCommunity", described("The ＣＡＳＩＮＯ", ""))
            .await,
        ann.post("/addCommunity", described("Doors", "Our *casino*"))
            .await,
        ann.patch(
            &format!("/community/editDescription/{community}"),
            json!({"description": "Casino!"}),
        )
        .await,
        root.post(
            "/administration/renameUser",
            json!({"userId": "ann", "newUsername": "casino-ann"}),
        )
        .await,
        ann.post(
            "/question/addQuestion",
            json!({"title": "T", "text": "x", "tags": tagged("casino")}),
        )
        .await,
        ann.patch("/question/editQuestion", edit).await,
        ann.post(
            "/messaging/addMessage",
            json!({"messageToAdd": {"msg": "My Casino!"}}),
        )
        .await,
        ann.post("/chat/createChat", chat).await,
        ann.patch(
            "/tag/editTagDescription",
            json!({"name": "animal", "text": "casino"}),
        )
        .await,
        site.visitor()
            .post_when_busy("/user/signup", credentials)
            .await,
    ] {
        reply.refused(400, "This text has a word or a domain that is blocked here");
    }
    max.post(
        "/messaging/addMessage",
        json!({"messageToAdd": {"msg": "no casino"}}),
    )
    .await
    .ok();
    max.post("/community/addCommunity", described("No casino", ""))
        .await
        .ok();
}

#[tokio::test]
async fn a_deleted_account_leaves_no_cleared_biography_in_the_log() {
    let site = TestSite::new();
    let [root, max, _mia, ann] = people(&site).await;
    ann.has_biography("fond of columns").await.ok();
    max.clears_profile_of("ann").await.ok();
    let body = json!({"userId": "ann"});
    root.post("/administration/deleteUser", body).await.ok();
    site.clock.advance(DAY * 31);
    erasure::run(&site).await;
    let sql = "SELECT count(*) FROM admin_log WHERE before = 'fond of columns'";
    let kept: i64 = site
        .connection()
        .query_row(sql, [], |row| row.get(0))
        .expect("a number");
    assert_eq!(kept, 0);
}
