//! The queue: who sees what in it, decisions, and undoing them.

use std::time::Duration;

use super::*;

impl Person {
    async fn decides(&self, case: &str, decision: &str, remove: bool) -> Reply {
        let body =
            json!({"id": case, "decision": decision, "remove": remove, "reason": "advertising"});
        self.post("/flag/decideCase", body).await
    }

    async fn opens(&self, case: &str) -> Reply {
        self.post("/flag/openCase", json!({"id": case})).await
    }

    async fn undoes(&self, case: &str) -> Reply {
        self.post("/flag/undoDecision", json!({"id": case})).await
    }

    async fn community_queue(&self, community: &str) -> Reply {
        self.get(&format!("/flag/getQueue?community={community}"))
            .await
    }
}

#[tokio::test]
async fn one_decision_closes_all_reports_of_an_object_and_tells_who_made_them() {
    let server = Listening::start().await;
    let site = &server.site;
    let [max, ann, ben, cem] = people(site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ben.flag("question", &question, "spam").await.ok();
    cem.flag("question", &question, "rude").await.ok();
    let queue = max.queue().await;
    assert_eq!(queue.as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&queue[0]["flagCount"], &queue[0]["content"]["title"]),
        (&json!(2), &json!("Zebra"))
    );
    let mut socket = server.socket_of(&cem).await;
    max.decides(&id_of(&queue[0]), "uphold", true).await.ok();
    assert_eq!(max.queue().await, json!([]));
    loop {
        let (name, payload) = socket.event().await;
        if name == "flagUpdate" {
            assert_eq!(payload["outcome"], json!("uphold"));
            break;
        }
    }
    for person in [&ben, &cem] {
        let flag = person.get("/flag/getMyFlags").await.ok()[0].clone();
        assert_eq!(
            (&flag["outcome"], &flag["removed"], &flag["decisionReason"]),
            (&json!("uphold"), &json!(true), &json!("advertising"))
        );
        assert_eq!(flag.get("decidedBy"), None);
    }
    let deleted = ann.get("/post/getDeletedPosts").await.ok();
    assert_eq!(deleted[0]["removalReason"], json!("advertising"));
}

#[tokio::test]
async fn undoing_a_decision_restores_the_state() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = ann.answer(&question, "giraffe").await;
    let comment = ann.comment("question", &question, "why?").await;
    for (kind, id) in [
        ("comment", &comment),
        ("answer", &answer),
        ("question", &question),
    ] {
        ben.flag(kind, id, "spam").await.ok();
        let case = id_of(&max.queue().await[0]);
        site.settle().await;
        let content = |site: &TestSite| {
            let all = site.content();
            let left_out = ["admin_log ", "removals ", "search_", "pending_indexing "];
            let kept = |line: &&str| !left_out.iter().any(|table| line.starts_with(table));
            all.lines().filter(kept).collect::<Vec<_>>().join("\n")
        };
        let before = content(&site);
        for (decision, remove) in [
            ("uphold", true),
            ("uphold", false),
            ("decline", false),
            ("abuse", false),
        ] {
            max.decides(&case, decision, remove).await.ok();
            max.undoes(&case).await.ok();
            site.settle().await;
            assert!(content(&site) == before, "{kind} {decision} {remove}");
        }
        max.decides(&case, "decline", false).await.ok();
    }
}

#[tokio::test]
async fn nobody_decides_their_own_report_or_what_another_moderator_has_claimed() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    site.appoint("ben").await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ben.flag("question", &question, "spam").await.ok();
    let case = id_of(&ben.queue().await[0]);
    assert_eq!(ben.queue().await[0]["isOwnFlag"], json!(true));
    ben.decides(&case, "uphold", true).await.refused(
        403,
        "You reported this yourself: another moderator must decide it",
    );
    let moderator = site.sign_up("mia").await;
    site.appoint("mia").await;
    let claimed = max.post("/flag/claimCase", json!({"id": case})).await.ok();
    assert_eq!(claimed["claimedBy"], json!("max1"));
    moderator
        .decides(&case, "decline", false)
        .await
        .refused(409, "Another moderator is deciding this at the moment");
    site.clock.advance(Duration::from_secs(15 * 60 + 1));
    moderator.decides(&case, "decline", false).await.ok();
    max.decides(&case, "uphold", false)
        .await
        .refused(409, "This has been decided already");
}

