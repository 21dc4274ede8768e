//! Links between duplicate questions.

use super::*;

#[tokio::test]
async fn duplicate_questions_are_linked() {
    let site = TestSite::new();
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    let (copy, original) = (
        ann.ask("again", "x", &["a"]).await,
        ben.ask("first", "x", &["a"]).await,
    );
    let link = json!({"qid": copy, "duplicateOf": original});
    for _ in 0..2 {
        let linked = cem.post("/question/addDuplicate", link.clone()).await.ok();
        assert_eq!(
            linked,
            json!([{"_id": original, "title": "first", "answerCount": 0, "score": 0, "accepted": false, "closed": false,
                    "linkedBy": "cem", "duplicate": "original", "mayUnlink": true}])
        );
    }
    let seen = ben
        .get(&format!("/question/getDuplicates/{original}"))
        .await
        .ok();
    assert_eq!(
        (
            &seen[0]["_id"],
            &seen[0]["duplicate"],
            &seen[0]["mayUnlink"]
        ),
        (&json!(copy), &json!("copy"), &json!(true))
    );
}

#[tokio::test]
async fn only_the_linker_and_the_askers_unlink_questions() {
    let site = TestSite::new();
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    let (copy, original) = (
        ann.ask("again", "x", &["a"]).await,
        ben.ask("first", "x", &["a"]).await,
    );
    let link = json!({"qid": copy, "duplicateOf": original});
    cem.post("/question/addDuplicate", link.clone()).await.ok();
    let dan = site.sign_up("dan").await;
    assert_eq!(
        dan.get(&format!("/question/getDuplicates/{copy}"))
            .await
            .ok()[0]["mayUnlink"],
        false
    );
    let refusal = "Only the person who linked the questions, the asker of one of them, or a moderator can unlink them";
    dan.delete_with("/question/removeDuplicate", link.clone())
        .await
        .refused(403, refusal);
    dan.delete_with(
        "/question/removeDuplicate",
        json!({"qid": original, "duplicateOf": copy}),
    )
    .await
    .ok();
    assert_eq!(
        dan.get(&format!("/question/getDuplicates/{copy}"))
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    for _ in 0..2 {
        assert_eq!(
            ann.delete_with("/question/removeDuplicate", link.clone())
                .await
                .ok(),
            json!([])
        );
    }
}

#[tokio::test]
async fn two_questions_are_linked_in_one_direction_only() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (copy, original) = (
        ann.ask("again", "x", &["a"]).await,
        ben.ask("first", "x", &["a"]).await,
    );
    let link = json!({"qid": copy, "duplicateOf": original});
    ann.post("/question/addDuplicate", link).await.ok();
    let refusal = "These questions are linked the other way round";
    ann.post(
        "/question/addDuplicate",
        json!({"qid": original, "duplicateOf": copy}),
    )
    .await
    .refused(409, refusal);
    assert_eq!(
        names(
            &ben.get(&format!("/question/getDuplicates/{original}"))
                .await
                .ok(),
            "_id"
        ),
        [copy.as_str()]
    );
}

#[tokio::test]
async fn a_link_requires_two_existing_questions() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let copy = ann.ask("again", "x", &["a"]).await;
    ann.post(
        "/question/addDuplicate",
        json!({"qid": copy, "duplicateOf": copy}),
    )
    .await
    .refused(400, "A question cannot be a duplicate of itself");
    ann.post(
        "/question/addDuplicate",
        json!({"qid": copy, "duplicateOf": ABSENT}),
    )
    .await
    .refused(404, "Question not found");
    ann.get(&format!("/question/getDuplicates/{ABSENT}"))
        .await
        .refused(404, "Question not found");
}

