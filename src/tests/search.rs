//! Searching: what is found, in which order, and that nothing typed is an error.

use serde_json::json;

use super::{Person, TestSite};

/// A site with a few questions whose titles are their letters.
async fn site() -> (TestSite, Person) {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let ben = site.sign_up("ben").await;
    let a = ann.ask("A validator in Plutus", "How are scripts checked?", &["plutus"]).await;
    ann.ask("B", "A validator, once. Plutus is mentioned late.", &["haskell"]).await;
    ben.ask("C", "Nothing of it: café, naïve, running", &["cardano", "plutus"]).await;
    let d = ben.ask("D", "Something else", &["cardano"]).await;
    ann.answer(&a, "It runs the script").await;
    ann.answer(&d, "See the plutus validator of old").await;
    ben.answer(&d, "And another").await;
    ben.post("/question/upvoteQuestion", json!({"qid": a})).await.ok();
    (site, ann)
}

#[tokio::test]
async fn searches_find_what_they_say() {
    let (_site, ann) = site().await;
    for (search, found) in [
        ("plutus validator", "D B A"),
        ("PLUTUS", "D C B A"),
        ("plut", "D C B A"),
        // The index holds stems ("valid"), which are shorter than what is typed.
        ("validat", "D B A"),
        ("plutus validato", "D B A"),
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
        ("-validator", "C"),
        ("user:ben", "D C"),
        ("user:BEN [plutus]", "C"),
        ("user:nobody", ""),
        ("is:answered", "D A"),
        ("is:unanswered", "C B"),
        ("plutus is:unanswered", "C B"),
        ("answers:2", "D"),
        ("score:1", "A"),
        ("score:0 is:answered", "D A"),
        ("cafe", "C"),
        ("CAFÉ naive", "C"),
        ("run", "C A"),
        ("scripts", "A"),
        // Nothing has both words, so either will do.
        ("haskell burrito", "B"),
        ("%%%", ""),
        ("  ", "D C B A"),
    ] {
        let query: String = form_urlencoded::byte_serialize(search.as_bytes()).collect();
        let reply = ann.get(&format!("/question/getQuestion?search={query}")).await;
        let letters: Vec<String> = super::titles(&reply.ok()).iter().map(|title| title[..1].to_owned()).collect();
        assert_eq!(letters.join(" "), found, "search {search:?}");
        assert_eq!(reply.header("x-total-count"), letters.len().to_string(), "search {search:?}");
    }
}

#[tokio::test]
async fn the_best_match_is_the_title_then_the_text_then_the_answers() {
    let (_site, ann) = site().await;
    let found = ann.titles("/question/getQuestion?search=plutus%20validator&order=relevance").await;
    assert_eq!(found, ["A validator in Plutus", "B", "D"]);
    let page = ann.get("/question/getQuestion?search=plutus%20validator&order=relevance&limit=2&view=card").await;
    let next = page.header("link").trim_start_matches('<').split('>').next().unwrap().to_owned();
    assert_eq!(ann.titles(&next).await, ["D"]);
}

#[tokio::test]
async fn raw_and_broken_queries_are_data() {
    let (_site, ann) = site().await;
    assert_eq!(ann.titles("/question/getQuestion?search=[plutus]").await.len(), 2);
    // A raw plus arrives as a space, and no tag has one.
    ann.ask("E", "x", &["c++"]).await;
    for tag in ["[c++]", "[c%2B%2B]", "[%20c++]"] {
        assert_eq!(ann.titles(&format!("/question/getQuestion?search={tag}")).await, ["E"], "{tag}");
    }
    // Nothing has "100", but "c" is the beginning of a word.
    assert_eq!(ann.titles("/question/getQuestion?search=100%%20c++").await, ["E", "C"]);
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
    ] {
        ann.get(&format!("/question/getQuestion?search={search}&order=relevance")).await.ok_or_invalid_order();
        ann.get(&format!("/question/getQuestion?search={search}")).await.ok();
    }
    let long: String = "word+".repeat(1_500);
    ann.get(&format!("/question/getQuestion?search={long}")).await.ok();
}

impl super::Reply {
    /// A list, or what a search that says nothing is told.
    #[track_caller]
    fn ok_or_invalid_order(&self) {
        if self.text != "Invalid order" {
            self.ok();
        }
    }
}
