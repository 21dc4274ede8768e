//! Push messages about what is collected: what is new in what members watch, and reminders.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::Person;
use super::browser::Browser;
use super::double::Fault;
use super::{PushSite, wants};

/// The time until the next look, and until its message.
const NEXT_LOOK: Duration = Duration::from_secs(15 * 60 + 1);

/// Ann has a device and watches `tag`, where Ben asks.
struct Watching {
    site: PushSite,
    ann: Person,
    ben: Person,
    browser: Browser,
}

impl Watching {
    async fn new() -> Self {
        let site = PushSite::new().await;
        let (ann, browser) = site.sign_up("ann").await;
        let ben = site.site.sign_up("ben").await;
        ben.ask("First", "x", &["tag"]).await;
        site.site.clock.advance(Duration::from_secs(1));
        let watch = json!({"kind": "tag", "object": "tag", "state": "watching"});
        ann.patch("/following/setFollow", watch).await.ok();
        wants(&ann, "watched", true).await;
        site.site.clock.advance(Duration::from_secs(1));
        Self {
            site,
            ann,
            ben,
            browser,
        }
    }

    /// Returns what the device gets after the next look.
    async fn told(&self) -> Vec<Value> {
        self.site.site.clock.advance(NEXT_LOOK);
        self.site.send().await;
        let messages = self.site.send_later().await;
        let read = messages.iter().map(|message| self.browser.read(message));
        read.collect()
    }
}

#[tokio::test]
async fn what_is_new_in_what_is_watched_is_told_once() {
    let at = Watching::new().await;
    let second = at.ben.ask("Second", "x", &["tag"]).await;
    let told = at.told().await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["title"], "Second");
    assert_eq!(told[0]["body"], "A question by ben, because you watch tag");
    assert_eq!(told[0]["path"], format!("/question/{second}"));
    assert!(at.told().await.is_empty());
}

#[tokio::test]
async fn several_new_questions_are_told_in_one_message() {
    let at = Watching::new().await;
    for title in ["Second", "Third", "Fourth"] {
        at.ben.ask(title, "x", &["tag"]).await;
    }
    let told = at.told().await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["title"], "Fourth");
    assert_eq!(
        told[0]["body"],
        "A question by ben, because you watch tag, and 2 more"
    );
    assert_eq!(told[0]["path"], "/home");
}

#[tokio::test]
async fn what_was_seen_or_lost_between_look_and_message_is_not_told() {
    for change in [
        "DELETE FROM follows",
        "UPDATE questions SET scope = NULL; UPDATE posts SET deleted_at = 1",
        "UPDATE users SET disabled_at = 1 WHERE username = 'ann'",
    ] {
        let at = Watching::new().await;
        at.ben.ask("Second", "x", &["tag"]).await;
        at.site.site.clock.advance(NEXT_LOOK);
        assert!(at.site.send().await.is_empty(), "{change}");
        assert_eq!(at.site.states(), ["waiting"], "{change}");
        at.site.site.sql(change);
        assert!(at.site.send_later().await.is_empty(), "{change}");
    }
}

#[tokio::test]
async fn what_is_watched_is_not_told_unless_it_is_chosen() {
    let at = Watching::new().await;
    wants(&at.ann, "watched", false).await;
    at.ben.ask("Second", "x", &["tag"]).await;
    assert!(at.told().await.is_empty());
}

#[tokio::test]
async fn a_member_without_a_device_costs_no_row() {
    let at = Watching::new().await;
    at.site.site.sql("DELETE FROM push_devices");
    at.ben.ask("Second", "x", &["tag"]).await;
    assert!(at.told().await.is_empty());
    assert!(at.site.states().is_empty());
}

#[tokio::test]
async fn nobody_is_told_more_often_than_every_15_minutes_of_what_they_watch() {
    let at = Watching::new().await;
    for number in 0..30 {
        at.site.site.clock.advance(Duration::from_secs(120));
        at.ben.ask(&format!("number {number}"), "x", &["tag"]).await;
        at.site.send().await;
    }
    let rows = at.site.states().len();
    assert!((3..=4).contains(&rows), "in an hour: {rows}");
}

#[tokio::test]
async fn a_refused_message_does_not_keep_the_next_ones() {
    let at = Watching::new().await;
    at.site.double.fail([Fault::Status(403)]);
    at.ben.ask("Second", "x", &["tag"]).await;
    at.told().await;
    assert_eq!(at.site.states(), ["failed"]);
    at.ben.ask("Third", "x", &["tag"]).await;
    let told = at.told().await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["title"], "Third");
}

#[tokio::test]
async fn a_due_reminder_is_told_once_with_its_note() {
    let at = Watching::new().await;
    wants(&at.ann, "watched", false).await;
    let question = at.ben.ask("Second", "x", &["tag"]).await;
    let star = json!({"username": "ann", "qid": question});
    at.ann.post("/star/addStar", star).await.ok();
    let due = at.site.site.clock.now().plus(Duration::from_secs(60));
    let note = json!({"qid": question, "note": "read it", "remindAt": due.to_string()});
    at.ann.patch("/star/setStarNote", note).await.ok();
    let told = at.told().await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["title"], "Second");
    assert_eq!(told[0]["body"], "A reminder: read it");
    assert_eq!(told[0]["path"], format!("/question/{question}"));
    assert!(at.told().await.is_empty());
}
