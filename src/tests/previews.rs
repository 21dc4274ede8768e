//! Pictures of public questions, which other programs show beside a link.

use axum::http::StatusCode;
use serde_json::json;

use super::operations::get_with;
use super::public_reading::open_site;
use super::{Person, Reply, TestSite};
use crate::core::config::{BaseUrl, Reading};

async fn picture(person: &Person, question: &str, headers: &[(&str, &str)]) -> Reply {
    get_with(person, &format!("/preview/{question}.png"), headers).await
}

#[tokio::test]
async fn a_public_question_has_a_picture_for_pages_of_other_sites() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("How do I make ink?", "Which?", &["ink"]).await;
    let reply = picture(&site.visitor(), &question, &[]).await;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.header("content-type"), "image/png");
    assert_eq!(reply.header("cache-control"), "public, max-age=300");
    assert_eq!(reply.header("cross-origin-resource-policy"), "cross-origin");
    let size = reply.header("content-length").parse::<usize>();
    assert!(
        size.is_ok_and(|size| (2_000..40_000).contains(&size)),
        "{:?}",
        reply.headers
    );
    // A session changes nothing.
    let other = picture(&ann, &question, &[]).await;
    assert_eq!(other.header("etag"), reply.header("etag"));
    assert!(!other.headers.contains_key("set-cookie"));
}

#[tokio::test]
async fn a_picture_is_another_one_when_what_it_shows_has_changed() {
    let site = open_site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    let etag = async || {
        let reply = picture(&site.visitor(), &question, &[]).await;
        reply.header("etag").to_owned()
    };
    let mut before = etag().await;
    let same = picture(&site.visitor(), &question, &[("if-none-match", &before)]).await;
    assert_eq!((same.status, &*same.text), (StatusCode::NOT_MODIFIED, ""));
    ben.comment("question", &question, "Why?").await;
    assert_eq!(etag().await, before);
    let title =
        json!({"qid": question, "title": "Inks", "text": "Which?", "tags": [{"name": "ink"}]});
    for change in 0..3 {
        match change {
            0 => drop(ben.answer(&question, "Oak").await),
            1 => drop(
                ben.post("/question/upvoteQuestion", json!({"qid": question}))
                    .await
                    .ok(),
            ),
            _ => drop(
                ann.patch("/question/editQuestion", title.clone())
                    .await
                    .ok(),
            ),
        }
        let after = etag().await;
        assert_ne!(after, before, "{change}");
        before = after;
    }
}

#[tokio::test]
async fn only_what_everyone_may_read_has_a_picture() {
    let site = open_site();
    let ann = site.sign_up("ann").await;
    let private = site.community(7, "private", &["ann"]);
    let hidden = ann.ask_in(&private, "Secret").await;
    let public = ann.ask("Ink", "Which?", &["ink"]).await;
    let answer = ann.answer(&public, "Oak").await;
    let deleted = ann.ask("Deleted", "Which?", &["ink"]).await;
    let body = json!({"qid": deleted});
    ann.delete_with("/question/deleteQuestion", body).await.ok();
    for person in [&site.visitor(), &ann] {
        for question in [&hidden, &answer, "0000000000001", "x", ""] {
            let reply = picture(person, question, &[]).await;
            assert_eq!(reply.status, StatusCode::NOT_FOUND, "{question}");
        }
        assert_eq!(
            picture(person, &deleted, &[]).await.status,
            StatusCode::GONE
        );
        let other = get_with(person, &format!("/preview/{public}.jpg"), &[]).await;
        assert_eq!(other.status, StatusCode::NOT_FOUND);
    }
    let closed = TestSite::new();
    let ann = closed.sign_up("ann").await;
    let question = ann.ask("Ink", "Which?", &["ink"]).await;
    for person in [&closed.visitor(), &ann] {
        let reply = picture(person, &question, &[]).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn the_page_of_a_question_names_its_picture() {
    let site = TestSite::with(|config| {
        config.site.reading = Reading::Everyone;
        config.server.base_url = BaseUrl::parse("http://stoa.test/forum").expect("an address");
    });
    let ann = site.sign_up("ann").await;
    let question = ann.ask("Ink \"x\"", "Which?", &["ink"]).await;
    let html = [("accept", "text/html")];
    let page = get_with(&site.visitor(), &format!("/question/{question}"), &html).await;
    for part in [
        format!(
            "<meta property=\"og:image\" content=\"http://stoa.test/forum/preview/{question}.png\">"
        ),
        "<meta property=\"og:image:width\" content=\"1200\">".to_owned(),
        "<meta property=\"og:image:height\" content=\"630\">".to_owned(),
        "<meta property=\"og:image:alt\" content=\"Ink &quot;x&quot;: Stoa\">".to_owned(),
        "<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned(),
    ] {
        assert!(page.text.contains(&part), "{part} is not in {}", page.text);
    }
    let list = get_with(&site.visitor(), "/questionPage", &html).await;
    assert!(list.text.contains("content=\"summary\""), "{}", list.text);
    assert!(!list.text.contains("og:image"), "{}", list.text);
}