#[tokio::test]
async fn a_moderator_of_a_community_sees_its_reports_without_the_names() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    let mia = site.sign_up("mia").await;
    let community = mia.creates_community("Columns", "public").await;
    for person in [&ann, &ben] {
        person
            .post(&format!("/addMember/{community}"), json!({}))
            .await
            .ok();
    }
    let inside = ann.ask_in(&community, "Zebra").await;
    let outside = ann.ask("Giraffe", "x", &["a"]).await;
    ben.flag("question", &inside, "spam").await.ok();
    ben.flag("question", &outside, "spam").await.ok();
    let queue = mia.community_queue(&community).await.ok();
    assert_eq!(queue.as_array().map(Vec::len), Some(1));
    assert_eq!(queue[0]["flags"][0].get("flaggedBy"), None);
    assert_eq!(
        max.community_queue(&community).await.ok()[0]["flags"][0]["flaggedBy"],
        json!("ben")
    );
    cem.community_queue(&community)
        .await
        .refused(403, "Only moderators can do this");
    let other = id_of(&max.queue().await[1]);
    mia.decides(&other, "uphold", true)
        .await
        .refused(404, "Report not found");
    let case = id_of(&queue[0]);
    mia.decides(&case, "uphold", true).await.ok();
    ann.get(&format!("/question/getQuestionById/{inside}"))
        .await
        .refused(404, "Question not found");
    mia.undoes(&case).await.ok();
    ann.get(&format!("/question/getQuestionById/{inside}"))
        .await
        .ok();
}

#[tokio::test]
async fn a_decision_of_the_site_is_not_undone_by_a_moderator_of_the_community() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let community = ben.creates_community("Columns", "public").await;
    ann.post(&format!("/addMember/{community}"), json!({}))
        .await
        .ok();
    let question = ann.ask_in(&community, "Zebra").await;
    max.get("/flag/getQueue").await.ok();
    let cem = site.sign_up("dan").await;
    cem.flag("question", &question, "spam").await.ok();
    let case = id_of(&max.queue().await[0]);
    max.decides(&case, "decline", false).await.ok();
    ben.undoes(&case).await.refused(404, "Report not found");
    max.undoes(&case).await.ok();
}

#[tokio::test]
async fn a_private_post_is_read_and_removed_only_after_it_was_opened_in_the_log() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let root = site.sign_up("root1").await;
    site.promote("root1").await;
    let community = ann.creates_community("Columns", "private").await;
    let number = crate::core::id::Id::as_i64(community.parse().expect("an id"));
    site.admit(number, "ben");
    let question = ann.ask_in(&community, "Secret zebra").await;
    let other = ann.ask_in(&community, "Secret giraffe").await;
    ben.flag("question", &question, "illegal").await.ok();
    let listed = max.queue().await;
    assert!(!listed.to_string().contains("ecret"), "{listed}");
    assert_eq!(listed[0].get("content"), None);
    let case = id_of(&listed[0]);
    let logged = async || {
        let logged = root.get("/administration/getLog?limit=1").await.ok()[0].clone();
        (
            logged["action"].clone(),
            logged["actor"].clone(),
            logged["targetId"].clone(),
            logged["target"].clone(),
        )
    };
    for _ in 0..2 {
        // Nobody opens it alone, however often they ask.
        let asked = max.opens(&case).await.ok();
        assert_eq!(
            (asked.get("content"), &asked["askedToOpen"]),
            (None, &json!("max1"))
        );
        let entry = (
            json!("ask-to-open"),
            json!("max1"),
            json!(question),
            json!(""),
        );
        assert_eq!(logged().await, entry);
    }
    assert_eq!(ann.own_log().await, [] as [Value; 0]);
    for person in [&root, &max] {
        let opened = person.opens(&case).await.ok();
        assert_eq!(opened["content"]["title"], json!("Secret zebra"));
        let entry = (
            json!("open-flagged"),
            json!(person.name),
            json!(question),
            json!(""),
        );
        assert_eq!(logged().await, entry);
    }
    let told = ann.own_log().await;
    assert_eq!(
        (&told[0]["action"], &told[0]["targetId"]),
        (&json!("open-flagged"), &json!(question))
    );
    max.get(&format!("/question/getQuestionById/{question}"))
        .await
        .refused(404, "Question not found");
    max.decides(&case, "uphold", true).await.ok();
    ben.get(&format!("/question/getQuestionById/{question}"))
        .await
        .refused(404, "Question not found");
    ben.get(&format!("/question/getQuestionById/{other}"))
        .await
        .ok();
    max.undoes(&case).await.ok();
    ben.get(&format!("/question/getQuestionById/{question}"))
        .await
        .ok();
}

