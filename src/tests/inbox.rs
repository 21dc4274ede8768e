//! The inbox: everything that a member is notified of, in one list.

use std::time::Duration;

use serde_json::{Value, json};

use super::public_reading::open_site;
use super::realtime::Listening;
use super::{Person, TestSite};
use crate::core::config::Reading;

impl Person {
    /// Returns the entries of the inbox.
    async fn entries(&self, query: &str) -> Vec<Value> {
        let reply = self.get(&format!("/inbox/getEntries{query}")).await;
        reply.ok().as_array().expect("a list").clone()
    }

    /// Returns what the entries are about, the newest first, with a `*` for those that are new.
    async fn told(&self, query: &str) -> Vec<String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let about = |entry: &Value| {
            let item = &entry["item"];
            let what = match entry["kind"].as_str().expect("a kind") {
                "own" if item["kind"] == "votes" => format!("{} votes", item["votes"]),
                "own" => text(&item["kind"]),
                "badge" => format!("badge {}", text(&item["badge"])),
                "response" => text(&item["updateText"]),
                "opened" => format!("opened {}", item["name"]),
                "requests" => format!("{} requests, {}", item["requests"], text(&item["newestBy"])),
                kind => kind.to_owned(),
            };
            format!("{what}{}", if entry["isNew"] == true { "*" } else { "" })
        };
        self.entries(query).await.iter().map(about).collect()
    }

    async fn unread_in_inbox(&self) -> Value {
        self.get("/inbox/getUnreadCounts").await.ok()
    }

    async fn upvote(&self, question: &str) {
        let vote = json!({"qid": question});
        self.post("/question/upvoteQuestion", vote).await.ok();
    }

    /// Marks all as read, and lets a millisecond pass: what is new in the same one counts as read.
    async fn read_all(&self, site: &TestSite) {
        self.patch("/inbox/markInboxRead", json!({})).await.ok();
        site.clock.advance(Duration::from_millis(1));
    }
}

/// Everything but badges, which first acts earn.
const NO_BADGES: &str = "?kinds=response,mention,watched,own,requests,moderation,report,reminder";

#[tokio::test]
async fn all_that_a_member_is_told_is_one_list_in_order_of_time() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ben.ask("Before", "x", &["b"]).await;
    let step = || site.clock.advance(Duration::from_millis(5));
    step();
    ann.follow("tag", "b", "watching").await;
    step();
    ben.upvote(&question).await;
    step();
    ben.answer(&question, "An answer for @ann").await;
    step();
    ben.ask("Watched", "x", &["b"]).await;
    step();
    ben.ask("Named", "Hello @ann", &["c"]).await;
    let expected = ["mention*", "watched*", "An answer for @ann*", "1 votes*"];
    assert_eq!(ann.told("").await, expected);
    let entries = ann.entries("").await;
    assert_eq!(entries[2]["namesYou"], true, "one entry for both");
    assert_eq!(ann.told("?kinds=own").await, ["1 votes*"]);
    let unread = ann.unread_in_inbox().await;
    let counts = ["responses", "mentions", "own", "notices", "reminders"].map(|key| &unread[key]);
    assert_eq!(counts, [1, 1, 1, 0, 0]);
    assert_eq!(unread["hasWatched"], true);
    ann.get("/inbox/getEntries?kinds=own,x")
        .await
        .refused(400, "Malformed request: unknown kind of entries");
}

#[tokio::test]
async fn the_list_has_pages_without_gaps_and_repetitions() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    for number in 0..5 {
        ben.comment("question", &question, &format!("{number}"))
            .await;
        ben.ask("Named", "Hello @ann", &["c"]).await;
    }
    ben.upvote(&question).await;
    let all = ann.entries("").await;
    assert_eq!(all.len(), 11);
    let mut found = Vec::new();
    let mut next = Some("/inbox/getEntries?limit=2".to_owned());
    while let Some(path) = next {
        let page = ann.get(&path).await;
        assert_eq!(page.headers["x-total-count"], "11");
        found.extend(page.ok().as_array().expect("a list").clone());
        next = page.next_page();
    }
    assert_eq!(found, all);
    ann.get("/inbox/getEntries?cursor=1")
        .await
        .refused(400, "Invalid cursor");
}

