//! Generated files that both sides of the wire share. They are committed, and these tests keep them fresh.

use std::fmt::Write as _;
use std::path::Path;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use super::typescript::{self, Schemas};
use super::{TestSite, check_fresh, repository};
use crate::app::server::events;
use crate::core::config::BaseUrl;
use crate::core::error::Sentence;
use crate::core::text::{self, limits};
use crate::platform::settings::SettingKey;

const HEAD: &str = "// Generated from the Rust types by `cargo test`, which rewrites a stale file. Do not edit.\n\n";

/// The types of all replies and events, and what these refer to.
#[tokio::test]
async fn the_ui_knows_the_types_and_the_limits() {
    let document = TestSite::new().visitor().get("/openapi.json").await.ok();
    let mut schemas: Schemas = document["components"]["schemas"]
        .as_object()
        .cloned()
        .expect("schemas");
    let mut of_events = Vec::new();
    let events = events::add_schemas(&mut of_events);
    schemas.extend(
        of_events
            .into_iter()
            .map(|(name, schema)| (name, json!(schema))),
    );
    let cases = events
        .iter()
        .map(|(event, of)| format!("  | {{ name: '{event}'; payload: {of} }}"));
    let cases: Vec<String> = cases.collect();
    let mut roots: Vec<Value> = events.iter().map(|(_, of)| json!({"$ref": of})).collect();
    roots.extend(typescript::replies(&document));
    let mut text = HEAD.to_owned() + &typescript::declarations(&schemas, &roots);
    write!(
        text,
        "/** Everything that the server pushes. */\nexport type LiveEvent =\n{};\n",
        cases.join("\n")
    )
    .expect("text");
    text += "\n/** Limits of what people write, in characters unless it says otherwise. */\nexport const limits = {\n";
    for (name, limit) in [
        ("title", limits::TITLE),
        ("tags", limits::TAGS),
        ("tag", limits::TAG),
        ("questionText", limits::QUESTION_TEXT),
        ("answerText", limits::ANSWER_TEXT),
        ("commentText", limits::COMMENT_TEXT),
        ("message", limits::MESSAGE),
        ("participants", limits::PARTICIPANTS),
        ("tagDescription", limits::TAG_DESCRIPTION),
        ("biography", limits::BIOGRAPHY),
        ("communityName", limits::COMMUNITY_NAME),
        ("communityDescription", limits::COMMUNITY_DESCRIPTION),
        ("password", limits::PASSWORD),
        ("reason", limits::REASON),
        ("invitationNote", limits::INVITATION_NOTE),
        ("mailAddress", limits::MAIL_ADDRESS),
    ] {
        writeln!(text, "  {name}: {limit},").expect("text");
    }
    text += "} as const;\n";
    // Apart, because only a dialog loads it.
    let limit = limits::STAR_NOTE;
    writeln!(text, "\nexport const starNoteLimit = {limit};").expect("text");
    let limit = limits::APPEAL;
    writeln!(text, "export const appealLimit = {limit};").expect("text");
    // Apart, because only the administration page loads them.
    text += "\nexport const settingLimits = {\n";
    for (name, limit) in [
        ("title", limits::SITE_TITLE),
        ("welcome", limits::WELCOME),
        ("page", limits::SITE_PAGE),
        ("announcement", limits::ANNOUNCEMENT),
        ("blockedList", limits::BLOCKED_LIST),
        ("blocked", limits::BLOCKED),
    ] {
        writeln!(text, "  {name}: {limit},").expect("text");
    }
    text += "} as const;\n\n/** The smallest and the largest value of settings that are numbers. */\nexport const settingBounds = {\n";
    for key in SettingKey::ALL {
        if let Some(bounds) = key.bounds() {
            let (name, start, end) = (key.word(), bounds.start(), bounds.end());
            writeln!(text, "  {name}: [{start}, {end}],").expect("text");
        }
    }
    text += "} as const;\n";
    let (line, report) = (limits::REPORT_LINE, limits::REPORT_TEXT);
    writeln!(
        text,
        "\nexport const reportLimits = {{ line: {line}, text: {report} }} as const;"
    )
    .expect("text");
    check_fresh(Path::new("ui/src/api/generated.ts"), &text);
}

