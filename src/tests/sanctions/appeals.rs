//! Appeals: who may appeal what, who decides, and what follows.

use super::*;

impl Person {
    async fn appeals(&self, log_id: &Value) -> Reply {
        let body = json!({"id": log_id, "text": "it was a joke"});
        self.post("/moderation/appeal", body).await
    }

    async fn decides_appeal(&self, log_id: &Value, decision: &str) -> Reply {
        let body = json!({"id": log_id, "decision": decision, "reason": "looked at it"});
        self.post("/flag/decideCase", body).await
    }

    async fn warns(&self, name: &str) -> Value {
        let body = json!({"userId": name, "reason": "insults"});
        self.post("/moderation/warnUser", body).await.ok()["logId"].clone()
    }
}

#[tokio::test]
async fn a_member_appeals_an_action_once_within_30_days() {
    let site = TestSite::new();
    let [_root, max, _mia, ann] = people(&site).await;
    let ben = site.sign_up("ben").await;
    let [warning, late] = [max.warns("ann").await, max.warns("ann").await];
    for text in ["", " \n", &"x".repeat(1_001)] {
        let body = json!({"id": warning, "text": text});
        let reply = ann.post("/moderation/appeal", body).await;
        assert_eq!(reply.status, 400, "{text:.9}");
    }
    ben.appeals(&warning).await.refused(404, "Entry not found");
    let appeal = ann.appeals(&warning).await.ok();
    assert_eq!((&appeal["logId"], appeal.get("outcome")), (&warning, None));
    ann.appeals(&warning)
        .await
        .refused(409, "You have appealed this already");
    assert_eq!(
        ann.get("/moderation/getMyAppeals").await.ok(),
        json!([appeal])
    );
    site.clock.advance(30 * DAY + Duration::from_secs(1));
    ann.again().await;
    ann.appeals(&late)
        .await
        .refused(409, "An action can be appealed for 30 days");
}

#[tokio::test]
async fn another_moderator_decides_an_appeal_and_sees_action_text_and_reason() {
    let site = TestSite::new();
    let [_root, max, mia, ann] = people(&site).await;
    let silence = max.silences(&site, "ann", 3).await.ok()["logId"].clone();
    // A silenced member may appeal.
    ann.appeals(&silence).await.ok();
    let case = mia.get("/flag/getQueue").await.ok()[0].clone();
    assert_eq!(
        (
            &case["kind"],
            &case["content"]["author"],
            &case["content"]["text"]
        ),
        (&json!("appeal"), &json!("ann"), &json!("it was a joke"))
    );
    assert_eq!(
        (
            &case["appeal"]["action"],
            &case["appeal"]["actor"],
            &case["appeal"]["isUndoneByApproval"]
        ),
        (&json!("silence"), &json!("max1"), &json!(true))
    );
    assert!(case["appeal"]["reason"].to_string().contains("insults"));
    let own = max.get("/flag/getQueue").await.ok()[0].clone();
    assert_eq!(own["isOwnAction"], json!(true));
    max.decides_appeal(&silence, "approve").await.refused(
        403,
        "You did this yourself: another moderator must decide the appeal",
    );
    let decided = mia.decides_appeal(&silence, "approve").await.ok();
    assert_eq!(decided["canUndo"], json!(false));
    mia.post("/flag/undoDecision", json!({"id": silence}))
        .await
        .refused(
            409,
            "An approved appeal stays approved: take the action again",
        );
    ann.ask("Zebra", "striped", &["animal"]).await;
    let appeals = ann.get("/moderation/getMyAppeals").await.ok();
    assert_eq!(
        (&appeals[0]["outcome"], &appeals[0]["reason"]),
        (&json!("approved"), &json!("looked at it"))
    );
}

#[tokio::test]
async fn who_decides_the_appeal_of_a_removal_reads_what_was_removed() {
    let site = TestSite::new();
    let [_root, max, mia, ann] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let long = "horse ".repeat(300);
    let answer = ann.answer(&question, long.trim()).await;
    let body = json!({"id": answer, "reason": "off topic"});
    max.post("/administration/removePost", body).await.ok();
    let entry = ann.get("/moderation/getOwnLog").await.ok()[0]["_id"].clone();
    ann.appeals(&entry).await.ok();
    let case = mia.get("/flag/getQueue").await.ok()[0].clone();
    assert_eq!(
        (&case["appeal"]["targetId"], &case["appeal"]["reason"]),
        (&json!(answer), &json!("off topic"))
    );
    let appealed = &case["appealed"];
    assert_eq!(
        (
            &appealed["title"],
            &appealed["qid"],
            &appealed["isDeleted"],
            &appealed["truncated"]
        ),
        (
            &json!("Zebra"),
            &json!(question),
            &json!(true),
            &json!(true)
        )
    );
    let claimed = mia
        .post("/flag/claimCase", json!({"id": case["_id"]}))
        .await
        .ok();
    assert_eq!(claimed["appealed"]["text"], json!(long.trim()));
}

