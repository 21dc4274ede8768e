//! Suggestions for the search field.

use serde_json::Value;

use super::*;
use crate::platform::web::percent_encoded;

pub(super) fn path(text: &str) -> String {
    format!("/search/getSuggestions?text={}", percent_encoded(text))
}

impl Person {
    async fn suggestions(&self, text: &str) -> Value {
        self.get(&path(text)).await.ok()
    }
}

/// Returns the titles, names and usernames of suggestions by kind.
fn names(suggestions: &Value) -> [String; 4] {
    let join = |kind: &str, field: &str| {
        let all = suggestions[kind].as_array().expect("an array").iter();
        let names = all.map(|item| item.get(field).unwrap_or(item).as_str().expect("a name"));
        names.collect::<Vec<_>>().join(", ")
    };
    [
        join("questions", "title"),
        join("tags", "name"),
        join("users", "name"),
        join("communities", "name"),
    ]
}

#[tokio::test]
async fn suggestions_are_of_four_kinds() {
    let site = TestSite::new();
    let ann = site.sign_up("Rustica").await;
    site.sign_up("trust").await;
    let question = ann
        .ask("Rust on a chain", "x", &["Rust", "rust-lang", "antirust"])
        .await;
    ann.ask("Brakes", "x", &["rust-lang", "brakes"]).await;
    let community = ann
        .post(
            "/addCommunity",
            json!({"name": "Rusty bikes", "visibility": "private"}),
        )
        .await
        .ok();
    let suggestions = site.sign_up("ben").await.suggestions("rUst").await;
    assert_eq!(
        suggestions,
        json!({
            "questions": [
                {
                    "_id": question,
                    "title": "Rust on a chain",
                    "answerCount": 0,
                    "accepted": false,
                    "match": {"title": ["", "Rust", " on a chain"], "postId": question, "postBy": "Rustica", "passage": []},
                },
                suggestions["questions"][1],
            ],
            "tags": [
                {"name": "Rust", "questionCount": 1},
                {"name": "rust-lang", "questionCount": 2},
                {"name": "antirust", "questionCount": 1},
            ],
            "total": 2,
            "users": ["Rustica"],
            "communities": [{"_id": community["_id"], "name": "Rusty bikes"}],
        })
    );
    assert_eq!(names(&suggestions)[0], "Rust on a chain, Brakes");
    assert_eq!(names(&ann.suggestions("[rust-").await)[1], "rust-lang");
    assert_eq!(names(&ann.suggestions("user:TR").await)[2], "trust");
}

#[tokio::test]
async fn at_most_five_of_each_kind_are_suggested() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for number in 0..7 {
        let (tag, other) = (format!("gear{number}"), format!("my-gear{number}"));
        ann.ask(&format!("Gear {number}"), "x", &[&tag, &other])
            .await;
        let community = format!("Gear {number}");
        ann.post(
            "/addCommunity",
            json!({"name": community, "visibility": "public"}),
        )
        .await
        .ok();
        site.sql(&format!(
            "INSERT INTO users (id, username, name_key, created_at) VALUES ({number}, 'gear{number}', 'gear{number}', 0)"
        ));
    }
    ann.ask("Another", "x", &["gear6"]).await;
    let suggestions = ann.suggestions("gear").await;
    assert_eq!(
        names(&suggestions)[1..],
        [
            "gear6, gear0, gear1, gear2, gear3",
            "gear0, gear1, gear2, gear3, gear4",
            "Gear 0, Gear 1, Gear 2, Gear 3, Gear 4",
        ]
    );
    assert_eq!(suggestions["questions"].as_array().map(Vec::len), Some(5));
}

#[tokio::test]
async fn hidden_content_is_not_suggested() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(77, "private", &["ben"]);
    let body = json!({"title": "Mergers", "text": "x", "tags": [{"name": "merger"}, {"name": "big-merger"}], "communityId": community});
    ben.post("/question/addQuestion", body).await.ok();
    assert_eq!(names(&ann.suggestions("merger").await), ["", "", "", ""]);
    assert_eq!(
        names(&ben.suggestions("merger").await),
        ["Mergers", "merger, big-merger", "", ""]
    );
    site.sign_up("merger")
        .await
        .delete("/user/deleteUser/merger")
        .await
        .ok();
    site.sql("UPDATE communities SET archived_at = 1");
    assert_eq!(names(&ann.suggestions("merger").await), ["", "", "", ""]);
    assert_eq!(names(&ann.suggestions("community").await)[3], "");
    site.visitor()
        .get(&path("a"))
        .await
        .refused(401, "Please log in");
}

#[tokio::test]
async fn any_text_has_suggestions_or_none() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.ask("A question", "x", &["100%", "a_b", "c\\d"]).await;
    let nothing = ["", "", "", ""];
    for text in [
        "",
        "  ",
        "*",
        "\"",
        "[",
        "]",
        "[]",
        "user:",
        "'",
        "\u{10ffff}",
        "🏛",
        "-q",
        "zz* OR yy",
    ] {
        assert_eq!(names(&ann.suggestions(text).await), nothing, "{text:?}");
    }
    for (text, tag) in [("%", "100%"), ("_", "a_b"), ("\\", "c\\d")] {
        assert_eq!(names(&ann.suggestions(text).await), ["", tag, "", ""]);
    }
    assert_eq!(names(&ann.suggestions("an\0n").await)[2], "ann");
    let padded = format!("{}ann", " ".repeat(2_000));
    assert_eq!(names(&ann.suggestions(&padded).await)[2], "ann");
    assert_eq!(names(&ann.suggestions(&"a".repeat(7_000)).await), nothing);
    ann.get("/search/getSuggestions").await.ok();
    ann.get(&path(&"a".repeat(64_000)))
        .await
        .refused(414, "The address is too long");
}

#[tokio::test]
async fn only_the_first_200_characters_of_a_text_count() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    site.sql(&format!(
        "INSERT INTO communities (id, name, name_key, visibility, created_at) VALUES (1, '{0}', '{0}', 'public', 0)",
        "é".repeat(200)
    ));
    for (length, found) in [(199, 1), (200, 1), (201, 1), (300, 1)] {
        let suggestions = ann.suggestions(&"é".repeat(length)).await;
        let communities = suggestions["communities"].as_array().map(Vec::len);
        assert_eq!(communities, Some(found), "{length}");
    }
}
