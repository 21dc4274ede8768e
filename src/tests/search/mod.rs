//! Search: matches, order, and tolerance of any input.

mod turns;
mod ranking;
mod rebuild;
mod related;
mod scripts;
mod visibility;
mod similar;
mod suggestions;
mod words;

use axum::http::Method;
use serde_json::json;

use super::{Person, Reply, TestSite, id_of, titles};

/// Creates a site with a few questions whose titles are single letters.
async fn site() -> (TestSite, Person) {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let a = ann
        .ask(
            "A validator in Plutus",
            "How are scripts checked?",
            &["plutus"],
        )
        .await;
    ann.ask(
        "B",
        "A validator, once. Plutus is mentioned late.",
        &["haskell"],
    )
    .await;
    ben.ask(
        "C",
        "Nothing of it: café, naïve, running",
        &["cardano", "plutus"],
    )
    .await;
    let d = ben.ask("D", "Something else", &["cardano"]).await;
    ann.answer(&a, "It runs the script").await;
    let accepted = ann.answer(&d, "See the plutus validator of old").await;
    ben.post("/question/acceptAnswer", json!({"qid": d, "aid": accepted}))
        .await
        .ok();
    ben.answer(&d, "And another").await;
    ben.post("/question/upvoteQuestion", json!({"qid": a}))
        .await
        .ok();
    (site, ann)
}

#[tokio::test]
async fn a_search_matches_words_and_tags() {
    let (_site, ann) = site().await;
    for (search, found) in [
        ("plutus validator", "D C B A"),
        ("PLUTUS", "D C B A"),
        ("plut", "D C B A"),
        // The index stores stems ("valid"), which are shorter than the typed word.
        ("validat", "D B A"),
        ("plutus validato", "D C B A"),
        ("[plutus] mentio", ""),
        ("mentio", "B"),
        ("[plutus]", "C A"),
        ("[plutus] validator", "A"),
        ("[plutus][cardano]", "C"),
        ("[plutus][cardano] nothing", "C"),
        ("[absent]", ""),
        ("\"plutus validator\"", "D"),
        ("validator -plutus", ""),
        ("validator -script", "D B"),
        ("validator -\"plutus is\"", "D A"),
        ("validator -[plutus]", "D B"),
        ("-[plutus] -[HASKELL]", "D"),
        ("[cardano] -[plutus]", "D"),
        ("[cardano] -[absent]", "D C"),
        ("-[plut", "D C B A"),
        ("-validator", "C"),
        ("user:ben", "D C"),
        ("user:BEN [plutus]", "C"),
        ("user:nobody", ""),
        ("User:ben IS:Unanswered", "C"),
        ("user:ann user:ben", ""),
        ("user:ben user:Ben", "D C"),
        ("is:answered", "D A"),
        ("is:unanswered", "C B"),
        ("plutus is:unanswered", "C B"),
        ("answers:2", "D"),
        ("Answers:1 answers:2", "D"),
        ("answers:2 answers:1", "D"),
        ("is:answered is:unanswered", ""),
        ("is:accepted", "D"),
        ("is:accepted -validator", ""),
        ("validator is:accepted", "D"),
        ("score:1", "A"),
        ("score:0 is:answered", "D A"),
        ("cafe", "C"),
        ("CAFÉ naive", "C"),
        ("run", "C A"),
        ("scripts", "A"),
        // No question has both words, so either is enough.
        ("haskell burrito", "B"),
        ("%%%", ""),
        ("  ", "D C B A"),
    ] {
        let query: String = form_urlencoded::byte_serialize(search.as_bytes()).collect();
        let reply = ann
            .get(&format!("/question/getQuestion?search={query}"))
            .await;
        let letters: Vec<String> = titles(&reply.ok())
            .iter()
            .map(|title| title[..1].to_owned())
            .collect();
        assert_eq!(letters.join(" "), found, "search {search:?}");
        assert_eq!(
            reply.header("x-total-count"),
            letters.len().to_string(),
            "search {search:?}"
        );
    }
}