#[tokio::test]
async fn links_per_question_are_limited() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let first = ann.ask("first", "x", &["a"]).await;
    let refusal = "A question cannot have more than 20 linked questions";
    for n in 0..20 {
        let copy = ann.ask("again", "x", &["a"]).await;
        let (qid, original) = if n % 2 == 0 {
            (&copy, &first)
        } else {
            (&first, &copy)
        };
        let link = json!({"qid": qid, "duplicateOf": original});
        ann.post("/question/addDuplicate", link.clone()).await.ok();
        ann.post("/question/addDuplicate", link).await.ok();
    }
    let one_more = ann.ask("again", "x", &["a"]).await;
    ann.post(
        "/question/addDuplicate",
        json!({"qid": one_more, "duplicateOf": first}),
    )
    .await
    .refused(409, refusal);
    ann.post(
        "/question/addDuplicate",
        json!({"qid": first, "duplicateOf": one_more}),
    )
    .await
    .refused(409, refusal);
    let linked = ann.get(&format!("/question/getDuplicates/{first}")).await;
    assert_eq!(
        (linked.ok().as_array().unwrap().len(), linked.header("link")),
        (20, "")
    );
}

#[tokio::test]
async fn moderators_remove_links_of_others_which_the_log_says() {
    let site = TestSite::new();
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    let (max, mia) = (site.sign_up("max1").await, site.sign_up("mia").await);
    site.appoint("max1").await;
    let community = mia.creates_community("Columns", "public").await;
    ann.post(&format!("/addMember/{community}"), json!({"userId": "ann"}))
        .await
        .ok();
    let (copy, original) = (
        ann.ask_in(&community, "again").await,
        ben.ask("first", "x", &["a"]).await,
    );
    let link = json!({"qid": copy, "duplicateOf": original});
    for moderator in [&max, &mia] {
        cem.post("/question/addDuplicate", link.clone()).await.ok();
        let path = format!("/question/getDuplicates/{original}");
        assert_eq!(moderator.get(&path).await.ok()[0]["mayUnlink"], json!(true));
        let left = moderator.delete_with("/question/removeDuplicate", link.clone());
        assert_eq!(left.await.ok(), json!([]));
        let told = &cem.own_log().await[0];
        assert_eq!(
            (&told["action"], &told["target"]),
            (&json!("remove-link"), &json!("again"))
        );
    }
    // What the asker removes is no moderation.
    cem.post("/question/addDuplicate", link.clone()).await.ok();
    ann.delete_with("/question/removeDuplicate", link)
        .await
        .ok();
    assert_eq!(cem.own_log().await.len(), 2);
}

#[tokio::test]
async fn a_locked_question_takes_no_links() {
    let site = TestSite::new();
    let (ann, max) = (site.sign_up("ann").await, site.sign_up("max1").await);
    site.appoint("max1").await;
    let (locked, other) = (
        ann.ask("locked", "x", &["a"]).await,
        ann.ask("other", "x", &["a"]).await,
    );
    let lock = json!({"id": locked, "locked": true, "reason": "x"});
    max.patch("/moderation/setLock", lock).await.ok();
    for (copy, original) in [(&locked, &other), (&other, &locked)] {
        let link = json!({"qid": copy, "duplicateOf": original});
        ann.post("/question/addDuplicate", link).await.refused(
            409,
            "This question is locked: only moderators can change it",
        );
    }
    let link = json!({"qid": locked, "duplicateOf": other});
    max.post("/question/addDuplicate", link).await.ok();
}

#[tokio::test]
async fn links_of_an_account_are_limited() {
    let site = TestSite::with(|config| config.limits.enabled = true);
    let ann = site.sign_up("ann").await;
    let (copy, original) = (
        ann.ask("again", "x", &["a"]).await,
        ann.ask("first", "x", &["a"]).await,
    );
    let link = json!({"qid": copy, "duplicateOf": original});
    for _ in 0..20 {
        ann.post("/question/addDuplicate", link.clone()).await.ok();
    }
    ann.post("/question/addDuplicate", link)
        .await
        .refused(429, "Too many requests, please slow down");
}
