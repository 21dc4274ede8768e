//! Reports that hide a post until it is decided.

use super::*;

/// Creates a site whose reports hide, with a moderator of the site, an author, and four readers.
async fn people(site: &TestSite) -> (Person, Person, Vec<Person>) {
    let max = site.sign_up("max1").await;
    site.appoint("max1").await;
    let ann = site.sign_up("ann").await;
    let mut readers = Vec::new();
    for (number, name) in ["ben", "cem", "dan", "eve"].into_iter().enumerate() {
        readers.push(site.sign_up_from(name, [198, 51, number as u8, 7]).await);
    }
    site.sets("hideReported", json!(true)).await;
    (max, ann, readers)
}

impl Person {
    async fn finds(&self, question: &str) -> bool {
        let path = format!("/question/getQuestionById/{question}");
        self.get(&path).await.status == 200
    }
}

#[tokio::test]
async fn three_reports_of_new_members_hide_a_post_which_its_author_and_moderators_still_see() {
    let server = Listening::start().await;
    let site = &server.site;
    let (max, ann, readers) = people(site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    for reader in &readers[..2] {
        reader.flag("question", &question, "spam").await.ok();
    }
    assert!(readers[3].finds(&question).await);
    let mut author = server.socket_of(&ann).await;
    readers[2].flag("question", &question, "rude").await.ok();
    assert!(!readers[3].finds(&question).await);
    assert_eq!(
        readers[3]
            .titles("/question/getQuestion?search=striped")
            .await,
        Vec::<String>::new()
    );
    let mut told = Vec::new();
    for _ in 0..2 {
        let (name, payload) = author.event().await;
        for reader in &readers {
            assert!(!payload.to_string().contains(&reader.name), "{payload}");
        }
        told.push(name);
    }
    told.sort();
    assert_eq!(told, ["moderationNotice", "questionUpdate"]);
    let own = ann.hidden_posts().await;
    assert_eq!(
        (&own[0]["state"], own[0].get("removalReason")),
        (&json!("hidden"), None)
    );
    ann.post("/question/undeleteQuestion", json!({"qid": question}))
        .await
        .refused(404, "Question not found");
    let case = max.first_case().await;
    assert_eq!(
        (
            &case["hidden"],
            &case["content"]["text"],
            &case["canRemove"]
        ),
        (&json!(true), &json!("striped"), &json!(true))
    );
    readers[3]
        .flag("question", &question, "spam")
        .await
        .refused(404, "Post not found");
}

#[tokio::test]
async fn declining_shows_a_hidden_post_again_and_upholding_removes_it() {
    let site = TestSite::new();
    let (max, ann, readers) = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    let answer = ann.answer(&question, "giraffe").await;
    // A view is stored up to a second later; only the first one of a reader counts.
    assert!(readers[3].finds(&question).await);
    let views = || -> u32 {
        let of_question = "SELECT view_count FROM questions";
        let count = site
            .connection()
            .query_row(of_question, [], |row| row.get(0));
        count.expect("a number")
    };
    while views() == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    for (kind, id) in [("answer", &answer), ("question", &question)] {
        for reader in &readers[..3] {
            reader.flag(kind, id, "spam").await.ok();
        }
        for release in [false, true] {
            let claim = json!({"id": id, "release": release});
            max.post("/flag/claimCase", claim).await.ok();
        }
        site.settle().await;
        let before = site.kept_content();
        for decision in ["decline", "uphold", "abuse"] {
            max.decides_on(id, decision).await.ok();
            let state = ann.hidden_posts().await;
            let expected = match decision {
                "uphold" => json!("removed"),
                _ => Value::Null,
            };
            assert_eq!(state[0]["state"], expected, "{kind} {decision}");
            max.undoes_on(id).await.ok();
            site.settle().await;
            let after = site.kept_content();
            for (before, after) in before.lines().zip(after.lines()) {
                assert_eq!(before, after, "{kind} {decision}");
            }
        }
        max.decides_on(id, "decline").await.ok();
        assert!(readers[3].finds(&question).await);
        site.sql("UPDATE flags SET is_public = 0");
    }
    site.expect_sound().await;
}

#[tokio::test]
async fn the_reports_of_members_who_were_wrong_weigh_less() {
    let site = TestSite::new();
    let (max, ann, readers) = people(&site).await;
    let earlier = ann.ask("Okapi", "shy", &["animal"]).await;
    readers[0].flag("question", &earlier, "spam").await.ok();
    max.decides_on(&earlier, "abuse").await.ok();
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    for reader in &readers[..3] {
        reader.flag("question", &question, "spam").await.ok();
    }
    assert!(readers[3].finds(&question).await);
    readers[3].flag("question", &question, "spam").await.ok();
    assert!(!ann.finds(&question).await);
}

#[tokio::test]
async fn withdrawing_reports_shows_a_hidden_post_again() {
    let site = TestSite::new();
    let (max, ann, readers) = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    for reader in &readers[..3] {
        reader.flag("question", &question, "spam").await.ok();
    }
    readers[0]
        .post("/flag/withdrawFlag", json!({"id": question}))
        .await
        .ok();
    assert!(readers[3].finds(&question).await);
    readers[0].flag("question", &question, "spam").await.ok();
    assert!(!readers[3].finds(&question).await);
    // An account that is deleted takes its reports with it.
    readers[1].delete("/user/deleteUser/cem").await.ok();
    assert!(readers[3].finds(&question).await);
    assert_eq!(max.first_case().await["flagCount"], json!(2));
    site.expect_sound().await;
}

#[tokio::test]
async fn reports_from_one_network_count_once() {
    let site = TestSite::new();
    let (_max, ann, readers) = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    for number in 1..=5 {
        let neighbor = site
            .sign_up_from(&format!("neighbor{number}"), [203, 0, 113, number])
            .await;
        neighbor.flag("question", &question, "spam").await.ok();
    }
    readers[0].flag("question", &question, "spam").await.ok();
    assert!(readers[3].finds(&question).await);
    readers[1].flag("question", &question, "spam").await.ok();
    assert!(!readers[3].finds(&question).await);
}

#[tokio::test]
async fn the_reports_of_new_accounts_weigh_half_as_much() {
    let site = TestSite::new();
    let (_max, ann, readers) = people(&site).await;
    let question = ann.ask("Zebra", "striped", &["animal"]).await;
    // On a small site everyone is known.
    site.sql("UPDATE user_counts SET users = users + 1000");
    for reader in &readers {
        reader.flag("question", &question, "spam").await.ok();
    }
    assert!(ann.finds(&question).await);
    for number in 5..7 {
        let reader = site
            .sign_up_from(&format!("reader{number}"), [198, 51, number, 7])
            .await;
        assert!(reader.finds(&question).await);
        reader.flag("question", &question, "spam").await.ok();
    }
    assert!(!readers[0].finds(&question).await);
}

#[tokio::test]
async fn reports_hide_nothing_that_moderators_write_or_pin_or_that_has_stood_for_long() {
    let site = TestSite::new();
    let (max, ann, readers) = people(&site).await;
    let of_staff = max.ask("Okapi", "shy", &["animal"]).await;
    let answer = max.answer(&of_staff, "giraffe").await;
    let old = ann.ask("Zebra", "striped", &["animal"]).await;
    let edited = ann.ask("Lion", "loud", &["animal"]).await;
    site.clock.advance(Duration::from_secs(31 * 24 * 3600));
    for reader in &readers {
        reader.authenticate("login").await;
    }
    ann.authenticate("login").await;
    max.authenticate("login").await;
    let pinned = ann.ask("Gnu", "gray", &["animal"]).await;
    let pin = json!({"id": pinned, "place": "site", "pinned": true, "reason": "useful"});
    max.patch("/moderation/setPin", pin).await.ok();
    let edit = json!({"qid": edited, "title": "Lion", "text": "advertising", "tags": [{"name": "animal"}]});
    ann.patch("/question/editQuestion", edit).await.ok();
    for reader in &readers[..3] {
        for (kind, id) in [
            ("question", &of_staff),
            ("answer", &answer),
            ("question", &old),
            ("question", &pinned),
            ("question", &edited),
        ] {
            reader.flag(kind, id, "spam").await.ok();
        }
    }
    for kept in [&of_staff, &old, &pinned] {
        assert!(readers[3].finds(kept).await);
    }
    let shown = readers[3]
        .get(&format!("/question/getQuestionById/{of_staff}"))
        .await;
    assert!(shown.text.contains("giraffe"));
    assert!(!readers[3].finds(&edited).await);
}

#[tokio::test]
async fn the_only_administrator_shows_a_hidden_post_again_that_they_have_reported_or_written() {
    let site = TestSite::new();
    let (max, ann, readers) = people(&site).await;
    let reported = ann.ask("Zebra", "striped", &["animal"]).await;
    let own = ann.ask("Okapi", "shy", &["animal"]).await;
    for reader in [&readers[0], &readers[1], &max] {
        reader.flag("question", &reported, "spam").await.ok();
        reader.flag("question", &own, "spam").await.ok();
    }
    assert!(!readers[3].finds(&reported).await && !readers[3].finds(&own).await);
    let case = max.first_case().await;
    assert_eq!(case["isOwnFlag"], json!(false));
    max.decides_on(&reported, "decline").await.ok();
    assert!(readers[3].finds(&reported).await);
    site.appoint("eve").await;
    max.decides_on(&own, "decline").await.refused(
        403,
        "You reported this yourself: another moderator must decide it",
    );
    // The author is the only one who is left.
    site.sql("UPDATE users SET role = iif(username = 'ann', 'administrator', 'user')");
    ann.decides_on(&own, "decline").await.ok();
    assert!(readers[3].finds(&own).await);
}