#[tokio::test]
async fn malformed_queries_are_treated_as_text() {
    let (_site, ann) = site().await;
    assert_eq!(
        ann.titles("/question/getQuestion?search=[plutus]")
            .await
            .len(),
        2
    );
    // A raw plus arrives as a space, and no tag contains one.
    ann.ask("E", "x", &["c++"]).await;
    for tag in ["[c++]", "[c%2B%2B]", "[%20c++]"] {
        assert_eq!(
            ann.titles(&format!("/question/getQuestion?search={tag}"))
                .await,
            ["E"],
            "{tag}"
        );
    }
    // No question has "100", but one has the tag and one has the title "C".
    assert_eq!(
        ann.titles("/question/getQuestion?search=100%%20c++").await,
        ["E", "C"]
    );
    for search in [
        "%",
        "%zz",
        "%ff%fe",
        "%00",
        "%22",
        "'",
        "*",
        "a*",
        "a:b",
        "^a",
        "NEAR(a",
        "(",
        ")",
        "a%20OR",
        "AND",
        "-",
        "--",
        "{a}",
        "a%0Ab",
        "[",
        "]",
        "[]",
        "%5B%5D%5B",
        "title:plutus",
        "filter_terms:private",
        "%7Btitle%7D:a",
        "-%7Btitle%7D:a",
        "a%20NOT%20b",
        "NEAR(plutus%20validator,%202)",
        "plutus%20+%20validator",
        "%22plutus%00%22",
        "%C3%A9%00x",
        "%F0%9F%8F%9B",
        "valid%22ator%22",
        "%22%22%22",
    ] {
        ann.get(&format!(
            "/question/getQuestion?search={search}&order=relevance"
        ))
        .await
        .ok_or_invalid_order();
        ann.get(&format!("/question/getQuestion?search={search}"))
            .await
            .ok();
    }
    for search in [
        "* OR NEAR(",
        "a\"b",
        "\"\"",
        "user:",
        "score:x",
        "\0",
        "NOT",
        "[a",
        "x[",
        "is:",
        "-[",
        "-[]",
        "- [",
        "[[",
        "]",
    ] {
        ann.get(&path(search)).await.ok();
    }
    for long in [
        "word ",
        "x",
        "[t]",
        "-[t]",
        "-t ",
        "\"",
        "a-",
        "is:answered ",
        "合",
    ] {
        ann.get(&path(&long.repeat(2_000 / long.len()))).await.ok();
        ann.get(&path(&format!("{} x", long.repeat(90 / long.len()))))
            .await
            .ok();
    }
    // The index's own column names and operators are ordinary words.
    assert!(
        ann.titles("/question/getQuestion?search=filter_terms:private")
            .await
            .is_empty()
    );
    assert!(
        ann.titles("/question/getQuestion?search=private")
            .await
            .is_empty()
    );
}

/// Returns the path of a search.
fn path(search: &str) -> String {
    format!(
        "/question/getQuestion?search={}",
        super::super::platform::web::percent_encoded(search)
    )
}

impl Person {
    /// Returns the titles that a search finds, and its notes.
    pub(in crate::tests) async fn search(&self, search: &str) -> (String, String) {
        let reply = self.get(&path(search)).await;
        let titles = titles(&reply.ok()).join(" ");
        assert_eq!(
            reply.header("x-total-count"),
            reply.ok().as_array().map_or(0, Vec::len).to_string(),
            "{search:?}"
        );
        let encoded = format!("={}", reply.header("x-searched-for"));
        let (_, searched_for) = form_urlencoded::parse(encoded.as_bytes())
            .next()
            .expect("a value");
        (
            titles,
            format!("{} {searched_for}", reply.header("x-search-match"))
                .trim_end()
                .to_owned(),
        )
    }

    /// Returns the titles of the questions similar to a title.
    async fn similar(&self, title: &str) -> String {
        self.titles(&similar_path(title)).await.join(" ")
    }
}

fn similar_path(title: &str) -> String {
    format!(
        "/question/getSimilarQuestions?title={}",
        super::super::platform::web::percent_encoded(title)
    )
}

#[tokio::test]
async fn long_searches_are_accepted() {
    let (_site, ann) = site().await;
    let far = |word: &str| format!("plutus{}{word}", " ".repeat(2_000));
    assert_eq!(
        ann.search(&far("validator ")).await,
        ann.search("plutus validator ").await
    );
    assert_eq!(
        ann.search(&far("-validator")).await,
        ann.search("plutus -validator").await
    );
    // If no question has all of many words, some of them are enough.
    let absent: String = (0..500).map(|number| format!("w{number} ")).collect();
    assert_eq!(
        ann.search(&format!("plutus {absent}")).await,
        (ann.search("plutus ").await.0, "any".to_owned())
    );
}

fn titles_of(reply: &Reply) -> Vec<String> {
    titles(&reply.ok())
}

impl Reply {
    /// Expects a list, or the error of the relevance order without words.
    #[track_caller]
    fn ok_or_invalid_order(&self) {
        if self.text != "Invalid order" {
            self.ok();
        }
    }
}