#[tokio::test]
async fn what_was_removed_in_a_private_community_is_not_shown_with_its_appeal() {
    let site = TestSite::new();
    let [_root, _max, mia, ann] = people(&site).await;
    let cid = site.sign_up("cid").await;
    let community = site.community(7, "private", &["ann", "cid"]);
    site.sql("UPDATE memberships SET role = 'moderator' WHERE user_id = (SELECT id FROM users WHERE username = 'cid')");
    let question = ann.ask_in(&community, "Secret").await;
    let body = json!({"id": question, "reason": "off topic"});
    cid.post("/post/removePost", body).await.ok();
    let entry = ann.get("/moderation/getOwnLog").await.ok()[0]["_id"].clone();
    ann.appeals(&entry).await.ok();
    let case = mia.get("/flag/getQueue").await.ok()[0].clone();
    assert_eq!(case["appeal"]["action"], json!("remove-post"));
    assert_eq!(case.get("appealed"), None);
    assert!(!case.to_string().contains("Secret"));
}

#[tokio::test]
async fn the_only_moderator_decides_appeals_of_their_own_actions() {
    let site = TestSite::new();
    let [root, ann] = [site.sign_up("root1").await, site.sign_up("ann").await];
    site.promote("root1").await;
    let warning = root.warns("ann").await;
    ann.appeals(&warning).await.ok();
    root.decides_appeal(&warning, "reject").await.ok();
    let appeals = ann.get("/moderation/getMyAppeals").await.ok();
    assert_eq!(appeals[0]["outcome"], json!("rejected"));
    // The decision is told, and cannot be appealed in turn.
    let log = root.get("/administration/getLog").await.ok();
    assert_eq!(log[0]["action"], json!("decide-appeal"));
    ann.appeals(&log[0]["_id"])
        .await
        .refused(404, "Entry not found");
}

#[tokio::test]
async fn an_approved_appeal_restores_a_removed_post() {
    let site = TestSite::new();
    let [root, max, mia, ann] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let removal = json!({"id": question, "reason": "off topic"});
    max.post("/administration/removePost", removal).await.ok();
    let entry = root.get("/administration/getLog").await.ok()[0]["_id"].clone();
    ann.appeals(&entry).await.ok();
    mia.decides_appeal(&entry, "approve").await.ok();
    let path = format!("/question/getQuestionById/{question}");
    assert_eq!(mia.get(&path).await.ok()["title"], json!("Zebra"));
}

#[tokio::test]
async fn a_suspended_member_appeals_with_their_password_as_they_log_in() {
    let site = TestSite::new();
    let [_root, max, mia, _ann] = people(&site).await;
    let visitor = site.visitor();
    let call = "/moderation/appealSuspension";
    let appeal = json!({"username": "ann", "password": PASSWORD, "text": "it was a joke"});
    visitor
        .post(call, appeal.clone())
        .await
        .refused(409, "This account is not suspended");
    let suspension = max.suspends(&site, "ann", 7).await.ok()["logId"].clone();
    let wrong = json!({"username": "ann", "password": "another one", "text": "it was a joke"});
    for body in [
        wrong,
        json!({"username": "nobody", "password": PASSWORD, "text": "it was a joke"}),
    ] {
        visitor
            .post(call, body)
            .await
            .refused(401, "Invalid username or password");
    }
    visitor.post(call, appeal.clone()).await.ok();
    visitor
        .post(call, appeal)
        .await
        .refused(409, "You have appealed this already");
    mia.decides_appeal(&suspension, "approve").await.ok();
    visitor.logs_in("ann", PASSWORD).await.ok();
}

#[tokio::test]
async fn a_suspended_member_learns_with_their_password_what_became_of_their_appeal() {
    let site = TestSite::new();
    let [_root, max, mia, _ann] = people(&site).await;
    let visitor = site.visitor();
    let call = "/moderation/getSuspensionAppeal";
    let account = json!({"username": "ann", "password": PASSWORD});
    visitor
        .post(call, account.clone())
        .await
        .refused(409, "This account is not suspended");
    let suspension = max.suspends(&site, "ann", 40).await.ok()["logId"].clone();
    let wrong = json!({"username": "ann", "password": "another one"});
    visitor
        .post(call, wrong)
        .await
        .refused(401, "Invalid username or password");
    let state = visitor.post(call, account.clone()).await.ok();
    assert_eq!(state, json!({"mayAppeal": true}));
    let mut appeal = account.clone();
    appeal["text"] = json!("it was a joke");
    visitor
        .post("/moderation/appealSuspension", appeal)
        .await
        .ok();
    let state = visitor.post(call, account.clone()).await.ok();
    assert_eq!(
        (&state["mayAppeal"], &state["appeal"]["text"]),
        (&json!(false), &json!("it was a joke"))
    );
    assert_eq!(state["appeal"].get("outcome"), None);
    mia.decides_appeal(&suspension, "reject").await.ok();
    let state = visitor.post(call, account).await.ok();
    assert_eq!(state["appeal"]["outcome"], json!("rejected"));
}