#[tokio::test]
async fn one_call_marks_all_as_read_and_keeps_what_came_later() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ben.upvote(&question).await;
    ben.answer(&question, "First").await;
    ben.ask("Named", "Hello @ann", &["c"]).await;
    let newest = ann.entries("").await[0]["_id"].clone();
    site.clock.advance(Duration::from_millis(5));
    ben.comment("question", &question, "Later").await;
    let read = json!({"upTo": newest});
    ann.patch("/inbox/markInboxRead", read).await.ok();
    let expected = ["Later*", "mention", "First", "1 votes"];
    assert_eq!(ann.told("").await, expected);
    ann.read_all(&site).await;
    assert_eq!(ann.told("").await, ["Later", "mention", "First", "1 votes"]);
    let unread = ann.unread_in_inbox().await;
    let counts = ["responses", "mentions", "own", "notices"].map(|key| &unread[key]);
    assert_eq!(counts, [0, 0, 0, 0]);
    // The specification's notifications are the same.
    let notifications = ann.get("/getNotifications?userID=ann").await.ok();
    assert!(
        notifications
            .as_array()
            .expect("a list")
            .iter()
            .all(|one| one["viewed"] == true)
    );
}

#[tokio::test]
async fn opening_an_entry_reads_it_alone() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ben.upvote(&question).await;
    ben.comment("question", &question, "First").await;
    ben.ask("Named", "Hello @ann", &["c"]).await;
    for (place, left) in [
        (2, vec!["mention*", "First*", "1 votes"]),
        (1, vec!["mention*", "First", "1 votes"]),
        (0, vec!["mention", "First", "1 votes"]),
    ] {
        let entry = ann.entries("").await[place].clone();
        let one = json!({"kind": entry["kind"], "id": entry["item"]["_id"]});
        // Another member's call with the id does nothing.
        ben.patch("/inbox/markEntryRead", one.clone()).await.ok();
        ann.patch("/inbox/markEntryRead", one).await.ok();
        assert_eq!(ann.told("").await, left);
    }
}

#[tokio::test]
async fn a_total_of_votes_is_told_once_and_without_names() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let question = ann.ask("T", "x", &["a"]).await;
    let voters = ["ben", "cem", "dan", "eve", "fay"];
    let mut people = Vec::new();
    for name in voters {
        people.push(site.sign_up(name).await);
    }
    ann.upvote(&question).await;
    assert!(
        ann.told(NO_BADGES).await.is_empty(),
        "the author's vote counts nothing"
    );
    people[0].upvote(&question).await;
    assert_eq!(ann.told(NO_BADGES).await, ["1 votes*"]);
    let entry = ann.entries(NO_BADGES).await[0].to_string();
    assert!(!entry.contains("ben"), "{entry}");
    ann.read_all(&site).await;
    // Withdrawn and given again.
    people[0].upvote(&question).await;
    people[0].upvote(&question).await;
    assert_eq!(ann.told(NO_BADGES).await, ["1 votes"]);
    for person in &people[1..] {
        person.upvote(&question).await;
    }
    assert_eq!(
        ann.told(NO_BADGES).await,
        ["5 votes*"],
        "one entry for a post"
    );
    people[0].upvote(&question).await;
    ann.read_all(&site).await;
    people[0].upvote(&question).await;
    assert_eq!(ann.told(NO_BADGES).await, ["5 votes"]);
}

#[tokio::test]
async fn an_accepted_answer_is_told_once_while_it_is_accepted() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    let own = ann.answer(&question, "z").await;
    let answer = ben.answer(&question, "y").await;
    let accept = |aid: &str| json!({"qid": question, "aid": aid});
    ann.post("/question/acceptAnswer", accept(&own)).await.ok();
    ann.post("/question/acceptAnswer", accept(&answer))
        .await
        .ok();
    assert_eq!(ben.told("?kinds=own").await, ["accepted*"]);
    assert!(ann.told("?kinds=own").await.is_empty(), "their own answer");
    assert_eq!(ben.entries("?kinds=own").await[0]["item"]["by"], "ann");
    ben.read_all(&site).await;
    let question_id = json!({"qid": question});
    ann.post("/question/unacceptAnswer", question_id).await.ok();
    assert!(ben.told("?kinds=own").await.is_empty());
    ann.post("/question/acceptAnswer", accept(&answer))
        .await
        .ok();
    assert_eq!(ben.told("?kinds=own").await, ["accepted"]);
}