#[tokio::test]
async fn a_private_message_is_opened_with_one_message_before_and_one_after_it() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    let chat = ann
        .post(
            "/chat/createChat",
            json!({"participants": ["ann", "ben"], "messages": [{"msg": "first"}]}),
        )
        .await
        .ok();
    let chat = id_of(&chat);
    for text in ["second", "third", "fourth", "fifth"] {
        ann.post(&format!("/chat/{chat}/addMessage"), json!({"msg": text}))
            .await
            .ok();
    }
    let messages = ben.get(&format!("/chat/{chat}")).await.ok();
    let third = messages["messages"]
        .as_array()
        .expect("messages")
        .iter()
        .find(|message| message["msg"] == json!("third"))
        .map(id_of)
        .expect("the third message");
    ben.flag("message", &third, "rude").await.ok();
    let listed = max.queue().await;
    assert_eq!(listed[0].get("content"), None);
    cem.opens(&id_of(&listed[0]))
        .await
        .refused(403, "Only moderators of the site can do this");
    site.appoint("cem").await;
    cem.opens(&id_of(&listed[0])).await.ok();
    let opened = max.opens(&id_of(&listed[0])).await.ok();
    let shown = opened["content"].to_string();
    for text in ["second", "third", "fourth"] {
        assert!(shown.contains(text), "{shown}");
    }
    for text in ["first", "fifth"] {
        assert!(!shown.contains(text), "{shown}");
    }
    max.decides(&id_of(&listed[0]), "uphold", true)
        .await
        .refused(409, "This cannot be removed here");
}

#[tokio::test]
async fn a_removed_message_of_the_global_chat_is_not_restored() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let message = ann.says("buy").await;
    ben.flag("message", &message, "spam").await.ok();
    let case = id_of(&max.queue().await[0]);
    let decided = max.decides(&case, "uphold", true).await.ok();
    assert_eq!(decided["canUndo"], json!(false));
    max.undoes(&case)
        .await
        .refused(409, "A removed message or picture cannot be restored");
}

#[tokio::test]
async fn a_decision_can_be_undone_for_30_days_unless_the_object_was_reported_again() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ben.flag("question", &question, "spam").await.ok();
    let case = id_of(&max.queue().await[0]);
    max.decides(&case, "decline", false).await.ok();
    let again = id_of(&cem.flag("question", &question, "spam").await.ok());
    max.undoes(&case)
        .await
        .refused(409, "This has been reported again: decide the new report");
    cem.post("/flag/withdrawFlag", json!({"id": again}))
        .await
        .ok();
    max.undoes(&case).await.ok();
    max.decides(&case, "decline", false).await.ok();
    site.sql("UPDATE cases SET decided_at = decided_at - 30 * 24 * 3600 * 1000 - 1");
    max.undoes(&case)
        .await
        .refused(409, "A decision can be undone for 30 days");
}

#[tokio::test]
async fn the_queue_is_paged_in_both_orders_without_gaps() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    for number in 0..7 {
        let message = ann.says(&number.to_string()).await;
        ben.flag("message", &message, "spam").await.ok();
        if number % 3 == 0 {
            cem.flag("message", &message, "spam").await.ok();
        }
    }
    for order in ["oldest", "heaviest"] {
        let all = max.get(&format!("/flag/getQueue?order={order}")).await.ok();
        let ids: Vec<String> = all.as_array().expect("a list").iter().map(id_of).collect();
        let mut path = format!("/flag/getQueue?order={order}&limit=2");
        let mut paged = Vec::new();
        loop {
            let page = max.get(&path).await;
            let next = page.next_page();
            paged.extend(page.ok().as_array().expect("a list").iter().map(id_of));
            match next {
                Some(next) => path = next,
                None => break,
            }
        }
        assert_eq!((paged.len(), &paged), (7, &ids), "{order}");
    }
    let heaviest = max.get("/flag/getQueue?order=heaviest").await.ok();
    assert_eq!(heaviest[0]["flagCount"], json!(2));
}

