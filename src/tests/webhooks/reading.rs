//! What webhooks send: what may be read, and nothing else.

use serde_json::json;

use super::{HookSite, add, body, types};

#[tokio::test]
async fn the_events_of_a_question_in_their_order() {
    let mut at = HookSite::new().await;
    add(&at.root, None, "standard").await;
    let [ann, ben] = [at.site.sign_up("ann").await, at.site.sign_up("ben").await];
    let question = ann.ask("Walnut ink", "Which *one*?", &["ink"]).await;
    let answer = ben.answer(&question, "Iron gall").await;
    ben.comment("question", &question, "Why?").await;
    let accept = json!({"qid": question, "aid": answer});
    ann.post("/question/acceptAnswer", accept).await.ok();
    let edit = json!({"aid": answer, "text": "Iron gall, fresh"});
    ben.patch("/answer/editAnswer", edit).await.ok();
    ben.delete_with("/answer/deleteAnswer", json!({"aid": answer}))
        .await
        .ok();
    let received = at.send().await;
    assert_eq!(
        types(&received),
        ["question.created", "comment.created", "post.removed"],
        "nothing that is about the answer is sent after its deletion, but that"
    );
    let asked = body(&received[0]);
    assert_eq!(
        asked["data"],
        json!({
            "site": "Stoa", "link": format!("https://stoa.test/question/{question}"), "by": "ann",
            "question": {"_id": question, "link": format!("https://stoa.test/question/{question}"), "title": "Walnut ink", "tags": ["ink"]},
            "post": {"_id": question, "kind": "question", "text": "Which *one*?", "isCut": false},
        })
    );
    assert_eq!(asked["version"], 1);
    let removed = body(&received[2]);
    assert_eq!(removed["data"]["post"], json!({"_id": answer}));
    assert_eq!(removed["data"]["question"].get("title"), None);
}

#[tokio::test]
async fn acceptance_edits_and_closing_are_told() {
    let mut at = HookSite::new().await;
    add(&at.root, None, "standard").await;
    let [ann, ben] = [at.site.sign_up("ann").await, at.site.sign_up("ben").await];
    let question = ann.ask("Walnut ink", "Which one?", &["ink"]).await;
    let answer = ben.answer(&question, "Iron gall").await;
    at.send().await;
    let accept = json!({"qid": question, "aid": answer});
    ann.post("/question/acceptAnswer", accept).await.ok();
    let edit = json!({"aid": answer, "text": "Iron gall, fresh"});
    ben.patch("/answer/editAnswer", edit).await.ok();
    let closed = json!({"qid": question});
    ann.delete_with("/question/deleteQuestion", closed.clone())
        .await
        .ok();
    ann.post("/question/undeleteQuestion", closed).await.ok();
    let received = at.send().await;
    assert_eq!(
        types(&received),
        [
            "answer.accepted",
            "post.edited",
            "question.closed",
            "question.reopened"
        ]
    );
    let accepted = body(&received[0]);
    assert_eq!(accepted["data"]["post"]["_id"], json!(answer));
    assert_eq!(accepted["data"].get("by"), None, "who accepts is not named");
    assert_eq!(
        body(&received[1])["data"]["post"]["text"],
        "Iron gall, fresh"
    );
}

#[tokio::test]
async fn webhooks_of_the_site_are_not_told_of_what_needs_a_membership_or_an_account() {
    let mut at = HookSite::new().await;
    add(&at.root, None, "standard").await;
    let ann = at.site.sign_up("ann").await;
    let wells = ann.creates_community("wells", "private").await;
    let pumps = ann.creates_community("pumps", "public").await;
    let tools = ann.creates_community("tools", "public").await;
    let closed = json!({"needsAccount": true});
    ann.patch(&format!("/community/setReading/{tools}"), closed.clone())
        .await
        .ok();
    for community in [&wells, &pumps, &tools] {
        ann.ask_in(community, "A question").await;
    }
    let received = at.send().await;
    assert_eq!(types(&received), ["question.created"]);
    assert_eq!(
        body(&received[0])["data"]["community"],
        json!({"_id": pumps, "name": "pumps"})
    );
    // What is public when it happens and no longer when it is sent.
    ann.ask_in(&pumps, "Another question").await;
    ann.patch(&format!("/community/setReading/{pumps}"), closed)
        .await
        .ok();
    assert_eq!(types(&at.send().await), [""; 0]);
}

#[tokio::test]
async fn those_of_a_community_are_told_of_what_is_in_it_and_of_nothing_else() {
    let mut at = HookSite::new().await;
    let ann = at.site.sign_up("ann").await;
    let wells = ann.creates_community("wells", "private").await;
    let other = ann.creates_community("other", "private").await;
    add(&ann, Some(&wells), "standard").await;
    let question = ann.ask_in(&wells, "A question").await;
    ann.ask_in(&other, "Another question").await;
    ann.ask("Outside", "Of any", &["ink"]).await;
    ann.answer(&question, "An answer").await;
    let received = at.send_later().await;
    assert_eq!(types(&received), ["question.created", "answer.created"]);
    assert_eq!(body(&received[1])["data"]["community"]["name"], "wells");
}

/// What is sent is what the account that manages the webhook may send.
#[tokio::test]
async fn a_webhook_ends_with_the_right_of_who_manages_it() {
    let mut at = HookSite::new().await;
    let [ann, ben] = [at.site.sign_up("ann").await, at.site.sign_up("ben").await];
    let wells = ann.creates_community("wells", "public").await;
    ben.post(&format!("/community/addMember/{wells}"), json!({}))
        .await
        .ok();
    let user = json!({"userId": "ben"});
    ann.post(&format!("/community/addModerator/{wells}"), user.clone())
        .await
        .ok();
    add(&ben, Some(&wells), "standard").await;
    ann.delete_with(&format!("/community/removeModerator/{wells}"), user)
        .await
        .ok();
    ann.ask_in(&wells, "A question").await;
    assert!(at.send_later().await.is_empty());
    let list = ann
        .get(&format!("/webhook/getWebhooks?communityId={wells}"))
        .await
        .ok();
    assert_eq!(
        list[0]["offReason"],
        "The account that manages it no longer has the right to send this"
    );
    let inbox = ben.get("/inbox/getEntries").await.ok().to_string();
    assert!(inbox.contains("webhookOff"), "{inbox}");
    // Another moderator turns it on, and answers for it from then on.
    let id = super::id_of(&list[0]);
    let on = super::settings(super::ADDRESS, "standard");
    ann.patch(&format!("/webhook/changeWebhook/{id}"), on)
        .await
        .ok();
    assert_eq!(types(&at.send_later().await), ["question.created"]);
}

#[tokio::test]
async fn what_waits_for_approval_is_told_when_it_is_approved() {
    let mut at = HookSite::new().await;
    add(&at.root, None, "standard").await;
    at.site.sets("holdFirst", json!("1")).await;
    let ned = at.site.sign_up("ned").await;
    let question = ned.ask("Walnut ink", "Which one?", &["ink"]).await;
    assert!(at.send().await.is_empty());
    at.root.decides_on(&question, "approve").await.ok();
    let received = at.send().await;
    assert_eq!(types(&received), ["question.created"]);
    assert_eq!(body(&received[0])["data"]["by"], "ned");
}
