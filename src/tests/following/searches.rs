//! Saved searches, and the inbox with the new results of those that are watched.

use super::*;
use crate::features::following::searches::checks;

impl Person {
    async fn set_search(&self, text: &str, state: &str) -> Reply {
        self.patch(
            "/following/setSearch",
            json!({"text": text, "state": state}),
        )
        .await
    }

    async fn watch_search(&self, text: &str) {
        self.set_search(text, "watched").await.ok();
    }

    /// Returns the texts of the saved searches with their states.
    async fn saved(&self) -> Vec<String> {
        let saved = self.get("/following/getSavedSearches").await.ok();
        let shown = |search: &Value| format!("{} {}", search["text"], search["state"]);
        saved
            .as_array()
            .expect("a list")
            .iter()
            .map(shown)
            .collect()
    }

    /// Returns the searches of the inbox with the titles of their results, the newest first, and a `*` if they are new.
    async fn results(&self) -> Vec<String> {
        let entries = self.get("/inbox/getEntries?kinds=search").await.ok();
        let shown = |entry: &Value| {
            let item = &entry["item"];
            let new = if entry["isNew"] == true { "*" } else { "" };
            format!(
                "{}: {}{new}",
                item["text"].as_str().unwrap_or_default(),
                item["title"].as_str().unwrap_or_default()
            )
        };
        entries
            .as_array()
            .expect("a list")
            .iter()
            .map(shown)
            .collect()
    }
}

/// Checks all watched searches, a second later.
async fn check(site: &TestSite) {
    site.clock.advance(Duration::from_secs(1));
    checks::round(&site.site.app, None).await.expect("a round");
}

#[tokio::test]
async fn a_search_is_saved_watched_and_removed() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.set_search("  [a]  wallet ", "saved").await.ok();
    ann.watch_search("is:unanswered").await;
    let expected = [r#""[a] wallet" "saved""#, r#""is:unanswered" "watched""#];
    assert_eq!(ann.saved().await, expected);
    ann.watch_search("[a] wallet").await;
    let again = ann.set_search("is:unanswered", "saved").await.ok();
    assert_eq!(again[0]["state"], "watched");
    assert_eq!(again[1]["state"], "saved");
    assert!(ben.saved().await.is_empty(), "they are private");
    ann.set_search("[a] wallet", "removed").await.ok();
    ann.set_search("never saved", "removed").await.ok();
    assert_eq!(ann.saved().await, [r#""is:unanswered" "saved""#]);
}

#[tokio::test]
async fn twenty_searches_are_saved_and_five_watched() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for number in 0..20 {
        let state = if number < 5 { "watched" } else { "saved" };
        ann.set_search(&format!("s{number}"), state).await.ok();
    }
    ann.set_search("one more", "saved")
        .await
        .refused(409, "You cannot save more than 20 searches");
    ann.set_search("s7", "watched")
        .await
        .refused(409, "You cannot watch more than 5 searches");
    ann.watch_search("s1").await;
    ann.set_search("s1", "removed").await.ok();
    ann.watch_search("one more").await;
    assert_eq!(ann.saved().await.len(), 20);
    for (text, error) in [
        (" ".to_owned(), "Please enter what to search for"),
        (
            "x".repeat(301),
            "A search cannot be more than 300 characters",
        ),
    ] {
        ann.set_search(&text, "saved").await.refused(400, error);
    }
}

#[tokio::test]
async fn new_results_of_watched_searches_are_in_the_inbox() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ben.ask("An old wallet", "x", &["a"]).await;
    site.clock.advance(Duration::from_secs(1));
    ann.watch_search("wallet address").await;
    ann.set_search("wallet", "saved").await.ok();
    ann.ask("My own wallet address", "x", &["a"]).await;
    ben.ask("A wallet alone", "x", &["a"]).await;
    check(&site).await;
    assert!(ann.results().await.is_empty());

    let found = ben.ask("Which address has my wallet?", "x", &["a"]).await;
    check(&site).await;
    assert_eq!(
        ann.results().await,
        ["wallet address: Which address has my wallet?*"]
    );
    let unread = ann.get("/inbox/getUnreadCounts").await.ok();
    assert_eq!(unread["notices"], 1);
    let entry = &ann.get("/inbox/getEntries?kinds=search").await.ok()[0]["item"];
    assert_eq!(entry["qid"], json!(found));
    check(&site).await;
    ann.patch("/inbox/markInboxRead", json!({})).await.ok();
    assert_eq!(
        ann.results().await,
        ["wallet address: Which address has my wallet?"],
        "the next round finds nothing new"
    );

    // An answer has the rest of the words.
    let answered = ben.ask("Another wallet", "x", &["a"]).await;
    check(&site).await;
    assert_eq!(ann.results().await.len(), 1);
    ben.answer(&answered, "It has an address.").await;
    check(&site).await;
    assert_eq!(ann.results().await, ["wallet address: Another wallet*"]);
    ann.set_search("wallet address", "saved").await.ok();
    assert!(ann.results().await.is_empty());
}