/// One constant each: a page loads only those that it says by itself.
#[test]
fn the_ui_knows_the_sentences() {
    let mut text =
        HEAD.to_owned() + "// Error messages of the server that the UI shows by itself too.\n\n";
    for sentence in Sentence::ALL {
        let name = format!("{sentence:?}");
        let name = name[..1].to_lowercase() + &name[1..];
        writeln!(text, "export const {name} = {};", quoted(sentence.text())).expect("text");
    }
    check_fresh(Path::new("ui/src/api/sentences.ts"), &text);
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

#[tokio::test]
async fn the_openapi_document_is_served_and_committed() {
    let site = TestSite::new();
    let served = site.visitor().get("/openapi.json").await.ok();
    check_fresh(Path::new("docs/openapi.json"), &format!("{served:#}\n"));
    let paths = served["paths"].as_object().expect("paths");
    let spellings: usize = site.site.table.iter().map(|route| route.paths.len()).sum();
    let operations: usize = paths
        .values()
        .map(|item| item.as_object().expect("an item").len())
        .sum();
    assert_eq!(
        operations, spellings,
        "every spelling of every call is in the document once"
    );
    let aliases = paths
        .values()
        .flat_map(|item| item.as_object().expect("an item").values())
        .filter_map(|call| call["x-alias-of"].as_str());
    assert_eq!(
        site.site.table.len()
            + aliases
                .inspect(|path| assert!(paths.contains_key(*path), "{path}"))
                .count(),
        spellings
    );
    // A name of its own in the path is no subject of its own.
    for call in [&paths["/join"]["post"], &paths["/games/join"]["post"]] {
        assert_eq!(call["tags"], serde_json::json!(["games"]));
    }
    assert_eq!(served["servers"], serde_json::json!([{"url": "/"}]));
}

#[tokio::test]
async fn the_openapi_document_of_a_site_below_a_path_says_where_the_calls_are() {
    let site = TestSite::with(|config| {
        config.server.base_url = BaseUrl::parse("https://qa.example/forum").expect("an address");
    });
    let request = Request::get("/forum/openapi.json")
        .header("host", "qa.example")
        .body(Body::empty())
        .expect("a request");
    let served = site.visitor().send(request).await.ok();
    assert_eq!(served["servers"], serde_json::json!([{"url": "/forum"}]));
}

/// The rules of the forms, which `ui/src/lib` implements too.
#[test]
fn the_forms_rules_are_those_of_the_shared_cases() {
    let path = repository().join("ui/src/lib/validation-cases.json");
    let cases = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Vec<serde_json::Value> = serde_json::from_str(&cases).expect("JSON");
    assert!(cases.len() >= 60);
    let mut wrong = Vec::new();
    for case in &cases {
        let input = case["input"].as_str().expect("an input");
        let result = match case["rule"].as_str().expect("a rule") {
            "title" => text::title(input).map(drop),
            "questionText" => text::question_text(input).map(drop),
            "answerText" => text::answer_text(input).map(drop),
            "commentText" => text::comment_text(input).map(drop),
            "message" => text::message(input).map(drop),
            "hyperlinks" => text::hyperlinks(input),
            "tags" => text::tags(input.split_whitespace(), |_| Ok(None)).map(drop),
            "communityName" => text::community_name(input).map(drop),
            "username" => text::username(input),
            rule => panic!("no such rule: {rule}"),
        };
        let error = result.err().map(|error| error.text());
        if error.as_deref() != case["error"].as_str() {
            wrong.push(format!(
                "{} {input:?}: {error:?} instead of {}",
                case["rule"], case["error"]
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "make these agree in text.rs and ui/src/lib:\n{}",
        wrong.join("\n")
    );
}