#[tokio::test]
async fn a_decision_is_in_the_log_with_its_reason() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let root = site.sign_up("root1").await;
    site.promote("root1").await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ben.flag("question", &question, "spam").await.ok();
    let case = id_of(&max.queue().await[0]);
    max.decides(&case, "decline", false).await.ok();
    max.undoes(&case).await.ok();
    let log = root.get("/administration/getLog?limit=2").await.ok();
    let said = |place: usize| {
        let entry = &log[place];
        [
            &entry["actor"],
            &entry["action"],
            &entry["target"],
            &entry["detail"],
        ]
        .map(|value| value.as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(
        said(1),
        ["max1", "decide-flag", "Zebra", "decline: advertising"]
    );
    assert_eq!(said(0), ["max1", "undo-decision", "Zebra", "decline"]);
}

#[tokio::test]
async fn a_decision_whose_reporters_are_gone_cannot_be_undone() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ben.flag("question", &question, "spam").await.ok();
    let case = id_of(&max.queue().await[0]);
    max.decides(&case, "decline", false).await.ok();
    ben.delete("/user/deleteUser/ben").await.ok();
    assert_eq!(max.undoes(&case).await.status, 409);
    let decided = max.get("/flag/getDecided").await.ok();
    assert_eq!(decided[0]["canUndo"], json!(false));
}

#[tokio::test]
async fn what_its_author_deleted_has_neither_title_nor_text_in_the_queue() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    ben.flag("question", &question, "spam").await.ok();
    let body = json!({"qid": question});
    ann.delete_with("/question/deleteQuestion", body).await.ok();
    let content = max.queue().await[0]["content"].clone();
    assert_eq!(
        (
            content.get("title"),
            &content["text"],
            &content["isDeleted"]
        ),
        (None, &json!(""), &json!(true))
    );
}

#[tokio::test]
async fn what_a_moderator_reported_themself_does_not_count_as_theirs_to_decide() {
    let site = TestSite::new();
    let [max, ann, _ben, _cem] = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    max.flag("question", &question, "spam").await.ok();
    assert_eq!(max.queue().await.as_array().map(Vec::len), Some(1));
    assert_eq!(max.get("/flag/getQueueCount").await.ok()["count"], json!(0));
}

#[tokio::test]
async fn what_is_decided_in_a_private_community_is_for_its_members() {
    let site = TestSite::new();
    let [_max, ann, ben, cem] = people(&site).await;
    let root = site.administrator("root1").await;
    let community = site.community(1, "private", &["ann", "ben", "cem"]);
    site.sql("UPDATE memberships SET role = 'moderator' WHERE user_id = (SELECT id FROM users WHERE username = 'cem')");
    let question = ann.ask_in(&community, "A secret").await;
    ben.flag("question", &question, "spam").await.ok();
    let case = id_of(&cem.community_queue(&community).await.ok()[0]);
    cem.decides(&case, "uphold", false).await.ok();
    let log = root.get("/administration/getLog").await.ok();
    let actions: Vec<&Value> = log
        .as_array()
        .expect("entries")
        .iter()
        .map(|entry| &entry["action"])
        .collect();
    assert!(!actions.contains(&&json!("decide-flag")), "{actions:?}");
    let decided = root.get("/flag/getDecided").await.ok();
    assert_eq!(
        (decided[0].get("content"), decided[0].get("decisionReason")),
        (None, None)
    );
}

