//! The forms for people: what each receiver takes, and that no text of a member means something there.

use serde_json::{Value, json};

use super::{HookSite, add, body};

/// A title and a text that mean something in each of the forms.
const TITLE: &str = "<!channel> @everyone [a](b) & *b*|c";
const TEXT: &str = "@room <b>x</b> `code` >!hidden!<\n\n>! a spoiler\n\nmore";

async fn message(form: &str, address: &str) -> (String, Value) {
    let mut at = HookSite::new().await;
    let mut new = super::settings(address, form);
    new["settings"]["events"] = json!(["question.created"]);
    at.root.post("/webhook/addWebhook", new).await.ok();
    let ann = at.site.sign_up("ann").await;
    let question = ann.ask(TITLE, TEXT, &["ink"]).await;
    let received = at.send().await;
    let text = body(&received[0]).to_string().replace(&question, "ID");
    (
        received[0].path.clone(),
        serde_json::from_str(&text).expect("JSON"),
    )
}

#[tokio::test]
async fn slack_gets_a_link_and_no_mention() {
    let (path, body) = message("slack", super::ADDRESS).await;
    assert_eq!(path, "/secret-path");
    let text = body["text"].as_str().expect("a text");
    let first = text.lines().next().expect("a line");
    assert_eq!(
        first,
        "ann asked <https://stoa.test/question/ID|&lt;!channel&gt; @\u{200b}everyone [a](b) &amp; *b*¦c>"
    );
    assert!(
        !text.contains("@room") && !text.contains("a spoiler"),
        "{text}"
    );
}

#[tokio::test]
async fn discord_gets_escaped_markdown_and_no_mention() {
    let (_, body) = message("discord", super::ADDRESS).await;
    assert_eq!(body["allowed_mentions"], json!({"parse": []}));
    let text = body["content"].as_str().expect("a text");
    assert!(
        text.starts_with(
            "ann asked [\\<\\!channel\\> \\@everyone \\[a\\]\\(b\\) \\& \\*b\\*\\|c](<https://stoa.test/question/ID>)\n"
        ),
        "{text}"
    );
}

#[tokio::test]
async fn matrix_gets_text_and_escaped_html() {
    let (_, body) = message("matrix", super::ADDRESS).await;
    let html = body["html"].as_str().expect("HTML");
    assert!(
        html.starts_with(
            "ann asked <a href=\"https://stoa.test/question/ID\">&lt;!channel&gt; @\u{200b}everyone"
        ),
        "{html}"
    );
    assert!(!html.contains("<b>") && !html.contains("@room"), "{html}");
    assert!(
        body["text"]
            .as_str()
            .expect("a text")
            .contains("https://stoa.test/question/ID")
    );
}

#[tokio::test]
async fn ntfy_gets_json_at_the_address_of_its_server() {
    let (path, body) = message("ntfy", "https://a.hook.test/topic").await;
    assert_eq!((path.as_str(), &body["topic"]), ("/", &json!("topic")));
    assert_eq!(
        (&body["title"], &body["click"]),
        (&json!("ann asked"), &json!("https://stoa.test/question/ID"))
    );
    let text = body["message"].as_str().expect("a text");
    assert!(
        text.starts_with(TITLE) && !text.contains("a spoiler"),
        "{text}"
    );
}

#[tokio::test]
async fn a_test_names_the_site() {
    for (form, field) in [
        ("slack", "text"),
        ("discord", "content"),
        ("matrix", "text"),
    ] {
        let mut at = HookSite::new().await;
        let hook = add(&at.root, None, form).await;
        at.root
            .post(&format!("/webhook/testWebhook/{hook}"), json!({}))
            .await
            .ok();
        let received = at.send().await;
        let text = body(&received[0])[field]
            .as_str()
            .expect("a text")
            .to_owned();
        assert!(
            text.contains("webhook works") && text.contains("Stoa"),
            "{text}"
        );
    }
}