#[tokio::test]
async fn requests_to_join_are_one_entry_of_each_moderator_and_admission_is_told() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    let new = json!({"name": "C", "description": "", "visibility": "private"});
    let community = ann.post("/community/addCommunity", new).await.ok()["_id"].clone();
    let community = community.as_str().expect("an id");
    let ask = async |person: &Person| {
        site.clock.advance(Duration::from_millis(5));
        let path = format!("/community/addMemberRequest/{community}");
        person.post(&path, json!({})).await.ok();
    };
    ask(&ben).await;
    assert_eq!(ann.told("").await, ["1 requests, ben*"]);
    assert_eq!(ann.unread_in_inbox().await["own"], 1);
    ann.read_all(site).await;
    assert_eq!(ann.told("").await, ["1 requests, ben"]);
    ask(&cem).await;
    assert_eq!(ann.told("").await, ["2 requests, cem*"]);
    assert!(ben.told("").await.is_empty());
    let mut socket = server.socket_of(&ben).await;
    let approve = format!("/community/approveMemberRequest/{community}");
    ann.post(&approve, json!({"userId": "ben"})).await.ok();
    assert_eq!(socket.event_or_badge().await.0, "inboxUpdate");
    assert_eq!(ben.told("").await, ["admitted*"]);
    let leave = format!("/community/leaveCommunity/{community}");
    ben.post(&leave, json!({})).await.ok();
    assert!(ben.told("").await.is_empty(), "it is true no more");
    let reject = format!("/community/rejectMemberRequest/{community}");
    ann.delete_with(&reject, json!({"userId": "cem"}))
        .await
        .ok();
    assert!(ann.told("").await.is_empty());
}

#[tokio::test]
async fn what_became_unreadable_is_gone_and_tells_nobody() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let community = site.community(7, "private", &["ann", "ben"]);
    let question = ann.ask_in(&community, "Inside").await;
    ben.upvote(&question).await;
    ben.comment("question", &question, "x").await;
    assert_eq!(ann.told("").await, ["x*", "1 votes*"]);
    ann.post(&format!("/community/leaveCommunity/{community}"), json!({}))
        .await
        .ok();
    assert!(ann.told("").await.is_empty());
    assert_eq!(ann.unread_in_inbox().await["own"], 0);
    let mut socket = server.socket_of(&ann).await;
    for name in ["cem", "dan", "eve", "fay"] {
        let voter = site.sign_up(name).await;
        site.admit(7, name);
        voter.upvote(&question).await;
    }
    while let Ok(event) =
        tokio::time::timeout(Duration::from_millis(150), socket.event_or_badge()).await
    {
        assert_ne!(event.0, "inboxUpdate");
    }
    site.admit(7, "ann");
    assert_eq!(ann.told("?kinds=own").await, ["5 votes*"]);
}

#[tokio::test]
async fn a_muted_kind_is_neither_shown_nor_counted() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let question = ann.ask("T", "x", &["a"]).await;
    ben.upvote(&question).await;
    let mute = |muted: bool| json!({"kind": "votes", "muted": muted});
    for _ in 0..2 {
        let kinds = ann.patch("/inbox/setMutedKind", mute(true)).await.ok();
        assert_eq!(kinds, json!(["votes"]));
    }
    assert!(ann.told("").await.is_empty());
    assert_eq!(ann.unread_in_inbox().await["own"], 0);
    assert_eq!(ann.get("/inbox/getMutedKinds").await.ok(), json!(["votes"]));
    assert_eq!(ben.get("/inbox/getMutedKinds").await.ok(), json!([]));
    ann.patch("/inbox/setMutedKind", mute(false)).await.ok();
    assert_eq!(ann.told("").await, ["1 votes*"]);
}

#[tokio::test]
async fn moderation_badges_and_reminders_are_entries() {
    let site = TestSite::new();
    let (ann, ben, root) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.administrator("root1").await,
    );
    let question = ann.ask("T", "x", &["a"]).await;
    let note = json!({"qid": question, "remindAt": "2026-11-21T00:00:01Z"});
    let star = json!({"username": "ann", "qid": question});
    ann.post("/star/addStar", star).await.ok();
    ann.patch("/star/setStarNote", note).await.ok();
    let theirs = ben.ask("U", "x", &["a"]).await;
    ann.upvote(&theirs).await;
    site.clock.advance(Duration::from_secs(2));
    let edit = json!({"id": question, "kind": "question", "title": "T", "text": "better", "tags": [{"name": "a"}], "reason": "spelling"});
    root.patch("/moderation/editPost", edit).await.ok();
    assert_eq!(
        ann.told("").await,
        ["moderation*", "reminder*", "badge voted*"]
    );
    let unread = ann.unread_in_inbox().await;
    assert_eq!(
        (&unread["notices"], &unread["reminders"]),
        (&json!(2), &json!(1))
    );
    ann.read_all(&site).await;
    assert_eq!(
        ann.told("").await,
        ["moderation", "reminder", "badge voted"]
    );
}