#[tokio::test]
async fn upholding_the_report_of_a_profile_can_clear_it_which_can_be_undone() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let biography = json!({"username": "ann", "biography": "max is a fool"});
    ann.patch("/user/updateBiography", biography).await.ok();
    ben.flag("user", &ann.id().await, "rude").await.ok();
    let case = max.queue().await[0].clone();
    assert_eq!(case["canRemove"], json!(true));
    let case = id_of(&case);
    let decided = max.decides(&case, "uphold", true).await.ok();
    assert_eq!(
        (&decided["removed"], &decided["canUndo"]),
        (&json!(true), &json!(true))
    );
    let shown = async || max.get("/user/getUser/ann").await.ok()["biography"].clone();
    assert_eq!(shown().await, json!(""));
    max.undoes(&case).await.ok();
    assert_eq!(shown().await, json!("max is a fool"));
}

#[tokio::test]
async fn undoing_a_decision_leaves_a_later_clearing_of_the_profile_alone() {
    let site = TestSite::new();
    let [max, ann, ben, _cem] = people(&site).await;
    let write = async |text: &str| {
        let biography = json!({"username": "ann", "biography": text});
        ann.patch("/user/updateBiography", biography).await.ok();
    };
    write("first").await;
    ben.flag("user", &ann.id().await, "rude").await.ok();
    let case = id_of(&max.queue().await[0]);
    max.decides(&case, "uphold", true).await.ok();
    site.clock.advance(std::time::Duration::from_secs(1));
    write("second").await;
    let body = json!({"userId": "ann", "reason": "again"});
    max.post("/moderation/clearProfile", body).await.ok();
    max.undoes(&case).await.ok();
    let shown = max.get("/user/getUser/ann").await.ok()["biography"].clone();
    assert_eq!(shown, json!("first"));
}

#[tokio::test]
async fn an_administrator_archives_a_reported_community_with_the_decision() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    site.promote("cem").await;
    let community = ann.creates_community("Columns", "public").await;
    ben.flag("community", &community, "rude").await.ok();
    let case = max.queue().await[0].clone();
    assert_eq!(case["canRemove"], json!(false));
    let case = id_of(&case);
    max.decides(&case, "uphold", true)
        .await
        .refused(409, "This cannot be removed here");
    cem.decides(&case, "uphold", true).await.ok();
    let shown = async || {
        let path = format!("/community/getCommunity/{community}");
        ann.get(&path).await.ok()["archivedAt"].is_string()
    };
    assert!(shown().await);
    max.undoes(&case)
        .await
        .refused(403, "Only administrators can do this");
    cem.undoes(&case).await.ok();
    assert!(!shown().await);
}

#[tokio::test]
async fn a_wish_to_open_counts_for_another_moderator_for_a_day() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    site.appoint("cem").await;
    let community = ann.creates_community("Columns", "private").await;
    let number = crate::core::id::Id::as_i64(community.parse().expect("an id"));
    site.admit(number, "ben");
    let question = ann.ask_in(&community, "Secret zebra").await;
    ben.flag("question", &question, "rude").await.ok();
    max.opens(&question).await.ok();
    site.clock.advance(Duration::from_secs(25 * 3600));
    let asked = cem.opens(&question).await.ok();
    assert_eq!(
        (asked.get("content"), &asked["askedToOpen"]),
        (None, &json!("cem"))
    );
    let opened = max.opens(&question).await.ok();
    assert_eq!(opened["content"]["title"], json!("Secret zebra"));
}

#[tokio::test]
async fn what_its_reporters_cannot_see_opens_to_nobody() {
    let site = TestSite::new();
    let [max, ann, ben, cem] = people(&site).await;
    site.appoint("cem").await;
    let community = ann.creates_community("Columns", "public").await;
    ben.post(&format!("/addMember/{community}"), json!({"userId": "ben"}))
        .await
        .ok();
    let question = ann.ask_in(&community, "Zebra").await;
    ben.flag("question", &question, "rude").await.ok();
    let number = crate::core::id::Id::as_i64(community.parse().expect("an id"));
    // What is written from now on is for the members.
    site.sql(&format!(
        "UPDATE communities SET visibility = 'private' WHERE id = {number};
         UPDATE questions SET scope = {number} WHERE community_id = {number}"
    ));
    max.opens(&question).await.ok();
    let opened = cem.opens(&question).await.ok();
    assert_eq!(opened["content"]["title"], json!("Zebra"));
    site.expel(number, "ben");
    for person in [&max, &cem] {
        person.opens(&question).await.refused(
            403,
            "Only what a member reported who could see it can be opened",
        );
    }
}
