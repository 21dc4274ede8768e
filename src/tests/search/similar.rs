//! Questions similar to a title.

use super::*;

#[tokio::test]
async fn similar_questions_share_words_of_the_title() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let community = site.community(77, "private", &["ben"]);
    let deleted = ann.ask("deleted", "A validator too", &["plutus"]).await;
    ann.request(
        Method::DELETE,
        "/question/deleteQuestion",
        Some(json!({"qid": deleted})),
    )
    .await
    .ok();
    let other = ann.ask("answered", "Something", &["x"]).await;
    ann.answer(&other, "A validator").await;
    ann.ask("text", "How to write a validator", &["x"]).await;
    ann.ask("tag", "Something", &["validator"]).await;
    ann.ask("title: validator in Plutus", "How to use the thing", &["x"])
        .await;
    ann.ask("other", "How to use the thing", &["x"]).await;
    let body = json!({"title": "secret validator in Plutus", "text": "x", "tags": [{"name": "x"}], "communityId": community});
    ben.post("/question/addQuestion", body).await.ok();
    assert_eq!(
        ann.similar("How to use a Plutus validator?").await,
        "title: validator in Plutus"
    );
    assert!(ben.similar("Plutus validator").await.contains("secret"));
    for nothing in [
        "",
        "   ",
        "how to use the",
        "?!",
        "xylophone",
        "a",
        "secret",
    ] {
        assert_eq!(ann.similar(nothing).await, "", "{nothing:?}");
    }
    for _ in 0..7 {
        ann.ask("more validators", "x", &["x"]).await;
    }
    let cards = ann.get(&similar_path("validator")).await.ok();
    assert_eq!(cards.as_array().map(Vec::len), Some(5));
    assert!(cards[0]["answerCount"].is_number());
    for title in [
        "NEAR(a b)",
        "\"",
        "title:x",
        "a* OR b",
        "filter_terms:private",
        "emoji 🏛",
    ] {
        ann.get(&similar_path(title)).await.ok();
    }
    // The title is still being typed: an overlong one is cut, and an invalid one has no results.
    assert_eq!(
        ann.similar(&format!("xylophones: {} validator", "x".repeat(100)))
            .await,
        ""
    );
    assert!(
        ann.similar(&format!("validator {}", "x".repeat(100)))
            .await
            .contains("more validators")
    );
    assert!(
        ann.similar("\0validator\u{7}")
            .await
            .contains("more validators")
    );
    assert_eq!(ann.similar("\0 \u{1}").await, "");
    site.visitor()
        .get(&similar_path("validator"))
        .await
        .refused(401, "Please log in");
}
