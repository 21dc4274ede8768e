//! What who reported is told, and what moderators of communities are told.

use super::*;

impl Person {
    async fn reports_told(&self) -> Value {
        self.get("/moderation/getNotices").await.ok()["reports"].clone()
    }

    async fn count_of(&self, query: &str) -> Value {
        let count = self.get(&format!("/flag/getQueueCount{query}")).await;
        count.ok()["count"].clone()
    }

    async fn settles(&self, case: &str, decision: &str, remove: bool) -> Reply {
        let body = json!({"id": case, "decision": decision, "remove": remove, "reason": "rude"});
        self.post("/flag/decideCase", body).await
    }
}

#[tokio::test]
async fn who_reported_is_told_each_decision_once_until_they_have_seen_it_or_it_is_undone() {
    let server = Listening::start().await;
    let site = &server.site;
    let [max, ann, ben, _cem] = people(site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let comment = ann.comment("question", &question, "why?").await;
    ben.flag("comment", &comment, "rude").await.ok();
    assert_eq!(ben.reports_told().await, json!([]));
    let mut socket = server.socket_of(&ben).await;
    let case = id_of(&max.queue().await[0]);
    max.settles(&case, "uphold", true).await.ok();
    while socket.event().await.0 != "flagUpdate" {}
    let told = ben.reports_told().await;
    assert_eq!(
        (
            &told[0]["kind"],
            &told[0]["outcome"],
            &told[0]["removed"],
            &told[0]["reason"]
        ),
        (
            &json!("comment"),
            &json!("uphold"),
            &json!(true),
            &json!("rude")
        )
    );
    let text = told.to_string();
    assert!(!text.contains("max1") && !text.contains("why"), "{text}");
    assert_eq!(ann.reports_told().await, json!([]));
    max.post("/flag/undoDecision", json!({"id": case}))
        .await
        .ok();
    assert_eq!(ben.reports_told().await, json!([]));
    max.settles(&case, "decline", false).await.ok();
    let told = ben.reports_told().await;
    assert_eq!(told[0]["outcome"], json!("decline"));
    let seen = json!({"upTo": told[0]["_id"]});
    ben.patch("/moderation/markNoticesSeen", seen).await.ok();
    let notices = ben.get("/moderation/getNotices").await.ok();
    assert_eq!(
        (&notices["reports"], &notices["reportCount"]),
        (&json!([]), &json!(0))
    );
}

#[tokio::test]
async fn own_reports_name_only_what_their_author_may_read_now() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let community = ann.creates_community("Columns", "private").await;
    let number = crate::core::id::Id::as_i64(community.parse().expect("an id"));
    site.admit(number, "ben");
    let inside = ann.ask_in(&community, "Secret").await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = ann.answer(&question, "giraffe").await;
    for (kind, id) in [
        ("question", &inside),
        ("answer", &answer),
        ("user", &ann.id().await),
        ("community", &community),
    ] {
        ben.flag(kind, id, "rude").await.ok();
    }
    let titles = |flags: &Value| {
        let flags = flags.as_array().expect("a list").iter();
        let titles = flags.map(|flag| flag["title"].as_str().unwrap_or("-").to_owned());
        titles.collect::<Vec<_>>().join(" ")
    };
    let mine = ben.get("/flag/getMyFlags").await.ok();
    assert_eq!(titles(&mine), "Columns ann Zebra Secret");
    assert_eq!(mine[2]["qid"], json!(question));
    max.settles(&answer, "uphold", true).await.ok();
    site.sql(
        "DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE username = 'ben')",
    );
    let mine = ben.get("/flag/getMyFlags").await.ok();
    assert_eq!(titles(&mine), "Columns ann - -");
    assert_eq!((mine[2].get("qid"), mine[3].get("qid")), (None, None));
}

#[tokio::test]
async fn an_object_has_at_most_1000_reports_at_a_time() {
    let site = TestSite::new();
    let [_max, ann, ben, cem] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ben.flag("question", &question, "rude").await.ok();
    site.sql("UPDATE cases SET flag_count = 1000");
    cem.flag("question", &question, "rude").await.refused(
        409,
        "Enough members have reported this: moderators will decide",
    );
}

