//! The limits of mentions.

use super::*;

#[tokio::test]
async fn a_text_names_at_most_five_members() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let mut members = Vec::new();
    for number in 0..6 {
        members.push(site.sign_up(&format!("user{number}")).await);
    }
    let text = "@nobody @user0 @user1 @USER0 @user2 @user3 @user4 @user5";
    let question = ann.ask("T", text, &["a"]).await;
    for member in &members[..5] {
        assert_eq!(member.named_in().await, [question.as_str()]);
    }
    assert_eq!(members[5].mentions().await, [] as [Value; 0]);
}

#[tokio::test]
async fn an_author_has_at_most_20_unseen_mentions_of_a_member() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", "x", &["a"]).await;
    for _ in 0..21 {
        ann.comment("question", &question, "@ben").await;
    }
    assert_eq!(ben.mentions().await.len(), 20);
    site.sign_up("cem")
        .await
        .comment("question", &question, "@ben")
        .await;
    assert_eq!(ben.mentions().await.len(), 21, "others are not limited");
    ben.patch("/mention/markMentionsSeen", json!({})).await.ok();
    site.clock.advance(std::time::Duration::from_millis(1));
    let comment = ann.comment("question", &question, "@ben").await;
    assert_eq!(ben.named_in().await, [comment]);
}

#[tokio::test]
async fn what_a_member_may_no_longer_read_does_not_count_against_the_limit() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let community = site.community(7, "private", &["ann", "ben"]);
    let hidden = ann.ask_in(&community, "Hidden").await;
    for _ in 0..20 {
        ann.comment("question", &hidden, "@ben").await;
    }
    site.expel(7, "ben");
    let question = ann.ask("T", "@ben", &["a"]).await;
    assert_eq!(ben.named_in().await, [question]);
}

#[tokio::test]
async fn a_long_text_of_names_is_stored() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    let question = ann.ask("T", &"@ben".repeat(7_500), &["a"]).await;
    assert_eq!(ben.mentions().await, [] as [Value; 0], "one long word");
    let answer = ann.answer(&question, &"@ben ".repeat(6_000)).await;
    assert_eq!(ben.named_in().await, [answer]);
}

#[tokio::test]
async fn eight_names_that_begin_with_a_text_are_completed() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for number in 1..=9 {
        site.sign_up(&format!("Ben{number}")).await;
    }
    let names = async |prefix: &str| {
        let path = format!("/mention/getNames?prefix={prefix}");
        ann.get(&path).await.ok()
    };
    let first: Vec<String> = (1..=8).map(|number| format!("Ben{number}")).collect();
    assert_eq!(names("bE").await, json!(first));
    assert_eq!(names("en").await, json!([]), "the beginning only");
    assert_eq!(names("").await, json!([]));
}

#[tokio::test]
async fn deleted_accounts_are_not_completed() {
    let site = TestSite::new();
    let (ann, ben) = site.ann_and_ben().await;
    ben.delete_with("/user/deleteUser/ben", json!({}))
        .await
        .ok();
    assert_eq!(ann.get("/mention/getNames?prefix=b").await.ok(), json!([]));
}