/// The proof of a refused login of a suspended member.
async fn proof(site: &TestSite, name: &str) -> String {
    let refused = site.visitor().logs_in(name, PASSWORD).await;
    assert_eq!(refused.status, 403);
    refused.header("x-appeal-proof").to_owned()
}

#[tokio::test]
async fn the_proof_of_a_refused_login_is_for_one_appeal_of_one_account_in_an_hour() {
    let site = TestSite::new();
    let [root, max, _mia, _ann] = people(&site).await;
    site.sign_up("ben").await;
    max.suspends(&site, "ann", 7).await.ok();
    max.suspends(&site, "ben", 7).await.ok();
    let (anns, bens) = (proof(&site, "ann").await, proof(&site, "ben").await);
    let visitor = site.visitor();
    let ask = async |proof: &str| {
        let body = json!({"proof": proof});
        visitor.post("/moderation/getSuspensionAppeal", body).await
    };
    let appeal = json!({"proof": anns, "username": "ben", "text": "it was a joke"});
    visitor
        .post("/moderation/appealSuspension", appeal.clone())
        .await
        .ok();
    visitor
        .post("/moderation/appealSuspension", appeal)
        .await
        .refused(409, "You have appealed this already");
    assert_eq!(ask(&bens).await.ok(), json!({"mayAppeal": true}));
    assert_eq!(
        ask(&anns).await.ok()["appeal"]["text"],
        json!("it was a joke")
    );
    // No session comes from it.
    visitor.get("/user/me").await.refused(401, "Please log in");

    let late = "Too much time has passed: log in again to appeal";
    for at in 0..anns.len() {
        let mut bytes = anns.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        let other = String::from_utf8(bytes).expect("ASCII");
        ask(&other).await.refused(403, late);
    }
    let mixed = format!("{}{}", &bens[..22], &anns[22..]);
    let longer = format!("{anns}AAAA");
    for other in [&anns[..63], &longer, &mixed, "x", "\u{0}", "é"] {
        let reply = ask(other).await;
        assert!([400, 403].contains(&reply.status.as_u16()), "{other:?}");
    }
    let user = json!({"userId": "ben"});
    root.post("/administration/disableUser", user).await.ok();
    ask(&bens).await.refused(403, "This account is disabled");
    site.clock.advance(std::time::Duration::from_secs(3_601));
    ask(&anns).await.refused(403, late);
}

#[tokio::test]
async fn a_suspension_cannot_be_appealed_after_thirty_days() {
    let site = TestSite::new();
    let [_root, max, _mia, _ann] = people(&site).await;
    max.suspends(&site, "ann", 40).await.ok();
    site.clock
        .advance(std::time::Duration::from_secs(31 * 24 * 60 * 60));
    let account = json!({"username": "ann", "password": PASSWORD});
    let call = "/moderation/getSuspensionAppeal";
    let state = site.visitor().post(call, account).await.ok();
    assert_eq!(state, json!({"mayAppeal": false}));
}

#[tokio::test]
async fn the_appeal_of_a_moderator_is_decided_by_an_administrator() {
    let site = TestSite::new();
    let [root, max, mia, _ann] = people(&site).await;
    let other = site.sign_up("root2").await;
    site.promote("root2").await;
    let warning = root.warns("mia1").await;
    mia.appeals(&warning).await.ok();
    root.decides_appeal(&warning, "approve").await.refused(
        403,
        "You did this yourself: another moderator must decide the appeal",
    );
    mia.decides_appeal(&warning, "approve")
        .await
        .refused(404, "Report not found");
    for decision in ["approve", "reject"] {
        max.decides_appeal(&warning, decision).await.refused(
            403,
            "Only administrators can do this to a moderator of the site",
        );
    }
    other.decides_appeal(&warning, "approve").await.ok();
}

#[tokio::test]
async fn the_appeals_and_sanctions_of_a_deleted_account_are_gone() {
    let site = TestSite::new();
    let [_root, max, _mia, ann] = people(&site).await;
    let silence = max.silences(&site, "ann", 3).await.ok()["logId"].clone();
    ann.appeals(&silence).await.ok();
    let data = ann.get("/user/getData").await.ok();
    assert_eq!(
        (&data["sanctions"][0]["reason"], &data["appeals"][0]["text"]),
        (&json!("insults"), &json!("it was a joke"))
    );
    ann.delete_with("/user/deleteUser/ann", json!({"currentPassword": PASSWORD}))
        .await
        .ok();
    assert_eq!(max.get("/flag/getQueue").await.ok(), json!([]));
    assert_eq!(max.get("/moderation/getSanctions").await.ok(), json!([]));
}

#[tokio::test]
async fn the_only_administrator_decides_the_appeal_of_a_moderator() {
    let site = TestSite::new();
    let [root, _max, mia, _ann] = people(&site).await;
    let warning = root.warns("mia1").await;
    mia.appeals(&warning).await.ok();
    root.decides_appeal(&warning, "reject").await.ok();
}