#[tokio::test]
async fn a_moderator_of_communities_is_told_the_number_of_cases_and_sees_all_in_one_queue() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    let mia = site.sign_up("mia").await;
    let moderates = |user: Value| user.get("moderatesCommunity").cloned();
    assert_eq!(moderates(mia.get("/user/me").await.ok()), None);
    let mut questions = Vec::new();
    for name in ["Columns", "Bees"] {
        let community = mia.creates_community(name, "public").await;
        ann.post(&format!("/addMember/{community}"), json!({}))
            .await
            .ok();
        let question = ann.ask_in(&community, name).await;
        ben.flag("question", &question, "spam").await.ok();
        questions.push((community, question));
    }
    let outside = ann.ask("Outside", "x", &["a"]).await;
    ben.flag("question", &outside, "spam").await.ok();
    assert_eq!(moderates(mia.get("/user/me").await.ok()), Some(json!(true)));
    let (community, question) = &questions[1];
    let path = format!("/question/getFirstData/{question}");
    let first = mia.get(&path).await.ok();
    assert_eq!(moderates(first["user"].clone()), Some(json!(true)));
    let seen = ann.get("/user/getUser/mia").await.ok();
    assert_eq!(moderates(seen), None);
    let queue = mia.queue().await;
    assert_eq!(queue.as_array().map(Vec::len), Some(2));
    assert!(!queue.to_string().contains("Outside"), "{queue}");
    let one = format!("?community={community}");
    assert_eq!(mia.count_of("").await, json!(2));
    assert_eq!(mia.count_of(&one).await, json!(1));
    assert_eq!(max.count_of("").await, json!(3));
    assert_eq!(max.count_of(&one).await, json!(1));
    for path in ["/flag/getQueue", "/flag/getDecided"] {
        cem.get(path)
            .await
            .refused(403, "Only moderators of the site can do this");
    }
    cem.get(&format!("/flag/getQueueCount{one}"))
        .await
        .refused(403, "Only moderators can do this");
    mia.settles(question, "decline", false).await.ok();
    assert_eq!(mia.count_of("").await, json!(1));
    let decided = mia.get("/flag/getDecided").await.ok();
    assert_eq!(decided[0]["objectId"], json!(question));
}

#[tokio::test]
async fn a_claim_is_given_back_by_who_has_it_and_by_an_undoing() {
    let server = Listening::start().await;
    let site = &server.site;
    let [max, ann, ben, _cem] = people(site).await;
    let mia = site.sign_up("mia").await;
    site.appoint("mia").await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ben.flag("question", &question, "rude").await.ok();
    let case = id_of(&max.queue().await[0]);
    max.post("/flag/claimCase", json!({"id": case})).await.ok();
    let release = json!({"id": case, "release": true});
    let kept = mia.post("/flag/claimCase", release.clone()).await.ok();
    assert_eq!(kept["claimedBy"], json!("max1"));
    ben.post("/flag/claimCase", release.clone())
        .await
        .refused(404, "Report not found");
    let mut socket = server.socket_of(&mia).await;
    let released = max.post("/flag/claimCase", release.clone()).await.ok();
    assert_eq!(released.get("claimedBy"), None);
    assert_eq!(socket.event().await.0, "queueUpdate");
    // There is nothing left to give back, and nobody is told.
    max.post("/flag/claimCase", release).await.ok();
    socket.expect_silence().await;
    mia.post("/flag/claimCase", json!({"id": case})).await.ok();
    mia.settles(&case, "decline", false).await.ok();
    mia.post("/flag/undoDecision", json!({"id": case}))
        .await
        .ok();
    max.settles(&case, "decline", false).await.ok();
}

#[tokio::test]
async fn reports_of_illegal_content_come_first_on_every_page() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    let mut all = Vec::new();
    for (number, reason) in ["spam", "rude", "illegal", "illegal"].iter().enumerate() {
        let message = ann.says(&number.to_string()).await;
        ben.flag("message", &message, reason).await.ok();
        all.push(message);
    }
    cem.flag("message", &all[1], "rude").await.ok();
    for (order, expected) in [("oldest", [2, 3, 0, 1]), ("heaviest", [2, 3, 1, 0])] {
        let mut path = format!("/flag/getQueue?limit=1&order={order}");
        for place in expected {
            let reply = max.get(&path).await;
            let next = reply.next_page();
            let page = reply.ok();
            assert_eq!(page[0]["objectId"], json!(all[place]), "{order}");
            assert_eq!(page[0].get("illegal").is_some(), place > 1);
            path = next.unwrap_or_default();
        }
    }
    let last = json!({"id": all[3]});
    ben.post("/flag/withdrawFlag", last).await.ok();
    cem.flag("message", &all[3], "rude").await.ok();
    assert_eq!(max.queue().await[3]["objectId"], json!(all[3]));
    for (only, count) in [("reports", 4), ("held", 0), ("signups", 0), ("appeals", 0)] {
        let found = max.get(&format!("/flag/getQueue?only={only}")).await.ok();
        assert_eq!(found.as_array().map(Vec::len), Some(count), "{only}");
    }
    max.get("/flag/getQueue?only=x")
        .await
        .refused(400, "Invalid order");
}