#[tokio::test]
async fn reading_the_inbox_shows_in_other_browsers() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let question = ann.ask("T", "x", &["a"]).await;
    ben.upvote(&question).await;
    server.wait_until_published().await;
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    ann.read_all(&server.site).await;
    assert_eq!(
        by_ann.event_or_badge().await,
        ("inboxUpdate".to_owned(), json!({}))
    );
    by_ben.expect_silence().await;
}

#[tokio::test]
async fn members_are_told_that_others_opened_their_community() {
    let site = open_site();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (cem, dan) = (site.sign_up("cem").await, site.sign_up("dan").await);
    let community = ann.creates_community("Spoons", "public").await;
    let join = format!("/community/addMember/{community}");
    ben.post(&join, json!({})).await.ok();
    let step = || site.clock.advance(Duration::from_millis(5));
    let set = async |needs_account: bool| {
        step();
        let path = format!("/community/setReading/{community}");
        ann.patch(&path, json!({"needsAccount": needs_account}))
            .await
            .ok();
        step();
    };
    set(true).await;
    assert!(ben.told("?kinds=opened").await.is_empty(), "closed");
    set(false).await;
    cem.post(&join, json!({})).await.ok();
    assert_eq!(ben.told("").await, ["opened \"Spoons\"*"]);
    assert_eq!(ben.unread_in_inbox().await["notices"], 1);
    let entry = ben.entries("?kinds=opened").await[0]["item"].clone();
    assert_eq!(entry["communityId"], community.as_str());
    for (person, why) in [
        (&ann, "their own act"),
        (&cem, "they joined later"),
        (&dan, "no member"),
    ] {
        assert!(person.told("?kinds=opened").await.is_empty(), "{why}");
    }
    ben.read_all(&site).await;
    assert_eq!(ben.told("").await, ["opened \"Spoons\""]);
    assert_eq!(ben.unread_in_inbox().await["notices"], 0);
    set(true).await;
    assert!(ben.told("").await.is_empty(), "it needs an account again");
    set(false).await;
    assert_eq!(ben.told("").await, ["opened \"Spoons\"*"]);
    ben.post(&format!("/community/leaveCommunity/{community}"), json!({}))
        .await
        .ok();
    assert!(ben.told("").await.is_empty(), "they left");
}

#[tokio::test]
async fn members_are_told_that_everyone_may_read_the_site() {
    let site = TestSite::new();
    let (root, ben) = (site.sign_up("root1").await, site.sign_up("ben").await);
    site.promote("root1").await;
    let step = || site.clock.advance(Duration::from_millis(5));
    let set = async |before: &str, value: &str| {
        step();
        let change = json!({"key": "reading", "before": before, "value": value});
        let body = json!({"changes": [change]});
        root.patch("/administration/setSettings", body).await.ok();
        step();
    };
    assert!(ben.told("?kinds=opened").await.is_empty());
    set("members", "everyone").await;
    let cem = site.sign_up("cem").await;
    assert_eq!(ben.told("?kinds=opened").await, ["opened null*"]);
    assert!(root.told("?kinds=opened").await.is_empty(), "their own act");
    assert!(
        cem.told("?kinds=opened").await.is_empty(),
        "a later account"
    );
    set("everyone", "members").await;
    assert!(ben.told("?kinds=opened").await.is_empty());
}

#[tokio::test]
async fn members_are_told_that_the_configuration_lets_everyone_read() {
    let site = TestSite::new();
    drop(site.sign_up("ben").await);
    site.sql("UPDATE users SET created_at = created_at - 1");
    let restarted = async |site: TestSite, reading: Reading| {
        let TestSite {
            site, directory, ..
        } = site;
        drop(site);
        let site = TestSite::within(directory, |config| config.site.reading = reading);
        let mut ben = site.visitor();
        ben.name = "ben".to_owned();
        ben.authenticate("login").await;
        (site, ben)
    };
    // Beside the notices of the new devices.
    let opened = async |ben: &Person| {
        let mut told = ben.told("").await;
        told.retain(|entry| entry.starts_with("opened"));
        told
    };
    let (site, ben) = restarted(site, Reading::Everyone).await;
    assert_eq!(opened(&ben).await, ["opened null*"]);
    ben.read_all(&site).await;
    drop(ben);
    let (site, ben) = restarted(site, Reading::Everyone).await;
    assert_eq!(opened(&ben).await, ["opened null"], "told once");
    drop(ben);
    let (_site, ben) = restarted(site, Reading::Members).await;
    assert!(opened(&ben).await.is_empty());
}
