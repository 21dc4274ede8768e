//! The card of a question in a frame of another site.

use axum::http::StatusCode;
use serde_json::json;

use super::operations::get_with;
use super::{Person, Reply, TestSite};
use crate::core::config::{BaseUrl, Config, Reading};

fn embedding(config: &mut Config) {
    config.site.reading = Reading::Everyone;
    config.site.embedding = vec![
        "https://a.example".to_owned(),
        "https://b.example".to_owned(),
    ];
}

/// Opens an address in a frame of another site.
async fn frame(person: &Person, path: &str) -> Reply {
    let headers = [
        ("accept", "text/html"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-dest", "iframe"),
        ("sec-fetch-mode", "navigate"),
    ];
    get_with(person, path, &headers).await
}

#[tokio::test]
async fn a_frame_of_an_allowed_site_shows_the_card_of_a_question() {
    let site = TestSite::with(|config| {
        embedding(config);
        config.server.base_url = BaseUrl::parse("http://stoa.test/forum").expect("a base URL");
    });
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Walnut <ink> & \"more\"", "Which?", &["ink"]).await;
    ann.answer(&question, "This one").await;
    let body = json!({"qid": question});
    ann.post("/question/upvoteQuestion", body).await.ok();
    let card = frame(
        &site.visitor(),
        &format!("/forum/embed/question/{question}"),
    )
    .await;
    assert_eq!(card.status, StatusCode::OK);
    let link = format!("<a href=\"/forum/question/{question}/walnut-ink-more\" target=\"_top\">");
    for part in [
        link.as_str(),
        "<strong dir=\"auto\">Walnut &lt;ink> &amp; &quot;more&quot;</strong>",
        "Score 1 · 1 answer · <bdi>Stoa</bdi>",
    ] {
        assert!(card.text.contains(part), "{part}: {}", card.text);
    }
    assert!(!card.text.contains("<script"));
    assert!(card.headers.get("set-cookie").is_none());
}

#[tokio::test]
async fn only_allowed_sites_may_show_a_card_and_no_site_another_page() {
    let site = TestSite::with(embedding);
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let stranger = site.visitor();
    let card = frame(&stranger, &format!("/embed/question/{question}")).await;
    let policy = card.header("content-security-policy");
    assert!(policy.ends_with("; frame-ancestors https://a.example https://b.example"));
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"));
    assert!(card.headers.get("x-frame-options").is_none());
    for path in [format!("/question/{question}"), "/".to_owned()] {
        let page = frame(&stranger, &path).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test]
async fn a_card_shows_nothing_that_is_not_public() {
    let site = TestSite::with(embedding);
    let ann = site.sign_up("ann").await;
    let private = site.community(7, "private", &["ann"]);
    let hidden = ann.ask_in(&private, "Secret").await;
    let accept = [("accept", "text/html")];
    let absent = get_with(&ann, "/embed/question/0000000000001", &accept).await;
    let card = get_with(&ann, &format!("/embed/question/{hidden}"), &accept).await;
    assert_eq!(card.status, StatusCode::NOT_FOUND);
    assert_eq!(card.text, absent.text);
}

#[tokio::test]
async fn there_are_no_cards_unless_the_operator_allows_frames_and_everyone_reads() {
    for configure in [
        |config: &mut Config| config.site.reading = Reading::Everyone,
        |config: &mut Config| config.site.embedding = vec!["*".to_owned()],
    ] {
        let site = TestSite::with(configure);
        let ann = site.sign_up("ann").await;
        let question = ann.ask("Ink", "Which?", &["ink"]).await;
        let path = format!("/embed/question/{question}");
        let accept = [("accept", "text/html")];
        let (page, other) = (
            get_with(&ann, &path, &accept).await,
            get_with(&ann, "/nonesuch", &accept).await,
        );
        assert_eq!(page.text, other.text);
        assert_eq!(page.header("x-frame-options"), "DENY");
    }
}