#[tokio::test]
async fn conditions_alone_are_watched_too() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    ann.watch_search("tag:b is:unanswered").await;
    ben.ask("Of another tag", "x", &["a"]).await;
    let answered = ben.ask("Answered", "x", &["b"]).await;
    ben.answer(&answered, "y").await;
    check(&site).await;
    assert!(ann.results().await.is_empty());
    ben.ask("Open", "x", &["b"]).await;
    check(&site).await;
    assert_eq!(ann.results().await, ["tag:b is:unanswered: Open*"]);
}

#[tokio::test]
async fn results_are_shown_to_those_who_may_read_them() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let cem = site.sign_up("cem").await;
    let private = site.community(7, "private", &["ann", "ben"]);
    for person in [&ann, &cem] {
        person.watch_search("merger").await;
    }
    let of_community = json!({"text": "merger", "communityId": private, "state": "watched"});
    let outsider = cem
        .patch("/following/setSearch", of_community.clone())
        .await;
    assert_eq!(outsider.status, 403);
    ann.patch("/following/setSearch", of_community.clone())
        .await
        .ok();
    ben.ask_in(&private, "The merger").await;
    check(&site).await;
    assert!(
        cem.results().await.is_empty(),
        "a check has the user's rights"
    );
    assert_eq!(ann.results().await, ["merger: The merger*"; 2]);
    site.expel(7, "ann");
    assert!(ann.results().await.is_empty());
    let saved = ann.get("/following/getSavedSearches").await.ok();
    assert_eq!(saved[1]["communityName"], Value::Null);
    // What was saved can be removed.
    let removed = json!({"text": "merger", "communityId": private, "state": "removed"});
    ann.patch("/following/setSearch", removed).await.ok();
    assert_eq!(ann.saved().await.len(), 1);
    ben.ask("Everyone's merger", "x", &["a"]).await;
    check(&site).await;
    assert_eq!(ann.results().await, ["merger: Everyone's merger*"]);
    assert_eq!(cem.results().await, ["merger: Everyone's merger*"]);
}

#[tokio::test]
async fn each_round_checks_every_search() {
    let site = TestSite::new();
    let ben = site.sign_up("ben").await;
    let mut people = Vec::new();
    for number in 0..9 {
        let person = site.sign_up(&format!("p{number}")).await;
        for word in ["wallet", "address", "[a]", "is:unanswered", "by:ben"] {
            person.watch_search(word).await;
        }
        people.push(person);
    }
    ben.ask("A wallet address", "x", &["a"]).await;
    check(&site).await;
    for person in &people {
        assert_eq!(person.results().await.len(), 5);
    }
    let app = &site.site.app;
    let written = checks::round(app, None).await.expect("a round");
    ben.ask("Another wallet address", "x", &["a"]).await;
    let now = checks::round(app, Some(written)).await.expect("a round");
    assert_ne!(now, written);
    let results = people[8].results().await;
    assert!(
        results.iter().all(|shown| shown.contains("Another")),
        "{results:?}"
    );
}
